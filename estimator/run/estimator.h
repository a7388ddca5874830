#ifndef FPREDICT_ESTIMATOR_RUN_ESTIMATOR_H
#define FPREDICT_ESTIMATOR_RUN_ESTIMATOR_H

/* What depends on graph and machine only, worked out once for all evaluations. run/run.h has
 * the state of one evaluation. Nothing outside of estimator/ includes either. */

#include <assert.h>

#include "estimator/estimate.h"
#include "support/vec.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/ticks.h"

/* Evaluations of what has no closed form, before iterations are sampled. */
#define WALK_BUDGET (INT64_C(1) << 24)

/* A cache as far as it decides what stays in it. */
typedef struct cache_shape {
    double line;  /* bytes */
    double lines; /* of all of it */
    int ways;     /* 0: a line may be anywhere */
    double sets;  /* 1 then */
    replacement replace;
} cache_shape;

/* One tally for all processors alike, or one for each. */
typedef enum row_kind { ROW_COMMON, ROW_EACH } row_kind;

/* Iterations of a split loop, as a function of one coordinate. */
typedef struct count_info {
    const expr *trips; /* an EXPR_COUNT of nothing else that varies */
    const proc_grid *grid;
    int axis;
} count_info;

/* The counts that decide what a block costs a processor. */
typedef struct count_class_info {
    int count;
    const int *counts; /* ascending indices of est->counts */
} count_class_info;

/* Something of which a processor's coordinate on one axis decides what a block does there; and
 * that nothing else of the processor does. */
typedef enum block_ask_kind {
    ASK_COUNT, /* iterations of a split loop */
    ASK_HOME,  /* is it at home on the axis? */
    ASK_COORD  /* anything: no two coordinates are alike */
} block_ask_kind;

typedef struct block_ask {
    block_ask_kind kind;
    const proc_grid *grid;
    int axis;
    const expr *trips;   /* ASK_COUNT: an EXPR_COUNT */
    const home_axis *at; /* ASK_HOME; null: is it on the grid? */
} block_ask;

typedef struct step_info {
    int128 each;    /* ticks of the operations, each execution */
    double seconds; /* the same, unrounded */
    double error;   /* standard error of `seconds`, all operations erring together */
    home at;        /* what enclosing split loops do not already grant; grid null: nothing */
} step_info;

typedef struct unit_info {
    uint64_t own;      /* loop variables that the unit's own expressions mention */
    uint64_t vars;     /* … that its subtree mentions */
    uint64_t bound;    /* loop variables of loops in the subtree */
    uint64_t var;      /* the loop's own variable */
    uint64_t body;     /* loop variables that the loop's body mentions */
    bool is_rank_free; /* every processor executes the subtree alike */
    bool is_affine;    /* expressions below are piecewise affine in loop variables */
    int loops;         /* deepest nest of loops in the subtree */
    bool is_inside;    /* a block */
    /* Outside blocks, and their roots. Even: whenever one processor executes it,
     * all do. By chance: below a condition that communicates and is weighted. */
    bool is_even, goes_by_probability;
    bool is_alike;     /* all processors execute it as often, and it costs them alike */
    row_kind row_kind; /* where its tallies are: run/ledger.c */
    int row;
    int wait;       /* ROW_COMMON communications: index of their waiting; else -1 */
    int operation;  /* the first of the unit's own of est->operations; -1: has none */
    int count;      /* split loops: of est->counts; -1: not one that block/equivalence.c knows */
    int slot;       /* first counter; see block/count.c */
    int slot_count; /* counters of the unit itself */
    int group, group_end; /* in a block: groups of its ref_groups that stand here */
    step_info *steps;
    int128 condition;       /* ticks of the condition's operations, each time */
    double condition_error; /* seconds */
    const aag_unit *loop;   /* innermost enclosing loop that communicates, or null */
    bool is_over_levels; /* a loop over levels: loops inside take other steps in each iteration, or
                          * bounds that are no sums of its variable, and arrays belong to it */
    bool is_by_level;    /* a loop that communicates, over levels: loops inside take other steps
                          * in each iteration, and arrays belong to it */
    /* Loops that communicate: expressions of the body that mention the variable,
     * and whether iterations a period apart do the same (simulate/iteration_period.c). */
    int moving_count, placed_count;
    const expr **moving;
    const struct placed_index *placed; /* indices of which only the owner matters */
    bool is_known_flow;
} unit_info;

/* References to one array with equal coefficients in one nest: they touch the
 * same lines but for constant offsets. */
typedef enum dim_access { DIM_AFFINE, DIM_WHOLE, DIM_ANYWHERE } dim_access;

