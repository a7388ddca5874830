#ifndef FPREDICT_ESTIMATOR_BLOCK_BLOCK_H
#define FPREDICT_ESTIMATOR_BLOCK_BLOCK_H

/* A subtree without communication: how often its units execute on a processor,
 * what they touch, and what that costs. */

#include "estimator/run/estimator.h"

/* Processors whose counts agree: block/equivalence.c. */
typedef struct count_classes {
    bool is_known, has_failed;
    int count;
    int *of;        /* by place */
    int64_t *value; /* [share * count_class_info.count + i]: of its i-th count */
} count_classes;

/* What an iteration of a superscalar processor's loop may wait for. The operations of one
 * functional unit wait for each other, those of several do not. */
typedef enum lane {
    LANE_MEMORY,   /* loads and stores */
    LANE_ADD,      /* floating: also comparisons and conversions */
    LANE_MULTIPLY, /* floating */
    LANE_DIVIDE,   /* floating: also square roots */
    LANE_INTEGER,
    LANE_BRANCH, /* conditions, and loops' control */
    LANE_ISSUE,  /* all together: no more begin at a time */
    LANE_COUNT,
    LANE_ALONE = LANE_COUNT, /* functions and calls: nothing passes beside them */
    LANE_MISS,
    LANE_CHAIN
} lane;

typedef struct lanes {
    double busy[LANE_COUNT]; /* seconds */
    double alone;
} lanes;

/* One cost of a block on one processor, by which levels are already warm. */
typedef struct block_entry {
    int unit;
    tally cost;
    /* Of a superscalar processor: what the unit costs beside the rest of its loop, as a part of
     * what it would by itself, and what the loop waits for; 0: it is in none. */
    double beside;
    lane bound;
    const aag_unit *loop;
} block_entry;

typedef struct block_variant {
    int entry_count;
    block_entry *entries;
    int128 total;
} block_variant;

typedef struct block_class {
    const int128 *counts; /* slots of the block, from block_info.slot */
    double *misses;       /* [level * group_count + group] */
    double *again;        /* likewise, when the loop's last iteration is still in the cache */
    double *lines;        /* [level * variable_count + variable]: touched in all */
    const block_variant *variant[1 << CACHE_LEVELS];
} block_class;

typedef struct block_memory block_memory; /* block/footprint.h */

typedef struct block_state {
    bool is_current; /* classes are those of the present loop variables */
    int class_count;
    block_class **classes; /* by share, or as they were found; null: not known yet */
    const int64_t *trips;  /* [class * count_class_info.count]: values of the counts, or null */
    int *class_of;         /* by place; -1: not known; null: all are alike */
    /* Levels that may still hold what it touched: of all places alike where the
     * block is even, else by place. */
    unsigned char *resident;
    block_memory *touched; /* null: not known yet */
    arena *memory;         /* of the classes */
} block_state;

/* --- evaluate/analyse.c, block/machine_filter.c --- */
void analyse(estimator *est);
void filter(estimator *est);
double op_seconds(const sag_processing *p, const op_tally *ops, double *error);

/* --- block/lanes.c: superscalar processors --- */
void lanes_add(const sag_processing *p, lanes *into, const op_tally *ops, double times);
/* One that the loop's control or a condition takes: `seconds`, and so many operations begin. */
void lanes_add_branch(const sag_processing *p, lanes *into, double seconds, double begun);
/* The unit that is busy longest, and what passes alone; sets *bound, unless null. */
double lanes_seconds(const lanes *l, lane *bound);
/* Seconds between iterations that a chain leaves, by latencies. */
double lanes_chain_seconds(const sag_processing *p, const aag_chain *chain);
const char *lanes_name(lane which);

/* --- run/regime.c --- */
uint64_t hash_mix(uint64_t hash, uint64_t value);
/* Adds to *hash which way the decisions inside `x` go now. */
void regime_hash(run *r, const expr *x, uint64_t varying, uint64_t *hash);
void regime_of_home(run *r, const home *at, int rank, uint64_t varying, uint64_t *hash);
/* A shift of every varying variable after which `x` differs by a constant. */
int64_t expr_period(run *r, const expr *x, uint64_t varying);
int64_t regime_lcm(int64_t a, int64_t b);
bool expr_is_piecewise_affine(const expr *x, uint64_t varying);

/* --- block/equivalence.c --- */
/* Finds the counts that decide what blocks cost. */
void count_classes_analyse(estimator *est);
/* The values of a count, which est->counts has, at all coordinates; null where it has
 * none. */
const count_stretches *count_class_stretches(run *r, int count);
/* The processors with equal counts for a block; null where each is to be counted
 * by itself. */
const count_classes *count_classes_find(run *r, const block_info *b);

/* --- block/count.c --- */
/* Adds to `counts`, the slots of the block, how often each unit of the block
 * executes on the executing processor, `rank`, each time that the block does.
 * `trips` has the values of the counts of the block's count_class_info; null: they are
 * to be worked out. */
void count_block(run *r, const block_info *b, int rank, const int64_t *trips, int128 *counts);

/* --- block/count_period.c --- */
/* Iterations after which the decisions in the loop's body recur; remembered. */
int64_t count_period(run *r, const aag_unit *u);

/* --- block/reference_groups.c --- */
void memory_analyse(estimator *est);

/* --- block/memory.c --- */
/* Sets what a class of processors misses in the block, from its counts. `memory` is what
 * all classes have in common; null: not known yet. Allocates in `a`. */
void memory_block(run *r, const block_info *b, block_memory **memory, block_class *c, arena *a);
/* Which levels hold all that one iteration of `loop` touches. */
unsigned memory_warm_levels(run *r, const aag_unit *loop);

/* --- block/reuse.c --- */
/* The share of the lines that a group touches in an iteration of `loop`, which
 * communicates and is around its block, that the iteration before did not touch. */
double memory_reuse_fraction(run *r, const aag_unit *loop, const ref_group *g, double line);

/* --- block/cost.c --- */
/* What one execution of the block costs a class of processors, by unit, while the levels `warm`
 * still hold what it touches. Allocates in `a`. */
const block_variant *block_price(run *r, const block_info *b, const block_class *cls, unsigned warm,
                                 arena *a);

/* --- block/block.c --- */
void block_run(run *r, const aag_unit *u);
/* Adds what the blocks have cost a place to `all`, by unit id. */
void block_read(run *r, int place, tally *all);
/* Was the block that holds `u` executed at all? */
bool block_was_run(const run *r, const aag_unit *u);
void block_forget(run *r, const aag_unit *loop, uint64_t vars); /* loop variables changed */
/* Only `levels` still hold what the blocks inside touched, when the loop around
 * goes on and moves `vars`. */
void block_evict(run *r, const aag_unit *loop, unsigned levels, uint64_t vars);

#endif
