#include "trace/replay/engine.h"

enum { PIECE = 1024 }; /* messages that the pool grows by */

/* What happens at one time does so in an order that the trace says: by kinds, by senders, and of a
 * sender's in the order in which it sends (as far as that is told: these are the lower bits of
 * both). */
enum { KIND_SHIFT = 61, FROM_SHIFT = 44, TURN_SHIFT = 24 };
#define LOW(value, bits) ((uint64_t)(value) & ((UINT64_C(1) << (bits)) - 1))

void engine_fail_long(engine *e)
{
    if (!e->has_failed)
        trace_fail(
            e->ctx, e->t->path,
            "it would last longer than 46 days, or a message or collective of it longer than 27 "
            "hours: no more is followed");
    e->has_failed = true;
}

static void put(engine *e, int64_t at, uint64_t what)
{
    if (at > REPLAY_LONGEST)
        engine_fail_long(e);
    else
        heap_put(&e->events, at, what);
}

void engine_put(engine *e, event_kind kind, int64_t at, uint32_t index)
{
    put(e, at, (uint64_t)kind << KIND_SHIFT | index);
}

void engine_put_message(engine *e, event_kind kind, int64_t at, const transit *m)
{
    put(e, at,
        (uint64_t)kind << KIND_SHIFT | LOW(m->from, KIND_SHIFT - FROM_SHIFT) << FROM_SHIFT |
            LOW(m->turn, FROM_SHIFT - TURN_SHIFT) << TURN_SHIFT | m->index);
}

event_kind engine_kind(heap_item item)
{
    return (event_kind)(item.what >> KIND_SHIFT);
}

uint32_t engine_index(heap_item item)
{
    return (uint32_t)LOW(item.what, TURN_SHIFT);
}

transit *engine_transit(const engine *e, uint32_t index)
{
    return &e->pool[index / PIECE][index % PIECE];
}

transit *engine_new_transit(engine *e)
{
    arena *a = e->ctx->arena;
    transit *m = e->free_transit;
    e->kept++;
    if (e->kept > e->result->kept)
        e->result->kept = e->kept;
    e->result->messages++;
    if (m) {
        const uint32_t index = m->index;
        e->free_transit = m->next;
        *m = (transit){.index = index};
        return m;
    }
    if (e->pool_count == e->pool_pieces * PIECE) {
        e->pool = arena_grow(a, e->pool, e->pool_pieces, e->pool_pieces + 1, sizeof *e->pool);
        e->pool[e->pool_pieces++] = ARENA_ARRAY(a, PIECE, transit);
    }
    if (e->pool_count >> TURN_SHIFT && !e->has_failed) {
        e->has_failed = true;
        trace_fail(e->ctx, e->t->path, "%d messages are under way at once: no more can be followed",
                   1 << TURN_SHIFT);
    }
    m = engine_transit(e, e->pool_count);
    m->index = e->pool_count++;
    return m;
}

void engine_release(engine *e, transit *m)
{
    if (--m->users)
        return;
    m->next = e->free_transit;
    e->free_transit = m;
    e->kept--;
}

operation *engine_new_operation(engine *e, uint32_t rank)
{
    operation *op = e->free_operation;
    if (op)
        e->free_operation = op->next;
    else
        op = ARENA_NEW(e->ctx->arena, operation);
    *op = (operation){.rank = rank};
    return op;
}

void engine_free_operation(engine *e, operation *op)
{
    op->next = e->free_operation;
    e->free_operation = op;
}

void engine_know(engine *e, operation *op, int64_t there)
{
    op->is_known = true;
    op->there = there;
    if (!op->is_awaited)
        return;
    replay_rank *r = &e->ranks[op->rank];
    if (--r->unknown == 0 && r->state == RANK_WAITS)
        engine_make_ready(e, r, e->shares_processors ? wait_all_there(r) : 0);
}

void engine_make_ready(engine *e, replay_rank *r, int64_t at)
{
    if (e->shares_processors)
        engine_put(e, EVENT_RANK, later(at, e->now), r->rank);
    else
        e->ready[e->ready_count++] = r->rank;
}
