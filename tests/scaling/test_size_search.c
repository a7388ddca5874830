/* The smallest size that reaches a target, of quantities that grow, jump and fall back. */

#include <math.h>

#include "scaling/size_search.h"
#include "tests/cmocka_all.h"

typedef struct formula {
    double (*of)(int64_t size);
    int64_t fits_to, work; /* 0: all sizes fit */
    int64_t least;         /* sizes below have no value */
    int64_t tried;
} formula;

static bool try_formula(void *with, int count, const int64_t *sizes, size_trial *out)
{
    formula *f = with;
    for (int i = 0; i < count; i++)
        out[i] = (size_trial){sizes[i] >= f->least, !f->fits_to || sizes[i] <= f->fits_to,
                              f->of(sizes[i]), f->work};
    f->tried += count;
    return true;
}

static size_answer search(arena *a, formula *f, int64_t from, double target, int64_t effort)
{
    const size_question q = {from, target, effort, try_formula, f};
    return size_search(a, &q);
}

enum { PLENTY = 1 << 30 };

static double saturating(int64_t n)
{
    return (double)n / (double)(n + 100);
}

/* n / (n + 100) >= 0.9 from 900 on. */
static void one_that_grows(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = saturating};
    const size_answer s = search(a, &f, 7, 0.9, PLENTY);
    assert_int_equal(s.end, SIZE_FOUND);
    assert_int_equal(s.size, 900);
    assert_int_equal(s.step, 1);
    assert_int_equal(s.span_count, 1);
    assert_int_equal(s.spans[0].first, 900);
    assert_int_equal(s.spans[0].last, s.last);
    arena_free(a);
}

/* 8 / 9 of it is lost where a size is no multiple of 8. */
static double uneven(int64_t n)
{
    return saturating(n) * (n % 8 ? 1.0 / 9 : 1);
}

static void one_with_gaps(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = uneven};
    const size_answer s = search(a, &f, 8, 0.9, PLENTY);
    assert_int_equal(s.size, 904); /* 113 · 8, the first multiple from 900 on */
    assert_int_equal(s.last, 1024);
    assert_int_equal(s.span_count, (1024 - 904) / 8 + 1);
    assert_int_equal(s.spans[1].first, 912);
    assert_int_equal(s.spans[1].last, 912);
    arena_free(a);
}

/* As large as it has to be from 300 to 310 only, before it is again from 5,000 on. */
static double twice(int64_t n)
{
    return (n >= 300 && n <= 310) || n >= 5000;
}

static void the_smallest_and_the_others(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = twice};
    const size_answer s = search(a, &f, 10, 1, PLENTY);
    assert_int_equal(s.size, 300);
    assert_int_equal(s.span_count, 2);
    assert_int_equal(s.spans[0].last, 310);
    assert_int_equal(s.spans[1].first, 5000);
    arena_free(a);
}

static double itself(int64_t n)
{
    return (double)n;
}

/* Each trial takes 100,000: 200 sizes can be tried, not thousands. */
static void as_far_as_the_effort_goes(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = itself, .work = 100000};
    const size_answer s = search(a, &f, 1, 99900, 20000000);
    assert_int_equal(s.end, SIZE_FOUND);
    assert_int_equal(s.size, 99900); /* it grows, so what was left out hides nothing */
    assert_true(s.step > 1);
    assert_true(f.tried < 500);
    arena_free(a);
}

static void none(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = saturating, .fits_to = 5000};
    size_answer s = search(a, &f, 10, 0.999, PLENTY);
    assert_int_equal(s.end, SIZE_BEYOND_MEMORY);
    assert_int_equal(s.last, 5000); /* the last that fits */
    f = (formula){.of = itself, .fits_to = 5000};
    assert_int_equal(search(a, &f, 3000, 4990, PLENTY).size, 4990); /* beyond the last doubling */
    s = search(a, &f, 6000, 7000, PLENTY);
    assert_int_equal(s.end, SIZE_BEYOND_MEMORY);
    assert_int_equal(s.last, 0);
    f = (formula){.of = saturating, .work = 10000};
    s = search(a, &f, 1, 1.1, 200000);
    assert_int_equal(s.end, SIZE_BEYOND_EFFORT);
    f = (formula){.of = saturating};
    s = search(a, &f, 1, 1.1, PLENTY);
    assert_int_equal(s.end, SIZE_BEYOND_MOST);
    arena_free(a);
}

/* Sizes without a value, fewer rows than processors say, are passed over. */
static void sizes_without_a_value(void **state)
{
    (void)state;
    arena *a = arena_new();
    formula f = {.of = saturating, .least = 64};
    const size_answer s = search(a, &f, 1, 0.1, PLENTY);
    assert_int_equal(s.size, 64);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_grows),
        cmocka_unit_test(one_with_gaps),
        cmocka_unit_test(the_smallest_and_the_others),
        cmocka_unit_test(as_far_as_the_effort_goes),
        cmocka_unit_test(none),
        cmocka_unit_test(sizes_without_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
