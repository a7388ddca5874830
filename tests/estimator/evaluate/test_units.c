#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* The interpretation function of each unit class, against sums done by hand.
 * The machine: float_add 100 ns, int_compare 10 ns, float_compare 20 ns,
 * loop_setup 200 ns, loop_iteration 50 ns, condition 30 ns, branch_taken 40 ns,
 * call 500 ns. */

#define NS 1e-9

static int setup(void **state)
{
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(100 * NS);
    m->processing.op[SAG_OP_int_compare] = value(10 * NS);
    m->processing.op[SAG_OP_float_compare] = value(20 * NS);
    m->processing.loop_setup = value(200 * NS);
    m->processing.loop_iteration = value(50 * NS);
    m->processing.condition = value(30 * NS);
    m->processing.branch_taken = value(40 * NS);
    m->processing.call = value(500 * NS);
    *state = m;
    return 0;
}

static node *plain_loop(model *m, int64_t n, node *body)
{
    return loop(m, var(m, "i"), number(m, 0), number(m, n - 1), number(m, 1), body);
}

/* Times of units add up to the whole, parts too. */
static void adds_up(const estimate *e)
{
    double sum = 0;
    for (int i = 0; i < e->unit_count; i++)
        sum += breakdown_total(&e->units[i].time);
    is_time(sum, e->time);
    is_time(breakdown_total(&e->parts), e->time);
}

/* setup + N (iteration + body) = 200 + 1000 * (50 + 3 * 100) ns. */
static void iter_d(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, plain_loop(m, 1000, work(m, 3)), 1);
    is_time(e.time, (200 + 1000 * 350.0) * NS);
    is_time(e.parts.computation, 300000 * NS);
    is_time(e.parts.overhead, 50200 * NS);
    is_time(unit_of(&e, AAG_SEQ, 0)->count, 1000);
    is_time(unit_of(&e, AAG_ITER_D, 0)->count, 1);
    adds_up(&e);
}

/* 200 + 10^9 * (50 + 200 + 10^9 * (50 + 100)): more ticks than 64 bits hold. */
static void many_iterations(void **state)
{
    model *m = *state;
    node *inner = plain_loop(m, 1000000000, work(m, 1));
    estimate e = predict_on(m, plain_loop(m, 1000000000, inner), 1);
    is_time(e.time, (200 + 1e9 * (250 + 1e9 * 150)) * NS);
}

static void empty_loop(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, plain_loop(m, 0, work(m, 3)), 1);
    is_time(e.time, 200 * NS);
    estimate f = predict_on(m, plain_loop(m, -5, work(m, 3)), 1);
    is_time(f.time, 200 * NS);
}

/* while: n + 1 tests of 20 + 30 ns; do: n. Setup and iterations as a loop. */
static void while_and_do(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, while_loop(m, number(m, 10), true, 1, work(m, 1)), 1);
    is_time(e.time, (200 + 10 * 150 + 11 * 50.0) * NS);
    estimate f = predict_on(m, while_loop(m, number(m, 10), false, 1, work(m, 1)), 1);
    is_time(f.time, (200 + 10 * 150 + 10 * 50.0) * NS);
    adds_up(&f);
}

/* (condition 30 + compare 10) each; branch 40 and 5 adds when i < 3, that is 3
 * times of 10; else 1 add. */
static void condition_in_a_loop(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i");
    const expr *test = expr_logic(m->pool, EXPR_LT, expr_loop_var(m->pool, i), number(m, 3));
    node *body = if_test(m, test, work(m, 5), work(m, 1));
    estimate e = predict_on(m, loop(m, i, number(m, 0), number(m, 9), number(m, 1), body), 1);
    is_time(e.time, (200 + 10 * 50 + 10 * 40 + 3 * (40 + 500) + 7 * 100.0) * NS);
    is_time(unit_of(&e, AAG_SEQ, 0)->count, 3);
    is_time(unit_of(&e, AAG_SEQ, 1)->count, 7);
    is_time(unit_of(&e, AAG_CONDT_D, 0)->count, 10);
    assert_int_equal(e.assumption_count, 0);
    adds_up(&e);
}

/* 40 + 0.25 * (40 + 800) + 0.75 * 400 ns, and the loop. */
static void condition_by_chance(void **state)
{
    model *m = *state;
    node *body = if_chance(m, 0.25, true, work(m, 8), work(m, 4));
    estimate e = predict_on(m, plain_loop(m, 8, body), 1);
    is_time(e.time, (200 + 8 * 50 + 8 * 40 + 2 * 840 + 6 * 400.0) * NS);
    is_time(unit_of(&e, AAG_SEQ, 0)->count, 2);
    assert_int_equal(e.assumption_count, 0);
    is_time(e.low, e.time);
    adds_up(&e);
}

/* An unhinted branch is an assumption. One 'if' that costs 40 + half of
 * (40 + 1000) ns: between a quarter and three quarters. The body alone is
 * uncertain, 1000 ns: σ = 0.25 * 1000 / sqrt(3). */
