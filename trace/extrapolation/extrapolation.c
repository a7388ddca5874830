#include "trace/extrapolation/extrapolation.h"

#include <inttypes.h>
#include <math.h>

#include "trace/extrapolation/simulation.h"

static const char *const part_names[EXTRAPOLATED_PART_COUNT] = {
    [EXTRAPOLATED_COMPUTING] = "computing", [EXTRAPOLATED_RUNTIME] = "run_time_system",
    [EXTRAPOLATED_INTERFACE] = "interface", [EXTRAPOLATED_NETWORK] = "network",
    [EXTRAPOLATED_OWNER] = "owner",         [EXTRAPOLATED_SERVING] = "serving_others",
    [EXTRAPOLATED_TURN] = "other_threads",  [EXTRAPOLATED_LAST] = "waiting_at_barriers",
    [EXTRAPOLATED_BARRIER] = "barriers"};

const char *extrapolation_part_name(extrapolation_part p)
{
    return part_names[p];
}

static double seconds(int64_t ticks)
{
    return (double)ticks / EXTRAPOLATION_TICKS_PER_S;
}

/* --- The state --- */

/* Processors have as many threads each, those before have one more where it does not come out even;
 * neighbours are together. */
static uint32_t processor_for(const simulation *s, uint32_t rank)
{
    const uint64_t p = s->target->processors, n = s->thread_count;
    const uint64_t least = n / p, more = n % p, in_larger = more * (least + 1);
    return (uint32_t)(rank < in_larger ? rank / (least + 1) : more + (rank - in_larger) / least);
}

static void begin_thread(simulation *s, const extrapolation_options *o, uint32_t rank,
                         bool has_processor_times)
{
    thread *t = &s->threads[rank];
    fp_context *own = ARENA_NEW(s->arena, fp_context);
    *own = *s->ctx;
    own->arena = s->arena;
    t->processor = processor_for(s, rank);
    t->regions = ARENA_ARRAY(s->arena, s->t->region_count + 1, thread_region);
    recorded_begin(&t->stream, own, s->t, o, rank, has_processor_times);
    s->processors[t->processor].threads++;
    processor_make_ready(s, rank);
}

/* Returns how many parcels there are: each thread has one. */
static uint32_t begin_groups(simulation *s, const recorded_thread *recorded)
{
    uint32_t *processor_of = ARENA_ARRAY(s->arena, s->thread_count, uint32_t);
    uint32_t parcels = s->thread_count;
    s->groups = ARENA_ARRAY(s->arena, s->t->comm_count + 1, group *);
    for (uint32_t i = 0; i < s->thread_count; i++)
        processor_of[i] = s->threads[i].processor;
    for (uint32_t i = 0; i < s->t->comm_count; i++) {
        const trace_comm *c = &s->t->comms[i];
        if (recorded[c->ranks ? c->ranks[0] : 0].barriers[i])
            s->groups[i] = group_new(s->arena, c, s->thread_count, s->target->processors,
                                     processor_of, &parcels);
    }
    return parcels;
}

static void begin(simulation *s, const extrapolation_options *o, const recorded_thread *recorded)
{
    const uint32_t processors = s->target->processors;
    s->threads = ARENA_ARRAY(s->arena, s->thread_count, thread);
    s->processors = ARENA_ARRAY(s->arena, processors, processor);
    for (uint32_t i = 0; i < processors; i++)
        s->processors[i].current = NOBODY;
    for (uint32_t i = 0; i < s->thread_count; i++)
        begin_thread(s, o, i, recorded[i].has_processor_times);
    s->parcels = ARENA_ARRAY(s->arena, begin_groups(s, recorded), parcel);
}

/* --- Events --- */

static void handle(simulation *s, uint64_t what)
{
    const uint32_t number = (uint32_t)(what >> 32) & 0x3fffffff, generation = (uint32_t)what;
    const event_kind kind = (event_kind)(what >> 62);
    switch (kind) {
    case EVENT_REACHES:
        parcel_reaches(s, number);
        break;
    case EVENT_COMES:
        parcel_comes(s, number);
        break;
    case EVENT_LOOKS:
        processor_make_ready(s, number);
        processor_go_on(s, s->threads[number].processor);
        break;
    case EVENT_ENDS:
        if (s->processors[number].generation == generation)
            processor_end(s, number);
        break;
    }
}

/* Ranks may come to barriers of several communicators in orders that do not go together. */
static bool report_stuck(simulation *s)
{
    for (uint32_t i = 0; i < s->thread_count && !s->is_wrong; i++) {
        const thread *t = &s->threads[i];
        if (t->does == DOES_NOTHING)
            continue;
        s->is_wrong = true;
        trace_fail(s->ctx, s->t->path,
                   "rank %" PRIu32 " waits at a barrier of '%s' for ranks that wait at others", i,
                   s->t->comms[t->event.comm].name);
    }
    return !s->is_wrong;
}

