#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/process.h"
#include "tests/cmocka_all.h"

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
    const process_command c = {.shell = command, .output = f->log, .limit_s = limit};
    return process_run(&f->watch, f->a, &c);
}

static void test_ends(void **state)
{
    fixture *f = *state;
    assert_int_equal(run(f, "true", 10).end, PROCESS_OK);
    process_result r = run(f, "exit 3", 10);
    assert_int_equal(r.end, PROCESS_FAILED);
    assert_string_equal(r.why, "exits with 3");
}

/* The line with "error" says more than what comes after it. */
static void test_says_why(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "echo one; echo '  error: no such host' >&2; echo bye; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: error: no such host");
    r = run(f, "echo one; echo two; echo; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: one / two");
    r = run(f, "echo '[0.0] [xbt/ERROR] Parse error\033[0m'; echo bye; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: [0.0] [xbt/ERROR] Parse error?[0m");
    r = run(f, "for i in 1 2 3 4; do echo $i; done; exit 9", 10);
    assert_string_equal(r.why, "exits with 9: 2 / 3 / 4");
    assert_string_equal(r.how, "exits with 9");
}

/* Whoever ended by a signal: the program, one that a shell has run, or one whose starter says
 * so (MPICH, and Open MPI with its own lines about it). */
static void test_says_signal(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "echo last words; kill -SEGV $$", 10);
    assert_string_equal(r.why, "is ended by a signal (Segmentation fault): last words");
    r = run(f, "sh -c 'kill -ABRT $$'; exit $?", 10);
    assert_non_null(strstr(r.why, "is ended by a signal (Aborted)"));
    r = run(
        f,
        "echo oh no; echo 'YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Aborted (signal 6)';"
        " exit 6",
        10);
    assert_string_equal(r.why, "is ended by a signal (Aborted): oh no");
    r = run(f,
            "echo oh no; echo '[vm:129] Signal: Segmentation fault (11)'; echo '[vm:129] error';"
            " echo ---; exit 1",
            10);
    assert_string_equal(r.why, "is ended by a signal (Segmentation fault): oh no");
    /* Speaking of signals is none. */
    r = run(f, "echo signal 9 lost; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: signal 9 lost");
    r = run(f, "echo '[vm:129] *** An error occurred in MPI_Send'; echo more; exit 1", 10);
    assert_string_equal(r.why, "exits with 1: *** An error occurred in MPI_Send");
}

/* What is said here counts, whatever has been inherited. */
static void test_environment(void **state)
{
    fixture *f = *state;
    const char *const told[] = {"FPREDICT_TEST=a b", NULL};
    setenv("FPREDICT_TEST", "inherited", 1);
    setenv("FPREDICT_TEST_2", "kept", 1);
    const process_command c = {.shell = "test \"$FPREDICT_TEST $FPREDICT_TEST_2\" = 'a b kept'",
                               .variables = told};
    assert_int_equal(process_run(&f->watch, f->a, &c).end, PROCESS_OK);
}

static void test_arguments(void **state)
{
    fixture *f = *state;
    const char *const arguments[] = {"test", "a b", "=", "a b", NULL};
    process_command c = {.arguments = arguments};
    assert_int_equal(process_run(&f->watch, f->a, &c).end, PROCESS_OK);
    const char *const other[] = {"test", "a b", "=", "a", NULL};
    c.arguments = other;
    process_result r = process_run(&f->watch, f->a, &c);
    assert_int_equal(r.end, PROCESS_FAILED);
    assert_int_equal(r.status, 1);
}

static void test_not_started(void **state)
{
    fixture *f = *state;
    const char *const arguments[] = {"./no-such-program", NULL};
    process_command c = {.arguments = arguments};
    process_result r = process_run(&f->watch, f->a, &c);
    assert_int_equal(r.end, PROCESS_NOT_STARTED);
    assert_string_equal(r.why, "cannot be started: No such file or directory");
    c = (process_command){.shell = "true", .output = "no-such-folder/log"};
    r = process_run(&f->watch, f->a, &c);
    assert_int_equal(r.end, PROCESS_NOT_STARTED);
    assert_string_equal(r.why,
                        "cannot be started: 'no-such-folder/log': No such file or directory");
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
    assert_string_equal(r.why, "is not finished after 1 s");
    r = run(f, "trap '' TERM; while :; do sleep 1; done", 1);
    assert_int_equal(r.end, PROCESS_LATE);
    assert_true(now() - begun < 30);
}

