#include "trace/format/ti_events.h"

#include <math.h>

/* What follows an action in SimGrid 3.32 (src/smpi/internals/smpi_replay.cpp); datatypes may be
 * left out. */

static trace_event event_of(const ti_state *s, trace_kind kind)
{
    return (trace_event){.kind = kind, .time = s->time, .cpu = TRACE_NO_CPU};
}

static void add(ti_state *s, trace_event e)
{
    s->said = e.time;
    VEC_PUSH(s->memory, &s->events, e);
}

static double number(const ti_line *l, int i)
{
    return i < l->count ? l->numbers[i] : 0;
}

#define BEYOND UINT64_MAX
static const char is_beyond[] = "has a number that is too large: bytes, and operations in all, are "
                                "below 9e18";

static uint64_t whole(double value)
{
    return value <= 0 ? 0 : value < 9e18 ? (uint64_t)llround(value) : BEYOND;
}

/* So many operations, or nanoseconds, pass. */
static const char *pass(ti_state *s, double value)
{
    const uint64_t ticks = whole(value);
    if (ticks == BEYOND || s->time + ticks >= (uint64_t)9e18)
        return is_beyond;
    s->time += ticks;
    return NULL;
}

/* So many elements, of the datatype that may stand at a place. */
static uint64_t bytes_of(const ti_state *s, const ti_line *l, double count, int type)
{
    return whole(count * (type < l->count ? ti_type_bytes(l->numbers[type]) : s->default_bytes));
}

static double sum(const ti_line *l, int first, uint32_t count)
{
    double all = 0;
    for (uint32_t i = 0; i < count; i++)
        all += number(l, first + (int)i);
    return all;
}

/* --- Messages ------------------------------------------------------------------- */

/* The event of a message with who stands at a place, and its tag. */
static const char *message(const ti_state *s, const ti_line *l, trace_kind kind, double peer,
                           double tag, uint64_t bytes, trace_event *e)
{
    const bool is_receive = kind == TRACE_RECV || kind == TRACE_IRECV;
    const bool is_any = is_receive && peer < 0;
    (void)l;
    if (!is_any && !(peer >= 0 && peer < s->size))
        return "is with a rank that is not there";
    if (!(tag >= 0 && tag < UINT32_MAX))
        return "has no tag: a replay has to know which message is which";
    *e = event_of(s, kind);
    e->peer = is_any ? 0 : (uint32_t)peer;
    e->tag = (uint32_t)tag;
    e->bytes = bytes;
    e->any_source = is_any;
    return bytes == BEYOND ? is_beyond : NULL;
}

static const char *begin(ti_state *s, const ti_line *l, bool is_send)
{
    const double own = s->rank, peer = number(l, 0);
    trace_event end, post;
    const char *wrong = message(s, l, is_send ? TRACE_ISEND : TRACE_IRECV, peer, number(l, 1),
                                bytes_of(s, l, number(l, 2), 3), &end);
    if (wrong)
        return wrong;
    end.request = s->requests++;
    post = end;
    post.kind = is_send ? TRACE_ISEND : TRACE_IRECV_POSTED;
    end.kind = is_send ? TRACE_ISEND_DONE : TRACE_IRECV;
    add(s, post);
    const ti_request open = {is_send ? own : peer, is_send ? peer : own, number(l, 1), end};
    VEC_PUSH(s->memory, &s->open, open);
    return NULL;
}

static void end_request(ti_state *s, int at)
{
    trace_event end = s->open.data[at].end;
    end.time = s->time;
    add(s, end);
    s->open.count--;
    for (int i = at; i < s->open.count; i++)
        s->open.data[i] = s->open.data[i + 1];
}

static bool is_same(double a, double b)
{
    return !(a < b) && !(a > b);
}

/* One that a test has found ended before is not there any more: SMPI passes over it. */
static void wait(ti_state *s, const ti_line *l)
{
    for (int i = 0; i < s->open.count; i++) {
        const ti_request *q = &s->open.data[i];
        if (is_same(q->from, number(l, 0)) && is_same(q->to, number(l, 1)) &&
            is_same(q->tag, number(l, 2))) {
            end_request(s, i);
            return;
        }
    }
}

