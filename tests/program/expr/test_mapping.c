/* Every closed form against a walk over elements, on random dimensions. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

#include "program/expr/mapping.h"
#include "tests/random.h"

enum { CASES = 200000 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static int64_t pick(int64_t lower, int64_t upper)
{
    return random_between(&random_state, lower, upper);
}

/* Sizes that hold the extent, some of them 0; returns their sums. */
static const int64_t *pick_sizes(int procs, int64_t extent, int64_t *largest)
{
    static int64_t before[16];
    int64_t size[16], total = 0;
    for (int p = 0; p < procs; p++) {
        size[p] = pick(0, 3) ? pick(0, 2 * extent / procs + 1) : 0;
        total += size[p];
    }
    if (total < extent)
        size[pick(0, procs - 1)] += extent - total;
    *largest = 1;
    before[0] = 0;
    for (int p = 0; p < procs; p++) {
        before[p + 1] = before[p] + size[p];
        *largest = size[p] > *largest ? size[p] : *largest;
    }
    return before;
}

/* A section of array indices and a dimension that maps them into its template
 * (BLOCK) or anywhere (the others). */
static dim_mapping pick_mapping(section s)
{
    dim_mapping d = {.procs = (int)pick(1, 9), .stride = pick(-3, 3), .offset = pick(-20, 20)};
    static const dist_kind kinds[] = {DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK};
    d.kind = kinds[pick(0, 2)];
    int64_t a = d.stride * s.lower + d.offset;
    int64_t b = d.stride * s.upper + d.offset;
    int64_t low = a < b ? a : b;
    int64_t high = a < b ? b : a;
    d.lower = low - pick(0, 5);
    d.extent = high + pick(1, 6) - d.lower;
    int64_t smallest = (d.extent + d.procs - 1) / d.procs;
    if (d.kind == DIST_BLOCK) {
        d.block = pick(0, 2) ? smallest : smallest + pick(0, 9);
    } else {
        d.block = pick(1, 7);
        if (d.kind == DIST_GEN_BLOCK)
            d.before = pick_sizes(d.procs, d.extent, &d.block);
        if (pick(0, 3) == 0)
            d.lower += pick(-40, 40); /* cells on either side of the bound */
    }
    return d;
}

static section pick_section(int64_t span)
{
    section s = {pick(-span, span), pick(-span, span), pick(1, 7)};
    if (s.lower > s.upper && pick(0, 9))
        s = (section){s.upper, s.lower, s.stride};
    if (pick(0, 1))
        s = (section){s.upper, s.lower, -s.stride};
    return s;
}

/* The cells before the template are the first coordinate's, those after all blocks
 * the last one's. */
static int dealt_by_size(const dim_mapping *d, int64_t cell)
{
    int p = 0;
    int64_t left = cell - d->lower;
    for (; p < d->procs - 1 && left >= d->before[p + 1] - d->before[p]; p++)
        left -= d->before[p + 1] - d->before[p];
    return p;
}

/* Deals the template's cells out one by one, from its lower bound up (or down), and
 * returns who gets `cell`. */
static int dealt_to(const dim_mapping *d, int64_t cell)
{
    int p = 0;
    int64_t in_block = 0;
    if (d->kind == DIST_GEN_BLOCK)
        return dealt_by_size(d, cell);
    for (int64_t c = d->lower; c < cell; c++)
        if (++in_block == d->block) {
            in_block = 0;
            p = (p + 1) % d->procs;
        }
    for (int64_t c = d->lower; c > cell; c--)
        if (--in_block < 0) {
            in_block = d->block - 1;
            p = (p + d->procs - 1) % d->procs;
        }
    return p;
}

static int64_t walk_count(section s)
{
    int64_t n = 0;
    for (int64_t i = s.lower; s.stride > 0 ? i <= s.upper : i >= s.upper; i += s.stride)
        n++;
    return n;
}

/* Every coordinate where the count is another than that of the one before is
 * among the starts. Returns whether there is such a list. */
