/* A machine from made-up data whose parameters are known: repetitions scatter by a
 * percent, and one in five is many times too long. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/residual.h"
#include "tests/cmocka_all.h"
#include "training/fit/fit_machine.h"
#include "training/fit/fit_message.h"

enum { REPETITIONS = 15, RANKS = 8, SWITCH = 4096 };

/* The machine: messages of n bytes occupy 2 us + 1 ns n below 4096 bytes and 6 us + 0.5 ns
 * n from there; 3 us of latency, 0.7 us more each hop of a hypercube but the first. */
static double occupied(double n)
{
    return n < SWITCH ? 2e-6 + 1e-9 * n : 6e-6 + 0.5e-9 * n;
}

static double total(double n, int hops)
{
    return occupied(n) + 3e-6 + 0.7e-6 * (hops - 1);
}

typedef struct fixture {
    fp_context *ctx;
    FILE *out;
    train_raw raw;
    fit_data data;
    unsigned state; /* of the random numbers */
    int repetitions;
} fixture;

/* From -1 to 1; a linear congruential sequence, the same each time. */
static double noise(fixture *f)
{
    f->state = f->state * 1664525u + 1013904223u;
    return (double)(f->state >> 8) / (double)(1 << 23) - 1;
}

static void begin(fixture *f, const char *computation)
{
    *f = (fixture){
        .ctx = fp_context_new(), .out = tmpfile(), .state = 1, .repetitions = REPETITIONS};
    assert_non_null(f->out);
    fprintf(f->out,
            "format\tfpredict/training/1\nmachine\tmade.up\ndate\t2026-01-02T03:04:05Z\n"
            "ranks\t%d\nnodes\t%d\nmpi\tan MPI\nmemory_bytes\t8000000000\n"
            "caches\t32768/64/8 1048576/64/16\ncompiler\ta compiler\nflags\t-O2\n"
            "computation\t%s\nclock_overhead_s\t0\n"
            "kernel\tpingpong\tmessage:2\nkernel\tstream\tmessage:64 answer:1\n"
            "kernel\texchange\tsent:1 received:1\nkernel\tallreduce\tallreduce:1\n"
            "kernel\tbroadcast\tbroadcast:1\nkernel\tallgather\tallgather:1\n"
            "kernel\tbarrier\tbarrier:1\nkernel\talltoall\talltoall:1\n"
            "kernel\tgather\tgather:1 clock:1\nkernel\tsend.returns\tmessage:1 clock:1\n"
            "kernel\treceive.arrived\tmessage:1 clock:1\n"
            "kernel\treceive.late\tmessage:1 clock:1\n"
            "kernel\tneighbours.posted\tsent_per_axis:2 received_per_axis:2\n"
            "kernel\tneighbours.phased\tsent_per_axis:2 received_per_axis:2\n"
            "kernel\tmemory.read\tload:1 loop_iteration:1\n"
            "kernel\tmemory.write\tstore:1 loop_iteration:1\n"
            "kernel\tmemory.chase\tload:1 loop_iteration:1\n"
            "kernel\tloop_iteration.empty\tloop_iteration:1\n"
            "kernel\tloop_setup.short\tloop_setup:1 loop_iteration:5 int_add:1\n"
            "kernel\tcondition.not_taken\tcondition:16 int_compare:16 int_add:16 "
            "loop_iteration:1\n"
            "kernel\tbranch_taken.always\tcondition:16 int_compare:16 branch_taken:16 "
            "loop_iteration:1\n"
            "kernel\tcall.empty\tcall:16 loop_iteration:1\n",
            RANKS, RANKS, computation);
    for (int op = 0; op < SAG_OP_COUNT; op++)
        fprintf(f->out,
                "kernel\t%s.chain\t%s:16 loop_iteration:1\nkernel\t%s.throughput\t%s:16 "
                "loop_iteration:1\n",
                sag_op_name((sag_op)op), sag_op_name((sag_op)op), sag_op_name((sag_op)op),
                sag_op_name((sag_op)op));
    fputs(TRAIN_COLUMNS "\n", f->out);
}