static void default_probability(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, if_chance(m, 0.5, false, work(m, 10), NULL), 1);
    is_time(e.time, (40 + 0.5 * 1040) * NS);
    assert_int_equal(e.assumption_count, 1);
    assert_string_equal(e.assumptions[0].text, "'if' taken half of the time");
    double half = 1.96 * 0.25 * 1000 * NS / 1.7320508075688772;
    assert_true(fabs(e.high - e.time - half) < 1e-15);
    assert_true(fabs(e.time - e.low - half) < 1e-15);
    adds_up(&e);
}

/* Errors of one component add up, those of two add in squares: 1 ms of adds
 * at 10 %, twice, and 3 ms of compares at 0: 0.2 ms. */
static void errors_of_one_component_add_up(void **state)
{
    model *m = *state;
    m->processing.op[SAG_OP_float_add].relative_error = 0.1;
    m->processing.loop_setup = m->processing.loop_iteration = value(0);
    node *body = SEQUENCE(plain_loop(m, 10000, work(m, 1)), plain_loop(m, 10000, work(m, 1)));
    estimate e = predict_on(m, body, 1);
    is_time(e.time, 2e-3);
    assert_true(fabs(e.high - e.time - 1.96 * 0.2e-3) < 1e-12);
}

static void call_unit(void **state)
{
    model *m = *state;
    estimate e = predict_on(m, plain_loop(m, 4, call(m, work(m, 2))), 1);
    is_time(e.time, (200 + 4 * (50 + 500 + 200.0)) * NS);
    is_time(unit_of(&e, AAG_CALL, 0)->count, 4);
}

/* for i < 100: for j = i … 99: 5050 bodies, 100 setups. */
static void triangle(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    node *inner = loop(m, j, expr_loop_var(m->pool, i), number(m, 99), number(m, 1), work(m, 1));
    estimate e = predict_on(m, loop(m, i, number(m, 0), number(m, 99), number(m, 1), inner), 1);
    is_time(unit_of(&e, AAG_SEQ, 0)->count, 5050);
    is_time(e.time, (200 + 100 * 50 + 100 * 200 + 5050 * 150.0) * NS);
}

/* A million squared over two in no time: 500000500000 bodies. */
static void large_triangle(void **state)
{
    model *m = *state;
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    node *inner =
        loop(m, j, expr_loop_var(m->pool, i), number(m, 999999), number(m, 1), work(m, 1));
    estimate e = predict_on(m, loop(m, i, number(m, 0), number(m, 999999), number(m, 1), inner), 1);
    is_time(unit_of(&e, AAG_SEQ, 0)->count, 500000500000.0);
    assert_int_equal(e.assumption_count, 0);
}

/* A task for the owner of u[5]: of 8 elements on 4 processors, processor 2. */
static void task_unit(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *eight = number(m, 8), *five = number(m, 5);
    const variable *u = model_array(m, "u", 4, 1, &eight, g, (dist_kind[]){DIST_BLOCK});
    estimate e = predict_on(m, task(m, home_at(m, u, &five), work(m, 7)), 4);
    assert_int_equal(e.slowest, 2);
    is_time(e.time, (30 + 40 + 700) * NS);
    is_time(e.busy[0], 30 * NS);
    is_time(e.balance, (3 * 30 + 770.0) / 4 / 770);
}

/* 10 elements on 4 processors in blocks of 3: 3, 3, 3, 1. */
static void split_loop(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *ten = number(m, 10);
    const variable *u = model_array(m, "u", 4, 1, &ten, g, (dist_kind[]){DIST_BLOCK});
    node *n = split(m, var(m, "i"), number(m, 0), number(m, 9), number(m, 1),
                    &model_map(m, u)->axis[0], 1, 0, work(m, 1));
    estimate e = predict_on(m, n, 4);
    is_time(e.time, (200 + 3 * 150.0) * NS);
    is_time(e.busy[3], (200 + 1 * 150.0) * NS);
    assert_int_equal(e.slowest, 0);
}

/* Out of order, the reciprocal throughput counts: 25 ns an add. */
static void out_of_order(void **state)
{
    model *m = *state;
    m->processing.compose = COMPOSE_OUT_OF_ORDER;
    m->processing.throughput[SAG_OP_float_add] = value(25 * NS);
    estimate e = predict_on(m, plain_loop(m, 1000, work(m, 3)), 1);
    is_time(e.time, (200 + 1000 * 125.0) * NS);
}

/* Superscalar: 3 additions of 25 ns, 75 in all, hide the control of 50, and the 5 operations
 * that begin, one a nanosecond at most; only the setup is alone. */
static void superscalar(void **state)
{
    model *m = *state;
    m->processing.compose = COMPOSE_SUPERSCALAR;
    m->processing.throughput[SAG_OP_float_add] = value(25 * NS);
    m->processing.op[SAG_OP_int_add] = value(1 * NS);
    estimate e = predict_on(m, plain_loop(m, 1000, work(m, 3)), 1);
    is_time(e.time, (200 + 1000 * 75.0) * NS);
    adds_up(&e);
    e = predict_on(m, plain_loop(m, 1000, work(m, 1)), 1); /* 25 beside 50 */
    is_time(e.time, (200 + 1000 * 50.0) * NS);
    /* None is faster than a comparison's 10 ns: 3 that begin, 30, beside 25 and 25. */
    m->processing.op[SAG_OP_int_add] = value(20 * NS);
    m->processing.loop_iteration = value(25 * NS);
    e = predict_on(m, plain_loop(m, 1000, work(m, 1)), 1);
    is_time(e.time, (200 + 1000 * 30.0) * NS);
    adds_up(&e);
}

