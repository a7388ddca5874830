#ifndef FPREDICT_PROGRAM_TREE_TREE_H
#define FPREDICT_PROGRAM_TREE_TREE_H

/* The neutral tree: what the front end hands to the planner, and, with
 * communication in it and loops restricted to what a processor owns, what the
 * planner hands on as the node program. No clang, no machine. */

#include "program/tree/node.h"
#include "program/tree/outline.h"

struct function {
    const char *name;
    int id;                /* dense, from 0, in the order of the program's */
    const char *intrinsic; /* interned: "cshift" of <hpf.h>'s functions of that name; or null */
    source_range where;
    source_range declared;   /* the name where it is declared before its definition; or unset */
    const function *twin_of; /* the first function with this text, which is planned for other
                                structures there; null: itself */
    int formal_count;
    source_range text;              /* of the definition, from its first word to its last brace */
    source_range comment;           /* begins where the comment before it does, or the text */
    const outline *outline;         /* of its block */
    const variable *const *formals; /* in order; array formals and scalars alike */
    const param *const *formal_params; /* for integer scalars, else null */
    node *body;
    bool has_body;
    bool has_distributed; /* loops over distributed data, or directives, inside */
    const function *next;
};

/* A phase that the source marks (`#pragma fpredict region NAME`): all that stands in
 * `extent`, and what is called from there. Two regions are nested or disjoint. */
typedef struct source_region {
    const char *name;                   /* interned */
    source_range where;                 /* of the directive */
    source_range extent;                /* of the statement or block after it */
    const struct source_region *parent; /* the smallest that contains it; null: none */
    int id;                             /* dense, from 0; an outer one before those inside it */
} source_region;

/* A macro whose value went into the tree as a number: --set cannot change it. */
typedef struct fixed_name {
    const char *name; /* interned */
    source_range where;
} fixed_name;

/* A value that a local pointer is set to: elements of an array, which ones is known. */
typedef struct followed_pointer {
    source_range value;
    const variable *pointer, *base; /* of a formal, the actual array */
} followed_pointer;

/* A place that sets up the rows of a table (frontend/value/row_table.h): what a program has there
 * that allocates all elements of `table` in one. */
typedef struct row_edit {
    source_range where;
    const variable *table;
    const char *text; /* null: there is nothing */
    bool in_macro;    /* a macro's body has it: `where` is the whole use */
    int pointer;      /* that moves through the table there, by its declaration's id; -1: none */
    bool sets;        /* it is set there, from wherever it was */
    bool is_head;     /* the test of a loop by pointers: its head is written anew */
} row_edit;

/* A function of XcalableMP's library: where it is called first. */
typedef struct library_call {
    const char *name; /* interned */
    source_range where;
} library_call;

/* Text that is no C, and what generated programs have in its place. */
typedef struct source_replacement {
    source_range where;
    const char *text;
    const char *reason; /* why there is nothing for it: a clause for people; or null */
} source_replacement;

/* spelling of the directives; XMP programs state their communication */
typedef enum dialect { DIALECT_NONE, DIALECT_HPF, DIALECT_XMP } dialect;

/* The first and the last index that loops lead to in one dimension of an array or
 * of the template of a clause, `end` being one after its last; whether they are in it
 * is known only at run time. Where one of the loops does not run, none is reached. */
typedef struct bound_check {
    source_range where, declared_at;
    const char *name; /* of the array or template */
    int dim;
    const expr *lower, *upper, *first, *end;
    int64_t slack; /* by how much the last may fall short of `upper` */
    bool is_write, is_home;
    bool is_row;           /* of a linear subscript: outside, it leads into another row, */
    bool is_guarded;       /* or a condition keeps it inside */
    const char *intrinsic; /* not null: `upper` is the last of that function's array, which may
                            * not fall short of the real one's: its rows would begin elsewhere */
    int range_count;
    const loop_range *ranges;
} bound_check;

/* Processors that must be among others: those without which a construct in a task, or under a
 * clause `on`, cannot be executed must execute it (XcalableMP 1.2, sections 4.4 and 4.5).
 * Known only at run time. */
typedef enum member_role {
    MEMBER_REFLECTED,  /* all that have a part of the array */
    MEMBER_ITERATIONS, /* those that `on` gives the iterations of a loop to */
    MEMBER_READ,       /* gmove: the owners of what it reads, */
    MEMBER_WRITTEN,    /* and of what it assigns */
    MEMBER_CLAUSE,     /* those that an `on` names */
    MEMBER_SOURCE      /* bcast: the one that it comes from */
} member_role;