static bool run(simulation *s)
{
    for (uint32_t i = 0; i < s->target->processors; i++)
        processor_go_on(s, i);
    while (s->events.count && !s->is_wrong) {
        const heap_item first = heap_take(&s->events);
        s->now = first.at;
        handle(s, first.what);
    }
    return report_stuck(s);
}

/* --- The result --- */

static void sum_up_rank(const simulation *s, uint32_t i, extrapolation_rank *r)
{
    const thread *t = &s->threads[i];
    const processor *p = &s->processors[t->processor];
    const bool is_first = i == 0 || s->threads[i - 1].processor != t->processor;
    *r = (extrapolation_rank){.processor = t->processor,
                              .time = seconds(t->marked),
                              .local = t->local,
                              .remote = t->remote,
                              .barriers = t->barriers,
                              .remote_bytes = t->remote_bytes,
                              .served = is_first ? p->served : 0,
                              .serving = is_first ? seconds(p->serving) : 0};
    for (int k = 0; k < EXTRAPOLATED_PART_COUNT; k++)
        r->part[k] = seconds(t->part[k]);
}

static void sum_up(const simulation *s, extrapolation_result *result)
{
    const uint32_t n = s->thread_count;
    extrapolation_rank *ranks = ARENA_ARRAY(s->ctx->arena, n, extrapolation_rank);
    result->time = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum_up_rank(s, i, &ranks[i]);
        result->time = fmax(result->time, ranks[i].time);
    }
    for (uint32_t i = 0; i < n; i++) {
        result->ended += (result->time - ranks[i].time) / n;
        for (int k = 0; k < EXTRAPOLATED_PART_COUNT; k++)
            result->part[k] += ranks[i].part[k] / n;
        for (uint32_t g = 0; g < s->t->region_count; g++)
            s->regions[g].time = fmax(s->regions[g].time, seconds(s->threads[i].regions[g].time));
    }
    result->ranks = ranks;
    result->regions = s->regions;
    result->events = s->event_count;
}

/* As fine as the source's clock, a nanosecond at least. */
static trace definitions_of(const trace *t, double time)
{
    trace d = *t;
    d.ticks_per_s = t->ticks_per_s > UINT64_C(1000000000) ? t->ticks_per_s : UINT64_C(1000000000);
    d.length = (uint64_t)llround(time * (double)d.ticks_per_s);
    return d;
}

static bool simulate(fp_context *ctx, trace *t, const extrapolation_target *target,
                     const extrapolation_options *o, const recorded_thread *recorded,
                     trace_writer *out, const trace *definitions, extrapolation_result *result)
{
    simulation s = {.ctx = ctx,
                    .arena = arena_new_under(ctx->arena),
                    .t = t,
                    .target = target,
                    .out = out,
                    .ticks_per_s_out = (double)definitions->ticks_per_s,
                    .thread_count = t->rank_count};
    s.events.memory = s.arena;
    s.regions = ARENA_ARRAY(ctx->arena, t->region_count + 1, extrapolation_region);
    begin(&s, o, recorded);
    const bool is_good = run(&s);
    if (is_good)
        sum_up(&s, result);
    arena_clear(s.arena);
    return is_good;
}

static bool check_processors(fp_context *ctx, const trace *t, uint32_t processors)
{
    return processors <= t->rank_count ||
           trace_fail(ctx, t->path,
                      "it has %" PRIu32 " threads, and %" PRIu32
                      " processors are asked for: each has a thread at least; record the program "
                      "with as many",
                      t->rank_count, processors);
}

static bool write_out(fp_context *ctx, trace *t, const extrapolation_target *target,
                      const extrapolation_options *o, const recorded_thread *recorded,
                      const char *path, trace_form form, const extrapolation_result *result)
{
    extrapolation_result again = {0};
    const trace definitions = definitions_of(t, result->time);
    trace_writer *out = trace_create_sorted(ctx, path, form, &definitions);
    if (!out)
        return false;
    const bool is_good = simulate(ctx, t, target, o, recorded, out, &definitions, &again);
    return trace_finish(out) && is_good;
}

bool extrapolation_run(fp_context *ctx, trace *t, const sag *machine,
                       const extrapolation_options *o, const char *path, trace_form form,
                       extrapolation_result *result)
{
    const uint32_t processors = o->processors ? o->processors : t->rank_count;
    *result = (extrapolation_result){.processors = processors};
    if (!check_processors(ctx, t, processors))
        return false;
    const extrapolation_target *target = target_make(ctx, machine, processors);
    const recorded_thread *recorded = target ? recorded_survey(ctx, t, o) : NULL;
    if (!recorded)
        return false;
    result->assumption_count = target->assumption_count;
    result->assumptions = target->assumptions;
    for (uint32_t i = 0; i < t->rank_count; i++) {
        result->sum += seconds(recorded[i].computing);
        result->has_processor_times |= recorded[i].has_processor_times;
        result->tells_local |= recorded[i].tells_local;
    }
    return simulate(ctx, t, target, o, recorded, NULL, t, result) &&
           (!path || write_out(ctx, t, target, o, recorded, path, form, result));
}
