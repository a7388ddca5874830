/* Regions that are slowed down in a replay, and which of them a program's time depends on: by hand,
 * beside traces that are written with longer times, and beside all combinations. */

#include <math.h>

#include "tests/near.h"
#include "tests/random.h"
#include "tests/trace/replayed_machine.h"
#include "trace/screening/design.h"
#include "trace/screening/screening.h"

/* --- Designs ------------------------------------------------------------------ */

/* Each factor is on in half of the runs, two of them in a quarter, and none in the last. */
static void designs_are_balanced(void **state)
{
    (void)state;
    int designs = 0;
    for (int runs = 4; runs <= DESIGN_RUNS_MOST; runs += 4) {
        if (design_runs(runs - 2) != runs)
            fail_msg("%d factors and a column have %d runs", runs - 2, design_runs(runs - 2));
        designs++;
        for (int a = 0; a < runs - 1; a++)
            for (int b = 0; b <= a; b++) {
                int both = 0;
                for (int run = 0; run < runs; run++)
                    both += design_is_on(runs, run, a) && design_is_on(runs, run, b);
                assert_int_equal(both, a == b ? runs / 2 : runs / 4);
            }
        for (int a = 0; a < runs - 1; a++)
            assert_false(design_is_on(runs, runs - 1, a));
    }
    assert_int_equal(designs, 6);
    assert_int_equal(design_runs(1), 4);
    assert_int_equal(design_runs(SCREENED_MOST), DESIGN_RUNS_MOST);
    assert_int_equal(design_runs(DESIGN_RUNS_MOST), 0);
}

/* --- Replays ------------------------------------------------------------------ */

enum { RANKS = 4, STEPS = 12, REGIONS = 3, FIRST_REGION = 3 };

/* Ranks compute in a, then in b and in c inside of it, and send to the next one or receive of the
 * one before. */
static const char *write_program(fp_context *ctx, uint64_t seed, const int *times)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fputs("region 3 user a\nregion 4 user b\nregion 5 user c\n", out);
    long now[RANKS] = {0};
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < RANKS; i++) {
            long in[4];
            for (int k = 0; k < 4; k++)
                in[k] = random_below(&seed, 200);
            long *t = &now[i];
            fprintf(out, "%d %ld enter 3\n", i, *t);
            fprintf(out, "%d %ld leave 3\n", i, *t += times[0] * in[0]);
            fprintf(out, "%d %ld enter 4\n", i, *t);
            fprintf(out, "%d %ld enter 5\n", i, *t += times[1] * in[1]);
            fprintf(out, "%d %ld leave 5\n", i, *t += times[2] * in[2]);
            fprintf(out, "%d %ld leave 4\n", i, *t += times[1] * in[3]);
            const bool sends = (i + step) % 2 == 0;
            fprintf(out, "%d %ld %s %d comm 0 tag 1 bytes 100\n", i, *t,
                    sends ? "send to" : "recv from", (i + (sends ? 1 : RANKS - 1)) % RANKS);
        }
    fclose(out);
    const char *kept = arena_strdup(ctx->arena, text);
    free(text);
    return kept;
}

static double time_of(machine_test *m, trace *t, const double *slower)
{
    replay_options o = m->o;
    o.slower = slower;
    assert_true(replay_run(m->ctx, t, &o, NULL, TRACE_AS_TEXT, &m->result));
    assert_parts(&m->result);
    return m->result.end;
}

/* A region that is slowed down is as one that has taken longer. */
static void slower_is_longer(void **state)
{
    machine_test *m = *state;
    uint64_t seed = 17;
    for (int trial = 0; trial < 20; trial++) {
        const int times[REGIONS] = {1 + random_below(&seed, 4), 1 + random_below(&seed, 4),
                                    1 + random_below(&seed, 4)},
                  once[REGIONS] = {1, 1, 1};
        double slower[FIRST_REGION + REGIONS] = {1, 1, 1};
        for (int i = 0; i < REGIONS; i++)
            slower[FIRST_REGION + i] = times[i];
        const uint64_t program = seed;
        trace *recorded = trace_of(m->ctx, RANKS, write_program(m->ctx, program, once)),
              *longer = trace_of(m->ctx, RANKS, write_program(m->ctx, program, times));
        const double expected = time_of(m, longer, NULL), is = time_of(m, recorded, slower);
        assert_int_equal(ps(is), ps(expected));
        assert_true(expected > 0);
    }
}

/* The thread's time is known at calls of MPI alone: 60 us of the 100 between two of them, of which
 * a has 25 and b, three times as slow, 75. So 60 become 60 (0.25 + 3 * 0.75) = 150. */
static void processor_time_is_shared_out(void **state)
{
    machine_test *m = *state;
    static const char lines[] = "region 3 user a\nregion 4 user b\n"
                                "0 0 enter 1 cpu 0\n0 0 leave 1 cpu 0\n"
                                "0 0 enter 3\n0 25 leave 3\n0 25 enter 4\n0 100 leave 4\n"
                                "0 100 enter 1 cpu 60000\n0 100 leave 1 cpu 60000\n";
    trace *t = trace_of(m->ctx, 1, lines);
    const double slower[] = {1, 1, 1, 1, 3};
    assert_near(time_of(m, t, NULL), 60e-6, 1e-12);
    assert_near(time_of(m, t, slower), 150e-6, 1e-12);
}

/* --- Screening ---------------------------------------------------------------- */

static const screened_region *region(const screening_result *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->regions[i].of->name, name) == 0)
            return &r->regions[i];
    fail_msg("there is no region '%s'", name);
    return NULL;
}