/* A point of the training set, `seconds` an iteration. */
static void put(fixture *f, const char *kernel, const char *parameters, double seconds)
{
    for (int r = 0; r < f->repetitions; r++) {
        double took = seconds * (1 + 0.01 * noise(f));
        if (r % 5 == 2)
            took *= 10 + 5 * noise(f);
        fprintf(f->out, "%s\t%s\t%d\t1\t0\t0\t%.9g\t%.9g\n", kernel, parameters, r, took, took);
    }
}

static void put_message(fixture *f, const char *kernel, double n, int partner, double seconds)
{
    char text[64];
    snprintf(text, sizeof text, "ranks=2 bytes=%.0f partner=%d", n, partner);
    put(f, kernel, text, seconds);
}

static void put_group(fixture *f, const char *kernel, const char *more, int ranks, double n,
                      double seconds)
{
    char text[64];
    snprintf(text, sizeof text, "%sranks=%d bytes=%.0f", more, ranks, n);
    put(f, kernel, text, seconds);
}

static int ones(int x)
{
    int n = 0;
    for (; x > 0; x /= 2)
        n += x % 2;
    return n;
}

static void put_messages(fixture *f)
{
    static const int partners[] = {1, 2, 3, 4, 7};
    for (size_t i = 0; i < sizeof partners / sizeof *partners; i++) {
        const int hops = ones(partners[i]);
        for (double n = 1; n <= 4 << 20; n *= 2) {
            for (int k = 0; k < (n >= 4 && i == 0 ? 4 : 1); k++) {
                const double m = n * (1 + k / 4.0);
                put_message(f, "pingpong", m, partners[i], 2 * total(m, hops));
                put_message(f, "stream", m, partners[i],
                            63 * occupied(m) + total(m, hops) + total(0, hops));
            }
        }
    }
    for (double n = 1; n <= 1024; n *= 2)
        put_group(f, "exchange", "stride=8 ", 2, n, total(n, 1));
}

/* Broadcasts among 3 and 6 take longer than a tree of 2 and 3 rounds; of one value less. */
static double odd_broadcast(int ranks, double n)
{
    return (n > 8 ? 1.4 : 0.6) * (ranks == 3 ? 2 : 3) * total(n, 1);
}

/* Powers of two exchange, distance by distance, and in a hypercube each is a hop; a
 * tree is as deep; in Bruck's order an all-gather's parts double. One rank after
 * another is twice as slow as all together. */
static void put_patterns(fixture *f)
{
    for (int ranks = 3; ranks <= 6; ranks *= 2)
        for (double n = 8; n <= 1 << 20; n *= 2)
            put_group(f, "broadcast", "", ranks, n, odd_broadcast(ranks, n));
    for (int ranks = 2; ranks <= 8; ranks *= 2) {
        for (double n = 8; n <= 1 << 20; n *= 2) {
            double gathered = 0;
            int rounds = 0;
            for (int d = 1; d < ranks; d *= 2, rounds++)
                gathered += total(n / ranks * d, 1);
            put_group(f, "allreduce", "", ranks, n, rounds * total(n, 1));
            put_group(f, "broadcast", "", ranks, n, rounds * total(n, 1));
            if (ranks <= n)
                put_group(f, "allgather", "", ranks, n, gathered);
            /* Among 8, messages of an all-to-all are in each other's way: 4 times. */
            put_group(f, "alltoall", "", ranks, n * ranks,
                      4 * (ranks - 1) * occupied(n) + total(0, rounds) - occupied(0));
        }
        char text[32];
        snprintf(text, sizeof text, "ranks=%d", ranks);
        put(f, "barrier", text, (ranks == 2 ? 1 : ranks == 4 ? 2 : 3) * total(0, 1));
        put_group(f, "neighbours.posted", "dims=1 ", ranks, 64, 2 * occupied(64) + 4e-6);
        put_group(f, "neighbours.phased", "dims=1 ", ranks, 64, 4 * occupied(64) + 8e-6);
    }
}

