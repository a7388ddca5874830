#ifndef FPREDICT_EXPLORE_EXPLORE_H
#define FPREDICT_EXPLORE_EXPLORE_H

/* Many estimates: plan → graph → estimate, once for each alternative. */

#include "estimator/estimate.h"
#include "plan/plan.h"

typedef struct alternative {
    const char *name; /* "T(block,block)" */
    int override_count;
    const distribute_override *overrides;
    const aag_graph *graph; /* set by explore_compare */
    estimate result;
    bool is_predicted;
    const char *why; /* not predicted: the first error, at why_at */
    source_range why_at;
} alternative;

/* How graphs are made. */
typedef struct graph_options {
    aag_granularity granularity;
    plan_options plan;
} graph_options;

/* Plans one choice of distributions and builds its graph, which serves every
 * size, processor count and machine. Returns null after reporting. */
const aag_graph *explore_graph(fp_context *ctx, const program *p, const function *entry,
                               int override_count, const distribute_override *overrides,
                               const graph_options *how);

/* Plans, builds and estimates one choice of distributions. Returns false after
 * reporting. */
bool explore_estimate(fp_context *ctx, const program *p, const function *entry, const sag *machine,
                      const bindings *values, int override_count,
                      const distribute_override *overrides, const graph_options *how,
                      const estimate_options *options, const aag_graph **graph, estimate *out);

/* The usual alternatives for the program's first distributed template: rank 1:
 * block, cyclic; rank 2: (block,block) (block,*) (*,block) (cyclic,*) (*,cyclic);
 * rank 3: likewise. The program's own distribution is always among them, and
 * first when it is not a usual one; and "T as written" where T is redistributed, of
 * which the others make one distribution. Returns their number; 0 without a template. */
int explore_usual(fp_context *ctx, const program *p, alternative **out);

/* Parses "T: (block,*) (*,block)"; without "T:" the first distributed template
 * is meant; "T as written" too. Returns the number, 0 after reporting. */
int explore_parse(fp_context *ctx, const program *p, const char *list, alternative **out);

/* Somebody who wants to know how far a comparison is. */
typedef struct explore_watcher {
    /* After each prediction that looks for where another alternative is the fastest: how many
     * these are, and how much they took of what all of them may, 0 to 1. */
    void (*told)(void *with, int64_t predicted, double share);
    void *with;
} explore_watcher;

typedef struct comparison {
    int count;
    const alternative *ranked; /* predicted first, by time */
    /* Why and until when, in sentences for people. */
    int sentence_count;
    const char *const *sentences;
} comparison;

/* Estimates every alternative and ranks them. A shape in `values` that an
 * alternative's grid has no dimensions for counts as the number of processors.
 * An alternative that cannot be predicted ranks last, and a sentence says why.
 * `watcher` may be null.
 * Returns false, after reporting, when there is none left. */
bool explore_compare(fp_context *ctx, const program *p, const function *entry, const sag *machine,
                     const bindings *values, int count, alternative *alternatives,
                     const graph_options *how, const estimate_options *options,
                     const explore_watcher *watcher, comparison *out);

/* Can two predictions on one machine not be told apart? True when their
 * difference is within its 95 % interval, or half a percent. What they share of the machine's
 * errors cancels: twice the work takes longer however wrong the clock is. */
bool explore_is_close(const estimate *a, const estimate *b);

#endif
