#include <math.h>

#include "sysmodels/network/ticks.h"
#include "tests/cmocka_all.h"
#include "tests/random.h"

/* Parts of ticks are those that the C library rounds to, of whatever size and sign. */

static void assert_part(int128 amount, double part)
{
    const int128 expected = (int128)roundl((long double)amount * (long double)part);
    assert_true(ticks_part(amount, part) == expected);
}

static void test_random_parts(void **state)
{
    (void)state;
    uint64_t random = 20;
    for (int i = 0; i < 200000; i++) {
        const int bits = (int)random_between(&random, 0, 62);
        int128 amount = random_between(&random, 0, (INT64_C(1) << bits));
        if (i % 3 == 0)
            amount <<= random_between(&random, 0, 40);
        if (i % 5 == 0)
            amount = -amount;
        assert_part(amount, (double)random_between(&random, 0, 1000) / 1000);
        assert_part(amount, ldexp(1, -(int)random_between(&random, 0, 20)));
    }
}

/* By hand: halves go away from 0, and 2^62 is beyond the short way. */
static void test_places(void **state)
{
    (void)state;
    assert_true(ticks_part(5, 0.5) == 3);
    assert_true(ticks_part(-5, 0.5) == -3);
    assert_true(ticks_part(7, 0) == 0);
    assert_true(ticks_part((int128)1 << 62, 1) == (int128)1 << 62);
    assert_true(ticks_part((int128)3 << 80, 0.25) == (int128)3 << 78);
    for (int64_t near = (INT64_C(1) << 62) - 70; near < (INT64_C(1) << 62) + 70; near++)
        assert_part(near, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_parts),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