/* 4 ns after another, 1 ns side by side; an iteration 0.5 ns, a loop 3 ns, a condition
 * 0.25 ns, a branch 2 ns, a call 5 ns. */
static void put_operations(fixture *f)
{
    char name[64];
    for (int op = 0; op < SAG_OP_COUNT; op++) {
        snprintf(name, sizeof name, "%s.chain", sag_op_name((sag_op)op));
        put(f, name, "-", 16 * 4e-9 + 0.5e-9);
        snprintf(name, sizeof name, "%s.throughput", sag_op_name((sag_op)op));
        put(f, name, "-", 16 * 1e-9 + 0.5e-9);
    }
    put(f, "loop_iteration.empty", "-", 0.5e-9);
    put(f, "loop_setup.short", "-", 3e-9 + 5 * 0.5e-9 + 1e-9);
    put(f, "condition.not_taken", "-", 16 * (0.25e-9 + 1e-9 + 1e-9) + 0.5e-9);
    put(f, "branch_taken.always", "-", 16 * (0.25e-9 + 1e-9 + 2e-9) + 0.5e-9);
    put(f, "call.empty", "-", 16 * 5e-9 + 0.5e-9);
}

/* A line from the second cache takes 2 ns more, from memory 9 ns more than that, and
 * a line that is written half as long again. */
static void put_memory(fixture *f)
{
    for (double size = 1024; size <= 64 << 20; size *= 2) {
        const double more = size <= 32768 ? 0 : size <= 1048576 ? 2e-9 : 11e-9;
        char text[64];
        snprintf(text, sizeof text, "size=%.0f stride=64", size);
        put(f, "memory.read", text, 1.5e-9 + more);
        put(f, "memory.write", text, 1.5e-9 + 1.5 * more);
        put(f, "memory.chase", text, 1.5e-9 + 10 * more);
    }
}

static bool fit_of(fixture *f, const sag *node_of, const sag *network_of, fit_result *result,
                   char error[TRAIN_TEXT])
{
    rewind(f->out);
    const bool is_read = train_raw_read_stream(f->out, "here", &f->raw, error);
    fclose(f->out);
    if (!is_read || !fit_collect(f->ctx->arena, &f->raw, &f->data, error))
        fail_msg("%s", error);
    const fit_request request = {
        .raw = &f->raw, .data = &f->data, .node_of = node_of, .network_of = network_of};
    return fit_machine(f->ctx, &request, result, error);
}

static bool fit(fixture *f, const sag *node_of, fit_result *result, char error[TRAIN_TEXT])
{
    return fit_of(f, node_of, NULL, result, error);
}

static void release(fixture *f)
{
    train_raw_clear(&f->raw);
    fp_context_free(f->ctx);
}

static void near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within * wanted))
        fail_msg("%.6g is not %.6g within %g %%", got, wanted, 100 * within);
}

