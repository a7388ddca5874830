/* Polynomials, divided: e = q d + r, against polynomials that are nothing but lists of
 * coefficients, evaluated at random points. */

#include "program/env/bindings.h"
#include "tests/cmocka_all.h"
#include "tests/random.h"

enum { PARAMS = 3, LEAVES = 6, TERMS = 6, POINTS = 8, ROUNDS = 4000 };

static uint64_t random_state = 0x2545f4914f6cdd1du;

static int64_t pick(int64_t lower, int64_t upper)
{
    return random_between(&random_state, lower, upper);
}

/* The sum of coefficient[t] times the product of leaf[l] to the power[t][l]. */
typedef struct polynomial {
    int count;
    int64_t coefficient[TERMS];
    int power[TERMS][LEAVES];
} polynomial;

typedef struct world {
    fp_context *ctx;
    expr_pool *pool;
    const param *param[PARAMS];
    const loop_var *var[LEAVES - PARAMS];
    const expr *leaf[LEAVES]; /* the parameters, then the variables of loops */
    int64_t value[LEAVES];
    binding set[PARAMS];
    env *env; /* of all that was built before the first move */
} world;

static world new_world(void)
{
    static const char *const names[LEAVES] = {"N", "M", "K", "i", "j", "k"};
    world w = {.ctx = fp_context_new()};
    w.pool = expr_pool_new(w.ctx);
    for (int i = 0; i < LEAVES; i++) {
        const char *name = names[i];
        if (i < PARAMS) {
            w.param[i] = expr_new_param(w.pool, PARAM_VARIABLE, name, (source_range){0});
            w.leaf[i] = expr_param(w.pool, w.param[i]);
        } else {
            w.var[i - PARAMS] = expr_new_loop_var(w.pool, name, (source_range){0});
            w.leaf[i] = expr_loop_var(w.pool, w.var[i - PARAMS]);
        }
    }
    return w;
}

/* Goes to another point. */
static void move(world *w)
{
    static const proc_grid *const no_grids[1];
    for (int i = 0; i < LEAVES; i++)
        w->value[i] = pick(-7, 9);
    for (int i = 0; i < PARAMS; i++)
        w->set[i] = (binding){w->param[i]->name, w->value[i]};
    const bindings b = {.count = PARAMS, .set = w->set};
    if (!w->env)
        w->env = env_new(w->ctx, w->pool, no_grids, 0, &b);
    else
        assert_true(env_rebind(w->env, &b));
    assert_non_null(w->env);
    for (int i = PARAMS; i < LEAVES; i++)
        env_set_loop_var(w->env, w->var[i - PARAMS], w->value[i]);
}

static int64_t value_of(const world *w, const expr *e)
{
    bool ok = true;
    const int64_t value = expr_eval(w->env, e, &ok);
    assert_true(ok);
    return value;
}

/* Of leaves from `first` to `last`, of degree 3 at most. */
static polynomial pick_polynomial(int terms, int first, int last, int64_t most)
{
    polynomial p = {.count = terms};
    for (int t = 0; t < terms; t++) {
        p.coefficient[t] = pick(-most, most);
        for (int64_t factors = pick(0, 3); factors > 0; factors--)
            p.power[t][pick(first, last)]++;
    }
    return p;
}

static int64_t walk(const world *w, const polynomial *p)
{
    int64_t sum = 0;
    for (int t = 0; t < p->count; t++) {
        int64_t product = p->coefficient[t];
        for (int l = 0; l < LEAVES; l++)
            for (int i = 0; i < p->power[t][l]; i++)
                product *= w->value[l];
        sum += product;
    }
    return sum;
}

static const expr *build(const world *w, const polynomial *p)
{
    const expr *sum = expr_int(w->pool, 0);
    for (int t = 0; t < p->count; t++) {
        const expr *product = expr_int(w->pool, p->coefficient[t]);
        for (int l = 0; l < LEAVES; l++)
            for (int i = 0; i < p->power[t][l]; i++)
                product = expr_mul(w->pool, product, w->leaf[l]);
        sum = expr_add(w->pool, sum, product);
    }
    return sum;
}

