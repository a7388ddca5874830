/* Ports that messages share, or pass in turn: what is measured is worked out by hand, and the fit
 * is asked which it was. A port takes 1 ns a byte, the way 1 us, and taking up a message 1 us of
 * its receiver, which is less than the bytes of any take here. */

#include <math.h>
#include <stdio.h>

#include "support/arena.h"
#include "tests/cmocka_all.h"
#include "training/fit/fit_clocks.h"
#include "training/fit/fit_ports.h"

enum { RANKS = 16, STREAM = 64, SIZES = 5, BYTES_LEAST = 1024 };

static const double PER_BYTE = 1e-9, LATENCY = 1e-6, TAKE_UP = 1e-6;

/* The machine that is measured. */
typedef struct machine {
    bool is_shared;
    double take_up, startup; /* of a message, beside its bytes: of the receiver, of its port */
    bool has_gathers;
} machine;

static void add(arena *a, fit_data *data, const char *kernel, const char *parameters,
                double seconds)
{
    data->series[data->count++] = (fit_series){.kernel = kernel,
                                               .tally = "message:64",
                                               .parameters = arena_strdup(a, parameters),
                                               .count = 1,
                                               .median_s = seconds,
                                               .is_simulated = true};
}

/* From where all come at once: shared, they are in together, and are taken up one after another; in
 * turn, all but the last have been taken up by the time that it is in. */
static double many(const machine *m, int count, double bytes)
{
    return LATENCY + count * PER_BYTE * bytes + (m->is_shared ? count : 1) * m->take_up;
}

/* One sends all: where its port needs longer for each beside the bytes than these take, none meet.
 * And an answer of no bytes. */
static double stream(const machine *m, double bytes)
{
    const double answer = m->startup + LATENCY + m->take_up;
    if (m->startup > PER_BYTE * bytes)
        return STREAM * m->startup + LATENCY + PER_BYTE * bytes + m->take_up + answer;
    return many(m, STREAM, bytes) + answer;
}

static fit_data measured(arena *a, const machine *m)
{
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = BYTES_LEAST << i;
        snprintf(text, sizeof text, "ranks=2 bytes=%d partner=1", bytes);
        add(a, &data, "stream", text, stream(m, bytes));
        for (int ranks = 4; m->has_gathers && ranks <= RANKS; ranks *= 2) {
            snprintf(text, sizeof text, "ranks=%d bytes=%d", ranks, bytes * ranks);
            add(a, &data, "gather", text, m->startup + many(m, ranks - 1, bytes));
        }
    }
    return data;
}

static quantity number(double value)
{
    return (quantity){.is_set = true, .value = value};
}

/* A switch whose messages are `startup` longer in ports than their bytes, as a stream says that
 * does not know better. */
static sag_communication network_of(message_piece *piece, double take_up, double startup)
{
    *piece = (message_piece){.from = number(0),
                             .startup = number(startup),
                             .per_byte = number(PER_BYTE),
                             .latency = number(LATENCY),
                             .receive = number(take_up)};
    return (sag_communication){.topology = TOPOLOGY_SWITCH,
                               .embedding = EMBED_ROW_MAJOR,
                               .exchange = EXCHANGE_ADAPTER,
                               .call_overhead = number(0),
                               .piece_count = 1,
                               .pieces = piece};
}

static sag_communication fit(arena *a, const machine *m, sag_communication c, fit_evidence *e)
{
    const fit_data data = measured(a, m);
    const fit_network network = {.communication = &c, .ranks = RANKS};
    fit_notes notes = {0};
    *e = (fit_evidence){0};
    fit_shared_ports(a, &data, &network, &c, e, &notes);
    assert_int_equal(notes.count, c.port_per_byte.is_set);
    return c;
}

static void shared_or_in_turn(void **state)
{
    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        arena *a = arena_new();
        message_piece piece;
        fit_evidence e;
        const machine m = {shared, TAKE_UP, 0, true};
        const sag_communication c = fit(a, &m, network_of(&piece, TAKE_UP, 0), &e);
        assert_int_equal(c.port_per_byte.is_set, shared);
        if (shared)
            assert_true(fabs(c.port_per_byte.value / PER_BYTE - 1) < 1e-6);
        for (int i = 0; i < 2; i++) { /* many to one, streams */
            assert_true(e.shared[i].counts);
            assert_true(e.shared[i].off[shared] < 0.005);
            assert_true(e.shared[i].off[!shared] > 0.05);
        }
        arena_free(a);
    }
}

