/* A run that goes on: nothing is lost, nothing is measured twice, and nothing is
 * written into a file that is another machine's. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "training/train_raw_log.h"

#define PATH "log.raw"

static const train_kernel kernels[] = {
    {.name = "first", .family = TRAIN_COMPUTATION, .operations = "int_add:1"},
    {.name = "second",
     .family = TRAIN_COMMUNICATION,
     .operations = "message:1",
     .sweep = {.from = 1, .to = 2}},
};
enum { POINTS = 3, REPETITIONS = 2, HEADINGS = 2 };

static train_plan plan;
static train_header_line heading[HEADINGS];

static int setup(void **state)
{
    (void)state;
    const train_setting setting = {.ranks = 2};
    const train_kernels table = {2, kernels};
    remove(PATH);
    heading[0] = (train_header_line){"ranks", "2", true};
    heading[1] = (train_header_line){"date", "today", false};
    return train_plan_make(&plan, &setting, 1, &table) && plan.count == POINTS ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    train_plan_clear(&plan);
    remove(PATH);
    return 0;
}

static void opened(train_raw_log *log)
{
    char error[TRAIN_TEXT] = "";
    if (!train_raw_log_open(log, PATH, HEADINGS, heading, &plan, REPETITIONS, error))
        fail_msg("%s", error);
}

static void refused(const char *why)
{
    char error[TRAIN_TEXT] = "";
    train_raw_log log;
    assert_false(train_raw_log_open(&log, PATH, HEADINGS, heading, &plan, REPETITIONS, error));
    if (strstr(error, why) == NULL)
        fail_msg("refused with '%s', not with '%s'", error, why);
}

static void add(train_raw_log *log, int point, int repetition)
{
    char error[TRAIN_TEXT];
    assert_true(train_raw_log_add(log, point, repetition, 10 + point, 0.5, 0.25, error));
}

static long size_of(const char *path)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    const long size = ftell(in);
    fclose(in);
    return size;
}

static void append(const char *text)
{
    FILE *out = fopen(PATH, "ab");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void what_is_added_is_done_when_it_goes_on(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    assert_false(log.was_there);
    assert_int_equal(log.done, 0);
    add(&log, 1, 0);
    add(&log, 0, 1);
    assert_true(train_raw_log_comment(&log, "a word"));
    assert_true(train_raw_log_close(&log));

    opened(&log);
    assert_true(log.was_there);
    assert_int_equal(log.done, 2);
    for (int r = 0; r < REPETITIONS; r++) {
        for (int i = 0; i < POINTS; i++)
            assert_int_equal(train_raw_log_is_done(&log, i, r),
                             (i == 1 && r == 0) || (i == 0 && r == 1));
    }
    assert_int_equal(log.iterations[0], 10);
    assert_int_equal(log.iterations[1], 11);
    assert_int_equal(log.iterations[2], 0);
    assert_true(train_raw_log_close(&log));
}

/* Killed after any byte of a line: the line is removed, and the next is whole. */
static void a_line_that_was_cut_off_is_measured_again(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    add(&log, 0, 0);
    train_raw_log_close(&log);
    const long before = size_of(PATH);
    opened(&log);
    add(&log, 1, 0);
    train_raw_log_close(&log);
    const long after = size_of(PATH);
    for (long size = before; size <= after; size++) {
        assert_int_equal(truncate(PATH, size), 0);
        opened(&log);
        const bool is_whole = size == after;
        assert_int_equal(log.was_cut, size > before && !is_whole);
        assert_int_equal(log.done, is_whole ? 2 : 1);
        if (!is_whole)
            add(&log, 1, 0);
        assert_true(train_raw_log_close(&log));
        assert_int_equal(size_of(PATH), after);
    }
}

static void another_machine_is_refused(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    add(&log, 0, 0);
    train_raw_log_close(&log);
    const long size = size_of(PATH);
    snprintf(heading[0].value, TRAIN_TEXT, "4");
    refused("was measured with ranks '2', and this run has '4'");
    heading[0].key = "nodes";
    refused("its header lacks 'nodes'");
    assert_int_equal(size_of(PATH), size);
    heading[0] = (train_header_line){"ranks", "2", true};
    snprintf(heading[1].value, TRAIN_TEXT, "another day");
    opened(&log);
    train_raw_log_close(&log);
}

static void what_this_set_does_not_measure_is_refused(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    train_raw_log_close(&log);
    append("second\tranks=2 bytes=3\t0\t1\t0\t3\t1\t1\n");
    const long size = size_of(PATH);
    refused("this training set does not measure 'second ranks=2 bytes=3'");
    assert_int_equal(size_of(PATH), size);
}

static void a_wrong_line_is_refused_and_nothing_is_lost(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    add(&log, 0, 0);
    train_raw_log_close(&log);
    append("second\tranks=2 bytes=1\t0\tmany\t0\t1\t1\t1\nsecond\tranks=2");
    const long size = size_of(PATH);
    refused("'many' is no number of iterations");
    assert_int_equal(size_of(PATH), size);
}

