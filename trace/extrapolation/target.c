#include "trace/extrapolation/target.h"

#include <inttypes.h>
#include <math.h>

#include "sysmodels/network/collective/collective.h"
#include "sysmodels/network/price.h"

static int64_t ticks(double seconds)
{
    return llround(fmin(seconds, EXTRAPOLATION_MOST_S) * EXTRAPOLATION_TICKS_PER_S);
}

static double or_nothing(const quantity *q)
{
    return q->is_set ? q->value : 0;
}

static bool states_interface(const sag_extrapolation *e)
{
    return e->interface.is_set || e->interface_per_byte.is_set;
}

static bool states_network(const sag_extrapolation *e)
{
    return e->latency.is_set || e->latency_per_hop.is_set || e->latency_per_byte.is_set;
}

static sag_route route_between(const extrapolation_target *t, uint32_t from, uint32_t to)
{
    const int extent = (int)t->processors, a = (int)from, b = (int)to;
    return sag_route_between(t->network, 1, &extent, &a, &b);
}

/* What keeps a node busy is time of its processor, unless its adapters do that, or the file says
 * what the processor pays, or what the port: the rest of the price is then the other's. */
target_message target_price(const extrapolation_target *t, uint32_t from, uint32_t to,
                            uint64_t bytes)
{
    const sag_extrapolation *e = t->stated;
    const sag_communication *c = t->network;
    const sag_route route = route_between(t, from, to);
    const double n = (double)bytes, call = c->call_overhead.value;
    const message_function f =
        sag_function_on(c, sag_message_function(c, PATTERN_element, 1), route);
    const sag_price price = sag_price_message(f, n, route);
    const bool has_adapter = c->exchange == EXCHANGE_ADAPTER;
    const bool by_port = has_adapter || e->send.is_set || states_interface(e);
    const double port = states_interface(e)
                            ? or_nothing(&e->interface) + or_nothing(&e->interface_per_byte) * n
                        : by_port ? price.occupancy
                                  : 0;
    const double send = e->send.is_set ? e->send.value
                        : by_port      ? call + price.send
                                       : call + price.occupancy;
    const double receive = e->receive.is_set ? e->receive.value : call + price.receive;
    const double way =
        states_network(e) ? or_nothing(&e->latency) + or_nothing(&e->latency_per_hop) * route.hops +
                                or_nothing(&e->latency_per_byte) * n
                          : price.latency + (price.waits_for_receiver ? price.handshake : 0);
    const bool receives_by_port = c->exchange != EXCHANGE_PUSHED || states_interface(e);
    return (target_message){ticks(send), ticks(port), ticks(way),
                            receives_by_port ? ticks(port) : 0, ticks(receive)};
}

/* --- Barriers that the file does not describe --- */

/* What a barrier of the machine's own takes, by the function of it as a whole; below 0: none. */
static double whole_barrier(fp_context *ctx, const sag_communication *c, int processors)
{
    message_function f;
    bool waits;
    if (!collective_function(ctx->arena, c, COLLECTIVE_BARRIER, PATTERN_barrier, 1, processors,
                             processors, &f, &waits))
        return -1;
    const sag_price price = sag_price_message(f, 0, sag_route_next(c));
    return sag_price_total(&price);
}

static void choose_barrier(fp_context *ctx, extrapolation_target *t)
{
    const sag_extrapolation *e = t->stated;
    const double whole = whole_barrier(ctx, t->network, (int)t->processors);
    t->barrier = e->barrier;
    t->barrier_by_messages = e->barrier_by_messages;
    t->model = ticks(or_nothing(&e->barrier_model));
    if (!e->barrier_origin.source)
        t->barrier = whole >= 0 ? BARRIER_HARDWARE
                     : t->network->collective[COLLECTIVE_BARRIER].algorithm == COLLECTIVE_LINEAR
                         ? BARRIER_LINEAR
                         : BARRIER_LOGARITHMIC;
    if (t->barrier == BARRIER_HARDWARE && !e->barrier_model.is_set && whole >= 0)
        t->model = ticks(whole);
    if (!e->barrier_by_messages_origin.source)
        t->barrier_by_messages = t->barrier != BARRIER_HARDWARE;
}

