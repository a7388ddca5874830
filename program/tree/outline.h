#ifndef FPREDICT_PROGRAM_TREE_OUTLINE_H
#define FPREDICT_PROGRAM_TREE_OUTLINE_H

/* The text of functions, statement by statement, and the names in it: for who writes the source
 * anew with something changed. The tree says what a program does; this says where that is written,
 * and what each name there stands for.
 *
 * Where a macro writes something, ranges are those of its uses in the file. A statement that begins
 * or ends in the use of a macro begins or ends with the whole of that use. */

#include <stdint.h>

#include "support/source.h"

struct variable;
struct function;

/* --- Names ---------------------------------------------------------------------------------- */

typedef enum name_use {
    NAME_READ,
    NAME_WRITE,   /* its value before is not looked at */
    NAME_UPDATE,  /* read, then written: +=, ++ */
    NAME_ADDRESS, /* & is taken of it, or of a part */
    NAME_SIZEOF,  /* its value is not looked at */
    NAME_CALL,    /* a function, or a pointer to one; with an empty word: any expression */
    NAME_DECLARE  /* begins here, with no value */
} name_use;

/* What a function does with memory, and does nothing else. */
typedef enum memory_use {
    MEMORY_NONE,
    MEMORY_UNSET, /* asks for some: malloc, aligned_alloc */
    MEMORY_ZERO,  /* likewise, and sets it to 0: calloc */
    MEMORY_FREED  /* gives it back: free */
} memory_use;

typedef enum name_origin {
    NAME_OF_FILE,     /* stands there */
    NAME_OF_ARGUMENT, /* stands there, as an argument of a macro's use */
    NAME_OF_MACRO     /* a macro's body has it: `where` is that of the use */
} name_origin;

/* One mention of a name. */
typedef struct outline_name {
    const char *word;                /* interned */
    int id;                          /* of the declaration: two of one name have two; -1: none */
    const struct variable *var;      /* of a member that is a variable by itself, that; or null */
    const struct function *function; /* one that the program has the body of; or null */
    bool is_function;                /* whether it has or not */
    memory_use memory;               /* of a function, */
    bool is_memory_by_name;          /* which nothing but its name and formals tells */
    bool is_static;                  /* outlives the function: of the whole file, or static */
    const char *member;              /* "u" of g.u[i], "b.c" of a.b.c and p->b.c; or null */
    /* The use is that of what it points at, as in p[i], *p, p->t: its own value is read. */
    bool is_pointed;
    name_use use;
    bool is_conditional; /* after &&, || or ?: it need not be evaluated */
    bool is_argument;    /* of a function that the program has the body of */
    bool is_null_test;   /* whether new memory, which it has, is none: if (!a) */
    bool has_section;    /* one of the subscripts is a section */
    bool is_volatile;    /* each reading may find another value */
    bool is_first;       /* a[0] of a pointer to a whole array, all of which is the head, and no
                            subscript */
    bool is_quoted;      /* an argument of a macro that makes text of it (#x) */
    bool is_whole_use;   /* the reference is all that the macro's use stands for */
    source_range where;  /* of the name; in a macro's body, of the whole use */
    source_range head;   /* with the members after it: g.u */
    source_range whole;  /* with the subscripts, too: g.u[i] */
    int subscript_count;
    const source_range *subscript;
    name_origin origin;
    source_range expansion; /* of the outermost use of a macro around it; or unset */
    int macro_length;       /* of that macro's name */
} outline_name;

/* In the order in which they are evaluated. */
typedef struct outline_names {
    int count;
    const outline_name *data;
} outline_names;

/* --- Declarations ----------------------------------------------------------------------------- */

/* One variable of a declaration: the first begins with the type. */
typedef struct outline_declarator {
    const struct variable *var; /* null: none that the program models */
    int id;
    source_range name;   /* of a macro's body: of the whole use */
    source_range where;  /* up to the comma or the `;` after it */
    source_range value;  /* the initialiser; or unset */
    outline_names names; /* in it */
    bool is_zero;        /* the initialiser has nothing but zeros */
    bool shares_text;    /* a macro makes it, and others, in one piece of text */
    name_origin origin;
} outline_declarator;

typedef struct outline_declaration {
    source_range where; /* with the `;` */
    int count;
    const outline_declarator *declarators;
    bool defines_type; /* also a structure, which is to stay */
} outline_declaration;

/* --- Statements ----------------------------------------------------------------------------- */

typedef enum outline_kind {
    OUTLINE_SIMPLE, /* an expression, a jump, or nothing */
    OUTLINE_DECLARATION,
    OUTLINE_RETURN,
    OUTLINE_BLOCK,  /* children: its statements */
    OUTLINE_FOR,    /* child: the body */
    OUTLINE_COPIES, /* such a loop, planned iteration by iteration; children: its body, for each */
    OUTLINE_WHILE,  /* child: the body */
    OUTLINE_DO,     /* child: the body */
    OUTLINE_IF,     /* children: then; else, where there is one */
    OUTLINE_SWITCH, /* child: the body */
    OUTLINE_CASE,   /* child: the statement after the label */
    OUTLINE_OTHER   /* labels, …: children: what stands in it */
} outline_kind;

typedef enum outline_jump { JUMP_NONE, JUMP_BREAK, JUMP_CONTINUE, JUMP_GOTO } outline_jump;

/* The iterations that the bodies of OUTLINE_COPIES are for. */
typedef struct outline_copies {
    const char *counter;      /* the variable that the loop counts */
    const int64_t *iteration; /* its value, by child */
    bool is_open;             /* numbers do not tell which of them there are */
} outline_copies;

typedef struct outline outline;
struct outline {
    outline_kind kind;
    source_range where;  /* without the `;` that ends an expression or a jump */
    source_range end;    /* begins after that `;`, and after all children */
    source_range inside; /* OUTLINE_BLOCK: between its braces */
    bool is_beyond;      /* OUTLINE_SIMPLE: names an element that an array has not, and is taken as
                          * never executed */
    unsigned short copy; /* a body of OUTLINE_COPIES: its number among all, as in node.copy; or 0 */
    bool copies_element; /* OUTLINE_SIMPLE: one element becomes another, and nothing else */
    outline_jump jump;   /* OUTLINE_SIMPLE */
    bool in_macro;       /* a macro writes it, or a part of it: `where` is that of its use */
    /* OUTLINE_FOR: what stands between the brackets, each may be unset. Others: the
     * condition, or the value of a return, is head[1]. */
    source_range head[3];
    source_range head_end; /* loops and conditions: begins after the head's `)`; may be unset */
    outline_names head_names[3];
    bool is_of_directive; /* OUTLINE_IF: a directive stands for it, whose mask is head[1] */
    bool is_negated;      /* the condition holds where that mask does not */
    outline_names names;  /* OUTLINE_SIMPLE, OUTLINE_DECLARATION */
    int child_count;
    const outline *const *child;
    const outline_copies *copies; /* OUTLINE_COPIES */
    int declared_count;           /* OUTLINE_DECLARATION, and a `for` that declares */
    const struct variable *const *declared;
};

#endif
