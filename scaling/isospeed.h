#ifndef FPREDICT_SCALING_ISOSPEED_H
#define FPREDICT_SCALING_ISOSPEED_H

/* How a program and a machine scale together (Sun and others 1999, section 3): as p' processors
 * take the place of p, the work grows from W to W' so that the average speed W / (p T) stays; the
 * scalability is psi(p, p') = p' W / (p W') (equation 1), 1 where W' = W p' / p is enough. Solved
 * on predictions, at whole sizes, by the smallest that is as fast and no smaller than the first.
 * Beside it what else is asked of a parallel program: speed-up, efficiency, the serial fraction of
 * Karp and Flatt ("Measuring parallel processor performance", CACM 33(5), 1990), the speed-up at
 * the size that has grown (Gustafson, "Reevaluating Amdahl's law", CACM 31(5), 1988), and the size
 * that keeps the efficiency (Grama, Gupta and Kumar, "Isoefficiency", IEEE Parallel & Distributed
 * Technology 1(3), 1993). */

#include "explore/explore.h"
#include "scaling/size_search.h"

typedef struct scaling_question {
    const char *name; /* of the combination, among several: "T(block,*)"; or null */
    const aag_graph *graph;
    const sag *machine;
    const estimate_options *options;
    const char *size;       /* the parameter that grows; interned */
    int count;              /* of numbers of processors: */
    const bindings *values; /* each with the size to begin with */
    const char *work;       /* an expression (work.h); null: operations are counted */
    bool only_speed;        /* the sizes that keep it, and nothing of one processor */
    bool by_formula;        /* times at many sizes, where there is one (pieces.h) */
} scaling_question;

/* A prediction at a size. */
typedef struct scaling_trial {
    bool is_made, fits;
    bool is_refused; /* there is no prediction, whatever the memory; procs is set all the same */
    int procs, shape_rank, shape[MAX_RANK];
    double time, sequential; /* seconds; on one processor, NaN where that cannot be predicted */
    double work;             /* operations, or what the expression says; NaN: it is not known */
    double computing, communicating; /* seconds of the slowest processor */
    double memory;                   /* of computing: what misses take (trials.c) */
    double overhead, waiting;
    double messages; /* all processors' */
    int64_t walked;
} scaling_trial;

typedef struct scaling_point {
    const bindings *values;
    scaling_trial begin; /* at the size to begin with */
    size_answer same_speed, same_efficiency;
    scaling_trial at_speed;                       /* at same_speed.size, where it was found */
    double speed_up, efficiency, serial_fraction; /* at the size to begin with; NaN: not known */
    double scaled_speed_up;                       /* at same_speed.size */
} scaling_point;

typedef struct scaling_pair {
    int from, to; /* points */
    double psi;
} scaling_pair;

/* Of the times at the many sizes between the first and one that is large enough. */
typedef struct scaling_formula_use {
    int64_t by_formula, by_prediction;
    int pieces;
    int64_t held;        /* of the former, predicted, too, and the same to the tick */
    const char *why_not; /* of the latter; null: nothing is known to stand against a formula */
} scaling_formula_use;

typedef struct scaling {
    const scaling_question *of;
    const estimate *start; /* of the first point, at the size to begin with */
    int64_t size;
    double speed; /* that all points have: operations a second and processor */
    int count;
    const scaling_point *points; /* by processors */
    int pair_count;
    const scaling_pair *pairs; /* of points whose size was found */
    scaling_formula_use use;   /* of->by_formula */
} scaling;

/* False after reporting. */
bool scaling_solve(fp_context *ctx, const scaling_question *q, const explore_effort *effort,
                   scaling *out);

/* Only the times at out->size on the points of out->of, by processors; what is not in `begin` is
 * not set. False after reporting. */
bool scaling_times(fp_context *ctx, const explore_effort *effort, scaling *out);

/* Can the question's work be evaluated? False after reporting. */
bool scaling_check_work(fp_context *ctx, const scaling_question *q);

#endif
