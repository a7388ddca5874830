/* Links that are found again: what is measured is worked out by hand from a tree whose switches
 * have four nodes and fewer links up, and the fit is asked how many. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/arena.h"
#include "tests/cmocka_all.h"
#include "training/fit/fit_links.h"

enum { RANKS = 16, ARITY = 4, SIZES = 4 };

static const double PER_BYTE = 1e-9, LATENCY = 1e-6;

static quantity number(double value)
{
    return (quantity){.is_set = true, .value = value};
}

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

/* A shift by `far` ranks on nodes in their order: as many of a switch's four messages go up as
 * reach over its end, at most four; over `up` links chosen by the receiver's number, or all by one.
 */
static double shift_by(int far, int up, double paid, double bytes)
{
    int crossing = far < ARITY ? far : ARITY, fullest = (crossing + up - 1) / up;
    return LATENCY + (paid + PER_BYTE * (fullest > 1 ? fullest : 1)) * bytes;
}

/* A byte costs the sender's processor `paid`. */
static fit_data measured(arena *a, int up, double paid)
{
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = 4096 << (2 * i);
        snprintf(text, sizeof text, "ranks=2 bytes=%d partner=1", bytes);
        add(a, &data, "pingpong", text, 2 * (LATENCY + (paid + PER_BYTE) * bytes));
        add(a, &data, "stream", text, 2 * LATENCY + (paid + 64 * PER_BYTE) * bytes);
        for (int far = 2; far <= RANKS / 2; far *= 2) {
            snprintf(text, sizeof text, "ranks=%d bytes=%d far=%d", RANKS, bytes, far);
            add(a, &data, "shift.far", text, shift_by(far, up, paid, bytes));
        }
    }
    return data;
}

static sag_communication network_of(message_piece *piece)
{
    *piece = (message_piece){.from = number(0),
                             .startup = number(0),
                             .per_byte = number(PER_BYTE),
                             .latency = number(LATENCY)};
    return (sag_communication){.topology = TOPOLOGY_FAT_TREE,
                               .embedding = EMBED_ROW_MAJOR,
                               .exchange = EXCHANGE_ADAPTER,
                               .arity = number(ARITY),
                               .call_overhead = number(0),
                               .piece_count = 1,
                               .pieces = piece};
}

static void links_up(void **state)
{
    (void)state;
    for (int up = 1; up <= ARITY; up *= 2) {
        arena *a = arena_new();
        message_piece piece;
        sag_communication c = network_of(&piece);
        fit_data data = measured(a, up, 0);
        fit_network network = {.communication = &c, .ranks = RANKS};
        fit_evidence evidence = {0};
        fit_notes notes = {0};
        fit_links(a, &data, &network, &c, &evidence, &notes);
        if (up == ARITY) { /* as many as nodes: nobody waits, and nothing is written */
            assert_false(c.uplinks_1.is_set);
            assert_false(c.link_per_byte.is_set);
            assert_int_equal(notes.count, 0);
        } else {
            assert_true(fabs(c.uplinks_1.value - up) < 0.1);
            assert_true(fabs(c.link_per_byte.value / PER_BYTE - 1) < 0.01);
            assert_true(evidence.links_with < 0.01 && evidence.links_without > 0.1);
            assert_int_equal(notes.count, 1);
        }
        arena_free(a);
    }
}

/* Two switches below one of the second level, from which two links go up for the eight nodes below
 * it, chosen by the receiver's number; the lowest have a link for each node. Of a shift by `far`
 * ranks as many of the eight go up there as reach over its end. */
static void links_up_from_the_second_level(void **state)
{
    enum { BELOW = 8, UP = 2 };
    arena *a = arena_new();
    message_piece piece;
    sag_communication c = network_of(&piece);
    fit_data data = measured(a, ARITY, 0);
    fit_network network = {.communication = &c, .ranks = RANKS};
    fit_evidence evidence = {0};
    fit_notes notes = {0};
    (void)state;
    c.arity_2 = number(2);
    for (int i = 0; i < data.count; i++) {
        fit_series *s = &data.series[i];
        const int far = (int)fit_parameter(s, "far"), bytes = (int)fit_parameter(s, "bytes");
        if (far > 0)
            s->median_s = LATENCY + PER_BYTE * bytes * ((far < BELOW ? far : BELOW) / UP);
    }
    fit_links(a, &data, &network, &c, &evidence, &notes);
    assert_false(c.uplinks_1.is_set);
    assert_true(fabs(c.uplinks_2.value - UP) < 0.1);
    assert_true(evidence.links_with < 0.01 && evidence.links_without > 0.1);
    arena_free(a);
}

/* What the processor pays for a byte is not the links'. */
static void links_are_not_paid(void **state)
{
    static const double paid = 0.3e-9;
    (void)state;
    arena *a = arena_new();
    message_piece piece;
    sag_communication c = network_of(&piece);
    piece.send_per_byte = number(paid);
    fit_data data = measured(a, 2, paid);
    fit_network network = {.communication = &c, .ranks = RANKS};
    fit_evidence evidence = {0};
    fit_notes notes = {0};
    fit_links(a, &data, &network, &c, &evidence, &notes);
    assert_true(fabs(c.uplinks_1.value - 2) < 0.1);
    assert_true(fabs(c.link_per_byte.value / PER_BYTE - 1) < 0.01);
    arena_free(a);
}

