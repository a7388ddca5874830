#include <math.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/memory/beside_twin.h"

/* Nests in which the estimator was wrong, beside the twin. */

/* --- Lines that come now and then --------------------------------------------------------- */

/* a[i][j] += b[i][k] c[k][j], with c filling seven eighths of the cache: rows of the others that
 * pass by drive some of it out by chance, each several lines one after the other, which the use of
 * these before hardly shows. Beside the mean over twins with other dice. */
static void almost_full(void **state)
{
    (void)state;
    enum { ROWS = 200, INNER = 70, COLUMNS = 50, DICE = 8 };
    nest_program p = {
        .array_count = 3,
        .nest_count = 1,
        .arrays = {{2, 8, {ROWS, COLUMNS, 1}, 8 * (INNER * COLUMNS + ROWS * INNER)},
                   {2, 8, {ROWS, INNER, 1}, 8 * INNER * COLUMNS},
                   {2, 8, {INNER, COLUMNS, 1}, 0}},
        .nests = {{.loop_count = 4,
                   .ref_count = 4,
                   .loops = {{{-1, 0}, {-1, 0}, 1},
                             {{-1, 0}, {-1, ROWS - 1}, 1},
                             {{-1, 0}, {-1, COLUMNS - 1}, 1},
                             {{-1, 0}, {-1, INNER - 1}, 1}},
                   .refs = {{.array = 0, .factor = {{0, 1}, {0, 0, 1}}},
                            {.array = 1, .factor = {{0, 1}, {0, 0, 0, 1}}},
                            {.array = 2, .factor = {{0, 0, 0, 1}, {0, 0, 1}}},
                            {.array = 0, .is_write = true, .factor = {{0, 1}, {0, 0, 1}}}}}}};
    const twin_shape shape = {32768, 64, 8, TWIN_RANDOM, true};
    const sampled_misses got = predicted_samples(&p, &shape);
    const double misses = counted_misses(&p, shape, DICE);
    assert_true(got.is_sampled);
    if (fabs(got.misses / misses - 1) > 0.15)
        fail_msg("%g, counted %g", got.misses, misses);
}

/* --- What comes in anew at random ---------------------------------------------------------- */

/* y[j] += a[i][j] x[j]: rows of a are new and drive x and y out now and then, though all three rows
 * are but a third of the cache. */
static void new_rows(void **state)
{
    (void)state;
    enum { ROWS = 116, COLUMNS = 124, DICE = 8 };
    const nest_program p = {
        .array_count = 3,
        .nest_count = 1,
        .arrays = {{2, 8, {ROWS, COLUMNS, 1}, 8 * 2 * COLUMNS},
                   {1, 8, {COLUMNS, 1, 1}, 8 * COLUMNS},
                   {1, 8, {COLUMNS, 1, 1}, 0}},
        .nests = {{.loop_count = 3,
                   .ref_count = 4,
                   .loops = {{{-1, 0}, {-1, 0}, 1},
                             {{-1, 0}, {-1, ROWS - 1}, 1},
                             {{-1, 0}, {-1, COLUMNS - 1}, 1}},
                   .refs = {{.array = 0, .factor = {{0, 1}, {0, 0, 1}}},
                            {.array = 1, .factor = {{0, 0, 1}}},
                            {.array = 2, .factor = {{0, 0, 1}}},
                            {.array = 2, .is_write = true, .factor = {{0, 0, 1}}}}}}};
    const twin_shape shape = {8192, 32, 2, TWIN_RANDOM, true};
    const double got = predicted_misses(&p, &shape, MEMORY_REUSE);
    const double misses = counted_misses(&p, shape, DICE);
    if (fabs(got / misses - 1) > 0.05)
        fail_msg("%g, counted %g", got, misses);
}

static nest_program stencil(int64_t edge, int64_t times)
{
    return (nest_program){
        .array_count = 2,
        .nest_count = 1,
        .arrays = {{2, 8, {edge, edge, 1}, 8 * edge * edge}, {2, 8, {edge, edge, 1}, 0}},
        .nests = {{.loop_count = 3,
                   .ref_count = 4,
                   .loops = {{{-1, 0}, {-1, times - 1}, 1},
                             {{-1, 0}, {-1, edge - 3}, 1},
                             {{-1, 0}, {-1, edge - 1}, 1}},
                   .refs = {{.array = 0, .factor = {{0, 1}, {0, 0, 1}}},
                            {.array = 0, .factor = {{0, 1}, {0, 0, 1}}, .plus = {1}},
                            {.array = 0, .factor = {{0, 1}, {0, 0, 1}}, .plus = {2}},
                            {.array = 1, .is_write = true, .factor = {{0, 1}, {0, 0, 1}}}}}}};
}

