/* What if: paths, scaling and loads, against arithmetic by hand, and what is said
 * of a path, a unit or a value that is none. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/change/value_kind.h"
#include "sysmodels/model/adjust.h"
#include "sysmodels/network/price.h"
#include "tests/cmocka_all.h"
#include "tests/said.h"
#include "tests/sysmodels/opened.h"

static const sag *with_param(fp_context *ctx, const sag *machine, const char *text)
{
    sag_change change;
    assert_true(sag_change_param(ctx, text, &change));
    return sag_adjust(ctx, machine, 1, &change);
}

static const sag *with(fp_context *ctx, const sag *machine, sag_change_kind kind, double amount)
{
    sag_change change = {.kind = kind, .amount = amount};
    const sag *changed = sag_adjust(ctx, machine, 1, &change);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(changed);
    return changed;
}

static void expect(double value, double expected)
{
    if (fabs(value - expected) > 1e-12 * fabs(expected))
        fail_msg("%.17g instead of %.17g", value, expected);
}

static double shift_time(const sag *m, double bytes)
{
    message_function f = sag_message_function(m->communication, PATTERN_shift, 2);
    return sag_price_message(f, bytes, (sag_route){1, 0}).occupancy;
}

static double message_time(const sag *m, double bytes)
{
    message_function f = sag_message_function(m->communication, PATTERN_transpose, 2);
    return sag_price_message(f, bytes, (sag_route){1, 0}).occupancy;
}

/* By the part of the machine that a value stands in, and not by words in its path: what stands in
 * none is none of a memory. */
static void values_are_of_parts(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");
    const char *const paths[] = {
        m->processing->op[SAG_OP_float_add].path,  m->processing->loop_setup.path,
        m->memory->caches[0].fetch_miss.path,      m->communication->pieces[1].startup.path,
        m->communication->pieces[1].per_byte.path, "cube.cache.miss_clk.processing"};
    static const sag_value_kind expected[] = {VALUE_OF_COMPUTING, VALUE_OF_COMPUTING,
                                              VALUE_OF_MEMORY,    VALUE_OF_LATENCY,
                                              VALUE_OF_BANDWIDTH, VALUE_OF_LATENCY};
    sag_value_kind kinds[sizeof paths / sizeof *paths];
    sag_kinds_of_values(ctx, m, sizeof paths / sizeof *paths, paths, kinds);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_int_equal(kinds[i], expected[i]);
}

/* A shift of 72 bytes over one hop: 40 + 0.4 x 72 + 11 = 79.8 us, of 200 bytes
 * 40 + 80 + 33 = 153 us; any other message is as it was: 76 + 28.8 + 11 = 115.8
 * and 136 + 80 + 33 = 249 us. */
static void a_kind_gets_a_function_of_its_own(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");
    const sag *changed = with_param(ctx, m, "cube.communication.shift.startup_us=40");

    assert_non_null(changed);
    expect(shift_time(changed, 72), 79.8e-6);
    expect(shift_time(changed, 200), 153e-6);
    expect(message_time(changed, 72), 115.8e-6);
    expect(message_time(changed, 200), 249e-6);
    expect(shift_time(m, 72), 115.8e-6); /* the first machine is as it was */
    assert_false(m->communication->pattern[PATTERN_shift].is_set);
    const quantity *q = &changed->communication->pattern[PATTERN_shift].any.pieces[1].startup;
    assert_int_equal(q->from, FROM_USER);
    assert_string_equal(q->path, "cube.communication.patterns.shift.pieces[1].startup_us");
    assert_true(fabs(q->relative_error) <= 0);
    assert_int_equal(changed->supposition_count, 1);
    assert_string_equal(changed->suppositions[0],
                        "cube.communication.shift.startup_us is 40 µs instead of 76 µs, 136 µs; "
                        "'shift' has a message function of its own for it");
    /* A circular shift is a shift, until it is something of its own. */
    message_function f = sag_message_function(changed->communication, PATTERN_cshift, 1);
    assert_ptr_equal(f.pieces, changed->communication->pattern[PATTERN_shift].any.pieces);
    changed = with_param(ctx, changed, "cube.communication.cshift.per_byte_us=0.5");
    f = sag_message_function(changed->communication, PATTERN_cshift, 1);
    /* 40 + 0.5 x 72 + 11 */
    expect(sag_price_message(f, 72, (sag_route){1, 0}).occupancy, 87e-6);
    expect(shift_time(changed, 72), 79.8e-6);
    assert_int_equal(changed->supposition_count, 2);
}

