#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Conditions whose test mentions a parameter that nothing tells go by their
 * probability; with its value they are decided. */

#define US 1e-6

/* With `procs` bound to a number; 0: to none. */
static estimate predict_with(model *m, const aag_graph *g, int64_t procs, bool is_explicit)
{
    const binding set = {intern(m->ctx->names, "procs"), procs};
    bindings values = {.count = procs ? 1 : 0, .set = &set};
    values.procs_rank = m->grids.count ? 1 : 0;
    values.procs[0] = 2;
    estimate_options options = {.overlap = -1, .explicit_clocks = is_explicit};
    estimate e;
    bool ok = estimate_run(m->ctx, g, &m->machine, &values, &options, &e);
    if (!ok)
        diag_print(m->ctx->diags, stderr, false, DIAG_REMARK);
    assert_true(ok);
    return e;
}

/* The parameter that nothing tells. */
static const expr *procs_of(model *m)
{
    return expr_param(m->pool, parameter(m, intern(m->ctx->names, "procs"), NULL));
}

static const char *first_assumption(const estimate *e)
{
    return e->assumption_count ? e->assumptions[0].text : "";
}

static model *small_model(void)
{
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(2 * US);
    m->processing.condition = value(1 * US);
    m->processing.branch_taken = value(0.5 * US);
    return m;
}

/* if (procs < 3) 4 adds; else 1 add; taken in a quarter of cases:
 * 1 + 0.25 * (0.5 + 8) + 0.75 * 2 = 4.625 µs. */
static void taken_by_probability(void **state)
{
    (void)state;
    model *m = small_model();
    const expr *procs = procs_of(m);
    node *n = if_test(m, expr_logic(m->pool, EXPR_LT, procs, number(m, 3)), work(m, 4), work(m, 1));
    n->u.cond.probability = 0.25;
    const aag_graph *g = model_graph(m, n);
    estimate e = predict_with(m, g, 0, false);
    is_time(e.time, 4.625 * US);
    assert_string_equal(first_assumption(&e),
                        "'if' taken 25.0 % of the time: nothing tells the value of 'procs'; "
                        "--set procs=VALUE would decide it");
    assert_int_equal(e.parameter_count, 0);

    estimate two = predict_with(m, g, 2, false);
    is_time(two.time, 9.5 * US);
    assert_int_equal(two.assumption_count, 0);
    estimate three = predict_with(m, g, 3, false);
    is_time(three.time, 3 * US);
    model_free(m);
}

/* 5 < 3 && procs < 3 needs no procs: one test, and the else branch. */
static void decided_without_it(void **state)
{
    (void)state;
    model *m = small_model();
    const expr *procs = procs_of(m);
    const expr *n = expr_param(m->pool, parameter(m, "n", number(m, 5)));
    const expr *test = expr_logic(m->pool, EXPR_AND, expr_logic(m->pool, EXPR_LT, n, number(m, 3)),
                                  expr_logic(m->pool, EXPR_LT, procs, number(m, 3)));
    estimate e = predict_on(m, if_test(m, test, work(m, 4), work(m, 1)), 1);
    is_time(e.time, 3 * US);
    assert_int_equal(e.assumption_count, 0);
    model_free(m);
}

/* 1,000 times: if (t < procs) 4 adds, half of the time; then a message of 10 µs from
 * processor 0 to 1: 1000 * (1 + 0.5 * (0.5 + 8) + 10) µs, by each iteration or not. */
static void in_a_loop_that_communicates(void **state)
{
    (void)state;
    model *m = small_model();
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *grid = model_grid(m, 1);
    const expr *extent = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &extent, grid, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    const expr *procs = procs_of(m);
    const loop_var *t = var(m, "t");
    const expr *test = expr_logic(m->pool, EXPR_LT, expr_loop_var(m->pool, t), procs);
    node *chance = if_test(m, test, work(m, 4), NULL);
    chance->u.cond.probability = 0.5;
    node *body = SEQUENCE(chance, shift(m, u, number(m, 1), number(m, 3), 1, &left));
    const aag_graph *g =
        model_graph(m, loop(m, t, number(m, 0), number(m, 999), number(m, 1), body));
    is_time(predict_with(m, g, 0, false).time, 15250 * US);
    is_time(predict_with(m, g, 0, true).time, 15250 * US);
    /* procs = 100: 100 times 1 + 0.5 + 8, 900 times 1, and the messages. */
    is_time(predict_with(m, g, 100, false).time, 11850 * US);
    is_time(predict_with(m, g, 100, true).time, 11850 * US);
    model_free(m);
}

/* The same around a message: both branches weighted, messages too. */
static void around_a_message(void **state)
{
    (void)state;
    model *m = small_model();
    model_message(m, 10 * US, 0, 0, 0);
    const proc_grid *grid = model_grid(m, 1);
    const expr *extent = number(m, 4);
    const variable *u = model_array(m, "u", 4, 1, &extent, grid, (dist_kind[]){DIST_BLOCK});
    static const offset_read left = {{-1}};
    const expr *procs = procs_of(m);
    node *n = if_test(m, expr_logic(m->pool, EXPR_LT, procs, number(m, 3)),
                      shift(m, u, number(m, 1), number(m, 3), 1, &left), work(m, 3));
    n->u.cond.probability = 0.5;
    const aag_graph *g = model_graph(m, n);
    estimate e = predict_with(m, g, 0, false);
    is_time(e.time, 9.25 * US); /* 1 + 0.5 * (0.5 + 10) + 0.5 * 6 */
    assert_true(e.comms[0].messages == 0.5);
    is_time(predict_with(m, g, 2, false).time, 11.5 * US);
    model_free(m);
}

/* A loop's bound must be known. */
static void not_for_loops(void **state)
{
    (void)state;
    model *m = small_model();
    const expr *procs = procs_of(m);
    const aag_graph *g =
        model_graph(m, loop(m, var(m, "i"), number(m, 1), procs, number(m, 1), work(m, 1)));
    bindings values = {.procs_rank = 1, .procs = {1}};
    estimate e;
    assert_false(estimate_run(m->ctx, g, &m->machine, &values, NULL, &e));
    assert_int_equal(diag_count(m->ctx->diags, DIAG_ERROR), 1);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taken_by_probability),
        cmocka_unit_test(decided_without_it),
        cmocka_unit_test(in_a_loop_that_communicates),
        cmocka_unit_test(around_a_message),
        cmocka_unit_test(not_for_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