/* b[i][j] = a[i][j] + a[i + 1][j] + a[i + 2][j], again and again, with rows of several lengths: of
 * three of them (90, 95, 96) b comes to the sets of a row of a, some elements before or behind it,
 * and 13 to 28 % too many are said; of others none. The twin's own counts are 0.3 % apart at most.
 */
static void new_rows_of_stencils(void **state)
{
    (void)state;
    enum { FIRST = 86, LAST = 97, TIMES = 20, DICE = 2 };
    const twin_shape shape = {8192, 32, 2, TWIN_RANDOM, true};
    int near = 0;
    for (int64_t edge = FIRST; edge <= LAST; edge++) {
        const nest_program p = stencil(edge, TIMES);
        const double got = predicted_misses(&p, &shape, MEMORY_REUSE);
        const double misses = counted_misses(&p, shape, DICE);
        near += fabs(got / misses - 1) <= 0.02;
        if (fabs(got / misses - 1) > 0.30)
            fail_msg("%d: %g, counted %g", (int)edge, got, misses);
    }
    assert_true(near >= LAST - FIRST + 1 - 3);
}

/* --- Copied there and back ------------------------------------------------------------------ */

/* next[i][c] = guest[i + 1][c], and then guest[i][c] = next[i][c], again and again (the second
 * phase of samples/nbody on 8 processors): stores that miss go past the cache. Of three lines in a
 * set of two ways each is read after the two others, and stored to after one of them. */
static void there_and_back(void **state)
{
    (void)state;
    enum { BODIES = 128, WORDS = 6, TIMES = 64, DICE = 8 };
    const nest_loop loops[] = {{{-1, 0}, {-1, TIMES - 1}, 1},
                               {{-1, 0}, {-1, BODIES - 2}, 1},
                               {{-1, 0}, {-1, WORDS - 1}, 1}};
    const nest_ref guest = {.array = 0, .factor = {{0, 1}, {0, 0, 1}}},
                   next = {.array = 1, .factor = {{0, 1}, {0, 0, 1}}};
    nest_program p = {
        .array_count = 2,
        .nest_count = 2,
        .arrays = {{2, 8, {BODIES, WORDS, 1}, 8 * BODIES * WORDS}, {2, 8, {BODIES, WORDS, 1}, 0}}};
    for (int i = 0; i < 2; i++) {
        nest *n = &p.nests[i];
        n->loop_count = 3;
        n->ref_count = 2;
        for (int k = 0; k < 3; k++)
            n->loops[k] = loops[k];
        n->refs[0] = i ? next : guest;
        n->refs[1] = i ? guest : next;
        n->refs[0].plus[0] = !i;
        n->refs[1].is_write = true;
    }
    const twin_shape shape = {8192, 32, 2, TWIN_RANDOM, false};
    const double got = predicted_misses(&p, &shape, MEMORY_REUSE);
    const double misses = counted_misses(&p, shape, DICE);
    if (fabs(got / misses - 1) > 0.05) /* 3 % too few: of 16 places one has a line less */
        fail_msg("%g, counted %g", got, misses);
}

/* --- Short rows --------------------------------------------------------------------------- */

/* a[i][0], a[i][1] and a[i][2], again and again: what ends a row is in a line with what begins the
 * next one. All of it is 24,000 bytes, 750 lines, and none is left of the time before. */
static void short_rows(void **state)
{
    (void)state;
    enum { ROWS = 1000, TIMES = 4, LINES = ROWS * 3 * 8 / 32 };
    nest_program p = {
        .array_count = 1,
        .nest_count = 1,
        .arrays = {{2, 8, {ROWS, 3, 1}, 0}},
        .nests = {{.loop_count = 2,
                   .ref_count = 3,
                   .loops = {{{-1, 0}, {-1, TIMES - 1}, 1}, {{-1, 0}, {-1, ROWS - 1}, 1}}}}};
    for (int i = 0; i < 3; i++)
        p.nests[0].refs[i] = (nest_ref){.array = 0, .factor = {{0, 1}}, .plus = {0, i}};
    const twin_shape shape = {8192, 32, 2, TWIN_LRU, true};
    const double got = predicted_misses(&p, &shape, MEMORY_REUSE);
    if (fabs(got / (TIMES * LINES) - 1) > 0.01)
        fail_msg("%g, counted %d", got, TIMES * LINES);
}

/* --- Half a line away ------------------------------------------------------------------------ */

/* x[k] = y[k] (z[k + 10] + z[k + 11]): x and y come to the same sets, z is in them for half of each
 * line's elements. Of three lines in two ways each misses whenever the others have been there. */