static void one_piece_or_all(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");
    const sag *one = with_param(ctx, m, "cube.communication.pieces[1].startup=100 us");
    const sag *all = with_param(ctx, m, "cube.communication.startup_ns=50000");

    expect(one->communication->pieces[0].startup.value, 76e-6);
    expect(one->communication->pieces[1].startup.value, 100e-6);
    expect(all->communication->pieces[0].startup.value, 50e-6);
    expect(all->communication->pieces[1].startup.value, 50e-6);
    assert_string_equal(all->communication->pieces[1].startup.path,
                        "cube.communication.pieces[1].startup_ns");
    assert_string_equal(one->suppositions[0],
                        "cube.communication.pieces[1].startup is 100 µs instead of 136 µs");
}

/* At 80 MHz a clock is 12.5 ns: an add of 3 clocks 37.5 ns, a line of 18 clocks
 * 225 ns, as if the file said 80. */
static void a_clock_carries_what_counts_it(void **state)
{
    fp_context *ctx = *state;
    const sag *m =
        with_param(ctx, open_machine(ctx, "ipsc860"), "cube.node.processing.clock_MHz=80");

    expect(m->processing->op[SAG_OP_float_add].value, 37.5e-9);
    expect(m->memory->caches[0].fetch_miss.value, 225e-9);
    assert_ptr_equal(m->processing, m->node->processing);
    assert_string_equal(m->node->name, "node");
    assert_string_equal(m->host->name, "host");
    assert_string_equal(m->link->name, "link");
}

static void words_and_counts(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");

    m = with_param(ctx, m, "cube.communication.exchange=phased");
    m = with_param(ctx, m, "cube.communication.nodes_max=1024");
    m = with_param(ctx, m, "cube.communication.broadcast.algorithm=ring");
    m = with_param(ctx, m, "cube.node.memory.caches[0].write_allocate=true");
    m = with_param(ctx, m, "cube.node.memory.caches.size=16KiB");
    assert_int_equal(m->communication->exchange, EXCHANGE_PHASED);
    assert_int_equal(m->communication->exchange_origin.from, FROM_USER);
    assert_int_equal(m->communication->nodes_max, 1024);
    assert_int_equal(m->communication->collective[COLLECTIVE_BROADCAST].algorithm, COLLECTIVE_RING);
    assert_true(m->memory->caches[0].write_allocate);
    expect(m->memory->caches[0].size.value, 16384);
    assert_int_equal(m->supposition_count, 5);
    assert_string_equal(m->suppositions[1], "cube.communication.nodes_max is 1024 instead of 128");
}

/* A word that the file leaves out has no value before, whatever number stands for its absence. */
static void a_word_that_was_left_out(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");

    m = with_param(ctx, m, "cube.communication.extrapolation.requests=no_interrupt");
    assert_string_equal(m->suppositions[0], "cube.communication.extrapolation.requests is "
                                            "no_interrupt instead of nothing");
}

/* Twice the processor: an add of 75 ns takes 37.5, an iteration of 100 ns 50; a
 * line from memory takes 450 ns as before, and a message what it took. Then the
 * memory three times as fast: 150 ns. */
static void processor_and_memory_by_themselves(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");
    const sag *fast = with(ctx, m, CHANGE_PROCESSOR_SPEED, 2);

    expect(fast->processing->clock.value, 80e6);
    expect(fast->processing->op[SAG_OP_float_add].value, 37.5e-9);
    expect(fast->processing->loop_iteration.value, 50e-9);
    expect(fast->memory->caches[0].fetch_miss.value, 450e-9);
    expect(fast->memory->tlb_miss.value, 500e-9);
    expect(message_time(fast, 72), 115.8e-6);
    /* The uncertainty of a value is still there. */
    expect(fast->processing->op[SAG_OP_exp].relative_error, 0.5);
    fast = with(ctx, fast, CHANGE_MEMORY_SPEED, 3);
    expect(fast->memory->caches[0].fetch_miss.value, 150e-9);
    expect(fast->processing->op[SAG_OP_float_add].value, 37.5e-9);
    assert_int_equal(fast->memory->caches[0].fetch_miss.from, FROM_USER);
}

