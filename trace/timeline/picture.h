#ifndef FPREDICT_TRACE_TIMELINE_PICTURE_H
#define FPREDICT_TRACE_TIMELINE_PICTURE_H

/* What is put into a timeline, and merged there. Times are ticks. */

#include "trace/timeline/path.h"
#include "trace/timeline/timeline.h"

typedef struct picture picture;

picture *picture_new(fp_context *ctx, const trace *t, const timeline_options *o);

/* A rank is in a state; `region` and `call` as those of a run. */
void picture_span(picture *p, uint32_t rank, uint64_t begin, uint64_t end, timeline_state state,
                  uint32_t region, uint32_t call);

void picture_message(picture *p, uint32_t from, uint64_t sent, uint32_t to, uint64_t received);

/* `count` ranks, ascending, and when each came and left. */
void picture_collective(picture *p, trace_collective c, uint32_t count, const uint32_t *ranks,
                        const uint64_t *begin, const uint64_t *end);

/* The chain of hops to `rank`, which ends last, at `end`. */
void picture_path(picture *p, const path_hop *path, uint32_t rank, uint64_t end);

/* Ticks of a column; at least one. */
uint64_t picture_grain(const picture *p);

timeline *picture_end(picture *p);

#endif
