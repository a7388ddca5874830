#include "trace/replay/together.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct together_table *replay_together_new(engine *e)
{
    struct together_table *t = ARENA_NEW(e->ctx->arena, struct together_table);
    t->comms = ARENA_ARRAY(e->ctx->arena, e->t->comm_count + 1, together_comm);
    return t;
}

static together_comm *comm_of(engine *e, uint32_t number)
{
    together_comm *c = &e->together->comms[number];
    const trace_comm *of = &e->t->comms[number];
    if (c->place)
        return c;
    c->place = ARENA_ARRAY(e->ctx->arena, e->t->rank_count, uint32_t);
    c->done = ARENA_ARRAY(e->ctx->arena, of->size + 1, uint64_t);
    c->reading = ARENA_ARRAY(e->ctx->arena, of->size, together_reading);
    c->given = ARENA_ARRAY(e->ctx->arena, of->size, double);
    c->got = ARENA_ARRAY(e->ctx->arena, of->size, double);
    c->memory = arena_new_under(e->ctx->arena);
    for (uint32_t i = 0; i < of->size; i++)
        c->place[of->ranks[i]] = i + 1;
    return c;
}

static bool is_for(const together_plan *p, const trace_event *end, uint32_t root,
                   const together_sizes *sizes, uint32_t size)
{
    const size_t length = size * sizeof(double);
    if (p->collective != end->collective || p->root != root || p->bytes < sizes->bytes ||
        p->bytes > sizes->bytes)
        return false;
    return !p->given ||
           (memcmp(p->given, sizes->given, length) == 0 && memcmp(p->got, sizes->got, length) == 0);
}

/* Plans are kept for those that are alike; many different ones are forgotten when none is in use.
 */
static together_plan *plan_for(engine *e, together_comm *c, const trace_event *end,
                               const together_sizes *sizes)
{
    enum { KEPT = 64 };
    const uint32_t root = end->peer == TRACE_NO_ROOT ? 0 : end->peer;
    for (together_plan *p = c->plans; p; p = p->next)
        if (is_for(p, end, root, sizes, e->t->comms[end->comm].size))
            return p;
    if (c->plan_count >= KEPT && c->first == c->end) {
        arena_clear(c->memory);
        c->plans = NULL;
        c->plan_count = 0;
    }
    together_plan *p = together_make(e, c, end, root, sizes);
    p->next = c->plans;
    c->plans = p;
    c->plan_count++;
    return p;
}

static together **open_at(const together_comm *c, uint64_t number)
{
    return &c->open[number & (c->room - 1)];
}

static void grow_open(engine *e, together_comm *c)
{
    enum { FIRST_ROOM = 8 };
    const together_comm old = *c;
    c->room = c->room ? 2 * c->room : FIRST_ROOM;
    c->open = ARENA_ARRAY(e->ctx->arena, c->room, together *);
    for (uint64_t i = c->first; i < c->end; i++)
        *open_at(c, i) = *open_at(&old, i);
}

/* The one after those that are open. */
static together *begin(engine *e, together_comm *c, uint64_t number, replay_rank *r,
                       const trace_event *end)
{
    const uint32_t size = e->t->comms[end->comm].size;
    together_sizes sizes;
    if (!together_sizes_of(e, c, c->place[r->rank] - 1, number, end, &sizes))
        return NULL;
    const together_plan *plan = plan_for(e, c, end, &sizes); /* before it is open itself */
    together *t = c->free;
    if (t) {
        c->free = t->next;
    } else {
        t = ARENA_NEW(e->ctx->arena, together);
        t->waiting = ARENA_ARRAY(e->ctx->arena, size, uint32_t);
    }
    *t = (together){.number = number,
                    .collective = end->collective,
                    .comm = end->comm,
                    .root = end->peer,
                    .size = size,
                    .first = r->rank,
                    .first_event = r->events.begin + 1,
                    .plan = plan,
                    .waiting = t->waiting};
    if (c->end - c->first == c->room)
        grow_open(e, c);
    assert(number == c->end);
    *open_at(c, c->end++) = t;
    e->result->collectives++;
    return t;
}

static void leave(engine *e, replay_rank *r)
{
    together *t = r->in;
    together_comm *c = comm_of(e, t->comm);
    r->in = NULL;
    r->clock = later(r->clock, r->out_until);
    r->spent.collectives += r->clock - r->entered;
    if (++t->left < t->size)
        return;
    assert(*open_at(c, c->first) == t);
    c->first++;
    t->next = c->free;
    c->free = t;
}

/* One that is priced as a whole: from when the last one, or the root, has come. */
static void begin_whole(engine *e, together *t, int64_t when)
{
    t->has_begun = true;
    t->start = when;
    for (uint32_t i = 0; i < t->waiting_count; i++) {
        replay_rank *r = &e->ranks[t->waiting[i]];
        r->clock = later(r->clock, when) + t->plan->whole_time;
        engine_make_ready(e, r, r->clock);
    }
    t->waiting_count = 0;
}