/* What the made-up cluster states in nanoseconds, 100 ns a library call, is
 * divided too; and its reciprocal throughputs count clocks: 0.5 / 2.5 GHz =
 * 0.2 ns, at half the speed 0.4 ns. */
static void nanoseconds_are_scaled_too(void **state)
{
    fp_context *ctx = *state;
    const sag *m = with(ctx, open_machine(ctx, "cluster"), CHANGE_PROCESSOR_SPEED, 0.5);

    expect(m->processing->op[SAG_OP_library_call].value, 200e-9);
    expect(m->processing->throughput[SAG_OP_float_add].value, 0.4e-9);
}

/* A barrier of 6 was measured: 9 us, from 64 bytes on 10.25 + 0.003 n. */
static void what_was_measured(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, FP_TEST_DIR "/machines/cluster.yaml");
    const sag *changed =
        with_param(ctx, m, "communication.barrier.measured[2].pieces[0].startup_us=20");
    assert_non_null(changed);
    const sag_measured *six = &changed->communication->collective[COLLECTIVE_BARRIER].measured[2];
    expect(six->function.pieces[0].startup.value, 20e-6);
    expect(six->function.pieces[1].startup.value, 10.25e-6);
    assert_int_equal(six->function.pieces[0].startup.from, FROM_USER);
    changed = with(ctx, m, CHANGE_BANDWIDTH, 0.5);
    six = &changed->communication->collective[COLLECTIVE_BARRIER].measured[2];
    expect(six->function.pieces[1].per_byte.value, 6e-9);
    expect(six->function.pieces[1].startup.value, 10.25e-6);
}

/* Half the bandwidth: 76 + 0.8 x 72 + 11 = 144.6 us. A load of 0.2 leaves 0.8 of
 * it: 0.4 / 0.8 = 0.5 us a byte: 76 + 36 + 11 = 123 us. */
static void bandwidth_and_load(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");

    expect(message_time(with(ctx, m, CHANGE_BANDWIDTH, 0.5), 72), 144.6e-6);
    expect(message_time(with(ctx, m, CHANGE_NETWORK_LOAD, 0.2), 72), 123e-6);
    /* Patterns and packets too: the cluster's broadcast, 0.002 us a byte, and
     * 0.0625 us a packet. */
    m = with(ctx, open_machine(ctx, "cluster"), CHANGE_BANDWIDTH, 0.25);
    expect(m->communication->collective[COLLECTIVE_BROADCAST].pieces[0].per_byte.value, 0.008e-6);
    expect(m->communication->pieces[1].per_packet.value, 0.25e-6);
    expect(m->communication->pieces[1].startup.value, 2.5e-6);
}

/* Others have a fifth of the processor: all that it does, memory too, takes
 * 1 / 0.8 = 1.25 times as long: 93.75 ns an add, 562.5 ns a line. */
static void a_shared_processor(void **state)
{
    fp_context *ctx = *state;
    const sag *m = with(ctx, open_machine(ctx, "ipsc860"), CHANGE_PROCESSOR_LOAD, 0.2);

    expect(m->processing->op[SAG_OP_float_add].value, 93.75e-9);
    expect(m->memory->caches[0].fetch_miss.value, 562.5e-9);
    expect(message_time(m, 72), 115.8e-6);
    assert_string_equal(m->suppositions[0], "others use 20.0 % of each processor's time: its work "
                                            "takes 1.25 times as long");
}

static void larger_than_there_is(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "ipsc860");

    assert_int_equal(with(ctx, m, CHANGE_NODES, 512)->communication->nodes_max, 512);
    assert_string_equal(with(ctx, m, CHANGE_NODES, 512)->suppositions[0],
                        "ipsc860 has 512 nodes; the largest has 128");
    assert_ptr_equal(with(ctx, m, CHANGE_NODES, 64), m);
}

/* A changed machine is written, and reads back the same. */
static void a_changed_machine_is_a_machine(void **state)
{
    fp_context *ctx = *state;
    const sag *m = with(ctx, open_machine(ctx, "ipsc860"), CHANGE_PROCESSOR_SPEED, 3);

    m = with_param(ctx, m, "cube.communication.shift.startup_us=40");
    char *text = written(ctx, m);
    const sag *read = sag_read(ctx, source_add(ctx->sources, "changed.yaml", text, strlen(text)));
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(read);
    expect(read->memory->caches[0].fetch_miss.value, 450e-9);
    expect(read->processing->op[SAG_OP_float_add].value, 25e-9);
    expect(shift_time(read, 72), 79.8e-6);
    char *again = written(ctx, read);
    assert_string_equal(text, again);
    free(text);
    free(again);
}