static bool starts_are_right(const dim_mapping *d, section s, const int64_t *owned)
{
    int starts[COUNT_STARTS];
    int count = mapping_count_starts(d, s, starts), next = 1;
    if (!count)
        return false;
    assert_int_equal(starts[0], 0);
    for (int p = 1; p < d->procs; p++) {
        if (next < count && starts[next] == p)
            next++;
        else
            assert_int_equal(owned[p], owned[p - 1]);
    }
    assert_int_equal(next, count);
    return true;
}

static void only_interval_has(const dim_mapping *d, int64_t cell, int owner)
{
    for (int p = 0; p < d->procs; p++) {
        int64_t first, last;
        mapping_interval(d, p, &first, &last);
        assert_int_equal(first <= cell && cell <= last, p == owner);
    }
}

static void test_mapping_equals_walk(void **state)
{
    (void)state;
    int64_t kinds[4] = {0}, elements = 0, with_starts = 0;
    for (int n = 0; n < CASES; n++) {
        section s = pick_section(40);
        dim_mapping d = pick_mapping(s);
        int64_t owned[16] = {0};
        for (int64_t i = s.lower; s.stride > 0 ? i <= s.upper : i >= s.upper; i += s.stride) {
            int p = dealt_to(&d, d.stride * i + d.offset);
            assert_int_equal(mapping_owner(&d, i), p);
            if (dist_is_interval(d.kind))
                only_interval_has(&d, d.stride * i + d.offset - d.lower, p);
            owned[p]++;
            elements++;
        }
        with_starts += starts_are_right(&d, s, owned);
        for (int p = 0; p < d.procs; p++)
            assert_int_equal(mapping_local_count(&d, s, p), owned[p]);
        kinds[d.kind]++;
    }
    assert_true(kinds[DIST_BLOCK] > CASES / 4 && kinds[DIST_CYCLIC] > CASES / 4 &&
                kinds[DIST_GEN_BLOCK] > CASES / 4 && elements > 5 * (int64_t)CASES);
    assert_true(with_starts > CASES / 8);
}

/* What one coordinate owns of a huge section, against the sum over residues. */
static void test_count_of_large_sections(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        dim_mapping d = {.kind = DIST_CYCLIC,
                         .procs = (int)pick(1, 9),
                         .block = pick(1, 6),
                         .stride = pick(0, 1) ? pick(1, 5) : pick(-5, -1),
                         .offset = pick(-1000, 1000),
                         .lower = pick(-3, 3),
                         .extent = 1};
        section s = {pick(-1000000000000, 1000000000000), 0, pick(1, 50)};
        s.upper = s.lower + pick(0, 4000000000000);
        int p = (int)pick(0, d.procs - 1);
        int64_t cycle = d.block * d.procs;
        /* Members k and k + cycle have the same owner. */
        int64_t members = section_count(s), expected = 0;
        for (int64_t k = 0; k < cycle && k < members; k++)
            if (mapping_owner(&d, s.lower + k * s.stride) == p)
                expected += (members - 1 - k) / cycle + 1;
        assert_int_equal(mapping_local_count(&d, s, p), expected);
    }
}

static dim_mapping make(dist_kind kind, int64_t extent, int64_t block, int procs, int64_t stride,
                        int64_t offset)
{
    return (dim_mapping){.kind = kind,
                         .extent = extent,
                         .block = block,
                         .procs = procs,
                         .stride = stride,
                         .offset = offset};
}

/* N = 10 on 4 under BLOCK: blocks of ceil(10/4) = 3, that is 3, 3, 3, 1.
 * CYCLIC(2) on 3 deals 01|23|45|67|89: 0 gets 0,1,6,7; 1 gets 2,3,8,9; 2 gets
 * 4,5. Aligned by A(i) with T(2*i + 1), element 4 is cell 9. GEN_BLOCK(4,0,5,1)
 * gives 0..3 to 0, nothing to 1, 4..8 to 2 and 9 to 3. */
