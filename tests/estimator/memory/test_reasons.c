#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/random_nest.h"

/* Misses of several levels, and why lines are found or missed: by hand, or by a cache that is
 * simulated access by access. */

typedef struct asked {
    estimate e;
    const reuse_note *notes;
    int count;
} asked;

static const estimate_options options = {.memory = MEMORY_REUSE, .overlap = -1};

/* Lines anywhere in a cache, the one that was not used longest is replaced. */
static sag_cache cache_of(const char *name, double bytes, double line)
{
    return (sag_cache){.name = name,
                       .size = value(bytes),
                       .line = value(line),
                       .replace = REPLACE_LRU,
                       .write_allocate = true,
                       .fetch_miss = value(1e-6),
                       .store_miss = value(1e-6)};
}

static asked ask_with(model *m, const aag_graph *g, const estimate_options *with)
{
    const bindings values = {0};
    asked a = {.e = predict(m, g, with, 0, NULL)};
    a.count = estimate_reuse(m->ctx, &a.e, &values, with, NULL, &a.notes);
    return a;
}

static asked ask(model *m, const aag_graph *g)
{
    return ask_with(m, g, &options);
}

static void is_near(double got, double expected, double share)
{
    if (fabs(got - expected) > share * expected)
        fail_msg("%g, expected %g", got, expected);
}

/* The note of a loop with so many loops around; null: none. */
static const reuse_note *of_loop(const asked *a, int depth)
{
    for (int i = 0; i < a->count; i++)
        if (a->notes[i].kind == REUSE_LOOP && a->notes[i].depth == 2 * depth)
            return &a->notes[i];
    return NULL;
}

/* 1,024 doubles, twice: 8,192 bytes, 256 lines of 32 bytes and 128 of 64. The nearer cache holds
 * 4,096: each line comes in twice. The other one holds 16,384: once. In an iteration of the loop
 * over them 3 of 4 elements, and 7 of 8, are on the line of the one before. */
static void a_row_in_two_levels(void **state)
{
    model *m = *state;
    nest_program p = {.array_count = 1,
                      .nest_count = 1,
                      .arrays = {{.rank = 1, .bytes = 8, .extent = {1024, 1, 1}}},
                      .nests = {{.loop_count = 2,
                                 .ref_count = 1,
                                 .loops = {{{-1, 0}, {-1, 1}, 1}, {{-1, 0}, {-1, 1023}, 1}},
                                 .refs = {{.factor = {{0, 1}}}}}}};
    const sag_cache two[] = {cache_of("near", 4096, 32), cache_of("far", 16384, 64)};
    m->memory.cache_count = 2;
    m->memory.caches = two;
    asked a = ask(m, model_graph(m, nest_tree(m, &p)));
    assert_int_equal(a.e.level_count, 2);
    assert_string_equal(a.e.level[1].name, "far");
    is_near(a.e.level[0].misses, 512, 0.01);
    is_near(a.e.level[1].misses, 128, 0.01);

    const reuse_note *again = of_loop(&a, 0), *inside = of_loop(&a, 1);
    assert_non_null(again);
    is_near(again->level[0].lines, 256, 0.01);
    is_near(again->level[0].missed, 256, 0.01);
    is_near(again->level[0].bytes, 8192, 0.01);
    is_near(again->level[1].lines, 128, 0.01);
    assert_true(again->level[1].missed == 0);
    is_near(again->level[1].bytes, 8192, 0.01);
    is_near(again->level[1].arrays, 1, 1e-9);

    assert_non_null(inside);
    is_near(inside->level[0].lines, 2 * (1024 - 256), 0.01);
    is_near(inside->level[1].lines, 2 * (1024 - 128), 0.01);
    assert_true(inside->level[0].missed == 0 && inside->level[1].missed == 0);
}

/* Do all loops make as many iterations each time, one by one? Of others the model takes means. */
static bool is_plain(const nest_program *p)
{
    for (int n = 0; n < p->nest_count; n++)
        for (int k = 0; k < p->nests[n].loop_count; k++) {
            const nest_loop *l = &p->nests[n].loops[k];
            if (l->lower.of >= 0 || l->upper.of >= 0 || l->step != 1)
                return false;
        }
    return true;
}