static void half_a_line_away(void **state)
{
    (void)state;
    enum { N = 4096, MORE = 11, TIMES = 5, Y = 8 * N + 32 * 3 };
    nest_program p = {
        .array_count = 3,
        .nest_count = 1,
        .arrays = {{1, 8, {N, 1, 1}, Y + 8 * N}, {1, 8, {N, 1, 1}, Y}, {1, 8, {N + MORE, 1, 1}, 0}},
        .nests = {{.loop_count = 2,
                   .ref_count = 4,
                   .loops = {{{-1, 0}, {-1, TIMES - 1}, 1}, {{-1, 0}, {-1, N - 1}, 1}},
                   .refs = {{.array = 2, .factor = {{0, 1}}, .plus = {10}},
                            {.array = 2, .factor = {{0, 1}}, .plus = {11}},
                            {.array = 1, .factor = {{0, 1}}},
                            {.array = 0, .is_write = true, .factor = {{0, 1}}}}}}};
    const twin_shape shape = {8192, 32, 2, TWIN_LRU, true};
    const double got = predicted_misses(&p, &shape, MEMORY_REUSE);
    const double misses = counted_misses(&p, shape, 1);
    if (fabs(got / misses - 1) > 0.04)
        fail_msg("%g, counted %g", got, misses);
}

/* --- Again in one statement ------------------------------------------------------------------ */

/* b[i] += a[i] c[i], with all three in the same sets of two ways: when b[i] is stored to, the other
 * two have driven it out since it was read. Small enough to be simulated, and so often that it is
 * not. */
static void again_in_a_statement(void **state)
{
    (void)state;
    enum { N = 512 };
    for (int64_t times = 3; times <= 3000; times += 2997) {
        nest_program p = {
            .array_count = 3,
            .nest_count = 1,
            .arrays = {{2, 8, {2, N, 1}, 4 * 8 * N},
                       {2, 8, {2, N, 1}, 2 * 8 * N},
                       {2, 8, {2, N, 1}, 0}},
            .nests = {{.loop_count = 3,
                       .ref_count = 4,
                       .loops = {{{-1, 0}, {-1, times - 1}, 1},
                                 {{-1, 0}, {-1, 1}, 1},
                                 {{-1, 0}, {1, N - 2}, 1}},
                       .refs = {{.array = 1, .factor = {{0, 1}, {0, 0, 1}}},
                                {.array = 0, .factor = {{0, 1}, {0, 0, 1}}},
                                {.array = 2, .factor = {{0, 1}, {0, 0, 1}}},
                                {.array = 1, .is_write = true, .factor = {{0, 1}, {0, 0, 1}}}}}}};
        const twin_shape shape = {8192, 32, 2, TWIN_LRU, true};
        const double got = predicted_misses(&p, &shape, MEMORY_SAMPLED);
        const double misses = counted_misses(&p, shape, 1);
        if (fabs(got / misses - 1) > (times > 3 ? 0.03 : 1e-9))
            fail_msg("%d times: %g, counted %g", (int)times, got, misses);
    }
}

/* --- One set of many ------------------------------------------------------------------------ */

/* c[1][i][k + l], a[i], a[2 j], b[i] and c[2][0][0]: all has room, but in one set c's row meets the
 * other two, for few i and j, and there all of them miss. */
static void one_set(void **state)
{
    (void)state;
    const nest_program p = {
        .array_count = 3,
        .nest_count = 1,
        .arrays = {{1, 4, {55, 1, 1}, 121888}, {1, 8, {55, 1, 1}, 121440}, {3, 8, {3, 55, 92}, 0}},
        .nests = {{.loop_count = 5,
                   .ref_count = 5,
                   .loops = {{{-1, 0}, {-1, 0}, 1},
                             {{-1, 0}, {-1, 54}, 1},
                             {{-1, 0}, {-1, 26}, 1},
                             {{1, 0}, {-1, 57}, 1},
                             {{-1, 0}, {-1, 34}, 1}},
                   .refs = {{.array = 2, .factor = {{0}, {0, 1}, {0, 0, 0, 1, 1}}, .plus = {1}},
                            {.array = 0, .factor = {{0, 1}}},
                            {.array = 0, .factor = {{0, 0, 2}}},
                            {.array = 1, .factor = {{0, 1}}},
                            {.array = 2, .is_write = true, .plus = {2}}}}}};
    const twin_replacement replaced[] = {TWIN_LRU, TWIN_FIFO, TWIN_RANDOM};
    for (int i = 0; i < 3; i++) {
        const twin_shape shape = {8192, 32, 2, replaced[i], true};
        const sampled_misses got = predicted_samples(&p, &shape);
        const double misses = counted_misses(&p, shape, 4);
        assert_true(got.is_sampled);
        if (fabs(got.misses / misses - 1) > 0.03)
            fail_msg("replacement %d: %g, counted %g", i, got.misses, misses);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(almost_full),
                                       cmocka_unit_test(new_rows),
                                       cmocka_unit_test(new_rows_of_stencils),
                                       cmocka_unit_test(there_and_back),
                                       cmocka_unit_test(half_a_line_away),
                                       cmocka_unit_test(again_in_a_statement),
                                       cmocka_unit_test(one_set),
                                       cmocka_unit_test(short_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
