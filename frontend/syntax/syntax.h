#ifndef FPREDICT_FRONTEND_SYNTAX_SYNTAX_H
#define FPREDICT_FRONTEND_SYNTAX_SYNTAX_H

/* A C program as the lowering wants it.
 *
 * syntax/ is shared by all of frontend/ but directive/ and resolve/, and includes program/
 * and support/ only: no clang. It holds the user's declarations and function bodies with
 * types and places, parentheses and same-type casts taken away, absent parts of a `for` in
 * their positions, `2[p]` turned round; translation units are linked. clang/program.c fills it in,
 * and nothing after it asks clang again. */

#include "program/expr/c_integer.h"
#include "program/expr/mapping.h"
#include "support/context.h"

typedef struct syntax syntax;
typedef struct decl decl;

typedef enum type_kind {
    TYPE_VOID,
    TYPE_INT,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_RECORD,
    TYPE_FUNCTION,
    TYPE_OTHER
} type_kind;

typedef struct c_type c_type;
typedef struct c_member c_member;
struct c_type {
    type_kind kind;
    int64_t bytes; /* -1: not a constant */
    bool is_const;
    bool is_volatile;
    bool is_unsigned, is_bool; /* TYPE_INT; _Bool is both */
    bool is_union;             /* TYPE_RECORD; */
    bool has_addresses;        /* likewise: something in it is no number */
    const c_type *target;      /* pointer, array */
    int member_count;          /* structures, only as the type of a SYNTAX_INIT_LIST */
    const c_member *members;
};

/* Of a structure, in order. */
struct c_member {
    const char *name; /* interned; null: none, or a bit-field */
    const c_type *type;
};

/* The integer type that a value is converted to, written or not, where it does not hold all that
 * the type before holds; and to which after that. */
typedef struct conversion {
    const c_type *type;
    const struct conversion *next; /* null: none */
} conversion;

typedef enum syntax_kind {
    /* Expressions; children in brackets. */
    SYNTAX_INT,    /* integer, character, sizeof of a type; value */
    SYNTAX_SIZEOF, /* [operand]: of an array, whose extents need not be numbers */
    SYNTAX_FLOAT,
    SYNTAX_STRING,
    SYNTAX_NAME,        /* decl */
    SYNTAX_SUBSCRIPT,   /* [base, index] */
    SYNTAX_SECTION,     /* [base, length, step], each or null: the index of a subscript */
    SYNTAX_IMAGE,       /* [object, image]: a coarray's, on another image, from 0 */
    SYNTAX_MEMBER,      /* [object]; member */
    SYNTAX_CALL,        /* [callee, arguments…] */
    SYNTAX_UNARY,       /* [operand]; op */
    SYNTAX_BINARY,      /* [left, right]; op */
    SYNTAX_ASSIGN,      /* [left, right]; op, OPERATOR_NONE for plain = */
    SYNTAX_CAST,        /* [operand]; to `type`, of another kind than the operand's */
    SYNTAX_CONDITIONAL, /* [condition, then, else] */
    SYNTAX_INIT_LIST,   /* [elements…] */
    SYNTAX_OTHER,       /* [parts…]: an expression or statement that is not modelled */
    /* Statements; an expression is one, too. */
    SYNTAX_BLOCK,       /* [statements…] */
    SYNTAX_DECLARATION, /* [SYNTAX_NAME of each variable…] */
    SYNTAX_IF,          /* [condition, then, else or null] */
    SYNTAX_FOR,         /* [init, condition, increment, body]; the first three may be null */
    SYNTAX_COPIES,      /* [init, condition, increment, bodies…]: such a loop, whose body is there
                           once for each iteration (value/structure_unroll.h) */
    SYNTAX_WHILE,       /* [condition, body] */
    SYNTAX_DO,          /* [body, condition] */
    SYNTAX_SWITCH,      /* [value, body] */
    SYNTAX_CASE,        /* [statement]; label; also default */
    SYNTAX_BREAK,       /* [a block of what is done first], or nothing: */
    SYNTAX_CONTINUE,    /* calls of functions that clean up */
    SYNTAX_RETURN,      /* [value or null], and such a block, or nothing */
    SYNTAX_GOTO,
    SYNTAX_LABEL, /* [statement] */
    SYNTAX_EMPTY
} syntax_kind;

