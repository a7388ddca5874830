#ifndef FPREDICT_FRONTEND_VALUE_STATE_H
#define FPREDICT_FRONTEND_VALUE_STATE_H

/* What is known while a program is lowered.
 *
 * value/ says what integers, names and places are. Comes in: the program
 * (syntax/), its pragmas (pragma/) and what directives declare (resolve/). Goes out:
 * variables, symbolic values, access paths and references. May include syntax/, pragma/,
 * directive/ and resolve/, and knows nothing of statements and nodes' bodies. */

#include "frontend/pragma/pragma.h"
#include "frontend/resolve/table.h"
#include "frontend/syntax/syntax.h"
#include "support/vec.h"

/* What is known of an integer variable's value at the statement being lowered. */
typedef enum flow_kind {
    FLOW_UNSET, /* nothing has been assigned on the way here */
    FLOW_VALUE,
    FLOW_VARYING /* not an expression of loop variables and parameters */
} flow_kind;

typedef struct flow_state {
    flow_kind flow;
    const expr *value;           /* FLOW_VALUE, of an integer; */
    const struct place *path;    /* of a pointer (value/pointer_flow.c) */
    const expr *const *elements; /* of a local array (value/array_flow.c) */
} flow_state;

/* What was known of a variable before its state was changed. */
typedef struct flow_change {
    int id; /* of the decl */
    flow_state state;
    int noted; /* decl_info.noted, before it */
} flow_change;

/* Changes in branches (value/flow_log.c). */
typedef struct flow_log {
    int branch; /* the innermost around the statement at hand; 0: none, and nothing is noted */
    int last;   /* branches are counted */
    VEC(flow_change) changes; /* of a variable one a branch */
} flow_log;

/* Ids of decls (value/decl_ids.c). */
typedef VEC(int) decl_ids;

typedef struct decl_info {
    variable *var;
    function *fn;
    /* Over the whole program (value/constant_propagation.c): */
    int assignments;        /* and address operators, which may assign too */
    const syntax *assigned; /* the only assignment's right side; null: unknown */
    bool is_assigned_in_loop;
    bool has_address_taken;
    bool is_repointed;            /* a pointer that is set to what may have another name */
    bool is_rank;                 /* MPI_Comm_rank sets it */
    bool is_counted, has_several; /* asked by value_has_several */
    bool is_settling_asked, is_settled, is_afar_asked, is_changed_afar; /* value/one_value.c */
    const decl *change_asked, *return_asked; /* functions of the answers beside them */
    source_range last_change;                /* value/one_value.c; unset: none */
    bool changes_after_return;
    const syntax *called_in; /* the loop of the next answer */
    bool is_called_to_change;
    bool is_array_asked, is_array_followed; /* value/array_flow.c */
    /* Of an array from malloc: all of it is followed; how long it is, is not known. */
    bool is_array_whole, is_array_open; /* value/array_length.c */
    const expr *const *settled; /* of an array that main alone sets: what other functions find */
    bool is_traced, is_tracing;
    const expr *traced;       /* its value all through the program; null: it varies */
    param *unknown;           /* stands for a value that --set must give */
    param *formal;            /* a formal's; null: it is never asked for */
    flow_state now;           /* at the current statement */
    int noted;                /* the last branch that changed it (value/flow_log.c) */
    bool is_unknown_reported; /* that this function has no body here */
    bool is_in_directive;     /* a directive, or a macro, has looked at its value */
    bool is_alias_reported;   /* that this pointer may lead into a distributed array */
    bool is_section_asked;    /* value/local_section.c */
} decl_info;

/* The elements of an integer array, parameters all of them. */
typedef struct array_elements {
    const decl *array;
    int count;
    const expr *const *value;
    param *const *params;
} array_elements;

/* An element of memory that is followed in part, beyond that part. */
typedef struct element_of_memory {
    const decl *array;
    const expr *index, *value;
} element_of_memory;

/* A member of a variable that is a structure, or of an element of it. */
typedef struct member_param {
    const decl *base;
    const char *name;  /* "cfg[2].n"; interned */
    const expr *value; /* null: it has several, or is not followed */
    bool is_element;   /* of any element of an array that is a member */
} member_param;

/* A loop variable that directives may name. */
typedef struct bound_loop {
    const decl *var;
    const loop_var *loop;
} bound_loop;

/* A lower bound of a loop's variable. */
typedef struct loop_floor {
    const loop_var *loop;
    int64_t least;
    const expr *bound; /* that it is from */
} loop_floor;

/* A value that is taken to be in its type's range; it may have formals and loop variables in it. */
typedef struct type_check {
    const expr *value;
    const c_type *type; /* RANGE_ROUNDS: null, and the value is taken to be 0 or more; RANGE_MISSED:
                         * null, and it is taken to be 1 */
    range_kind kind;
    source_range where;
} type_check;

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
    const xmp_comm_node *combined; /* XMP: after the loop, by all that its clause names; or null */
    bool is_elsewhere;
    bool is_used; /* lowered; another copy of the loop has another variable */
} planned_loop;

/* The part of a loop with a margin that is being lowered. */
typedef struct reach_piece {
    int dim; /* of `on`, whose margin it is; those before are taken inside the margin, those
                after with theirs. -1: all that is inside */
    reach_kind side;
    bool is_last;
} reach_piece;

typedef struct node_list {
    node *head, *tail;
} node_list;