/* What is told adds up to what is charged: all misses, of each level, but for such a share. */
static void add_up(void **state, const estimate_options *with, int64_t most, const sag_cache two[2],
                   double apart)
{
    model *m = *state;
    random_source r = {17};
    for (int n = 0; n < 60;) {
        nest_program p = random_nest(&r, most, 32);
        if (!is_plain(&p))
            continue;
        n++;
        m->memory.cache_count = 2;
        m->memory.caches = two;
        asked a = ask_with(m, model_graph(m, nest_tree(m, &p)), with);
        double told[2] = {0};
        for (int i = 0; i < a.count; i++)
            for (int k = 0; k < 2; k++) {
                told[k] += a.notes[i].level[k].missed;
                assert_true(a.notes[i].level[k].missed <= a.notes[i].level[k].lines * (1 + 1e-9));
            }
        for (int k = 0; k < 2; k++)
            is_near(told[k], a.e.level[k].misses, apart);
        model_teardown(state);
        model_setup(state);
        m = *state;
    }
}

static void reasons_add_up(void **state)
{
    const sag_cache two[] = {cache_of("near", 4096, 32), cache_of("far", 32768, 64)};
    add_up(state, &options, 100000, two, 1e-4);
}

/* Where lines are replaced at random the program is walked several times. Those for whose reasons
 * somebody asks go through it, the last one of them too; others are sums over what the first one
 * has written down (again.c). Both come to the same misses. */
static void reasons_add_up_at_random(void **state)
{
    sag_cache two[] = {cache_of("near", 4096, 32), cache_of("far", 32768, 64)};
    for (int k = 0; k < 2; k++) {
        two[k].replace = REPLACE_RANDOM;
        two[k].associativity = value(2 + 2 * k);
    }
    add_up(state, &options, 100000, two, 1e-8);
    two[1].replace = REPLACE_LRU;
    add_up(state, &options, 4000000, two, 1e-8);
    two[0].associativity = (quantity){0}; /* lines go anywhere */
    add_up(state, &options, 100000, two, 1e-8);
}

/* Programs that are simulated, and, of more accesses, sampled. */
static void reasons_of_samples_add_up(void **state)
{
    const estimate_options by_default = {.overlap = -1};
    const sag_cache two[] = {cache_of("near", 4096, 32), cache_of("far", 32768, 64)};
    add_up(state, &by_default, 100000, two, 1e-4);
    add_up(state, &by_default, 4000000, two, 1e-4);
}

/* a[i][j] of doubles by columns, so many rows and columns. */
static asked columns(model *m, int64_t n)
{
    const estimate_options by_default = {.overlap = -1};
    nest_program p = {
        .array_count = 1,
        .nest_count = 1,
        .arrays = {{.rank = 2, .bytes = 8, .extent = {n, n, 1}}},
        .nests = {
            {.loop_count = 3,
             .ref_count = 1,
             .loops = {{{-1, 0}, {-1, 0}, 1}, {{-1, 0}, {-1, n - 1}, 1}, {{-1, 0}, {-1, n - 1}, 1}},
             .refs = {{.factor = {{0, 0, 1}, {0, 1, 0}}}}}}};
    static sag_cache one;
    one = cache_of("cache", 8192, 32);
    one.associativity = value(2);
    m->memory.cache_count = 1;
    m->memory.caches = &one;
    return ask_with(m, model_graph(m, nest_tree(m, &p)), &by_default);
}

/* In 128 sets of 2 ways, rows of 1,024 bytes lie 32 sets apart: the 128 lines of a column come to 4
 * sets, 32 to each. Each of the n² / 4 lines comes in once, and is lost three times, an iteration
 * of the outer loop later, by 31 others of its set. Of 1,024 rows of 8,192 bytes all 1,024 come to
 * one set. The first is small enough to be simulated, the second is sampled. */