/* As long as the file grows it may go on. */
static void test_stuck(void **state)
{
    fixture *f = *state;
    process_command c = {.shell = "for i in 1 2 3 4 5; do echo $i; sleep 0.5; done",
                         .output = f->log,
                         .growing = f->log,
                         .patience_s = 1};
    assert_int_equal(process_run(&f->watch, f->a, &c).end, PROCESS_OK);
    c.shell = "echo 1; sleep 60";
    double begun = now();
    process_result r = process_run(&f->watch, f->a, &c);
    assert_int_equal(r.end, PROCESS_STUCK);
    assert_string_equal(r.why, "has made no progress for 1 s");
    assert_true(now() - begun < 20);
}

/* Who is ended has time to remove its files: the shell ends at once, what it runs does not. */
static void test_grace(void **state)
{
    fixture *f = *state;
    char command[384];
    snprintf(command, sizeof command,
             "(trap 'sleep 0.5; echo cleaned >%s; exit' TERM; while :; do sleep 0.1; done) & wait",
             f->log);
    process_result r = run(f, command, 1);
    assert_int_equal(r.end, PROCESS_LATE);
    char line[64] = "";
    FILE *in = fopen(f->log, "r");
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof line, in));
    fclose(in);
    assert_string_equal(line, "cleaned\n");
}

/* Has it ended within ten seconds? Whoever adopted it may take a while to notice. */
static bool is_gone(pid_t pid)
{
    const struct timespec moment = {0, 50000000};
    char path[64], state_of = 'R';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 200 && state_of != 'Z' && state_of != 0; i++) {
        FILE *in = fopen(path, "r");
        state_of = 0;
        if (in && fscanf(in, "%*d (%*[^)]) %c", &state_of) != 1)
            state_of = 0;
        if (in)
            fclose(in);
        nanosleep(&moment, NULL);
    }
    return state_of == 'Z' || state_of == 0;
}

/* What one that has ended leaves running ends with it. */
static void test_left_behind(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "sleep 60 & echo error $!; exit 1", 10);
    assert_int_equal(r.end, PROCESS_FAILED);
    const char *number = strrchr(r.why, ' ');
    assert_non_null(number);
    pid_t pid = (pid_t)strtol(number, NULL, 10);
    assert_true(pid > 1);
    assert_true(is_gone(pid));
}

/* Where nobody is left to wait for what runs, its guardian ends it: also who does not listen to
 * SIGTERM, after its grace. */
static void test_killed(void **state)
{
    fixture *f = *state;
    char command[384];
    snprintf(command, sizeof command,
             "(trap '' TERM; sleep 60; sleep 60) & echo $$ $! >%s.new; mv %s.new %s; wait", f->log,
             f->log, f->log);
    pid_t us = fork();
    assert_true(us >= 0);
    if (us == 0) {
        process_watch watch;
        process_watch_signals(&watch);
        process_run(&watch, f->a, &(process_command){.shell = command});
        _exit(1);
    }
    long leader = 0, stubborn = 0;
    const struct timespec moment = {0, 50000000};
    for (int i = 0; i < 200 && stubborn == 0; i++) {
        FILE *in = fopen(f->log, "r");
        if (in && fscanf(in, "%ld %ld", &leader, &stubborn) != 2)
            stubborn = 0;
        if (in)
            fclose(in);
        nanosleep(&moment, NULL);
    }
    assert_true(leader > 1 && stubborn > 1);
    kill(us, SIGKILL);
    assert_int_equal(waitpid(us, NULL, 0), us);
    assert_true(is_gone((pid_t)leader));
    assert_true(is_gone((pid_t)stubborn));
}

static void test_interrupted(void **state)
{
    fixture *f = *state;
    process_result r = run(f, "kill -INT $PPID; sleep 60", 30);
    assert_int_equal(r.end, PROCESS_STOPPED);
    assert_int_equal(r.status, 128 + SIGINT);
    assert_true(f->watch.is_interrupted);
    r = run(f, "exit 3", 30);
    assert_int_equal(r.end, PROCESS_STOPPED); /* nothing more is started */
}

/* The shorter one of two is done first; the time of each begins when it does. */
static void test_several(void **state)
{
    fixture *f = *state;
    const process_command commands[] = {{.shell = "true", .output = "no-such-folder/log"},
                                        {.shell = "sleep 1; exit 1", .limit_s = 30},
                                        {.shell = "exit 2", .limit_s = 30},
                                        {.shell = "sleep 60", .limit_s = 2}};
    process *started[4];
    for (int i = 0; i < 4; i++)
        started[i] = process_start(&f->watch, f->a, &commands[i]);
    process_result r;
    double begun = now();
    assert_int_equal(process_wait(&f->watch, f->a, 4, started, &r), 0);
    assert_int_equal(r.end, PROCESS_NOT_STARTED);
    assert_int_equal(process_wait(&f->watch, f->a, 3, &started[1], &r), 1);
    assert_int_equal(r.status, 2);
    started[2] = started[3];
    assert_int_equal(process_wait(&f->watch, f->a, 2, &started[1], &r), 0);
    assert_int_equal(r.status, 1);
    assert_int_equal(process_wait(&f->watch, f->a, 1, &started[2], &r), 0);
    assert_int_equal(r.end, PROCESS_LATE);
    assert_true(now() - begun < 20);
}

