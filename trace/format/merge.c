#include "trace/format/merge.h"

/* A rank that has events left, and its next. */
typedef struct head {
    uint32_t rank;
    trace_event event;
} head;

struct trace_merge {
    trace_cursor **cursors; /* by rank */
    head *heap;             /* the earliest is the first; heap[i] is before heap[2i + 1] and + 2 */
    uint32_t count;
    bool is_broken;
};

/* Where sends and receives have one time, the send is the earlier; ends of collectives come after
 * their beginnings. */
static int turn_of(trace_kind kind)
{
    return kind == TRACE_RECV || kind == TRACE_IRECV || kind == TRACE_COLLECTIVE_END;
}

static bool is_before(const head *a, const head *b)
{
    if (a->event.time != b->event.time)
        return a->event.time < b->event.time;
    const int first = turn_of(a->event.kind), second = turn_of(b->event.kind);
    return first != second ? first < second : a->rank < b->rank;
}

static void sink(trace_merge *m, uint32_t at)
{
    const head moved = m->heap[at];
    for (;;) {
        uint32_t next = 2 * at + 1;
        if (next >= m->count)
            break;
        if (next + 1 < m->count && is_before(&m->heap[next + 1], &m->heap[next]))
            next++;
        if (!is_before(&m->heap[next], &moved))
            break;
        m->heap[at] = m->heap[next];
        at = next;
    }
    m->heap[at] = moved;
}

trace_merge *trace_merge_new(fp_context *ctx, trace *t)
{
    trace_merge *m = ARENA_NEW(ctx->arena, trace_merge);
    m->cursors = ARENA_ARRAY(ctx->arena, t->rank_count + 1, trace_cursor *);
    m->heap = ARENA_ARRAY(ctx->arena, t->rank_count + 1, head);
    for (uint32_t rank = 0; rank < t->rank_count; rank++) {
        head *h = &m->heap[m->count];
        h->rank = rank;
        m->cursors[rank] = trace_rank_events(ctx, t, rank);
        m->count += trace_next(m->cursors[rank], &h->event);
        m->is_broken |= trace_is_broken(m->cursors[rank]);
    }
    for (uint32_t i = m->count / 2; i-- > 0;)
        sink(m, i);
    return m;
}

bool trace_merge_next(trace_merge *m, uint32_t *rank, trace_event *out)
{
    if (!m->count)
        return false;
    head *first = &m->heap[0];
    *rank = first->rank;
    *out = first->event;
    if (!trace_next(m->cursors[first->rank], &first->event)) {
        m->is_broken |= trace_is_broken(m->cursors[first->rank]);
        *first = m->heap[--m->count];
    }
    if (m->count)
        sink(m, 0);
    return true;
}

bool trace_merge_is_broken(const trace_merge *m)
{
    return m->is_broken;
}