#define GROUP_OFFSETS 8

typedef struct ref_group {
    const variable *var;
    const aag_unit *unit; /* of the first reference */
    int step;
    int loop_count; /* enclosing loops inside the block, outermost first */
    const aag_unit **loops;
    dim_access access[MAX_RANK]; /* DIM_ANYWHERE: indirect */
    const expr **coefficient;    /* [dim * loop_count + loop]: elements each iteration; null: 0 */
    bool *jumps;                 /* likewise: moves the dimension by no fixed step */
    int offset_count[MAX_RANK];
    const expr *offset[MAX_RANK][GROUP_OFFSETS];
    bool goes_anywhere; /* in some dimension: DIM_ANYWHERE */
    bool is_read, is_written;
    int write_count;
    uint64_t vars;   /* loop variables that decide what it touches */
    int reach;       /* of the block's reaches, its first; one more than loops: block/footprint.c */
    int of_variable; /* index of the block's first group of the same array */
    int family;      /* index of the block's first group that touches the same rows */
    int family_count; /* the first: groups of its family; the others: 0 */
    /* Numbers where the program tells them, else NAN: the largest less the smallest
     * offset, by dimension, and elements each iteration, as `coefficient`. */
    double spread[MAX_RANK];
    double *stride;
} ref_group;

typedef struct block_info {
    const aag_unit *unit;
    bool is_fixed; /* the same whenever it is executed */
    /* How often it was executed is kept in counters (for all processors alike,
     * or for each), and what that costs is worked out at the end. */
    bool has_runs;
    row_kind runs_kind;
    int runs;        /* index among such blocks */
    int count_class; /* of est->count_classes; -1: loop variables or homes decide, too */
    int ask_count;   /* then, what decides; -1: each processor is counted by itself */
    const block_ask *asks;
    int slot, slot_count; /* counters of the subtree */
    int group_count;
    ref_group *groups;
    int reach_count;
    uint64_t group_vars; /* of all groups */
} block_info;

typedef struct collective_plan collective_plan;
typedef struct loop_groups loop_groups; /* block/reuse.h */
typedef struct run run;                 /* one evaluation: run/run.h */

struct estimator {
    fp_context *ctx;
    const aag_graph *graph;
    const sag *machine;
    estimate_options options;
    network network;
    unit_info *unit;        /* by unit id */
    env *env;               /* of the first evaluation, bound anew for each */
    arena *scratch;         /* memory of evaluations, cleared for each */
    arena **again;          /* by unit id: of what one evaluation makes more than once */
    collective_plan *plans; /* of shapes that were evaluated before */
    uint64_t evaluations;   /* begun so far */
    int slot_count;
    int block_count;
    block_info *blocks;
    int count_count;
    count_info *counts;
    int count_class_of_count;
    count_class_info *count_classes;
    /* How many of each there are in the ledger; see run/ledger.c. */
    int row_count[2], runs_count[2], wait_count;
    /* Rows (ROW_EACH) of the communications whose waiting is in them. */
    int each_wait_count, *each_waits;
    /* Communications that only start where they stand, each as often as it may be under
     * way at one time (async_slots): their units. */
    int operation_count;
    const aag_unit **operations;
    bool has_posts;
    /* Set where all processors execute everything alike, and all that tells them
     * apart is where they are on this grid: message/merge_clocks.c. */
    const proc_grid *only_grid;
    int run_slots;             /* counters of a block's executions: by the levels that were warm */
    bool *is_used;             /* by variable id: its size matters */
    loop_groups **loop_groups; /* by unit id, loops that communicate: [variable id]; null: not asked
                                  for yet */
    int *block_of;             /* by unit id: index of the block it is the root of, or -1 */
    struct nest *nest;         /* memory/nest.h; null: too much for it, or the older model */
    struct memory_walk *walk;  /* memory/walk.h: its memory; null: not needed yet */
    const char *no_nest;       /* the first of these, in words; may be null */
    int level_count;           /* caches with sizes, then the TLB */
    struct {
        double capacity, line;           /* bytes; capacity already as it is usable */
        double fetch, store;             /* seconds a miss */
        double fetch_error, store_error; /* relative */
        const quantity *fetch_value, *store_value;
        const char *name;
        cache_shape shape;
        bool allocates; /* a store fetches its line */
        bool is_tlb;
    } level[CACHE_LEVELS];
    struct {
        int128 ticks, error_ticks;
        double error; /* seconds */
    } loop_setup, loop_iteration, condition, branch, call, call_overhead, copy;
};

#endif