/* All that run are ended, and one that has ended by itself keeps its result. */
static void test_several_interrupted(void **state)
{
    fixture *f = *state;
    const process_command commands[] = {{.shell = "sleep 60"}, {.shell = "exit 3"}};
    process *started[2];
    for (int i = 0; i < 2; i++)
        started[i] = process_start(&f->watch, f->a, &commands[i]);
    const struct timespec moment = {1, 0};
    nanosleep(&moment, NULL);
    raise(SIGINT);
    process_result r;
    double begun = now();
    int first = process_wait(&f->watch, f->a, 2, started, &r);
    assert_int_equal(first, 1);
    assert_int_equal(r.status, 3);
    assert_int_equal(process_wait(&f->watch, f->a, 1, started, &r), 0);
    assert_int_equal(r.end, PROCESS_STOPPED);
    assert_int_equal(r.status, 128 + SIGINT);
    assert_true(now() - begun < 20);
    process *late = process_start(&f->watch, f->a, &commands[1]);
    assert_int_equal(process_wait(&f->watch, f->a, 1, &late, &r), 0);
    assert_int_equal(r.end, PROCESS_STOPPED);
}

/* One that comes between two programs keeps the second from being started. */
static void test_interrupted_between(void **state)
{
    fixture *f = *state;
    assert_int_equal(run(f, "true", 10).end, PROCESS_OK);
    raise(SIGTERM);
    assert_int_equal(run(f, "exit 3", 10).end, PROCESS_STOPPED);
}

/* Under nohup a terminal that is closed ends nothing. */
static void test_ignored(void **state)
{
    fixture *f = *state;
    process_unwatch(&f->watch);
    signal(SIGHUP, SIG_IGN);
    process_watch_signals(&f->watch);
    raise(SIGHUP);
    process_result r = run(f, "kill -HUP $PPID; sleep 0.5; exit 3", 30);
    assert_int_equal(r.end, PROCESS_FAILED);
    assert_int_equal(r.status, 3);
    assert_false(f->watch.is_interrupted);
    signal(SIGHUP, SIG_DFL);
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

/* What prints without end is ended before the disk is full. */
static void test_endless(void **state)
{
    fixture *f = *state;
    const process_command c = {
        .shell = "yes", .output = f->log, .most_bytes = 1 << 20, .limit_s = 60};
    process_result r = process_run(&f->watch, f->a, &c);
    assert_int_equal(r.end, PROCESS_ENDLESS);
    assert_string_equal(r.why, "prints without end: more than 1 MiB");
    char printed[80];
    snprintf(printed, sizeof printed, "%s.printed", f->log);
    const process_command d = {.shell = arena_printf(f->a, "yes >%s", printed),
                               .output = f->log,
                               .printed = printed,
                               .most_bytes = 1 << 20,
                               .limit_s = 60};
    r = process_run(&f->watch, f->a, &d);
    unlink(printed);
    assert_int_equal(r.end, PROCESS_ENDLESS);
    assert_string_equal(r.why, "prints without end: more than 1 MiB");
}

static void test_plain(void **state)
{
    (void)state;
    /* An escape sequence, a byte of no character, C1's CSI, and what stays. */
    char text[] = "a\033[2Jb\xff"
                  "c\xc2\x9b"
                  "d\t\xc3\xa9\n\x7f";
    process_make_plain(text);
    assert_string_equal(text, "a?[2Jb?c??d\t\xc3\xa9\n?");
}

static void test_find(void **state)
{
    fixture *f = *state;
    assert_string_equal(process_find(f->a, "/bin/sh"), "/bin/sh");
    assert_non_null(process_find(f->a, "sh"));
    assert_null(process_find(f->a, "no-such-program"));
    assert_null(process_find(f->a, "/bin")); /* a folder, which may be "executed", too */
    assert_null(process_find(f->a, f->log));
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_ends),        CASE(test_says_why),
                                       CASE(test_says_signal), CASE(test_environment),
                                       CASE(test_arguments),   CASE(test_not_started),
                                       CASE(test_input),       CASE(test_too_long),
                                       CASE(test_stuck),       CASE(test_grace),
                                       CASE(test_left_behind), CASE(test_killed),
                                       CASE(test_interrupted), CASE(test_interrupted_between),
                                       CASE(test_several),     CASE(test_several_interrupted),
                                       CASE(test_ignored),     CASE(test_interrupted_twice),
                                       CASE(test_endless),     CASE(test_plain),
                                       CASE(test_find),        CASE(test_quote)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