/* --- What is assumed --- */

static const char *requests_sentence(fp_context *ctx, const extrapolation_target *t)
{
    static const char *const how[] = {
        [SERVICE_NO_INTERRUPT] = "while their owner waits",
        [SERVICE_INTERRUPT] = "at once, and interrupt what their owner computes",
        [SERVICE_POLL] = "when their owner looks for them, and while it waits"};
    const char *assumed = t->stated->requests_origin.source ? "" : " (assumed)";
    return arena_printf(ctx->arena, "Requests are served %s%s.", how[t->requests], assumed);
}

static const char *messages_sentence(const extrapolation_target *t)
{
    const sag_extrapolation *e = t->stated;
    if (e->send.is_set && states_interface(e) && states_network(e))
        return "Messages cost what the machine's section 'extrapolation' says.";
    if (e->send.is_set || e->receive.is_set || states_interface(e) || states_network(e))
        return "Messages cost what the machine's section 'extrapolation' says, and for what that "
               "leaves out what those of single elements do.";
    return "Messages cost what those of single elements do on the machine.";
}

static const char *barrier_sentence(fp_context *ctx, const extrapolation_target *t)
{
    static const char *const how[] = {
        [BARRIER_LINEAR] =
            "have a master, the first rank of each, whom the others tell that they have come",
        [BARRIER_LOGARITHMIC] = "have rounds, in each of which one tells another",
        [BARRIER_HARDWARE] = "are a signal of the machine's"};
    const char *assumed = t->stated->barrier_origin.source ? "" : " (assumed)";
    const char *by = t->barrier == BARRIER_HARDWARE ? ""
                     : t->barrier_by_messages       ? ", by messages"
                                                    : ", without messages";
    return arena_printf(ctx->arena, "Barriers %s%s%s.", how[t->barrier], by, assumed);
}

static void assume(fp_context *ctx, extrapolation_target *t)
{
    const char **all = ARENA_ARRAY(ctx->arena, 4, const char *);
    int count = 0;
    all[count++] = requests_sentence(ctx, t);
    all[count++] = messages_sentence(t);
    all[count++] = barrier_sentence(ctx, t);
    all[count++] = "Messages share the ports of their two ends; links between are not shared.";
    t->assumptions = all;
    t->assumption_count = count;
}

const extrapolation_target *target_make(fp_context *ctx, const sag *machine, uint32_t processors)
{
    const sag_communication *c = machine->communication;
    const sag_extrapolation *e = &c->extrapolation;
    const int64_t most = (int64_t)c->nodes_max * sag_ranks_per_node(c);
    extrapolation_target *t = ARENA_NEW(ctx->arena, extrapolation_target);
    if (most > 0 && processors > most) {
        diag_report(ctx->diags, DIAG_ERROR, "extrapolation", (source_range){0},
                    "%s has at most %" PRId64 " processors, and %" PRIu32 " are asked for",
                    machine->name, most, processors);
        return NULL;
    }
    *t = (extrapolation_target){.network = c,
                                .stated = e,
                                .processors = processors,
                                .requests = e->requests,
                                .service = ticks(or_nothing(&e->service)),
                                .interrupt = ticks(or_nothing(&e->interrupt)),
                                .poll_every = ticks(or_nothing(&e->poll_every)) + 1 -
                                              (ticks(or_nothing(&e->poll_every)) > 0),
                                .poll = ticks(or_nothing(&e->poll)),
                                .entry = ticks(or_nothing(&e->barrier_entry)),
                                .exit = ticks(or_nothing(&e->barrier_exit)),
                                .check = ticks(or_nothing(&e->barrier_check)),
                                .exit_check = ticks(or_nothing(&e->barrier_exit_check)),
                                .request_bytes = (uint64_t)or_nothing(&e->request),
                                .barrier_bytes = (uint64_t)or_nothing(&e->barrier_message)};
    if (!e->requests_origin.source)
        t->requests = SERVICE_INTERRUPT;
    choose_barrier(ctx, t);
    assume(ctx, t);
    return t;
}
