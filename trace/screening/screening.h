#ifndef FPREDICT_TRACE_SCREENING_SCREENING_H
#define FPREDICT_TRACE_SCREENING_SCREENING_H

/* Which regions a program's time depends on, by synthetic perturbation (Lyon, Snelick and Kacker,
 * "Synthetic-perturbation tuning of MIMD programs", Journal of Supercomputing 8, 1994): the trace
 * is replayed with regions slowed down, those of a run by a design, each run and its opposite (Box
 * and Wilson 1951), so that no effect holds what two regions do together. */

#include "trace/replay/replay.h"

enum { SCREENED_MOST = 22 };

typedef struct screened_region {
    const trace_region *of;
    double computing; /* seconds of its own, as replayed: mean of the ranks */
    double effect;    /* seconds that the program takes longer as it is slowed down */
} screened_region;

typedef struct screening_result {
    double part;        /* by which regions are slowed down */
    double time;        /* of the program, with none of them; seconds */
    double time_of_all; /* and with all of them */
    int replays;
    int count; /* regions, those of the largest effect first */
    const screened_region *regions;
    uint32_t left_out;         /* regions of less time that are not tried, */
    double left_out_computing; /* and their time: mean of the ranks */
    double together;           /* the largest effect that no single region has: of three and more */
} screening_result;

/* Replays the trace many times; false after reporting why it cannot. `part` is above 0. */
bool screening_run(fp_context *ctx, trace *t, const replay_options *o, double part,
                   screening_result *out);

#endif
