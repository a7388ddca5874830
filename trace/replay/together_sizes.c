#include <inttypes.h>

#include "trace/replay/together.h"

/* How large a collective is (docs/traces.md). Which rank is followed first says nothing of that: so
 * where ranks give or get parts of their own sizes, and where who comes has nothing of it, the
 * others' events are read on until they come to it. */

bool together_has_parts(trace_collective c)
{
    return c == TRACE_GATHERV || c == TRACE_SCATTERV || c == TRACE_ALLGATHERV ||
           together_has_blocks(c);
}

bool together_has_blocks(trace_collective c)
{
    return c == TRACE_ALLTOALLV || c == TRACE_ALLTOALLW;
}

static double least(uint64_t a, uint64_t b)
{
    return (double)(a && (a < b || !b) ? a : b);
}

/* By one rank's event, where that tells of all. */
static double bytes_of(const trace_event *end, uint32_t size)
{
    const uint64_t given = end->bytes, got = end->received;
    switch (end->collective) {
    case TRACE_BCAST:
        return (double)(got ? got : given);
    case TRACE_GATHER:
        return (double)given;
    case TRACE_SCATTER:
        return got ? (double)got : (double)given / size;
    case TRACE_ALLGATHER:
        return got ? (double)got / size : (double)given;
    case TRACE_ALLTOALL:
        return (double)(given > got ? given : got) / size;
    case TRACE_ALLREDUCE:
        return least(given, got);
    case TRACE_REDUCE:
    case TRACE_SCAN:
    case TRACE_EXSCAN:
        return (double)(given ? given : got);
    case TRACE_REDUCE_SCATTER_BLOCK:
        return given ? (double)given : (double)got * size;
    case TRACE_REDUCE_SCATTER:
        return (double)given;
    case TRACE_GATHERV:
    case TRACE_SCATTERV:
    case TRACE_ALLGATHERV:
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
    case TRACE_BARRIER:
    case TRACE_OTHER_COLLECTIVE:
    case TRACE_COLLECTIVE_COUNT:
        break;
    }
    return 0;
}

bool together_asks_others(const trace_event *end, uint32_t size)
{
    return end->collective != TRACE_BARRIER && end->collective != TRACE_OTHER_COLLECTIVE &&
           !(bytes_of(end, size) > 0);
}

static bool fail_far(engine *e, const replay_rank *q, const trace_event *end)
{
    e->has_failed = true;
    return trace_fail(e->ctx, e->t->path,
                      "rank %" PRIu32 " does not come to %s on '%s' within %d events from its "
                      "event %" PRIu64 " on: how large that is cannot be told",
                      q->rank, trace_collective_name(end->collective), e->t->comms[end->comm].name,
                      AHEAD_MOST, q->events.begin + 1);
}

/* Reads on until a rank's event that ends that collective of the communicator. One that never does
 * is reported when nobody goes on any more. */
static bool find(engine *e, together_comm *c, uint32_t place, uint64_t number,
                 const trace_event *like, trace_event *out)
{
    replay_rank *q = &e->ranks[e->t->comms[like->comm].ranks[place]];
    together_reading *to = &c->reading[place];
    *out = (trace_event){.collective = like->collective};
    if (to->event < q->events.begin) { /* it has been followed further */
        to->event = q->events.begin;
        to->count = c->done[place] - (q->in && q->in->comm == like->comm);
    }
    for (;;) {
        const uint64_t further = to->event - q->events.begin;
        if (further >= AHEAD_MOST)
            return fail_far(e, q, like);
        const ahead_item *item = ahead_at(&q->events, further);
        if (!item) {
            e->has_failed |= q->events.is_broken;
            return !e->has_failed;
        }
        to->event++;
        if (item->event.kind != TRACE_COLLECTIVE_END || item->event.comm != like->comm ||
            to->count++ < number)
            continue;
        if (item->event.collective == like->collective)
            *out = item->event;
        return true;
    }
}

static double sum(const double *of, uint32_t size)
{
    double all = 0;
    for (uint32_t i = 0; i < size; i++)
        all += of[i];
    return all;
}

/* What nobody says, but the other side does, is in equal parts of it. */
static void infer(double *of, const double *from, uint32_t size, double by)
{
    const double all = sum(from, size);
    for (uint32_t i = 0; i < size; i++)
        of[i] = all / by;
}

/* The parts: sizes.given, and of an all-to-all sizes.got beside them. */
static void set_parts(together_sizes *s, trace_collective what, uint32_t size)
{
    const double given = sum(s->given, size), got = sum(s->got, size), n = size;
    if (what == TRACE_SCATTERV) {
        if (!(got > 0))
            infer(s->got, s->given, size, n);
        for (uint32_t i = 0; i < size; i++)
            s->given[i] = s->got[i];
    } else if (!(given > 0)) { /* in place; what each gets of an all-gather is all of it */
        infer(s->given, s->got, size, what == TRACE_ALLGATHERV ? n * n : n);
    }
    if (together_has_blocks(what) && !(got > 0))
        infer(s->got, s->given, size, n);
    const double all = sum(s->given, size);
    s->bytes = together_has_blocks(what) ? all / n / n : all / n;
}

bool together_sizes_of(engine *e, together_comm *c, uint32_t place, uint64_t number,
                       const trace_event *end, together_sizes *out)
{
    const uint32_t size = e->t->comms[end->comm].size;
    *out = (together_sizes){.bytes = bytes_of(end, size), .given = c->given, .got = c->got};
    if (!together_asks_others(end, size))
        return true;
    const bool has_parts = together_has_parts(end->collective);
    for (uint32_t i = 0; i < size; i++) {
        trace_event other = *end;
        if (i != place && !find(e, c, i, number, end, &other))
            return false;
        c->given[i] = (double)other.bytes;
        c->got[i] = (double)other.received;
        out->bytes = bytes_of(&other, size);
        if (!has_parts && out->bytes > 0)
            return true;
    }
    if (has_parts)
        set_parts(out, end->collective, size);
    else if (end->collective == TRACE_REDUCE_SCATTER)
        out->bytes = sum(c->got, size);
    return true;
}
