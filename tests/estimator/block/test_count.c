#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* How often each unit executes, in closed form, against a walk over all
 * iterations of random nests: triangles, conditions on loop variables, loops
 * split over blocks and cycles, statements with homes. */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

/* --- The walk --------------------------------------------------------------- */

typedef struct walk {
    env *env;
    const aag_graph *graph;
    int rank;
    double *count; /* by unit id */
} walk;

static int64_t eval(walk *w, const expr *x)
{
    bool ok = true;
    int64_t v = expr_eval(w->env, x, &ok);
    assert_true(ok);
    return v;
}

static bool is_at(walk *w, const axis_map *map, const expr *index)
{
    dim_mapping dim;
    bool ok = true;
    assert_true(env_dim_mapping(w->env, map, &dim, &ok));
    return mapping_owner(&dim, eval(w, index)) == env_coord(w->env, map->grid, map->axis, w->rank);
}

static bool is_home(walk *w, const home *at)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted && !is_at(w, &at->axis[k].map, at->axis[k].index))
            return false;
    return true;
}

static void walk_list(walk *w, const aag_unit *list);

static void walk_loop(walk *w, const aag_unit *u)
{
    int64_t lower = eval(w, u->range.lower), upper = eval(w, u->range.upper);
    int64_t step = eval(w, u->range.step);
    const loop_node *l = u->loop;
    for (int64_t i = lower; step > 0 ? i <= upper : i >= upper; i += step) {
        env_set_loop_var(w->env, u->var, i);
        if (l->split_on) {
            expr_pool *pool = w->graph->program->pool;
            const expr *index = expr_int(pool, eval(w, l->split_c) * i + eval(w, l->split_d));
            if (!is_at(w, l->split_on, index))
                continue;
        }
        walk_list(w, u->child);
    }
}

static void walk_list(walk *w, const aag_unit *list)
{
    for (const aag_unit *u = list; u; u = u->next) {
        if (u->cls == AAG_SEQ) {
            w->count[u->id] += is_home(w, u->steps[0].at);
            continue;
        }
        w->count[u->id]++;
        if (u->var) {
            walk_loop(w, u);
        } else if (aag_is_condition(u->cls)) {
            bool holds = u->on ? is_home(w, u->on) : eval(w, u->test) != 0;
            walk_list(w, holds ? u->child : u->other);
        } else {
            walk_list(w, u->child);
        }
    }
}

/* --- Random nests ----------------------------------------------------------- */

#define EXTENT 40

typedef struct maker {
    model *m;
    const proc_grid *grid;
    const variable *u;
    const loop_var *vars[4];
    int depth;
} maker;

/* c0 + Σ c_k * v_k, coefficients mostly -1, 0, 1. */
static const expr *affine(maker *k, int least, int most)
{
    model *m = k->m;
    const expr *x = number(m, least + draw(most - least + 1));
    for (int i = 0; i < k->depth; i++) {
        int c = draw(4) ? draw(3) - 1 : draw(7) - 3;
        x = expr_add(m->pool, x,
                     expr_mul(m->pool, number(m, c), expr_loop_var(m->pool, k->vars[i])));
    }
    return x;
}