/* Every value of a machine has a path, and is what it was when it is set to that. */
typedef struct paths {
    fp_context *ctx;
    const sag *machine;
    int count;
} paths;

static double sum_of(const sag *machine);

static void set_to_itself(void *data, const quantity *q)
{
    paths *all = data;
    char text[200];
    snprintf(text, sizeof text, "%s=%.17g", q->path, q->stated);
    const sag *same = with_param(all->ctx, all->machine, text);
    if (!same)
        fail_msg("%s", text);
    expect(sum_of(same), sum_of(all->machine));
    snprintf(text, sizeof text, "%s=%.17g", q->path, 2 * q->stated + 1);
    same = with_param(all->ctx, all->machine, text);
    if (same) /* else a line longer than its cache, a fraction above 1, … */
        assert_true(fabs(sum_of(same) - sum_of(all->machine)) > 0);
    all->count++;
}

static void add_value(void *data, const quantity *q)
{
    double *sum = data;
    *sum += q->stated;
}

static double sum_of(const sag *machine)
{
    double sum = 0;
    sag_each(machine, add_value, &sum);
    return sum;
}

static void every_value_can_be_set(void **state)
{
    static const char *const names[] = {"ipsc860", "t3e", "cm5", "cluster"};
    (void)state;
    for (int i = 0; i < 4; ++i) {
        fp_context *ctx = fp_context_new();
        paths all = {ctx, open_machine(ctx, names[i]), 0};
        sag_each(all.machine, set_to_itself, &all);
        assert_true(all.count > 60);
        fp_context_free(ctx);
    }
}

/* ---- what is wrong ---- */

typedef bool reader(fp_context *ctx, const char *text, sag_change *change);

static void expect_error(reader *read, const char *text, const char *expected)
{
    fp_context *ctx = fp_context_new();
    const sag *m = open_machine(ctx, "ipsc860");
    sag_change change;

    if (read(ctx, text, &change))
        assert_null(sag_adjust(ctx, m, 1, &change));
    char *words = said(ctx->diags, DIAG_REMARK);
    if (strcmp(words, expected) != 0)
        fail_msg("%s says:\n%s\ninstead of:\n%s", text, words, expected);
    free(words);
    fp_context_free(ctx);
}

#define TREE                                                                                       \
    "fpredict: note: 'fpredict machines --show ipsc860' prints the tree; a key ends in its "       \
    "unit: startup_us\n"

static void paths_that_lead_nowhere(void **state)
{
    (void)state;
    expect_error(sag_change_param, "cube.comunication.shift.startup_us=40",
                 "fpredict: error: 'cube.comunication.shift.startup_us' is not a parameter of "
                 "ipsc860; did you mean 'communication' instead of 'comunication'? "
                 "[param-path]\n" TREE);
    expect_error(sag_change_param, "cube.communication.shift.startup_bytes=40",
                 "fpredict: error: 'cube.communication.shift.startup_bytes' is not a parameter of "
                 "ipsc860; did you mean 'startup_us' instead of 'startup_bytes'? "
                 "[param-path]\n" TREE);
    expect_error(sag_change_param, "quux=1",
                 "fpredict: error: 'quux' is not a parameter of ipsc860; at first comes one of "
                 "cube, link, host [param-path]\n" TREE);
    expect_error(sag_change_param, "cube.node=1",
                 "fpredict: error: 'cube.node' is not a parameter of ipsc860; after 'cube.node' "
                 "comes one of processing, memory [param-path]\n" TREE);
    expect_error(sag_change_param, "cube..=1",
                 "fpredict: error: 'cube..' is not a parameter of ipsc860; after 'cube' comes one "
                 "of communication, node [param-path]\n" TREE);
    expect_error(sag_change_param, "cube.node.memory.caches[1].size=1",
                 "fpredict: error: 'cube.node.memory.caches[1].size' is not a parameter of "
                 "ipsc860; did you mean 'caches[0]' instead of 'caches[1]'? [param-path]\n" TREE);
}

