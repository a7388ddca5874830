#include "trace/replay/replay.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sysmodels/network/exchange.h"
#include "sysmodels/network/links.h"
#include "trace/replay/sharing.h"

/* --- Who has a processor ------------------------------------------------------- */

/* Others have had the processor since all was there that a rank waits for. */
static void take_turn(const engine *e, replay_rank *r)
{
    int64_t ready = r->clock;
    if (r->state == RANK_WAITS)
        ready = later(later(ready, r->out_until), wait_all_there(r));
    const int64_t turned = later(e->now - ready, 0);
    if (r->state == RANK_WAITS)
        r->turned = turned;
    if (!r->in) /* else it is in the collective */
        r->spent.turn += turned;
    r->clock = later(r->clock, e->now);
}

/* A rank has its processor until it waits. */
static void run_on(engine *e, replay_rank *r)
{
    replay_processor *p = &e->processors[r->processor];
    p->is_busy = true;
    take_turn(e, r);
    rank_follow(e, r);
    if (r->state != RANK_DELAYED)
        engine_put(e, EVENT_FREE, later(r->clock, e->now), r->processor);
}

static void queue_rank(engine *e, replay_processor *p, uint32_t rank)
{
    if (p->count == p->room) {
        const uint32_t room = p->room ? 2 * p->room : 4;
        uint32_t *queue = ARENA_ARRAY(e->ctx->arena, room, uint32_t);
        for (uint32_t i = 0; i < p->count; i++)
            queue[i] = p->queue[(p->first + i) % p->room];
        p->queue = queue;
        p->room = room;
        p->first = 0;
    }
    p->queue[(p->first + p->count++) % p->room] = rank;
}

static void go_on(engine *e, replay_rank *r)
{
    replay_processor *p = &e->processors[r->processor];
    if (!e->shares_processors)
        rank_follow(e, r);
    else if (r->state == RANK_DELAYED || !p->is_busy)
        run_on(e, r);
    else
        queue_rank(e, p, r->rank);
}

static void free_processor(engine *e, replay_processor *p)
{
    p->is_busy = false;
    if (!p->count)
        return;
    const uint32_t rank = p->queue[p->first];
    p->first = (p->first + 1) % p->room;
    p->count--;
    run_on(e, &e->ranks[rank]);
}

/* --- Events ------------------------------------------------------------------------ */

static void follow_ready(engine *e)
{
    while (e->ready_count && !e->has_failed)
        rank_follow(e, &e->ranks[e->ready[--e->ready_count]]);
}

static void handle(engine *e, heap_item item)
{
    const uint32_t index = engine_index(item);
    e->now = item.at;
    switch (engine_kind(item)) {
    case EVENT_DEPART:
        transfer_depart(e, engine_transit(e, index));
        break;
    case EVENT_ARRIVE:
        transfer_arrive(e, engine_transit(e, index));
        break;
    case EVENT_ENTER:
        transfer_enter(e, engine_transit(e, index));
        break;
    case EVENT_THROUGH:
        transfer_through(e, engine_transit(e, index));
        break;
    case EVENT_RANK:
        go_on(e, &e->ranks[index]);
        break;
    case EVENT_FREE:
        free_processor(e, &e->processors[index]);
        break;
    }
}

static bool run(engine *e)
{
    for (uint32_t i = e->t->rank_count; i-- > 0;)
        engine_make_ready(e, &e->ranks[i], 0);
    follow_ready(e);
    while (e->events.count && !e->has_failed) {
        handle(e, heap_take(&e->events));
        follow_ready(e);
    }
    return !e->has_failed && stuck_report(e);
}

/* --- Before and after ---------------------------------------------------------------- */

static void set_network(engine *e)
{
    const sag_communication *c = e->o->machine->communication;
    const exchange_rule asked = e->o->has_exchange ? e->o->exchange : c->exchange;
    e->net = (network){.communication = c,
                       .overlap = c->overlap.is_set ? c->overlap.value : 0,
                       .call = ticks_of(c->call_overhead.value)};
    e->net.exchange =
        asked == EXCHANGE_PHASED && exchange_is_ordered(c->exchange) ? c->exchange : asked;
    e->call = (int64_t)e->net.call;
}

