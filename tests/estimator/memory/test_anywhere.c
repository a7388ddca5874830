#include <math.h>
#include <stdlib.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/cache_twin.h"
#include "tests/estimator/model.h"

/* Misses of references through indices that are known only at run time, beside the same program
 * with indices drawn at random, on a simulated cache. 8,192 bytes, 2 ways, lines of 32; a miss
 * costs 1 µs, everything else nothing. */

#define US 1e-6

static int setup(void **state)
{
    model *m = model_new();
    m->memory.cache_count = 1;
    m->cache.line = value(32);
    m->cache.size = value(8192);
    m->cache.associativity = value(2);
    m->cache.write_allocate = true;
    m->cache.fetch_miss = value(1 * US);
    m->cache.store_miss = value(1 * US);
    *state = m;
    return 0;
}

static const variable *array(model *m, const char *name, int bytes, int64_t elements)
{
    const expr *extent[1] = {number(m, elements)};
    return model_array(m, name, bytes, 1, extent, NULL, NULL);
}

static reference *at(model *m, const variable *a, const expr *index)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    *ref = (reference){.var = a, .sub = {{SUBSCRIPT_VALUE, index}}};
    return ref;
}

/* Element factor · `of` + offset, `of` being an element that the statement reads, or a scalar. */
static reference *by(model *m, const variable *a, const variable *of, int factor, int offset)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    index_source *source = ARENA_NEW(m->ctx->arena, index_source);
    *source = (index_source){of, number(m, factor), number(m, offset)};
    *ref = (reference){.var = a, .sub = {{SUBSCRIPT_INDIRECT, NULL}}, .sources = source};
    return ref;
}

#define READS(m, ...)                                                                              \
    reads(m, (int)(sizeof((reference *[]){__VA_ARGS__}) / sizeof(reference *)),                    \
          (reference *[]){__VA_ARGS__})

static node *reads(model *m, int count, reference *const *refs)
{
    node *n = work(m, 0);
    const reference **list = ARENA_ARRAY(m->ctx->arena, count, const reference *);
    for (int i = 0; i < count; i++)
        list[i] = refs[i];
    n->u.stmt.read_count = count;
    n->u.stmt.reads = list;
    return n;
}

static node *over(model *m, const loop_var *v, int64_t n, node *body)
{
    return loop(m, v, number(m, 0), number(m, n - 1), number(m, 1), body);
}

static const expr *of(model *m, const loop_var *v)
{
    return expr_loop_var(m->pool, v);
}

static void holds(model *m, node *body, cache_twin *c, double share)
{
    estimate_options options = {.memory = MEMORY_SAMPLED, .overlap = -1};
    double got = predict(m, model_graph(m, body), &options, 0, NULL).time / US;
    double expected = (double)c->misses;
    cache_twin_free(c);
    if (fabs(got - expected) > share * expected)
        fail_msg("%g, expected %g", got, expected);
}

/* --- The same programs, run ---------------------------------------------------------------------
 */

static cache_twin *twin(void)
{
    return cache_twin_new((twin_shape){8192, 32, 2, TWIN_LRU, true});
}

static int64_t drawn(uint32_t *seed, int64_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (int64_t)(*seed >> 8) % below;
}

static void use(cache_twin *c, int array_number, int64_t byte)
{
    cache_twin_access(c, ((int64_t)array_number << 24) + 4128 * array_number + byte, false);
}

/* h[key[i]]++ with 16,384 bins of 4 bytes, eight times what the cache holds: the line that is
 * written is the one that was read. */
static void histogram(void **state)
{
    model *m = *state;
    enum { N = 40000, BINS = 16384 };
    const variable *key = array(m, "key", 4, N), *h = array(m, "h", 4, BINS);
    const loop_var *i = var(m, "i");
    node *body = READS(m, at(m, key, of(m, i)), by(m, h, key, 1, 0));
    body->u.stmt.write = by(m, h, key, 1, 0);
    cache_twin *c = twin();
    uint32_t seed = 1;
    for (int64_t n = 0; n < N; n++) {
        int64_t bin = drawn(&seed, BINS);
        use(c, 1, 4 * n);
        use(c, 2, 4 * bin);
        use(c, 2, 4 * bin);
    }
    holds(m, over(m, i, N, body), c, 0.03);
}

