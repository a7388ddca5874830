/* Statistics of a trace: those of a small one worked out by hand, and those of random ones beside
 * the long way. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/sort.h"
#include "tests/cmocka_all.h"
#include "tests/near.h"
#include "tests/random.h"
#include "tests/said.h"
#include "trace/statistics/statistics.h"

static int set_up(void **state)
{
    *state = fp_context_new();
    return 0;
}

static int tear_down(void **state)
{
    fp_context_free(*state);
    return 0;
}

static const trace_statistics *statistics_of(fp_context *ctx, const char *path,
                                             const statistics_options *o)
{
    trace *t = trace_open_path(ctx, path);
    assert_non_null(t);
    const trace_statistics *s = trace_statistics_make(ctx, t, o);
    trace_close(t);
    return s;
}

static const trace_statistics *ring(fp_context *ctx, statistics_options o)
{
    const trace_statistics *s =
        statistics_of(ctx, FP_SOURCE_DIR "/tests/trace/cases/ring.trace", &o);
    assert_non_null(s);
    return s;
}

static const region_statistics *region(const trace_statistics *s, const char *name)
{
    for (uint32_t i = 0; i < s->region_count; i++)
        if (strcmp(s->regions[i].of->name, name) == 0)
            return &s->regions[i];
    fail_msg("there is no region '%s'", name);
    return NULL;
}

static void assert_ranks(const trace_statistics *s, const region_statistics *r,
                         timeline_state state, uint32_t count, const double *us)
{
    assert_int_equal(s->rank_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_near(r->by_rank[state][i], us[i] * 1e-6, 1e-15);
}
#define ASSERT_RANKS(s, r, state, ...)                                                             \
    assert_ranks(s, r, state, sizeof((double[]){__VA_ARGS__}) / sizeof(double),                    \
                 (double[]){__VA_ARGS__})

/* The times of test_timeline.c, region by region: rank 0 is in main to 10, from 120 to 121 and from
 * 400 to 402; it receives from 121 to 391 what was sent at 364. */
