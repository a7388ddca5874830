/* Parts done by several processes: results, room, and workers that end. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/workers.h"
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

typedef struct square {
    long value;
    const char *text; /* in the shared arena */
    pid_t worker;
} square;

/* What the tasks find where they begin. */
typedef struct origin {
    const char *prefix;
    pid_t parent;
    int deadly, large; /* parts, or NONE */
} origin;

enum { NONE = -1000000 };

static void do_square(void *with, arena *results, const void *request, void *reply)
{
    const origin *o = with;
    const int n = *(const int *)request;
    if (n == o->deadly)
        raise(SIGKILL);
    if (n == o->large && getpid() != o->parent)
        arena_alloc(results, (size_t)1 << 60); /* more than any room */
    *(square *)reply =
        (square){(long)n * n, arena_printf(results, "%s %d", o->prefix, n * n), getpid()};
}

enum { PARTS = 100 };

static bool map(arena *a, int workers_count, origin *o, square *replies, const char **why)
{
    const worker_job job = {do_square, o, sizeof(int), sizeof(square)};
    int requests[PARTS];
    for (int i = 0; i < PARTS; i++)
        requests[i] = i;
    workers *w = workers_start(a, workers_count, &job);
    bool ok = workers_map(w, PARTS, requests, replies, NULL, NULL, why);
    workers_end(w);
    return ok;
}

static void nobody_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void results_do_not_depend_on_the_workers(void **state)
{
    static const int counts[] = {0, 1, 2, 5, 200};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        origin o = {"square", getpid(), NONE, NONE};
        square replies[PARTS];
        const char *why = NULL;
        assert_true(map(*state, counts[c], &o, replies, &why));
        for (int i = 0; i < PARTS; i++) {
            char expected[32];
            snprintf(expected, sizeof expected, "square %d", i * i);
            assert_int_equal(replies[i].value, i * i);
            assert_string_equal(replies[i].text, expected);
            assert_int_equal(replies[i].worker == getpid(), counts[c] < 2);
        }
        nobody_is_left();
    }
}

static void nothing_to_do_is_done(void **state)
{
    origin o = {"none", getpid(), NONE, NONE};
    const worker_job job = {do_square, &o, sizeof(int), sizeof(square)};
    const char *why = NULL;
    workers *w = workers_start(*state, 3, &job);
    assert_true(workers_map(w, 0, NULL, NULL, NULL, NULL, &why));
    workers_end(w);
    nobody_is_left();
}

/* They answer as often as they are asked. */
static void workers_answer_again(void **state)
{
    origin o = {"again", getpid(), NONE, NONE};
    const worker_job job = {do_square, &o, sizeof(int), sizeof(square)};
    const char *why = NULL;
    workers *w = workers_start(*state, 2, &job);
    for (int round = 1; round < 500; round++) {
        const int requests[] = {round, -round, 3 * round};
        square replies[3];
        assert_true(workers_map(w, 3, requests, replies, NULL, NULL, &why));
        assert_int_equal(replies[0].value, replies[1].value);
        assert_int_equal(replies[2].value, 9 * replies[0].value);
    }
    workers_end(w);
    nobody_is_left();
}

static void a_worker_that_dies_is_told(void **state)
{
    for (int deadly = 0; deadly < PARTS; deadly += 33) {
        origin o = {"dead", getpid(), deadly, NONE};
        square replies[PARTS];
        const char *why = NULL;
        assert_false(map(*state, 3, &o, replies, &why));
        assert_string_equal(why, "was ended by signal 9 (Killed)");
        nobody_is_left();
    }
}

/* One that dies while it has nothing to do, too. */
static void an_idle_worker_that_dies_is_told(void **state)
{
    origin o = {"idle", getpid(), NONE, NONE};
    const worker_job job = {do_square, &o, sizeof(int), sizeof(square)};
    const int requests[] = {1, 2};
    square replies[2];
    const char *why = NULL;
    workers *w = workers_start(*state, 2, &job);
    assert_true(workers_map(w, 2, requests, replies, NULL, NULL, &why));
    assert_int_equal(kill(replies[0].worker, SIGTERM), 0);
    siginfo_t ended;
    assert_int_equal(waitid(P_PID, (id_t)replies[0].worker, &ended, WEXITED | WNOWAIT), 0);
    assert_false(workers_map(w, 2, requests, replies, NULL, NULL, &why));
    assert_string_equal(why, "was ended by signal 15 (Terminated)");
    workers_end(w);
    nobody_is_left();
}

static void what_has_no_room_is_done_here(void **state)
{
    origin o = {"large", getpid(), NONE, 7};
    square replies[PARTS];
    const char *why = NULL;
    assert_true(map(*state, 2, &o, replies, &why));
    assert_int_equal(replies[7].worker, getpid());
    for (int i = 0; i < PARTS; i++)
        assert_int_equal(replies[i].value, i * i);
    nobody_is_left();
}

static void count_parts(void *with, int done)
{
    int *parts = with;
    assert_int_equal(done, ++*parts);
}

static void each_part_is_told(void **state)
{
    for (int workers_count = 1; workers_count < 4; workers_count += 2) {
        origin o = {"told", getpid(), NONE, NONE};
        const worker_job job = {do_square, &o, sizeof(int), sizeof(square)};
        const int requests[PARTS] = {0};
        square replies[PARTS];
        int parts = 0;
        const char *why = NULL;
        workers *w = workers_start(*state, workers_count, &job);
        assert_true(workers_map(w, PARTS, requests, replies, count_parts, &parts, &why));
        workers_end(w);
        assert_int_equal(parts, PARTS);
    }
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_true(workers_usual() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_do_not_depend_on_the_workers, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_to_do_is_done, setup, teardown),
        cmocka_unit_test_setup_teardown(workers_answer_again, setup, teardown),
        cmocka_unit_test_setup_teardown(a_worker_that_dies_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(an_idle_worker_that_dies_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(what_has_no_room_is_done_here, setup, teardown),
        cmocka_unit_test_setup_teardown(each_part_is_told, setup, teardown),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
