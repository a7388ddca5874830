#ifndef FPREDICT_ESTIMATOR_RUN_OUTCOME_H
#define FPREDICT_ESTIMATOR_RUN_OUTCOME_H

/* What is checked before an estimate, and made of it afterwards. */

#include "estimator/run/run.h"

/* --- result/check_sizes.c --- */
/* Sets the local extents and the bytes of the fullest node. Reports extents,
 * blocks and processors that cannot be, and arrays that do not fit a node. */
void check_sizes(run *r);

/* --- result/check_bounds.c --- */
/* Warns of indices outside of their array or template. */
void check_bounds(run *r);

/* --- result/check_hints.c --- */
/* Reports loops that are said to be executed less than 0 times, and strips of less than one
 * iteration, by --set or a hint. */
void check_hints(run *r);

/* --- message/check_shadow.c --- */
/* The width of both sides of a shadow; reports one that is negative, or that
 * nothing can fill. */
int64_t check_shadow(run *r, const variable *v, int d, const dim_mapping *dim, int64_t extent);
/* Reports a reflect that would reach beyond the neighbours. */
void check_reach(run *r, const communication *c);

/* --- result/uncertainty.c, result/assumptions.c --- */
/* Sets low and high, from the tallies of the slowest processor, by unit id. */
void uncertainty_set(const run *r, const tally *all, estimate *out);
/* The same of a region's time, which is known; `inside` says by unit id which units are
 * in it. After the interval of the whole. */
void uncertainty_of_region(const run *r, const tally *all, const bool *inside,
                           const estimate *whole, region_cost *c);
/* Sets the parameters that were read and the list of assumptions. */
void assumptions_set(run *r, arena *result, estimate *out);

/* --- block/host.c --- */
/* What the host and the machine's input and output cost once; nothing unless asked for. */
typedef struct host_cost {
    double seconds, error; /* standard error */
} host_cost;
host_cost host_spawn(const run *r);    /* starting the program on all nodes, and its memory */
double host_fresh_pages(const run *r); /* of the fullest node; 0 where they cost nothing */
host_cost host_collect(const run *r);  /* sending the host the result */
host_cost host_io(run *r, const aag_step *s);
/* Reports a machine that does not say what is asked for. */
void host_check(run *r);

/* --- result/region.c --- */
/* Sets the costs of the marked regions; after the communications', the interval and the
 * slowest processor's, whose tallies `all` are, by unit id. */
void regions_set(run *r, arena *result, const tally *all, estimate *out);

/* --- evaluate/explain.c, evaluate/explain_comm.c --- */
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
