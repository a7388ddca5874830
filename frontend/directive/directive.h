#ifndef FPREDICT_FRONTEND_DIRECTIVE_DIRECTIVE_H
#define FPREDICT_FRONTEND_DIRECTIVE_DIRECTIVE_H

/* Directives as written: `#pragma hpf`, `#pragma xmp`, `#pragma fpredict`.
 *
 * Comes in: the tokens of a pragma, and the names in scope for values. Goes out: typed
 * directives. May include program/ and support/ only: no clang, no syntax.
 *
 * Two steps. directive_parse_tokens reads the words of one pragma into a typed
 * structure in which every sub-argument keeps its place; it needs no names, so
 * that the caller can see, say, which loop variables a `loop (i,j)` names.
 * resolve/ then gives the parts their meaning, with the names that are in scope
 * at the statement. */

#include "frontend/directive/expression.h"
#include "program/tree/tree.h"

typedef enum directive_kind {
    /* Declarations: for directive_table_add. */
    DIRECTIVE_NODES, /* processors, nodes */
    DIRECTIVE_TEMPLATE,
    DIRECTIVE_TEMPLATE_FIX,
    DIRECTIVE_DIMENSION, /* payload `shape` */
    DIRECTIVE_DISTRIBUTE,
    DIRECTIVE_ALIGN,
    DIRECTIVE_SHADOW,
    DIRECTIVE_COARRAY, /* payload `named` */
    DIRECTIVE_DYNAMIC, /* payload `named`, as of the next */
    DIRECTIVE_INHERIT,
    /* For the loop that follows; payload `loop`. */
    DIRECTIVE_INDEPENDENT,
    DIRECTIVE_ON_HOME,
    DIRECTIVE_LOOP,
    DIRECTIVE_FORALL,
    /* For the nest or array assignment that follows. */
    DIRECTIVE_WHERE,
    DIRECTIVE_ELSEWHERE,
    /* Statements by themselves. */
    DIRECTIVE_REFLECT,      /* payload `reflect`; reduce_shadow too */
    DIRECTIVE_REFLECT_INIT, /* payload `reflect`; says how those of reflect_do are */
    DIRECTIVE_REFLECT_DO,   /* payload `reflect`, of which the names */
    DIRECTIVE_REDUCTION,    /* payload `comm` */
    DIRECTIVE_BCAST,        /* payload `comm` */
    DIRECTIVE_BARRIER,      /* payload `comm` */
    DIRECTIVE_REDISTRIBUTE, /* payload `distribute` */
    DIRECTIVE_REALIGN,      /* payload `align` */
    DIRECTIVE_WAIT_ASYNC,   /* payload `wait` */
    DIRECTIVE_POST,         /* payload `post` */
    DIRECTIVE_WAIT,         /* payload `post` */
    /* For the statement that follows. */
    DIRECTIVE_TASK,
    DIRECTIVE_GMOVE, /* payload `gmove` */
    DIRECTIVE_ARRAY, /* payload `array` */
    DIRECTIVE_TASKS, /* a block of tasks; says nothing that `task on` does not */
    /* Hints of `#pragma fpredict`. */
    DIRECTIVE_TRIP,        /* trip(expr), for the loop that follows; payload `trip` */
    DIRECTIVE_PIPELINE,    /* pipeline(length), for the nest that follows; payload `trip` */
    DIRECTIVE_PROBABILITY, /* probability(x), for the `if` that follows; payload `probability` */
    DIRECTIVE_REGION,      /* region NAME, for the statement that follows; payload `region` */
    /* Known, and reported as not analysed. */
    DIRECTIVE_UNANALYSED
} directive_kind;

typedef struct directive_name {
    const char *text; /* interned */
    source_range where;
} directive_name;

typedef enum directive_subscript_kind {
    DIRECTIVE_SUB_VALUE, /* e */
    DIRECTIVE_SUB_STAR,  /* * */
    DIRECTIVE_SUB_RANGE  /* lo:hi:step, each part may be missing; `:` alone is the whole */
} directive_subscript_kind;

typedef struct directive_subscript {
    directive_subscript_kind kind;
    bool is_periodic;           /* width(/periodic/1:1) */
    bool is_unbound;            /* expand(/unbound/1) */
    directive_expr value;       /* also the lower bound of a range */
    directive_expr upper, step; /* ranges */
    source_range where;
} directive_subscript;

/* NAME, NAME(s, ..) or NAME[s].. ; subscripts in the order of the text. */
typedef struct directive_ref {
    directive_name name;
    dialect spelling; /* says, with is_square, what order and origin the subscripts have */
    bool is_square;
    int count; /* 0: the name alone */
    const directive_subscript *sub;
    source_range where; /* name and subscripts */
} directive_ref;

/* One dimension's format of a DISTRIBUTE. */
typedef enum directive_format_kind {
    DIRECTIVE_FORMAT_STAR,
    DIRECTIVE_FORMAT_BLOCK,
    DIRECTIVE_FORMAT_CYCLIC,
    DIRECTIVE_FORMAT_GEN_BLOCK
} directive_format_kind;

