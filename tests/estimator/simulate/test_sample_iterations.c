#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Loops of too many iterations, which need not be alike: some stand for all. */

/* --- A pipeline in cycles ------------------------------------------------------ */

/* Sends element i - 1 to the owner of element i. */
static node *from_the_one_before(model *m, const variable *u, const expr *i)
{
    return shift(m, u, i, i, 1, (offset_read[]){{{-1}}});
}

static const variable *dealt_array(model *m, const proc_grid *g, int64_t extent)
{
    const expr *n = number(m, extent);
    return model_array(m, "u", 8, 1, &n, g, (dist_kind[]){DIST_CYCLIC});
}

/* Element i needs the one before it. A message takes 10 µs, what is done with it 1 µs, and
 * nothing is done side by side: `count` iterations take 11 µs each. */
static void pipeline(int64_t count, int procs)
{
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(m, 10e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const variable *u = dealt_array(m, g, count + 1);
    const loop_var *v = var(m, "i");
    const expr *i = expr_loop_var(m->pool, v);
    node *body = SEQUENCE(from_the_one_before(m, u, i), task(m, home_at(m, u, &i), work(m, 1)));
    node *n = loop(m, v, number(m, 1), number(m, count), number(m, 1), body);
    estimate e = predict_on(m, n, procs);
    is_time(e.time, 11e-6 * (double)count);
    is_time(breakdown_total(&e.parts), e.time);
    /* Every procs-th element is worked at, and a message received for it, but for the first,
     * and sent on. */
    double each = 1e-6 * (double)count / procs;
    is_time(e.busy[1], each);
    assert_true(fabs(e.parts.communication - 20 * each) < 10.001e-6);
    model_free(m);
}

static void pipelines_take_as_long_as_their_steps(void **state)
{
    (void)state;
    pipeline(16000, 2); /* not sampled */
    pipeline(100000, 2);
    pipeline(240000, 3);
    pipeline(102400, 64);
    pipeline(INT64_C(1) << 40, 2);
}

/* --- Processors that do not wait for each other ---------------------------------- */

/* The last elements cost 3 µs, the others 1 µs, and the processors, two, have blocks of
 * them: one has 200,000 µs to do, and the other three times as much. */
static void a_clock_that_falls_behind_may_catch_up(void **state)
{
    model *m = *state;
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const proc_grid *g = model_grid(m, 1);
    const expr *extent = number(m, 400000);
    const variable *u = model_array(m, "u", 8, 1, &extent, g, (dist_kind[]){DIST_BLOCK});
    const loop_var *v = var(m, "i");
    const expr *i = expr_loop_var(m->pool, v);
    const expr *is_late = expr_logic(m->pool, EXPR_LE, number(m, 200000), i);
    node *list[2] = {work(m, 1), if_test(m, is_late, work(m, 2), NULL)};
    /* It communicates, so that it is on the clocks. */
    node *never = from_the_one_before(m, u, number(m, 0));
    node *body = SEQUENCE(never, task(m, home_at(m, u, &i), sequence(2, list)));
    node *n = loop(m, v, number(m, 0), number(m, 399999), number(m, 1), body);
    estimate e = predict_on(m, n, 2);
    is_time(e.busy[0], 0.2);
    is_time(e.busy[1], 0.6);
    is_time(e.time, 0.6);
    is_time(e.parts.waiting, 0);
}

/* --- Against all iterations ------------------------------------------------------ */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

typedef struct maker {
    model *m;
    const proc_grid *grid;
    const variable *u;
    const expr *i, *outer; /* the loops' variables */
} maker;

static node *some_part(maker *k)
{
    model *m = k->m;
    const expr *at = expr_add(m->pool, k->i, number(m, draw(4)));
    const expr *mine = coord(m, k->grid, 0);
    switch (draw(8)) {
    case 0:
        return barrier(m, k->grid);
    case 1:
        return reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    case 2:
        return work_times(m,
                          expr_mod(m->pool, expr_mul(m->pool, mine, number(m, 1 + draw(9))),
                                   number(m, 1 + draw(12))),
                          1 + draw(3));
    case 3:
        return async(from_the_one_before(m, k->u, at), number(m, draw(2)));
    case 4:
        return wait_async(m, number(m, draw(2)));
    case 5:
        return from_the_one_before(m, k->u, at);
    default:
        return task(m, home_at(m, k->u, &at), work(m, 1 + draw(20)));
    }
}

/* Two sweeps of `count` iterations over elements that are dealt out. What the second does
 * depends on which it is, so that the sweeps, too, are not alike. */
static node *some_sweeps(maker *k, int count)
{
    model *m = k->m;
    const loop_var *sweep = var(m, "l"), *v = var(m, "i");
    k->i = expr_loop_var(m->pool, v);
    k->outer = expr_loop_var(m->pool, sweep);
    node *list[6];
    int parts = 2 + draw(4);
    for (int i = 0; i < parts; i++)
        list[i] = some_part(k);
    node *inner = loop(m, v, number(m, 1), number(m, count), number(m, 1), sequence(parts, list));
    node *body = SEQUENCE(task(m, home_at(m, k->u, &k->outer), work(m, 1)), inner);
    return loop(m, sweep, number(m, 0), number(m, 1), number(m, 1), body);
}

/* What only some of the iterations of a stretch do — fill a pipeline — is met in one of them
 * or none: a hundredth is more than that comes to. */
static void is_near(double got, double exact, double of, const char *what, int seed)
{
    if (!(fabs(got - exact) <= 0.01 * of))
        fail_msg("%s: %.17g sampled, %.17g of all iterations (program %d)", what, got, exact, seed);
}

static void one_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    model *m = model_new();
    maker k = {.m = m};
    m->processing.op[SAG_OP_float_add] = value((1 + draw(1000)) * 1e-9);
    m->processing.loop_iteration = value(draw(100) * 1e-9);
    model_message(m, draw(20000) * 1e-9, draw(20) * 1e-9, 0, draw(2) * 700e-9);
    m->communication.call_overhead = value(draw(3) * 100e-9);
    k.grid = model_grid(m, 1);
    k.u = dealt_array(m, k.grid, 8000);
    const aag_graph *g = model_graph(m, some_sweeps(&k, 2100 + draw(5000)));
    int procs = 1 + draw(7);
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate some = predict(m, g, &quick, 1, &procs), all = predict(m, g, &plain, 1, &procs);
    is_near(some.time, all.time, all.time, "time", seed);
    is_near(breakdown_total(&some.parts), some.time, 1e-9 * all.time, "sum of parts", seed);
    for (int p = 0; p < procs; p++)
        is_near(some.busy[p], all.busy[p], all.time, "busy", seed);
    model_free(m);
}