static void a_whole_machine(void **state)
{
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    put_messages(&f);
    put_patterns(&f);
    put_operations(&f);
    put_memory(&f);
    if (!fit(&f, NULL, &r, error))
        fail_msg("%s", error);
    const sag_communication *c = r.machine->communication;
    assert_int_equal(c->topology, TOPOLOGY_HYPERCUBE);
    assert_int_equal(c->exchange, EXCHANGE_POSTED);
    assert_int_equal(c->piece_count, 2);
    assert_int_equal((int)c->pieces[1].from.value, SWITCH);
    near(c->pieces[0].startup.value, 2e-6, 0.02);
    near(c->pieces[0].per_byte.value, 1e-9, 0.02);
    near(c->pieces[0].latency.value, 2.3e-6, 0.02);
    near(c->pieces[0].latency_per_hop.value, 0.7e-6, 0.05);
    near(c->pieces[1].per_byte.value, 0.5e-9, 0.01);
    assert_int_equal(c->collective[COLLECTIVE_REDUCE].algorithm, COLLECTIVE_RECURSIVE_DOUBLING);
    const sag_collective *broadcast = &c->collective[COLLECTIVE_BROADCAST];
    assert_int_equal(broadcast->measured_count, 3); /* 3, and 4 by the algorithm, and 6 */
    assert_true(sag_is_measured(broadcast, 3) && sag_is_measured(broadcast, 6));
    assert_false(sag_is_measured(broadcast, 4) || sag_is_measured(broadcast, 5));
    for (double n = 8; n <= 1 << 20; n *= 4) {
        const message_function six = sag_measured_function(f.ctx->arena, broadcast, 6);
        near(sag_price_message(six, n, (sag_route){0, 0}).occupancy, odd_broadcast(6, n), 0.02);
    }
    assert_int_equal(c->collective[COLLECTIVE_BARRIER].measured_count, 0);
    assert_int_equal(c->collective[COLLECTIVE_BARRIER].algorithm, COLLECTIVE_RECURSIVE_DOUBLING);
    assert_int_equal(c->collective[COLLECTIVE_ALLGATHER].algorithm, COLLECTIVE_RECURSIVE_DOUBLING);
    assert_int_equal(c->collective[COLLECTIVE_BROADCAST].algorithm, COLLECTIVE_BINOMIAL);
    const sag_pattern *transpose = &c->pattern[PATTERN_transpose];
    assert_true(transpose->is_set);
    near(sag_price_message(transpose->any, 65536, (sag_route){1, 0}).occupancy, 4 * occupied(65536),
         0.03);

    const sag_processing *p = r.machine->processing;
    assert_int_equal(p->compose, COMPOSE_SUPERSCALAR);
    near(p->op[SAG_OP_double_multiply].value, 4e-9, 0.03);
    near(p->throughput[SAG_OP_exp].value, 1e-9, 0.03);
    near(p->loop_iteration.value, 0.5e-9, 0.05);
    near(p->loop_setup.value, 3e-9, 0.1);
    near(p->call.value, 5e-9, 0.03);

    const sag_memory *m = r.machine->memory;
    assert_int_equal(m->cache_count, 2);
    assert_int_equal((int)m->caches[1].size.value, 1048576);
    near(m->caches[0].fetch_miss.value, 2e-9, 0.05);
    near(m->caches[1].fetch_miss.value, 9e-9, 0.05);
    near(m->caches[1].store_miss.value, 13.5e-9, 0.05);
    assert_int_equal((int)(m->size.value / 1e6), 8000); /* a rank a node */

    size_t length;
    const char *text = fit_machine_text(f.ctx, &r, &length);
    assert_non_null(text);
    assert_true(length <= FIT_FILE_MOST);
    assert_false(diag_has_errors(f.ctx->diags));
    release(&f);
}

/* Returns how often `part` stands in `text`. */
static int times(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part)) != NULL) {
        ++count;
        text += strlen(part);
    }
    return count;
}

/* The node of one machine and the network's shape of another bring along what their sources
 * cite, and that alone: the file is read again, where a key without its reference is an error. */