typedef enum syntax_op {
    OPERATOR_NONE,
    OPERATOR_ADD,
    OPERATOR_SUB,
    OPERATOR_MUL,
    OPERATOR_DIV,
    OPERATOR_REM,
    OPERATOR_SHL,
    OPERATOR_SHR,
    OPERATOR_AND,
    OPERATOR_OR,
    OPERATOR_XOR,
    OPERATOR_LOGICAL_AND,
    OPERATOR_LOGICAL_OR,
    OPERATOR_LT,
    OPERATOR_GT,
    OPERATOR_LE,
    OPERATOR_GE,
    OPERATOR_EQ,
    OPERATOR_NE,
    OPERATOR_COMMA,
    OPERATOR_ELSE, /* a ?: b, of GNU: b where a is 0, else a */
    OPERATOR_NEGATE,
    OPERATOR_COMPLEMENT,
    OPERATOR_NOT,
    OPERATOR_DEREF,
    OPERATOR_ADDRESS,
    OPERATOR_PRE_INC,
    OPERATOR_PRE_DEC,
    OPERATOR_POST_INC,
    OPERATOR_POST_DEC
} syntax_op;

struct syntax {
    syntax_kind kind;
    syntax_op op;
    const c_type *type;          /* expressions, */
    const conversion *converted; /* and what they are converted to then; null: their value stays */
    source_range where;          /* in the file, even when a macro wrote it */
    int64_t value;               /* SYNTAX_INT */
    int unit;                    /* the translation unit that it is in: there names are looked up */
    const char *macro;           /* the macro whose body this is, or (SYNTAX_INT) is in; or null */
    const char *text;            /* SYNTAX_STRING; null: of wide characters, or with a 0 in it */
    decl *decl;                  /* SYNTAX_NAME; null: not the user's and of no interest */
    const char *member;          /* SYNTAX_MEMBER; interned. SYNTAX_LABEL, SYNTAX_GOTO: the label's
                                    name; null: computed */
    int member_at, member_bytes; /* likewise: where it is in its structure; 0 bytes: not known */
    bool is_bit_field;           /* likewise */
    bool is_of_union;            /* likewise: shares its bytes with other members */
    bool is_arrow;               /* likewise */
    bool is_reported;            /* likewise: that nothing tells which structure's it is */
    bool is_triplet;             /* SYNTAX_SECTION: of HPF's spelling, [first, last, step] */
    bool is_default;             /* SYNTAX_CASE */
    bool is_assembly;            /* SYNTAX_OTHER: [&outputs…, inputs…] */
    bool is_open;                /* SYNTAX_COPIES: numbers do not tell which of them there are */
    bool is_beyond;              /* SYNTAX_EMPTY: it names an element that an array has not, and is
                                    never executed */
    bool is_copy;                /* SYNTAX_IF: of SYNTAX_COPIES, whether there is the iteration */
    const syntax *label;         /* SYNTAX_CASE: its value; null: the default, or a range */
    bool clobbers_memory;        /* is_assembly: it may read or write all that has an address */
    bool is_walked;              /* SYNTAX_SUBSCRIPT: the text has a pointer that moves there
                                    (value/pointer_walk.h) */
    bool is_allocation;          /* does nothing but set up rows (value/row_table.h): it costs what
                                    their memory does */
    bool is_implied;             /* a call that nothing in the text says, and what it consists of */
    bool in_macro;               /* begins in a macro's expansion */
    unsigned short copy;         /* a body of SYNTAX_COPIES: its number among all, from 1; and
                                    `value` is that of the loop's variable */
    const syntax *sized; /* SYNTAX_INT: the element of an array whose size it is, which nothing
                            looks at, for its names; or null */
    int for_index;       /* SYNTAX_FOR in a macro: how many of that expansion come before */
    int child_count;
    const syntax **child;
};

