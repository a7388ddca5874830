#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Loops that communicate, and whose variable says who does what: as long as no index comes to
 * another owner, iterations are alike. */

/* --- By hand ---------------------------------------------------------------------------------- */

/* Element i, of blocks on two processors, needs the one before it: 10 µs where that is on the other
 * one, once. Its own work takes 1 µs, and no processor begins before the other is done. Were some
 * of the 2^33 iterations taken for all, that one message would be met by chance. */
static void a_border_is_crossed_once(void **state)
{
    model *m = *state;
    const int64_t count = INT64_C(1) << 33;
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(m, 10e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *extent = number(m, count + 1);
    const variable *u = model_array(m, "u", 8, 1, &extent, g, (dist_kind[]){DIST_BLOCK});
    const loop_var *v = var(m, "i");
    const expr *i = expr_loop_var(m->pool, v);
    node *body = SEQUENCE(move_element(m, u, &i, &i, 1, (offset_read[]){{{-1}}}),
                          task(m, home_at(m, u, &i), work(m, 1)));
    node *n = loop(m, v, number(m, 1), number(m, count), number(m, 1), body);
    estimate e = predict_on(m, n, 2);
    assert_true(e.comms[0].messages == 1);
    is_time(e.time, 1e-6 * (double)count + 10e-6);
    is_time(e.busy[1], 1e-6 * (double)(count / 2)); /* and waits for the other half */
}

/* Rows of a dimension that is not distributed say nothing of who sends: 2^40 of them take as many
 * times as long as one, in which processor 1 gets an element from 0 in 10 µs. */
static void rows_that_nothing_distributes_are_alike(void **state)
{
    model *m = *state;
    const int64_t count = INT64_C(1) << 40;
    model_message(m, 10e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *extents[] = {number(m, count), number(m, 4)};
    const variable *u =
        model_array(m, "u", 8, 2, extents, g, (dist_kind[]){DIST_COLLAPSED, DIST_BLOCK});
    const loop_var *v = var(m, "i");
    const expr *to[] = {expr_loop_var(m->pool, v), number(m, 2)};
    node *body = move_element(m, u, to, to, 1, (offset_read[]){{{0, -1}}});
    node *n = loop(m, v, number(m, 0), number(m, count - 1), number(m, 1), body);
    estimate e = predict_on(m, n, 2);
    assert_true(e.comms[0].messages == (double)count);
    is_time(e.time, 10e-6 * (double)count);
}

/* --- Against all iterations ---------------------------------------------------------------------
 */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

enum { PACE_MOST = 3, ITERATIONS_MOST = 400, OFFSET_MOST = 6 };

typedef struct maker {
    model *m;
    const proc_grid *grid;
    const variable *u;
    const expr *i, *j; /* the loops' variables; j: of an inner one, or null */
} maker;

/* Mostly c*i + d; at times with the inner variable, or the same in all iterations. */
static const expr *some_index(const maker *k)
{
    model *m = k->m;
    const expr *start = number(m, 2 + draw(OFFSET_MOST));
    if (!draw(5))
        return start;
    const expr *moving = expr_mul(m->pool, number(m, draw(PACE_MOST + 1)), k->i);
    if (k->j && !draw(3))
        moving = expr_add(m->pool, moving, k->j);
    return expr_add(m->pool, moving, start);
}

static node *some_part(maker *k)
{
    model *m = k->m;
    const expr *from[] = {some_index(k), some_index(k)}, *to[] = {some_index(k), some_index(k)};
    offset_read reads[2] = {{{draw(3) - 1, draw(3) - 1}}, {{draw(3) - 1, draw(3) - 1}}};
    const loop_var *inner;
    node *n;
    switch (draw(k->j ? 6 : 7)) {
    case 0:
        return barrier(m, k->grid);
    case 1:
        return broadcast(m, k->u, from);
    case 2:
        return work(m, 1 + draw(5));
    case 3:
        return task(m, home_at(m, k->u, to), work(m, 1 + draw(20)));
    case 4:
    case 5:
        return move_element(m, k->u, draw(3) ? to : from, to, 1 + draw(2), reads);
    default:
        inner = var(m, "j");
        k->j = expr_loop_var(m->pool, inner);
        n = SEQUENCE(some_part(k), some_part(k));
        k->j = NULL;
        return loop(m, inner, number(m, 0), number(m, draw(6)), number(m, 1), n);
    }
}

static node *some_loop(maker *k, int count)
{
    model *m = k->m;
    const loop_var *v = var(m, "i");
    node *list[5];
    int parts = 1 + draw(5);
    bool is_down = draw(4) == 0;
    k->i = expr_loop_var(m->pool, v);
    for (int i = 0; i < parts; i++)
        list[i] = some_part(k);
    return loop(m, v, number(m, is_down ? count - 1 : 0), number(m, is_down ? 0 : count - 1),
                number(m, is_down ? -1 : 1), sequence(parts, list));
}

static void same(double a, double b, const char *what, int seed)
{
    if (a != b)
        fail_msg("%s: %.17g with short cuts, %.17g without (program %d)", what, a, b, seed);
}

static void one_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value((1 + draw(1000)) * 1e-9);
    m->processing.loop_iteration = value(draw(100) * 1e-9);
    model_message(m, draw(20000) * 1e-9, draw(20) * 1e-9, 0, draw(2) * 700e-9);
    static const dist_kind all[] = {DIST_BLOCK, DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK};
    int rank = 1 + draw(2), count = 20 + draw(ITERATIONS_MOST - 20);
    /* All that is asked for is there, or in some programs not. */
    int size = draw(4) ? PACE_MOST * ITERATIONS_MOST + 2 * OFFSET_MOST + 8 : 30 + draw(600);
    maker k = {.m = m, .grid = model_grid(m, rank)};
    const expr *extents[2] = {number(m, size), number(m, size)};
    dist_kind kinds[2] = {all[draw(4)], rank == 2 ? DIST_BLOCK : DIST_COLLAPSED};
    k.u = model_array(m, "u", 8, 2, extents, k.grid, kinds);
    const aag_graph *g = model_graph(m, SEQUENCE(some_loop(&k, count), some_loop(&k, count)));
    int shape[2] = {1 + draw(5), 1 + draw(3)};
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, g, &quick, rank, shape), slow = predict(m, g, &plain, rank, shape);
    same(fast.time, slow.time, "time", seed);
    same(fast.parts.waiting, slow.parts.waiting, "waiting", seed);
    same(fast.parts.computation, slow.parts.computation, "computation", seed);
    for (int p = 0; p < fast.procs; p++)
        same(fast.busy[p], slow.busy[p], "busy", seed);
    for (int i = 0; i < fast.comm_count; i++) {
        same(fast.comms[i].messages, slow.comms[i].messages, "messages", seed);
        same(fast.comms[i].bytes, slow.comms[i].bytes, "bytes", seed);
    }
    model_free(m);
}

static void stretches_change_nothing(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 400; seed++)
        one_program(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_border_is_crossed_once, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(rows_that_nothing_distributes_are_alike, model_setup,
                                        model_teardown),
        cmocka_unit_test(stretches_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
