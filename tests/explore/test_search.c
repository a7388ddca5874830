#include <stdlib.h>
#include <string.h>

#include "explore/search.h"
#include "explore/sizes.h"
#include "tests/cmocka_all.h"

/* Alternatives whose times are formulas. */
typedef struct formulas {
    double (*time[3])(int64_t n);
    int64_t work;
    int tried[3];
    estimate_bound (*bound)(int which, int64_t n); /* null: all are complete */
} formulas;

static bool try_formula(void *with, int which, int64_t at, trial *out)
{
    formulas *f = with;
    f->tried[which]++;
    *out = (trial){.is_tried = true, .time = f->time[which](at), .work = f->work};
    if (f->bound)
        out->bound = f->bound(which, at);
    return true;
}

static search searched(arena *a, formulas *f, int count, int64_t now, int64_t first, int64_t last,
                       int64_t work_max)
{
    trial *known = ARENA_ARRAY(a, count, trial);
    for (int i = 0; i < count; i++)
        try_formula(f, i, now, &known[i]);
    search s = search_new(a, count, now, known, work_max, try_formula, f);
    int64_t ats[64];
    int n = 0;
    for (int64_t at = now / 2; at >= first; at /= 2)
        ats[n++] = at;
    search_along(&s, n, ats);
    n = 0;
    for (int64_t at = now * 2; at <= last; at *= 2)
        ats[n++] = at;
    search_along(&s, n, ats);
    search_crossovers(&s, 8);
    return s;
}

static const char *const names[] = {"A", "B", "C"};

static double proportional(int64_t n)
{
    return (double)n;
}

static double half_as_steep(int64_t n)
{
    return 50 + 0.5 * (double)n;
}

/* n = 50 + n / 2 at 100, where the first of equals wins. 0.5 % apart or less are 100 (0)
 * and 101 (0.5 of 100.5), and not 99 (0.5 of 99). Eight quiet sizes on either side. */
static void one_border_is_found_and_told(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, half_as_steep}, 0, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 1000000);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "A is fastest at N = 16 to 100 (≈ at 100), B at 101 to 256 (≈ at 101). "
                        "Tried: N = 16, 32, 64 … 256, and every one from 92 to 109");
    arena_free(a);
}

static double twice(int64_t n)
{
    return 2 * (double)n;
}

/* Each look is 2 × (1,000 + 500). Of 18,000 32 and 16 leave 12,000, and 128, a quarter of
 * that, 9,000; 256 would be more than a quarter. */
static void larger_sizes_are_left_out_when_work_runs_out(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, twice}, 1000, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 18000);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "A is fastest at N = 16 to 128. Tried: N = 16, 32, 64 and 128; larger "
                        "sizes are left out");
    arena_free(a);
}

/* As above; and to halve from 64 to 128 takes six looks: 18,000. */
static void a_border_that_is_too_much_work_is_left_out(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, half_as_steep}, 1000, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 18000);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "A is fastest at N = 16 to 64, B at 128. Tried: N = 16, 32, 64 and 128; "
                        "left out is what lies between 64 and 128, and larger sizes");
    arena_free(a);
}

/* The second one lacks a cost from 64 on, the first one from 128 on; below 16 flow is unknown. */
static estimate_bound bounds_of_two(int which, int64_t n)
{
    return n < 16 ? BOUND_NEITHER : n >= (which ? 64 : 128) ? BOUND_LOWER : BOUND_BOTH;
}

/* 2 n is more than n, and may only become more; but n may from 128 on, and 8 may do anything. */
static void sizes_that_leave_the_fastest_open_are_left_out(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, twice}, 0, {0}, bounds_of_two};
    search s = searched(a, &f, 2, 64, 8, 256, 1000000);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "A is fastest at N = 16 to 64. Tried: N = 16, 32 and 64; sizes at which "
                        "what is not known could change the fastest are left out");
    arena_free(a);
}

static estimate_bound bound_of_others(int which, int64_t n)
{
    (void)which;
    return n == 64 ? BOUND_BOTH : BOUND_NEITHER;
}

static void all_other_sizes_may_be_open(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, twice}, 0, {0}, bound_of_others};
    search s = searched(a, &f, 2, 64, 8, 256, 1000000);
    assert_string_equal(
        sizes_text(&s, names, "N"),
        "what is not known leaves open which is fastest at other sizes than N = 64");
    arena_free(a);
}

/* --- To and fro ------------------------------------------------------------ */

/* The largest of blocks of n over 8, and something a message; dealt out in turn, evenly. */
static double in_blocks(int64_t n)
{
    return (double)((n + 7) / 8) * 8 * (double)n + 200 * (double)n;
}

static double in_turn(int64_t n)
{
    return 0.9 * (double)(n * n) + 215 * (double)n + 100;
}

/* What a walk over all sizes says. */
static int winner_at(const formulas *f, int count, int64_t n)
{
    int winner = 0;
    for (int i = 1; i < count; i++)
        if (f->time[i](n) < f->time[winner](n))
            winner = i;
    return winner;
}

static int changes(const formulas *f, int count, int64_t first, int64_t last)
{
    int n = 0;
    for (int64_t at = first; at < last; at++)
        n += winner_at(f, count, at) != winner_at(f, count, at + 1);
    return n;
}

