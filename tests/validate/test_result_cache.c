#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "validate/result_cache.h"

typedef struct fixture {
    fp_context *ctx;
    char path[64];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = fp_context_new();
    strcpy(f->path, "cache-XXXXXX");
    int fd = mkstemp(f->path);
    *state = f;
    return fd < 0 || close(fd) != 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    unlink(f->path);
    fp_context_free(f->ctx);
    free(f);
    return 0;
}

static void write_text(const fixture *f, const char *text)
{
    FILE *out = fopen(f->path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void expect_text(const fixture *f, const char *text)
{
    char found[512];
    FILE *in = fopen(f->path, "r");
    assert_non_null(in);
    found[fread(found, 1, sizeof found - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(found, text);
}

static void expect_error(fixture *f, const char *part)
{
    source_range where;
    assert_null(result_cache_open(f->ctx, f->path));
    const char *said = diag_first_error(f->ctx->diags, &where);
    assert_non_null(said);
    assert_non_null(strstr(said, part));
}

static bool add(fixture *f, result_cache *j, uint64_t fingerprint, int repetition, double seconds,
                const char *printed)
{
    validate_result r = {.seconds = seconds, .printed = printed, .tolerance = 1e-6};
    result_cache_case about = {"pi.c", "T(block)", "N = 1", "4"};
    return result_cache_add(f->ctx, j, fingerprint, repetition, &r, &about);
}

static void test_goes_on(void **state)
{
    fixture *f = *state;
    validate_result r = {0};
    result_cache *j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_false(result_cache_find(j, 0xabcdef, 0, &r));
    assert_true(add(f, j, 0xabcdef, 0, 0.1, NULL));
    assert_true(add(f, j, 0xabcdef, 1, 0.25, NULL));
    result_cache_close(j);
    j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_true(result_cache_find(j, 0xabcdef, 0, &r));
    assert_true(r.seconds == 0.1); /* every bit of it */
    assert_true(result_cache_find(j, 0xabcdef, 1, &r));
    assert_true(r.seconds == 0.25);
    assert_false(result_cache_find(j, 0xabcdef, 2, &r));
    assert_false(result_cache_find(j, 0xabcdee, 0, &r));
    result_cache_close(j);
}

/* What was being written when the command was ended is taken out, and written again. */
static void test_cut_off(void **state)
{
    fixture *f = *state;
    validate_result r;
    write_text(f, "format\tfpredict/validate/1\n0000000000abcdef\t0\t0.5\tpi.c\n0000000000abcd");
    result_cache *j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_true(result_cache_find(j, 0xabcdef, 0, &r));
    assert_true(add(f, j, 1, 0, 0.25, NULL));
    result_cache_close(j);
    expect_text(f, "format\tfpredict/validate/1\n0000000000abcdef\t0\t0.5\tpi.c\n"
                   "0000000000000001\t0\t0.25\tpi.c\tT(block)\tN = 1\t4\n");
}

/* Lines of journals that were begun before there was the last column stay as they are, and
 * what is added later counts. */
static void test_printed(void **state)
{
    fixture *f = *state;
    validate_result r;
    static const char before[] = "format\tfpredict/validate/1\n"
                                 "0000000000abcdef\t0\t0.5\tpi.c\tT(block)\tN = 1\t4\n";
    write_text(f, before);
    result_cache *j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_true(result_cache_find(j, 0xabcdef, 0, &r));
    assert_null(r.printed);
    assert_int_equal(r.late_s, 0);
    assert_true(add(f, j, 0xabcdef, 0, 0.75, PRINTED_SAME));
    assert_true(add(f, j, 0xabcdef, 1, 0.5, "line 1: 'a\tb'"));
    result_cache_close(j);
    expect_text(f, "format\tfpredict/validate/1\n"
                   "0000000000abcdef\t0\t0.5\tpi.c\tT(block)\tN = 1\t4\n"
                   "0000000000abcdef\t0\t0.75\tpi.c\tT(block)\tN = 1\t4\tsame\t1e-06\n"
                   "0000000000abcdef\t1\t0.5\tpi.c\tT(block)\tN = 1\t4\tline 1: 'a b'\t1e-06\n");
    j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_true(result_cache_find(j, 0xabcdef, 0, &r));
    assert_true(r.seconds == 0.75);
    assert_string_equal(r.printed, PRINTED_SAME);
    assert_true(r.tolerance == 1e-6);
    assert_true(result_cache_find(j, 0xabcdef, 1, &r));
    assert_string_equal(r.printed, "line 1: 'a b'");
    result_cache_close(j);
}

static void test_late(void **state)
{
    fixture *f = *state;
    validate_result r = {.late_s = 60};
    result_cache_case about = {"pi.c", "T(block)", "", "4"};
    result_cache *j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    assert_true(result_cache_add(f->ctx, j, 1, 0, &r, &about));
    result_cache_close(j);
    expect_text(f, "format\tfpredict/validate/1\n0000000000000001\t0\t>60\tpi.c\tT(block)\t\t4\n");
    j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    r.late_s = 0;
    assert_true(result_cache_find(j, 1, 0, &r));
    assert_int_equal(r.late_s, 60);
    result_cache_close(j);
    write_text(f, "format\tfpredict/validate/1\n0000000000abcdef\t0\t>soon\tpi.c\n");
    expect_error(f, "line 2 cannot be read");
}

/* Another file is left as it is. */
static void test_no_journal(void **state)
{
    fixture *f = *state;
    write_text(f, "int main(void)\n");
    expect_error(f, "this is no result cache");
    expect_text(f, "int main(void)\n");
    write_text(f, "one line without an end");
    expect_error(f, "this is no result cache");
    expect_text(f, "one line without an end");
}

static void test_edited(void **state)
{
    fixture *f = *state;
    write_text(f, "format\tfpredict/validate/1\n0000000000abcdef\t0\tsoon\tpi.c\n");
    expect_error(f, "line 2 cannot be read");
}

static void test_two_at_once(void **state)
{
    fixture *f = *state;
    result_cache *j = result_cache_open(f->ctx, f->path);
    assert_non_null(j);
    expect_error(f, "another run is writing it");
    result_cache_close(j);
}

static void test_none(void **state)
{
    fixture *f = *state;
    validate_result r;
    result_cache *j = result_cache_open(f->ctx, NULL);
    assert_non_null(j);
    assert_true(add(f, j, 1, 0, 0.25, NULL));
    assert_true(result_cache_find(j, 1, 0, &r));
    result_cache_close(j);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_goes_on),     CASE(test_cut_off), CASE(test_no_journal), CASE(test_edited),
        CASE(test_two_at_once), CASE(test_none),    CASE(test_printed),    CASE(test_late)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
