#ifndef FPREDICT_ESTIMATOR_INTERNAL_H
#define FPREDICT_ESTIMATOR_INTERNAL_H

/* What the files of estimator/ share. Nothing outside includes it.
 *
 *   analyse.c      what does not depend on numbers: variables, slots, homes
 *   filter.c       the machine filter: what each unit costs on this machine
 *   count.c        how often each unit executes on a processor
 *   decide.c       which way conditions, homes and clipped ranges go
 *   memory_group.c, memory.c, fresh.c
 *                  references, the lines that they touch, and misses
 *   block.c        a subtree without communication, on every processor
 *   schedule.c     a communication's messages as rounds of exchanges
 *   collective.c   rounds of trees, rings and doublings
 *   exchange.c     a round on the clocks
 *   interpret.c    the walk over the synchronised graph
 *   settle.c       which iterations on the clocks do the same
 *   repeat.c       iterations on the clocks, and their short cuts
 *   check.c, check_shadow.c
 *                  sizes, blocks, shadows and memory that cannot be
 *   estimate.c     the public functions
 *   uncertainty.c, assume.c, explain.c, explain_comm.c
 *                  what else an estimate tells
 *
 * Clocks are integers: one tick is a picosecond, and what a unit costs is
 * rounded to ticks once. Everything that is added up is a tick or a count, so
 * sums do not depend on their order and equal states compare equal. */

#include <assert.h>

#include "estimator/estimate.h"
#include "support/vec.h"
#include "sysmodels/sag_price.h"

__extension__ typedef __int128 wide;

#define TICKS_PER_SECOND 1e12

/* Counts of what may happen by chance are kept in fractions of this. */
#define ONE ((wide)1 << 20)

/* Nearest tick. Asserts that the time is representable. */
wide ticks_of(double seconds);
double seconds_of(wide ticks);

typedef enum part {
    PART_COMPUTATION,
    PART_COMMUNICATION,
    PART_OVERHEAD,
    PART_WAITING,
    PART_COUNT
} part;

/* Whose values err together: uncertainty.c. */
typedef enum component {
    COMPONENT_PROCESSING,
    COMPONENT_MEMORY,
    COMPONENT_COMMUNICATION,
    COMPONENT_COUNT
} component;

/* What one unit has cost one processor; all fields are additive `wide`s. */
typedef struct tally {
    wide time[PART_COUNT];
    wide count, misses;          /* executions, cache misses: in fractions of ONE */
    wide error[COMPONENT_COUNT]; /* ticks: standard errors, each component's added up */
} tally;

/* What a communication has moved, over all processors; in fractions of ONE. */
typedef struct moved {
    wide count, messages, bytes;
} moved;

/* Evaluations of what has no closed form, before iterations are sampled. */
#define WALK_BUDGET (INT64_C(1) << 24)

#define CACHE_LEVELS 4 /* caches, and the TLB as the last */

/* --- What depends on graph and machine only ------------------------------ */

typedef struct step_info {
    wide each;      /* ticks of the operations, each execution */
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
    int tally;         /* index among units inside blocks, or among the others */
    bool is_inside;    /* a block */
    int slot;          /* first counter; see count.c */
    int slot_count;    /* counters of the unit itself */
    double weight;     /* product of the probabilities above it, inside its block */
    step_info *steps;
    wide condition;         /* ticks of the condition's operations, each time */
    double condition_error; /* seconds */
    const aag_unit *loop;   /* innermost enclosing loop that communicates, or null */
    /* Loops that communicate: expressions of the body that mention the variable,
     * and whether iterations a period apart do the same (settle.c). */
    int moving_count;
    const expr **moving;
    bool is_settled;
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
    bool is_read, is_written;
    int write_count;
    uint64_t vars; /* loop variables that decide what it touches */
    int family;    /* index of the block's first group that touches the same rows */
} ref_group;