static void units_and_values(void **state)
{
    (void)state;
    expect_error(sag_change_param, "cube.communication.pieces[0].startup_bytes=40",
                 "fpredict: error: 'bytes' is not a unit of 'startup'; its units are us or ns "
                 "[param-unit]\n");
    expect_error(sag_change_param, "cube.communication.startup=40ms",
                 "fpredict: error: 'ms' in 'cube.communication.startup=40ms' is no unit of "
                 "'startup'; its units are us or ns [param-unit]\n");
    expect_error(sag_change_param, "cube.communication.startup_us=40ns",
                 "fpredict: error: 'cube.communication.startup_us=40ns' names two units; write "
                 "one of them [param-unit]\n");
    expect_error(sag_change_param, "cube.communication.startup_us=many",
                 "fpredict: error: 'many' in 'cube.communication.startup_us=many' is not a number, "
                 "and 'startup' is one [param-value]\n");
    expect_error(sag_change_param, "cube.communication.startup_us=nan",
                 "fpredict: error: 'nan' in 'cube.communication.startup_us=nan' is not a number, "
                 "and 'startup' is one [param-value]\n");
    expect_error(sag_change_param, "cube.communication.exchange=never",
                 "fpredict: error: 'never' is not an exchange rule; 'cube.communication.exchange' "
                 "takes posted, phased, pushed, adapter [param-value]\n");
    expect_error(sag_change_param, "cube.communication.nodes_max=0",
                 "fpredict: error: '0' in 'cube.communication.nodes_max=0' is not a whole number "
                 "from 1 on [param-value]\n");
    expect_error(sag_change_param, "cube.communication.pieces[0].startup_us=-1",
                 "fpredict: error: 'cube.communication.pieces[0].startup_us' is negative; what a "
                 "machine costs or has is zero or more [machine-negative]\n");
    expect_error(sag_change_param, "cube.node.memory.usable=9 MiB",
                 "fpredict: error: more memory is usable than there is: 9437184 of 8388608 bytes "
                 "[machine-memory]\n");
    expect_error(sag_change_param, "cube.communication.topology=mesh",
                 "fpredict: error: a Gray code embeds a grid in a hypercube, and this is a mesh "
                 "network; drop 'embedding' [machine-embedding]\n");
    expect_error(sag_change_param, "cube",
                 "fpredict: error: 'cube' is not of the form PATH=VALUE, as in "
                 "cube.communication.shift.startup_us=40 [param]\n");
}

static void scales_and_loads(void **state)
{
    (void)state;
    expect_error(sag_change_scale, "bandwith=2",
                 "fpredict: error: there is no 'bandwith' to scale; did you mean 'bandwidth'? "
                 "[scale]\n");
    expect_error(sag_change_scale, "colour=2",
                 "fpredict: error: there is no 'colour' to scale; there is processor, memory or "
                 "bandwidth [scale]\n");
    expect_error(sag_change_scale, "processor=0",
                 "fpredict: error: 'processor=0': a speed is multiplied by more than 0; half of "
                 "it is 0.5 [scale]\n");
    expect_error(sag_change_scale, "processor=fast",
                 "fpredict: error: 'fast' in 'processor=fast' is not a number [scale]\n");
    expect_error(sag_change_load, "network=1",
                 "fpredict: error: 'network=1': a load is the fraction that others use, from 0 up "
                 "to below 1: at 1 nothing is left [load]\n");
    expect_error(sag_change_load, "network",
                 "fpredict: error: 'network' is not of the form NAME=FRACTION, as in network=0.3 "
                 "[load]\n");
}

/* With four processors on a node the largest machine of 16,384 nodes has room for 65,536, and need
 * not be supposed to be larger. */