/* 256 bins fit beside the keys: what is missed is keys' lines, and those of the bins once. */
static void histogram_that_fits(void **state)
{
    model *m = *state;
    enum { N = 40000, BINS = 256 };
    const variable *key = array(m, "key", 4, N), *h = array(m, "h", 4, BINS);
    const loop_var *i = var(m, "i");
    node *body = READS(m, at(m, key, of(m, i)), by(m, h, key, 1, 0));
    body->u.stmt.write = by(m, h, key, 1, 0);
    cache_twin *c = twin();
    uint32_t seed = 2;
    for (int64_t n = 0; n < N; n++) {
        use(c, 1, 4 * n);
        use(c, 2, 4 * drawn(&seed, BINS));
    }
    holds(m, over(m, i, N, body), c, 0.03);
}

/* Three neighbours, from 3 key[i] on, of doubles: 24 bytes begin at 4 places of a line, and from 2
 * of these go on in the next. Keys of the same loop, read again in another statement. */
static void neighbours(void **state)
{
    model *m = *state;
    enum { N = 20000 };
    const variable *key = array(m, "key", 4, N), *x = array(m, "x", 8, 3 * N);
    const loop_var *i = var(m, "i");
    node *two = READS(m, at(m, key, of(m, i)), by(m, x, key, 3, 0), at(m, key, of(m, i)),
                      by(m, x, key, 3, 1));
    node *last = READS(m, at(m, key, of(m, i)), by(m, x, key, 3, 2));
    cache_twin *c = twin();
    uint32_t seed = 3;
    for (int64_t n = 0; n < N; n++) {
        int64_t first = 3 * drawn(&seed, N);
        use(c, 1, 4 * n);
        for (int64_t k = first; k < first + 3; k++)
            use(c, 2, 8 * k);
    }
    holds(m, over(m, i, N, SEQUENCE(two, last)), c, 0.03);
}

/* Cells of 8: each of a cell's elements with each, through a list of them. In 64 visits 8 lines
 * come again and again. */
static void cells(void **state)
{
    model *m = *state;
    enum { CELLS = 4000, EACH = 8, N = CELLS * EACH };
    const variable *list = array(m, "list", 4, N), *f = array(m, "f", 8, N);
    const variable *x = array(m, "x", 8, N);
    const loop_var *b = var(m, "b"), *k = var(m, "k"), *j = var(m, "j");
    const expr *first = expr_mul(m->pool, number(m, EACH), of(m, b));
    node *body = READS(m, at(m, list, expr_add(m->pool, first, of(m, k))), by(m, f, list, 1, 0),
                       at(m, list, expr_add(m->pool, first, of(m, j))), by(m, x, list, 1, 0));
    cache_twin *c = twin();
    uint32_t seed = 4;
    for (int64_t n = 0; n < CELLS; n++) {
        int64_t member[EACH];
        for (int i = 0; i < EACH; i++)
            member[i] = drawn(&seed, N);
        for (int64_t i = 0; i < EACH * EACH; i++) {
            use(c, 1, 4 * (EACH * n + i / EACH));
            use(c, 2, 8 * member[i / EACH]);
            use(c, 1, 4 * (EACH * n + i % EACH));
            use(c, 3, 8 * member[i % EACH]);
        }
    }
    holds(m, over(m, b, CELLS, over(m, k, EACH, over(m, j, EACH, body))), c, 0.04);
}

