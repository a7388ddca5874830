#include <stdio.h>
#include <string.h>

#include "support/intern.h"
#include "tests/cmocka_all.h"

static int setup(void **state)
{
    *state = arena_new();
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

static void equal_texts_have_one_address(void **state)
{
    intern_table *table = intern_new(*state);
    char text[] = "niter";
    const char *first = intern(table, text);
    assert_ptr_equal(intern(table, "niter"), first);
    assert_ptr_equal(intern_n(table, "niter2", 5), first);
    assert_ptr_not_equal(intern(table, "nite"), first);
    assert_ptr_not_equal(intern(table, ""), first);
    assert_ptr_equal(intern(table, ""), intern_n(table, "x", 0));
    text[0] = 'X';
    assert_string_equal(first, "niter");
}

static void bytes_after_a_zero_count(void **state)
{
    intern_table *table = intern_new(*state);
    assert_ptr_not_equal(intern_n(table, "a\0b", 3), intern_n(table, "a\0c", 3));
    assert_ptr_not_equal(intern_n(table, "a\0b", 3), intern(table, "a"));
}

static void addresses_last_while_the_table_grows(void **state)
{
    enum { COUNT = 5000 };
    static const char *first[COUNT];
    intern_table *table = intern_new(*state);
    char text[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "name%d", i);
        first[i] = intern(table, text);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "name%d", i);
        assert_ptr_equal(intern(table, text), first[i]);
        assert_string_equal(first[i], text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_texts_have_one_address, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_after_a_zero_count, setup, teardown),
        cmocka_unit_test_setup_teardown(addresses_last_while_the_table_grows, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