static void places(void **state)
{
    fp_context *ctx = *state;
    const sag *m = open_machine(ctx, "cm5");
    sag_change ranks, list, grid, changes[3];
    assert_true(sag_change_ranks(ctx, "4", &ranks));
    assert_true(sag_change_placement(ctx, "0,0,1,1", &list));
    assert_true(sag_change_placement(ctx, "by_grid", &grid));
    changes[0] = ranks;
    changes[1] = grid;
    changes[2] = (sag_change){.kind = CHANGE_NODES, .amount = 4.0 * m->communication->nodes_max};
    const sag *changed = sag_adjust(ctx, m, 3, changes);
    assert_non_null(changed);
    expect(changed->communication->ranks_per_node.value, 4);
    assert_int_equal(changed->communication->placement, PLACE_BY_GRID);
    assert_int_equal(changed->communication->nodes_max, m->communication->nodes_max);
    assert_int_equal(changed->supposition_count, 2);
    assert_string_equal(changed->suppositions[0], "a node has 4 processors");
    assert_string_equal(changed->suppositions[1], "a node has a brick of the grid of processors");
    changed = sag_adjust(ctx, m, 1, &list);
    assert_int_equal(changed->communication->placed_count, 4);
    assert_int_equal(changed->communication->placed[2], 1);
    assert_string_equal(changed->suppositions[0], "processors are on nodes 0,0,1,1");
    assert_int_equal(m->communication->placement, PLACE_IN_ORDER); /* the first is as it was */
}

static void places_that_are_none(void **state)
{
    (void)state;
    expect_error(sag_change_ranks, "0",
                 "fpredict: error: '0': a node has a whole number of processors, from 1 to 1000000 "
                 "[ranks-per-node]\n");
    expect_error(sag_change_placement, "0,,1",
                 "fpredict: error: '0,,1' is no placement; write in_order, by_grid, or the node of "
                 "each processor, as in 0,0,1,1 [placement]\n");
}

/* The cluster knows what the library's barriers do, and took; the iPSC/860 nothing of a library. */
static void collectives_by_whom(void **state)
{
    fp_context *ctx = *state;
    const sag *cluster = open_machine(ctx, "cluster"), *cube = open_machine(ctx, "ipsc860");
    const sag_collective *c =
        sag_with_collectives(ctx, cluster, COLLECTIVES_BY_MACHINE)->communication->collective;
    assert_true(c[COLLECTIVE_BARRIER].uses_library);
    assert_false(c[COLLECTIVE_BROADCAST].uses_library);
    assert_int_equal(c[COLLECTIVE_BARRIER].measured_count, 3);
    c = sag_with_collectives(ctx, cluster, COLLECTIVES_LIBRARY)->communication->collective;
    assert_true(c[COLLECTIVE_BARRIER].uses_library && c[COLLECTIVE_ALLGATHER].uses_library);
    c = sag_with_collectives(ctx, cluster, COLLECTIVES_OWN)->communication->collective;
    assert_false(c[COLLECTIVE_BARRIER].uses_library);
    assert_int_equal(c[COLLECTIVE_BARRIER].measured_count, 0);
    assert_int_equal(c[COLLECTIVE_BARRIER].library_count, 0);
    assert_int_equal(c[COLLECTIVE_BARRIER].algorithm, COLLECTIVE_LINEAR);
    assert_int_equal(cluster->communication->collective[COLLECTIVE_BARRIER].measured_count, 3);
    assert_ptr_equal(sag_with_collectives(ctx, cube, COLLECTIVES_BY_MACHINE), cube);
    assert_ptr_equal(sag_with_collectives(ctx, cube, COLLECTIVES_OWN), cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(places, setup, teardown),
        cmocka_unit_test(places_that_are_none),
        cmocka_unit_test_setup_teardown(collectives_by_whom, setup, teardown),
        cmocka_unit_test_setup_teardown(values_are_of_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(a_kind_gets_a_function_of_its_own, setup, teardown),
        cmocka_unit_test_setup_teardown(one_piece_or_all, setup, teardown),
        cmocka_unit_test_setup_teardown(a_clock_carries_what_counts_it, setup, teardown),
        cmocka_unit_test_setup_teardown(words_and_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(a_word_that_was_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(processor_and_memory_by_themselves, setup, teardown),
        cmocka_unit_test_setup_teardown(nanoseconds_are_scaled_too, setup, teardown),
        cmocka_unit_test_setup_teardown(bandwidth_and_load, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_measured, setup, teardown),
        cmocka_unit_test_setup_teardown(a_shared_processor, setup, teardown),
        cmocka_unit_test_setup_teardown(larger_than_there_is, setup, teardown),
        cmocka_unit_test_setup_teardown(a_changed_machine_is_a_machine, setup, teardown),
        cmocka_unit_test(every_value_can_be_set),
        cmocka_unit_test(paths_that_lead_nowhere),
        cmocka_unit_test(units_and_values),
        cmocka_unit_test(scales_and_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
