#ifndef FPREDICT_PROGRAM_TREE_VARIABLE_H
#define FPREDICT_PROGRAM_TREE_VARIABLE_H

/* Variables, and the templates and alignments that say where their elements are. */

#include "program/expr/expr.h"
#include "program/expr/mapping.h"

typedef struct function function;

/* --- Directives ---------------------------------------------------------- */

/* One template dimension's format in a DISTRIBUTE. */
typedef struct dist_format {
    dist_kind kind;
    const expr *block;      /* block(n), cyclic(n); null: block's default, cyclic(1) */
    const gen_sizes *sizes; /* gen_block */
    source_range where;
} dist_format;

typedef struct dist_template {
    const char *name; /* interned; for a direct DISTRIBUTE of an array, the array's name */
    int rank;
    const expr *lower[MAX_RANK];
    const expr *extent[MAX_RANK];
    source_range where;
    bool is_distributed;
    dist_format format[MAX_RANK];
    const proc_grid *grid; /* onto; null when not distributed */
    source_range dist_where;
    bool is_direct;        /* stands for one array that is distributed directly */
    bool is_dynamic;       /* HPF dynamic: redistribute may say otherwise */
    const function *owner; /* declared in it; null: at file scope */
    source_range fixed_at; /* the template_fix in a function that gives it bounds; or unset, */
    const function *fixed_in;
    int id; /* dense, from 0, in one program */
} dist_template;

typedef enum align_source { ALIGN_BY_DIM, ALIGN_REPLICATED, ALIGN_FIXED } align_source;

/* What drives one template dimension: array dimension `dim` by stride*i+offset,
 * nothing (`*`: replicated), or one fixed index (`offset`). */
typedef struct align_axis {
    align_source source;
    int dim;
    const expr *stride, *offset;
} align_axis;

typedef struct alignment {
    const dist_template *target;
    align_axis axis[MAX_RANK]; /* one for each template dimension */
    source_range where;
} alignment;

/* --- Variables ----------------------------------------------------------- */

typedef enum elem_kind { ELEM_INT, ELEM_FLOAT, ELEM_OTHER } elem_kind;

/* What a function without directives does to a formal, a pointer: XcalableMP's programs pass it the
 * node's own part of a mapped array, where that is all. */
typedef enum section_use {
    SECTION_NONE,    /* more, or it is no such formal */
    SECTION_INDEXED, /* looks at elements */
    SECTION_PASSED   /* likewise, and passes it to functions that keep no address */
} section_use;

typedef struct variable {
    const char *name;
    source_range where;
    elem_kind kind;
    int elem_bytes;
    bool is_no_number;     /* its elements are structures or pointers */
    int rank;              /* 0: a scalar */
    bool is_flat;          /* declared as one row of all its elements, which are in C's order */
    bool is_whole_pointer; /* declared as a pointer to the whole array: (*a)[i][j] */
    bool is_row_table;     /* declared as pointers to its rows: double **a; */
    bool is_allocated;     /* declared as a pointer: its memory is of the heap */
    bool has_zero_rows;    /* which are 0 when they have been allocated */
    const expr *extent[MAX_RANK]; /* first dimension of a formal may be null: unknown */
    const alignment *align;       /* null: replicated */
    const expr *shadow_lower[MAX_RANK], *shadow_upper[MAX_RANK]; /* null: none declared */
    bool is_shadow_whole[MAX_RANK]; /* shadow `*`: room for the whole dimension */
    source_range shadow_where;
    /* Of the plan: its values stay in registers, and only messages have them in memory. */
    bool is_in_registers;
    bool is_message; /* of the plan: what a call of MPI's moves; it has no memory of its own */
    bool is_mask;    /* of the plan: conditions that a forall keeps */
    const function *owner; /* null: global */
    int formal_index;      /* -1: not a formal */
    bool is_made;          /* a formal that the text has not: what the function makes and returns */
    section_use section;   /* of a formal */
    bool is_dynamic;       /* HPF dynamic: redistribute and realign may map it anew */
    bool is_inherited;     /* HPF inherit: a formal that stays where its actual is */
    bool is_static;        /* in a function, and keeps its values from call to call */
    bool is_external;      /* at file scope, and seen by other files */
    bool is_elsewhere;     /* so, and defined in none of the program's */
    bool is_coarray;       /* each processor has one, which others may read and write */
    bool is_aliased;       /* read or written by other names, too, or by functions elsewhere */
    const char *type;      /* of an element, as C spells it: "unsigned long"; or null */
    bool is_temporary;     /* the compiler has made it: no source has its name */
    source_range text;     /* of the declaration, from its first word to this one's end */
    const struct outline_declaration
        *declared; /* all that is declared with it (tree/outline.h); or null */
    /* Of a pointer to an array, where it may lead to one of several; or unset. */
    source_range other_use;
    /* Of the plan's own: that array, where a redistribute or realign has put it. */
    const struct variable *version_of;
    int id; /* dense, from 0, in one program */
} variable;

/* "'a', 'b' and 'c'"; "" of none. */
const char *variable_names(arena *a, int count, const variable *const *list);

#endif