static const expr *test_of(maker *k)
{
    model *m = k->m;
    const expr_kind kinds[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
    const expr *a = affine(k, -5, 30);
    if (draw(3) == 0)
        a = expr_mod(m->pool, a, number(m, 2 + draw(4)));
    else if (draw(3) == 0) { /* rows of an array, each so many elements, in lines of so many */
        const expr *rows = expr_mul(m->pool, affine(k, 0, 3), number(m, 2 + draw(8)));
        a = expr_mod(m->pool, expr_add(m->pool, rows, a), number(m, 2 + draw(11)));
    }
    if (draw(5) == 0)
        a = expr_floor_div(m->pool, a, number(m, 2 + draw(3)));
    const expr *one = expr_logic(m->pool, kinds[draw(4)], a, number(m, draw(10)));
    if (draw(3))
        return one;
    const expr *two = expr_logic(m->pool, kinds[draw(4)], affine(k, -5, 30), number(m, draw(20)));
    return expr_logic(m->pool, draw(2) ? EXPR_AND : EXPR_OR, one, two);
}

static node *some_list(maker *k);

static node *some_loop(maker *k)
{
    model *m = k->m;
    const loop_var *v = var(m, "i");
    const expr *lower = affine(k, 0, 12), *upper = affine(k, 5, 30);
    const expr *step = number(m, draw(4) ? 1 : draw(2) ? 2 + draw(2) : -1 - draw(2));
    bool can_split = k->depth < 2;
    if (can_split && draw(2)) {
        /* Indices of a split loop stay inside the array. */
        lower = expr_max(m->pool, lower, number(m, 0));
        upper = expr_min(m->pool, upper, number(m, EXTENT - 2));
        k->vars[k->depth++] = v;
        node *body = some_list(k);
        k->depth--;
        return split(m, v, lower, upper, number(m, 1 + draw(2)),
                     &model_map(m, k->u)->axis[draw(k->grid->rank)], 1, draw(2), body);
    }
    k->vars[k->depth++] = v;
    node *body = some_list(k);
    k->depth--;
    return loop(m, v, lower, upper, step, body);
}

static node *some_work(maker *k)
{
    model *m = k->m;
    node *n = work(m, 1 + draw(9));
    if (draw(4) || !k->depth)
        return n;
    const expr *index[2];
    for (int d = 0; d < 2; d++)
        index[d] = expr_min(m->pool, expr_max(m->pool, affine(k, 0, 20), number(m, 0)),
                            number(m, EXTENT - 1));
    n->u.stmt.at = home_at(m, k->u, index);
    return n;
}

static node *some_node(maker *k)
{
    int what = draw(10);
    if (k->depth < 3 && what < 5)
        return some_loop(k);
    if (what < 7 && k->depth)
        return if_test(k->m, test_of(k), some_work(k), draw(2) ? some_work(k) : NULL);
    return some_work(k);
}

static node *some_list(maker *k)
{
    node *list[2];
    int count = 1 + draw(2);
    for (int i = 0; i < count; i++)
        list[i] = some_node(k);
    return sequence(count, list);
}

static void one_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x94d049bb133111eb) + 1;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    maker k = {.m = m, .grid = model_grid(m, 2)};
    const expr *extents[2] = {number(m, EXTENT), number(m, EXTENT)};
    static const dist_kind all[] = {DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK};
    dist_kind kinds[2] = {all[draw(3)], all[draw(3)]};
    k.u = model_array(m, "u", 4, 2, extents, k.grid, kinds);
    const aag_graph *g = model_graph(m, some_loop(&k));
    int shape[2] = {1 + draw(4), 1 + draw(3)};
    estimate e = predict(m, g, NULL, 2, shape);

    bindings values = {.procs_rank = 2, .procs = {shape[0], shape[1]}};
    walk w = {.graph = g, .rank = e.slowest};
    w.env = env_new(m->ctx, m->pool, m->layout.grids, m->layout.grid_count, &values);
    env_set_rank(w.env, e.slowest);
    w.count = calloc((size_t)g->unit_count, sizeof *w.count);
    assert_non_null(w.count);
    walk_list(&w, g->root);
    for (int i = 0; i < g->unit_count; i++) {
        if (g->units[i]->cls == AAG_START || g->units[i]->cls == AAG_END)
            continue;
        if (e.units[i].count != w.count[i]) {
            aag_dump(m->ctx, g, false, DUMP_TEXT, stderr);
            fail_msg("unit %d: %.0f counted, %.0f walked (program %d, processor %d of %dx%d)", i,
                     e.units[i].count, w.count[i], seed, e.slowest, shape[0], shape[1]);
        }
    }
    free(w.count);
    model_free(m);
}

static void counts_equal_a_walk(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 3000; seed++)
        one_program(seed);
}

/* 1 us of work where the sum of 30 two-valued variables is a multiple of three, which it is (2^30 +
 * 2 cos(30 * 60 degrees)) / 3 times; without communication. */
static void condition_of_many_loops(void **state)
{
    enum { LOOPS = 30 };
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const loop_var *v[LOOPS];
    const expr *sum = number(m, 0);
    for (int i = 0; i < LOOPS; i++) {
        v[i] = var(m, "k");
        sum = expr_add(m->pool, sum, expr_loop_var(m->pool, v[i]));
    }
    const expr *left = expr_mod(m->pool, sum, number(m, 3));
    node *n = if_test(m, expr_logic(m->pool, EXPR_EQ, left, number(m, 0)), work(m, 1), NULL);
    for (int i = LOOPS - 1; i >= 0; i--)
        n = loop(m, v[i], number(m, 0), number(m, 1), number(m, 1), n);
    estimate e = predict_on(m, n, 1);
    assert_true(fabs(e.time / (((double)(1 << LOOPS) + 2) / 3 * 1e-6) - 1) < 1e-12);
    model_free(m);
}