typedef struct member_check {
    source_range where, within_at;
    member_role role;
    const char *name; /* of the array, the template or the nodes */
    home needed, within;
    bool is_task;    /* `within` is a task's; false: the clause `on` of the same directive */
    bool is_certain; /* the conditions below say all of whether it is executed */
    int guard_count; /* all are not 0 where it is executed */
    const expr *const *guards;
    int range_count; /* the loops around, the outermost first; */
    const loop_range *ranges;
    int outer_count; /* so many of them are around `within` too, and both may use their variables */
} member_check;

/* What it means that an integer leaves the range that it is taken to be in. */
typedef enum range_kind {
    RANGE_WRAPS,     /* the program goes on with the value modulo the type's count */
    RANGE_OVERFLOWS, /* C does not say what it does: the type is a signed one */
    RANGE_ROUNDS,    /* it is below 0 and divided, which C rounds towards 0; here it is down */
    RANGE_MISSED     /* 0, not 1: the steps of a loop over i != n do not reach n */
} range_kind;

/* An integer of the source that is taken for its mathematical value, which its type holds under
 * the definitions at hand or none are known: whether it does is known only at run time. */
typedef struct range_check {
    source_range where;
    const expr *least, *most; /* of the value, over the loops around; none where least > most */
    int64_t first, last;      /* what the type holds */
    const char *type;         /* as C spells it; RANGE_ROUNDS, RANGE_MISSED: null */
    range_kind kind;
} range_check;

/* An assignment to what may be others'. */
typedef struct unsent_write {
    const reference *ref;
    home at;
    bool is_bounded[MAX_RANK]; /* is dimension d between these while it runs? */
    int64_t first[MAX_RANK], last[MAX_RANK];
} unsent_write;

typedef struct program {
    fp_context *ctx;
    const source_file *file; /* the one that main stands in, or else the first */
    int file_count;          /* those that are compiled, which headers are not */
    const source_file *const *files;
    int header_count; /* the user's own, that these include */
    const source_file *const *headers;
    /* The first use of what the files declare and none defines: a function, or an object; or unset:
     * the files are all of the program. */
    source_range elsewhere;
    expr_pool *pool;
    dialect spelling;
    bool
        keeps_loops; /* it is read to be generated anew: each loop of the text is one of the tree */
    int grid_count;
    const proc_grid *const *grids;
    int template_count;
    const dist_template *const *templates;
    /* What each executable redistribute makes of its template, whose id they have. */
    int redistribution_count;
    const dist_template *const *redistributions;
    int variable_count;
    const variable *const *variables;
    const function *functions; /* linked by next, source order */
    int entry_count;           /* main, or each external function with distributed loops */
    const function *const *entries;
    int fixed_count;
    const fixed_name *fixed;
    int library_count;
    const library_call *library;
    int implied_count; /* where functions are called that clean up: nothing in the text says so */
    const source_range *implied;
    int replacement_count;
    const source_replacement *replacements;
    int row_count;
    const row_edit *rows;
    int followed_count;
    const followed_pointer *followed; /* in the order of each function */
    int directive_count; /* lines that are directives, in runs, with the blank line after them */
    const source_range *directives; /* where one is before them, too; in the order of each text */
    int thread_count;               /* lines that are OpenMP's */
    const source_range *threads;
    int region_count;
    const source_region *const *regions; /* by id; an outer one before those inside it */
    /* What cannot be known whenever the program runs, linked by next; null: nothing. */
    const unknown_effect *unknowns;
    const struct directive_listing *listing; /* the front end's own */
    int range_count;
    const range_check *ranges;
    int bound_count; /* of a node program; so are these */
    const bound_check *bounds;
    int member_count;
    const member_check *members;
    int unsent_count; /* nothing sends what they assign */
    const unsent_write *unsent;
} program;

/* Is the variable named in the source, and not in a body of <hpf.h>'s functions? */
bool variable_is_of_source(const variable *v);

/* The smallest region that contains a place; null: none. */
const source_region *program_region_at(const program *p, source_range where);

/* Checks the legal shape; reports an internal error for each breach and
 * returns whether there was none. `is_node_program` also admits planned nodes. */
bool tree_verify(const program *p, const function *f, const node *body, bool is_node_program);

/* Prints a body as readable pseudo-C, one node a line, indented. */
void tree_print(fp_context *ctx, FILE *out, const node *body, int indent);

#endif
