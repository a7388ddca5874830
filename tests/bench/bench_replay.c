/* Measures the replay of traces: events a second of processor time. Each of so many ranks computes,
 * sends 1 KiB to the next and receives as much from the one before, over and over; the events are
 * made as they are asked for, or read from an archive. Prints; judges nothing.
 *
 *   bench_replay MACHINE [RANKS [ITERATIONS [ARCHIVE]]] */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "support/context.h"
#include "tests/bench/processes.h"
#include "trace/format/source.h"
#include "trace/replay/replay.h"

enum { STEPS = 3, AT_ONCE = 60 }; /* events of an iteration; a multiple of them */

typedef struct ring {
    trace_source source; /* first */
    trace of;
    uint64_t iterations;
} ring;

typedef struct ring_cursor {
    trace_cursor cursor; /* first */
    uint64_t made;
    trace_event made_events[AT_ONCE];
} ring_cursor;

/* A region begins when the rank has computed. */
static void make_step(ring_cursor *c, const ring *r, uint64_t number, trace_event *e)
{
    const uint32_t ranks = r->of.rank_count, rank = c->cursor.rank;
    *e = (trace_event){.time = (number / STEPS + 1) * (1000 + rank * 7919 % 100),
                       .cpu = TRACE_NO_CPU,
                       .bytes = 1024,
                       .peer = (rank + 1) % ranks};
    switch (number % STEPS) {
    case 0:
        e->kind = TRACE_ENTER;
        break;
    case 1:
        e->kind = TRACE_SEND;
        break;
    default:
        e->kind = TRACE_RECV;
        e->peer = (rank + ranks - 1) % ranks;
    }
}

static bool fill(trace_cursor *base)
{
    ring_cursor *c = (ring_cursor *)base;
    const ring *r = (const ring *)base->of->source;
    base->events = c->made_events;
    while (base->count < AT_ONCE && c->made < STEPS * r->iterations)
        make_step(c, r, c->made++, &c->made_events[base->count++]);
    return true;
}

static trace_cursor *begin(fp_context *ctx, trace *t, uint32_t rank)
{
    (void)t;
    (void)rank;
    return &ARENA_NEW(ctx->arena, ring_cursor)->cursor;
}

static trace *make(fp_context *ctx, uint32_t ranks, uint64_t iterations)
{
    ring *r = ARENA_NEW(ctx->arena, ring);
    trace_rank *all = ARENA_ARRAY(ctx->arena, ranks, trace_rank);
    uint32_t *world = ARENA_ARRAY(ctx->arena, ranks, uint32_t);
    trace_region *region = ARENA_NEW(ctx->arena, trace_region);
    trace_comm *comm = ARENA_NEW(ctx->arena, trace_comm);
    for (uint32_t i = 0; i < ranks; i++) {
        world[i] = i;
        all[i].name = "";
    }
    *region = (trace_region){.name = "step", .role = TRACE_USER};
    *comm = (trace_comm){"MPI_COMM_WORLD", ranks, world};
    r->iterations = iterations;
    r->source = (trace_source){begin, fill, NULL, NULL};
    r->of = (trace){.path = "ring",
                    .ticks_per_s = 1000000000,
                    .rank_count = ranks,
                    .ranks = all,
                    .region_count = 1,
                    .regions = region,
                    .comm_count = 1,
                    .comms = comm,
                    .source = &r->source};
    return &r->of;
}

/* What it takes to make the events, without replaying them. */
static double time_of_making(fp_context *ctx, trace *t)
{
    const double start = bench_cpu_time();
    trace_event e;
    for (uint32_t i = 0; i < t->rank_count; i++) {
        trace_cursor *c = trace_rank_events(ctx, t, i);
        while (trace_next(c, &e))
            ;
    }
    return bench_cpu_time() - start;
}

int main(int argc, char **argv)
{
    fp_context *ctx = fp_context_new();
    const sag *machine = argc > 1 ? sag_open(ctx, argv[1], 0, NULL) : NULL;
    const uint32_t ranks = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 64;
    const uint64_t iterations = argc > 3 ? strtoull(argv[3], NULL, 10) : 50000;
    trace *t = argc > 4 ? trace_open_path(ctx, argv[4]) : make(ctx, ranks, iterations);
    replay_options o = {.machine = machine, .speed = 1};
    replay_result result;
    if (!machine || !t)
        return 2;
    const double making = time_of_making(ctx, t), start = bench_cpu_time();
    if (!replay_run(ctx, t, &o, NULL, TRACE_AS_TEXT, &result))
        return 1;
    const double took = bench_cpu_time() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%" PRIu32 " ranks, %" PRIu64 " events, %" PRIu64
           " messages: %.2f s of processor, %.2f of them to make the events; %.2f M events/s "
           "(without making them %.2f); %.1f MB\n",
           t->rank_count, result.events, result.messages, took, making,
           (double)result.events / took / 1e6, (double)result.events / (took - making) / 1e6,
           (double)usage.ru_maxrss / 1024);
    fp_context_free(ctx);
    return 0;
}