static bool enter_whole(engine *e, replay_rank *r)
{
    together *t = r->in;
    const together_plan *p = t->plan;
    t->start = later(t->start, r->clock);
    const bool begins = p->waits_for_all ? t->come == t->size : (int)r->rank == p->group.ranks[0];
    if (begins)
        begin_whole(e, t, p->waits_for_all ? t->start : r->clock);
    if (t->has_begun && !e->shares_processors) {
        r->clock = later(r->clock, t->start) + p->whole_time;
        leave(e, r);
        return true;
    }
    r->state = RANK_GATHERS;
    if (t->has_begun) {
        r->clock = later(r->clock, t->start) + p->whole_time;
        engine_make_ready(e, r, r->clock);
    } else {
        t->waiting[t->waiting_count++] = r->rank;
    }
    return false;
}

enum { AHEAD = 64 }; /* collectives of a communicator that a rank may begin ahead of time */

bool together_is_in_order(const engine *e, const trace_event *end)
{
    const trace_comm *comm = &e->t->comms[end->comm];
    const together_comm *c = &e->together->comms[end->comm];
    return comm->ranks && comm->size >= 2 &&
           (c->end - c->first >= AHEAD || together_asks_others(end, comm->size));
}

bool together_enter(engine *e, replay_rank *r, const trace_event *end)
{
    send_out(r);
    r->entered = r->clock;
    if (!e->t->comms[end->comm].ranks || e->t->comms[end->comm].size < 2) {
        e->result->collectives++;
        return true;
    }
    together_comm *c = comm_of(e, end->comm);
    const uint32_t place = c->place[r->rank];
    if (!place) {
        e->has_failed = true;
        trace_fail(e->ctx, e->t->path,
                   "event %" PRIu64 " of rank %" PRIu32 " is of the communicator '%s', which does "
                   "not have that rank",
                   r->events.begin + 1, r->rank, e->t->comms[end->comm].name);
        return false;
    }
    const uint64_t number = c->done[place - 1]++;
    together *t = number < c->end ? *open_at(c, number) : begin(e, c, number, r, end);
    if (!t)
        return false;
    if (t->collective != end->collective || t->root != end->peer) {
        e->has_failed = true;
        trace_fail(e->ctx, e->t->path,
                   "event %" PRIu64 " of rank %" PRIu32 " is %s on '%s', where rank %" PRIu32
                   " is in %s, event %" PRIu64 "%s",
                   r->events.begin + 1, r->rank, trace_collective_name(end->collective),
                   e->t->comms[end->comm].name, t->first, trace_collective_name(t->collective),
                   t->first_event, t->collective == end->collective ? ", with another root" : "");
        return false;
    }
    t->come++;
    r->in = t;
    r->round = 0;
    if (t->plan->whole_time > REPLAY_LONGEST_ONE) {
        engine_fail_long(e);
        return false;
    }
    return t->plan->is_whole ? enter_whole(e, r) : together_go_on(e, r);
}

static void send_one(engine *e, replay_rank *r, const collective_message *m)
{
    const together *t = r->in;
    const double bytes = collective_bytes(m, &t->plan->group, t->plan->before);
    channel *c = replay_channel_of(e, t->comm | TOGETHER_COMM, (uint32_t)m->sender,
                                   (uint32_t)m->receiver, 0);
    if (!c->is_priced || c->collective_bytes < bytes || c->collective_bytes > bytes ||
        c->priced_blocking != m->waits || c->pieces != t->plan->prices[m->waits].pieces) {
        price_way(e, c);
        c->price = price_of(e, t->plan->prices[m->waits], bytes, c->route);
        c->collective_bytes = bytes;
        c->priced_blocking = m->waits;
        c->pieces = t->plan->prices[m->waits].pieces;
        c->is_priced = true;
    }
    operation *op = send_message(e, r, c, (uint64_t)bytes, c->price, false);
    if (op)
        wait_for(r, op);
}

bool together_go_on(engine *e, replay_rank *r)
{
    const together_plan *p = r->in->plan;
    if (p->is_whole) {
        leave(e, r);
        return true;
    }
    const int v = p->place_of[comm_of(e, r->in->comm)->place[r->rank] - 1];
    while (r->round < p->round_count) {
        const together_round *round = &p->rounds[r->round++];
        const int in = round->in_first[v], in_end = round->in_first[v + 1];
        const int out = round->out_first[v], out_end = round->out_first[v + 1];
        if (in == in_end && out == out_end)
            continue;
        for (int i = in; i < in_end; i++) {
            const collective_message *m = &round->messages[round->in[i]];
            wait_for(r, receive_message(e, r,
                                        replay_channel_of(e, r->in->comm | TOGETHER_COMM,
                                                          (uint32_t)m->sender, r->rank, 0),
                                        false));
        }
        for (int i = out; i < out_end; i++)
            send_one(e, r, &round->messages[round->out[i]]);
        if (!wait_begin(e, r))
            return false;
    }
    leave(e, r);
    return true;
}

void together_report(const engine *e, const replay_rank *r)
{
    const together *t = r->in;
    if (!t)
        return;
    trace_fail(e->ctx, e->t->path,
               "event %" PRIu64 " of rank %" PRIu32 " is %s on '%s', to which %" PRIu32
               " of %" PRIu32 " ranks have come",
               r->events.begin + 1, r->rank, trace_collective_name(t->collective),
               e->t->comms[t->comm].name, t->come, t->size);
}
