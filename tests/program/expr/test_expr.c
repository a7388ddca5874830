/* Canonical forms, as pointers of one pool; texts; affine parts; substitution. */

#include <string.h>

#include "tests/cmocka_all.h"

#include "program/env/bindings.h"

typedef struct fixture {
    fp_context *ctx;
    expr_pool *pool;
    proc_grid grid;
    param *n_param;
    const loop_var *i_var, *j_var;
    const expr *n, *m, *i, *j, *procs, *me;
} fixture;

static int setup(void **state)
{
    fp_context *ctx = fp_context_new();
    fixture *f = ARENA_NEW(ctx->arena, fixture);
    f->ctx = ctx;
    f->pool = expr_pool_new(ctx);
    f->grid = (proc_grid){.name = "P", .rank = 2};
    f->n_param = expr_new_param(f->pool, PARAM_MACRO, "N", (source_range){0});
    f->i_var = expr_new_loop_var(f->pool, "i", (source_range){0});
    f->j_var = expr_new_loop_var(f->pool, "j", (source_range){0});
    f->n = expr_param(f->pool, f->n_param);
    f->m = expr_param(f->pool, expr_new_param(f->pool, PARAM_VARIABLE, "M", (source_range){0}));
    f->i = expr_loop_var(f->pool, f->i_var);
    f->j = expr_loop_var(f->pool, f->j_var);
    f->procs = expr_extent(f->pool, &f->grid, 0);
    f->me = expr_coord(f->pool, &f->grid, 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(((fixture *)*state)->ctx);
    return 0;
}

#define INT(v) expr_int(f->pool, (v))
#define ADD(a, b) expr_add(f->pool, (a), (b))
#define SUB(a, b) expr_sub(f->pool, (a), (b))
#define MUL(a, b) expr_mul(f->pool, (a), (b))
#define DIV(a, b) expr_floor_div(f->pool, (a), (b))
#define MOD(a, b) expr_mod(f->pool, (a), (b))
#define MIN(a, b) expr_min(f->pool, (a), (b))
#define MAX(a, b) expr_max(f->pool, (a), (b))
#define SELECT(c, a, b) expr_select(f->pool, (c), (a), (b))
#define TRIPS(l, u, s) expr_trips(f->pool, (l), (u), (s))
#define LOGIC(kind, a, b) expr_logic(f->pool, EXPR_##kind, (a), (b))
#define NOT(a) expr_logic(f->pool, EXPR_NOT, (a), NULL)
#define SAME(a, b) assert_string_equal(same_text(f, (a), (b)), "same")
#define TEXT(e, text) assert_string_equal(expr_text(f->ctx, (e)), (text))

/* "same", or what the two are, for the message of a failure. */
static const char *same_text(fixture *f, const expr *a, const expr *b)
{
    return a == b ? "same"
                  : arena_printf(f->ctx->arena, "%s differs from %s", expr_text(f->ctx, a),
                                 expr_text(f->ctx, b));
}

static void sums_collect_like_terms(void **state)
{
    fixture *f = *state;
    SAME(ADD(f->i, INT(1)), ADD(INT(1), f->i));
    SAME(SUB(ADD(f->i, INT(1)), INT(1)), f->i);
    SAME(SUB(SUB(f->n, INT(1)), f->n), INT(-1));
    SAME(ADD(f->i, f->i), MUL(INT(2), f->i));
    SAME(SUB(MUL(INT(3), f->i), MUL(f->i, INT(2))), f->i);
    SAME(SUB(ADD(f->i, f->j), ADD(f->j, f->i)), INT(0));
    SAME(ADD(ADD(f->i, f->j), f->n), ADD(f->i, ADD(f->n, f->j)));
    SAME(SUB(INT(0), SUB(INT(0), f->n)), f->n);
}

static void products_are_multiplied_out(void **state)
{
    fixture *f = *state;
    SAME(MUL(INT(2), ADD(f->i, INT(1))), ADD(MUL(INT(2), f->i), INT(2)));
    SAME(MUL(ADD(f->i, INT(1)), f->n), ADD(MUL(f->n, f->i), f->n));
    SAME(MUL(f->n, MUL(f->i, f->j)), MUL(MUL(f->j, f->n), f->i));
    SAME(MUL(INT(0), f->n), INT(0));
    SAME(MUL(INT(1), f->n), f->n);
    /* (i + 1)(i - 1) = i*i - 1 */
    SAME(MUL(ADD(f->i, INT(1)), SUB(f->i, INT(1))), SUB(MUL(f->i, f->i), INT(1)));
}

/* Constants that do not fit 64 bits stay, and their value is not invented. */
static void constants_beyond_64_bits_are_not_folded(void **state)
{
    fixture *f = *state;
    const expr *big = INT(INT64_MAX);
    assert_int_not_equal(ADD(big, INT(1))->kind, EXPR_INT);
    assert_int_not_equal(MUL(big, INT(2))->kind, EXPR_INT);
    assert_int_not_equal(SUB(INT(INT64_MIN), INT(1))->kind, EXPR_INT);
    assert_int_not_equal(DIV(INT(INT64_MIN), INT(-1))->kind, EXPR_INT);
    const expr *twice = ADD(MUL(big, f->n), MUL(big, f->n));
    assert_true(twice->is_opaque);
    SAME(SUB(twice, twice), INT(0));
    SAME(ADD(ADD(big, INT(1)), f->n), ADD(f->n, ADD(INT(1), big)));
}

/* Operands that appear again and again: neither time nor size may double with
 * every step. */
static void growth_stays_in_proportion(void **state)
{
    fixture *f = *state;
    const expr *square = f->i, *twice = MUL(f->n, INT(3)), *mixed = f->j;
    for (int step = 0; step < 70; step++) {
        square = ADD(MUL(square, square), f->i);
        twice = ADD(twice, twice);
        mixed = MIN(MAX(MUL(mixed, f->n), SUB(mixed, f->i)), DIV(MUL(mixed, mixed), INT(3)));
        mixed = SELECT(LOGIC(LT, mixed, f->n), ADD(mixed, square), SUB(twice, mixed));
    }
    assert_true(expr_pool_size(f->pool) < 20000);
    assert_true(expr_mentions(mixed, f->i_var));
    assert_true(strlen(expr_text(f->ctx, mixed)) < 10000);
}

static void division_is_floor_division(void **state)
{
    fixture *f = *state;
    SAME(DIV(INT(7), INT(2)), INT(3));
    SAME(DIV(INT(-7), INT(2)), INT(-4));
    SAME(DIV(INT(7), INT(-2)), INT(-4));
    SAME(MOD(INT(-7), INT(4)), INT(1));
    SAME(MOD(INT(7), INT(-4)), INT(-1));
    SAME(DIV(f->n, INT(1)), f->n);
    SAME(DIV(f->n, INT(-1)), SUB(INT(0), f->n));
    SAME(MOD(f->n, INT(1)), INT(0));
    /* (4i + n + 7) div 4 = i + 1 + (n + 3) div 4 */
    const expr *sum = ADD(MUL(INT(4), f->i), ADD(f->n, INT(7)));
    SAME(DIV(sum, INT(4)), ADD(ADD(f->i, INT(1)), DIV(ADD(f->n, INT(3)), INT(4))));
    SAME(MOD(sum, INT(4)), MOD(ADD(f->n, INT(3)), INT(4)));
    /* (2i + 1) div 2 = i, (2i + 1) mod 2 = 1 */
    SAME(DIV(ADD(MUL(INT(2), f->i), INT(1)), INT(2)), f->i);
    SAME(MOD(ADD(MUL(INT(2), f->i), INT(1)), INT(2)), INT(1));
    /* (2i + 3) div 6 = (i + 1) div 3, since 3 div 2 = 1 */
    SAME(DIV(ADD(MUL(INT(2), f->i), INT(3)), INT(6)), DIV(ADD(f->i, INT(1)), INT(3)));
    SAME(DIV(DIV(f->n, INT(3)), INT(5)), DIV(f->n, INT(15)));
    SAME(MOD(MOD(f->n, INT(12)), INT(4)), MOD(f->n, INT(4)));
    SAME(MOD(ADD(MOD(f->n, INT(4)), f->i), INT(4)), MOD(ADD(f->n, f->i), INT(4)));
    SAME(MOD(MUL(INT(2), f->n), INT(4)), MUL(INT(2), MOD(f->n, INT(2))));
    SAME(expr_ceil_div(f->pool, f->n, INT(4)), DIV(ADD(f->n, INT(3)), INT(4)));
}

/* Processors are at least 1; a parameter may be 0, and then n*m div n is not m. */
static void division_by_a_name_needs_a_sign(void **state)
{
    fixture *f = *state;
    SAME(DIV(MUL(f->procs, f->n), f->procs), f->n);
    SAME(MOD(ADD(MUL(f->procs, f->n), f->i), f->procs), MOD(f->i, f->procs));
    SAME(expr_ceil_div(f->pool, f->n, f->procs), ADD(DIV(SUB(f->n, INT(1)), f->procs), INT(1)));
    assert_int_equal(DIV(MUL(f->m, f->n), f->m)->kind, EXPR_FLOOR_DIV);
    assert_int_equal(DIV(f->m, f->m)->kind, EXPR_FLOOR_DIV);
    assert_int_equal(DIV(INT(0), f->m)->kind, EXPR_FLOOR_DIV);
    assert_int_equal(DIV(f->m, INT(0))->kind, EXPR_FLOOR_DIV);
    assert_int_equal(DIV(MUL(INT(4), f->m), INT(-4))->kind, EXPR_FLOOR_DIV);
    assert_int_equal(MOD(MUL(INT(4), f->m), INT(-4))->kind, EXPR_MOD);
}

static void extrema_lose_what_never_counts(void **state)
{
    fixture *f = *state;
    SAME(MIN(f->n, f->n), f->n);
    SAME(MAX(f->n, ADD(f->n, INT(1))), ADD(f->n, INT(1)));
    SAME(MIN(f->n, ADD(f->n, INT(1))), f->n);
    SAME(MAX(MAX(f->n, INT(3)), MAX(INT(5), f->m)), MAX(f->m, MAX(INT(5), f->n)));
    SAME(MIN(f->n, MAX(f->n, f->m)), f->n);
    SAME(MAX(f->n, MIN(f->n, f->m)), f->n);
    SAME(MAX(INT(0), f->procs), f->procs);
    SAME(MAX(INT(-1), f->me), f->me);
    SAME(MAX(INT(0), MOD(f->n, INT(4))), MOD(f->n, INT(4)));
    SAME(MIN(INT(3), MOD(f->n, INT(4))), MOD(f->n, INT(4)));
    assert_int_equal(MAX(INT(0), f->me)->kind, EXPR_MAX); /* -1 outside the grid */
}

static void comparisons_have_one_form(void **state)
{
    fixture *f = *state;
    SAME(LOGIC(LE, f->i, SUB(f->n, INT(2))), LOGIC(LT, f->i, SUB(f->n, INT(1))));
    SAME(LOGIC(LT, SUB(f->i, INT(1)), f->n), LOGIC(LT, f->i, ADD(f->n, INT(1))));
    SAME(LOGIC(LT, MUL(INT(2), f->i), MUL(INT(2), f->n)), LOGIC(LT, f->i, f->n));
    /* 2i < 2n + 1 if and only if i <= n */
    SAME(LOGIC(LT, MUL(INT(2), f->i), ADD(MUL(INT(2), f->n), INT(1))), LOGIC(LE, f->i, f->n));
    SAME(LOGIC(LT, f->i, ADD(f->i, INT(1))), INT(1));
    SAME(LOGIC(LE, f->procs, INT(0)), INT(0));
    SAME(LOGIC(EQ, f->i, f->n), LOGIC(EQ, f->n, f->i));
    SAME(LOGIC(EQ, ADD(f->i, INT(1)), f->n), LOGIC(EQ, f->i, SUB(f->n, INT(1))));
    SAME(LOGIC(EQ, MUL(INT(2), f->i), INT(3)), INT(0));
    SAME(LOGIC(NE, f->i, f->i), INT(0));
    SAME(NOT(LOGIC(LT, f->i, f->n)), LOGIC(LE, f->n, f->i));
    SAME(NOT(LOGIC(EQ, f->i, f->n)), LOGIC(NE, f->i, f->n));
    SAME(NOT(f->n), LOGIC(EQ, f->n, INT(0)));
    SAME(NOT(NOT(f->n)), LOGIC(NE, f->n, INT(0)));
}

static void logic_is_a_set_of_truths(void **state)
{
    fixture *f = *state;
    const expr *a = LOGIC(LT, f->i, f->n), *b = LOGIC(LT, f->j, f->n);
    SAME(LOGIC(AND, a, b), LOGIC(AND, b, a));
    SAME(LOGIC(AND, a, a), a);
    SAME(LOGIC(AND, a, INT(7)), a);
    SAME(LOGIC(OR, a, INT(7)), INT(1));
    SAME(LOGIC(AND, f->n, f->n), LOGIC(NE, f->n, INT(0)));
    SAME(SELECT(INT(3), f->i, f->j), f->i);
    SAME(SELECT(f->n, f->i, f->i), f->i);
    SAME(SELECT(NOT(a), f->i, f->m), SELECT(a, f->m, f->i));
    SAME(SELECT(LOGIC(LT, f->i, f->j), f->i, f->j), MIN(f->i, f->j));
    SAME(SELECT(LOGIC(LE, f->i, f->j), f->j, f->i), MAX(f->i, f->j));
    SAME(SELECT(a, INT(1), INT(0)), a);
    SAME(SELECT(a, INT(0), INT(1)), NOT(a));
}

static void trips_fold(void **state)
{
    fixture *f = *state;
    SAME(TRIPS(INT(1), INT(10), INT(3)), INT(4));  /* 1 4 7 10 */
    SAME(TRIPS(INT(10), INT(1), INT(-4)), INT(3)); /* 10 6 2 */
    SAME(TRIPS(INT(5), INT(4), INT(1)), INT(0));
    SAME(TRIPS(INT(0), SUB(f->n, INT(1)), INT(1)), MAX(INT(0), f->n));
    SAME(TRIPS(SUB(f->n, INT(1)), INT(0), INT(-1)), MAX(INT(0), f->n));
    SAME(TRIPS(f->i, ADD(f->i, INT(4)), INT(1)), INT(5));
}

static void counts_of_equal_axes_are_one(void **state)
{
    fixture *f = *state;
    const axis_map a = {.source = AXIS_BY_DIM,
                        .kind = DIST_BLOCK,
                        .dim = 0,
                        .stride = INT(1),
                        .offset = INT(0),
                        .lower = INT(0),
                        .extent = f->n,
                        .grid = &f->grid};
    axis_map b = a;
    b.dim = 1; /* which array dimension it is does not change the count */
#define COUNT(axis, upper) expr_count(f->pool, &axis, INT(1), upper, INT(1), INT(1), INT(0), f->me)
    SAME(COUNT(a, f->n), COUNT(b, f->n));
    SAME(COUNT(a, INT(0)), INT(0));
    assert_true(COUNT(a, f->n)->uses_coord);
    b.source = AXIS_REPLICATED;
    SAME(COUNT(b, INT(9)), INT(9));
    b = a;
    b.offset = f->i;
    assert_true(expr_mentions(COUNT(b, f->n), f->i_var));
    assert_ptr_not_equal(COUNT(a, f->n), COUNT(b, f->n));
}

static void texts_read_as_c(void **state)
{
    fixture *f = *state;
    TEXT(SUB(f->n, INT(1)), "N - 1");
    TEXT(ADD(MUL(INT(2), f->i), INT(1)), "2*i + 1");
    TEXT(SUB(INT(1), f->n), "1 - N");
    TEXT(SUB(INT(0), f->n), "-N");
    TEXT(INT(-3), "-3");
    TEXT(INT(INT64_MIN), "-9223372036854775808");
    TEXT(SUB(f->n, MUL(INT(3), f->i)), "N - 3*i");
    TEXT(SUB(f->j, MUL(f->n, f->i)), "j - N*i");
    TEXT(DIV(ADD(f->n, INT(3)), INT(4)), "(N + 3)/4");
    TEXT(MUL(INT(4), DIV(f->n, INT(4))), "4*(N/4)");
    TEXT(MOD(f->i, f->n), "i % N");
    TEXT(ADD(MOD(f->i, f->n), INT(1)), "i % N + 1");
    TEXT(DIV(MUL(f->n, f->m), f->i), "(N*M)/i");
    TEXT(MAX(INT(0), SUB(f->n, f->m)), "max(0, N - M)");
    TEXT(MIN(f->n, INT(4)), "min(4, N)");
    TEXT(LOGIC(LE, f->i, SUB(f->n, INT(2))), "i < N - 1");
    TEXT(LOGIC(EQ, f->i, INT(3)), "i == 3");
    TEXT(LOGIC(NE, f->n, INT(0)), "N != 0");
    const expr *a = LOGIC(LT, f->i, f->n), *b = LOGIC(LT, f->j, f->m);
    TEXT(LOGIC(AND, a, b), "i < N && j < M");
    TEXT(LOGIC(OR, LOGIC(AND, a, b), LOGIC(EQ, f->i, f->j)), "(i < N && j < M) || i == j");
    TEXT(NOT(LOGIC(AND, a, b)), "!(i < N && j < M)");
    TEXT(SELECT(a, f->m, ADD(f->j, INT(1))), "i < N ? M : j + 1");
    TEXT(MUL(f->n, SELECT(a, f->m, f->j)), "N*(i < N ? M : j)");
    TEXT(f->procs, "size(P, 0)");
    TEXT(f->me, "me(P, 0)");
    const axis_map axis = {.source = AXIS_BY_DIM,
                           .kind = DIST_CYCLIC,
                           .stride = INT(1),
                           .offset = INT(0),
                           .lower = INT(0),
                           .extent = f->n,
                           .grid = &f->grid,
                           .axis = 0};
    TEXT(expr_count(f->pool, &axis, INT(1), SUB(f->n, INT(2)), INT(1), INT(1), INT(0), f->me),
         "count(i in 1:N - 2, owner(P, 0, i) == me(P, 0))");
    TEXT(expr_count(f->pool, &axis, INT(9), INT(0), INT(-3), INT(2), INT(-1), INT(1)),
         "count(i in 9:0:-3, owner(P, 0, 2*i - 1) == 1)");
}

#define AFFINE(e, v, c, r)                                                                         \
    do {                                                                                           \
        const expr *c_, *r_;                                                                       \
        assert_true(expr_affine(f->pool, (e), (v), &c_, &r_));                                     \
        SAME(c_, (c));                                                                             \
        SAME(r_, (r));                                                                             \
    } while (0)

static void affine_parts(void **state)
{
    fixture *f = *state;
    const expr *c, *r;
    AFFINE(f->i, f->i_var, INT(1), INT(0));
    AFFINE(ADD(f->i, INT(1)), f->i_var, INT(1), INT(1));
    AFFINE(ADD(MUL(INT(2), f->i), f->j), f->i_var, INT(2), f->j);
    AFFINE(f->n, f->i_var, INT(0), f->n);
    /* (i + 1) * n + j = n*i + n + j */
    AFFINE(ADD(MUL(ADD(f->i, INT(1)), f->n), f->j), f->i_var, f->n, ADD(f->n, f->j));
    assert_false(expr_affine(f->pool, MUL(f->i, f->i), f->i_var, &c, &r));
    assert_false(expr_affine(f->pool, MUL(f->i, f->j), f->i_var, &c, &r));
    assert_false(expr_affine(f->pool, MOD(f->i, INT(2)), f->i_var, &c, &r));
    AFFINE(ADD(MOD(f->j, INT(2)), f->i), f->i_var, INT(1), MOD(f->j, INT(2)));
}

/* A product too long to be multiplied out is affine all the same. */
static void affine_parts_of_long_products(void **state)
{
    fixture *f = *state;
    const expr *a = INT(1), *b = INT(2);
    for (int k = 0; k < 8; k++) {
        const char *name = arena_printf(f->ctx->arena, "p%d", k);
        const expr *x =
            expr_param(f->pool, expr_new_param(f->pool, PARAM_VARIABLE, name, (source_range){0}));
        a = ADD(a, x);
        b = ADD(b, MUL(x, INT(k + 2)));
    }
    const expr *e = MUL(ADD(f->i, a), b);
    assert_int_equal(e->kind, EXPR_MUL);
    AFFINE(ADD(e, f->j), f->i_var, b, ADD(MUL(a, b), f->j));
}

static void loop_variables_below(void **state)
{
    fixture *f = *state;
    const loop_var **vars;
    const expr *e = ADD(MUL(f->n, f->j), MOD(f->i, INT(3)));
    assert_int_equal(expr_loop_vars(f->pool, e, &vars), 2);
    assert_ptr_equal(vars[0], f->i_var);
    assert_ptr_equal(vars[1], f->j_var);
    assert_false(expr_mentions(f->n, f->i_var));
    /* beyond the 63 variables that have a bit of their own */
    const loop_var *late[70];
    for (int k = 0; k < 70; k++)
        late[k] = expr_new_loop_var(f->pool, "k", (source_range){0});
    e = MOD(ADD(f->i, expr_loop_var(f->pool, late[66])), f->n);
    assert_true(expr_mentions(e, late[66]));
    assert_false(expr_mentions(e, late[67]));
    assert_true(expr_mentions(e, f->i_var));
    assert_int_equal(expr_loop_vars(f->pool, e, &vars), 2);
}

static const expr *replace_var(fixture *f, const expr *e, const loop_var *v, const expr *with)
{
    const expr_substitution s = {1, &v, NULL, &with};
    return expr_substitute(f->pool, e, &s);
}

static void substitution(void **state)
{
    fixture *f = *state;
    SAME(replace_var(f, ADD(f->i, f->j), f->i_var, SUB(INT(5), f->j)), INT(5));
    SAME(replace_var(f, f->n, f->i_var, INT(5)), f->n);
    const loop_var *vars[2] = {f->i_var, f->j_var};
    const expr *with[2] = {f->j, f->i};
    const expr_substitution swap = {2, vars, NULL, with};
    SAME(expr_substitute(f->pool, SUB(f->i, f->j), &swap), SUB(f->j, f->i));
}

/* int half = n / 2 in a callee: with n replaced, half is another parameter of
 * the same name, the same one each time. */
static void substitution_reaches_definitions(void **state)
{
    fixture *f = *state;
    param *formal = expr_new_param(f->pool, PARAM_FORMAL, "n", (source_range){0});
    param *half = expr_new_param(f->pool, PARAM_VARIABLE, "half", (source_range){0});
    half->value = DIV(expr_param(f->pool, formal), INT(2));
    const param *params[1] = {formal};
    const expr *with[1] = {INT(20)};
    const expr_substitution s = {1, NULL, params, with};
    const expr *e = ADD(expr_param(f->pool, half), INT(1));
    const expr *replaced = expr_substitute(f->pool, e, &s);
    TEXT(replaced, "half + 1");
    assert_ptr_not_equal(replaced, e);
    SAME(replaced, expr_substitute(f->pool, e, &s));
    env *world = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok = true;
    assert_int_equal(expr_eval(world, replaced, &ok), 11);
    assert_true(ok);
    expr_eval(world, e, &ok);
    assert_false(ok);
    assert_ptr_equal(env_unresolved(world), formal);
    /* called with n = i: half changes with the loop */
    with[0] = f->i;
    SAME(expr_substitute(f->pool, e, &s), ADD(DIV(f->i, INT(2)), INT(1)));
}

static void powers_and_logarithms(void **state)
{
    fixture *f = *state;
    SAME(expr_power(f->pool, 2, INT(10)), INT(1024));
    SAME(expr_power(f->pool, 3, INT(0)), INT(1));
    SAME(expr_power(f->pool, 3, INT(-4)), INT(1));
    SAME(expr_log(f->pool, 2, INT(1023)), INT(9));
    SAME(expr_log(f->pool, 10, INT(1000)), INT(3));
    SAME(expr_log(f->pool, 2, INT(0)), INT(-1));
    SAME(expr_log(f->pool, 2, expr_power(f->pool, 2, f->i)), MAX(INT(0), f->i));
    const expr *power = expr_power(f->pool, 2, f->i);
    assert_int_equal(power->at_least, 1);
    SAME(DIV(MUL(power, f->n), power), f->n); /* it is never 0 */
    TEXT(ADD(MUL(INT(2), power), INT(1)), "2*pow(2, i) + 1");
    TEXT(expr_log(f->pool, 2, SUB(f->n, INT(1))), "log(2, N - 1)");
    /* 2^63 is not in 64 bits: it stands as it is, and has no value */
    env *world = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok = true;
    expr_eval(world, expr_power(f->pool, 2, INT(63)), &ok);
    assert_false(ok);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(sums_collect_like_terms),
        TEST(products_are_multiplied_out),
        TEST(constants_beyond_64_bits_are_not_folded),
        TEST(growth_stays_in_proportion),
        TEST(division_is_floor_division),
        TEST(division_by_a_name_needs_a_sign),
        TEST(extrema_lose_what_never_counts),
        TEST(comparisons_have_one_form),
        TEST(logic_is_a_set_of_truths),
        TEST(trips_fold),
        TEST(counts_of_equal_axes_are_one),
        TEST(powers_and_logarithms),
        TEST(texts_read_as_c),
        TEST(affine_parts),
        TEST(affine_parts_of_long_products),
        TEST(loop_variables_below),
        TEST(substitution),
        TEST(substitution_reaches_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