/* An empty file is what a full disk leaves of a header: it is begun. */
static void an_empty_file_is_begun(void **state)
{
    (void)state;
    train_raw_log log;
    append("");
    opened(&log);
    assert_false(log.was_there);
    add(&log, 0, 0);
    train_raw_log_close(&log);
    opened(&log);
    assert_int_equal(log.done, 1);
    train_raw_log_close(&log);
}

static void more_repetitions_go_on(void **state)
{
    (void)state;
    train_raw_log log;
    char error[TRAIN_TEXT];
    opened(&log);
    add(&log, 0, 0);
    add(&log, 0, 1);
    train_raw_log_close(&log);
    assert_true(train_raw_log_open(&log, PATH, HEADINGS, heading, &plan, 5, error));
    assert_int_equal(log.done, 2);
    assert_false(train_raw_log_is_done(&log, 0, 4));
    train_raw_log_close(&log);
    assert_true(train_raw_log_open(&log, PATH, HEADINGS, heading, &plan, 1, error));
    assert_int_equal(log.done, 1);
    train_raw_log_close(&log);
}

static void two_runs_do_not_write_one_file(void **state)
{
    (void)state;
    train_raw_log log;
    opened(&log);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        char error[TRAIN_TEXT] = "", wanted[64];
        train_raw_log second;
        snprintf(wanted, sizeof wanted, "process %ld is writing it", (long)getppid());
        const bool is_open =
            train_raw_log_open(&second, PATH, HEADINGS, heading, &plan, REPETITIONS, error);
        _exit(is_open ? 1 : strstr(error, wanted) == NULL ? 2 : 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    train_raw_log_close(&log);
}

/* A process of several that begin one file at a time. Returns 0 where it has the file that has the
 * name, 1 where another one has it, and 2 where what it writes is lost. */
static int begin_with_others(int ready)
{
    char error[TRAIN_TEXT] = "", byte;
    train_raw_log log;
    struct stat own, named;
    if (read(ready, &byte, 1) < 0) /* until all are there, and the pipe is closed */
        return 3;
    if (!train_raw_log_open(&log, PATH, HEADINGS, heading, &plan, REPETITIONS, error))
        return strstr(error, "is writing it") != NULL ? 1 : 4;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    const bool is_same =
        fstat(fileno(log.file), &own) == 0 && stat(PATH, &named) == 0 && own.st_ino == named.st_ino;
    return is_same ? 0 : 2;
}

static void several_begin_one_file(void **state)
{
    (void)state;
    enum { ROUNDS = 60, PROCESSES = 4 };
    for (int round = 0; round < ROUNDS; round++) {
        int ready[2], ended[5] = {0};
        remove(PATH);
        assert_int_equal(pipe(ready), 0);
        fflush(NULL);
        for (int i = 0; i < PROCESSES; i++) {
            if (fork() == 0) {
                close(ready[1]);
                _exit(begin_with_others(ready[0]));
            }
        }
        close(ready[0]);
        close(ready[1]);
        for (int i = 0; i < PROCESSES; i++) {
            int status;
            assert_true(wait(&status) > 0 && WIFEXITED(status));
            ended[WEXITSTATUS(status)]++;
        }
        assert_true(ended[0] >= 1);
        assert_int_equal(ended[0] + ended[1], PROCESSES);
    }
}

static void a_place_that_cannot_be_written(void **state)
{
    (void)state;
    char error[TRAIN_TEXT] = "";
    train_raw_log log;
    assert_false(train_raw_log_open(&log, "there/is/none.raw", HEADINGS, heading, &plan,
                                    REPETITIONS, error));
    assert_non_null(strstr(error, "there/is/none.raw: cannot be written: No such file"));
}

/* A full disk: the measurement is refused, not lost in silence. */
static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        skip();
    train_raw_log log;
    char error[TRAIN_TEXT] = "";
    opened(&log);
    FILE *kept = log.file;
    log.file = full;
    assert_false(train_raw_log_add(&log, 0, 0, 1, 0.5, 0.5, error));
    assert_non_null(strstr(error, "a measurement could not be written: No space left"));
    assert_int_equal(log.done, 0);
    fclose(full);
    log.file = kept;
    train_raw_log_close(&log);
}