static void columns_that_meet_in_sets(void **state)
{
    for (int64_t n = 128; n <= 1024; n *= 8) {
        model *m = *state;
        asked a = columns(m, n);
        const double lines = (double)(n * n / 4);
        double first = 0;
        for (int i = 0; i < a.count; i++)
            first += a.notes[i].kind == REUSE_FIRST ? a.notes[i].level[0].missed : 0;
        is_near(a.e.level[0].misses, 4 * lines, 0.01);
        is_near(first, lines, 0.01);
        const reuse_note *again = of_loop(&a, 1);
        assert_non_null(again);
        is_near(again->level[0].missed, 3 * lines, 0.03); /* looks are few */
        is_near(again->level[0].lines, 3 * lines, 0.03);
        is_near(again->ago, 1, 1e-9);
        assert_true(again->level[0].is_more == (n > 128));
        if (n == 128)
            is_near(again->level[0].others, 31, 1e-9);
        else
            assert_true(again->level[0].others > 31);
    }
}

/* d[i][j], d[i][k] and d[k][j] of ints in all orders, which changes nothing: by the closed form,
 * and on a simulated cache. 180 rows of 720 bytes. */
static void any_order_of_references(void **state)
{
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    /* Of the program's own loop, k, i and j. */
    static const int64_t factor[3][2][4] = {
        {{0, 0, 1, 0}, {0, 0, 0, 1}}, {{0, 0, 1, 0}, {0, 1, 0, 0}}, {{0, 1, 0, 0}, {0, 0, 0, 1}}};
    for (int n = 0; n < 6; n++) {
        nest_program p = {.array_count = 1,
                          .nest_count = 1,
                          .arrays = {{.rank = 2, .bytes = 4, .extent = {180, 180, 1}}},
                          .nests = {{.loop_count = 4,
                                     .ref_count = 3,
                                     .loops = {{{-1, 0}, {-1, 0}, 1},
                                               {{-1, 0}, {-1, 179}, 1},
                                               {{-1, 0}, {-1, 179}, 1},
                                               {{-1, 0}, {-1, 179}, 1}}}}};
        for (int r = 0; r < 3; r++)
            for (int d = 0; d < 2; d++)
                memcpy(p.nests[0].refs[r].factor[d], factor[order[n][r]][d], sizeof factor[0][0]);
        cache_twin *twin = cache_twin_new((twin_shape){8192, 32, 256, TWIN_LRU, true});
        nest_walk(&p, twin);
        const sag_cache one = cache_of("cache", 8192, 32);
        model *m = *state;
        m->memory.cache_count = 1;
        m->memory.caches = &one;
        asked a = ask(m, model_graph(m, nest_tree(m, &p)));
        is_near(a.e.level[0].misses, (double)twin->misses, 0.03);
        cache_twin_free(twin);
        model_teardown(state);
        model_setup(state);
    }
}

/* u[i-1][j] + u[i][j-1] + u[i][j+1] + u[i+1][j], rows of 12,000 bytes: 8,192 hold none of them.
 * Each line comes in for each of the three rows. */
static void rows_that_do_not_fit(void **state)
{
    model *m = *state;
    nest_program p = {
        .array_count = 1,
        .nest_count = 1,
        .arrays = {{.rank = 2, .bytes = 8, .extent = {34, 1500, 1}}},
        .nests = {
            {.loop_count = 3,
             .ref_count = 4,
             .loops = {{{-1, 0}, {-1, 0}, 1}, {{-1, 1}, {-1, 32}, 1}, {{-1, 1}, {-1, 1498}, 1}}}}};
    static const int64_t at[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int k = 0; k < 4; k++)
        p.nests[0].refs[k] =
            (nest_ref){.factor = {{0, 1, 0}, {0, 0, 1}}, .plus = {at[k][0], at[k][1]}};
    cache_twin *twin = cache_twin_new((twin_shape){8192, 32, 256, TWIN_LRU, true});
    nest_walk(&p, twin);
    const sag_cache one = cache_of("cache", 8192, 32);
    m->memory.cache_count = 1;
    m->memory.caches = &one;
    asked a = ask(m, model_graph(m, nest_tree(m, &p)));
    is_near(a.e.level[0].misses, (double)twin->misses, 0.01);
    is_near((double)twin->misses, 3 * 32 * 375, 0.01);
    cache_twin_free(twin);
}