typedef enum decl_kind {
    DECL_VARIABLE,
    DECL_FORMAL,
    DECL_FUNCTION,
    DECL_ENUMERATOR,
    DECL_MEMBER /* of a variable that is a structure, or points to some: "c.a"; one for each. What
                   directives map becomes a DECL_VARIABLE (value/structure_member.h) */
} decl_kind;

struct decl {
    decl_kind kind;
    const char *name;   /* interned */
    source_range where; /* of the name; unset outside of the user's files */
    const c_type *type; /* as declared: a formal array is an array */
    decl *function;     /* the one it is local to; null at file scope */
    source_range scope; /* of a local: the block in which it is seen */
    source_range text;  /* variables, functions with a body: from the first word to its end */
    int id;             /* dense, from 0, in all units */
    int unit; /* the one that it is defined in, or else declared: its names are seen there */
    /* Enumerators: the value, and init or the enumerator that it follows. */
    int64_t value;
    const decl *previous;
    /* Variables: extents, outermost first; a pointer counts as a dimension of
     * unknown extent. extent null and count < 0: unknown. */
    int rank;
    const syntax *extent[MAX_RANK];
    int64_t count[MAX_RANK];
    bool is_whole_pointer;  /* a pointer to one array, whose rank and extents these are
                               (value/whole_pointer.c); */
    source_range other_use; /* or where it is used so that it may lead to one of several */
    const c_type *element;
    const char *element_name; /* as C spells that type */
    const char *pointed_name; /* where elements are pointers, likewise what they lead to; or null */
    bool is_row_table;        /* pointers to rows, T **a: rank and extents are those of the rows
                                 (value/row_table.h) */
    bool is_made;             /* a formal that the text has not: what the function makes and returns
                                 (value/made_array.h) */
    const syntax *init;
    /* Variables whose elements are structures: the structure's name, or null. */
    const char *record;
    const char *record_alias;   /* the last typedef on the way from the declared type, or null */
    const char *record_members; /* interned: the types and names of its members. Types of one name,
                                   in two files, are one where these are, too */
    /* A variable that is one structure, or a pointer to structures: its members, in order, each
     * with those of its own after it. */
    int member_count;
    decl *const *members;
    bool has_known_members; /* such a structure: wherever the program has a member that is mapped,
                               it is by that variable's name */
    const decl *whole;      /* such a member: the structure, or pointer, that it is of */
    /* Arrays of structures (value/structure_array.h). */
    const decl *array; /* the variable is an element of it; or null */
    bool is_unset;     /* such an element of memory that is asked for, and holds nothing then */
    bool is_divided;   /* each element is such a variable; else, where directives map members of */
    source_range unknown_element; /* them: where nothing tells which element is named; or unset */
    const decl *sole_user; /* of a variable of a file: the function that alone names it; or null */
    bool is_external;      /* seen by other translation units */
    bool is_defined;       /* not merely `extern` */
    source_range declared; /* of a function: its name where it is declared before; or unset */
    bool is_static;        /* static storage inside a function */
    bool has_cleanup;      /* an attribute `cleanup`: of the function that is called at each way */
    decl *cleanup;         /* out of the scope; null: not known */
    bool is_word;         /* some value of it is read from a word that the program is called with */
    bool is_told_by_word; /* likewise, and --arguments says which that is */
    bool is_words;        /* a formal that gets main's argc or argv, which nothing tells */
    bool is_coarray;      /* declared with :[*]: each image has one, which others may change */
    bool is_on_images;    /* named on another image, somewhere */
    source_range codimension; /* of that `:[*]`, where it begins; or unset */
    bool is_replaceable;      /* weak, or another object's name too (alias, asm label): what the
                               * program does with this name need not be all that happens to it. Of a
                               * function, weak or gnu_inline: another file's body may be called */
    /* Functions. */
    int formal_count;
    decl **formals;
    const syntax *body;    /* null: not in the user's files */
    const char *intrinsic; /* "cshift" of a function of <hpf.h>; else null */
    int parameter_count;   /* as its declaration says, whether it has a body or not */
    const c_type *const *parameters;
    bool is_open;            /* takes more arguments than that (...), or any */
    bool is_pure;            /* its attributes: it writes nothing, */
    bool is_const_function;  /* and reads nothing but its arguments' values */
    bool makes_zero_rows;    /* what it allocates is 0 (value/row_table.c) */
    const decl *origin;      /* what it is a copy of, where trees stand for one text several times
                                (value/syntax_copy.h); or null */
    const decl *twin_of;     /* the function whose text it has, too: for another structure
                                (value/structure_clone.h); or null */
    const syntax *only_call; /* the function is executed once, and called there; found where
                                members are mapped (value/structure_member.h); or null */
    const decl *only_caller; /* the function that does so */
    bool never_returns, is_end_known; /* asked by syntax_never_returns */
    bool is_constructor;              /* or a destructor: the system calls it */
    bool is_uncalled;                 /* nothing executes it, and its body has been left out */
};

