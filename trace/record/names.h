#ifndef FPREDICT_TRACE_RECORD_NAMES_H
#define FPREDICT_TRACE_RECORD_NAMES_H

/* What the ranks call regions and communicators, each with numbers of its own, as definitions of
 * one trace. */

#include "trace/format/trace.h"
#include "trace/record/raw.h"

/* Numbers of a rank, and those of the trace: [number of the rank]; UINT32_MAX: none. */
typedef VEC(uint32_t) record_numbers;

typedef struct record_rank_names {
    record_numbers regions, comms;
} record_rank_names;

typedef struct record_names record_names;

record_names *record_names_new(fp_context *ctx, uint32_t rank_count);

/* Adds those of a rank, of which there may be more than a file that was cut off has; false after
 * reporting. */
bool record_names_read(record_names *n, const char *path, uint32_t rank, record_rank_names *out);

/* Puts all into the definitions. */
void record_names_define(const record_names *n, trace *out);

#endif