/* A ring of 16: shifts by 2 and by 4 have as many messages on each link, all one way; between
 * neighbours one goes each way, and takes `times` as long. */
static fit_data measured_on_ring(arena *a, int times)
{
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = 4096 << (2 * i);
        snprintf(text, sizeof text, "ranks=2 bytes=%d partner=1", bytes);
        add(a, &data, "pingpong", text, 2 * (LATENCY + PER_BYTE * bytes));
        add(a, &data, "stream", text, 2 * LATENCY + 64 * PER_BYTE * bytes);
        snprintf(text, sizeof text, "ranks=2 bytes=%d stride=8", bytes);
        add(a, &data, "exchange", text, LATENCY + times * PER_BYTE * bytes);
        for (int far = 2; far <= 4; far *= 2) {
            snprintf(text, sizeof text, "ranks=%d bytes=%d far=%d", RANKS, bytes, far);
            add(a, &data, "shift.far", text, LATENCY + far * PER_BYTE * bytes);
        }
        snprintf(text, sizeof text, "ranks=%d bytes=%d dims=1", RANKS, bytes);
        add(a, &data, "neighbours.posted", text, LATENCY + times * PER_BYTE * bytes);
    }
    return data;
}

static void both_ways_share(void **state)
{
    (void)state;
    for (int times = 1; times <= 2; times++) {
        arena *a = arena_new();
        message_piece piece;
        sag_communication c = network_of(&piece);
        c.topology = TOPOLOGY_TORUS;
        c.arity = (quantity){0};
        c.side_1 = number(RANKS);
        fit_data data = measured_on_ring(a, times);
        fit_network network = {.communication = &c, .ranks = RANKS};
        fit_evidence evidence = {0};
        fit_notes notes = {0};
        fit_links(a, &data, &network, &c, &evidence, &notes);
        assert_true(fabs(c.link_per_byte.value / PER_BYTE - 1) < 0.01);
        assert_int_equal(c.both_ways, times == 2 ? BOTH_WAYS_SHARED : BOTH_WAYS_APART);
        assert_true(evidence.links_with < 0.01);
        arena_free(a);
    }
}

/* A star of eight nodes of two ranks that share a port. A shift by two sends two messages out of
 * each port, twice as long as one. To the ranks before and after go one message out of the node and
 * one to the other of it: where that passes the port too (`times` is 2), four go out, and an
 * exchange inside a node takes twice as long as one way; else two, and no longer. */
static fit_data measured_on_pairs(arena *a, int times)
{
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = 4096 << (2 * i);
        for (int partner = 1; partner <= 2; partner++) {
            snprintf(text, sizeof text, "ranks=2 bytes=%d partner=%d", bytes, partner);
            add(a, &data, "pingpong", text, 2 * (LATENCY + PER_BYTE * bytes));
            add(a, &data, "stream", text, 2 * LATENCY + 64 * PER_BYTE * bytes);
        }
        snprintf(text, sizeof text, "ranks=2 bytes=%d stride=8", bytes);
        add(a, &data, "exchange", text, LATENCY + times * PER_BYTE * bytes);
        snprintf(text, sizeof text, "ranks=%d bytes=%d far=2", RANKS, bytes);
        add(a, &data, "shift.far", text, LATENCY + 2 * PER_BYTE * bytes);
        snprintf(text, sizeof text, "ranks=%d bytes=%d dims=1", RANKS, bytes);
        add(a, &data, "neighbours.posted", text, LATENCY + 2 * times * PER_BYTE * bytes);
    }
    return data;
}

static void nodes_pass_their_own_port(void **state)
{
    (void)state;
    for (int times = 1; times <= 2; times++) {
        arena *a = arena_new();
        message_piece piece;
        sag_communication c = network_of(&piece);
        c.topology = TOPOLOGY_SWITCH;
        c.arity = (quantity){0};
        c.ranks_per_node = number(2);
        c.inside = (message_function){1, &piece};
        fit_data data = measured_on_pairs(a, times);
        fit_network network = {.communication = &c, .ranks = RANKS};
        fit_evidence evidence = {0};
        fit_notes notes = {0};
        fit_links(a, &data, &network, &c, &evidence, &notes);
        assert_true(fabs(c.port_per_byte.value / PER_BYTE - 1) < 0.01);
        assert_int_equal(c.inside_by, times == 2 ? INSIDE_BY_PORT : INSIDE_BY_MEMORY);
        assert_int_equal(c.both_ways, BOTH_WAYS_APART);
        assert_true(evidence.links_with < 0.01 && evidence.links_without > 0.1);
        arena_free(a);
    }
}

