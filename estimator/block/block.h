#ifndef FPREDICT_ESTIMATOR_BLOCK_BLOCK_H
#define FPREDICT_ESTIMATOR_BLOCK_BLOCK_H

/* A subtree without communication, on every processor. */

#include "estimator/block/lanes.h"
#include "estimator/run/run.h"

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
    double *lines;        /* [level * groups + a variable's first group]: touched in all */
    double *doubts;       /* as misses: their standard error, a part of them; 0: none is known */
    const block_variant *variant[1 << CACHE_LEVELS];
    /* [kept << CACHE_LEVELS | warm]: with levels that a loop further out has kept; null: none was
     * asked for */
    const block_variant **kept_variant;
} block_class;

typedef struct block_memory block_memory; /* block/footprint.h */

struct block_state {
    bool is_current; /* classes are those of the present loop variables */
    int class_count;
    block_class *
        *classes;         /* by class of equal counts, or as they were found; null: not known yet */
    const int64_t *trips; /* [class * count_class_info.count]: values of the counts, or null */
    int *class_of;        /* by place; -1: not known; null: all are alike */
    /* By warm levels: what each class adds to its clocks; null: not all have been there yet. */
    const int128 *totals[1 << CACHE_LEVELS];
    /* Levels that may still hold what it touched: of all places alike where the
     * block is even, else by place. */
    /* By cache level and group: the lines that it has touched in the iterations, before the present
     * one, of the loop over levels around it; null: there is none. */
    double *lines_before;
    unsigned char *resident; /* then, as many: whether it was executed at all */
    block_memory *touched;   /* null: not known yet */
    double
        *shares; /* [level * group_count + group]: of what is touched again; negative: not known */
    uint64_t shares_of; /* number of the loop, as it was entered, in which they hold */
    arena *memory;      /* of the classes */
};

/* Memory for the states of the blocks; after run_open. */
void blocks_open(run *r);

/* How many it has of what is by place or, where all are alike, one. */
int block_resident_count(const run *r, const aag_unit *u);
/* Executes the block once on all that are active. */
void block_run(run *r, const aag_unit *u);
/* Adds what the blocks have cost a place to `all`, by unit id. */
void block_read(run *r, int place, tally *all);
/* Does block_read add the same for both places? False where it takes adding up to tell. */
bool block_reads_alike(run *r, int place, int other);
/* Was the block that holds `u` executed at all? */
bool block_was_run(const run *r, const aag_unit *u);
/* Loop variables changed: what blocks in the loop cost is to be worked out again. */
void block_forget(run *r, const aag_unit *loop, uint64_t vars);
/* Only `levels` still hold what the blocks inside touched, when the loop around
 * goes on and moves `vars`. */
void block_evict(run *r, const aag_unit *loop, unsigned levels, uint64_t vars);

#endif