typedef struct block_info {
    const aag_unit *unit;
    bool is_fixed;        /* the same whenever it is executed */
    int slot, slot_count; /* counters of the subtree */
    int group_count;
    ref_group *groups;
    uint64_t group_vars; /* of all groups */
} block_info;

struct estimator {
    fp_context *ctx;
    const aag_graph *graph;
    const sag *machine;
    estimate_options options;
    exchange_rule exchange;
    double overlap;
    unit_info *unit; /* by unit id */
    env *env;        /* of the first evaluation, bound anew for each */
    arena *scratch;  /* memory of evaluations, cleared for each */
    arena **again;   /* by unit id: of what one evaluation makes more than once */
    int slot_count;
    int block_count;
    block_info *blocks;
    int outside_count, inside_count; /* units not in blocks, in blocks */
    bool has_moving_blocks;          /* some block is not fixed, or executed by chance */
    bool *is_used;                   /* by variable id: its size matters */
    int *block_of;                   /* by unit id: index of the block it is the root of, or -1 */
    int level_count;                 /* caches with sizes, then the TLB */
    struct {
        double capacity, line;           /* bytes; capacity already as it is usable */
        double fetch, store;             /* seconds a miss */
        double fetch_error, store_error; /* relative */
        const quantity *fetch_value, *store_value;
        const char *name;
        bool allocates; /* a store's line is brought in */
        bool is_tlb;
    } level[CACHE_LEVELS];
    struct {
        wide ticks, error_ticks;
        double error; /* seconds */
    } loop_setup, loop_iteration, condition, branch, call, call_overhead, copy;
};

/* --- One evaluation ------------------------------------------------------ */

/* Counters of a block's executions, by which levels were warm. */
#define RUN_SLOTS 3

/* One cost of a block on one processor, by which levels are already warm. */
typedef struct block_entry {
    int unit;
    tally cost;
} block_entry;

typedef struct block_variant {
    int slot; /* of its counter in the book; -1: none */
    int entry_count;
    block_entry *entries;
    wide total;
} block_variant;

typedef struct block_class {
    const wide *counts; /* slots of the block, from block_info.slot */
    double *misses;     /* [level * group_count + group] */
    double *again;      /* likewise, when the loop's last iteration is still in the cache */
    double *lines;      /* [level * variable_count + variable]: touched in all */
    block_variant *variant[1 << CACHE_LEVELS];
} block_class;

typedef struct block_state {
    bool is_current; /* classes are those of the present loop variables */
    int class_count;
    block_class **classes;
    int slot_count;
    unsigned slot_warm[RUN_SLOTS]; /* which warm levels the counters are for */
    int *class_of;                 /* by rank; -1: not known */
    unsigned char *resident;       /* by rank: levels that may still hold what it touched */
    arena *memory;                 /* of the classes */
} block_state;

/* What prices the messages of one communication. */
typedef struct message_kind {
    const proc_grid *grid; /* null: processors in no order */
    sag_pattern_kind pattern;
    int dims; /* axes of the grid with more than one processor */
} message_kind;

typedef struct round_message {
    message_kind kind;
    sag_route route;
    int sender, receiver;
    wide occupancy, latency;
    double bytes;
    wide error; /* of occupancy and latency */
} round_message;

/* Messages that are posted together. */
typedef struct round_member {
    int rank;
    int calls;        /* messages sent and received */
    int first, count; /* incoming, in round.messages */
    wide sent, received;
    wide latency;            /* the largest of an incoming message */
    int64_t copied;          /* elements, before and after */
    wide packing, unpacking; /* ticks for that */
    wide combine;            /* ticks of computation after it */
    wide error[COMPONENT_COUNT];
    wide sent_error, received_error;
} round_member;

