#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/source.h"
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

static const source_file *file_of(void **state, const char *text)
{
    return source_add(source_set_new(*state), "t.c", text, strlen(text));
}

static void check_line(const source_file *file, int line, const char *expected)
{
    size_t length;
    const char *text = source_line(file, line, &length);
    assert_non_null(text);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(text, expected, length);
}

static void lines_lose_their_newline(void **state)
{
    size_t length;
    const source_file *file = file_of(state, "int a;\n\n  b\r\nlast");
    assert_int_equal(source_line_count(file), 4);
    check_line(file, 1, "int a;");
    check_line(file, 2, "");
    check_line(file, 3, "  b");
    check_line(file, 4, "last");
    assert_null(source_line(file, 0, &length));
    assert_null(source_line(file, 5, &length));
}

static void a_carriage_return_alone_ends_a_line(void **state)
{
    const source_file *file = file_of(state, "a\r\rb\r\nc\r");
    assert_int_equal(source_line_count(file), 4);
    check_line(file, 1, "a");
    check_line(file, 2, "");
    check_line(file, 3, "b");
    check_line(file, 4, "c");
}

static void a_final_newline_begins_no_line(void **state)
{
    size_t length;
    const source_file *file = file_of(state, "a\nb\n");
    assert_int_equal(source_line_count(file), 2);
    assert_null(source_line(file, 3, &length));
    file = file_of(state, "");
    assert_int_equal(source_line_count(file), 0);
    assert_null(source_line(file, 1, &length));
}

static void offsets_and_places_agree(void **state)
{
    const char *text = "ab\n\ncde\nf";
    const source_file *file = file_of(state, text);
    /* By a walk over the characters. */
    int line = 1, column = 1;
    for (size_t at = 0; at <= strlen(text); at++) {
        source_range r = source_range_of(file, at, at);
        assert_int_equal(r.line, line);
        assert_int_equal(r.column, column);
        assert_int_equal(r.end_line, line);
        assert_int_equal(r.end_column, column);
        assert_int_equal(source_offset(file, line, column), at);
        column++;
        if (text[at] == '\n') {
            line++;
            column = 1;
        }
    }
    source_range r = source_range_of(file, 1, 6);
    assert_int_equal(r.line, 1);
    assert_int_equal(r.column, 2);
    assert_int_equal(r.end_line, 3);
    assert_int_equal(r.end_column, 3);
}

static void the_end_after_a_newline_is_the_next_line(void **state)
{
    const source_file *file = file_of(state, "ab\n");
    source_range r = source_range_of(file, 0, 3);
    assert_int_equal(r.end_line, 2);
    assert_int_equal(r.end_column, 1);
    file = file_of(state, "");
    r = source_range_of(file, 0, 0);
    assert_int_equal(r.line, 1);
    assert_int_equal(r.column, 1);
}

static void places_outside_are_clamped(void **state)
{
    const source_file *file = file_of(state, "ab\ncd\n");
    assert_int_equal(source_offset(file, 0, 1), 0);
    assert_int_equal(source_offset(file, 9, 1), 6);
    assert_int_equal(source_offset(file, 2, 90), 6);
    assert_int_equal(source_begin((source_range){file, 1, 2, 2, 2}), 1);
    assert_int_equal(source_end((source_range){file, 1, 2, 2, 2}), 4);
    assert_false(source_range_is_set((source_range){0}));
    assert_true(source_range_is_set(source_range_of(file, 0, 1)));
}

static void ranges_are_equal_or_begin_together(void **state)
{
    const source_file *file = file_of(state, "ab\ncd\n"), *other = file_of(state, "ab\ncd\n");
    const source_range range = {file, 1, 3, 1, 5};
    assert_true(source_range_equal(range, (source_range){file, 1, 3, 1, 5}));
    assert_true(source_begin_together(range, (source_range){file, 1, 3, 2, 1}));
    assert_false(source_range_equal(range, (source_range){file, 1, 3, 1, 6}));
    assert_false(source_range_equal(range, (source_range){file, 1, 3, 2, 5}));
    assert_false(source_begin_together(range, (source_range){file, 1, 4, 1, 5}));
    assert_false(source_begin_together(range, (source_range){file, 2, 3, 1, 5}));
    assert_false(source_begin_together(range, (source_range){other, 1, 3, 1, 5}));
}