static const reference *row(model *m, const variable *a, const loop_var *i, const loop_var *j,
                            int64_t plus)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = a;
    ref->sub[0] =
        (subscript){SUBSCRIPT_VALUE, expr_add(m->pool, expr_loop_var(m->pool, i), number(m, plus))};
    ref->sub[1] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(m->pool, j)};
    return ref;
}

/* a[i-1][j], a[i][j], a[i+1][j] of floats, N = 200 in a row, and one cache of 8,192 bytes. */
static const aag_graph *three_rows(model *m, const param **size)
{
    const param *n = *size = parameter(m, "N", number(m, 200));
    const expr *extents[2] = {number(m, 20), expr_param(m->pool, n)};
    const variable *a = model_array(m, "a", 4, 2, extents, NULL, NULL);
    const loop_var *i = var(m, "i"), *j = var(m, "j");
    const reference *three[3];
    for (int k = 0; k < 3; k++)
        three[k] = row(m, a, i, j, k - 1);
    node *body = work(m, 0);
    body->u.stmt.read_count = 3;
    body->u.stmt.reads = arena_copy(m->ctx->arena, three, sizeof three);
    const expr *last = expr_add(m->pool, expr_param(m->pool, n), number(m, -1));
    node *inner = loop(m, j, number(m, 0), last, number(m, 1), body);
    node *outer = loop(m, i, number(m, 1), number(m, 18), number(m, 1), inner);
    const sag_cache one = cache_of("cache", 8192, 32);
    m->memory.cache_count = 1;
    m->memory.caches = arena_copy(m->ctx->arena, &one, sizeof one);
    return model_graph(m, outer);
}

/* From one iteration of i to the next three rows are touched, 12 N bytes, and 28 more a row for
 * where its lines begin. 8,192 bytes hold that up to N = 675, and 682 were rows to begin with
 * lines. 2,400 bytes are 3 · 4 · 200. By default as by reuse alone. */
static void the_size_that_fits_no_more(void **state)
{
    model *m = *state;
    const estimate_options by_default = {.overlap = -1}, *const with[] = {&options, &by_default,
                                                                          NULL};
    const param *n;
    const aag_graph *g = three_rows(m, &n);
    for (int k = 0; k < 3; k++) {
        asked of = ask_with(m, g, with[k]);
        const bindings values = {0};
        const reuse_limit *limits;
        int count = estimate_reuse_limits(m->ctx, &of.e, &values, with[k], NULL, 16, &limits);
        assert_int_equal(count, 1);
        assert_ptr_equal(limits[0].param, n);
        assert_true(limits[0].is_from);
        assert_ptr_equal(limits[0].note.loop, of_loop(&of, 0)->loop);
        assert_in_range(limits[0].value, 665, 684);
        is_near(limits[0].bytes, 8192, 0.02);
        is_near(of_loop(&of, 0)->level[0].bytes, 2400, 0.05);
        assert_true(of_loop(&of, 0)->level[0].missed == 0);
    }
}

/* By sizes nothing is asked of uses before. */
static void none_by_sizes(void **state)
{
    model *m = *state;
    const estimate_options by_sizes = {.memory = MEMORY_PAPER, .overlap = -1};
    const bindings values = {0};
    const param *n;
    const reuse_limit *limits;
    asked of = ask_with(m, three_rows(m, &n), &by_sizes);
    assert_int_equal(of.count, 0);
    assert_int_equal(estimate_reuse_limits(m->ctx, &of.e, &values, &by_sizes, NULL, 16, &limits),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_in_two_levels, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(reasons_add_up, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(reasons_add_up_at_random, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(reasons_of_samples_add_up, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(columns_that_meet_in_sets, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(any_order_of_references, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(rows_that_do_not_fit, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(the_size_that_fits_no_more, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(none_by_sizes, model_setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