typedef struct comm_round {
    bool is_pattern; /* a collective by its own function; see exchange.c */
    bool waits_for_all;
    int root; /* pattern: rank whose entry is waited for; -1: everybody's */
    wide pattern_time;
    int message_count;
    round_message *messages; /* ordered by receiver */
    int member_count;
    round_member *members;
    int *member_of; /* by rank */
} comm_round;

/* What one processor sends and receives in one execution. */
typedef struct traffic {
    int sent, received;
    double bytes, time; /* of the largest message */
} traffic;

typedef struct schedule {
    int round_count;
    comm_round *rounds;
    int64_t messages, bytes; /* as the program asks for, not as the algorithm does it */
    bool is_bound;
    traffic *traffic; /* by rank */
} schedule;

typedef struct comm_state {
    schedule *current; /* null: to be made */
    bool *active;      /* by rank: who was executing when it was made */
    arena *memory;
} comm_state;

/* The differences that decided which way a maximum or an order went. */
typedef struct journal {
    uint64_t hash;  /* rolling, of the signs */
    uint64_t power; /* of the hash's base, for the events so far */
    bool is_capturing;
    bool is_opaque; /* something in it is not a comparison */
    VEC(wide) differences;
} journal;

/* A loop that communicates, while it is interpreted. */
typedef struct loop_values {
    int64_t *lower, *trips; /* by rank */
    int64_t step;
    bool is_common; /* the same for every processor */
} loop_values;

typedef struct rank_var {
    const loop_var *var;
    const int64_t *value; /* by rank */
} rank_var;

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

typedef struct run {
    estimator *est;
    arena *scratch; /* ends with the run */
    env *env;
    int set_count; /* what the user set */
    const binding *set;
    int procs;
    wide *clock; /* by rank */
    /* Everything that adds up, in one array: tallies of the units outside blocks,
     * what communications moved, how often fixed blocks were executed, and
     * tallies of the units in blocks. Those of fixed blocks are worked out at
     * the end; where all are fixed the last part is not in book_size. */
    int book_size;
    wide *book;
    moved *moves;          /* by communication id */
    wide *runs;            /* [(block * procs + rank) * RUN_SLOTS + slot] */
    tally *inside;         /* [rank * inside_count + tally] */
    int chances;           /* branches by probability being interpreted */
    bool *active;          /* by rank: executes what is being interpreted */
    wide *enter;           /* by rank: scratch of an exchange */
    struct arrival *queue; /* likewise */
    int queue_capacity;
    block_state *blocks;
    comm_state *comms;   /* by unit id */
    traffic **first;     /* by communication id: of the first execution */
    bool *is_bound;      /* by communication id */
    unsigned char *warm; /* by unit id, loops: levels that hold all of the body */
    bool *is_warm_known; /* by unit id */
    bool *was_sampled;   /* by unit id: iterations were sampled, not all counted */
    bool *was_taken;     /* by unit id: a condition by probability was met */
    int64_t *period;     /* by unit id: count.c's memory; 0: not known */
    int64_t **trips_at;  /* by unit id, then coordinate: likewise; -1: not known */
    int64_t changes;     /* of what decides how much blocks miss */
    int64_t
        *extents; /* [variable * MAX_RANK + dim]: largest local extent with shadow; -1: not known */
    double node_bytes;
    VEC(axis_value) axes;
    VEC(grid_coords) coords;
    dim_mapping moving_axis;
    VEC(rank_var) rank_vars;
    const loop_values **values; /* by unit id */
    journal journal;
    bool has_failed;
    int64_t budget;  /* evaluations left for walking what has no closed form */
    int64_t stepped; /* iterations made one by one, of all processors together */
    int walks;       /* loops being walked because no two iterations are alike */
} run;

/* --- analyse.c, filter.c --- */
void analyse(estimator *est);
void filter(estimator *est);
const home *step_home(const estimator *est, const aag_unit *u, int step);
double op_seconds(const sag_processing *p, const op_tally *ops, double *error);

