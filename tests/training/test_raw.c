/* Raw data is read as it was written, or refused with the line and the reason. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "training/train_raw.h"

#define HEADER                                                                                     \
    "format\tfpredict/training/1\n"                                                                \
    "# a comment\n"                                                                                \
    "machine\tvm\n"                                                                                \
    "ranks\t2\n"                                                                                   \
    "kernel\tpingpong\tmessage:2\n"                                                                \
    "kernel\tbarrier\tbarrier:1\n" TRAIN_COLUMNS "\n"
#define FIRST "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t0.00125\t0.00121\n"
#define SECOND "barrier\tranks=2\t0\t100\t0\t0\t0.002\t0.001\n"

enum { PATH = 64 };

typedef struct fixture {
    char path[PATH], error[TRAIN_TEXT];
    train_raw raw;
} fixture;

static bool read_bytes(fixture *f, const char *text, size_t length)
{
    snprintf(f->path, PATH, "raw-%ld.data", (long)getpid());
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    fclose(out);
    f->error[0] = '\0';
    const bool is_read = train_raw_read(f->path, &f->raw, f->error);
    remove(f->path);
    return is_read;
}

static bool read_text(fixture *f, const char *text)
{
    return read_bytes(f, text, strlen(text));
}

static void everything_is_there(void **state)
{
    (void)state;
    fixture f;
    assert_true(read_text(&f, HEADER FIRST SECOND));
    assert_string_equal(train_raw_value(&f.raw, "machine"), "vm");
    assert_string_equal(train_raw_value(&f.raw, "ranks"), "2");
    assert_null(train_raw_value(&f.raw, "flags"));
    assert_int_equal(f.raw.kernel_count, 2);
    assert_string_equal(f.raw.kernel[0].value, "message:2");
    assert_int_equal(f.raw.datum_count, 2);
    assert_string_equal(f.raw.datum[0].kernel, "pingpong");
    assert_string_equal(f.raw.datum[0].parameters, "ranks=2 bytes=8");
    assert_int_equal(f.raw.datum[0].line, 8);
    assert_int_equal(f.raw.datum[0].repetition, 0);
    assert_int_equal(f.raw.datum[0].iterations, 640);
    assert_true(f.raw.datum[0].bytes == 8);
    assert_true(f.raw.datum[0].slowest_s == 0.00125);
    assert_true(f.raw.datum[0].mean_s == 0.00121);
    assert_false(f.raw.is_cut);
    assert_int_equal(f.raw.whole, sizeof HEADER FIRST SECOND - 1);
    train_raw_clear(&f.raw);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    fixture f;
    const train_datum d = {.kernel = "barrier",
                           .parameters = "ranks=2",
                           .repetition = 3,
                           .iterations = 1 << 30,
                           .flops = 0.125,
                           .bytes = 4194304,
                           .slowest_s = 1.23456789e-7,
                           .mean_s = 98.7654321};
    FILE *out = fopen("written.data", "w");
    assert_non_null(out);
    fputs(HEADER, out);
    assert_true(train_raw_write(out, &d));
    fclose(out);
    assert_true(train_raw_read("written.data", &f.raw, f.error));
    remove("written.data");
    assert_int_equal(f.raw.datum_count, 1);
    assert_int_equal(f.raw.datum[0].repetition, 3);
    assert_int_equal(f.raw.datum[0].iterations, 1 << 30);
    assert_true(f.raw.datum[0].flops == 0.125);
    assert_true(f.raw.datum[0].bytes == 4194304);
    assert_true(f.raw.datum[0].slowest_s == 1.23456789e-7);
    assert_true(f.raw.datum[0].mean_s == 98.7654321);
    train_raw_clear(&f.raw);
}

static void a_last_line_without_end_does_not_count(void **state)
{
    (void)state;
    fixture f;
    assert_true(read_text(&f, HEADER FIRST "barrier\tranks=2\t0\t10"));
    assert_int_equal(f.raw.datum_count, 1);
    assert_true(f.raw.is_cut);
    assert_int_equal(f.raw.whole, sizeof HEADER FIRST - 1);
    train_raw_clear(&f.raw);
}

static void refuses(const char *text, const char *why)
{
    fixture f;
    const bool is_read = read_text(&f, text);
    train_raw_clear(&f.raw);
    if (is_read)
        fail_msg("this is accepted, and should be refused with '%s':\n%s", why, text);
    if (strstr(f.error, why) == NULL)
        fail_msg("refused with '%s', not with '%s'", f.error, why);
}

static void what_somebody_changed_is_refused_at_its_line(void **state)
{
    (void)state;
    refuses("", "its header is not whole");
    refuses("hello\n", ":1: this is no raw data of a training set");
    refuses(
        "format\tfpredict/training/2\n",
        ":1: this is of the format 'fpredict/training/2', and 'fpredict/training/1' is read here");
    refuses("format\tfpredict/training/1\nranks\t2\n", "its header is not whole");
    refuses("format\tfpredict/training/1\nranks 2\n", ":2: the header has a key and a value");
    refuses("format\tfpredict/training/1\nranks\t2\nranks\t4\n",
            ":3: 'ranks' stands in line 2 already");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t0.00125\n",
            ":8: a line of data has 8 columns with tabs between them; here are 7");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t0.00125\t0.1\t7\n",
            "here are more than 8");
    refuses(HEADER FIRST "pong\tranks=2 bytes=8\t0\t640\t0\t8\t0.00125\t0.1\n",
            ":9: the header declares no kernel 'pong'");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t-1\t640\t0\t8\t0.00125\t0.1\n",
            "'-1' is no repetition: a whole number from 0 to 999999 is");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t2x\t640\t0\t8\t0.00125\t0.1\n",
            "'2x' is no repetition");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t3000000000\t640\t0\t8\t0.00125\t0.1\n",
            "'3000000000' is no repetition: a whole number from 0 to 999999 is");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t0\t0\t8\t0.00125\t0.1\n",
            "'0' is no number of iterations: a whole number from 1 to 1073741824 is");
    /* One more than a run ever makes: it would take it for how many to make. */
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t1073741825\t0\t8\t0.00125\t0.1\n",
            "'1073741825' is no number of iterations");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t99999999999999999999\t0\t8\t0.00125\t0.1\n",
            "is no number of iterations");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\tnan\t0.1\n",
            "'nan' is no time in seconds: a number from 0 on is");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t1,5\t0.1\n",
            "'1,5' is no time in seconds");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t-1\t0.1\n",
            "'-1' is no time in seconds");
    refuses(HEADER "pingpong\tranks=2 bytes=8\t0\t640\t0\t8\t\t0.1\n", "'' is no time in seconds");
    refuses(HEADER FIRST SECOND FIRST,
            ":10: repetition 0 of 'pingpong ranks=2 bytes=8' stands in line 8 already");
}