/* s = s + …, twice as one statement: each iteration waits for two additions of the one
 * before, 200 ns by their latency. */
static void superscalar_chain(void **state)
{
    model *m = *state;
    m->processing.compose = COMPOSE_SUPERSCALAR;
    m->processing.throughput[SAG_OP_float_add] = value(25 * NS);
    m->processing.op[SAG_OP_int_add] = value(1 * NS);
    const variable *s = model_array(m, "s", 4, 0, NULL, NULL, NULL);
    value_path path = {.read = -1, .scalar = 0, .ops = {{0}}};
    path.ops.n[OP_FLOAT_ADD] = 2;
    node *n = work(m, 2);
    n->u.stmt.scalar = s;
    n->u.stmt.scalar_read_count = n->u.stmt.path_count = 1;
    n->u.stmt.scalar_reads = &s;
    n->u.stmt.paths = &path;
    estimate e = predict_on(m, plain_loop(m, 1000, n), 1);
    is_time(e.time, (200 + 1000 * 200.0) * NS);
    adds_up(&e);
    n->u.stmt.scalar = NULL; /* what nobody reads is no chain */
    e = predict_on(m, plain_loop(m, 1000, n), 1);
    is_time(e.time, (200 + 1000 * 50.0) * NS);
}

static void unresolved_parameter(void **state)
{
    model *m = *state;
    const param *n = parameter(m, "n", NULL);
    node *body =
        loop(m, var(m, "i"), number(m, 1), expr_param(m->pool, n), number(m, 1), work(m, 1));
    const aag_graph *g = model_graph(m, body);
    estimate e;
    assert_false(estimate_run(m->ctx, g, &m->machine, NULL, NULL, &e));
    assert_int_equal(diag_count(m->ctx->diags, DIAG_ERROR), 1);
    binding set = {intern(m->ctx->names, "n"), 10};
    bindings values = {.count = 1, .set = &set};
    assert_true(estimate_run(m->ctx, g, &m->machine, &values, NULL, &e));
    is_time(e.time, (200 + 10 * 150.0) * NS);
    assert_int_equal(e.parameter_count, 1);
    assert_int_equal(e.parameters[0].value, 10);
}

static void impossible_extent(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *none = number(m, 0);
    model_array(m, "u", 4, 1, &none, g, (dist_kind[]){DIST_BLOCK});
    const aag_graph *graph = model_graph(m, work(m, 1));
    bindings values = {.procs_rank = 1, .procs = {2}};
    estimate e;
    assert_false(estimate_run(m->ctx, graph, &m->machine, &values, NULL, &e));
    assert_int_equal(diag_count(m->ctx->diags, DIAG_ERROR), 1);
}

/* 1000 floats on 4 nodes, and one on 1: 1000 and 4000 bytes are 4 and 16 pages of 256 bytes,
 * 7 ns each, beside 100 ns of an addition. */
static void fresh_pages(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 1000);
    model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    m->memory.page = value(256);
    is_time(predict_on(m, work(m, 1), 4).time, 100 * NS);
    m->memory.first_touch = value(7 * NS);
    estimate e = predict_on(m, work(m, 1), 4);
    is_time(e.time, (100 + 4 * 7) * NS);
    is_time(unit_of(&e, AAG_SPAWN, 0)->time.overhead, 4 * 7 * NS);
    adds_up(&e);
    is_time(predict_on(m, work(m, 1), 1).time, (100 + 16 * 7) * NS);
}

/* 1000 floats on 4 nodes: 1000 bytes each; 999 are too few. */
static void memory_warning(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 1000);
    model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    m->memory.usable = value(1000);
    estimate e = predict_on(m, work(m, 1), 4);
    assert_int_equal(e.node_bytes, 1000);
    assert_int_equal(diag_count(m->ctx->diags, DIAG_WARNING), 0);
    m->memory.usable = value(999);
    predict_on(m, work(m, 1), 4);
    assert_int_equal(diag_count(m->ctx->diags, DIAG_WARNING), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, model_teardown)
    const struct CMUnitTest tests[] = {
        TEST(iter_d),
        TEST(many_iterations),
        TEST(empty_loop),
        TEST(while_and_do),
        TEST(condition_in_a_loop),
        TEST(condition_by_chance),
        TEST(default_probability),
        TEST(errors_of_one_component_add_up),
        TEST(call_unit),
        TEST(triangle),
        TEST(large_triangle),
        TEST(task_unit),
        TEST(split_loop),
        TEST(out_of_order),
        TEST(superscalar),
        TEST(superscalar_chain),
        TEST(unresolved_parameter),
        TEST(impossible_extent),
        TEST(fresh_pages),
        TEST(memory_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