static void a_file_is_read_once(void **state)
{
    char path[] = "fp-source-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *out = fdopen(fd, "w");
    for (int i = 0; i < 20000; i++) /* longer than one read */
        fprintf(out, "line %d\n", i + 1);
    fclose(out);

    source_set *set = source_set_new(*state);
    const source_file *file = source_open(set, path);
    assert_non_null(file);
    assert_ptr_equal(source_open(set, path), file);
    assert_string_equal(source_path(file), path);
    assert_int_equal(source_line_count(file), 20000);
    assert_int_equal(strlen(source_text(file)), source_length(file));
    check_line(file, 20000, "line 20000");
    unlink(path);
}

static void what_cannot_be_read_is_null(void **state)
{
    source_set *set = source_set_new(*state);
    assert_null(source_open(set, "no/such/file.c"));
    assert_null(source_open(set, ".")); /* opens, but does not read */
}

static void added_text_is_found_by_its_path(void **state)
{
    source_set *set = source_set_new(*state);
    const source_file *file = source_add(set, "<stdin>", "x", 1);
    assert_ptr_equal(source_open(set, "<stdin>"), file);
}

static void check_place(source_range got, const source_file *file, int column, int end_column)
{
    assert_ptr_equal(got.file, file);
    assert_int_equal(got.line, 1);
    assert_int_equal(got.column, column);
    assert_int_equal(got.end_line, 1);
    assert_int_equal(got.end_column, end_column);
}

/* "ALL x = ONE;" with ALL and ONE written out, and then `long` made shorter. */
static void replaced_text_has_places_as_written(void **state)
{
    source_set *set = source_set_new(*state);
    const source_file *file = source_add(set, "t.c", "ALL x = ONE;", 12);
    const source_change first[] = {{0, 3, "a longer"}, {8, 11, "1"}}, second[] = {{2, 8, ""}};
    assert_null(source_replaced(set, "t.c"));
    const source_file *after = source_replace(set, file, 2, first);
    assert_string_equal(source_text(after), "a longer x = 1;");
    assert_ptr_equal(source_replaced(set, "t.c"), after);
    assert_ptr_equal(source_open(set, "t.c"), after);
    check_place(source_as_written(source_range_of(after, 9, 10)), file, 5, 6);    /* x */
    check_place(source_as_written(source_range_of(after, 2, 8)), file, 1, 4);     /* longer */
    check_place(source_as_written(source_range_of(after, 13, 15)), file, 9, 13);  /* 1; */
    check_place(source_as_written(source_range_of(after, 14, 14)), file, 12, 12); /* before ; */
    const source_file *last = source_replace(set, after, 1, second);
    assert_string_equal(source_text(last), "a  x = 1;");
    check_place(source_as_written(source_range_of(last, 3, 4)), file, 5, 6); /* x */
    check_place(source_as_written(source_range_of(file, 4, 5)), file, 5, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_lose_their_newline, setup, teardown),
        cmocka_unit_test_setup_teardown(a_carriage_return_alone_ends_a_line, setup, teardown),
        cmocka_unit_test_setup_teardown(a_final_newline_begins_no_line, setup, teardown),
        cmocka_unit_test_setup_teardown(offsets_and_places_agree, setup, teardown),
        cmocka_unit_test_setup_teardown(the_end_after_a_newline_is_the_next_line, setup, teardown),
        cmocka_unit_test_setup_teardown(places_outside_are_clamped, setup, teardown),
        cmocka_unit_test_setup_teardown(ranges_are_equal_or_begin_together, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_is_read_once, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_null, setup, teardown),
        cmocka_unit_test_setup_teardown(added_text_is_found_by_its_path, setup, teardown),
        cmocka_unit_test_setup_teardown(replaced_text_has_places_as_written, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
