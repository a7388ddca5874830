#include "trace/replay/ahead.h"

#include <inttypes.h>
#include <string.h>

enum { FIRST_ROOM = 8 };

void ahead_open(ahead *s, fp_context *ctx, trace *t, uint32_t rank)
{
    *s = (ahead){
        .ctx = ctx, .of = t, .rank = rank, .room = FIRST_ROOM, .receives = {.memory = ctx->arena}};
    s->ring = ARENA_ARRAY(ctx->arena, FIRST_ROOM, ahead_item);
    s->cursor = trace_rank_events(ctx, t, rank);
}

static ahead_item *item_at(const ahead *s, uint64_t number)
{
    return &s->ring[number & (s->room - 1)];
}

static void grow(ahead *s)
{
    const ahead old = *s;
    s->room *= 2;
    s->ring = ARENA_ARRAY(s->ctx->arena, s->room, ahead_item);
    for (uint64_t i = s->begin; i < s->end; i++)
        *item_at(s, i) = *item_at(&old, i);
}

/* What ends a receive tells what it is. */
static void note_end(ahead *s, const trace_event *e)
{
    uint64_t begun;
    const bool is_cancelled = e->kind == TRACE_REQUEST_CANCEL;
    if (!id_map_take(&s->receives, e->request, &begun))
        return; /* of a send; whoever follows the events sees whether it was begun at all */
    if (begun < s->begin)
        return;
    ahead_item *posted = item_at(s, begun);
    posted->is_known = true;
    posted->is_cancelled = is_cancelled;
    if (is_cancelled)
        return;
    posted->event.peer = e->peer;
    posted->event.comm = e->comm;
    posted->event.tag = e->tag;
    posted->event.bytes = e->bytes;
    posted->event.any_source = e->any_source;
}

static bool read_one(ahead *s)
{
    if (s->is_over)
        return false;
    if (s->end - s->begin == s->room)
        grow(s);
    ahead_item *item = item_at(s, s->end);
    *item = (ahead_item){.is_known = false};
    if (!trace_next(s->cursor, &item->event)) {
        s->is_over = true;
        s->is_broken = trace_is_broken(s->cursor);
        return false;
    }
    const trace_event *e = &item->event;
    if (e->kind == TRACE_IRECV_POSTED)
        id_map_set(&s->receives, e->request, s->end);
    else if (e->kind == TRACE_IRECV || e->kind == TRACE_REQUEST_CANCEL)
        note_end(s, e);
    s->end++;
    return true;
}

const ahead_item *ahead_at(ahead *s, uint64_t further)
{
    while (s->end - s->begin <= further)
        if (!read_one(s))
            return NULL;
    return item_at(s, s->begin + further);
}

const ahead_item *ahead_receive(ahead *s)
{
    while (!item_at(s, s->begin)->is_known) {
        if (s->end - s->begin >= AHEAD_MOST) {
            s->is_broken = true;
            trace_fail(s->ctx, s->of->path,
                       "event %" PRIu64 " of rank %" PRIu32
                       " begins a receive that does not end within %d events",
                       s->begin + 1, s->rank, AHEAD_MOST);
            return NULL;
        }
        if (!read_one(s))
            return NULL;
    }
    return item_at(s, s->begin);
}