static const char *point_to_point(ti_state *s, const ti_line *l, bool is_send)
{
    trace_event e;
    const char *wrong = message(s, l, is_send ? TRACE_SEND : TRACE_RECV, number(l, 0), number(l, 1),
                                bytes_of(s, l, number(l, 2), 3), &e);
    if (!wrong)
        add(s, e);
    return wrong;
}

/* sendRecv COUNT TO COUNT FROM TYPE TYPE; SMPI gives both messages the tag 0. */
static const char *both(ti_state *s, const ti_line *l)
{
    trace_event sent, received;
    const char *wrong =
        message(s, l, TRACE_SEND, number(l, 1), 0, bytes_of(s, l, number(l, 0), 4), &sent);
    if (!wrong)
        wrong =
            message(s, l, TRACE_RECV, number(l, 3), 0, bytes_of(s, l, number(l, 2), 5), &received);
    if (wrong)
        return wrong;
    add(s, sent);
    add(s, received);
    return NULL;
}

/* --- Collectives ------------------------------------------------------------------ */

/* Bytes given and got; the place of the root, or -1; the place of the flops that it computes, or
 * -1.
 */
typedef struct shape {
    trace_collective what;
    uint64_t given, got;
    int root, flops;
} shape;

static shape shape_of(const ti_state *s, const ti_line *l)
{
    const uint32_t n = s->size;
    const int after = (int)n;
    const double first = number(l, 0), second = number(l, 1);
    shape h = {TRACE_BARRIER, 0, 0, -1, -1};
    switch (l->action) {
    case TI_BCAST:
        h = (shape){TRACE_BCAST, 0, bytes_of(s, l, first, 2), 1, -1};
        break;
    case TI_REDUCE:
        h = (shape){TRACE_REDUCE, bytes_of(s, l, first, 3), 0, 2, 1};
        break;
    case TI_ALLREDUCE:
        h = (shape){TRACE_ALLREDUCE, bytes_of(s, l, first, 2), 0, -1, 1};
        break;
    case TI_ALLTOALL:
        h = (shape){TRACE_ALLTOALL, bytes_of(s, l, n * first, 2), bytes_of(s, l, n * second, 3), -1,
                    -1};
        break;
    case TI_ALLTOALLV:
        h = (shape){TRACE_ALLTOALLV, bytes_of(s, l, sum(l, 1, n), 2 * after + 2),
                    bytes_of(s, l, sum(l, after + 2, n), 2 * after + 3), -1, -1};
        break;
    case TI_GATHER:
        h = (shape){TRACE_GATHER, bytes_of(s, l, first, 3), 0, 2, -1};
        break;
    case TI_SCATTER:
        h = (shape){TRACE_SCATTER, 0, bytes_of(s, l, second, 4), 2, -1};
        break;
    case TI_GATHERV:
        h = (shape){TRACE_GATHERV, bytes_of(s, l, first, after + 2), 0, after + 1, -1};
        break;
    case TI_SCATTERV:
        h = (shape){TRACE_SCATTERV, 0, bytes_of(s, l, number(l, after), after + 3), after + 1, -1};
        break;
    case TI_ALLGATHER:
        h = (shape){TRACE_ALLGATHER, bytes_of(s, l, first, 2), bytes_of(s, l, n * second, 3), -1,
                    -1};
        break;
    case TI_ALLGATHERV:
        h = (shape){TRACE_ALLGATHERV, bytes_of(s, l, first, after + 1),
                    bytes_of(s, l, sum(l, 1, n), after + 2), -1, -1};
        break;
    case TI_REDUCE_SCATTER:
        h = (shape){TRACE_REDUCE_SCATTER, bytes_of(s, l, sum(l, 0, n), after + 1), 0, -1, after};
        break;
    case TI_SCAN:
        h = (shape){TRACE_SCAN, bytes_of(s, l, first, 2), 0, -1, 1};
        break;
    case TI_EXSCAN:
        h = (shape){TRACE_EXSCAN, bytes_of(s, l, first, 2), 0, -1, 1};
        break;
    case TI_BARRIER:
    case TI_NOTHING:
    case TI_INIT:
    case TI_COMPUTE:
    case TI_SLEEP:
    case TI_SEND:
    case TI_ISEND:
    case TI_RECV:
    case TI_IRECV:
    case TI_SENDRECV:
    case TI_WAIT:
    case TI_WAITALL:
    case TI_TEST:
    case TI_FINALIZE:
    case TI_ACTION_COUNT:
        break;
    }
    return h;
}

