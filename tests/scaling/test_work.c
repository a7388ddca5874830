/* Expressions for work: values by hand, and what is wrong with others. */

#include <math.h>
#include <string.h>

#include "scaling/work.h"
#include "tests/cmocka_all.h"

static int64_t value_of(void *with, const char *name, bool *is_there)
{
    (void)with;
    *is_there = strcmp(name, "N") == 0 || strcmp(name, "n_iter") == 0;
    return strcmp(name, "N") == 0 ? 16 : 3;
}

static double value(const char *text)
{
    arena *a = arena_new();
    const work_expression w = {text, value_of, NULL};
    double out = NAN;
    const char *why;
    if (!work_evaluate(a, &w, &out, &why))
        fail_msg("%s: %s", text, why);
    arena_free(a);
    return out;
}

static void as_by_hand(void **state)
{
    (void)state;
    assert_true(value("N^2") == 256);
    assert_true(value("2*N^3 + N * n_iter") == 8240);
    assert_true(value("2^3^2") == 512);
    assert_true(value("(N - 2)*(N - 2)/4") == 49);
    assert_true(value("-N + 20 - 1") == 3);
    assert_true(value("N - 4 - 2") == 10);
    assert_true(value("32 / N / 2") == 1);
    assert_true(value("5 * N * log2(N)") == 320);
    assert_true(value(" sqrt( N ) + 1.5e1") == 19);
}

static void refused(const char *text, const char *expected)
{
    arena *a = arena_new();
    const work_expression w = {text, value_of, NULL};
    double out;
    const char *why = "";
    assert_false(work_evaluate(a, &w, &out, &why));
    if (!strstr(why, expected))
        fail_msg("%s: '%s' and not '%s'", text, why, expected);
    arena_free(a);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    refused("", "missing at its end");
    refused("N *", "missing at its end");
    refused("M^2", "nothing tells the value of 'M'");
    refused("(N + 1", "')' is missing");
    refused("N N", "'N' follows its end");
    refused("exp(N)", "no function 'exp'");
    refused("N ? 1", "'? 1' follows its end");
    char deep[2000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    refused(deep, "too many parentheses");
    memset(deep, '-', sizeof deep - 1);
    refused(deep, "too many signs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_by_hand),
                                       cmocka_unit_test(what_is_wrong_is_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
