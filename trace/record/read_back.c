#include "trace/record/read_back.h"

#include <inttypes.h>

static bool read_rank(fp_context *ctx, trace *t, uint32_t rank, uint64_t expected)
{
    trace_event e;
    uint64_t events = 0;
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    while (trace_next(c, &e))
        events++;
    if (trace_is_broken(c))
        return false;
    trace_end_events(c);
    return events == expected || trace_fail(ctx, t->path,
                                            "read back, rank %" PRIu32 " has %" PRIu64
                                            " events; %" PRIu64 " were written",
                                            rank, events, expected);
}

bool record_read_back(fp_context *ctx, const char *path, uint32_t ranks, const uint64_t *events)
{
    trace *t = trace_open_path(ctx, path);
    if (!t)
        return false;
    bool is_good = t->rank_count == ranks ||
                   trace_fail(ctx, path, "read back, it has %" PRIu32 " ranks, and not %" PRIu32,
                              t->rank_count, ranks);
    for (uint32_t i = 0; is_good && i < ranks; i++)
        is_good = read_rank(ctx, t, i, events[i]);
    trace_close(t);
    return is_good;
}
