#ifndef FPREDICT_TRACE_FORMAT_MERGE_H
#define FPREDICT_TRACE_FORMAT_MERGE_H

/* The events of all ranks in the order of their times; of equal times the lower rank's first, but
 * what a message's sender did before what its receiver did: a receive that has the time of its send
 * comes after it. */

#include "trace/format/trace.h"

typedef struct trace_merge trace_merge;

trace_merge *trace_merge_new(fp_context *ctx, trace *t);

/* The next event and whose it is; false at the end, or after reporting why there are no more of
 * one rank (trace_merge_is_broken). */
bool trace_merge_next(trace_merge *m, uint32_t *rank, trace_event *out);

bool trace_merge_is_broken(const trace_merge *m);

/* Writes them so; false after reporting. */
bool trace_copy_in_order(fp_context *ctx, trace *t, trace_writer *to);

#endif
