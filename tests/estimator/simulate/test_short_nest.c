#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Nests of two-trip loops: as many iterations as nobody could walk, and times by hand. */

enum { LOOPS = 30 };

static bool is_near(double a, double b)
{
    return a > b * (1 - 1e-12) && a < b * (1 + 1e-12);
}

static node *two_trips(model *m, node *body)
{
    for (int i = 0; i < LOOPS; i++)
        body = loop(m, var(m, "k"), number(m, 0), number(m, 1), number(m, 1), body);
    return body;
}

/* Processor p works 10 + 2p us and then gets a message of 1 us from the one before it: the last
 * one takes 17 us each time, never waits, and falls behind the others for ever. Around it are, at
 * depth d, 2^d loops to set up, of 200 ns, and 2^(d + 1) iterations, of 50 ns. */
static void clocks_that_move_apart(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    m->processing.loop_setup = value(200e-9);
    m->processing.loop_iteration = value(50e-9);
    model_message(m, 1e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    offset_read left = {{-1}};
    node *list[5] = {work(m, 10)};
    for (int p = 1; p < 4; p++) { /* from processor p on, and in no loop */
        const expr *is_late = expr_logic(m->pool, EXPR_LE, number(m, p), coord(m, g, 0));
        list[p] = if_test(m, is_late, work(m, 2), NULL);
    }
    list[4] = shift(m, u, number(m, 1), number(m, 7), 1, &left);
    node *body = sequence(5, list);
    estimate e = predict_on(m, two_trips(m, body), 4);
    double all = (double)(INT64_C(1) << LOOPS);
    assert_int_equal(e.slowest, 3);
    assert_true(is_near(e.time, 17e-6 * all + 200e-9 * (all - 1) + 50e-9 * (2 * all - 2)));
    assert_true(is_near(e.parts.overhead, 200e-9 * (all - 1) + 50e-9 * (2 * all - 2)));
    assert_true(e.parts.waiting == 0);
    for (int i = 0, depth = 0; i < e.unit_count; i++)
        if (aag_is_iteration(e.units[i].unit->cls))
            assert_true(is_near(e.units[i].count, (double)(INT64_C(1) << depth++)));
    model_free(m);
}

/* 1 us of work where the sum of all variables is a multiple of three, and a barrier each time. Of
 * the 2^30 sums, how many are 0, 3, ... 30: sum of C(30, 3k) = (2^30 + 2 cos(30 * 60 degrees)) / 3
 * = (2^30 + 2) / 3. */
static void condition_of_all(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const proc_grid *g = model_grid(m, 1);
    const loop_var *v[LOOPS];
    const expr *sum = number(m, 0);
    for (int i = 0; i < LOOPS; i++) {
        v[i] = var(m, "k");
        sum = expr_add(m->pool, sum, expr_loop_var(m->pool, v[i]));
    }
    const expr *left = expr_mod(m->pool, sum, number(m, 3));
    node *n =
        SEQUENCE(if_test(m, expr_logic(m->pool, EXPR_EQ, left, number(m, 0)), work(m, 1), NULL),
                 barrier(m, g));
    for (int i = LOOPS - 1; i >= 0; i--)
        n = loop(m, v[i], number(m, 0), number(m, 1), number(m, 1), n);
    estimate e = predict_on(m, n, 2);
    assert_true(is_near(e.time, ((double)(INT64_C(1) << LOOPS) + 2) / 3 * 1e-6));
    model_free(m);
}

/* Processor 0 sends by an adapter, in steps: 1 us itself, and then 1.5 us of the port, which passes
 * a message yet when it sends the next one. Two messages in each of three loops, of which setting
 * up takes 1 us, as that of the loop around them does: it sends at 2, 3 | 5, 6 | 8, 9 us. So of
 * each two the second is ready half a microsecond before the port is free, and the first finds it
 * free: they are through at 4.5, 6 | 7.5, 9 | 10.5, 12 us. Were all six sent one after another they
 * would meet in the port, and the last be through at 13. */
static void ports_that_rest_between_loops(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.loop_setup = value(1e-6);
    model_message(m, 1.5e-6, 0, 0, 0);
    m->pieces[0].send = value(1e-6);
    m->communication.exchange = EXCHANGE_ADAPTER;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 2);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    offset_read left = {{-1}};
    node *nest = shift(m, u, number(m, 1), number(m, 1), 1, &left);
    for (int i = 0; i < 2; i++)
        nest = loop(m, var(m, "k"), number(m, 0), number(m, 1 + i), number(m, 1), nest);
    const int procs = 2;
    estimate_options in_steps = {.overlap = -1, .is_sendrecv = true};
    estimate e = predict(m, model_graph(m, nest), &in_steps, 1, &procs);
    assert_int_equal(e.slowest, 1);
    assert_true(is_near(e.time, 12e-6));
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_that_move_apart),
        cmocka_unit_test(condition_of_all),
        cmocka_unit_test(ports_that_rest_between_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
