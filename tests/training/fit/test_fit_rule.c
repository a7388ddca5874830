/* Which rule a machine has whose messages are eager, fetched, or wait with their senders. Ranks
 * that come together say the same of all rules: it is who comes late that tells. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "tests/cmocka_all.h"
#include "training/fit/fit_rule.h"

enum { RANKS = 8, SERIES_MOST = 2000, SIZE_MOST = 1 << 20, MESSAGES = 64 };

typedef struct fixture {
    arena *a;
    fit_data data;
} fixture;

/* A processor pays 10 ns for a message on both sides, a port 1 ns a byte, the way takes 5 us. From
 * `waits` bytes on a message begins when its receiver is there, from `keeps` on its sender waits.
 */
typedef struct machine {
    double waits, keeps;
} machine;

static const double PAID = 10e-9, WAY = 5e-6, BYTE = 1e-9;

static double whole(double n)
{
    return PAID + WAY + n * BYTE + PAID;
}

static void put(fixture *f, const char *kernel, const char *parameters, const char *tally,
                double seconds)
{
    assert_true(f->data.count < SERIES_MOST);
    f->data.series[f->data.count++] = (fit_series){.kernel = kernel,
                                                   .parameters = parameters,
                                                   .tally = tally,
                                                   .count = 1,
                                                   .median_s = seconds,
                                                   .is_simulated = true};
}

static void put_pair(fixture *f, const machine *m, double n)
{
    const char *at = arena_printf(f->a, "ranks=2 bytes=%.0f partner=1", n);
    const double port = fmax(n * BYTE, PAID);
    put(f, "pingpong", at, "message:2", 2 * whole(n));
    put(f, "stream", at, "message:64 answer:1", (MESSAGES - 1) * port + whole(n) + whole(0));
    put(f, "send.returns", at, "message:1", PAID);
    put(f, "receive.arrived", at, "message:1", n < m->keeps ? PAID : 0);
    /* What waits for its receiver takes all but what its sender pays. */
    put(f, "receive.late", at, "message:1", n < m->waits ? PAID : whole(n) - PAID);
    /* The receiver comes two round trips after its word, which takes whole(0) to come. */
    put(f, "send.late", at, "message:1", n < m->keeps ? PAID : 5 * whole(n) - whole(0));
}

/* All come together: what a rank sends, or gets, passes its port, and then the way. */
static void put_groups(fixture *f, double n)
{
    for (int dims = 1; dims <= 3; dims++) {
        const char *at = arena_printf(f->a, "ranks=%d bytes=%.0f dims=%d", RANKS, n, dims);
        put(f, "neighbours.posted", at, "", 2 * dims * fmax(n * BYTE, PAID) + WAY + 2 * PAID);
        put(f, "neighbours.phased", at, "", 2 * dims * whole(n));
    }
    put(f, "gather", arena_printf(f->a, "ranks=%d bytes=%.0f", RANKS, n * RANKS), "",
        (RANKS - 1) * fmax(n * BYTE, PAID) + WAY + 2 * PAID);
}

static sag_communication fit(fixture *f, const machine *m, fit_evidence *evidence)
{
    sag_communication c = {0}, adapter = {0};
    fit_notes notes = {0};
    char error[TRAIN_TEXT];
    *f = (fixture){.a = arena_new()};
    f->data.series = ARENA_ARRAY(f->a, SERIES_MOST, fit_series);
    for (double n = 1; n <= SIZE_MOST; n *= 2) {
        for (int k = 0; k < (n >= 4 ? 4 : 1); k++)
            put_pair(f, m, n * (1 + k / 4.0));
        put_groups(f, n);
    }
    if (!fit_base(f->a, &f->data, RANKS, 1, NULL, &c, &adapter, &notes, error))
        fail_msg("%s", error);
    const fit_network network = {.communication = &c, .ranks = RANKS};
    fit_choose_rule(f->a, &f->data, &network, &c, &adapter, evidence, &notes);
    return c;
}

/* Half of the sizes at least go at once: what has come would begin when its receiver is there, by
 * `posted`, which is as near in all that comes together. */