static const char *collective(ti_state *s, const ti_line *l, double *flops)
{
    const shape h = shape_of(s, l);
    const double root = h.root >= 0 ? number(l, h.root) : 0;
    if (!(root >= 0 && root < s->size))
        return "has a root that is not there";
    if (h.given == BEYOND || h.got == BEYOND)
        return is_beyond;
    add(s, event_of(s, TRACE_COLLECTIVE_BEGIN));
    trace_event end = event_of(s, TRACE_COLLECTIVE_END);
    end.collective = h.what;
    end.peer = h.root >= 0 ? (uint32_t)root : TRACE_NO_ROOT;
    end.bytes = h.given;
    end.received = h.got;
    add(s, end);
    *flops = h.flops >= 0 ? number(l, h.flops) : 0;
    return NULL;
}

/* --- A line --------------------------------------------------------------------- */

static const char *in_call(ti_state *s, const ti_line *l, double *flops)
{
    switch (l->action) {
    case TI_SEND:
    case TI_RECV:
        return point_to_point(s, l, l->action == TI_SEND);
    case TI_ISEND:
    case TI_IRECV:
        return begin(s, l, l->action == TI_ISEND);
    case TI_SENDRECV:
        return both(s, l);
    case TI_WAIT:
        wait(s, l);
        return NULL;
    case TI_WAITALL:
        while (s->open.count)
            end_request(s, 0);
        return NULL;
    case TI_BARRIER:
    case TI_BCAST:
    case TI_REDUCE:
    case TI_ALLREDUCE:
    case TI_ALLTOALL:
    case TI_ALLTOALLV:
    case TI_GATHER:
    case TI_GATHERV:
    case TI_SCATTER:
    case TI_SCATTERV:
    case TI_ALLGATHER:
    case TI_ALLGATHERV:
    case TI_REDUCE_SCATTER:
    case TI_SCAN:
    case TI_EXSCAN:
        return collective(s, l, flops);
    case TI_TEST: /* it may have ended or not: the wait that follows tells when */
    case TI_NOTHING:
    case TI_INIT:
    case TI_COMPUTE:
    case TI_SLEEP:
    case TI_FINALIZE:
    case TI_ACTION_COUNT:
        break;
    }
    return NULL;
}

/* SMPI computes a reduction's flops when the messages are through. */
const char *ti_events(ti_state *s, const ti_line *l)
{
    double flops = 0;
    if (l->count < ti_action_numbers(l->action, s->size))
        return arena_printf(s->memory, "has %d numbers, and %.0f or more belong to this action",
                            l->count, ti_action_numbers(l->action, s->size));
    if (l->action == TI_NOTHING || l->action == TI_FINALIZE)
        return NULL;
    if (l->action == TI_INIT) {
        s->default_bytes = l->count ? 8 : 1;
        return NULL;
    }
    if (l->action == TI_COMPUTE || l->action == TI_SLEEP)
        return pass(s, number(l, 0) * (l->action == TI_SLEEP ? 1e9 : 1));
    trace_event region = event_of(s, TRACE_ENTER);
    region.region = l->action;
    add(s, region);
    const char *wrong = in_call(s, l, &flops);
    region.kind = TRACE_LEAVE;
    add(s, region);
    return wrong ? wrong : pass(s, flops);
}

void ti_end(ti_state *s)
{
    if (s->said == s->time)
        return;
    trace_event region = event_of(s, TRACE_ENTER);
    region.region = TI_FINALIZE;
    add(s, region);
    region.kind = TRACE_LEAVE;
    add(s, region);
}