static void test_figures_by_hand(void **state)
{
    (void)state;
    dim_mapping block = make(DIST_BLOCK, 10, 3, 4, 1, 0);
    assert_int_equal(mapping_owner(&block, 8), 2);
    assert_int_equal(mapping_local_count(&block, (section){0, 9, 1}, 3), 1);
    assert_int_equal(mapping_local_count(&block, (section){9, 1, -2}, 0), 1);
    dim_mapping cyclic = make(DIST_CYCLIC, 10, 2, 3, 1, 0);
    assert_int_equal(mapping_local_count(&cyclic, (section){0, 9, 1}, 0), 4);
    assert_int_equal(mapping_local_count(&cyclic, (section){0, 9, 1}, 2), 2);
    dim_mapping aligned = make(DIST_BLOCK, 12, 3, 4, 2, 1);
    assert_int_equal(mapping_owner(&aligned, 4), 3);
    dim_mapping gen = make(DIST_GEN_BLOCK, 10, 5, 4, 1, 0);
    gen.before = (const int64_t[]){0, 4, 4, 9, 10};
    assert_int_equal(mapping_owner(&gen, 3), 0);
    assert_int_equal(mapping_owner(&gen, 4), 2);
    assert_int_equal(mapping_owner(&gen, 9), 3);
    assert_int_equal(mapping_local_count(&gen, (section){0, 9, 1}, 1), 0);
    assert_int_equal(mapping_local_count(&gen, (section){0, 9, 2}, 2), 3);
}

static void test_sections_equal_walk(void **state)
{
    (void)state;
    for (int n = 0; n < CASES; n++) {
        section a = pick_section(25);
        assert_int_equal(section_count(a), walk_count(a));
    }
}

static void test_equal_maps(void **state)
{
    (void)state;
    proc_grid grid = {.name = "P", .rank = 2};
    expr zero = {.kind = EXPR_INT}, ten = {.kind = EXPR_INT}, four = {.kind = EXPR_INT};
    axis_map block = {.source = AXIS_BY_DIM,
                      .kind = DIST_BLOCK,
                      .dim = 0,
                      .stride = &four,
                      .offset = &zero,
                      .lower = &zero,
                      .extent = &ten,
                      .grid = &grid};
    axis_map other = block;
    other.offset = &four; /* another alignment to the same template */
    assert_true(axis_map_equal(&block, &other));
    other.extent = &four; /* another size of block */
    assert_false(axis_map_equal(&block, &other));
    other = block;
    other.kind = DIST_CYCLIC;
    assert_false(axis_map_equal(&block, &other));
    block.block = other.block = &four; /* BLOCK(4) is CYCLIC(4) */
    assert_true(axis_map_equal(&block, &other));
    other.axis = 1;
    assert_false(axis_map_equal(&block, &other));
    axis_map copies = {.source = AXIS_REPLICATED, .grid = &grid};
    assert_false(axis_map_equal(&block, &copies));

    array_map a = {&grid, {block, {.source = AXIS_REPLICATED, .grid = &grid, .axis = 1}}};
    array_map b = a;
    assert_true(array_map_equal(&a, &b));
    b.axis[0].offset = &four;
    assert_false(array_map_equal(&a, &b));
    b = a;
    b.axis[1].source = AXIS_FIXED;
    assert_false(array_map_equal(&a, &b));
    array_map everywhere = {0};
    assert_true(array_map_equal(&everywhere, &(array_map){0}));
    assert_false(array_map_equal(&everywhere, &a));
}

/* Not a check: what a query costs, printed for people. */
static void test_speed(void **state)
{
    (void)state;
    dim_mapping block = make(DIST_BLOCK, 1 << 20, 1 << 16, 16, 1, 0);
    dim_mapping cyclic = make(DIST_CYCLIC, 1 << 20, 3, 16, 1, 0);
    const dim_mapping *kind[] = {&block, &cyclic};
    for (int k = 0; k < 2; k++)
        for (int64_t stride = 1; stride <= 7; stride += 6) {
            int64_t sum = 0;
            clock_t start = clock();
            for (int n = 0; n < 1000000; n++)
                sum += mapping_local_count(kind[k], (section){n & 1023, (1 << 20) - 1, stride},
                                           n & 15);
            double ns = (double)(clock() - start) / CLOCKS_PER_SEC * 1e3;
            print_message("count, %s, stride %d: %.1f ns\n", k ? "cyclic(3)" : "block", (int)stride,
                          ns);
            assert_true(sum > 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mapping_equals_walk), cmocka_unit_test(test_count_of_large_sections),
        cmocka_unit_test(test_figures_by_hand),     cmocka_unit_test(test_sections_equal_walk),
        cmocka_unit_test(test_equal_maps),          cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
