/* Collectives that were measured on some numbers of processors: which has a function, and
 * what lies between two. */

#include <math.h>
#include <stdint.h>

#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "tests/cmocka_all.h"

static quantity number(double value)
{
    return (quantity){.is_set = true, .value = value, .stated = value, .relative_error = 0.1};
}

static message_piece piece(double from, double startup, double per_byte)
{
    return (message_piece){
        .from = number(from), .startup = number(startup), .per_byte = number(per_byte)};
}

static double price(message_function f, double bytes)
{
    return sag_price_message(f, bytes, (sag_route){0, 0}).occupancy;
}

static void near(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-12 * fabs(wanted)))
        fail_msg("%.17g is not %.17g", got, wanted);
}

static int setup(void **state)
{
    *state = fp_context_new();
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(*state);
    return 0;
}

/* 3 has a function, 4 goes by the algorithm, 6 and 12 have one: so 3, 6, 12 and what is
 * between 6 and 12 have one, and nothing else. */
static void who_has_a_function(void **state)
{
    const message_piece one = piece(0, 1, 0);
    const message_function f = {1, &one};
    const sag_measured all[] = {{.processors = 3, .function = f},
                                {.processors = 4},
                                {.processors = 6, .function = f},
                                {.processors = 12, .function = f}};
    const sag_collective c = {.is_set = true, .measured_count = 4, .measured = all};
    (void)state;
    for (int p = 1; p < 20; ++p)
        assert_int_equal(sag_is_measured(&c, p), p == 3 || (p >= 6 && p <= 12));
    assert_false(sag_is_measured(&(sag_collective){.is_set = true}, 4));
}

/* On 4: 10 + 0 n, from 1000 bytes 20 + 0.01 n; on 8: 16 + 0.002 n. 6 is log 1.5 / log 2 =
 * 0.5849625 of the way. At 500 bytes 10 and 17: 14.0947375. At 2000 bytes 40 and 20:
 * 28.30075. In the middle of 4 and 16 in the logarithm, as 8 is, their mean. */
static void between_two(void **state)
{
    fp_context *ctx = *state;
    const message_piece low[] = {piece(0, 10, 0), piece(1000, 20, 0.01)};
    const message_piece high = piece(0, 16, 0.002);
    sag_measured all[] = {{.processors = 4, .function = {2, low}},
                          {.processors = 8, .function = {1, &high}}};
    const sag_collective c = {.is_set = true, .measured_count = 2, .measured = all};
    assert_ptr_equal(sag_measured_function(ctx->arena, &c, 4).pieces, low);
    assert_ptr_equal(sag_measured_function(ctx->arena, &c, 8).pieces, &high);
    const message_function f = sag_measured_function(ctx->arena, &c, 6);
    assert_int_equal(f.piece_count, 2);
    assert_int_equal(llround(price(f, 500) * 1e3), 14095);
    assert_int_equal(llround(price(f, 2000) * 1e3), 28301);
    all[1].processors = 16;
    near(price(sag_measured_function(ctx->arena, &c, 8), 2000), 30);
}

static uint64_t seed = 88172645463325252u; /* Marsaglia, Xorshift RNGs, 2003 */

static double any(double most)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return most * (double)(seed >> 11) / 9007199254740992.0;
}

static message_function random_function(arena *a)
{
    const int count = 1 + (int)any(5);
    message_piece *pieces = ARENA_ARRAY(a, count, message_piece);
    double from = 0;
    for (int i = 0; i < count; ++i) {
        pieces[i] = piece(from, any(100), any(1));
        from += 1 + floor(any(64));
    }
    return (message_function){count, pieces};
}

/* The function between two is the mean of their prices, whatever their pieces. */
static void lines_between_all_breaks(void **state)
{
    fp_context *ctx = *state;
    for (int round = 0; round < 2000; ++round) {
        const int from = 2 + (int)any(30), to = from + 2 + (int)any(30);
        const int p = from + 1 + (int)any(to - from - 1);
        const sag_measured all[] = {{.processors = from, .function = random_function(ctx->arena)},
                                    {.processors = to, .function = random_function(ctx->arena)}};
        const sag_collective c = {.is_set = true, .measured_count = 2, .measured = all};
        const message_function f = sag_measured_function(ctx->arena, &c, p);
        const double u = (log(p) - log(from)) / (log(to) - log(from));
        for (int k = 0; k < 20; ++k) {
            const double n = floor(any(400));
            const sag_price x = sag_price_message(all[0].function, n, (sag_route){0, 0});
            const sag_price y = sag_price_message(all[1].function, n, (sag_route){0, 0});
            const sag_price z = sag_price_message(f, n, (sag_route){0, 0});
            if (fabs(z.occupancy - (1 - u) * x.occupancy - u * y.occupancy) > 1e-9 ||
                fabs(z.error - (1 - u) * x.error - u * y.error) > 1e-9)
                fail_msg("%d of %d and %d, %g bytes: %.17g and %.17g make %.17g", p, from, to, n,
                         x.occupancy, y.occupancy, z.occupancy);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_a_function),
        cmocka_unit_test_setup_teardown(between_two, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_between_all_breaks, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
