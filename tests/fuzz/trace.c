/* Traces in the text form: one that can be opened is read to its end, or has an error; what is
 * written of it reads the same, and does the same; other forms and drawings say what is wrong. */

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"
#include "trace/perturbation/perturbation.h"
#include "trace/profile/compare.h"
#include "trace/profile/profile.h"
#include "trace/replay/replay.h"
#include "trace/timeline/timeline.h"

static FILE *hold(const char *text, size_t length)
{
    FILE *file = tmpfile();
    if (!file || fwrite(text, 1, length, file) != length || fflush(file) != 0)
        abort();
    return file;
}

/* Returns how many events there are, all ranks together, or -1 of a trace that breaks off. */
static long copy(fp_context *ctx, trace *t, trace_writer *to)
{
    long count = 0;
    for (uint32_t rank = 0; rank < t->rank_count; rank++) {
        trace_event e;
        trace_cursor *c = trace_rank_events(ctx, t, rank);
        for (; trace_next(c, &e); count++)
            assert(!to || trace_write(to, rank, &e));
        if (trace_is_broken(c))
            return -1;
    }
    return count;
}

/* On a machine that is as simple as can be, with a rank a processor and fewer. */
static void replay(fp_context *ctx, trace *t)
{
    const quantity one = {.is_set = true, .value = 1e-6};
    const message_piece piece = {
        .startup = one, .per_byte = one, .latency = one, .send = one, .handshake = one};
    const sag_communication c = {.topology = TOPOLOGY_SWITCH,
                                 .exchange = EXCHANGE_ADAPTER,
                                 .piece_count = 1,
                                 .pieces = &piece};
    const sag machine = {.name = "simple", .communication = &c};
    for (uint32_t procs = 0; procs < 2; procs++) {
        const replay_options o = {.machine = &machine, .procs = procs, .speed = 1};
        replay_result r;
        assert(replay_run(ctx, t, &o, NULL, TRACE_AS_TEXT, &r) != diag_has_errors(ctx->diags));
        if (diag_has_errors(ctx->diags))
            return;
        assert(isfinite(r.end) && r.end >= 0);
    }
}

/* Writes it in a form in which what begins has to end: all of it, or an error. */
static void write_as(fp_context *ctx, trace *t, trace_form form)
{
    FILE *file = hold("", 0);
    trace_writer *w =
        trace_create(ctx, arena_printf(ctx->arena, "/proc/self/fd/%d", fileno(file)), form, t);
    assert(w);
    const int wrong = diag_count(ctx->diags, DIAG_ERROR);
    bool is_good = true;
    for (uint32_t rank = 0; is_good && rank < t->rank_count; rank++) {
        trace_cursor *c = trace_rank_events(ctx, t, rank);
        for (trace_event e; is_good && trace_next(c, &e);)
            is_good = trace_write(w, rank, &e);
    }
    assert(trace_finish(w));
    assert(is_good ? diag_count(ctx->diags, DIAG_ERROR) == wrong : diag_has_errors(ctx->diags));
    fclose(file);
}

static void draw(fp_context *ctx, trace *t)
{
    static const timeline_options sizes[] = {{0, -1, 50, 64, true}, {1e-6, 2e-6, 7, 1, false}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int wrong = diag_count(ctx->diags, DIAG_ERROR);
        const timeline *line = timeline_make(ctx, t, &sizes[i]);
        assert(line ? diag_count(ctx->diags, DIAG_ERROR) == wrong : diag_has_errors(ctx->diags));
        for (int k = 0; line && k < line->path.count; k++)
            assert(line->path.data[k].row < line->row_count);
    }
}

/* Whatever a receive of any source takes, and whoever waits for its receiver: where the trace ends,
 * so does this, and leaves as many messages. */
static void deperturb_otherwise(fp_context *ctx, trace *t, uint64_t never_received)
{
    for (int blind = BLIND_FIRST_IN_FIRST_OUT; blind <= BLIND_LAST_IN_FIRST_OUT; blind++) {
        const perturbation_options o = {.overhead = {1e-6, 0, 2e-6}, .blind = (blind_order)blind};
        perturbation_result r;
        assert(perturbation_remove(ctx, t, &o, NULL, TRACE_AS_TEXT, &r));
        assert(r.never_received == never_received);
    }
    const perturbation_options o = {.synchronous_from = 1};
    perturbation_result r;
    assert(perturbation_remove(ctx, t, &o, NULL, TRACE_AS_TEXT, &r) != diag_has_errors(ctx->diags));
}

static void read_whole(fp_context *ctx, trace *t)
{
    FILE *file = hold("", 0);
    const char *path = arena_printf(ctx->arena, "/proc/self/fd/%d", fileno(file));
    trace_writer *w = trace_create(ctx, path, TRACE_AS_TEXT, t);
    assert(w);
    const long count = copy(ctx, t, w);
    assert(trace_finish(w));
    assert((count < 0) == diag_has_errors(ctx->diags));
    if (count >= 0) {
        trace *again = trace_open_path(ctx, path);
        assert(again && copy(ctx, again, NULL) == count && again->length == t->length);
        const perturbation_options o = {.overhead = {1e-6, 0, 2e-6}};
        perturbation_result r;
        const bool is_good = perturbation_remove(ctx, t, &o, NULL, TRACE_AS_TEXT, &r);
        assert(is_good != diag_has_errors(ctx->diags));
        assert(!is_good ||
               (isfinite(r.approximated[FLIGHT_PESSIMISTIC]) &&
                r.approximated[FLIGHT_OPTIMISTIC] <= r.approximated[FLIGHT_PESSIMISTIC]));
        if (is_good) {
            deperturb_otherwise(ctx, t, r.never_received);
            replay(ctx, t);
        }
        trace_profile_make(ctx, t);
        const trace_comparison *same = trace_compare_make(ctx, t, again);
        for (int k = 0; same && k < COMPARED_COUNT; k++)
            assert(same->order[k].unlike == 0 &&
                   same->order[k].events[0] == same->order[k].events[1]);
        write_as(ctx, t, TRACE_AS_CHROME);
        write_as(ctx, t, TRACE_AS_PAJE);
        draw(ctx, t);
    }
    fclose(file);
}

void fuzz_one(const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    FILE *file = hold(text, length);
    trace *t = trace_open_path(ctx, arena_printf(ctx->arena, "/proc/self/fd/%d", fileno(file)));
    assert((t != NULL) == !diag_has_errors(ctx->diags));
    if (t)
        read_whole(ctx, t);
    fclose(file);
    fp_context_free(ctx);
}