/* 1 us of work at each element of 50 rows whose number, rows being `width` long, leaves none of
 * `line`; without communication. */
static void check_lines(int width, int line)
{
    enum { ROWS = 50 };
    int lines = 0;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const expr *at =
        expr_add(m->pool, expr_mul(m->pool, expr_loop_var(m->pool, i), number(m, width)),
                 expr_loop_var(m->pool, j));
    const expr *left = expr_mod(m->pool, at, number(m, line));
    node *n = if_test(m, expr_logic(m->pool, EXPR_EQ, left, number(m, 0)), work(m, 1), NULL);
    n = loop(m, j, number(m, 0), number(m, width - 1), number(m, 1), n);
    estimate e = predict_on(m, loop(m, i, number(m, 0), number(m, ROWS - 1), number(m, 1), n), 1);
    for (int k = 0; k < ROWS * width; k++)
        lines += k % line == 0;
    if (fabs(e.time - lines * 1e-6) > 1e-9)
        fail_msg("rows of %d, lines of %d: %.9g s of %d lines", width, line, e.time, lines);
    model_free(m);
}

/* Rows that are a multiple of lines, that have a divisor with them, and that have none. */
static void lines_of_rows(void **state)
{
    (void)state;
    for (int width = 1; width <= 45; width += width < 15 ? 1 : 5)
        for (int line = 2; line <= 24; line++)
            check_lines(width, line);
}

/* 1 us of work wherever a sum of a row's number and a place in it leaves a number of one of two
 * divisors, in rows that are as long or grow, with places going up or down. */
typedef struct sums {
    int rows, length, grows; /* of row i: length + grows * i */
    int by_row, by_place, more;
    int first, second, left; /* divisors; what the second leaves */
    int step;                /* from one place to the next */
    int rounds;              /* of all rows: a loop around them */
} sums;

static int count_sums(const sums *x)
{
    int all = 0;
    for (int i = 0; i < x->rows; i++)
        for (int k = 0; k < x->length + x->grows * i; k++) {
            int sum = x->by_row * i + x->by_place * (7 + x->step * k) + x->more;
            all += (sum % x->first + x->first) % x->first == 0 ||
                   (sum % x->second + x->second) % x->second == x->left;
        }
    return all * x->rounds;
}

static void check_sums(const sums *x)
{
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const loop_var *t = var(m, "t"), *i = var(m, "i"), *j = var(m, "j");
    const expr *row = expr_loop_var(m->pool, i), *place = expr_loop_var(m->pool, j);
    const expr *sum = expr_add(m->pool, expr_mul(m->pool, number(m, x->by_row), row),
                               expr_mul(m->pool, number(m, x->by_place), place));
    sum = expr_add(m->pool, sum, number(m, x->more));
    const expr *first =
        expr_logic(m->pool, EXPR_EQ, expr_mod(m->pool, sum, number(m, x->first)), number(m, 0));
    const expr *second = expr_logic(m->pool, EXPR_EQ, expr_mod(m->pool, sum, number(m, x->second)),
                                    number(m, x->left));
    /* the last place: 7 + step * (length + grows * i - 1) */
    const expr *last = expr_add(m->pool, number(m, 7 + x->step * (x->length - 1)),
                                expr_mul(m->pool, number(m, x->step * x->grows), row));
    node *n = if_test(m, expr_logic(m->pool, EXPR_OR, first, second), work(m, 1), NULL);
    n = loop(m, j, number(m, 7), last, number(m, x->step), n);
    n = loop(m, i, number(m, 0), number(m, x->rows - 1), number(m, 1), n);
    estimate e = predict_on(m, loop(m, t, number(m, 1), number(m, x->rounds), number(m, 1), n), 1);
    if (fabs(e.time - count_sums(x) * 1e-6) > 1e-9)
        fail_msg(
            "%d rows of %d + %d i, (%d i + %d j + %d) %% %d, %% %d == %d, by %d: %.9g s, not %d",
            x->rows, x->length, x->grows, x->by_row, x->by_place, x->more, x->first, x->second,
            x->left, x->step, e.time, count_sums(x));
    model_free(m);
}

