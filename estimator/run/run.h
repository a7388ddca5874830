#ifndef FPREDICT_ESTIMATOR_RUN_RUN_H
#define FPREDICT_ESTIMATOR_RUN_RUN_H

/* One evaluation: numbers for a graph and a machine, and what they add up to. */

#include "estimator/run/clocks.h"
#include "estimator/run/ledger.h"
#include "estimator/run/trace.h"
#include "program/env/bindings.h"
#include "sysmodels/network/exchange.h"

/* Defined by the stages that use them: memory/, block/, message/, simulate/. */
typedef struct block_state block_state;
typedef struct charging charging;
typedef struct count_classes count_classes;
typedef struct comm_state comm_state;
typedef struct comm_peak comm_peak;
typedef struct price_memo price_memo;
typedef struct loop_executions loop_executions;
typedef struct reuse_log reuse_log;
typedef struct weighing weighing;
typedef struct round_listener round_listener;
typedef struct observation observation;

typedef struct axis_value {
    const axis_map *axis;
    dim_mapping dim;
} axis_value;

/* Where each rank is on a grid: [rank * grid->rank + axis]. */
typedef struct grid_coords {
    const proc_grid *grid;
    const int *coord;
    const int *extent;
} grid_coords;

typedef struct rank_var {
    const loop_var *var;
    const int64_t *value; /* by place */
} rank_var;

struct run {
    estimator *est;
    arena *scratch; /* ends with the run */
    /* Of block/counted_bodies.c: memory while a block is counted, null where none was needed yet;
     * by unit id, loops of which no two bodies were alike on a processor. */
    arena *bodies;
    bool *bodies_differ;
    env *env;
    int set_count; /* what the user set */
    const binding *set;
    int procs;
    /* What has a clock: each processor, or where `merged` is set, processors that
     * differ in nothing but their neighbours. Then a clock is never earlier than
     * that of any of them, and `clock_count` is twice the places: the second half
     * of `clock` is never later. */
    int places, clock_count;
    int state_count; /* of `clock`, with what operations under way have there */
    int port_count;  /* of a node, where messages may still be in them (message/ports.h) */
    int slot_count;  /* of `operations`: those of the program, then message/ports.h's */
    clock_classes *merged;
    const char
        *unlike;   /* why they are not, in words; null: nobody has asked, or it is not worth it */
    int128 now;    /* what all clocks have in common: each is `now` + clock[place] */
    int128 *clock; /* by place; then by operation, or port, and place, without `now` */
    operation *operations;
    uint64_t starts; /* of operations, so far */
    post_queue post_queue;
    VEC(blocked_wait) blocked_wait;
    ledger ledger;
    weighing **weighings;  /* by unit id, conditions: simulate/weighted_sum.c; null: not met yet */
    bool *active;          /* by place: executes what is being interpreted */
    const bool *everybody; /* what `active` is where all do */
    exchange_clocks exchange;
    round_listener *listener; /* of message/exchange.h; null: nobody */
    observation *observation; /* of message/observe.h; null: nobody looks */
    int64_t schedules_made;
    int128 *late;      /* twice by place, scratch of message/ports.h */
    round_cost *costs; /* by place: of the round that is being made; else zero */
    int *deed;         /* scratch of message/collective_round.h, by place */
    price_memo *prices;
    count_stretches *stretches;   /* by count_info; count 0: not known yet */
    count_classes *count_classes; /* by count_class_info */
    block_state *blocks;
    charging *charging;   /* block/charges.c */
    comm_state *comms;    /* by unit id */
    comm_peak *peak;      /* by communication id */
    bool *is_bound;       /* by communication id */
    unsigned char *warm;  /* by unit id, loops: levels that hold all of the body */
    bool *is_warm_known;  /* by unit id */
    unsigned char *keeps; /* by unit id, loops: levels that hold all that an iteration touches, with
                           * all that loops in it move through */
    bool *is_later;       /* by unit id, loops: in an iteration after the first */
    bool *was_sampled;    /* by unit id: iterations were sampled, not all counted */
    bool *was_taken;      /* by unit id: a condition by probability was met */
    bool *was_guessed;    /* by unit id: a wait, for what may have another id or tag */
    bool *was_unmatched;  /* by unit id: a wait for a post that no processor had made */
    /* By unit id, conditions: the parameter without which nothing decides the test; or
     * null. Such a condition goes by its probability. */
    const param **unknown;
    bool has_unknown;  /* any of them */
    double *weight;    /* by unit id: product of the probabilities above it, inside its block */
    int64_t *period;   /* by unit id: block/count_period.c's memory; 0: not known */
    bool period_moves; /* what was asked for last depends on loops outside */
    int64_t changes;   /* of what decides how much blocks miss */
    int64_t
        *extents; /* [variable * MAX_RANK + dim]: largest local extent with shadow; -1: not known */
    double *array_lines; /* [level * variables + variable]: of the local array; 0: not known */
    double *missed;      /* [level * groups + group of all places]: misses; null: the older model
                          * (memory/misses.h) */
    double *miss_error;  /* likewise: standard error of those; null: none of them is from samples */
    double *missing_runs;    /* by group: executions of its statement */
    double *block_runs;      /* room for those of one block's groups */
    const struct nest *nest; /* whose groups they are */
    reuse_log *reuse; /* where misses_find writes why; null: nobody asks (memory/reasons.h) */
    bool has_sampled_misses;  /* some of them are from samples of executions (memory/sample.h) */
    bool has_doubtful_misses; /* or depend on data */
    double node_bytes;
    VEC(axis_value) axes;
    VEC(grid_coords) coords;
    dim_mapping moving_axis;
    VEC(rank_var) rank_vars;
    const loop_values **values;   /* by unit id */
    loop_executions **executions; /* by unit id, loops: simulate/repeated_loop.c */
    int64_t kept;                 /* bytes of those */
    uint64_t loops_entered;       /* so far, of those that communicate */
    clock_trace clock_trace;
    const unknown_effect *unknowns; /* that hold at these values; linked by next */
    bool has_failed;
    int64_t beyond; /* cells after which blocks recur outside their templates; 1: none was met */
    uint64_t undefined; /* comparisons in regimes so far of what had no value */
    int64_t budget;     /* evaluations left for walking what has no closed form */
    int64_t counted;    /* bodies of loops in blocks, one by one: block/long_count.c */
    int64_t stepped;    /* iterations made one by one, of all processors together */
    int64_t next_check; /* of them: simulate/long_walk.c */
    int64_t *walked;    /* by unit id: iterations of a loop that goes one by one; 0: it does not */
    int64_t *position;  /* by unit id: the iteration that the loop is in */
    int walks;          /* loops being walked because no two iterations are alike */
};

