/* Lines that are known come out of points that were made of them. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/cmocka_all.h"
#include "training/fit/fit_line.h"
#include "training/fit/fit_message.h"

enum { POINTS_MOST = 128 };

/* Sizes as the training set has them: four an octave, 1 ... 4 Mi. */
static int sizes(fit_point *point)
{
    int count = 0;
    for (int64_t n = 1; n <= 4 << 20; n *= 2) {
        for (int i = 0; i < 4; i++) {
            if ((i == 0 || n % 4 == 0) && n + n / 4 * i <= 4 << 20)
                point[count++].x = (double)(n + n / 4 * i);
        }
    }
    return count;
}

/* A number from -1 to 1, the next of a sequence. */
static double next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1 << 23) - 1;
}

static void close_to(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within * fabs(wanted)))
        fail_msg("%.6g, not %.6g", got, wanted);
}

/* SMPI's star: 50 us + (n + 16) / 125 MB/s, without any noise. */
static void one_line_is_found_exactly(void **state)
{
    (void)state;
    arena *a = arena_new();
    fit_point point[POINTS_MOST];
    fit_function function;
    const int count = sizes(point);
    for (int i = 0; i < count; i++)
        point[i].y = 50e-6 + (point[i].x + 16) / 125e6;
    assert_true(fit_pieces(a, count, point, &function));
    assert_int_equal(function.count, 1);
    close_to(function.piece[0].constant, 50.128e-6, 1e-9);
    close_to(function.piece[0].slope, 8e-9, 1e-9);
    assert_true(function.worst < 1e-9);
    arena_free(a);
}

/* 76 + 0.4 n below 100 bytes, 136 + 0.4 n from there (Sarukkai and Malony 1993, section 4.2): a
 * jump and no other slope. The sizes next to 100 are 96 and 112. */
static void a_jump_is_found_where_it_is(void **state)
{
    (void)state;
    arena *a = arena_new();
    fit_point point[POINTS_MOST];
    fit_function function;
    const int count = sizes(point);
    for (int i = 0; i < count; i++)
        point[i].y = (point[i].x < 100 ? 76 + 0.4 * point[i].x : 136 + 0.4 * point[i].x) * 1e-6;
    assert_true(fit_pieces(a, count, point, &function));
    assert_int_equal(function.count, 2);
    assert_true(function.piece[0].from == 0);
    assert_true(function.piece[1].from == 112);
    close_to(function.piece[0].constant, 76e-6, 1e-6);
    close_to(function.piece[1].constant, 136e-6, 1e-6);
    close_to(function.piece[0].slope, 0.4e-6, 1e-6);
    close_to(function.piece[1].slope, 0.4e-6, 1e-6);
    arena_free(a);
}

/* Two protocols, 2 % of noise and every eleventh point three times too slow. */
static void outliers_and_noise_do_not_move_it(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int run = 0; run < 20; run++) {
        arena *a = arena_new();
        fit_point point[POINTS_MOST];
        fit_function function;
        const int count = sizes(point);
        for (int i = 0; i < count; i++) {
            const double x = point[i].x;
            const double y = x < 8192 ? 1e-6 + 4e-10 * x : 6e-6 + 1e-10 * x;
            point[i].y = y * (1 + 0.02 * next(&seed)) * (i % 11 == 5 ? 3 : 1);
        }
        assert_true(fit_pieces(a, count, point, &function));
        /* 1e-6 + 4e-10 * 8192 is 4.3e-6, and 6.8e-6 after the switch. */
        close_to(fit_value(&function, 16), 1e-6, 0.03);
        close_to(fit_value(&function, 4096), 2.64e-6, 0.03);
        close_to(fit_value(&function, 16384), 7.64e-6, 0.04);
        close_to(fit_value(&function, 4 << 20), 425e-6, 0.03);
        assert_true(function.count >= 2 && function.count <= 3);
        arena_free(a);
    }
}

/* Twelve points, five on one line and seven on another, a hundred noises above. */
static void a_jump_among_few_points(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    uint32_t seed = 7;
    for (int run = 0; run < 30; run++) {
        arena *a = arena_new();
        fit_point point[COUNT];
        fit_function whole;
        for (int i = 0; i < COUNT; i++) {
            point[i].x = i + 1;
            point[i].y = (i < 5 ? 1 + 0.1 * i : 3 + 0.3 * i) * (1 + 0.01 * next(&seed));
        }
        assert_true(fit_pieces(a, COUNT, point, &whole));
        assert_int_equal(whole.count, 2);
        assert_int_equal(whole.piece[1].first, 5);
        arena_free(a);
    }
}

