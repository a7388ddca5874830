/* What a stream is written to: a pseudo-terminal, a file, and what the environment says. */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "support/progress.h"
#include "support/terminal.h"
#include "tests/cmocka_all.h"

/* The two ends of a pseudo-terminal. */
typedef struct pair {
    int screen;
    FILE *out;
} pair;

static void set_columns(const pair *p, unsigned short columns)
{
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    assert_int_equal(ioctl(p->screen, TIOCSWINSZ, &size), 0);
}

/* A terminal of 40 columns, whose lines end with '\n' alone; skips the test where there is none. */
static pair open_terminal(void)
{
    pair p = {.screen = posix_openpt(O_RDWR | O_NOCTTY)};
    if (p.screen < 0 || grantpt(p.screen) != 0 || unlockpt(p.screen) != 0)
        skip();
    p.out = fopen(ptsname(p.screen), "r+");
    if (!p.out)
        skip();
    struct termios mode;
    assert_int_equal(tcgetattr(fileno(p.out), &mode), 0);
    mode.c_oflag &= (tcflag_t)~OPOST;
    assert_int_equal(tcsetattr(fileno(p.out), TCSANOW, &mode), 0);
    set_columns(&p, 40);
    return p;
}

static void close_terminal(pair *p)
{
    fclose(p->out);
    close(p->screen);
}

/* What was written to the terminal since it was last asked. */
static const char *shown(const pair *p)
{
    static char text[1024];
    fflush(p->out);
    ssize_t length = read(p->screen, text, sizeof text - 1);
    assert_true(length >= 0);
    text[length] = '\0';
    return text;
}

/* Each test begins without what people set. */
static int clear(void **state)
{
    static const char *const names[] = {"COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "LC_CTYPE",
                                        "LANG"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    return 0;
}

static void width_is_the_terminals(void **state)
{
    (void)state;
    pair p = open_terminal();
    assert_true(terminal_is(p.out));
    assert_int_equal(terminal_columns(p.out, 100), 40);
    set_columns(&p, 132);
    assert_int_equal(terminal_columns(p.out, 100), 132);
    set_columns(&p, 0); /* one that does not tell it */
    assert_int_equal(terminal_columns(p.out, 100), 100);
    close_terminal(&p);
}

static void width_is_what_columns_says(void **state)
{
    static const char *const none[] = {"", "0", "-3", "8o", "wide", "99999999999999999999"};
    (void)state;
    pair p = open_terminal();
    setenv("COLUMNS", "64", 1);
    assert_int_equal(terminal_columns(p.out, 100), 64);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        setenv("COLUMNS", none[i], 1);
        assert_int_equal(terminal_columns(p.out, 100), 40);
    }
    close_terminal(&p);
}

static void a_file_has_no_width(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_false(terminal_is(file));
    assert_int_equal(terminal_columns(file, 100), 100);
    setenv("COLUMNS", "64", 1);
    assert_int_equal(terminal_columns(file, 100), 64);
    assert_false(terminal_has_color(file, COLOR_AUTO));
    fclose(file);
}

static void colors_are(FILE *out, const char *no_color, const char *forced, bool expected)
{
    if (no_color)
        setenv("NO_COLOR", no_color, 1);
    if (forced)
        setenv("CLICOLOR_FORCE", forced, 1);
    assert_int_equal(terminal_has_color(out, COLOR_AUTO), expected);
    assert_true(terminal_has_color(out, COLOR_ALWAYS));
    assert_false(terminal_has_color(out, COLOR_NEVER));
    unsetenv("NO_COLOR");
    unsetenv("CLICOLOR_FORCE");
}

static void colors_follow_the_environment(void **state)
{
    (void)state;
    pair p = open_terminal();
    FILE *file = tmpfile();
    colors_are(p.out, NULL, NULL, true);
    colors_are(p.out, "1", NULL, false);
    colors_are(p.out, "0", NULL, false);
    colors_are(p.out, "", NULL, true); /* set, but empty */
    colors_are(p.out, NULL, "0", true);
    colors_are(p.out, "1", "1", false);
    colors_are(file, NULL, NULL, false);
    colors_are(file, NULL, "1", true);
    colors_are(file, NULL, "0", false);
    colors_are(file, NULL, "", false);
    colors_are(file, "1", "1", false);
    setenv("TERM", "dumb", 1);
    colors_are(p.out, NULL, NULL, false);
    colors_are(p.out, NULL, "1", true);
    unsetenv("TERM");
    colors_are(p.out, NULL, NULL, false);
    fclose(file);
    close_terminal(&p);
}