static void remainders_of_one_sum(void **state)
{
    (void)state;
    static const int steps[] = {1, 1, 2, 3, -1, -2};
    for (int seed = 1; seed <= 1500; seed++) {
        random_state = (uint64_t)seed;
        sums x = {.rows = 1 + draw(40),
                  .length = draw(60),
                  .grows = draw(3),
                  .by_row = draw(9) - 4,
                  .by_place = draw(3) ? 1 : draw(9) - 4,
                  .more = draw(200) - 100,
                  .first = 2 + draw(14),
                  .second = 2 + draw(22),
                  .step = steps[draw(6)],
                  .rounds = 1 + draw(2)};
        x.left = draw(x.second);
        check_sums(&x);
    }
}

/* 1 us of work at each j of 98 that leaves 3 of t, for each t up to ten: the period is t's. */
static void divisors_of_outer_loops(void **state)
{
    (void)state;
    enum { DIVISORS = 10, PLACES = 98, LEFT = 3 };
    int all = 0;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const loop_var *t = var(m, "t"), *j = var(m, "j");
    const expr *left = expr_mod(m->pool, expr_loop_var(m->pool, j), expr_loop_var(m->pool, t));
    node *n = if_test(m, expr_logic(m->pool, EXPR_EQ, left, number(m, LEFT)), work(m, 1), NULL);
    n = loop(m, j, number(m, 0), number(m, PLACES - 1), number(m, 1), n);
    estimate e = predict_on(m, loop(m, t, number(m, 1), number(m, DIVISORS), number(m, 1), n), 1);
    for (int divisor = 1; divisor <= DIVISORS; divisor++)
        for (int place = 0; place < PLACES; place++)
            all += place % divisor == LEFT;
    if (fabs(e.time - all * 1e-6) > 1e-9)
        fail_msg("%.9g s, not of %d", e.time, all);
    model_free(m);
}

/* Blocks of three of twelve cells, which go round outside. Of i + t with i = 0 ... 6, processor 2
 * has 21 in each twelve t, and 7 + 6 + 5 of the first seven. */
static void indices_outside_the_template(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 12);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const axis_map *axis = &model_map(m, u)->axis[0];
    const loop_var *t = var(m, "t");
    const expr *zero = number(m, 0), *one = number(m, 1), *six = number(m, 6);
    node *inner = split(m, var(m, "i"), zero, six, one, axis, 1, 0, work(m, 1));
    inner->u.loop.split_d = expr_loop_var(m->pool, t);
    inner->u.loop.trips =
        expr_count(m->pool, axis, zero, six, one, one, inner->u.loop.split_d, coord(m, g, 0));
    const int64_t turns = 178956970, trips = 12 * turns + 7; /* 2^31 - 1 */
    estimate e = predict_on(m, loop(m, t, zero, number(m, trips - 1), one, inner), 4);
    assert_int_equal(e.slowest, 2);
    assert_true(fabs(e.time / ((double)(21 * turns + 18) * 1e-6) - 1) < 1e-12);
    model_free(m);
}

enum { TOLD = 77 };

static void end_told(void *with, source_range where, const char *text)
{
    (void)with;
    _exit(where.line == TOLD && strstr(text, "--set") ? TOLD : 1);
}

/* Iterations whose decisions follow no pattern, in a process of their own. */
static int status_of_loop(int64_t iterations)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        model *m = model_new();
        m->processing.op[SAG_OP_float_add] = value(1e-6);
        const loop_var *v = var(m, "i"), *inner = var(m, "j");
        const expr *i = expr_loop_var(m->pool, v), *square = expr_mul(m->pool, i, i);
        const expr *odd = expr_mod(m->pool, expr_floor_div(m->pool, square, number(m, 7)),
                                   expr_add(m->pool, i, number(m, 2)));
        node *some = loop(m, inner, number(m, 0), odd, number(m, 1), work(m, 1));
        node *n = loop(m, v, number(m, 0), number(m, iterations - 1), number(m, 1), some);
        n->where.line = TOLD;
        int shape = 1;
        estimate_options options = {.overlap = -1, .tell = end_told};
        predict(m, model_graph(m, n), &options, 1, &shape);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void long_ones_are_told(void **state)
{
    (void)state;
    assert_int_equal(status_of_loop(1000), 0);
    assert_int_equal(status_of_loop(1000000), TOLD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_a_walk),     cmocka_unit_test(condition_of_many_loops),
        cmocka_unit_test(lines_of_rows),           cmocka_unit_test(remainders_of_one_sum),
        cmocka_unit_test(divisors_of_outer_loops), cmocka_unit_test(indices_outside_the_template),
        cmocka_unit_test(long_ones_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
