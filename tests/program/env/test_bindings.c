/* What --set and --procs bind, what they refuse and with which words, and how
 * evaluations fail. */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"

#include "program/env/bindings.h"
#include "tests/random.h"
#include "tests/said.h"

typedef struct fixture {
    fp_context *ctx;
    expr_pool *pool;
    const source_file *file;
} fixture;

static int setup(void **state)
{
    fp_context *ctx = fp_context_new();
    fixture *f = ARENA_NEW(ctx->arena, fixture);
    static const char text[] = "#pragma hpf processors P(*,*)\nint n;\n";
    f->ctx = ctx;
    f->pool = expr_pool_new(ctx);
    f->file = source_add(ctx->sources, "a.c", text, strlen(text));
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(((fixture *)*state)->ctx);
    return 0;
}

static const char *reported(fixture *f)
{
    char *text = said(f->ctx->diags, DIAG_REMARK);
    const char *copy = arena_strdup(f->ctx->arena, text);
    free(text);
    return copy;
}

static param *named(fixture *f, const char *name, const expr *value)
{
    param *p = expr_new_param(f->pool, PARAM_VARIABLE, name, (source_range){f->file, 2, 5, 2, 6});
    p->value = value;
    return p;
}

#define INT(v) expr_int(f->pool, (v))
#define SHAPE(...)                                                                                 \
    {                                                                                              \
        .procs_rank = (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)), .procs = { __VA_ARGS__ }    \
    }

/* A grid of rank `rank`; extents of 0 are left open. */
static const proc_grid *grid_of(fixture *f, const char *name, int rank, const int *extent)
{
    proc_grid *g = ARENA_NEW(f->ctx->arena, proc_grid);
    g->name = name;
    g->rank = rank;
    g->where = (source_range){f->file, 1, 24, 1, 25};
    for (int i = 0; i < rank; i++)
        g->extent[i] = extent[i] ? INT(extent[i]) : NULL;
    return g;
}
#define GRID(name, ...)                                                                            \
    grid_of(f, name, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)), (int[]){__VA_ARGS__})

/* "2x4", or "refused". */
static const char *bound_shape(fixture *f, const proc_grid *grid, bindings b)
{
    const env *e = env_new(f->ctx, f->pool, &grid, 1, &b);
    const char *text = "";
    if (!e)
        return "refused";
    for (int axis = 0; axis < grid->rank; axis++)
        text =
            arena_printf(f->ctx->arena, "%s%s%d", text, axis ? "x" : "", env_extent(e, grid, axis));
    return text;
}

static void directives_decide_without_procs(void **state)
{
    fixture *f = *state;
    assert_string_equal(bound_shape(f, GRID("P", 2, 3), (bindings){0}), "2x3");
    assert_string_equal(bound_shape(f, GRID("P", 7), (bindings){0}), "7");
}

static void shapes_replace_the_directives(void **state)
{
    fixture *f = *state;
    const bindings b = SHAPE(3, 5);
    assert_string_equal(bound_shape(f, GRID("P", 2, 2), b), "3x5");
    assert_string_equal(bound_shape(f, GRID("P", 0, 0), b), "3x5");
    const bindings four = SHAPE(4);
    assert_string_equal(bound_shape(f, GRID("P", 9), four), "4");
}