static void ring_by_hand(void **state)
{
    const trace_statistics *s = ring(*state, (statistics_options){0});
    ASSERT_RANKS(s, &s->whole, TIMELINE_COMPUTING, 113, 107, 100);
    ASSERT_RANKS(s, &s->whole, TIMELINE_WAITING, 243, 246, 255);
    ASSERT_RANKS(s, region(s, "main"), TIMELINE_COMPUTING, 13, 7, 10);
    ASSERT_RANKS(s, region(s, "main"), TIMELINE_COMMUNICATING, 46, 48, 48);
    ASSERT_RANKS(s, region(s, "work"), TIMELINE_COMPUTING, 100, 100, 90);
    ASSERT_RANKS(s, region(s, "work"), TIMELINE_WAITING, 0, 0, 0);
    ASSERT_RANKS(s, region(s, "MPI_Recv"), TIMELINE_COMMUNICATING, 27, 29, 29);
    ASSERT_RANKS(s, region(s, "MPI_Recv"), TIMELINE_WAITING, 243, 107, 237);
    ASSERT_RANKS(s, region(s, "MPI_Barrier"), TIMELINE_WAITING, 0, 139, 18);
    /* 113, 107, 100: the mean is 320/3, the squares of what they are off 361/9, 1/9 and 400/9. */
    const spread *of = &s->whole.over_ranks[TIMELINE_COMPUTING];
    assert_near(of->mean, 320e-6 / 3, 1e-15);
    assert_near(of->deviation, sqrt(762.0 / 27) * 1e-6, 1e-15);
    assert_near(spread_variation(of), sqrt(762.0 / 27) * 3 / 320, 1e-12);
    assert_near(of->percentile[0], 100e-6, 1e-15); /* 5 % of 3 are 0.15: the first */
    assert_near(of->percentile[2], 107e-6, 1e-15);
    assert_near(of->percentile[3], 113e-6, 1e-15); /* 75 % are 2.25: the third */
    assert_int_equal(s->events, 42);
    /* Edges 100, 104.33, 108.67, 113. */
    const histogram *h = &s->whole.rank_bins[TIMELINE_COMPUTING];
    assert_int_equal(h->bin_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(h->counts[i], 1);
    assert_near(h->edges[1], (100 + 13.0 / 3) * 1e-6, 1e-15);
}

/* From 100 to 300, rank 1 waits to 112 and from 252 on, computes from 141 to 241 and a microsecond
 * before the barrier; rank 2 waits to 243 and computes from 272 on. Only rank 1's work and its send
 * are in there as a whole. */
static void ring_in_a_window(void **state)
{
    const rank_range last = {1, 2, 1};
    const trace_statistics *s = ring(
        *state,
        (statistics_options){
            .range_count = 1, .ranges = &last, .has_window = true, .from = 100e-6, .to = 300e-6});
    ASSERT_RANKS(s, &s->whole, TIMELINE_COMPUTING, 101, 28);
    ASSERT_RANKS(s, &s->whole, TIMELINE_WAITING, 12 + 48, 143);
    ASSERT_RANKS(s, &s->whole, TIMELINE_COMMUNICATING, 29 + 10, 29);
    assert_int_equal(s->ranks[0], 1);
    assert_int_equal(region(s, "work")->occurrences[TIMELINE_COMPUTING].count, 1);
    assert_near(region(s, "work")->occurrences[TIMELINE_COMPUTING].mean, 100e-6, 1e-15);
    assert_int_equal(region(s, "MPI_Send")->occurrences[TIMELINE_COMPUTING].count, 1);
    assert_int_equal(region(s, "MPI_Recv")->occurrences[TIMELINE_COMPUTING].count, 0);
    assert_int_equal(region(s, "main")->occurrences[TIMELINE_COMPUTING].count, 0);
}

/* What is asked for is also the whole: the work, and the waiting in receives. */
static void ring_of_regions(void **state)
{
    const trace_statistics *s = ring(*state, (statistics_options){.regions = "w?rk,MPI_R*"});
    assert_int_equal(s->region_count, 2);
    ASSERT_RANKS(s, &s->whole, TIMELINE_COMPUTING, 100, 100, 90);
    ASSERT_RANKS(s, &s->whole, TIMELINE_WAITING, 243, 107, 237);
}

/* --- Random traces ------------------------------------------------------------ */

enum { RANKS = 7, STEPS = 40 };

/* Ranks that compute in regions within each other, and meet in barriers. */
static const char *write_random(fp_context *ctx, uint64_t *seed)
{
    char *path = arena_strdup(ctx->arena, "/tmp/fpredict-statistics-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs("fpredict-trace 1\nclock 1000000000\n", out);
    for (int i = 0; i < RANKS; i++)
        fprintf(out, "rank %d \"\"\n", i);
    fputs("region 0 user main\nregion 1 user outer\nregion 2 user inner\nregion 3 mpi "
          "MPI_Barrier\ncomm 0 world",
          out);
    for (int i = 0; i < RANKS; i++)
        fprintf(out, " %d", i);
    fputc('\n', out);
    uint64_t now[RANKS] = {0};
    for (int i = 0; i < RANKS; i++)
        fprintf(out, "%d 0 enter 0\n", i);
    for (int step = 0; step < STEPS; step++) {
        uint64_t last = 0;
        for (int i = 0; i < RANKS; i++) {
            const uint64_t before = (uint64_t)random_below(seed, 100),
                           in = (uint64_t)random_below(seed, 1000),
                           after = (uint64_t)random_below(seed, 50);
            fprintf(out, "%d %llu enter 1\n", i, (unsigned long long)(now[i] += before));
            fprintf(out, "%d %llu enter 2\n", i, (unsigned long long)(now[i] += before));
            fprintf(out, "%d %llu leave 2\n", i, (unsigned long long)(now[i] += in));
            fprintf(out, "%d %llu leave 1\n", i, (unsigned long long)(now[i] += after));
            fprintf(out, "%d %llu enter 3\n%d %llu collective_begin\n", i,
                    (unsigned long long)now[i], i, (unsigned long long)now[i]);
            last = now[i] > last ? now[i] : last;
        }
        for (int i = 0; i < RANKS; i++) {
            now[i] = last + 1 + (uint64_t)random_below(seed, 20);
            fprintf(out,
                    "%d %llu collective_end MPI_Barrier comm 0 bytes 0 received 0\n%d %llu leave "
                    "3\n",
                    i, (unsigned long long)now[i], i, (unsigned long long)now[i]);
        }
    }
    for (int i = 0; i < RANKS; i++)
        fprintf(out, "%d %llu leave 0\n", i, (unsigned long long)now[i]);
    assert_int_equal(fclose(out), 0);
    return path;
}

/* A window that slides says in each place what it says alone, and neighbours add up to the whole.
 */
static void windows_slide(void **state)
{
    fp_context *ctx = *state;
    uint64_t seed = 7;
    const char *path = write_random(ctx, &seed);
    for (int trial = 0; trial < 8; trial++) {
        statistics_options o = {.has_window = true,
                                .from = 1e-9 * (double)random_below(&seed, 900)};
        const double length = 1e-9 * (double)(1 + random_below(&seed, 3000));
        o.to = o.from + length;
        o.step = 1e-9 * (double)(50 + random_below(&seed, 2000));
        const trace_statistics *all = statistics_of(ctx, path, &o);
        assert_true(all->window_count > 3);
        for (uint32_t i = 0; i < all->window_count; i++) {
            const window_statistics *w = &all->windows[i];
            const statistics_options alone = {.has_window = true, .from = w->from, .to = w->to};
            const trace_statistics *one = statistics_of(ctx, path, &alone);
            assert_near(w->to - w->from, length, 1e-15);
            for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
                assert_near(w->over_ranks[c].mean, one->whole.over_ranks[c].mean, 1e-15);
                assert_near(w->over_ranks[c].deviation, one->whole.over_ranks[c].deviation, 1e-15);
            }
        }
    }
    remove(path);
}

/* All that ranks do is in their regions, and all the time of a rank is one of the three. */
static void parts_add_up(void **state)
{
    fp_context *ctx = *state;
    uint64_t seed = 11;
    const char *path = write_random(ctx, &seed);
    const trace_statistics *s = statistics_of(ctx, path, &(statistics_options){0});
    assert_int_equal(region(s, "inner")->occurrences[TIMELINE_COMPUTING].count, RANKS * STEPS);
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
        double sum = 0, each = 0;
        for (uint32_t i = 0; i < s->region_count; i++) {
            const region_statistics *r = &s->regions[i];
            sum += r->of->role == TRACE_MPI ? 0 : r->over_ranks[c].mean;
            each = r->occurrences[c].mean * (double)r->occurrences[c].count / RANKS;
            assert_near(each, r->over_ranks[c].mean, 1e-15);
        }
        assert_near(sum, s->whole.over_ranks[c].mean, 1e-15);
    }
    /* Each waits for the last to come: there is one that waits for nobody, in each barrier. */
    assert_true(s->whole.over_ranks[TIMELINE_WAITING].mean > 0);
    remove(path);
}