/* An array of structures with more elements is none of levels: directives distribute it itself. */
enum { STRUCTURE_ELEMENTS_MOST = 64 };

typedef struct c_macro {
    const char *name;   /* interned */
    source_range where; /* unset: the command line */
    const char *body;
    bool is_function_like;
    bool is_variadic; /* the last formal takes all further arguments */
    int formal_count;
    const char *const *formals;
} c_macro;

/* A use of a macro in the user's text, from its name to the end of its arguments. */
typedef struct c_expansion {
    source_range where;
    int defined;      /* how many of the unit's macros were defined by then */
    const char *name; /* of the macro; interned */
} c_expansion;

/* A type: "long", "void *", "struct cell", a typedef's name. */
typedef struct c_named_size {
    const char *name; /* interned */
    c_type type;      /* its kind and size */
} c_named_size;

/* A macro that an #if evaluates. */
typedef struct c_condition {
    const char *name; /* interned */
    source_range where;
} c_condition;

/* A file of the user's, and the parts of it that #if leaves out. */
typedef struct user_file {
    const source_file *file;
    int skipped_count;
    const source_range *skipped;
} user_file;

/* What only one translation unit has: its files, and what their text may name. */
typedef struct c_unit {
    int index;               /* among the program's */
    const source_file *file; /* the main one */
    int file_count;
    const user_file *files;
    int macro_count;
    const c_macro *macros;        /* in order of definition */
    int system_macro_count;       /* of system headers and the compiler, those that */
    const c_macro *system_macros; /* the user's files mention */
    int size_count;
    const c_named_size *sizes;
    int expansion_count;
    const c_expansion *expansions;
    int condition_count;
    const c_condition *conditions;
    int declared_count;
    const bool *is_declared; /* by the id of a declaration: is it seen in this unit? */
} c_unit;

typedef enum row_text {
    ROW_TEXT_VOID,  /* left out, of an expression */
    ROW_TEXT_NONE,  /* left out */
    ROW_TEXT_ZERO,  /* a pointer's value: 0 */
    ROW_TEXT_LOOK,  /* a pointer's value, which the program has not */
    ROW_TEXT_HEAD,  /* the test of a loop whose head counts elements, and does nothing else */
    ROW_TEXT_MEMORY /* a pointer that is asked whether it is null: it is not */
} row_text;

/* What a program has instead that allocates the table's elements in one. */
typedef struct row_setting {
    row_text text;
    source_range where;
    bool in_macro;
    const decl *table;
    const decl *pointer; /* that moves through the table there; null: none */
    bool sets;           /* it is set there, from wherever it was */
} row_setting;

/* Translation units, linked: what has external linkage is one declaration in all. */
/* Statements that exchange pointers to structures: these exchange the arrays that are their
 * members (value/structure_exchange.c). */