static void nothing_is_negative(void **state)
{
    (void)state;
    arena *a = arena_new();
    fit_function function;
    const fit_point falling[] = {{1, 5}, {2, 4.9}, {3, 4.8}, {4, 4.7}, {5, 4.6}};
    assert_true(fit_pieces(a, 5, falling, &function));
    assert_true(function.piece[0].slope == 0);
    close_to(function.piece[0].constant, 4.8, 0.02);
    const fit_point through[] = {{1, 0.5}, {2, 1.6}, {3, 2.7}, {4, 3.8}, {5, 4.9}};
    assert_true(fit_pieces(a, 5, through, &function));
    assert_true(function.piece[0].constant == 0);
    assert_true(function.piece[0].slope > 0.7 && function.piece[0].slope < 1);
    arena_free(a);
}

static void too_few_or_too_many_points(void **state)
{
    (void)state;
    arena *a = arena_new();
    fit_function function;
    const fit_point point[] = {{1, 1}, {2, 2}, {3, 3}};
    assert_false(fit_pieces(a, 3, point, &function));
    assert_false(fit_pieces(a, FIT_POINTS_MOST + 1, point, &function));
    arena_free(a);
}

/* 1, 2, 3.3, 4, 5: the middle one is 0.3 off, its neighbours 0.15 the other way:
 * 0.15 / 2, 0.3 / 3.3, 0.15 / 4 over y; the median is 0.075. */
static void noise_is_that_of_neighbours(void **state)
{
    (void)state;
    arena *a = arena_new();
    const fit_point point[] = {{1, 1}, {2, 2}, {3, 3.3}, {4, 4}, {5, 5}};
    close_to(fit_noise(a, 5, point), 1.4826 * 0.075 / sqrt(1.5), 1e-9);
    const fit_point straight[] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}};
    assert_true(fit_noise(a, 5, straight) == 0.001);
    arena_free(a);
}

/* 20 us + 1 ns a byte + 5 us for each begun packet of 1 KiB: the same with noise of a
 * percent and outliers. Lines alone would take many pieces, and not fit. */
static void packets_are_found(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++) {
        arena *a = arena_new();
        fit_point point[POINTS_MOST];
        fit_function function;
        uint32_t random = 11;
        const int count = sizes(point);
        for (int i = 0; i < count; i++) {
            point[i].y = 20e-6 + 1e-9 * point[i].x + 5e-6 * ceil(point[i].x / 1024);
            point[i].y *= 1 + round * 0.01 * next(&random);
            if (round == 1 && i % 20 == 7)
                point[i].y *= 3;
        }
        assert_true(fit_pieces(a, count, point, &function));
        assert_int_equal(function.count, 1);
        const fit_piece *p = &function.piece[0];
        assert_int_equal((int)p->packet, 1024);
        close_to(p->per_packet, 5e-6, round ? 0.2 : 1e-6);
        close_to(p->constant, 20e-6, round ? 0.05 : 1e-6);
        /* What a long message takes is known whatever is packets' and bytes'. */
        close_to(fit_value(&function, 1 << 20), 20e-6 + 1e-9 * (1 << 20) + 5e-6 * 1024, 0.01);
        close_to(fit_value(&function, 1025), 20e-6 + 1.025e-6 + 10e-6, 0.03);
        arena_free(a);
    }
}

/* A message function of a machine file has the packets where they occupy the port. */
static void packets_of_a_message(void **state)
{
    (void)state;
    arena *a = arena_new();
    fit_message_data d = {.total = ARENA_ARRAY(a, POINTS_MOST, fit_point),
                          .occupied = ARENA_ARRAY(a, POINTS_MOST, fit_point)};
    d.count = sizes(d.total);
    for (int i = 0; i < d.count; i++) {
        const double x = d.total[i].x, y = 20e-6 + 1e-9 * x + 5e-6 * ceil(x / 1024);
        d.occupied[i] = (fit_point){x, y};
        d.total[i].y = y + 30e-6;
    }
    int count;
    message_piece *piece;
    assert_true(fit_message(a, &d, "made up", &count, &piece));
    assert_int_equal(count, 1);
    assert_int_equal((int)piece->packet.value, 1024);
    close_to(piece->per_packet.value, 5e-6, 1e-3);
    close_to(piece->startup.value, 20e-6, 1e-3);
    close_to(piece->per_byte.value, 1e-9, 1e-3);
    close_to(piece->latency.value, 30e-6, 1e-3);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_is_found_exactly),
        cmocka_unit_test(a_jump_is_found_where_it_is),
        cmocka_unit_test(outliers_and_noise_do_not_move_it),
        cmocka_unit_test(a_jump_among_few_points),
        cmocka_unit_test(nothing_is_negative),
        cmocka_unit_test(too_few_or_too_many_points),
        cmocka_unit_test(noise_is_that_of_neighbours),
        cmocka_unit_test(packets_are_found),
        cmocka_unit_test(packets_of_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
