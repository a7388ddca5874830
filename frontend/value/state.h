#ifndef FPREDICT_FRONTEND_VALUE_STATE_H
#define FPREDICT_FRONTEND_VALUE_STATE_H

/* What is known while a program is lowered. Part of lower/lower.h. */

#include "frontend/pragma/pragma.h"
#include "frontend/resolve/table.h"
#include "frontend/syntax/syntax.h"
#include "support/vec.h"

/* What is known of an integer variable's value at the statement being lowered. */
typedef enum flow_kind {
    FLOW_UNSAID, /* nothing has been assigned on the way here */
    FLOW_VALUE,
    FLOW_VARYING /* not an expression of loop variables and parameters */
} flow_kind;

typedef struct flow_state {
    flow_kind flow;
    const expr *value; /* FLOW_VALUE */
} flow_state;

typedef struct decl_info {
    variable *var;
    function *fn;
    /* Over the whole program (value/constant_propagation.c): */
    int assignments;        /* and address operators, which may assign too */
    const syntax *assigned; /* the only assignment's right side; null: unknown */
    bool is_assigned_in_loop;
    bool has_address_taken;
    bool is_traced, is_tracing;
    const expr *traced; /* its value all through the program; null: it varies */
    param *unknown;     /* stands for the value that only --set can give */
    param *formal;      /* a formal's; null: it is never asked for */
    flow_state now;     /* at the current statement */
} decl_info;

/* The elements of an integer array, parameters all of them. */
typedef struct array_elements {
    const decl *array;
    int count;
    const expr *const *value;
} array_elements;

/* A loop variable that directives may name. */
typedef struct bound_loop {
    const decl *var;
    const loop_var *loop;
} bound_loop;

/* A value that a loop's variable is never below. */
typedef struct loop_floor {
    const loop_var *loop;
    int64_t least;
} loop_floor;

/* A `for` whose loop variable and clauses were fixed by a directive above it. */
typedef struct planned_loop {
    const syntax *loop;
    const loop_var *var;
    loop_parallel parallel;
    source_range directive;
    const on_clause *on;
    int reduction_count;
    const reduction *reductions;
    int new_count;
    const variable *const *news;
    loop_reach reach;
    const xmp_comm_node *combined; /* XMP: behind the loop, by all whom its clause names; or null */
    bool is_elsewhere;
    bool is_used; /* lowered; another copy of the loop has another variable */
} planned_loop;

/* The part of a loop with a margin that is being lowered. */
typedef struct reach_piece {
    int dim; /* of `on`, whose margin it is; those before are taken inside the margin, those
                behind with theirs. -1: all that is inside */
    reach_kind side;
    bool is_last;
} reach_piece;

typedef struct node_list {
    node *head, *tail;
} node_list;

typedef struct loop_frame {
    bool may_leave; /* a break or return was seen in it */
    bool is_switch;
    bool is_divided;                 /* a loop of which each processor has iterations of its own */
    const on_clause *on;             /* by this clause; or null */
    const struct continuation *rest; /* a switch: where `break` goes on; null: behind it */
    const syntax *loop;              /* null: a switch */
    struct loop_frame *outer;
} loop_frame;

/* The loops that an array assignment's sections stand for (lower/section.c). */
typedef struct section_nest section_nest;

typedef struct lowering {
    VEC(const directive *) reflect_inits; /* so far, in the order of the text */
    fp_context *ctx;
    expr_pool *pool;
    const c_unit *unit;
    pragma_list pragmas;
    expr_reader *reader;
    directive_table *table;
    decl_info *info; /* by decl id */
    /* The first loop of each line that --set must count. */
    VEC(source_range) trips;
    VEC(const variable *) variables;
    VEC(fixed_name) fixed;
    VEC(array_elements) elements; /* of the arrays that were asked for */
    int result_depth;             /* of calls that lower_result is in */
    bool is_by_number;            /* lower_integer takes macros for the numbers they stand for */
    dialect spelling;
    /* The function being lowered. */
    decl *function;
    const directive_names *names;
    VEC(bound_loop) bound;
    VEC(planned_loop) planned;
    VEC(loop_floor) floors;
    VEC(int) tracked; /* ids of the integer variables in sight: their values are followed */
    loop_frame *frame;
    source_range trip_at;   /* the hint of the loop at hand that says how often it is executed */
    const syntax *move;     /* moves the variable of the innermost loop, in its body */
    bool is_bound;          /* of a loop that a trip count can tell of as well */
    int copies;             /* of statements behind an `if` with a `continue` in it */
    const syntax *extremum; /* an assignment that keeps the larger or smaller value */
    reduce_op extremum_op;
    int next_pragma;
    const reach_piece *piece;         /* of the loop that is being planned; or null */
    const section_nest *nest;         /* an array assignment is being lowered */
    VEC(const on_clause *) executing; /* of the tasks around */
    const syntax *previous;           /* the statement before the one at hand, in its block */
    const syntax *masked; /* the last statement of a where that an elsewhere may follow */
    const syntax *mask;   /* the `if` that a hint before a where is meant for */
    const directive *mask_probability;
    bool has_distributed;
    bool has_remaps;                    /* some directive redistributes or realigns */
    VEC(const source_region *) regions; /* marked so far */
    VEC(foreign_call) foreign;          /* called so far */
    VEC(foreign_call) library;          /* likewise, of XcalableMP's library */
} lowering;

#endif