typedef struct directive_format {
    directive_format_kind kind;
    directive_expr size; /* block, cyclic, gen_block(m); count 0: none */
    bool is_open;        /* gblock(*): a template_fix gives the sizes */
    int list_count;      /* gblock((/10, 20/)) */
    const directive_expr *list;
    source_range where;
} directive_format;

typedef struct directive_reduction {
    reduce_op op;        /* firstmax and the like are REDUCE_MAX, and so on */
    const char *word;    /* as it is listed: "firstmax" */
    bool needs_location; /* firstmax and the like */
    dialect spelling;
    directive_name var;
    const directive_ref *part; /* v[0:n][j]: the sections or elements meant; null: all of it */
    int location_count;        /* max:v/i,j/ */
    const directive_ref *locations;
} directive_reduction;

/* Iterations of a loop besides, or instead of, those that a processor owns. */
typedef enum directive_reach_kind {
    DIRECTIVE_REACH_NONE,
    DIRECTIVE_REACH_EXPAND, /* those that it owns and their neighbours, or fewer than it owns */
    DIRECTIVE_REACH_MARGIN, /* those of `expand` that it does not own */
    DIRECTIVE_REACH_PEEL    /* peel_and_wait: `expand`, wait for `id`, `margin` */
} directive_reach_kind;

typedef struct directive_reach {
    directive_reach_kind kind;
    directive_expr id;
    int width_count; /* one for each subscript of `on` */
    const directive_subscript *widths;
    source_range where;
} directive_reach;

typedef struct directive_loop {
    int var_count; /* loop (i,j): the variables named; 0: the outermost loop only */
    const directive_name *vars;
    bool has_on;
    directive_ref on; /* the template, nodes or (on home) array reference */
    int reduction_count;
    const directive_reduction *reductions;
    int new_count;
    const directive_name *news;
    directive_reach reach;
} directive_loop;

typedef struct directive directive;
struct directive {
    directive_kind kind;
    dialect spelling;     /* DIALECT_NONE for `#pragma fpredict` */
    const char *word;     /* as written, lower case, interned: "loop" */
    source_range where;   /* the whole text, from the dialect's word */
    source_range word_at; /* the directive's word */
    /* A malformed declaration: only the name that it declares or maps is there,
     * so that the table does not report the name's uses as well. */
    bool is_broken;
    directive_expr async; /* async(id) of what communicates; count 0: none */
    directive *next;      /* further directives of the same pragma: `T, U`, `attr, attr :: A` */
    union {
        struct {
            directive_ref shape; /* sizes; `*` is open */
            bool has_parent;     /* nodes sub(..) = parent */
            directive_ref parent;
            node_set set; /* or, without a name, `= *` or `= **` */
        } nodes;
        directive_ref tmpl; /* extents or lo:hi; `:` is open */
        struct {            /* distribute; template_fix, which has no onto */
            directive_name target;
            bool is_square; /* the formats */
            int format_count;
            const directive_format *formats;
            bool has_onto;
            directive_name onto;
            directive_ref shape; /* template_fix: bounds; count 0: none */
        } distribute;
        struct {
            directive_ref source; /* i, `*` or `:` in each dimension */
            directive_ref target;
        } align;
        directive_ref shape;  /* extents */
        directive_ref shadow; /* n, lo:hi or `*` */
        directive_name named;
        directive_loop loop;
        struct {
            int count;
            const directive_name *vars;
            int width_count;
            const directive_subscript *widths;
            source_range width_at;
            bool is_orthogonal;
        } reflect;
        struct {
            int reduction_count;
            const directive_reduction *reductions; /* bcast: without operators */
            bool has_on, has_from;
            directive_ref on, from;
        } comm;
        struct {               /* wait_async (id, ..) */
            directive_ref ids; /* its subscripts */
            bool has_on;
            directive_ref on;
        } wait;
        struct { /* post (node, tag), wait [(node[, tag])] */
            bool has_node;
            directive_ref node;
            directive_expr tag; /* count 0: any */
        } post;
        directive_ref task;
        gmove_mode gmove;
        directive_ref array;
        bool has_mask; /* where(mask): clang/rewrite.c has put an `if` for it */
        directive_expr trip;
        double probability;
        directive_name region;
    } u;
};

/* Does the pragma begin with hpf, xmp or fpredict? */
bool directive_is_ours(const directive_token *tokens, int count);
/* Of a pragma that is not: "hpf", "xmp" or "fpredict", if its first word is one edit from that; or
 * null. */
const char *directive_meant(const directive_token *tokens, int count);

/* Reads the words of one pragma: of what follows `#pragma` (or inside the
 * quotes of `_Pragma`), or of what a macro has put together. Returns its directives
 * in order; null, or a declaration with is_broken, after a diagnostic; and null
 * without one when it is not ours. Directives live in ctx's arena. */
directive *directive_parse_tokens(fp_context *ctx, const directive_token *tokens, int count);

/* Is the directive a declaration, for directive_table_add? */
bool directive_is_declaration(directive_kind kind);

/* Prints one directive on one line: "12: xmp loop (i) on t(i)", as understood. */
void directive_print(const directive *d, FILE *out);

#endif
