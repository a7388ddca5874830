#ifndef FPREDICT_FRONTEND_VALUE_ROW_PASS_H
#define FPREDICT_FRONTEND_VALUE_ROW_PASS_H

/* The inside of the pass that makes arrays of pointers to rows (value/row_table.h): for the files
 * row_*.c. */

#include "frontend/value/row_table.h"

/* double **a; and double ***a, whose rows are tables of rows. */
enum { ROW_RANK = 3 };

/* What is known of a variable that is a table of rows. */
typedef struct row_facts {
    const syntax *extent[ROW_RANK]; /* how many rows, and elements in one, or rows of a row; null:
                                     * not known */
    const syntax *made_by;          /* the call of a function that returns such a table; or null */
    bool is_zero;                   /* its elements are 0 at first */
    bool is_unlike;                 /* made in ways that do not agree */
    const decl *in;                 /* the function that allocates the pointers to rows, */
    int depth;                      /* and how many loops are around that */
} row_facts;

/* A pointer to elements, or an array of them, which rows of a table lie in. */
typedef struct row_memory {
    int uses, known;    /* how often the program names it, and how often only for that */
    const decl *table;  /* whose rows lie in it; null: none */
    bool is_of_several; /* of several tables */
    bool is_zero;       /* allocated so, */
    int allocations;    /* so often, */
    const decl *in;     /* in this function, */
    int depth;          /* with so many loops around */
    int moves;          /* p += M */
    const syntax *move_by, *moved_in; /* in that loop */
} row_memory;

typedef struct row_pass {
    fp_context *ctx;
    c_program *source;
    int *parent;          /* by a declaration's id: flow of pointers to rows joins them */
    bool *is_named;       /* by a directive that maps */
    bool *has_other_rank; /* by one with other dimensions than it would have */
    bool *is_loose;       /* of those joined: its rows, which are tables, go elsewhere */
    bool *is_table;       /* joined with one that is */
    row_facts *facts;     /* by a declaration's id, too, */
    row_memory *memory;   /* like these */
    VEC(row_setting) settings;
} row_pass;

/* Where a statement or expression stands. */
typedef struct row_place {
    const decl *function;
    const syntax *loop; /* the innermost `for`; or null */
    int depth;          /* loops around */
} row_place;

/* An assignment that sets a row. */
typedef struct row_maker {
    const decl *table;
    int level;              /* 1: a[i]; 2: a[i][j] */
    const syntax *index[2]; /* which row; null: the first */
    const decl *memory;     /* in which it lies; null: its own, or that of the first row */
    const syntax *columns;  /* of it; null: nothing says */
    const syntax *between;  /* a[i][j] = p + (i * M + j) * K: M; or null */
    const syntax *rows;     /* a[i] = (double *)(a + n) + i * M: n; or null */
    bool is_fresh, is_zero; /* memory of its own */
} row_maker;

/* row_table.c */
int row_pass_root(row_pass *w, int id);
/* The variable in whose table the pointer `s` leads; null: none is known. */
const decl *row_pass_base(const syntax *s);
/* How many pointers are behind the first, as far as a number: 1 of double **; 0: another type. */
int row_pass_depth(const c_type *type);

/* row_making.c */
bool row_is_zero(const syntax *s);
/* Do both say the same, of names that nothing changes between? */
bool row_is_same(const syntax *a, const syntax *b);
/* The element that the place is, if that is a row of a table, or of such a row: index[k] null: the
 * first. *level: how many there are. */
const decl *row_named(const row_pass *w, const syntax *s, const syntax *index[2], int *level);
/* Of its rows: how many pointers lead to them. */
int row_levels(const decl *table);
const c_type *row_element(const decl *table);
/* What the memory that a call asks for is a multiple of `bytes` by; null: not known. *is_zero:
 * whether it is set to 0. Null of what is no such call, too. */
const syntax *row_count(row_pass *w, const syntax *call, int64_t bytes);
memory_use row_asks(const syntax *value);
bool row_maker_of(row_pass *w, const syntax *assignment, row_maker *out);
/* `s` of a function's body, with what the call passes for its formals; null: it names others. */
const syntax *row_substitute(row_pass *w, const syntax *s, const syntax *call);

/* row_uses.c: finds facts and memory. */
void row_count_uses(row_pass *w);
/* Does it hold the rows of one table, and is named for nothing else? */
bool row_is_memory(const row_pass *w, const decl *d);
/* Is the operand child i of `around`, which asks whether it is null? */
bool row_is_null_asked(const syntax *around, int i);
/* Are elements that are set to 0 there so from when the table has its memory? */
bool row_begins_zero(const row_facts *f, const decl *in, int depth);
/* p = (double *)(a + n), of the table's own memory: the table; or null. */
const decl *row_own_memory(const row_pass *w, const syntax *value, const syntax **rows);

/* row_rewrite.c: takes out what only sets up rows. */
void row_rewrite(row_pass *w);

#endif
