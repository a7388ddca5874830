/* Expressions built with all their simplification against a naive twin, under
 * random bindings. */

#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/program/expr/naive.h"
#include "tests/random.h"

enum { ROUNDS = 400, EXPRESSIONS = 300, BINDINGS = 4 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static int64_t pick(int64_t lower, int64_t upper)
{
    return random_between(&random_state, lower, upper);
}

/* A pool with its leaves, and what was built in it. */
typedef struct garden {
    fp_context *ctx;
    expr_pool *pool;
    proc_grid grid;
    const param *param[NAIVE_PARAMS];
    const loop_var *var[NAIVE_VARS];
    int built;
    const naive *twin[EXPRESSIONS];
    const expr *real[EXPRESSIONS];
} garden;

static garden *garden_new(void)
{
    static const char *const params[NAIVE_PARAMS] = {"M", "N", "K"};
    static const char *const vars[NAIVE_VARS] = {"i", "j", "k"};
    fp_context *ctx = fp_context_new();
    garden *g = ARENA_NEW(ctx->arena, garden);
    g->ctx = ctx;
    g->pool = expr_pool_new(ctx);
    g->grid = (proc_grid){.name = "P", .rank = NAIVE_AXES};
    for (int i = 0; i < NAIVE_PARAMS; i++)
        g->param[i] = expr_new_param(g->pool, PARAM_VARIABLE, params[i], (source_range){0});
    for (int i = 0; i < NAIVE_VARS; i++)
        g->var[i] = expr_new_loop_var(g->pool, vars[i], (source_range){0});
    return g;
}

static const naive *twin_of(garden *g, naive_op op, int64_t value, const naive *a, const naive *b,
                            const naive *c)
{
    naive *n = ARENA_NEW(g->ctx->arena, naive);
    *n = (naive){.op = op, .value = value, .operand = {a, b, c}};
    return n;
}

static void plant(garden *g, const naive *twin, const expr *real)
{
    g->twin[g->built] = twin;
    g->real[g->built++] = real;
}

static void plant_leaf(garden *g)
{
    const naive_op op = (naive_op)pick(NAIVE_INT, NAIVE_SIZE);
    int64_t v = op == NAIVE_INT ? pick(-6, 6) : op <= NAIVE_VAR ? pick(0, 2) : pick(0, 1);
    if (op == NAIVE_INT && pick(0, 40) == 0)
        v = pick(0, 1) ? INT64_MAX - pick(0, 3) : INT64_MIN + pick(0, 3);
    const expr *real = op == NAIVE_INT     ? expr_int(g->pool, v)
                       : op == NAIVE_PARAM ? expr_param(g->pool, g->param[v])
                       : op == NAIVE_VAR   ? expr_loop_var(g->pool, g->var[v])
                       : op == NAIVE_ME    ? expr_coord(g->pool, &g->grid, (int)v)
                                           : expr_extent(g->pool, &g->grid, (int)v);
    plant(g, twin_of(g, op, v, NULL, NULL, NULL), real);
}

/* One of the last built more often than one of the first. */
static int choose(const garden *g)
{
    return pick(0, 2) ? (int)pick(g->built > 12 ? g->built - 12 : 0, g->built - 1)
                      : (int)pick(0, g->built - 1);
}

static void plant_count(garden *g)
{
    naive_axis *map = ARENA_NEW(g->ctx->arena, naive_axis);
    naive *n = ARENA_NEW(g->ctx->arena, naive);
    axis_map axis = {.grid = &g->grid};
    const expr *real[6];
    int at[11];
    for (int i = 0; i < 11; i++)
        at[i] = choose(g);
    map->kind = axis.kind = pick(0, 1) ? DIST_BLOCK : DIST_CYCLIC;
    map->axis = axis.axis = (int)pick(0, 1);
    map->is_fixed = pick(0, 5) == 0;
    axis.source = map->is_fixed ? AXIS_FIXED : AXIS_BY_DIM;
    const expr **part[5] = {&axis.lower, &axis.extent, &axis.stride, &axis.offset, &axis.block};
    for (int i = 0; i < (pick(0, 1) ? 5 : 4); i++) {
        map->part[i] = g->twin[at[i]];
        *part[i] = g->real[at[i]];
    }
    *n = (naive){.op = NAIVE_COUNT, .map = map};
    for (int i = 0; i < 6; i++) {
        n->operand[i] = g->twin[at[5 + i]];
        real[i] = g->real[at[5 + i]];
    }
    plant(g, n, expr_count(g->pool, &axis, real[0], real[1], real[2], real[3], real[4], real[5]));
}

static void plant_operation(garden *g)
{
    typedef const expr *binary(expr_pool *, const expr *, const expr *);
    static binary *const make[] = {expr_add,      expr_sub, expr_mul, expr_floor_div,
                                   expr_ceil_div, expr_mod, expr_min, expr_max};
    static const expr_kind logic[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE, EXPR_AND, EXPR_OR};
    const naive_op op = (naive_op)pick(NAIVE_ADD, NAIVE_COUNT);
    const int a = choose(g), b = choose(g), c = choose(g);
    const expr *x = g->real[a], *y = g->real[b], *z = g->real[c];
    const bool is_power = op == NAIVE_POWER || op == NAIVE_LOG;
    const int64_t base = is_power ? pick(2, 5) : 0;
    const bool has_b = op != NAIVE_NOT && !is_power,
               has_c = op == NAIVE_SELECT || op == NAIVE_TRIPS;
    if (op == NAIVE_COUNT) {
        plant_count(g);
        return;
    }
    const expr *real = op <= NAIVE_MAX      ? make[op - NAIVE_ADD](g->pool, x, y)
                       : op == NAIVE_SELECT ? expr_select(g->pool, x, y, z)
                       : op == NAIVE_TRIPS  ? expr_trips(g->pool, x, y, z)
                       : op == NAIVE_NOT    ? expr_logic(g->pool, EXPR_NOT, x, NULL)
                       : op == NAIVE_POWER  ? expr_power(g->pool, base, x)
                       : op == NAIVE_LOG    ? expr_log(g->pool, base, x)
                                            : expr_logic(g->pool, logic[op - NAIVE_LT], x, y);
    plant(g, twin_of(g, op, base, g->twin[a], has_b ? g->twin[b] : NULL, has_c ? g->twin[c] : NULL),
          real);
}

static int plant_pair(garden *g, naive_op op, int a, int b)
{
    typedef const expr *binary(expr_pool *, const expr *, const expr *);
    static binary *const make[] = {expr_add,      expr_sub, expr_mul, expr_floor_div,
                                   expr_ceil_div, expr_mod, expr_min, expr_max};
    static const expr_kind logic[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
    const expr *x = g->real[a], *y = g->real[b];
    plant(g, twin_of(g, op, 0, g->twin[a], g->twin[b], NULL),
          op <= NAIVE_MAX ? make[op - NAIVE_ADD](g->pool, x, y)
                          : expr_logic(g->pool, logic[op - NAIVE_LT], x, y));
    return g->built - 1;
}

static int plant_int(garden *g, int64_t v)
{
    plant(g, twin_of(g, NAIVE_INT, v, NULL, NULL, NULL), expr_int(g->pool, v));
    return g->built - 1;
}

/* c1*x1 + c2*x2 + c0 by a constant, or compared with another such sum: what the
 * rules for divisors, residues and common factors are about. */
static int plant_linear(garden *g, int common)
{
    int sum = plant_int(g, pick(-20, 20));
    for (int64_t terms = pick(1, 2); terms > 0; terms--) {
        const int term = choose(g);
        sum = plant_pair(g, NAIVE_ADD, sum,
                         plant_pair(g, NAIVE_MUL, plant_int(g, common * pick(-3, 3)), term));
    }
    return sum;
}

static void plant_arithmetic(garden *g)
{
    static const naive_op by[] = {NAIVE_DIV, NAIVE_MOD, NAIVE_CEIL};
    static const naive_op against[] = {NAIVE_LT, NAIVE_LE,  NAIVE_EQ,
                                       NAIVE_NE, NAIVE_MIN, NAIVE_MAX};
    const int common = (int)pick(1, 4);
    const int a = plant_linear(g, common);
    if (pick(0, 1))
        plant_pair(g, against[pick(0, 5)], a, plant_linear(g, common));
    else
        plant_pair(g, by[pick(0, 2)], a,
                   plant_int(g, pick(0, 5) ? common * pick(1, 4) : -pick(1, 4)));
}

static naive_world pick_world(bool is_large)
{
    naive_world w;
    const int64_t span = is_large ? INT64_MAX / 4 : pick(1, 9);
    for (int i = 0; i < NAIVE_PARAMS; i++)
        w.param[i] = pick(-span, span);
    for (int i = 0; i < NAIVE_VARS; i++)
        w.var[i] = pick(-span, span);
    for (int i = 0; i < NAIVE_AXES; i++) {
        w.size[i] = (int)pick(1, 4);
        w.me[i] = (int)pick(0, w.size[i] - 1);
    }
    return w;
}

/* An env of the world's sizes and parameters; `set` has NAIVE_PARAMS places. */
static bindings bindings_of(const garden *g, const naive_world *w, binding *set)
{
    bindings b = {.count = NAIVE_PARAMS, .set = set, .procs_rank = NAIVE_AXES};
    for (int i = 0; i < NAIVE_PARAMS; i++)
        set[i] = (binding){g->param[i]->name, w->param[i]};
    for (int i = 0; i < NAIVE_AXES; i++)
        b.procs[i] = w->size[i];
    return b;
}

static void enter(const garden *g, env *e, const naive_world *w)
{
    for (int i = 0; i < NAIVE_VARS; i++)
        env_set_loop_var(e, g->var[i], w->var[i]);
    env_set_rank(e, env_rank_at(e, &g->grid, w->me));
}

static env *env_of(garden *g, const naive_world *w, binding *set)
{
    static const proc_grid *grids[1];
    grids[0] = &g->grid;
    const bindings b = bindings_of(g, w, set);
    env *e = env_new(g->ctx, g->pool, grids, 1, &b);
    assert_non_null(e);
    return e;
}

/* Where the twin is defined and far from the end of 64 bits, the value must be
 * the same; an expression of large numbers may also fail to be evaluated. */
static int check(env *e, const naive *twin, const expr *real, const naive_world *w, bool is_large)
{
    int64_t expected;
    bool ok = true;
    if (!naive_eval(twin, w, is_large ? INT64_MAX : 1 << 20, &expected))
        return 0;
    const int64_t actual = expr_eval(e, real, &ok);
    if (!ok && is_large)
        return 0;
    assert_true(ok);
    assert_int_equal(actual, expected);
    assert_true(real->at_least <= expected && expected <= real->at_most);
    return 1;
}

static void grow(garden *g)
{
    for (int i = 0; i < 16; i++)
        plant_leaf(g);
    while (g->built < EXPRESSIONS)
        if (g->built < EXPRESSIONS - 16 && pick(0, 4) == 0)
            plant_arithmetic(g); /* at most 16 */
        else if (pick(0, 5))
            plant_operation(g);
        else
            plant_leaf(g);
}

static void random_expressions_equal_their_twins(void **state)
{
    int compared = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        garden *g = garden_new();
        grow(g);
        for (int b = 0; b < BINDINGS; b++) {
            const bool is_large = b == 3;
            naive_world w = pick_world(is_large);
            binding set[NAIVE_PARAMS];
            env *e = env_of(g, &w, set);
            enter(g, e, &w);
            for (int i = 0; i < EXPRESSIONS; i++)
                compared += check(e, g->twin[i], g->real[i], &w, is_large);
            /* The same env moves on: another rank, then other values of variables. */
            const naive_world next = pick_world(is_large);
            for (int k = 0; k < NAIVE_AXES; k++)
                w.me[k] = next.me[k] % w.size[k];
            enter(g, e, &w);
            for (int i = 0; i < EXPRESSIONS; i++)
                compared += check(e, g->twin[i], g->real[i], &w, is_large);
            memcpy(w.var, next.var, sizeof w.var);
            enter(g, e, &w);
            for (int i = 0; i < EXPRESSIONS; i++)
                compared += check(e, g->twin[i], g->real[i], &w, is_large);
        }
        fp_context_free(g->ctx);
    }
    print_message("%d values compared\n", compared);
    assert_true(compared >= 100000);
}

static void rebinding_equals_binding_anew(void **state)
{
    (void)state;
    garden *g = garden_new();
    grow(g);
    naive_world w = pick_world(false);
    binding set[NAIVE_PARAMS];
    env *e = env_of(g, &w, set);
    int compared = 0;
    for (int round = 0; round < 300; round++) {
        w = pick_world(false);
        const bindings b = bindings_of(g, &w, set);
        assert_true(env_rebind(e, &b));
        enter(g, e, &w);
        for (int i = 0; i < EXPRESSIONS; i++)
            compared += check(e, g->twin[i], g->real[i], &w, false);
    }
    assert_true(compared > 10000);
    fp_context_free(g->ctx);
}

/* e = c*v + r, c free of loop variables, r free of v. */
static void affine_parts_add_up(void **state)
{
    int affine = 0, compared = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        garden *g = garden_new();
        grow(g);
        naive_world w = pick_world(false);
        binding set[NAIVE_PARAMS];
        env *e = env_of(g, &w, set);
        enter(g, e, &w);
        for (int i = 0; i < EXPRESSIONS; i++) {
            const int v = (int)pick(0, NAIVE_VARS - 1);
            const expr *c, *r;
            bool ok = true;
            if (!expr_affine(g->pool, g->real[i], g->var[v], &c, &r))
                continue;
            affine += expr_mentions(g->real[i], g->var[v]);
            assert_false(c->uses_loop_var);
            assert_false(expr_mentions(r, g->var[v]));
            const int64_t whole = expr_eval(e, g->real[i], &ok);
            const int64_t sum = expr_eval(e, c, &ok) * w.var[v] + expr_eval(e, r, &ok);
            if (!ok || whole > 1 << 20 || whole < -(1 << 20))
                continue;
            assert_int_equal(whole, sum);
            compared++;
        }
        fp_context_free(g->ctx);
    }
    print_message("%d affine, %d compared\n", affine, compared);
    assert_true(affine > 1000 && compared > 8000);
}