/* Calls that come back with one of several things, or with none: the trace has which. */
static bool has_outcome(const trace_region *r)
{
    static const char *const names[] = {"MPI_Waitany",  "MPI_Waitsome", "MPI_Test",  "MPI_Testany",
                                        "MPI_Testsome", "MPI_Testall",  "MPI_Probe", "MPI_Iprobe",
                                        "MPI_Mprobe",   "MPI_Improbe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (r->role == TRACE_MPI && strcmp(r->name, names[i]) == 0)
            return true;
    return false;
}

static void open_ranks(engine *e)
{
    arena *a = e->ctx->arena;
    const uint32_t count = e->t->rank_count;
    e->ranks = ARENA_ARRAY(a, count, replay_rank);
    e->ready = ARENA_ARRAY(a, count + 1, uint32_t);
    e->places = ARENA_ARRAY(a, count, int);
    e->processors = ARENA_ARRAY(a, e->procs, replay_processor);
    for (uint32_t i = 0; i < count; i++) {
        replay_rank *r = &e->ranks[i];
        r->rank = i;
        r->processor = (uint32_t)((uint64_t)i * (uint64_t)e->procs / count);
        r->last_cpu = TRACE_NO_CPU;
        r->requests.memory = a;
        e->places[i] = (int)r->processor;
        ahead_open(&r->events, e->ctx, e->t, i);
    }
    const int channels = SAG_CHANNELS;
    for (uint32_t i = 0; i < count; i++) { /* ranks of a processor have its ports */
        replay_rank *r = &e->ranks[i];
        const bool is_first = i == 0 || e->ranks[i - 1].processor != r->processor;
        r->ports_out = is_first ? ARENA_ARRAY(a, channels, int64_t) : e->ranks[i - 1].ports_out;
        r->ports_in = is_first ? ARENA_ARRAY(a, channels, int64_t) : e->ranks[i - 1].ports_in;
    }
}

static void begin(engine *e)
{
    arena *a = e->ctx->arena;
    set_network(e);
    e->procs =
        (int)(e->o->procs && e->o->procs < e->t->rank_count ? e->o->procs : e->t->rank_count);
    e->shares_processors = (uint32_t)e->procs < e->t->rank_count;
    e->extent = e->procs;
    e->events.memory = a;
    e->ps_per_tick = TICKS_PER_SECOND / (double)e->t->ticks_per_s;
    e->channels = channels_new(a);
    e->together = replay_together_new(e);
    e->by_outcome = ARENA_ARRAY(a, e->t->region_count + 1, bool);
    e->outcomes = ARENA_ARRAY(a, e->t->region_count + 1, uint64_t);
    for (uint32_t i = 0; i < e->t->region_count; i++)
        e->by_outcome[i] = has_outcome(&e->t->regions[i]);
    open_ranks(e);
    if (e->net.exchange == EXCHANGE_ADAPTER && sag_has_capacities(e->net.communication))
        e->shares = sharing_new(e);
}

static void finish(engine *e, fp_context *ctx)
{
    replay_result *result = e->result;
    result->of = e->t;
    result->machine = e->o->machine;
    result->procs = (uint32_t)e->procs;
    result->has_links = sag_has_capacities(e->net.communication);
    result->shares_links = e->shares != NULL;
    uint64_t *outcomes = ARENA_ARRAY(ctx->arena, e->t->region_count + 1, uint64_t);
    for (uint32_t i = 0; i < e->t->region_count; i++)
        outcomes[i] = e->outcomes[i];
    result->outcomes = outcomes;
    result->ranks = ARENA_ARRAY(ctx->arena, e->t->rank_count, replay_rank_result);
    for (uint32_t i = 0; i < e->t->rank_count; i++) {
        const replay_rank *r = &e->ranks[i];
        result->ranks[i] = (replay_rank_result){.end = seconds_of(r->clock),
                                                .computing = seconds_of(r->spent.computing),
                                                .sending = seconds_of(r->spent.sending),
                                                .receiving = seconds_of(r->spent.receiving),
                                                .waiting = seconds_of(r->spent.waiting),
                                                .collectives = seconds_of(r->spent.collectives),
                                                .turn = seconds_of(r->spent.turn),
                                                .events = r->events.begin,
                                                .sent = r->sent,
                                                .received = r->received};
        result->end = fmax(result->end, result->ranks[i].end);
    }
}

bool replay_run(fp_context *ctx, trace *t, const replay_options *o, const char *path,
                trace_form form, replay_result *result)
{
    arena *memory = arena_new_under(ctx->arena);
    fp_context own = *ctx;
    own.arena = memory;
    *result = (replay_result){0};
    engine e = {.ctx = &own, .t = t, .o = o, .result = result};
    begin(&e);
    trace written = *t;
    written.ticks_per_s = (uint64_t)TICKS_PER_SECOND;
    e.out = path ? trace_create_sorted(&own, path, form, &written) : NULL;
    bool is_good = (e.out || !path) && run(&e);
    if (e.out)
        is_good &= trace_finish(e.out);
    if (is_good)
        stuck_warn(&e);
    finish(&e, ctx);
    arena_clear(memory);
    return is_good;
}