static void samples_stand_for_all(void **state)
{
    (void)state;
    const char *text = getenv("FP_RANDOM_CASES"); /* more, for a longer search */
    int count = text ? atoi(text) : 60;
    for (int seed = 1; seed <= count; seed++)
        one_program(seed);
}

enum { TOLD = 77 };

/* Ends the process: what is told takes long. */
static void end_told(void *with, source_range where, const char *text)
{
    (void)with;
    _exit(where.line == TOLD && strstr(text, "--procs") && strstr(text, "--set") ? TOLD : 1);
}

static void end_told_of_messages(void *with, source_range where, const char *text)
{
    (void)with;
    _exit(where.line == TOLD && strstr(text, "2,248,500 messages") && strstr(text, "--procs") ? TOLD
                                                                                              : 1);
}

/* Iterations that differ, on 1,024 processors, in a process of their own. */
static int status_of_loop(int64_t iterations)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        model *m = model_new();
        m->processing.op[SAG_OP_float_add] = value(1e-6);
        const proc_grid *g = model_grid(m, 1);
        const loop_var *v = var(m, "i");
        node *uneven = work_times(m, coord(m, g, 0), 1); /* each processor has its own clock */
        node *some = work_times(m, expr_loop_var(m->pool, v), 1);
        node *n = loop(m, v, number(m, 0), number(m, iterations - 1), number(m, 1),
                       SEQUENCE(some, barrier(m, g)));
        n->where.line = TOLD;
        int shape = 1024;
        estimate_options options = {.overlap = -1, .tell = end_told};
        predict(m, model_graph(m, SEQUENCE(uneven, n)), &options, 1, &shape);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Ten thousand of them are ten million on clocks, and said to be long when they have begun; a
 * hundred are not. */
static void long_ones_are_told(void **state)
{
    (void)state;
    assert_int_equal(status_of_loop(100), 0);
    assert_int_equal(status_of_loop(10000), TOLD);
}

/* Every element of a row comes from another row's owner: each processor needs one of each other,
 * all in one communication. Of 1,500 processors these are 1500 * 1499 messages, more than 2^21. */
static int status_of_transfer(int procs)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        model *m = model_new();
        const proc_grid *g = model_grid(m, 1);
        const variable *u = dealt_array(m, g, procs);
        const loop_var *x = var(m, "x"), *y = var(m, "y");
        const expr *from = expr_loop_var(m->pool, x), *to = expr_loop_var(m->pool, y);
        node *n = move_element(m, u, &from, &to, 1, (offset_read[]){{{0}}});
        communication *c = (communication *)n->u.comm;
        need *all = (need *)c->needs;
        loop_range range[2] = {{x, number(m, 0), number(m, procs - 1), number(m, 1)},
                               {y, number(m, 0), number(m, procs - 1), number(m, 1)}};
        all->range_count = 2;
        all->range = range;
        n->where.line = c->where.line = TOLD;
        estimate_options options = {.overlap = -1, .tell = end_told_of_messages};
        predict(m, model_graph(m, n), &options, 1, &procs);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void transfers_of_many_messages_are_told(void **state)
{
    (void)state;
    assert_int_equal(status_of_transfer(100), 0);
    assert_int_equal(status_of_transfer(1500), TOLD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipelines_take_as_long_as_their_steps),
        cmocka_unit_test_setup_teardown(a_clock_that_falls_behind_may_catch_up, model_setup,
                                        model_teardown),
        cmocka_unit_test(samples_stand_for_all),
        cmocka_unit_test(long_ones_are_told),
        cmocka_unit_test(transfers_of_many_messages_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
