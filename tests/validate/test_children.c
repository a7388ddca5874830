#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "validate/process.h"

typedef struct fixture {
    arena *a;
    process_watch watch;
    char log[64];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->a = arena_new();
    strcpy(f->log, "process-XXXXXX");
    int fd = mkstemp(f->log);
    process_watch_signals(&f->watch);
    *state = f;
    return fd < 0 || close(fd) != 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    process_unwatch(&f->watch);
    unlink(f->log);
    arena_free(f->a);
    free(f);
    return 0;
}

static process_result run(fixture *f, const char *command, int limit)
{
    return process_run(&f->watch, f->a, command, NULL, f->log, limit);
}

static void test_ends(void **state)
{
    fixture *f = *state;
    assert_int_equal(run(f, "true", 10).end, PROCESS_OK);
    process_result r = run(f, "exit 3", 10);
    assert_int_equal(r.end, PROCESS_FAILED);
    assert_string_equal(r.why, "exits with 3");
}

/* The line with "error" says more than what comes behind it. */
static void test_says_why(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "echo one; echo '  error: no such host' >&2; echo bye; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: error: no such host");
    r = run(f, "echo one; echo two; echo; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: two");
    r = run(f, "kill -SEGV $$", 10);
    assert_non_null(strstr(r.why, "is ended by a signal"));
}

static void test_environment(void **state)
{
    fixture *f = *state;
    const char *const extra[] = {"FPREDICT_TEST=a b", NULL};
    process_result r =
        process_run(&f->watch, f->a, "test \"$FPREDICT_TEST\" = 'a b'", extra, f->log, 10);
    assert_int_equal(r.end, PROCESS_OK);
}

/* Its input is empty: who reads does not wait. */
static void test_input(void **state)
{
    fixture *f = *state;
    assert_int_equal(run(f, "cat", 10).end, PROCESS_OK);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The whole group ends, and what does not want to is made to. */
static void test_too_long(void **state)
{
    fixture *f = *state;
    double begun = now();
    process_result r = run(f, "sleep 60 & sleep 60", 1);
    assert_int_equal(r.end, PROCESS_LATE);
    assert_string_equal(r.why, "is not done after 1 s");
    r = run(f, "trap '' TERM; while :; do sleep 1; done", 1);
    assert_int_equal(r.end, PROCESS_LATE);
    assert_true(now() - begun < 30);
}

static void test_interrupted(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "kill -INT $PPID; sleep 60", 30);
    assert_int_equal(r.end, PROCESS_STOPPED);
    assert_true(f->watch.is_interrupted);
}

/* Another one, when nothing is waited for, ends nothing either. */
static void test_interrupted_twice(void **state)
{
    fixture *f = *state;
    raise(SIGINT);
    process_unwatch(&f->watch);
    assert_true(f->watch.is_interrupted);
    process_watch_signals(&f->watch);
}

static void test_quote(void **state)
{
    fixture *f = *state;
    const char *text = "it's $HOME \"here\"";
    const char *quoted = process_quote(f->a, text);
    assert_string_equal(quoted, "'it'\\''s $HOME \"here\"'");
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_ends),
                                       CASE(test_says_why),
                                       CASE(test_environment),
                                       CASE(test_input),
                                       CASE(test_too_long),
                                       CASE(test_interrupted),
                                       CASE(test_interrupted_twice),
                                       CASE(test_quote)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