typedef struct loop_frame {
    bool may_leave; /* a break or return was seen in it */
    bool is_switch;
    bool is_divided;                 /* each processor executes a part of its iterations */
    const on_clause *on;             /* by this clause; or null */
    const struct continuation *rest; /* a switch: where `break` goes on; null: after it */
    const syntax *loop;              /* null: a switch */
    const expr *is_last;             /* not 0 in the last iteration; null: not known */
    struct loop_frame *outer;
} loop_frame;

/* The loops that an array assignment's sections stand for (lower/section.c). */
typedef struct section_nest section_nest;

/* A function that calls itself, and how often it is executed in all. */
typedef struct executed_function {
    const decl *function;
    const expr *trips;
} executed_function;

/* What the lowering has found so far, for the whole program: it only grows. */
typedef struct found_state {
    VEC(const variable *) variables;
    VEC(fixed_name) fixed;              /* macros whose numbers went into the tree */
    VEC(const source_region *) regions; /* marked by `region` */
    VEC(library_call) library;          /* functions of XcalableMP's library */
    VEC(source_range) implied;          /* calls that nothing in the text says */
    VEC(followed_pointer) followed;     /* pointers that lead to elements of arrays */
    VEC(source_range) trips;            /* the first loop of each line that --set must count */
    VEC(executed_function) executed;    /* functions that call themselves */
    VEC(array_elements) elements;       /* of the arrays that were asked for */
    VEC(element_of_memory) beyond;
    VEC(member_param) members; /* that were asked for */
    VEC(loop_floor) floors;
    VEC(loop_range) loops; /* of the loops so far */
    VEC(type_check) checks;
    const unknown_effect *unknowns;       /* that hold whenever the program runs, linked by next */
    VEC(const directive *) reflect_inits; /* in the order of the text */
    bool has_sought_deciding;             /* lower/unknown.c: asked for the next */
    const decl *deciding; /* other files may change it, and it decides what is executed */
} found_state;

/* The function that is being lowered: lower_function sets it anew. */
typedef struct function_state {
    decl *decl;
    decl_ids tracked; /* integer variables and pointers in scope: they are followed; sorted */
    VEC(planned_loop) planned;
    int copies;      /* of statements after an `if` with a `continue` in it */
    int next_pragma; /* the first in pragmas that no statement has taken yet */
    int leaves;      /* if_node.leaves, of the branch that is being lowered */
    bool has_distributed;
} function_state;

/* The constructs around the statement at hand: whoever enters one sets it, and puts the
 * old value back when leaving. Empty at a function's beginning. */
typedef struct around_state {
    loop_frame *frame;
    VEC(bound_loop) bound;
    VEC(const on_clause *) executing; /* of the tasks */
    const syntax *move;               /* moves the variable of the innermost loop, in its body */
    const section_nest *nest;         /* an array assignment is being lowered; else null */
    const reach_piece *piece; /* of the loop with a margin that is being planned; else null */
    const expr *condition;    /* of the innermost `if` or `switch`; null: none, or not known */
    bool is_conditional;      /* an `if` or `switch` is around it, */
    bool is_guessed;          /* of which nothing decides one or another, */
    bool is_by_iteration;     /* or loop variables do */
} around_state;

/* An assignment that keeps the larger or smaller value. */
typedef struct extremum_form {
    const syntax *assignment; /* null: there is none */
    reduce_op op;
    bool keeps_first; /* of equal values */
} extremum_form;

/* What one statement leaves for those after it or inside it: valid until the next one
 * sets it. Empty at a function's beginning. */
typedef struct statement_state {
    const syntax *previous; /* the statement before the one at hand, in its block */
    source_range trip_at;   /* the hint of the loop at hand that says how often it is executed */
    const expr *executions; /* a hint: how often a function that calls itself here is executed */
    const syntax *masked;   /* the last statement of a where that an elsewhere may follow */
    const syntax *mask;     /* the `if` that a hint before a where is meant for */
    const directive *mask_probability;
    extremum_form extremum; /* of the `if` at hand */
} statement_state;

/* How expressions are being read: whoever changes it puts the old value back. */
typedef struct reading_state {
    const directive_names *names; /* in scope */
    bool is_bound;                /* a loop's bound, which a trip count can replace */
    bool is_by_number;            /* macros stand for their numbers, not for parameters */
    bool asks_members;            /* what nothing tells of structures is asked for by the type's
                                     name (value/record_member.h) */
    int result_depth;             /* of calls that value_of_call is in */
    int slice_depth;              /* of slices that are being made (value/integer_slice.c) */
} reading_state;

typedef struct lowering {
    /* For the whole program: set once, before any function. */
    fp_context *ctx;
    expr_pool *pool;
    const c_program *source;
    pragma_list pragmas;
    expr_reader *reader;
    directive_table *table;
    decl_info *info;         /* by decl id */
    const bool *beyond;      /* by decl id: a formal that some call passes what is below 0, or leads
                                arithmetic out of its type */
    struct macro_uses *uses; /* lower/macro_use.c; null: not asked for yet */
    struct decl_index *index;         /* value/decl_index.c */
    struct points_to *points;         /* value/points_to.c */
    struct callee_effects *effects;   /* value/callee_effects.c; null: not asked yet */
    struct member_uses *members;      /* value/member_uses.c; null: not asked for yet */
    struct exchange_table *exchanges; /* value/exchange.c */
    dialect spelling;
    bool keeps_loops; /* as in frontend_source */
    bool has_remaps;  /* some directive redistributes or realigns */
    flow_log flow;
    found_state found;
    function_state fn;
    around_state around;
    statement_state at;
    reading_state reading;
} lowering;

#endif