/* The largest extent as small as can be, then the next; smallest first. */
static void totals_are_factored_squarely(void **state)
{
    fixture *f = *state;
    static const struct {
        int total;
        const char *two, *three;
    } expected[] = {
        {1, "1x1", "1x1x1"},
        {2, "1x2", "1x1x2"},
        {4, "2x2", "1x2x2"},
        {6, "2x3", "1x2x3"},
        {7, "1x7", "1x1x7"},
        {8, "2x4", "2x2x2"},
        {12, "3x4", "2x2x3"},
        {16, "4x4", "2x2x4"},
        {24, "4x6", "2x3x4"},
        {36, "6x6", "3x3x4"},
        {60, "6x10", "3x4x5"},
        {64, "8x8", "4x4x4"},
        {1024, "32x32", "8x8x16"},
        {9973, "1x9973", "1x1x9973"},
        {2095133040, "45360x46189", "1260x1287x1292"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const bindings b = SHAPE(expected[i].total);
        assert_string_equal(bound_shape(f, GRID("P", 0, 0), b), expected[i].two);
        assert_string_equal(bound_shape(f, GRID("Q", 0, 0, 0), b), expected[i].three);
        assert_string_equal(bound_shape(f, GRID("R", 3, 5), b), expected[i].two);
    }
}

/* 5*3 = 15: what the directive arranges stays; 16 is another number of processors. */
static void totals_that_extents_give_keep_them(void **state)
{
    fixture *f = *state;
    const bindings fifteen = SHAPE(15), sixteen = SHAPE(16);
    assert_string_equal(bound_shape(f, GRID("P", 5, 3), fifteen), "5x3");
    assert_string_equal(bound_shape(f, GRID("P", 5, 3), sixteen), "4x4");
    assert_string_equal(bound_shape(f, GRID("Q", 2, 3, 2), (bindings)SHAPE(12)), "2x3x2");
}

/* Against all factorisations: none has a smaller largest extent. */
static void factors_are_the_squarest(void **state)
{
    fixture *f = *state;
    for (int total = 1; total <= 400; total++) {
        const bindings b = SHAPE(total);
        const proc_grid *grid = GRID("P", 0, 0, 0);
        const env *e = env_new(f->ctx, f->pool, &grid, 1, &b);
        int best = INT_MAX;
        for (int x = 1; x <= total; x++)
            for (int y = x; total % x == 0 && y <= total / x; y++) {
                const int z = total / x / y;
                if (total / x % y == 0 && z >= y && z < best)
                    best = z;
            }
        const int x = env_extent(e, grid, 0), y = env_extent(e, grid, 1),
                  z = env_extent(e, grid, 2);
        assert_int_equal(x * y * z, total);
        assert_true(x <= y && y <= z);
        assert_int_equal(z, best);
    }
}

static void totals_fill_open_extents(void **state)
{
    fixture *f = *state;
    const bindings eight = SHAPE(8);
    assert_string_equal(bound_shape(f, GRID("P", 0, 4), eight), "2x4");
    assert_string_equal(bound_shape(f, GRID("P", 4, 0), eight), "4x2");
    assert_string_equal(bound_shape(f, GRID("P", 2, 0, 0), eight), "2x2x2");
    const bindings shape = SHAPE(2, 4);
    const proc_grid *grids[2] = {GRID("P", 2, 2), GRID("Q", 0)};
    const env *e = env_new(f->ctx, f->pool, grids, 2, &shape);
    assert_non_null(e);
    assert_int_equal(env_extent(e, grids[1], 0), 8); /* 2x4 is a total to Q(*) */
    assert_string_equal(reported(f), "");
}

static void a_grid_like_another_factors_its_size(void **state)
{
    fixture *f = *state;
    proc_grid implied = {.name = "P2", .rank = 2, .like = GRID("P", 6)};
    const proc_grid *grids[2] = {&implied, implied.like};
    const bindings none = {0}, shape = SHAPE(4, 1), total = SHAPE(12);
    const env *e = env_new(f->ctx, f->pool, grids, 2, &none);
    assert_int_equal(env_extent(e, &implied, 0), 2);
    assert_int_equal(env_extent(e, &implied, 1), 3);
    e = env_new(f->ctx, f->pool, grids, 2, &shape);
    assert_int_equal(env_extent(e, &implied, 0), 4);
    assert_int_equal(env_extent(e, implied.like, 0), 4); /* the same ones, in a row */
    e = env_new(f->ctx, f->pool, grids, 2, &total);
    assert_int_equal(env_extent(e, &implied, 1), 4);
    assert_int_equal(env_extent(e, implied.like, 0), 12);
}

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static int pick(int lower, int upper)
{
    return (int)random_between(&random_state, lower, upper);
}

/* What must hold of a bound grid, by the rules in program/env/bindings.h. */
static void check_bound_grid(const env *e, const proc_grid *grid, const int *stated,
                             const bindings *b)
{
    int64_t size = 1, total = 1;
    bool is_open = false;
    for (int axis = 0; axis < grid->rank; axis++) {
        assert_true(env_extent(e, grid, axis) >= 1);
        size *= env_extent(e, grid, axis);
        is_open |= stated[axis] == 0;
    }
    assert_int_equal(size, env_grid_size(e, grid));
    assert_true(env_procs(e) >= size);
    for (int axis = 0; axis < b->procs_rank; axis++)
        total *= b->procs[axis];
    if (b->procs_rank == 1 || (b->procs_rank > 0 && is_open) || b->procs_rank == grid->rank)
        assert_int_equal(size, total);
    for (int axis = 0; axis < grid->rank; axis++) {
        if (b->procs_rank == grid->rank)
            assert_int_equal(env_extent(e, grid, axis), b->procs[axis]);
        else if (stated[axis] && (is_open || b->procs_rank != 1))
            assert_int_equal(env_extent(e, grid, axis), stated[axis]);
    }
}

/* Whatever the directives and the options say: bound by the rules, or refused
 * with one error. */
static void random_choices_are_bound_or_refused(void **state)
{
    fixture *f = *state;
    int bound = 0, refused = 0;
    for (int round = 0; round < 20000; round++) {
        int stated[3][4] = {{0}};
        const proc_grid *grids[3];
        bindings b = {.procs_rank = pick(0, 3)};
        const int count = pick(1, 3);
        f->ctx->diags = diag_list_new(f->ctx->arena);
        for (int i = 0; i < b.procs_rank; i++)
            b.procs[i] = pick(0, 40) ? pick(1, 12) : pick(-1, 0);
        for (int i = 0; i < count; i++) {
            const int rank = pick(1, 3);
            for (int axis = 0; axis < rank; axis++)
                stated[i][axis] = pick(0, 2) ? pick(1, 4) : 0;
            grids[i] = grid_of(f, "P", rank, stated[i]);
        }
        const env *e = env_new(f->ctx, f->pool, grids, count, &b);
        assert_int_equal(diag_count(f->ctx->diags, DIAG_ERROR), e ? 0 : 1);
        bound += e != NULL;
        refused += e == NULL;
        for (int i = 0; e && i < count; i++)
            check_bound_grid(e, grids[i], stated[i], &b);
    }
    assert_true(bound > 4000 && refused > 4000);
}

static void open_extents_without_procs_are_refused(void **state)
{
    fixture *f = *state;
    assert_string_equal(bound_shape(f, GRID("P", 0, 4), (bindings){0}), "refused");
    assert_string_equal(
        reported(f),
        "a.c:1:24: error: nothing tells how many processors 'P' has: its directive says '*'; "
        "say --procs COUNT or a shape of 2 extents (-fpredict-procs=COUNT) [processors]\n"
        "    1 | #pragma hpf processors P(*,*)\n"
        "      |                        ^\n");
}

static void shapes_that_fit_no_grid_are_refused(void **state)
{
    fixture *f = *state;
    const bindings b = SHAPE(2, 2, 2);
    assert_string_equal(bound_shape(f, GRID("P", 2, 2), b), "refused");
    assert_string_equal(
        reported(f),
        "fpredict: error: --procs 2x2x2 fits no arrangement of processors; give a shape of as many "
        "extents as one has, or a total [processors]\n"
        "a.c:1:24: note: 'P' has 2\n"
        "    1 | #pragma hpf processors P(*,*)\n"
        "      |                        ^\n");
}

static void totals_that_do_not_divide_are_refused(void **state)
{
    fixture *f = *state;
    const bindings b = SHAPE(6);
    assert_string_equal(bound_shape(f, GRID("P", 0, 4), b), "refused");
    assert_non_null(strstr(
        reported(f),
        "6 processors cannot be divided over 'P': the extents that it gives take 4; give --procs a "
        "multiple of that, or a shape of 2 extents [processors]"));
}

static void extents_below_one_are_refused(void **state)
{
    fixture *f = *state;
    const bindings b = SHAPE(2, 0);
    assert_string_equal(bound_shape(f, GRID("P", 2, 2), b), "refused");
    proc_grid grid = {.name = "P", .rank = 1, .where = {f->file, 1, 24, 1, 25}};
    grid.extent[0] = expr_param(f->pool, named(f, "np", INT(-2)));
    assert_string_equal(bound_shape(f, &grid, (bindings){0}), "refused");
    const char *text = reported(f);
    assert_non_null(strstr(text, "error: --procs says 2x0; each extent must be at least 1 "
                                 "[processors]\n"));
    assert_non_null(strstr(text, "a.c:1:24: error: 'P' has -2 processors along axis 0; give it at "
                                 "least 1"));
}

static void too_many_processors_are_refused(void **state)
{
    fixture *f = *state;
    const bindings b = SHAPE(65536, 65536);
    assert_string_equal(bound_shape(f, GRID("P", 2, 2), b), "refused");
    assert_string_equal(bound_shape(f, GRID("Q", 65536, 65536), (bindings){0}), "refused");
    const char *text = reported(f);
    assert_non_null(strstr(text, "--procs 65536x65536 is more processors than fpredict can count"));
    assert_non_null(strstr(text, "'Q' of 65536x65536 has more processors than fpredict can count"));
}

/* processors P(np): np is bound before the grid. */
static void extents_may_be_parameters(void **state)
{
    fixture *f = *state;
    proc_grid grid = {.name = "P", .rank = 1, .where = {f->file, 1, 24, 1, 25}};
    grid.extent[0] = expr_param(f->pool, named(f, "np", NULL));
    const binding set[1] = {{intern(f->ctx->names, "np"), 5}};
    const bindings b = {.count = 1, .set = set};
    assert_string_equal(bound_shape(f, &grid, b), "5");
    assert_string_equal(bound_shape(f, &grid, (bindings){0}), "refused");
    assert_string_equal(reported(f),
                        "a.c:2:5: error: nothing tells the value of 'np'; say --set np=VALUE "
                        "(-fpredict-set=np=VALUE) [unresolved]\n"
                        "    2 | int n;\n"
                        "      |     ^\n");
}

static void set_must_name_a_parameter(void **state)
{
    fixture *f = *state;
    named(f, "niter", INT(1));
    named(f, "N", INT(1));
    const binding set[1] = {{intern(f->ctx->names, "nitre"), 5}};
    const bindings b = {.count = 1, .set = set};
    assert_null(env_new(f->ctx, f->pool, NULL, 0, &b));
    assert_string_equal(
        reported(f),
        "fpredict: error: --set nitre names no parameter of the program; did you mean 'niter'? "
        "[unknown-parameter]\n"
        "fpredict: note: the program's parameters are 'niter', 'N'\n");
}

static int64_t value(env *e, const expr *x, bool *ok)
{
    *ok = true;
    return expr_eval(e, x, ok);
}

/* half = n / 2, n = 10: --set wins over definitions, and what it hides is not read. */
static void definitions_chain(void **state)
{
    fixture *f = *state;
    const param *n = named(f, "n", INT(10)), *unread = named(f, "unread", INT(1));
    const param *half = named(f, "half", expr_floor_div(f->pool, expr_param(f->pool, n), INT(2)));
    const expr *x = expr_param(f->pool, half);
    bool ok;
    int64_t read;
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    assert_int_equal(value(e, x, &ok), 5);
    assert_true(env_param_used(e, n, &read) && read == 10);
    assert_true(env_param_used(e, half, &read) && read == 5);
    assert_false(env_param_used(e, unread, &read));
    const binding set_n[1] = {{n->name, 30}}, set_half[1] = {{half->name, 3}};
    assert_true(env_rebind(e, &(bindings){.count = 1, .set = set_n}));
    assert_false(env_param_used(e, n, &read));
    assert_int_equal(value(e, x, &ok), 15);
    assert_true(env_rebind(e, &(bindings){.count = 1, .set = set_half}));
    assert_int_equal(value(e, x, &ok), 3);
    assert_false(env_param_used(e, n, &read));
    env_set_param(e, n, 8); /* as at a call; half was set and stays */
    assert_int_equal(value(e, x, &ok), 3);
    assert_true(env_rebind(e, NULL));
    env_set_param(e, n, 8);
    assert_int_equal(value(e, x, &ok), 4);
    env_set_param(e, n, 6);
    assert_int_equal(value(e, x, &ok), 3);
    assert_true(ok);
}

/* f(n * n), of main's n: the formal n is told by that one, which --set is of. f(m): the formal is
 * another name that --set may give a value of its own. */
static void set_is_not_of_a_formal_that_another_of_its_name_tells(void **state)
{
    fixture *f = *state;
    param *n = named(f, "n", NULL), *m = named(f, "m", INT(7));
    const expr *squared = expr_mul(f->pool, expr_param(f->pool, n), expr_param(f->pool, n));
    const source_range at = {f->file, 2, 5, 2, 6};
    param *formal = expr_new_param(f->pool, PARAM_FORMAL, "n", at);
    param *handed_on = expr_new_param(f->pool, PARAM_FORMAL, "n", at);
    param *other = expr_new_param(f->pool, PARAM_FORMAL, "n", at);
    formal->value = squared;
    handed_on->value = expr_add(f->pool, expr_param(f->pool, formal), INT(1));
    other->value = expr_param(f->pool, m);
    const bindings values = {.count = 1, .set = (binding[]){{n->name, 12}}};
    env *e = env_new(f->ctx, f->pool, NULL, 0, &values);
    bool ok = true;
    assert_int_equal(expr_eval(e, expr_param(f->pool, n), &ok), 12);
    assert_int_equal(expr_eval(e, expr_param(f->pool, formal), &ok), 144);
    assert_int_equal(expr_eval(e, expr_param(f->pool, handed_on), &ok), 145);
    assert_int_equal(expr_eval(e, expr_param(f->pool, other), &ok), 12);
    assert_true(ok);
}

static void circular_definitions_fail(void **state)
{
    fixture *f = *state;
    param *a = named(f, "a", NULL), *b = named(f, "b", NULL);
    a->value = expr_add(f->pool, expr_param(f->pool, b), INT(1));
    b->value = expr_add(f->pool, expr_param(f->pool, a), INT(1));
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok;
    value(e, a->value, &ok);
    assert_false(ok);
    assert_null(env_unresolved(e));
    assert_string_equal(env_failure(e),
                        "the definition of 'b' leads back to itself; say --set b=VALUE");
    env_forget_failure(e);
    assert_null(env_failure(e));
    const binding set[1] = {{b->name, 4}};
    assert_true(env_rebind(e, &(bindings){.count = 1, .set = set}));
    assert_int_equal(value(e, expr_param(f->pool, a), &ok), 5);
    assert_true(ok);
}

static void unresolved_parameters_fail_at_their_place(void **state)
{
    fixture *f = *state;
    const param *n = named(f, "n", NULL);
    const expr *x = expr_mul(f->pool, expr_param(f->pool, n), INT(2));
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok;
    assert_int_equal(value(e, x, &ok), 0);
    assert_false(ok);
    assert_ptr_equal(env_unresolved(e), n);
    env_report_failure(e, (source_range){0});
    env_report_failure(e, (source_range){0}); /* the same, once */
    assert_string_equal(reported(f),
                        "a.c:2:5: error: nothing tells the value of 'n'; say --set n=VALUE "
                        "(-fpredict-set=n=VALUE) [unresolved]\n"
                        "    2 | int n;\n"
                        "      |     ^\n");
}

static void assert_fails(fixture *f, env *e, const expr *x, const char *why)
{
    bool ok;
    value(e, x, &ok);
    assert_false(ok);
    assert_string_equal(env_failure(e), why);
    env_forget_failure(e);
    (void)f;
}

static void overflow_and_division_by_zero_fail(void **state)
{
    fixture *f = *state;
    const param *big = named(f, "big", INT(INT64_MAX)), *zero = named(f, "zero", INT(0));
    const expr *b = expr_param(f->pool, big), *z = expr_param(f->pool, zero);
    const expr *least = expr_sub(f->pool, expr_sub(f->pool, INT(0), b), INT(1));
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok;
    assert_fails(f, e, expr_add(f->pool, b, INT(1)),
                 "'big + 1' does not fit 64 bits; the sizes are too large");
    assert_fails(f, e, expr_mul(f->pool, b, b),
                 "'big*big' does not fit 64 bits; the sizes are too large");
    assert_fails(f, e, expr_floor_div(f->pool, b, z),
                 "'big/zero' divides by 0 (a divisor or a loop's step)");
    assert_fails(f, e, expr_mod(f->pool, b, z),
                 "'big % zero' divides by 0 (a divisor or a loop's step)");
    /* -INT64_MIN does not fit; its remainder by -1 is 0 */
    const expr *minus = expr_param(f->pool, named(f, "minus", INT(-1)));
    assert_fails(f, e, expr_floor_div(f->pool, least, minus),
                 "'(-big - 1)/minus' does not fit 64 bits; the sizes are too large");
    assert_int_equal(value(e, expr_mod(f->pool, least, minus), &ok), 0);
    assert_true(ok);
    /* sums may pass beyond 64 bits on the way, and so may products that a 0 ends */
    assert_int_equal(value(e, expr_sub(f->pool, expr_add(f->pool, b, b), least), &ok), 0);
    assert_false(ok); /* 3 * 2^63 - 1 */
    env_forget_failure(e);
    assert_int_equal(value(e, expr_mul(f->pool, expr_mul(f->pool, b, b), z), &ok), 0);
    assert_true(ok);
    assert_null(env_failure(e));
}

/* n != 0 && m / n > 1, as C guards it. */
static void guards_hide_failures(void **state)
{
    fixture *f = *state;
    const expr *n = expr_param(f->pool, named(f, "n", INT(0)));
    const expr *ratio = expr_floor_div(f->pool, expr_param(f->pool, named(f, "m", INT(6))), n);
    const expr *guard = expr_logic(f->pool, EXPR_NE, n, INT(0));
    const expr *more = expr_logic(f->pool, EXPR_LT, INT(1), ratio);
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok;
    assert_int_equal(value(e, expr_logic(f->pool, EXPR_AND, guard, more), &ok), 0);
    assert_true(ok);
    assert_null(env_failure(e));
    assert_int_equal(value(e, expr_select(f->pool, guard, ratio, INT(9)), &ok), 9);
    assert_true(ok);
    value(e, expr_logic(f->pool, EXPR_OR, guard, more), &ok);
    assert_false(ok);
}

static void loop_variables_have_no_value_at_first(void **state)
{
    fixture *f = *state;
    const loop_var *i = expr_new_loop_var(f->pool, "i", (source_range){0});
    const expr *x = expr_add(f->pool, expr_loop_var(f->pool, i), INT(1));
    env *e = env_new(f->ctx, f->pool, NULL, 0, NULL);
    bool ok;
    assert_fails(f, e, x, "'i' has no value outside its loop");
    env_set_loop_var(e, i, 4);
    assert_int_equal(value(e, x, &ok), 5);
    env_set_loop_var(e, i, 6);
    assert_int_equal(value(e, x, &ok), 7);
    /* a variable and expressions younger than the env */
    const loop_var *late = expr_new_loop_var(f->pool, "late", (source_range){0});
    env_set_loop_var(e, late, 10);
    x = expr_mul(f->pool, x, expr_loop_var(f->pool, late));
    x = expr_add(f->pool, x, expr_param(f->pool, named(f, "young", INT(1))));
    assert_int_equal(value(e, x, &ok), 71);
    assert_true(ok);
}

/* Ranks are in C order: on 2x3, rank 4 is at (1, 1). */
static void ranks_and_coordinates(void **state)
{
    fixture *f = *state;
    const proc_grid *grids[2] = {GRID("P", 2, 3), GRID("Q", 4)};
    env *e = env_new(f->ctx, f->pool, grids, 2, NULL);
    bool ok;
    assert_int_equal(env_procs(e), 6);
    assert_int_equal(env_grid_size(e, grids[1]), 4);
    assert_int_equal(env_coord(e, grids[0], 0, 4), 1);
    assert_int_equal(env_coord(e, grids[0], 1, 4), 1);
    assert_int_equal(env_coord(e, grids[1], 0, 3), 3);
    assert_int_equal(env_coord(e, grids[1], 0, 4), -1);
    assert_int_equal(env_rank_at(e, grids[0], (int[]){1, 2}), 5);
    const expr *me = expr_coord(f->pool, grids[0], 1), *other = expr_coord(f->pool, grids[1], 0);
    const expr *size = expr_extent(f->pool, grids[0], 1);
    assert_int_equal(value(e, me, &ok), 0);
    env_set_rank(e, 5);
    assert_int_equal(value(e, me, &ok), 2);
    assert_int_equal(value(e, other, &ok), -1);
    assert_int_equal(value(e, size, &ok), 3);
    assert_true(ok);
}

static void strange_processors_fail(void **state)
{
    fixture *f = *state;
    const proc_grid *bound = GRID("P", 2), *strange = GRID("Z", 2);
    env *e = env_new(f->ctx, f->pool, &bound, 1, NULL);
    const char *why = "the processors 'Z' are not bound here";
    assert_fails(f, e, expr_coord(f->pool, strange, 0), why);
    assert_fails(f, e, expr_extent(f->pool, strange, 0), why);
    dim_mapping m;
    bool ok = true;
    const axis_map axis = {.source = AXIS_FIXED,
                           .kind = DIST_BLOCK,
                           .offset = INT(0),
                           .lower = INT(0),
                           .extent = INT(4),
                           .grid = strange};
    assert_false(env_dim_mapping(e, &axis, &m, &ok));
    assert_false(ok);
    assert_string_equal(env_failure(e), why);
}

static axis_map axis_of(fixture *f, const proc_grid *grid, dist_kind kind, int64_t extent)
{
    return (axis_map){.source = AXIS_BY_DIM,
                      .kind = kind,
                      .stride = INT(1),
                      .offset = INT(0),
                      .lower = INT(0),
                      .extent = INT(extent),
                      .grid = grid};
}

static void axes_get_their_numbers(void **state)
{
    fixture *f = *state;
    const proc_grid *grid = GRID("P", 4);
    env *e = env_new(f->ctx, f->pool, &grid, 1, NULL);
    dim_mapping m;
    bool ok = true;
    axis_map axis = axis_of(f, grid, DIST_BLOCK, 18);
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    assert_int_equal(m.block, 5); /* ceil(18 / 4) */
    assert_int_equal(m.procs, 4);
    assert_int_equal(m.stride, 1);
    axis.kind = DIST_CYCLIC;
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    assert_int_equal(m.block, 1);
    axis.source = AXIS_FIXED;
    axis.offset = INT(7);
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    assert_int_equal(m.stride, 0);
    assert_int_equal(m.offset, 7);
    assert_true(ok);
}

static void impossible_axes_fail(void **state)
{
    fixture *f = *state;
    const proc_grid *grid = GRID("P", 4);
    env *e = env_new(f->ctx, f->pool, &grid, 1, NULL);
    dim_mapping m;
    bool ok = true;
    axis_map axis = axis_of(f, grid, DIST_BLOCK, 20);
    axis.block = INT(4); /* 4 * 4 < 20 */
    assert_false(env_dim_mapping(e, &axis, &m, &ok));
    assert_false(ok);
    assert_string_equal(env_failure(e),
                        "block(4) on 4 processors has no place for all 20 cells along axis 0 of "
                        "'P'; use block(5) or more, or cyclic(4)");
    env_report_failure(e, (source_range){0});
    assert_non_null(strstr(reported(f), "a.c:1:24: error: block(4)"));
    env_forget_failure(e);
    axis.block = INT(5);
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    axis.block = INT(0);
    assert_false(env_dim_mapping(e, &axis, &m, &ok));
    assert_string_equal(env_failure(e), "the blocks on axis 0 of 'P' have 0 cells; they need at "
                                        "least 1");
    env_forget_failure(e);
    axis = axis_of(f, grid, DIST_CYCLIC, 0);
    assert_false(env_dim_mapping(e, &axis, &m, &ok));
    assert_string_equal(env_failure(e), "what is distributed has 0 cells along a dimension; it "
                                        "needs at least 1");
    env_forget_failure(e);
    axis = axis_of(f, grid, DIST_CYCLIC, INT64_MAX);
    axis.block = INT(INT64_MAX);
    assert_false(env_dim_mapping(e, &axis, &m, &ok));
}

/* 18 cells in blocks of 5 on 4: 5 5 5 3; of 1..16 there are 4 5 5 2. */
static void counts_are_of_the_executing_processor(void **state)
{
    fixture *f = *state;
    const proc_grid *grids[2] = {GRID("P", 4), GRID("Q", 6)};
    env *e = env_new(f->ctx, f->pool, grids, 2, NULL);
    const axis_map axis = axis_of(f, grids[0], DIST_BLOCK, 18);
    const expr *me = expr_coord(f->pool, grids[0], 0);
    const expr *up = expr_count(f->pool, &axis, INT(1), INT(16), INT(1), INT(1), INT(0), me);
    const expr *down = expr_count(f->pool, &axis, INT(16), INT(1), INT(-1), INT(1), INT(0), me);
    const expr *still = expr_count(f->pool, &axis, INT(1), INT(9), INT(2), INT(0), INT(12), me);
    static const int expected[6] = {4, 5, 5, 2, 0, 0}; /* ranks 4 and 5 are outside P */
    static const int at_12[6] = {0, 0, 5, 0, 0, 0};    /* cell 12 is on 2; i = 1 3 5 7 9 */
    for (int rank = 0; rank < 6; rank++) {
        bool ok;
        env_set_rank(e, rank);
        assert_int_equal(value(e, up, &ok), expected[rank]);
        assert_int_equal(value(e, down, &ok), expected[rank]);
        assert_int_equal(value(e, still, &ok), at_12[rank]);
        assert_true(ok);
    }
}

/* The stretches say of every coordinate what the count is there. */
static void check_stretches(fixture *f, env *e, const proc_grid *grid, const expr *count)
{
    count_stretches s;
    assert_true(env_count_stretches(e, count, f->ctx->arena, &s));
    int at = 0;
    for (int rank = 0; rank < env_grid_size(e, grid); rank++) {
        bool ok;
        at += at + 1 < s.count && s.at[at + 1].first == rank;
        env_set_rank(e, rank);
        assert_int_equal(s.at[at].count, value(e, count, &ok));
        assert_true(ok);
    }
    assert_int_equal(at, s.count - 1);
}

/* All coordinates at once: blocks of 5 on 4, of which 1..16 has 4 5 5 2; cell 12,
 * which is on 2; CYCLIC(2) on 4, of which 3..33 passes over four times; every third
 * cell, which is no whole number of times in a block of 5. */
static void counts_of_all_coordinates(void **state)
{
    fixture *f = *state;
    const proc_grid *grid = GRID("P", 4);
    env *e = env_new(f->ctx, f->pool, &grid, 1, NULL);
    const axis_map block = axis_of(f, grid, DIST_BLOCK, 18);
    axis_map cyclic = axis_of(f, grid, DIST_CYCLIC, 40);
    cyclic.block = INT(2);
    const expr *me = expr_coord(f->pool, grid, 0);
    const expr *const counts[] = {
        expr_count(f->pool, &block, INT(1), INT(16), INT(1), INT(1), INT(0), me),
        expr_count(f->pool, &block, INT(16), INT(1), INT(-1), INT(1), INT(0), me),
        expr_count(f->pool, &block, INT(1), INT(9), INT(2), INT(0), INT(12), me),
        expr_count(f->pool, &block, INT(0), INT(5), INT(1), INT(3), INT(1), me),
        expr_count(f->pool, &cyclic, INT(3), INT(33), INT(1), INT(1), INT(0), me),
        expr_count(f->pool, &cyclic, INT(3), INT(33), INT(2), INT(1), INT(0), me)};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        check_stretches(f, e, grid, counts[i]);
    count_stretches s;
    assert_true(env_count_stretches(e, counts[0], f->ctx->arena, &s));
    assert_int_equal(s.count, 3); /* 4, 5 5, 2 */
    const expr *none = expr_count(
        f->pool, &block, INT(1), INT(16),
        expr_param(f->pool, expr_new_param(f->pool, PARAM_VARIABLE, "z", (source_range){0})),
        INT(1), INT(0), me);
    assert_false(env_count_stretches(e, none, f->ctx->arena, &s));
    assert_non_null(env_failure(e));
}

static gen_sizes sizes_of(const expr **size, int count)
{
    return (gen_sizes){.name = "m", .count = count, .size = size};
}

/* 3 + 0 + 5 + n cells, n = 2 unless --set says otherwise. */
static void sizes_are_added_up(void **state)
{
    fixture *f = *state;
    const proc_grid *grid = GRID("P", 4);
    param *n = expr_new_param(f->pool, PARAM_VARIABLE, "m[3]", (source_range){0});
    n->value = INT(2);
    const expr *size[4] = {INT(3), INT(0), INT(5), expr_param(f->pool, n)};
    const gen_sizes sizes = sizes_of(size, 4);
    axis_map axis = axis_of(f, grid, DIST_GEN_BLOCK, 10);
    axis.sizes = &sizes;
    env *e = env_new(f->ctx, f->pool, &grid, 1, NULL);
    const expr *me = expr_coord(f->pool, grid, 0);
    const expr *mine = expr_count(f->pool, &axis, INT(0), INT(9), INT(1), INT(1), INT(0), me);
    static const int expected[4] = {3, 0, 5, 2};
    bool ok;
    for (int rank = 0; rank < 4; rank++) {
        env_set_rank(e, rank);
        assert_int_equal(value(e, mine, &ok), expected[rank]);
    }
    dim_mapping m;
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    assert_int_equal(m.block, 5);
    assert_int_equal(m.before[4], 10);
    int64_t used = 0;
    assert_true(env_param_used(e, n, &used));
    const binding set = {n->name, 7};
    assert_true(env_rebind(e, &(bindings){.count = 1, .set = &set}));
    assert_true(env_dim_mapping(e, &axis, &m, &ok));
    assert_int_equal(m.before[4], 15);
    assert_true(env_param_used(e, n, &used));
    assert_int_equal(used, 7);
}

static void assert_no_axis(env *e, const axis_map *axis, const char *why)
{
    dim_mapping m;
    bool ok = true;
    assert_true(env_rebind(e, NULL));
    assert_false(env_dim_mapping(e, axis, &m, &ok));
    assert_false(ok);
    assert_string_equal(env_failure(e), why);
}

static void sizes_that_do_not_fit_fail(void **state)
{
    fixture *f = *state;
    const proc_grid *grid = GRID("P", 3);
    const expr *size[4] = {INT(4), INT(0), INT(6), INT(0)};
    env *e = env_new(f->ctx, f->pool, &grid, 1, NULL);
    gen_sizes sizes = sizes_of(size, 4);
    axis_map axis = axis_of(f, grid, DIST_GEN_BLOCK, 10);
    axis.sizes = &sizes;
    dim_mapping m;
    bool ok = true;
    assert_true(env_dim_mapping(e, &axis, &m, &ok)); /* a 0 for nobody is no harm */
    size[3] = INT(1);
    assert_no_axis(e, &axis,
                   "block 3 of 'm', of size 1, has no processor: axis 0 of 'P' has "
                   "fewer; make it 0, or use as many processors as there are sizes");
    sizes.count = 3;
    size[1] = INT(-2);
    assert_no_axis(e, &axis, "block 1 of 'm' has size -2; a size is 0 or more");
    size[1] = INT(0);
    size[0] = INT(3);
    assert_no_axis(e, &axis,
                   "the blocks of 'm' hold 9 of 10 cells along axis 0 of 'P'; their "
                   "sizes must add up to that, or more");
    sizes.count = 1;
    sizes.name = NULL;
    assert_no_axis(e, &axis,
                   "its gen_block gives 1 block, but axis 0 of 'P' has 3 processors; "
                   "give each processor a size, 0 if it gets nothing");
    sizes.count = 3;
    size[0] = INT(INT64_MAX);
    assert_no_axis(e, &axis, "'9223372036854775807' does not fit 64 bits; the sizes are too large");
    param *n = expr_new_param(f->pool, PARAM_VARIABLE, "m[0]", (source_range){0});
    size[0] = expr_param(f->pool, n);
    assert_no_axis(e, &axis,
                   "nothing tells the value of 'm[0]'; say --set m[0]=VALUE "
                   "(-fpredict-set=m[0]=VALUE)");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(directives_decide_without_procs),
        TEST(shapes_replace_the_directives),
        TEST(totals_are_factored_squarely),
        TEST(totals_that_extents_give_keep_them),
        TEST(factors_are_the_squarest),
        TEST(totals_fill_open_extents),
        TEST(a_grid_like_another_factors_its_size),
        TEST(random_choices_are_bound_or_refused),
        TEST(open_extents_without_procs_are_refused),
        TEST(shapes_that_fit_no_grid_are_refused),
        TEST(totals_that_do_not_divide_are_refused),
        TEST(extents_below_one_are_refused),
        TEST(too_many_processors_are_refused),
        TEST(extents_may_be_parameters),
        TEST(set_must_name_a_parameter),
        TEST(definitions_chain),
        TEST(set_is_not_of_a_formal_that_another_of_its_name_tells),
        TEST(circular_definitions_fail),
        TEST(unresolved_parameters_fail_at_their_place),
        TEST(overflow_and_division_by_zero_fail),
        TEST(guards_hide_failures),
        TEST(loop_variables_have_no_value_at_first),
        TEST(ranks_and_coordinates),
        TEST(strange_processors_fail),
        TEST(axes_get_their_numbers),
        TEST(impossible_axes_fail),
        TEST(counts_are_of_the_executing_processor),
        TEST(counts_of_all_coordinates),
        TEST(sizes_are_added_up),
        TEST(sizes_that_do_not_fit_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
