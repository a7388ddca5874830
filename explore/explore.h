#ifndef FPREDICT_EXPLORE_EXPLORE_H
#define FPREDICT_EXPLORE_EXPLORE_H

/* Many estimates: plan → graph → estimate, once for each alternative. */

#include "estimator/estimate.h"
#include "plan/plan.h"
#include "support/meter.h"

typedef struct alternative {
    /* "T(block,block)"; of one of several sizes or grids that are ranked together, what tells it
     * from the others: "T(block,block), NB = 8 on 2×4", or "2×4" where it is one distribution. */
    const char *name;
    const char *title; /* set by explore_compare: the same without the grid; null: the name */
    int override_count;
    const distribute_override *overrides;
    const aag_graph *graph; /* set by explore_compare */
    int place;              /* likewise: among the alternatives, as given */
    const bindings *values; /* likewise: that it was predicted with */
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

/* How many predictions may be made at once, and what tells how far they are. */
typedef struct explore_effort {
    int jobs;     /* processes, at least 1; the results are the same for each number */
    meter *meter; /* may be null */
} explore_effort;

/* With which other values some are ranked, and what tells them apart. */
typedef struct ranked_with {
    int first;        /* of those that are ranked together */
    const char *size; /* "NB = 8"; null: their sizes are the same, and only the grids differ */
} ranked_with;

/* Machines, and the numbers for parameters and processors that each is tried with. */
typedef struct explore_cases {
    int machine_count;
    const sag *const *machines;
    int values_count;
    const bindings *values;
    const ranked_with *together; /* [values_count], for explore_compare; null: each is alone */
} explore_cases;

/* What was predicted of one case of a sweep. */
typedef struct prediction {
    bool is_made;
    estimate result;           /* in ctx's arena */
    const diag_list *reported; /* of this case only, by the settings of ctx's diagnostics */
} prediction;

/* Estimates the graph in each case, machine by machine, into out[machine_count * values_count].
 * Returns false, after reporting to ctx's diagnostics, when the work was broken off; what is
 * reported of single predictions is in these. */
bool explore_sweep(fp_context *ctx, const aag_graph *graph, const explore_cases *cases,
                   const estimate_options *options, const explore_effort *effort, prediction *out);

/* `values` with a shape that the graph has no grid for made a number of
 * processors. */
bindings explore_fit_procs(const aag_graph *graph, const bindings *values);

/* `values` with another value of the parameter of that name; lives in `a`. */
bindings explore_with_value(arena *a, const bindings *values, const char *name, int64_t value);

/* Is the memory of a node enough for the fullest one? */
bool explore_fits_node(const estimate *e);

typedef struct comparison {
    int count;
    int case_count;            /* that are ranked together */
    const alternative *ranked; /* predicted first, by time */
    /* Why and until when, in sentences for people. */
    int sentence_count;
    const char *const *sentences;
} comparison;

/* In each case estimates every alternative and ranks them, machine by machine, into
 * out[machine_count * values_count]; those that are ranked together at the first of them, the
 * others' count is 0. A shape in `values` that an
 * alternative's grid has no dimensions for counts as the number of processors.
 * An alternative that cannot be predicted ranks last, and a sentence says why.
 * Returns false, after reporting, when a case has none left: that comparison's count is 0. */
bool explore_compare(fp_context *ctx, const program *p, const function *entry,
                     const explore_cases *cases, int count, const alternative *alternatives,
                     const graph_options *how, const estimate_options *options,
                     const explore_effort *effort, comparison *out);

/* Can two predictions on one machine not be told apart? True when their
 * difference is within its 95 % interval, or half a percent. What they share of the machine's
 * errors cancels: twice the work takes longer however wrong the clock is. */
bool explore_is_close(const estimate *a, const estimate *b);

/* Do all of ranked[0..count), which are predicted, take the same time, two or more? None is the
 * fastest then. */
bool explore_is_draw(int count, const alternative *ranked);

#endif