static void locale_tells_the_characters(void **state)
{
    (void)state;
    assert_true(terminal_is_utf8());
    setenv("LC_ALL", "C", 1);
    assert_false(terminal_is_utf8());
    setenv("LC_ALL", "", 1); /* empty is as if it were not set */
    setenv("LC_CTYPE", "C.UTF-8", 1);
    assert_true(terminal_is_utf8());
    setenv("LC_ALL", "xx_YY.no-such-locale", 1);
    assert_false(terminal_is_utf8());
}

static void file_has(const char *text, const char *expected)
{
    terminal_text t;
    FILE *file = tmpfile();
    fputs(text, terminal_open(&t, file));
    assert_true(terminal_close(&t));
    char again[64] = "";
    rewind(file);
    assert_int_equal(fread(again, 1, sizeof again, file), strlen(expected));
    assert_string_equal(again, expected);
    fclose(file);
}

static void text_is_what_the_terminal_shows(void **state)
{
    static const char text[] = "▸ 3 µs × 2 … é\xFF █\n";
    (void)state;
    pair p = open_terminal();
    assert_true(terminal_write(p.out, text, strlen(text)));
    assert_string_equal(shown(&p), text);
    setenv("LC_ALL", "C", 1);
    assert_true(terminal_write(p.out, text, strlen(text)));
    assert_string_equal(shown(&p), "> 3 us x 2 ~ ?? #\n");

    terminal_text t;
    fputs("│ ± 5 %, ≥ 2 s\n", terminal_open(&t, p.out));
    assert_true(t.out != p.out);
    assert_true(terminal_close(&t));
    assert_string_equal(shown(&p), "| +/- 5 %, >= 2 s\n");
    close_terminal(&p);

    file_has(text, "> 3 us x 2 ~ \u00e9\xFF #\n"); /* what is no sign of reports stays */
    setenv("LC_ALL", "C.UTF-8", 1);
    file_has(text, text);
}

static void progress_is_one_line(void **state)
{
    (void)state;
    pair p = open_terminal();
    set_columns(&p, 12);
    progress bar = progress_begin(p.out);
    progress_say(&bar, "%d of %d", 3, 10);
    assert_string_equal(shown(&p), "\r\033[K3 of 10");
    progress_say(&bar, "日本日本日本");
    assert_string_equal(shown(&p), "\r\033[K日本日本日"); /* 10 of 11 columns */
    progress_end(&bar);
    assert_string_equal(shown(&p), "\r\033[K");
    close_terminal(&p);
}

static void progress_bar_tells_how_far(void **state)
{
    (void)state;
    pair p = open_terminal();
    set_columns(&p, 80);
    progress bar = progress_begin(p.out);
    progress_bar(&bar, 0, 0, "nothing to do");
    progress_bar(&bar, 0, 4, "jacobi.c");
    assert_string_equal(shown(&p), "\r\033[K[                        ] 0 of 4  jacobi.c");
    bar.begun.tv_sec -= 63; /* 63 s for three: 21 s for the fourth */
    progress_bar(&bar, 3, 4, "laplace.c");
    assert_string_equal(shown(&p),
                        "\r\033[K[##################      ] 3 of 4, 0:21 left  laplace.c");
    progress_end(&bar);
    close_terminal(&p);
}

static void progress_needs_a_terminal(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    FILE *const nowhere[] = {file, NULL};
    for (int i = 0; i < 2; i++) {
        progress bar = progress_begin(nowhere[i]);
        progress_say(&bar, "%d", 1);
        progress_bar(&bar, 1, 2, "it");
        progress_end(&bar);
    }
    assert_int_equal(ftell(file), 0);
    fclose(file);
    pair p = open_terminal();
    setenv("TERM", "dumb", 1);
    assert_null(progress_begin(p.out).out);
    close_terminal(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(width_is_the_terminals, clear),
        cmocka_unit_test_setup(width_is_what_columns_says, clear),
        cmocka_unit_test_setup(a_file_has_no_width, clear),
        cmocka_unit_test_setup(colors_follow_the_environment, clear),
        cmocka_unit_test_setup(locale_tells_the_characters, clear),
        cmocka_unit_test_setup(text_is_what_the_terminal_shows, clear),
        cmocka_unit_test_setup(progress_is_one_line, clear),
        cmocka_unit_test_setup(progress_bar_tells_how_far, clear),
        cmocka_unit_test_setup(progress_needs_a_terminal, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