/* A tally is an equation, and a parameter a place: neither is guessed from what is no number. */
static void words_without_a_number_are_refused(void **state)
{
    (void)state;
    static const char *const tallies[] = {
        "",          "message",         "message:",    "message:nan",   "message:-2",
        "message:0", "message:2x",      "message:0x2", "message:2 ",    " message:2",
        ":2",        "message:1000001", "message=2",   "message:1e308", "2"};
    static const char *const parameters[] = {"",
                                             "ranks",
                                             "ranks=",
                                             "ranks=nan",
                                             "ranks=-2",
                                             "ranks=0",
                                             "ranks=02",
                                             "ranks=2.5",
                                             "ranks=2  bytes=8",
                                             "bytes:8",
                                             "ranks=99999999999999999999",
                                             "ranks=2 ",
                                             "ranks=2 -"};
    char text[1024];
    for (size_t i = 0; i < sizeof tallies / sizeof *tallies; i++) {
        snprintf(text, sizeof text, "format\tfpredict/training/1\nkernel\tpingpong\t%s\n",
                 tallies[i]);
        refuses(text, ":2: ");
        refuses(text, "does not say what 'pingpong' does");
    }
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        snprintf(text, sizeof text, HEADER "barrier\t%s\t0\t100\t0\t0\t0.002\t0.001\n",
                 parameters[i]);
        refuses(text, ":8: ");
        refuses(text, "are no parameters");
    }
    fixture f;
    assert_true(
        read_text(&f, "format\tfpredict/training/1\nkernel\ta.b\tx_1:1 y:1000000\n" TRAIN_COLUMNS
                      "\na.b\t-\t0\t1\t0\t0\t1\t1\n"));
    train_raw_clear(&f.raw);
}