/* Replacing leaves and then evaluating is evaluating with the leaves bound to
 * what replaces them; all at once, so that i and j can change places. */
static void substitution_binds_leaves(void **state)
{
    int compared = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        garden *g = garden_new();
        grow(g);
        naive_world w = pick_world(false);
        binding set[NAIVE_PARAMS];
        env *e = env_of(g, &w, set);
        enter(g, e, &w);
        const int with[3] = {(int)pick(0, 60), (int)pick(0, 60), (int)pick(0, 60)};
        const loop_var *vars[3] = {g->var[0], g->var[1], NULL};
        const param *params[3] = {NULL, NULL, g->param[1]};
        const expr *exprs[3] = {g->real[with[0]], g->real[with[1]], g->real[with[2]]};
        const expr_substitution s = {3, vars, params, exprs};
        naive_world inner = w;
        if (!naive_eval(g->twin[with[0]], &w, 1000, &inner.var[0]) ||
            !naive_eval(g->twin[with[1]], &w, 1000, &inner.var[1]) ||
            !naive_eval(g->twin[with[2]], &w, 1000, &inner.param[1])) {
            fp_context_free(g->ctx);
            continue;
        }
        for (int i = 0; i < EXPRESSIONS; i++) {
            int64_t expected;
            bool ok = true;
            const expr *replaced = expr_substitute(g->pool, g->real[i], &s);
            if (!naive_eval(g->twin[i], &inner, 1 << 20, &expected))
                continue;
            assert_int_equal(expr_eval(e, replaced, &ok), expected);
            assert_true(ok);
            compared++;
        }
        fp_context_free(g->ctx);
    }
    assert_true(compared > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions_equal_their_twins),
        cmocka_unit_test(rebinding_equals_binding_anew),
        cmocka_unit_test(affine_parts_add_up),
        cmocka_unit_test(substitution_binds_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