/* Three ranks pass a number round, and work for 100, 100 and 90 us, one after another. */
static void work_of_the_ring(void **state)
{
    machine_test *m = *state;
    trace *t = trace_open_path(m->ctx, FP_SOURCE_DIR "/tests/trace/cases/ring.trace");
    assert_non_null(t);
    screening_result r;
    assert_true(screening_run(m->ctx, t, &m->o, 0.1, &r));
    assert_near(region(&r, "work")->effect, 0.1 * 290e-6, 1e-12);
    assert_near(region(&r, "work")->computing, 290e-6 / 3, 1e-12);
    assert_ptr_equal(region(&r, "work"), &r.regions[0]);
    assert_int_equal(r.replays, 8);
    trace_close(t);
}

/* The effect of one of three is the mean of what it does in all four combinations of the others. */
static void effects_beside_all_combinations(void **state)
{
    machine_test *m = *state;
    const int once[REGIONS] = {1, 1, 1};
    bool has_others = false;
    for (uint64_t seed = 1; seed < 12; seed++) {
        trace *t = trace_of(m->ctx, RANKS, write_program(m->ctx, seed, once));
        double effect[REGIONS] = {0}, first = 0, alone = 0;
        for (int on = 0; on < 1 << REGIONS; on++) {
            double slower[FIRST_REGION + REGIONS] = {1, 1, 1};
            for (int i = 0; i < REGIONS; i++)
                slower[FIRST_REGION + i] = on >> i & 1 ? 1.5 : 1;
            const double time = time_of(m, t, slower);
            for (int i = 0; i < REGIONS; i++)
                effect[i] += (on >> i & 1 ? time : -time) / 4;
            first = on ? first : time;
            alone = on == 1 ? time - first : alone;
        }
        has_others |= fabs(alone - effect[0]) > 1e-9;
        screening_result r;
        assert_true(screening_run(m->ctx, t, &m->o, 0.5, &r));
        assert_near(r.time, first, 1e-15);
        assert_near(region(&r, "a")->effect, effect[0], 1e-12);
        assert_near(region(&r, "b")->effect, effect[1], 1e-12);
        assert_near(region(&r, "c")->effect, effect[2], 1e-12);
    }
    assert_true(has_others); /* the test would not tell, did regions not depend on each other */
}

/* Of 100 us in b, beside 25 in a, the thread had the processor for half: with b twice as slow the
 * program takes as much longer as its own time is, by the same clock. */
static void own_time_is_by_the_clock_of_effects(void **state)
{
    machine_test *m = *state;
    trace *t = trace_of(m->ctx, 1,
                        "region 3 user a\nregion 4 user b\n0 0 enter 1 cpu 0\n0 0 leave 1 cpu 0\n"
                        "0 0 enter 3\n0 25 leave 3\n0 25 enter 4\n0 125 leave 4\n"
                        "0 125 enter 1 cpu 62500\n0 125 leave 1 cpu 62500\n");
    screening_result r;
    assert_true(screening_run(m->ctx, t, &m->o, 1, &r));
    assert_near(region(&r, "b")->computing, 50e-6, 1e-12);
    assert_near(region(&r, "b")->effect, 50e-6, 1e-12);
    assert_near(region(&r, "a")->computing, 12.5e-6, 1e-12);
}

/* One rank is in 25 regions after each other, for 101 to 125 us: all three that are not tried are
 * the shortest. With all of them half as slow again it takes half as long again. */
static void all_regions_are_more_than_are_tried(void **state)
{
    enum { MANY = SCREENED_MOST + 3 };
    machine_test *m = *state;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < MANY; i++)
        fprintf(out, "region %d user r%d\n", FIRST_REGION + i, i);
    int now = 0;
    for (int i = 0; i < MANY; i++) {
        fprintf(out, "0 %d enter %d\n", now, FIRST_REGION + i);
        now += 101 + i;
        fprintf(out, "0 %d leave %d\n", now, FIRST_REGION + i);
    }
    fclose(out);
    trace *t = trace_of(m->ctx, 1, text);
    free(text);
    screening_result r;
    assert_true(screening_run(m->ctx, t, &m->o, 0.5, &r));
    assert_int_equal(r.left_out, 3);
    assert_near(r.left_out_computing, (101 + 102 + 103) * 1e-6, 1e-12);
    assert_near(r.time, now * 1e-6, 1e-12);
    assert_near(r.time_of_all, 1.5e-6 * now, 1e-12);
    assert_int_equal(r.replays, 2 * DESIGN_RUNS_MOST + 1);
    for (int k = 0; k < r.count; k++)
        assert_near(r.regions[k].effect, 0.5 * r.regions[k].computing, 1e-12);
}

static void nothing_to_slow_down(void **state)
{
    machine_test *m = *state;
    trace *t = trace_of(m->ctx, 1, "0 0 enter 1\n0 5 leave 1\n");
    screening_result r;
    assert_false(screening_run(m->ctx, t, &m->o, 0.1, &r));
    char *all = said(m->ctx->diags, DIAG_ERROR);
    assert_non_null(strstr(all, "no region of the program computes anything"));
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(designs_are_balanced),
                                       TEST(slower_is_longer),
                                       TEST(processor_time_is_shared_out),
                                       TEST(work_of_the_ring),
                                       TEST(effects_beside_all_combinations),
                                       TEST(own_time_is_by_the_clock_of_effects),
                                       TEST(all_regions_are_more_than_are_tried),
                                       TEST(nothing_to_slow_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