typedef struct structure_exchange {
    int count; /* of statements, which follow each other in a block, but the first, where that */
    bool is_apart; /* stands before others (value/exchange_run.h) */
    const syntax *const *statement;
    int structure_count;
    decl *const *structure; /* a variable, or the first member of what a pointer leads to */
    const int *from;        /* structure i gets what structure from[i] has had */
} structure_exchange;

typedef struct c_program {
    int unit_count;
    const c_unit *units; /* in the order of the command line */
    int decl_count;
    decl *const *decls; /* by id */
    int function_count;
    decl *const *functions; /* those with bodies, by unit and in source order */
    int row_count;
    const row_setting *rows; /* value/row_table.c */
    int structure_exchange_count;
    const structure_exchange *structure_exchanges;
    int fixed_count;
    const c_condition *fixed; /* what --set does not change everywhere, since its number has made
                                 copies (value/structure_array.h) */
    source_range too_deep;    /* the first that is nested deeper than depth_most: left out */
    int depth_most;
} c_program;

/* An integer type by what its arithmetic depends on. */
c_integer_type c_type_integer(const c_type *type);
/* The type that an integer is promoted to, and the one that arithmetic of two is done in. */
const c_type *c_type_promoted(const c_type *type);
const c_type *c_type_common(const c_type *a, const c_type *b);
/* Does an integer type hold every value of another? */
bool c_type_holds(const c_type *type, const c_type *other);
/* The integer type that the expression has after its conversions. */
const c_type *syntax_final_type(const syntax *s);

/* Does the unit declare it, or has it? */
bool c_unit_declares(const c_unit *unit, const decl *d);

/* Is it a variable or a formal of an integer type, no array? */
bool decl_is_integer(const decl *d);
/* The integer variable that `s` names, through casts; null: it is something else. */
const decl *syntax_scalar_name(const syntax *s);
/* What a pointer or number is before its casts, but for one that gives extents; null of null. */
const syntax *syntax_without_casts(const syntax *s);
/* "fmax" of a call of a named function; null otherwise. */
const char *syntax_callee_name(const syntax *call);
/* Is it a variable that other files may change? */
bool decl_is_changed_elsewhere(const decl *d);
/* Is it the function that the program begins with? Null is none. */
bool decl_is_main(const decl *f);
/* Child i, for whoever looks at all that a node executes: of a declaration, what its variable i is
 * initialised with, instead of its name; null: with nothing, or only once for all. */
const syntax *syntax_part(const syntax *s, int i);
/* Is it a call that ends the program, as exit does, or leads to one whatever happens? */
bool syntax_never_returns(const syntax *s);
/* Does the statement end the program whenever it is executed? */
bool syntax_ends_program(const syntax *s);
/* The same of a statement of main, whose return ends the program. */
bool syntax_ends_main(const syntax *s);
/* Is it a call of a function of the program, or of one that is not named? */
bool syntax_is_program_call(const syntax *s);
/* for, while, do */
bool syntax_is_loop(const syntax *s);
/* Is child `i` a statement, not an expression? */
bool syntax_is_statement(const syntax *around, int i);
/* Is a `continue` of the loop around `s` in it, or a `break` of the loop or switch? */
bool syntax_may_continue(const syntax *s);
bool syntax_may_break(const syntax *s);
/* Of a statement of a switch's body: is a case of that switch in it, beside those right before it?
 */
bool syntax_has_inner_case(const syntax *s);
/* The member of a variable that is one structure, `s.a.n`, as a variable; null: it is none. */
decl *syntax_member(const syntax *s);
/* Is there one of that kind in it? */
bool syntax_has(const syntax *s, syntax_kind kind);
/* Is there an assignment, ++ or -- in it? */
bool syntax_assigns(const syntax *s);
/* Is the variable named in it? */
bool syntax_names(const syntax *s, const decl *d);
/* Is it assigned or moved there, or its address taken? */
bool syntax_sets(const syntax *s, const decl *d);

#endif
