#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/folder.h"
#include "tests/cmocka_all.h"

static void make(arena *a, const char *folder, const char *name)
{
    FILE *out = fopen(arena_printf(a, "%s/%s", folder, name), "w");
    assert_non_null(out);
    fclose(out);
}

static void test_files(void **state)
{
    (void)state;
    static const char *const names[] = {"b_two.c", "b_one.c", "a_one.c", "b_one.h", "b_.c", "b.c"};
    arena *a = arena_new();
    char folder[] = "folder-XXXXXX";
    assert_non_null(mkdtemp(folder));
    path_list none = folder_files(a, folder, "b_", ".c");
    assert_int_equal(none.count, 0);
    assert_int_equal(errno, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        make(a, folder, names[i]);
    path_list found = folder_files(a, folder, "b_", ".c");
    assert_int_equal(found.count, 3);
    assert_string_equal(found.data[0], arena_printf(a, "%s/b_.c", folder));
    assert_string_equal(found.data[1], arena_printf(a, "%s/b_one.c", folder));
    assert_string_equal(found.data[2], arena_printf(a, "%s/b_two.c", folder));
    /* The end of one is not the beginning of the other: ".c" is no "a.c.c". */
    assert_int_equal(folder_files(a, folder, "b.c", ".c").count, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(arena_printf(a, "%s/%s", folder, names[i]));
    rmdir(folder);
    assert_int_equal(folder_files(a, folder, "b_", ".c").count, 0);
    assert_int_equal(errno, ENOENT);
    arena_free(a);
}

static void test_same_file(void **state)
{
    (void)state;
    arena *a = arena_new();
    char folder[] = "folder-XXXXXX";
    assert_non_null(mkdtemp(folder));
    make(a, folder, "one");
    make(a, folder, "two");
    const char *one = arena_printf(a, "%s/one", folder), *two = arena_printf(a, "%s/two", folder);
    const char *link_to_one = arena_printf(a, "%s/link", folder);
    assert_int_equal(link(one, link_to_one), 0);
    assert_true(folder_is_same_file(one, arena_printf(a, "./%s", one)));
    assert_true(folder_is_same_file(one, link_to_one));
    assert_false(folder_is_same_file(one, two));
    unlink(one);
    assert_false(folder_is_same_file(one, one));
    unlink(two);
    unlink(link_to_one);
    rmdir(folder);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_files),
                                       cmocka_unit_test(test_same_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