/* --- evaluation of expressions, in run.c --- */
/* The run's memory lives until the next. */
run *run_new(estimator *est, const bindings *values);
/* Memory for what a unit needs until its loop variables change: `old` is what
 * it had until now, or null. */
arena *run_memory(run *r, const aag_unit *u, arena *old);
/* Fails the run, reporting once: `what`, or null for why an expression has no
 * value. */
void run_fail(run *r, source_range where, const char *what);
int64_t run_eval(run *r, const expr *x, source_range where);
/* The step of a loop that is executed; fails where it never ends. */
int64_t run_step(run *r, const aag_unit *u);
/* Makes `rank` the executing processor, loop variables included. */
void run_set_rank(run *r, int rank);
const dim_mapping *run_dim(run *r, const axis_map *axis, source_range where);
grid_coords run_coords(run *r, const proc_grid *grid);
bool run_at_home(run *r, const home *at, int rank, source_range where);
int64_t run_trips(int64_t lower, int64_t upper, int64_t step);
/* The tally of a unit on a processor, in the book or in a copy of it. */
tally *run_tally(const run *r, wide *book, int rank, int unit);

/* --- decide.c --- */
uint64_t decide_mix(uint64_t hash, uint64_t value);
/* Adds to *hash which way the decisions inside `x` go now. */
void decide_expr(run *r, const expr *x, uint64_t varying, uint64_t *hash);
void decide_home(run *r, const home *at, int rank, uint64_t varying, uint64_t *hash);
/* A shift of every varying variable after which `x` differs by a constant. */
int64_t decide_period(run *r, const expr *x, uint64_t varying);
int64_t decide_lcm(int64_t a, int64_t b);
bool decide_is_affine(const expr *x, uint64_t varying);

/* --- count.c --- */
/* Adds to `counts`, the slots of the block, how often each unit of the block
 * executes on the executing processor each time that the block does. */
void count_block(run *r, const block_info *b, int rank, wide *counts);

/* --- memory_group.c --- */
void memory_analyse(estimator *est);

/* --- memory.c --- */
void memory_block(run *r, const block_info *b, block_class *c, arena *a);
/* Which levels hold all that one iteration of `loop` touches. */
unsigned memory_warm_levels(run *r, const aag_unit *loop);

/* --- fresh.c --- */
/* The share of the lines that a group touches in an iteration of `loop`, which
 * communicates and is around its block, that the iteration before did not touch. */
double memory_fresh_share(run *r, const aag_unit *loop, const ref_group *g, double line);

/* --- block.c --- */
void block_run(run *r, const aag_unit *u);
/* Works out one processor's tallies of fixed blocks from how often it executed
 * them. */
void block_finish(run *r, int rank);
/* Ticks of all executions of fixed blocks: computation and overhead. */
wide block_busy(run *r, int rank);
/* Was the block that holds `u` executed at all? */
bool block_was_run(const run *r, const aag_unit *u);
void block_forget(run *r, const aag_unit *loop, uint64_t vars); /* loop variables changed */
/* Only `levels` still hold what the blocks inside touched, when the loop around
 * goes on and moves `vars`. */
void block_evict(run *r, const aag_unit *loop, unsigned levels, uint64_t vars);

/* --- schedule.c --- */
typedef VEC(round_message) message_vec;
typedef VEC(comm_round) round_vec;

/* Makes the rounds of the unit's communication for the present loop variables. */
schedule *schedule_new(run *r, const aag_unit *u, arena *a);
/* Appends a message of n bytes between two ranks. */
void schedule_message(run *r, arena *a, message_vec *messages, message_kind kind, int sender,
                      int receiver, double bytes);
/* Returns the price of a message, as its machine has it. */
sag_price schedule_price(const run *r, const round_message *m);
/* Closes `messages` as a round, appends it to `rounds` and empties them. */
void schedule_round(run *r, arena *a, round_vec *rounds, message_vec *messages);
round_member *schedule_member(comm_round *round, int rank);

