/* Tables that do not fit: which columns go, and what is said of them. */

#include "report/table.h"

#include "report/text.h"

#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

static void print_at(fixture *f, FILE *out, int width)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT,
                                        TABLE_FILL};
    table t = table_new(f->ctx->arena, 5, align);
    t.is_kept[2] = true;
    const char *head[] = {"where", "time", "line", " bytes ", ""};
    const char *one[] = {"a long place", "1.5 s", "7", "12 kB", "x = y + another;"};
    table_add(&t, head)->ink = TABLE_DIM;
    table_add(&t, one);
    table_print(&t, out, "", width, false);
}

/* All: 12 + 2 + 5 + 2 + 4 + 2 + 7 + 2 + 16 = 52; the last may have 12 of its 16. */
static void print_all(fixture *f, FILE *out)
{
    print_at(f, out, 52);
}

static void print_cut(fixture *f, FILE *out)
{
    print_at(f, out, 48);
}

/* One space between columns: 12 + 1 + 5 + 1 + 4 + 1 + 7 + 1 + 12 = 44. */
static void print_close(fixture *f, FILE *out)
{
    print_at(f, out, 44);
}

/* 12 + 2 + 5 + 2 + 4 + 2 + 16 = 43 without the bytes. */
static void print_without_bytes(fixture *f, FILE *out)
{
    print_at(f, out, 43);
}

/* 12 + 2 + 4 + 2 + 12 = 32 with the line, which stays. */
static void print_least(fixture *f, FILE *out)
{
    print_at(f, out, 32);
}

static void is_printed(printer print, const char *expected)
{
    fixture f = fixture_sweep();
    assert_string_equal(fixture_print(&f, print), expected);
    fixture_free(&f);
}

static void print_empty(fixture *f, FILE *out)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_RIGHT};
    table t = table_new(f->ctx->arena, 3, align);
    const char *head[] = {"where", "waiting", "line"};
    const char *rows[][3] = {{"here", NULL, "7"}, {"there", "", "12"}};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < 2; i++)
        table_add(&t, rows[i]);
    table_print(&t, out, "", 8, false);
}

/* It is not among those that have no room either. */
static void columns_without_a_cell_are_left_out(void **state)
{
    (void)state;
    is_printed(print_empty, "where\nhere\nthere\nno room for\n    line\n");
}

static void columns_go_from_the_right(void **state)
{
    (void)state;
    is_printed(print_all, "where          time  line   bytes\n"
                          "a long place  1.5 s     7    12 kB  x = y + another;\n");
    is_printed(print_cut, "where          time  line   bytes\n"
                          "a long place  1.5 s     7    12 kB  x = y + ano…\n");
    is_printed(print_close, "where         time line  bytes\n"
                            "a long place 1.5 s    7   12 kB x = y + ano…\n");
    is_printed(print_without_bytes, "where          time  line\n"
                                    "a long place  1.5 s     7  x = y + another;\n"
                                    "no room for bytes\n");
    is_printed(print_least, "where         line\n"
                            "a long place     7  x = y + ano…\n"
                            "no room for time, bytes\n");
}

/* A bar ends a cell, and stars are emphasis, unless a backslash stands before them. */
static void print_markdown(fixture *f, FILE *out)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_RIGHT, TABLE_UNIT, TABLE_WRAP};
    table t = table_new(f->ctx->arena, 4, align);
    const char *head[] = {"where", "waiting", "line", "what"};
    const char *one[] = {"T(block,*)", NULL, "7", "a|b \\ c_d `e` <f>"};
    const char *two[] = {"all", "", "12", NULL};
    table_add(&t, head)->ink = TABLE_DIM;
    table_add(&t, one);
    table_add(&t, two)->ink = TABLE_BOLD;
    table_print_markdown(&t, out);
}

static void markdown_shows_cells_as_they_are(void **state)
{
    (void)state;
    is_printed(print_markdown, "| where | line | what |\n"
                               "|---|---:|---|\n"
                               "| T(block,\\*) | 7 | a\\|b \\\\ c_d \\`e\\` \\<f> |\n"
                               "| **all** | **12** |  |\n");
}

static void print_headings(fixture *f, FILE *out)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(f->ctx->arena, 4, align);
    t.goes_first[1] = true;
    const char *head[] = {"what", "communicating", "messages", "bytes"};
    const char *one[] = {"all", "12.5 %", "40", "8 kB"};
    table_add(&t, head)->ink = TABLE_DIM;
    table_add(&t, one);
    table_print(&t, out, "", 25, false); /* 4 + 2 + 6 + 2 + 4 + 2 + 5 */
    table_print(&t, out, "", 20, false);
}

static void headings_are_shorter_before_columns_go(void **state)
{
    (void)state;
    is_printed(print_headings, "what    comm  msgs  bytes\n"
                               "all   12.5 %    40   8 kB\n"
                               "what  msgs  bytes\n"
                               "all     40   8 kB\n"
                               "no room for\n"
                               "    communicating\n");
}

/* What would move a terminal's cursor, or colour it, is shown as one '?' a byte. */
static void print_odd(fixture *f, FILE *out)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_LEFT};
    table t = table_new(f->ctx->arena, 2, align);
    table_add(&t, (const char *[]){"A\t\033[31mred", "\xc3\xa4\xff"});
    table_print(&t, out, "", 80, false);
    text_paragraph(f->ctx, out, "", 0, "in A\t\033[31mred twice", 80);
}

static void names_do_nothing_to_a_terminal(void **state)
{
    (void)state;
    is_printed(print_odd, "A??[31mred  \xc3\xa4?\nin A??[31mred twice\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown_shows_cells_as_they_are),
        cmocka_unit_test(columns_go_from_the_right),
        cmocka_unit_test(headings_are_shorter_before_columns_go),
        cmocka_unit_test(columns_without_a_cell_are_left_out),
        cmocka_unit_test(names_do_nothing_to_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