/* The run's memory lives until the next. */
run *run_new(estimator *est, const bindings *values);
/* Makes clocks and tallies for the places; before anything is interpreted. */
void run_open(run *r);
/* Is there memory for as many places? */
bool run_has_room(const run *r);
/* The same; fails the run where there is not, with a report. */
bool run_can_follow(run *r);
/* Memory for what a unit needs until its loop variables change: `old` is what
 * it had until now, or null. */
arena *run_memory(run *r, const aag_unit *u, arena *old);
/* Fails the run, reporting once: `what`, or null for why an expression has no
 * value. */
void run_fail(run *r, source_range where, const char *what);
int64_t run_eval(run *r, const expr *x, source_range where);
/* False, without complaint: nothing tells it. */
bool run_value(run *r, const expr *x, int64_t *value);
/* The step of a loop that is executed; fails where it never ends. */
int64_t run_step(run *r, const aag_unit *u);
/* Makes `rank` the executing processor, loop variables included. */
void run_set_rank(run *r, int rank);
/* Has the user set the parameter (--set)? */
bool run_is_set_by_user(const run *r, const param *p);
const dim_mapping *run_dim(run *r, const axis_map *axis, source_range where);
grid_coords run_coords(run *r, const proc_grid *grid);
bool run_at_home(run *r, const home *at, int rank, source_range where);
int64_t run_trips(int64_t lower, int64_t upper, int64_t step);
/* The processor that stands for a place. */
int run_rank(const run *r, int place);
int run_place(const run *r, int rank);
/* The places of all processors; null: each is its own. */
const int *run_places(const run *r);
int64_t run_place_size(const run *r, int place);

#endif
