#include "estimator/simulate/one_sided.h"

#include "estimator/message/observe.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule.h"
#include "estimator/run/ledger.h"
#include "estimator/run/regime.h"
#include "sysmodels/network/message.h"

/* A put is one message, and its image goes on when all of it is there, as what it has put may be
 * looked at after the next synchronisation. A get is an empty message that asks, and one that
 * answers. The network does what is to be done at the other side: the processor there goes on with
 * its own. */

/* The rank of the other image, as the executing one sees it; where nothing tells it (the program
 * says so: lower/image.c), the next one. -1: there is no such. */
static int partner_of(run *r, const aag_unit *u, int rank)
{
    const expr *image = u->comm->image;
    if (!image)
        return (rank + 1) % r->procs;
    int64_t value = run_eval(r, image, u->where);
    if (r->has_failed)
        return -1;
    if (value >= 0 && value < r->procs)
        return (int)value;
    run_fail(r, u->where,
             arena_printf(r->est->ctx->arena, "image %lld does not exist: there are 0 to %d",
                          (long long)value, r->procs - 1));
    return -1;
}

static void add_message(run *r, message_kind kind, double bytes, int from, int to, tally *t,
                        int128 *takes)
{
    incoming m = round_message(r, kind, bytes, round_route(r, kind.grid, from, to));
    int128 time = network_message_time(&r->est->network, &m);
    t->time[PART_COMMUNICATION] += time;
    t->error[COMPONENT_COMMUNICATION] += m.error;
    *takes += time;
}

/* Elements that are apart in memory are copied one by one, into a message or out of it. */
static int128 copies_of(const run *r, const communication *c, int64_t elements)
{
    return c->is_packed && elements > 1 ? elements * r->est->copy.ticks : 0;
}

/* Returns how long its messages are on the way. */
static int128 transfer_one(run *r, const aag_unit *u, int rank, int other, int64_t elements)
{
    const communication *c = u->comm;
    message_kind kind = schedule_kind(r, c);
    tally *t = ledger_each(r, rank, u);
    int128 takes = 0, own = copies_of(r, c, elements);
    kind.is_async = true; /* it is waited for here: nothing of it is hidden */
    if (rank != other) {
        own += r->est->call_overhead.ticks;
        if (c->kind == COMM_GET)
            add_message(r, kind, 0, rank, other, t, &takes);
        bool is_put = c->kind == COMM_PUT;
        add_message(r, kind, (double)(elements * c->elem_bytes), is_put ? rank : other,
                    is_put ? other : rank, t, &takes);
    }
    t->time[PART_OVERHEAD] += own;
    r->clock[rank] += own + takes;
    return takes;
}

void one_sided_run(run *r, const aag_unit *u)
{
    const communication *c = u->comm;
    comm_peak now = {.is_set = true, .busiest = {.is_alike = true}};
    for (int rank = 0; rank < r->procs && !r->has_failed; rank++) {
        if (!r->active[rank])
            continue;
        run_set_rank(r, rank);
        int other = partner_of(r, u, rank);
        int64_t elements = r->has_failed ? 0 : run_eval(r, c->elements, u->where);
        if (r->has_failed || elements <= 0)
            continue;
        int128 takes = transfer_one(r, u, rank, other, elements);
        trace_event(&r->clock_trace, (uint64_t)other);
        trace_event(&r->clock_trace, (uint64_t)elements);
        if (rank == other)
            continue;
        observe_event(r, u, rank,
                      (observed_event){.kind = c->kind == COMM_PUT ? OBSERVED_PUT : OBSERVED_GET,
                                       .peer = other,
                                       .bytes = elements * c->elem_bytes});
        now.messages += c->kind == COMM_GET ? 2 : 1;
        now.bytes += elements * c->elem_bytes;
        if (seconds_of(takes) > now.busiest.time)
            now.busiest = (traffic){.sent = 1,
                                    .bytes = (double)(elements * c->elem_bytes),
                                    .time = seconds_of(takes),
                                    .least = (double)(elements * c->elem_bytes),
                                    .is_alike = true};
    }
    r->ledger.moves[c->id].messages += FIXED_ONE * now.messages;
    r->ledger.moves[c->id].bytes += FIXED_ONE * now.bytes;
    if (now.bytes > r->peak[c->id].bytes)
        r->peak[c->id] = now;
}