/* Is e = q d + r? */
static void compare(world *w, const polynomial *e, const polynomial *d, const expr *q,
                    const expr *r)
{
    for (int i = 0; i < POINTS; i++) {
        move(w);
        assert_int_equal(walk(w, e), value_of(w, q) * walk(w, d) + value_of(w, r));
    }
}

static void quotient_times_divisor_and_rest_is_what_was_divided(void **state)
{
    int divided = 0, by_sums = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        world w = new_world();
        const polynomial e = pick_polynomial(TERMS, 0, LEAVES - 1, 9);
        const polynomial d = pick_polynomial((int)pick(1, 3), 0, PARAMS - 1, 3);
        const expr *q, *r, *zero = expr_int(w.pool, 0);
        if (expr_split(w.pool, build(&w, &e), build(&w, &d), &q, &r)) {
            divided++;
            by_sums += d.count > 1 && q != zero;
            compare(&w, &e, &d, q, r);
        }
        fp_context_free(w.ctx);
    }
    print_message("%d divided, %d by sums\n", divided, by_sums);
    assert_true(divided > ROUNDS / 4 && by_sums > ROUNDS / 50);
}

/* (row) (c M + k) + column, where neither row nor column has M: as no term of the column is a
 * multiple of c M, there is no other quotient. */
static void rows_are_found(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        world w = new_world();
        const polynomial row = pick_polynomial(3, PARAMS, LEAVES - 1, 9);
        const polynomial column = pick_polynomial(3, PARAMS, LEAVES - 1, 9);
        const polynomial extent = {
            .count = 2, .coefficient = {pick(1, 3), pick(-5, 5)}, .power = {{0, 1}}};
        const expr *at = build(&w, &row), *in = build(&w, &column), *by = build(&w, &extent);
        const expr *q, *r, *index = expr_add(w.pool, expr_mul(w.pool, at, by), in);
        assert_true(expr_split(w.pool, index, by, &q, &r));
        for (int i = 0; i < POINTS; i++) {
            move(&w);
            assert_int_equal(value_of(&w, q), walk(&w, &row));
            assert_int_equal(value_of(&w, r), walk(&w, &column));
        }
        fp_context_free(w.ctx);
    }
}

/* By a number: what is left of the constant is from 0 to it, of coefficients what it does not
 * divide. */
static void numbers_divide_coefficients(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        world w = new_world();
        const int64_t by = pick(1, 12), constant = pick(-40, 40), times = pick(-40, 40);
        const expr *i = w.leaf[PARAMS];
        const expr *e = expr_add(w.pool, expr_mul(w.pool, expr_int(w.pool, times), i),
                                 expr_int(w.pool, constant));
        const expr *q, *r;
        assert_true(expr_split(w.pool, e, expr_int(w.pool, by), &q, &r));
        move(&w);
        const int64_t at = w.value[PARAMS], left = times % by ? times * at : 0;
        const int64_t rest = (constant % by + by) % by;
        assert_int_equal(value_of(&w, r), left + rest);
        assert_int_equal(value_of(&w, q) * by, times * at + constant - left - rest);
        fp_context_free(w.ctx);
    }
}

static void what_is_not_positive_divides_nothing(void **state)
{
    (void)state;
    world w = new_world();
    const expr *q, *r, *m = w.leaf[1], *i = w.leaf[PARAMS];
    const expr *e = expr_add(w.pool, expr_mul(w.pool, i, m), i), *zero = expr_int(w.pool, 0);
    assert_false(expr_split(w.pool, e, zero, &q, &r));
    assert_false(expr_split(w.pool, e, expr_int(w.pool, -3), &q, &r));
    assert_false(expr_split(w.pool, e, expr_sub(w.pool, zero, m), &q, &r));
    assert_true(expr_split(w.pool, e, m, &q, &r));
    assert_ptr_equal(q, i);
    assert_ptr_equal(r, i);
    fp_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotient_times_divisor_and_rest_is_what_was_divided),
        cmocka_unit_test(rows_are_found),
        cmocka_unit_test(numbers_divide_coefficients),
        cmocka_unit_test(what_is_not_positive_divides_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