/* --- collective.c --- */

/* Processors that do one collective together; others may do theirs beside it. */
typedef struct comm_group {
    int count;
    const int *ranks;              /* the root first */
    double bytes;                  /* of the message; all-gather: of each member's part */
    double combine, combine_error; /* reduce: seconds to combine two messages */
} comm_group;

/* Appends the rounds of the groups' collectives, side by side, by the machine's
 * algorithm. Not for COLLECTIVE_DIRECT all-gathers and broadcasts, whose
 * messages the caller knows better. */
void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds);
/* Appends the groups' communication as a whole, by a function of its own; with
 * `waits`, a group begins when the last of it is there, else with the root. */
void collective_whole(run *r, arena *a, message_function f, bool waits, int group_count,
                      const comm_group *groups, round_vec *rounds);

/* --- exchange.c --- */
void exchange_run(run *r, const aag_unit *u, const schedule *s);

/* --- interpret.c --- */
void interpret_list(run *r, const aag_unit *list);
/* Iteration `k` of a loop that communicates, its overhead included. */
void interpret_iteration(run *r, const aag_unit *u, int64_t k);
/* Adds to what a unit has cost a processor, and to its clock. */
void charge(run *r, int rank, const aag_unit *u, part p, wide amount);

/* --- settle.c --- */
/* Iterations that are taken together because those a step apart do the same. */
typedef struct stepper {
    run *r;
    const aag_unit *u;
    int64_t length; /* iterations in a step */
} stepper;

/* Finds the loops whose iterations do the same in steps. */
void settle_analyse(estimator *est);
/* Iterations in a step of such a loop. */
int64_t settle_length(run *r, const aag_unit *u);
/* The number of steps from iteration `first` on, at most `most`, whose tests go
 * as in the first. */
int64_t settle_window(const stepper *s, int64_t first, int64_t most);

/* --- repeat.c --- */
/* Interprets iterations 0 … count - 1 of a loop that communicates. */
void repeat(run *r, const aag_unit *u, int64_t count);

/* --- journal.c --- */
/* Notes a comparison of clocks; returns its sign. */
int journal_compare(run *r, wide a, wide b);
/* Notes something else that decides what is done. */
void journal_event(run *r, uint64_t what);
/* The hash of the events since the mark. */
typedef struct journal_mark {
    uint64_t hash, power;
} journal_mark;
journal_mark journal_now(const run *r);
uint64_t journal_since(const run *r, journal_mark mark);

/* --- check.c --- */
/* Sets the local extents and the bytes of the fullest node. Reports extents,
 * blocks and processors that cannot be, and arrays that do not fit a node. */
void check_sizes(run *r);

/* --- check_shadow.c --- */
/* The width of both sides of a shadow; reports one that is negative, or that
 * nothing can fill. */
int64_t check_shadow(run *r, const variable *v, int d, const dim_mapping *dim, int64_t extent);
/* Reports a reflect that would reach beyond the neighbours. */
void check_reach(run *r, const communication *c);

/* --- uncertainty.c, assume.c --- */
/* Sets low and high, from the tallies of the slowest processor. */
void uncertainty_set(run *r, estimate *out);
/* Sets the parameters that were read and the list of assumptions. */
void assumptions_set(run *r, arena *result, estimate *out);

/* --- explain.c, explain_comm.c --- */
typedef struct explainer {
    fp_context *ctx;
    run *r;
    const estimate *result;
    const aag_unit *unit;
    VEC(arithmetic) steps;
} explainer;

/* Appends a step. `seconds` negative: none; `value` null: none. */
void explain_say(explainer *x, int depth, double seconds, const quantity *value, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
/* "3 clk = 75 ns", "0.4 µs": a machine value as its file states it. */
const char *explain_value(const explainer *x, const quantity *q);
void explain_comm(explainer *x, int depth);

#endif