static void what_is_not_text_is_refused(void **state)
{
    (void)state;
    fixture f;
    static const char zeros[] = HEADER "\0\0\n";
    assert_false(read_bytes(&f, zeros, sizeof zeros - 1));
    assert_non_null(strstr(f.error, "this is no text"));
    train_raw_clear(&f.raw);
    assert_false(train_raw_read("there/is/none", &f.raw, f.error));
    assert_non_null(strstr(f.error, "cannot be read: No such file"));
    train_raw_clear(&f.raw);
}

/* However a file was cut off, the whole lines of it are there, or its header is
 * not whole. */
static void every_beginning_is_read_or_refused(void **state)
{
    (void)state;
    static const char text[] = HEADER FIRST SECOND;
    for (size_t length = 0; length < sizeof text; length++) {
        fixture f;
        const bool is_read = read_bytes(&f, text, length);
        assert_int_equal(is_read, length >= sizeof HEADER - 1);
        if (is_read) {
            const int whole =
                (length >= sizeof HEADER FIRST - 1) + (length >= sizeof HEADER FIRST SECOND - 1);
            assert_int_equal(f.raw.datum_count, whole);
        }
        train_raw_clear(&f.raw);
    }
}

/* One byte is another: read or refused, never a crash (under the sanitizers). */
static void every_changed_byte_is_read_or_refused(void **state)
{
    (void)state;
    char text[] = HEADER FIRST SECOND;
    static const char instead[] = {'\t', '\n', '0', 'x', '-', '\x80'};
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        for (size_t k = 0; k < sizeof instead; k++) {
            const char was = text[i];
            fixture f;
            text[i] = instead[k];
            if (!read_text(&f, text))
                assert_true(f.error[0] != '\0');
            train_raw_clear(&f.raw);
            text[i] = was;
        }
    }
}

/* More lines than any first guess of their number. */
static void many_lines(void **state)
{
    (void)state;
    enum { LINES = 5000 };
    FILE *out = fopen("many.data", "w");
    assert_non_null(out);
    fputs(HEADER, out);
    for (int i = 0; i < LINES; i++)
        fprintf(out, "barrier\tranks=2\t%d\t1\t0\t0\t%d\t0\n", LINES - i, i);
    fclose(out);
    fixture f;
    assert_true(train_raw_read("many.data", &f.raw, f.error));
    remove("many.data");
    assert_int_equal(f.raw.datum_count, LINES);
    for (int i = 0; i < LINES; i++)
        assert_true(f.raw.datum[i].slowest_s == i);
    train_raw_clear(&f.raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_there),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_last_line_without_end_does_not_count),
        cmocka_unit_test(what_somebody_changed_is_refused_at_its_line),
        cmocka_unit_test(words_without_a_number_are_refused),
        cmocka_unit_test(what_is_not_text_is_refused),
        cmocka_unit_test(every_beginning_is_read_or_refused),
        cmocka_unit_test(every_changed_byte_is_read_or_refused),
        cmocka_unit_test(many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
