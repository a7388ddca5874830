#include "tests/cmocka_all.h"

#include "support/suggest.h"

static const char *const words[] = {"template", "distribute", "align", "max", "T"};

static void check(const char *word, const char *expected)
{
    const char *got = suggest_closest(word, words, 5);
    if (expected)
        assert_string_equal(got ? got : "", expected);
    else
        assert_null(got);
}

static void test_near(void **state)
{
    (void)state;
    check("tempalte", "template");   /* a swap: 1 edit of 8/3 = 2 */
    check("templte", "template");    /* an insertion */
    check("templatees", "template"); /* two deletions of 10/3 = 3 */
    check("ALIGN", "align");         /* letter case costs nothing */
    check("mxa", "max");             /* one swap of 3/3 = 1 */
    check("t", "T");
    check("TT", "T"); /* a letter twice, in a word too short for any edit */
}

static void test_far(void **state)
{
    (void)state;
    check("tmplt", NULL); /* three edits of 5/3 = 1 */
    check("X", NULL);     /* one edit of 1/3 = 0 */
    check("", NULL);
    check("distributedistributedistributedistributedistributedistributedistribute", NULL);
    assert_null(suggest_closest("align", words, 0));
}

/* Who looks for a word that is there, but cannot be used, is not helped by the same word. */
static void test_not_itself(void **state)
{
    (void)state;
    check("align", NULL);
    check("T", NULL);
}

static void test_first_of_equals(void **state)
{
    (void)state;
    static const char *const equal[] = {"abcx", "abcy"};
    assert_string_equal(suggest_closest("abcz", equal, 2), "abcx");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_not_itself),
        cmocka_unit_test(test_first_of_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