/* The same with the cells on both sides: of 12 elements 8 come again in the next cell. */
static void cells_and_neighbours(void **state)
{
    model *m = *state;
    enum { CELLS = 4000, EACH = 4, N = CELLS * EACH };
    const variable *list = array(m, "list", 4, N), *x = array(m, "x", 8, N);
    const loop_var *b = var(m, "b"), *k = var(m, "k"), *j = var(m, "j");
    const expr *first = expr_mul(m->pool, number(m, EACH), of(m, b));
    node *body = READS(m, at(m, list, expr_add(m->pool, first, of(m, j))), by(m, x, list, 1, 0));
    body = loop(m, j, number(m, -EACH), number(m, 2 * EACH - 1), number(m, 1), body);
    body = loop(m, b, number(m, 1), number(m, CELLS - 2), number(m, 1), over(m, k, EACH, body));
    cache_twin *c = twin();
    uint32_t seed = 7;
    int64_t *member = calloc(N, sizeof *member);
    for (int64_t n = 0; n < N; n++)
        member[n] = drawn(&seed, N);
    for (int64_t n = EACH; n < N - EACH; n++)
        for (int64_t i = n / EACH * EACH - EACH; i < n / EACH * EACH + 2 * EACH; i++) {
            use(c, 1, 4 * i);
            use(c, 2, 8 * member[i]);
        }
    free(member);
    holds(m, body, c, 0.1);
}

/* A particle's cell and the next one, by an integer that is set before: in the next iteration it is
 * another. */
static void by_a_scalar(void **state)
{
    model *m = *state;
    enum { N = 20000, BINS = 8192 };
    const variable *place = array(m, "place", 8, N), *rho = array(m, "rho", 8, BINS + 1);
    const loop_var *i = var(m, "i");
    variable *cell = ARENA_NEW(m->ctx->arena, variable);
    const variable *numbered = array(m, "cell", 4, 1);
    *cell = *numbered;
    cell->rank = 0;
    cell->is_in_registers = true;
    m->variables.data[numbered->id] = cell;
    node *sets = READS(m, at(m, place, of(m, i)));
    sets->u.stmt.scalar = cell;
    node *this_one = READS(m, by(m, rho, cell, 1, 0)), *next = READS(m, by(m, rho, cell, 1, 1));
    this_one->u.stmt.write = by(m, rho, cell, 1, 0);
    next->u.stmt.write = by(m, rho, cell, 1, 1);
    cache_twin *c = twin();
    uint32_t seed = 5;
    for (int64_t n = 0; n < N; n++) {
        int64_t bin = drawn(&seed, BINS);
        use(c, 1, 8 * n);
        use(c, 2, 8 * bin);
        use(c, 2, 8 * bin + 8);
    }
    holds(m, over(m, i, N, SEQUENCE(sets, this_one, next)), c, 0.04);
}

/* Keys that a loop around writes anew are others in each of its iterations; those that it leaves
 * are the same: 40 of 2,000 lines stay in the cache. */
static void again_or_not(void **state)
{
    model *m = *state;
    enum { ROUNDS = 400, KEYS = 40, N = 8000 };
    const variable *key = array(m, "key", 4, KEYS), *x = array(m, "x", 8, N);
    const loop_var *t = var(m, "t"), *i = var(m, "i"), *s = var(m, "s");
    for (int is_new = 0; is_new < 2; is_new++) {
        node *reading = over(m, i, KEYS, READS(m, at(m, key, of(m, i)), by(m, x, key, 1, 0)));
        node *setting = READS(m, at(m, key, of(m, s)));
        setting->u.stmt.write = is_new ? at(m, key, of(m, s)) : NULL;
        cache_twin *c = twin();
        uint32_t seed = 6;
        int64_t keys[KEYS] = {0};
        for (int64_t n = 0; n < ROUNDS; n++)
            for (int k = 0; k < KEYS; k++) {
                if (n == 0 || is_new)
                    keys[k] = drawn(&seed, N);
                use(c, 2, 8 * keys[k]);
            }
        for (int k = 0; k < KEYS / 8; k++)
            use(c, 1, 32 * k);
        holds(m, over(m, t, ROUNDS, SEQUENCE(over(m, s, KEYS, setting), reading)), c, 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(histogram, setup, model_teardown),
        cmocka_unit_test_setup_teardown(histogram_that_fits, setup, model_teardown),
        cmocka_unit_test_setup_teardown(neighbours, setup, model_teardown),
        cmocka_unit_test_setup_teardown(cells, setup, model_teardown),
        cmocka_unit_test_setup_teardown(cells_and_neighbours, setup, model_teardown),
        cmocka_unit_test_setup_teardown(by_a_scalar, setup, model_teardown),
        cmocka_unit_test_setup_teardown(again_or_not, setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