static void who_is_late_tells(void **state)
{
    fixture f;
    fit_evidence e;
    (void)state;
    const sag_communication c = fit(&f, &(machine){4096, 32768}, &e);
    for (int i = 0; i < FIT_PATTERNS - 2; i++)
        if (e.witness[i].counts)
            assert_true(e.witness[i].off[FIT_RULE_POSTED] < 0.02);
    const fit_witness *come = &e.witness[FIT_PATTERNS - 2], *waits = &e.witness[FIT_PATTERNS - 1];
    /* Two messages' time passes, and what is left is as much once more, or nothing. */
    assert_true(fabs(come->off[FIT_RULE_POSTED] - log(3.0 / 2)) < 0.03);
    assert_true(come->off[FIT_RULE_ADAPTER] < 0.01);
    assert_true(fabs(waits->off[FIT_RULE_PUSHED] - log(3.0 / 2)) < 0.03);
    assert_true(waits->off[FIT_RULE_ADAPTER] < 0.01);
    assert_int_equal(c.exchange, EXCHANGE_ADAPTER);
    assert_string_equal(c.exchange_origin.source,
                        "neighbours.posted, neighbours.phased, gather, receive.late");
    assert_string_equal(c.pieces[0].send.source,
                        "send.returns, receive.arrived, receive.late, send.late");
    /* Both are off by log(3/2), more than a tenth, in one row: the table says so. */
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fit_print_evidence(f.a, &e, out);
    fclose(out);
    const char *line = strstr(text, "a late rank says");
    assert_non_null(line);
    assert_non_null(line = strstr(line, "refuted"));
    assert_non_null(line = strstr(line + 1, "refuted"));
    assert_null(strstr(line + 1, "refuted"));
    free(text);
    arena_free(f.a);
}

/* Few sizes are enough. */
static void few_eager_sizes_tell(void **state)
{
    fixture f;
    fit_evidence e;
    (void)state;
    const sag_communication c = fit(&f, &(machine){16, SIZE_MOST * 2}, &e);
    assert_int_equal(c.exchange, EXCHANGE_ADAPTER);
    arena_free(f.a);
}

/* No message goes before its receiver is there: `posted` says all of it, and is the simplest. */
static void nothing_comes_by_itself(void **state)
{
    fixture f;
    fit_evidence e;
    (void)state;
    const sag_communication c = fit(&f, &(machine){0, SIZE_MOST * 2}, &e);
    assert_int_equal(c.exchange, EXCHANGE_POSTED);
    assert_int_equal(e.witness[FIT_PATTERNS - 2].points, 0);
    arena_free(f.a);
}

/* Eager, fetched, with a handshake: a piece begins at each switch, at its size and at no other. */
static void each_protocol_has_its_pieces(void **state)
{
    static const machine cases[] = {{4096, 32768}, {5120, 7168}, {4096, 4096}, {5120, 6144}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        fit_evidence e;
        const sag_communication c = fit(&f, &cases[i], &e);
        bool has_waits = false, has_keeps = false;
        for (int k = 0; k < c.piece_count; k++) {
            const message_piece *p = &c.pieces[k];
            has_waits |= fabs(p->from.value - cases[i].waits) < 0.5;
            has_keeps |= fabs(p->from.value - cases[i].keeps) < 0.5;
            assert_int_equal(p->handshake.is_set, p->from.value >= cases[i].keeps);
            assert_int_equal(p->fetch.is_set,
                             p->from.value >= cases[i].waits && !p->handshake.is_set);
            assert_true(fabs(p->per_byte.value + p->latency_per_byte.value - BYTE) < 0.01 * BYTE);
            assert_true(p->handshake.value + p->fetch.value < 0.01 * WAY);
        }
        assert_true(has_waits && has_keeps);
        arena_free(f.a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_late_tells),
        cmocka_unit_test(few_eager_sizes_tell),
        cmocka_unit_test(nothing_comes_by_itself),
        cmocka_unit_test(each_protocol_has_its_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