/* --- What is not there -------------------------------------------------------- */

static void assert_refused(fp_context *ctx, const char *text, statistics_options o,
                           const char *expected)
{
    char path[] = "/tmp/fpredict-statistics-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    assert_null(statistics_of(ctx, path, &o));
    remove(path);
    char *all = said(ctx->diags, DIAG_ERROR);
    if (!strstr(all, expected))
        fail_msg("'%s' does not say '%s'", all, expected);
    free(all);
}

static const char one_rank[] = "fpredict-trace 1\nclock 1000\nrank 0 \"\"\nregion 0 user main\n"
                               "0 0 enter 0\n0 100 leave 0\n";

static void what_is_not_there(void **state)
{
    fp_context *ctx = *state;
    const rank_range second = {1, 1, 1};
    assert_refused(ctx, one_rank, (statistics_options){.regions = "mian"}, "did you mean 'main'");
    assert_refused(ctx, one_rank, (statistics_options){.range_count = 1, .ranges = &second},
                   "no processor 1");
    assert_refused(ctx, one_rank, (statistics_options){.has_window = true, .from = 0.1, .to = 0.2},
                   "begins at 100 ms, and the trace ends at 100 ms");
    assert_refused(ctx, one_rank,
                   (statistics_options){.has_window = true, .from = 0.01, .to = 0.0101},
                   "the window is empty");
    assert_refused(ctx, one_rank,
                   (statistics_options){.has_window = true, .from = 0, .to = 0.01, .step = 1e-5},
                   "below a tick");
    assert_refused(ctx, "fpredict-trace 1\nclock 1000\nrank 0 \"\"\n", (statistics_options){0},
                   "nothing in this trace");
    assert_refused(ctx,
                   "fpredict-trace 1\nclock 1000\nrank 0 \"\"\nregion 0 user a\nregion 1 user b\n"
                   "0 0 enter 0\n0 5 leave 1\n",
                   (statistics_options){0}, "leaves 'b'");
}

/* Of one rank nothing varies; a region that is open at the end ends there. */
static void one_rank_alone(void **state)
{
    fp_context *ctx = *state;
    char path[] = "/tmp/fpredict-statistics-XXXXXX";
    const int file = mkstemp(path);
    static const char text[] = "fpredict-trace 1\nclock 1000\nrank 0 \"\"\nregion 0 user main\n"
                               "region 1 user f\n0 0 enter 0\n0 30 enter 1\n0 100 leave 1\n";
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    const trace_statistics *s = statistics_of(ctx, path, &(statistics_options){0});
    assert_non_null(s);
    assert_near(s->whole.over_ranks[TIMELINE_COMPUTING].mean, 0.1, 1e-15);
    assert_near(s->whole.over_ranks[TIMELINE_COMPUTING].deviation, 0, 0);
    assert_near(region(s, "main")->occurrences[TIMELINE_COMPUTING].mean, 0.03, 1e-15);
    assert_int_equal(s->groups.count, 1);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ring_by_hand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ring_in_a_window, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ring_of_regions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(windows_slide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_add_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_rank_alone, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