static void references_come_along(void **state)
{
    static const char *const folder = FP_SOURCE_DIR "/sysmodels/machines";
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    size_t length;
    (void)state;
    begin(&f, "measured");
    put_messages(&f);
    put_patterns(&f);
    const sag *node_of = sag_open(f.ctx, "ipsc860", 1, &folder);
    const sag *network_of = sag_open(f.ctx, "ncube1", 1, &folder);
    assert_true(node_of != NULL && network_of != NULL);
    if (!fit_of(&f, node_of, network_of, &r, error))
        fail_msg("%s", error);
    const char *text = fit_machine_text(f.ctx, &r, &length);
    diag_print(f.ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(text);
    assert_int_equal(times(text, "key: \"parashar1996\""), 1);     /* the node's clock */
    assert_int_equal(times(text, "key: \"balasundaram1991\""), 1); /* the cube */
    assert_int_equal(times(text, "sarukkai1993"), 0);              /* messages were measured */
    assert_int_equal(times(text, "gustafson1988"), 0);
    release(&f);
}

/* --- Adapters --------------------------------------------------------------- */

/* A sender's processor pays 0.5 us + 0.2 ns n and a receiver's 0.7 us + 0.2 ns n below 4096
 * bytes, 0.9 us and nothing from there, where messages wait for receivers. An adapter takes 1 ns
 * a byte, and the way 0.3 us. */
static double sends(double n)
{
    return n < SWITCH ? 0.5e-6 + 0.2e-9 * n : 0.9e-6;
}

static double receives(double n)
{
    return n < SWITCH ? 0.7e-6 + 0.2e-9 * n : 0;
}

static double carried(double n)
{
    return 0.3e-6 + 1e-9 * n;
}

/* A root takes up what seven others send at once, while it comes out of its adapter. */
static double gathered(double n)
{
    double end = 0;
    for (int k = 1; k <= RANKS - 1; k++)
        end = fmax(end, sends(n) + 0.3e-6 + k * 1e-9 * n) + receives(n);
    return end;
}

/* Messages of both neighbours along each axis: all send in one order, so that what comes is what
 * goes; the processor first hands over its own. */
static double met(double n, int dims)
{
    double port = 0, end = 2 * dims * sends(n);
    for (int k = 1; k <= 2 * dims; k++) {
        port = fmax(port, k * sends(n)) + 1e-9 * n;
        end = fmax(end, port + carried(0)) + receives(n);
    }
    return end;
}

/* On grids of two and three axes messages wait for links that others use, and take three times as
 * long as any rule says of messages that are alone on their ways. */
static void put_adapters(fixture *f, bool is_contended)
{
    for (double n = 1; n <= 4 << 20; n *= 2) {
        for (int k = 0; k < (n >= 4 ? 4 : 1); k++) {
            const double m = n * (1 + k / 4.0), whole = sends(m) + carried(m) + receives(m);
            put_message(f, "pingpong", m, 1, 2 * whole);
            put_message(f, "stream", m, 1,
                        63 * fmax(fmax(sends(m), receives(m)), 1e-9 * m) + whole + sends(0) +
                            carried(0) + receives(0));
            put_message(f, "send.returns", m, 1, sends(m));
            put_message(f, "receive.arrived", m, 1, receives(m));
            put_message(f, "receive.late", m, 1, m < SWITCH ? receives(m) : carried(m));
        }
        for (int dims = 1; dims <= 3; dims++) {
            char more[32];
            snprintf(more, sizeof more, "dims=%d ", dims);
            const double times = is_contended && dims > 1 ? 3 : 1;
            put_group(f, "neighbours.posted", more, RANKS, n, times * met(n, dims));
            put_group(f, "neighbours.phased", more, RANKS, n,
                      times * 2 * dims * (sends(n) + carried(n) + receives(n)));
        }
        put_group(f, "gather", "", RANKS, n * RANKS, gathered(n));
    }
}

static void adapters_are_found(void **state)
{
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    put_adapters(&f, false);
    put_operations(&f);
    put_memory(&f);
    if (!fit(&f, NULL, &r, error))
        fail_msg("%s", error);
    const sag_communication *c = r.machine->communication;
    assert_int_equal(c->exchange, EXCHANGE_ADAPTER);
    assert_int_equal(c->piece_count, 2);
    const message_piece *p = c->pieces;
    assert_int_equal((int)p[1].from.value, SWITCH);
    near(p[0].send.value, 0.5e-6, 0.02);
    near(p[0].send_per_byte.value, 0.2e-9, 0.03);
    near(p[0].receive.value, 0.7e-6, 0.02);
    near(p[0].receive_per_byte.value, 0.2e-9, 0.03);
    near(p[0].per_byte.value, 1e-9, 0.05);
    near(p[0].latency.value, 0.3e-6, 0.1);
    assert_false(p[0].handshake.is_set);
    near(p[1].send.value, 0.9e-6, 0.02);
    near(p[1].per_byte.value, 1e-9, 0.02);
    near(p[1].latency.value + p[1].startup.value, 0.3e-6, 0.2);
    assert_true(p[1].handshake.is_set);
    assert_true(p[1].receive.value < 1e-9 && p[1].handshake.value < 1e-9);
    assert_int_equal(c->call_overhead.value > 0, 0);
    release(&f);
}

/* Two thirds of the points are contended: of 23 sizes, those on two of three grids. They do not
 * choose. */
static void contended_points_do_not_choose(void **state)
{
    enum { SIZES = 23 };
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    put_adapters(&f, true);
    put_operations(&f);
    put_memory(&f);
    if (!fit(&f, NULL, &r, error))
        fail_msg("%s", error);
    assert_int_equal(r.machine->communication->exchange, EXCHANGE_ADAPTER);
    const fit_witness *neighbours = &r.evidence.witness[1];
    assert_string_equal(neighbours->pattern, "neighbours.posted");
    assert_int_equal(neighbours->points, 3 * SIZES);
    assert_int_equal(neighbours->contended, 2 * SIZES);
    assert_true(neighbours->off[FIT_RULE_POSTED] > 4 * neighbours->off[FIT_RULE_ADAPTER]);
    release(&f);
}

/* The machine says 10 us of each; 0, 10 … 100 % less was measured. 68.27 % of eleven points are
 * within 68.27 %: the quantile goes from the first to the last. Of a twentieth of that nobody
 * need hear, and of a two-hundredth it is nothing beside other errors. */
static double residual_of(const double off[], int count, int *warnings)
{
    fp_context *ctx = fp_context_new();
    const message_piece piece = {.from = fit_bytes(0, "here"),
                                 .startup = fit_time(10e-6, 0, "here"),
                                 .per_byte = fit_time(0, 0, "here")};
    sag_communication c = {.topology = TOPOLOGY_SWITCH, .piece_count = 1, .pieces = &piece};
    const fit_network network = {.communication = &c, .ranks = 2};
    fit_series series[20];
    for (int i = 0; i < count; i++)
        series[i] = (fit_series){.kernel = "shift",
                                 .parameters = "stride=8 ranks=2 bytes=8",
                                 .median_s = 10e-6 / (1 + off[i])};
    const fit_data data = {count, series};
    fit_notes notes = {0};
    fit_residuals(ctx->arena, &data, &network, &c, &notes);
    *warnings = notes.count;
    assert_false(c.residual_gather.is_set);
    assert_int_equal(sag_residuals_text(ctx->arena, &c) != NULL, notes.count > 0);
    const double value = c.residual_shift.is_set ? c.residual_shift.value : 0;
    fp_context_free(ctx);
    return value;
}

static void poor_fits_are_in_the_file(void **state)
{
    enum { POINTS = 11 };
    (void)state;
    double off[POINTS];
    int warnings;
    for (int part = 1; part <= 400; part *= 20) {
        for (int i = 0; i < POINTS; i++)
            off[i] = i * 0.1 / part;
        const double value = residual_of(off, POINTS, &warnings);
        if (part == 400)
            assert_true(value <= 0);
        else
            near(value, 0.6827 / part, 0.01);
        assert_int_equal(warnings, part == 1);
    }
}

/* Ranks 1, 2, 3, 4 and 7 of eight are so many steps off. */
static void expect_shape(const int hops[5], topology kind, int rows, int row)
{
    static const int partner[] = {1, 2, 3, 4, 7};
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    begin(&f, "measured");
    for (int i = 0; i < 5; i++) {
        for (double n = 1; n <= 4 << 20; n *= 2) {
            put_message(&f, "pingpong", n, partner[i], 2 * total(n, hops[i]));
            put_message(&f, "stream", n, partner[i],
                        63 * occupied(n) + total(n, hops[i]) + total(0, hops[i]));
        }
    }
    put_operations(&f);
    put_memory(&f);
    if (!fit(&f, NULL, &r, error))
        fail_msg("%s", error);
    const sag_communication *c = r.machine->communication;
    assert_int_equal(c->topology, kind);
    if (kind == TOPOLOGY_FAT_TREE)
        assert_true(c->arity.value == rows && c->arity_2.value == row && !c->arity_3.is_set);
    else
        assert_true(c->side_1.value == rows && c->side_2.value == row && !c->side_3.is_set);
    near(c->pieces[0].latency_per_hop.value, 0.7e-6, 0.1);
    size_t length;
    const char *text = fit_machine_text(f.ctx, &r, &length);
    assert_non_null(text); /* it can be read again */
    release(&f);
}

/* Ranks 1, 2, 3, 4 and 7 of a torus of 2 x 4 are 1, 2, 1, 1 and 2 steps off: 3 is the last of its
 * row, round the end, and 7 that of the next. No tree, cube, ring or mesh has them so. */
static void a_torus_is_found(void **state)
{
    static const int hops[] = {1, 2, 1, 1, 2};
    (void)state;
    expect_shape(hops, TOPOLOGY_TORUS, 2, 4);
}

/* Eight ranks in rows of three, the last of them not whole: 3 is below 0, 4 below 1, 7 two rows
 * below 1. */
static void a_mesh_is_found_of_which_ranks_have_a_part(void **state)
{
    static const int hops[] = {1, 2, 1, 2, 3};
    (void)state;
    expect_shape(hops, TOPOLOGY_MESH, 3, 3);
}

/* Three nodes at a lowest switch, two of these below one of the second level: 3 and 4 are three
 * switches away, 7 is five. */
static void a_tree_of_different_levels_is_found(void **state)
{
    static const int hops[] = {1, 1, 3, 3, 5};
    (void)state;
    expect_shape(hops, TOPOLOGY_FAT_TREE, 3, 2);
}

/* Without the patterns what is not measured says so. */
static void little_is_measured(void **state)
{
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    put_messages(&f);
    assert_false(fit(&f, NULL, &r, error));
    assert_non_null(strstr(error, "'int_add' was not measured yet"));
    release(&f);

    begin(&f, "not measured: time is simulated");
    put_messages(&f);
    assert_false(fit(&f, NULL, &r, error));
    assert_non_null(strstr(error, "--node-of"));
    release(&f);

    begin(&f, "measured");
    put_message(&f, "pingpong", 8, 1, 1e-6);
    put_message(&f, "stream", 8, 1, 1e-5);
    put_operations(&f);
    assert_false(fit(&f, NULL, &r, error));
    assert_non_null(strstr(error, "too few sizes for a line (1)"));
    release(&f);
}

/* What stands round operations is needed as they are, and its kernel may have been taken out. */
static void a_call_is_needed_too(void **state)
{
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    put_messages(&f);
    put_operations(&f);
    rewind(f.out);
    FILE *without = tmpfile();
    assert_non_null(without);
    for (char line[256]; fgets(line, sizeof line, f.out) != NULL;)
        if (strncmp(line, "call.empty\t", 11) != 0)
            fputs(line, without);
    fclose(f.out);
    f.out = without;
    assert_false(fit(&f, NULL, &r, error));
    assert_non_null(strstr(error, "'call' was not measured yet"));
    release(&f);
}

/* Each point once, on a real machine: 10 % is assumed, of an operation as of a barrier, and said.
 */
static void one_repetition_is_not_certain(void **state)
{
    fixture f;
    fit_result r;
    char error[TRAIN_TEXT];
    (void)state;
    begin(&f, "measured");
    f.repetitions = 1;
    put_messages(&f);
    put_operations(&f);
    put(&f, "barrier", "ranks=8", 50e-6);
    if (!fit(&f, NULL, &r, error))
        fail_msg("%s", error);
    assert_true(r.machine->processing->op[SAG_OP_double_add].relative_error >= 0.1);
    assert_true(r.machine->processing->call.relative_error >= 0.1);
    const sag_collective *barrier = &r.communication->collective[COLLECTIVE_BARRIER];
    for (int i = 0; i < barrier->measured_count; i++)
        for (int k = 0; k < barrier->measured[i].function.piece_count; k++)
            assert_true(barrier->measured[i].function.pieces[k].startup.relative_error >= 0.1);
    assert_true(barrier->measured_count > 0);
    bool is_said = false;
    for (int i = 0; i < r.notes.count; i++)
        is_said |= strstr(r.notes.note[i], "were measured once: nothing tells how much") != NULL;
    assert_true(is_said);
    release(&f);
}

/* 2, 3, 4 and 10 us on 4, 8, 16 and 32: 8 is what 4 and 16 say, and goes first. Then 16, of which
 * 4 and 32 say 2 + 8 * 2/3, which is 5/6 more than its 4. Others are not between two. */
static void numbers_that_others_say(void **state)
{
    static const double us[] = {2, 3, 4, 10};
    message_piece piece[4];
    sag_measured all[4];
    sag_communication c = {0};
    fp_context *ctx = fp_context_new();
    (void)state;
    for (int i = 0; i < 4; i++) {
        piece[i] = (message_piece){.from = fit_bytes(0, "here"),
                                   .startup = fit_time(us[i] * 1e-6, 0, "here"),
                                   .per_byte = fit_time(0, 0, "here")};
        all[i] = (sag_measured){.processors = 4 << i, .function = {1, &piece[i]}};
    }
    sag_collective *barrier = &c.collective[COLLECTIVE_BARRIER];
    *barrier = (sag_collective){.is_set = true, .measured_count = 4, .measured = all};
    assert_true(fabs(fit_leave_out_number(ctx->arena, &c)) < 1e-9);
    assert_int_equal(barrier->measured_count, 3);
    assert_int_equal(barrier->measured[1].processors, 16);
    assert_true(fabs(fit_leave_out_number(ctx->arena, &c) - 5.0 / 6) < 1e-9);
    assert_int_equal(barrier->measured[0].processors, 4);
    assert_int_equal(barrier->measured[1].processors, 32);
    assert_true(fit_leave_out_number(ctx->arena, &c) < 0);
    assert_int_equal(barrier->measured_count, 2);
    fp_context_free(ctx);
}

/* Dims as MPI_Dims_create has them. */
static void the_most_even_grid(void **state)
{
    static const int cases[][5] = {{12, 2, 4, 3, 1}, {48, 3, 4, 4, 3}, {7, 2, 7, 1, 1},
                                   {24, 2, 6, 4, 1}, {64, 3, 4, 4, 4}, {1, 3, 1, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int extents[3] = {1, 1, 1};
        fit_grid(cases[i][0], cases[i][1], extents);
        for (int d = 0; d < 3; d++)
            assert_int_equal(extents[d], cases[i][2 + d]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_machine),
        cmocka_unit_test(references_come_along),
        cmocka_unit_test(adapters_are_found),
        cmocka_unit_test(little_is_measured),
        cmocka_unit_test(contended_points_do_not_choose),
        cmocka_unit_test(poor_fits_are_in_the_file),
        cmocka_unit_test(a_torus_is_found),
        cmocka_unit_test(a_mesh_is_found_of_which_ranks_have_a_part),
        cmocka_unit_test(a_tree_of_different_levels_is_found),
        cmocka_unit_test(a_call_is_needed_too),
        cmocka_unit_test(one_repetition_is_not_certain),
        cmocka_unit_test(numbers_that_others_say),
        cmocka_unit_test(the_most_even_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