/* What is no file would have its place taken by one: a device, a pipe. */
static void a_pipe_is_refused_and_stays(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(mkfifo(PATH, 0600), 0);
    refused("is no regular file; name another one");
    assert_int_equal(stat(PATH, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
}

/* What the header does not declare could not be read again when it was written. */
static void a_file_of_another_training_set_is_refused(void **state)
{
    (void)state;
    train_raw_log log;
    const train_kernel one_less[] = {kernels[0]};
    const train_kernel other_tally[] = {kernels[0],
                                        {.name = "second",
                                         .family = TRAIN_COMMUNICATION,
                                         .operations = "message:2",
                                         .sweep = {.from = 1, .to = 2}}};
    const train_kernels tables[] = {{1, one_less}, {2, other_tally}};
    for (int k = 0; k < 2; k++) {
        const train_setting setting = {.ranks = 2};
        train_plan older;
        char error[TRAIN_TEXT];
        assert_true(train_plan_make(&older, &setting, 1, &tables[k]));
        assert_true(train_raw_log_open(&log, PATH, HEADINGS, heading, &older, 1, error));
        assert_true(train_raw_log_close(&log));
        const long size = size_of(PATH);
        refused("its header does not say 'kernel second message:1'");
        assert_int_equal(size_of(PATH), size);
        train_plan_clear(&older);
        remove(PATH);
    }
}

/* A run that ended while further sizes were measured: what is missing of one is known. */
static void further_sizes_go_on(void **state)
{
    (void)state;
    static const train_kernel pair[] = {
        {.name = "pingpong",
         .family = TRAIN_COMMUNICATION,
         .operations = "message:2",
         .sweep = {.from = 1, .to = 64, .is_pair = true}},
        {.name = "stream",
         .family = TRAIN_COMMUNICATION,
         .operations = "message:64",
         .sweep = {.from = 1, .to = 64, .is_pair = true}},
    };
    const train_setting setting = {.ranks = 2};
    const train_kernels table = {2, pair};
    train_raw_log log;
    char error[TRAIN_TEXT] = "";
    train_plan_clear(&plan);
    assert_true(train_plan_make(&plan, &setting, 1, &table));
    const int above = train_plan_nearest(&plan, "pingpong", 40);
    assert_int_equal(plan.point[above].value[TRAIN_bytes], 64);
    assert_int_equal(train_plan_nearest(&plan, "pingpong", 65), -1);
    opened(&log);
    assert_int_equal(train_raw_log_next_size(&log, 0), 0);
    assert_true(train_raw_log_add_size(&log, above, 40, 0, 10, 0.5, 0.25, error));
    assert_true(train_raw_log_add_size(&log, above, 48, 1, 10, 0.5, 0.25, error));
    assert_true(train_raw_log_close(&log));

    opened(&log);
    assert_int_equal(log.done, 0); /* none is the plan's */
    assert_int_equal(train_raw_log_next_size(&log, 0), 40);
    assert_int_equal(train_raw_log_next_size(&log, 40), 48);
    assert_int_equal(train_raw_log_next_size(&log, 48), 0);
    assert_true(train_raw_log_has_size(&log, above, 40, 0));
    assert_false(train_raw_log_has_size(&log, above, 40, 1));
    assert_false(train_raw_log_has_size(&log, above, 48, 0));
    assert_true(train_raw_log_has_size(&log, above, 48, 1));
    const int stream = train_plan_nearest(&plan, "stream", 40);
    assert_false(train_raw_log_has_size(&log, stream, 40, 0));
    /* Seconds of one message: 0.5 of 10 there and back. */
    train_size size[4];
    int count;
    assert_true(train_raw_log_sizes(&log, PATH, "pingpong", 4, size, &count, error));
    assert_int_equal(count, 2);
    assert_int_equal(size[1].bytes, 48);
    assert_true(size[0].seconds == 0.025);
    /* Somebody writes into it meanwhile: that is told, and not taken for no sizes. */
    append("a line\n");
    assert_false(train_raw_log_sizes(&log, PATH, "pingpong", 4, size, &count, error));
    assert_non_null(strstr(error, "here are 1"));
    assert_int_equal(truncate(PATH, size_of(PATH) - 7), 0);
    train_raw_log_close(&log);

    append("pingpong\tranks=2 bytes=65 partner=1\t0\t1\t0\t65\t1\t1\n");
    refused("this training set does not measure 'pingpong ranks=2 bytes=65 partner=1'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_added_is_done_when_it_goes_on, setup, teardown),
        cmocka_unit_test_setup_teardown(a_line_that_was_cut_off_is_measured_again, setup, teardown),
        cmocka_unit_test_setup_teardown(another_machine_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(what_this_set_does_not_measure_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wrong_line_is_refused_and_nothing_is_lost, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(an_empty_file_is_begun, setup, teardown),
        cmocka_unit_test_setup_teardown(more_repetitions_go_on, setup, teardown),
        cmocka_unit_test_setup_teardown(two_runs_do_not_write_one_file, setup, teardown),
        cmocka_unit_test_setup_teardown(several_begin_one_file, setup, teardown),
        cmocka_unit_test_setup_teardown(a_place_that_cannot_be_written, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pipe_is_refused_and_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_of_another_training_set_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(further_sizes_go_on, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