/* Streams take longer than their bytes as all is taken up at their end, which is no startup. Where
 * there is one, and longer than the bytes, it shows in streams and stays. */
static void startups_are_told_from_taking_up(void **state)
{
    static const double startup[] = {0, 20e-6};
    (void)state;
    for (int k = 0; k < 2; k++) {
        arena *a = arena_new();
        message_piece piece;
        fit_evidence e;
        const machine m = {true, TAKE_UP, startup[k], true};
        sag_communication taken = network_of(&piece, TAKE_UP, k ? startup[k] : 0.3e-6);
        piece.latency = number(k ? LATENCY : LATENCY - 0.3e-6);
        const sag_communication c = fit(a, &m, taken, &e);
        assert_true(c.port_per_byte.is_set);
        assert_true(fabs(c.pieces[0].startup.value - startup[k]) < 1e-9);
        assert_true(fabs(c.pieces[0].latency.value - LATENCY) < 1e-9);
        arena_free(a);
    }
}

/* Two ranks have streams alone; and where taking up costs nothing, sharing or not is the same. */
static void nothing_is_guessed(void **state)
{
    static const machine unknown[] = {{true, TAKE_UP, 0, false}, {true, 0, 0, true}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        arena *a = arena_new();
        message_piece piece;
        fit_evidence e;
        const sag_communication c =
            fit(a, &unknown[k], network_of(&piece, unknown[k].take_up, 0), &e);
        assert_false(c.port_per_byte.is_set);
        arena_free(a);
    }
}

/* By other rules, and where capacities are known, ports are not looked for. */
static void others_keep_theirs(void **state)
{
    static const machine m = {true, TAKE_UP, 0, true};
    arena *a = arena_new();
    message_piece piece;
    fit_evidence e;
    (void)state;
    sag_communication c = network_of(&piece, TAKE_UP, 0);
    c.exchange = EXCHANGE_PUSHED;
    assert_false(fit(a, &m, c, &e).port_per_byte.is_set);
    c = network_of(&piece, TAKE_UP, 0);
    c.topology = TOPOLOGY_TORUS;
    c.ports = number(2);
    assert_false(fit(a, &m, c, &e).port_per_byte.is_set);
    arena_free(a);
}

/* Rank 0 sends 10 bytes to 2, and in the next round as many to 4: a byte keeps its port 1 us, each
 * is 5 us on its way before, and costs its sender 1 us and its receiver 2. The second go from 7 on,
 * when 9 of the first are left: half the port each, these take until 25, and the last of the second
 * until 26. With ports that each round finds empty the first are there at 16, the second at 17. */
static void rounds_meet_in_ports(void **state)
{
    static const double us = 1e-6;
    (void)state;
    for (int is_empty = 0; is_empty < 2; is_empty++) {
        arena *a = arena_new();
        message_piece piece = {.startup = number(0),
                               .per_byte = number(us),
                               .latency = number(5 * us),
                               .send = number(us),
                               .receive = number(2 * us)};
        const sag_communication c = {.topology = TOPOLOGY_SWITCH,
                                     .embedding = EMBED_ROW_MAJOR,
                                     .exchange = EXCHANGE_ADAPTER,
                                     .port_per_byte = number(us),
                                     .piece_count = 1,
                                     .pieces = &piece};
        const fit_network network = {
            .communication = &c, .ranks = 6, .has_empty_ports = is_empty != 0};
        simulation s;
        clocks_begin(&s, a, &network, 6, 1, PATTERN_shift);
        for (int to = 2; to <= 4; to += 2) {
            clocks_post(&s, 0, to, 10);
            clocks_close(&s, 0);
        }
        assert_true(fabs(s.clock[0] / us - 2) < 1e-3);
        assert_true(fabs(s.clock[2] / us - (is_empty ? 18 : 27)) < 1e-3);
        assert_true(fabs(s.clock[4] / us - (is_empty ? 19 : 28)) < 1e-3);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_or_in_turn),    cmocka_unit_test(startups_are_told_from_taking_up),
        cmocka_unit_test(nothing_is_guessed),   cmocka_unit_test(others_keep_theirs),
        cmocka_unit_test(rounds_meet_in_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
