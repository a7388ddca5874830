#ifndef FPREDICT_TRACE_TIMELINE_TOGETHER_H
#define FPREDICT_TRACE_TIMELINE_TOGETHER_H

/* Collectives: who has come when, and whom a rank that leaves has waited for. The n-th of a
 * communicator is the same for all its ranks. */

#include "trace/timeline/parts.h"
#include "trace/timeline/watcher.h"

/* What a rank is in. */
typedef struct together_rank {
    bool is_in;        /* it has come, and not left */
    uint64_t began;    /* when it has come */
    path_hop *path;    /* what made it come then; its holder is the rank */
    path_parts *parts; /* what its time had gone into when it came; likewise */
} together_rank;

typedef struct together together;

together *together_new(fp_context *ctx, const trace *t, const timeline_watcher *watcher,
                       path_memory *paths, parts_memory *sums);

/* Whom a rank has waited for, and since when that was there; its own rank where for nobody. */
typedef struct awaited {
    uint32_t rank;
    uint64_t came;
    path_hop *path;    /* one holder more: the caller drops it */
    path_parts *parts; /* likewise */
} awaited;

/* Rank `rank` leaves. `ranks` has what each is in, this one too. */
awaited together_leave(together *all, uint32_t rank, const trace_event *e,
                       const together_rank *ranks);

#endif