/* A star whose 16 messages pass one backbone, of as much as 8/3 or 3.7 ports: no whole number. */
static fit_data measured_on_backbone(arena *a, double ports)
{
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = 4096 << (2 * i);
        snprintf(text, sizeof text, "ranks=2 bytes=%d partner=1", bytes);
        add(a, &data, "pingpong", text, 2 * (LATENCY + PER_BYTE * bytes));
        add(a, &data, "stream", text, 2 * LATENCY + 64 * PER_BYTE * bytes);
        for (int far = 2; far <= RANKS / 2; far *= 2) {
            snprintf(text, sizeof text, "ranks=%d bytes=%d far=%d", RANKS, bytes, far);
            add(a, &data, "shift.far", text, LATENCY + RANKS / ports * PER_BYTE * bytes);
        }
    }
    return data;
}

static void backbone_of_no_whole_number(void **state)
{
    static const double ports[] = {8. / 3, 3.7, 2};
    (void)state;
    for (int i = 0; i < 3; i++) {
        arena *a = arena_new();
        message_piece piece;
        sag_communication c = network_of(&piece);
        c.topology = TOPOLOGY_SWITCH;
        c.arity = (quantity){0};
        fit_data data = measured_on_backbone(a, ports[i]);
        fit_network network = {.communication = &c, .ranks = RANKS};
        fit_evidence evidence = {0};
        fit_notes notes = {0};
        fit_links(a, &data, &network, &c, &evidence, &notes);
        assert_true(fabs(c.backbone_per_byte.value * ports[i] / PER_BYTE - 1) < 0.01);
        assert_true(evidence.links_with < 0.01);
        arena_free(a);
    }
}

/* A torus 4 x 4: a node's port takes a byte in 1 ns, a link along a row in 0.8, along a column in
 * 1.1. Shifts by 4 and 8 go along columns, 1.1 ns a byte for one on each link, and 2.2 for two on
 * those in the middle. By 2 two pass the middle of each row, each way: 1.6; half of them go on to
 * the next row, one on each link of a column, which is not less than that. */
static fit_data measured_on_two_rates(arena *a)
{
    static const double row = 0.8e-9, column = 1.1e-9;
    static const struct {
        int partner;
        double per_byte;
    } alone[] = {{1, 1e-9}, {2, 1e-9}, {4, 1.1e-9}, {8, 1.1e-9}};
    fit_data data = {.series = ARENA_ARRAY(a, 100, fit_series)};
    char text[80];
    for (int i = 0; i < SIZES; i++) {
        const int bytes = 4096 << (2 * i);
        for (size_t k = 0; k < sizeof alone / sizeof *alone; k++) {
            snprintf(text, sizeof text, "ranks=2 bytes=%d partner=%d", bytes, alone[k].partner);
            add(a, &data, "pingpong", text, 2 * (LATENCY + alone[k].per_byte * bytes));
            add(a, &data, "stream", text, 2 * LATENCY + 64 * alone[k].per_byte * bytes);
        }
        for (int far = 2; far <= 8; far *= 2) {
            snprintf(text, sizeof text, "ranks=%d bytes=%d far=%d", RANKS, bytes, far);
            add(a, &data, "shift.far", text,
                LATENCY + (far == 4   ? column
                           : far == 8 ? 2 * column
                                      : 2 * row) *
                              bytes);
        }
    }
    return data;
}

static void axes_of_two_rates(void **state)
{
    (void)state;
    arena *a = arena_new();
    message_piece piece;
    sag_communication c = network_of(&piece);
    c.topology = TOPOLOGY_TORUS;
    c.arity = (quantity){0};
    c.side_1 = c.side_2 = number(4);
    fit_data data = measured_on_two_rates(a);
    fit_network network = {.communication = &c, .ranks = RANKS};
    fit_evidence evidence = {0};
    fit_notes notes = {0};
    fit_links(a, &data, &network, &c, &evidence, &notes);
    assert_true(fabs(c.link_per_byte_1.value / 1.1e-9 - 1) < 0.01);
    assert_true(fabs(c.link_per_byte.value / 0.8e-9 - 1) < 0.03);
    assert_false(c.link_per_byte_2.is_set);
    /* Along columns a message alone is slower; along rows only those that meet say anything. */
    assert_string_equal(c.link_per_byte_1.source, "pingpong by partner");
    assert_non_null(strstr(c.link_per_byte.source, "shift.far"));
    assert_true(evidence.links_with < 0.02 && evidence.links_without > 0.1);
    arena_free(a);
}

/* By another rule links are not looked for. */
static void other_rules(void **state)
{
    arena *a = arena_new();
    message_piece piece;
    sag_communication c = network_of(&piece);
    fit_data data = measured(a, 1, 0);
    fit_network network = {.communication = &c, .ranks = RANKS};
    fit_evidence evidence = {0};
    fit_notes notes = {0};
    (void)state;
    c.exchange = EXCHANGE_POSTED;
    fit_links(a, &data, &network, &c, &evidence, &notes);
    assert_false(c.uplinks_1.is_set);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_up),
        cmocka_unit_test(links_up_from_the_second_level),
        cmocka_unit_test(links_are_not_paid),
        cmocka_unit_test(both_ways_share),
        cmocka_unit_test(nodes_pass_their_own_port),
        cmocka_unit_test(backbone_of_no_whole_number),
        cmocka_unit_test(axes_of_two_rates),
        cmocka_unit_test(other_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