/* All changes lie in what was looked at without gaps, and are found there. */
static void agrees_with_a_walk(formulas *f, int count, int least)
{
    arena *a = arena_new();
    search s = searched(a, f, count, 256, 8, 2048, INT64_MAX / 4);
    int found = 0;
    look_run r;
    for (int first = 0; search_run(&s, first, &r); first = r.last + 1) {
        for (int64_t n = s.looks.data[r.first]->at; n <= s.looks.data[r.last]->at; n++)
            assert_int_equal(winner_at(f, count, n), r.winner);
        found += r.first > 0;
    }
    assert_int_equal(found, changes(f, count, 8, 2048));
    assert_true(found >= least);
    arena_free(a);
}

static void all_borders_of_a_cluster_are_found(void **state)
{
    (void)state;
    formulas f = {{in_blocks, in_turn}, 0, {0}, NULL};
    agrees_with_a_walk(&f, 2, 3);
}

/* 0.7 n + 40 is the least from 134 (n > 133.3) to 200 (10 > 0.2 n – 30 below 200). */
static double in_between(int64_t n)
{
    return 40 + 0.7 * (double)n;
}

static double flat(int64_t n)
{
    return 80 + 0.5 * (double)n;
}

static void a_third_in_between_is_found(void **state)
{
    (void)state;
    formulas f = {{proportional, flat, in_between}, 0, {0}, NULL};
    agrees_with_a_walk(&f, 3, 2);
    assert_int_equal(changes(&f, 3, 8, 2048), 2);
}

/* --- What is far behind ---------------------------------------------------- */

static double far_behind(int64_t n)
{
    return 5 * (double)n;
}

static void what_is_far_behind_is_not_tried_again(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, far_behind}, 0, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 1000000);
    assert_int_equal(f.tried[1], 1);
    assert_int_equal(f.tried[0], 5);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "A is fastest at N = 16 to 256. Tried: N = 16, 32, 64 … 256");
    arena_free(a);
}

static void equals_everywhere_are_told_together(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, proportional}, 0, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 1000000);
    assert_string_equal(sizes_text(&s, names, "N"),
                        "the fastest cannot be told from another one at any size tried: N = 16, "
                        "32, 64 … 256");
    arena_free(a);
}

/* The first look beside it would be 3,000, more than a quarter of 11,000. */
static void no_other_size_is_said_too(void **state)
{
    (void)state;
    arena *a = arena_new();
    formulas f = {{proportional, twice}, 1000, {0}, NULL};
    search s = searched(a, &f, 2, 64, 16, 256, 11000);
    assert_string_equal(sizes_text(&s, names, "N"), "other sizes than N = 64 are left out");
    arena_free(a);
}

/* What was announced for a look, and has not been tried yet. */
typedef struct announced {
    formulas f;
    int64_t at;
    bool is_wanted[3];
    int announcements;
} announced;

static void announce(void *with, int64_t at, const bool *is_wanted)
{
    announced *n = with;
    for (int i = 0; i < 3; i++)
        assert_false(n->is_wanted[i]); /* all that was announced before has been tried */
    n->at = at;
    memcpy(n->is_wanted, is_wanted, sizeof n->is_wanted);
    n->announcements++;
}

static bool try_announced(void *with, int which, int64_t at, trial *out)
{
    announced *n = with;
    assert_true(n->is_wanted[which]);
    assert_true(n->at == at);
    n->is_wanted[which] = false;
    return try_formula(&n->f, which, at, out);
}

/* One processor: all take the same time, none is the fastest; and A and B do at 128, but not C. */
static void equals_are_a_draw(void **state)
{
    (void)state;
    arena *a = arena_new();
    const trial all[] = {{.is_tried = true, .time = 3}, {.is_tried = true, .time = 3}};
    assert_true(search_new(a, 2, 1, all, 0, NULL, NULL).start->is_draw);
    const trial two[] = {{.is_tried = true, .time = 3},
                         {.is_tried = true, .time = 3},
                         {.is_tried = true, .time = 4}};
    assert_false(search_new(a, 3, 128, two, 0, NULL, NULL).start->is_draw);
    assert_false(search_new(a, 1, 1, all, 0, NULL, NULL).start->is_draw);
    arena_free(a);
}

/* Who is told before may try all of a look at once. */
static void each_look_is_announced(void **state)
{
    (void)state;
    arena *a = arena_new();
    announced n = {.f = {{proportional, half_as_steep, twice}, 0, {0}, NULL}};
    trial known[3];
    for (int i = 0; i < 3; i++)
        try_formula(&n.f, i, 64, &known[i]);
    search s = search_new(a, 3, 64, known, 1000000, try_announced, &n);
    s.prepare = announce;
    const int64_t up[] = {128, 256};
    search_along(&s, 2, up);
    search_crossovers(&s, 8);
    assert_true(n.announcements > 2);
    assert_true(n.announcements >= s.looks.count - 1);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_border_is_found_and_told),
        cmocka_unit_test(larger_sizes_are_left_out_when_work_runs_out),
        cmocka_unit_test(sizes_that_leave_the_fastest_open_are_left_out),
        cmocka_unit_test(all_other_sizes_may_be_open),
        cmocka_unit_test(a_border_that_is_too_much_work_is_left_out),
        cmocka_unit_test(all_borders_of_a_cluster_are_found),
        cmocka_unit_test(a_third_in_between_is_found),
        cmocka_unit_test(what_is_far_behind_is_not_tried_again),
        cmocka_unit_test(equals_everywhere_are_told_together),
        cmocka_unit_test(no_other_size_is_said_too),
        cmocka_unit_test(each_look_is_announced),
        cmocka_unit_test(equals_are_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
