/* Messages that share links: by hand, and random ones against progressive filling as it is written,
 * message by message, without classes or heaps. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/arena.h"
#include "sysmodels/network/share.h"
#include "tests/cmocka_all.h"

enum { FLOWS = 40, LINKS = 12, USES = 4 };

static void is_near(double is, double expected)
{
    if (!(fabs(is - expected) <= 1e-6 * expected))
        fail_msg("%.9g instead of %.9g", is, expected);
}

/* Two messages of 100 and 300 bytes over one link of a second a byte: half each until the first is
 * through at 200, then 200 bytes are left and have all of it: 400. One that begins at 300, when 100
 * of the second are left, shares with it: both have 100 bytes, and are through at 500. */
static void one_link(void **state)
{
    arena *a = arena_new();
    share_flow flows[] = {{.bytes = 100, .weight = 1},
                          {.bytes = 300, .weight = 1},
                          {.start = 300, .bytes = 100, .weight = 1}};
    static const int first[] = {0, 1, 2, 3};
    static const share_use uses[] = {{0, 1}, {0, 1}, {0, 1}};
    share_problem p = {2, 1, flows, first, uses};
    share_times t = share_links(a, &p);
    (void)state;
    is_near(t.flight[t.class_of[0]], 200);
    is_near(t.flight[t.class_of[1]], 400);
    p.flow_count = 3;
    t = share_links(a, &p);
    is_near(t.flight[t.class_of[1]], 500);
    is_near(t.flight[t.class_of[2]], 200);
    arena_free(a);
}

/* Max-min fairness (Bertsekas and Gallager 1992, section 6.5.2): A passes links 0 and 1, B and C
 * link 0, D link 1, all of a second a byte. Link 0 is full first, at a third each; D has what A
 * leaves, two thirds. A message that can do no more than a tenth by itself leaves the others nine.
 */
static void fair_shares(void **state)
{
    arena *a = arena_new();
    share_flow flows[] = {{.bytes = 1, .weight = 1},
                          {.bytes = 1, .weight = 1},
                          {.bytes = 1, .weight = 1},
                          {.bytes = 1, .weight = 1}};
    static const int first[] = {0, 2, 3, 4, 5};
    static const share_use uses[] = {{0, 1}, {1, 1}, {0, 1}, {0, 1}, {1, 1}};
    share_problem p = {4, 2, flows, first, uses};
    share_times t = share_links(a, &p);
    (void)state;
    assert_int_equal(t.class_of[1], t.class_of[2]);
    is_near(t.flight[t.class_of[3]], 1.5);
    is_near(t.flight[t.class_of[0]], 3);
    is_near(t.flight[t.class_of[1]], 3);
    flows[1].slowest = 10; /* A and C: 0.45 each; D 0.55 until A is through */
    t = share_links(a, &p);
    is_near(t.flight[t.class_of[0]], 1 / 0.45);
    is_near(t.flight[t.class_of[1]], 10);
    is_near(t.flight[t.class_of[2]], 1 / 0.45);
    is_near(t.flight[t.class_of[3]], 1 / 0.55);
    arena_free(a);
}

/* By weights of 1 and 3 one has a quarter and the other three: of 100 bytes each the second is
 * through after 133.3, when the first has sent 33.3; 66.7 are left, and all of the link: 200. */
static void weights(void **state)
{
    arena *a = arena_new();
    share_flow flows[] = {{.bytes = 100, .weight = 1}, {.bytes = 100, .weight = 3}};
    static const int first[] = {0, 1, 2};
    static const share_use uses[] = {{0, 1}, {0, 1}};
    share_problem p = {2, 1, flows, first, uses};
    share_times t = share_links(a, &p);
    (void)state;
    is_near(t.flight[t.class_of[1]], 400 / 3.0);
    is_near(t.flight[t.class_of[0]], 200);
    arena_free(a);
}

/* Round a ring of 1,000 links each message passes three: one class, a third of a link each. And
 * what shares nothing takes what its slowest link does. */
static void a_ring_is_one_class(void **state)
{
    enum { RING = 1000 };
    arena *a = arena_new();
    share_flow *flows = ARENA_ARRAY(a, RING, share_flow);
    share_use *uses = ARENA_ARRAY(a, 3 * RING, share_use);
    int *first = ARENA_ARRAY(a, RING + 1, int);
    for (int i = 0; i < RING; i++) {
        flows[i] = (share_flow){.bytes = 8, .slowest = 0.5, .weight = 1};
        for (int k = 0; k < 3; k++)
            uses[3 * i + k] = (share_use){(i + k) % RING, 2};
        first[i + 1] = 3 * i + 3;
    }
    share_problem p = {RING, RING, flows, first, uses};
    share_times t = share_links(a, &p);
    (void)state;
    assert_int_equal(t.class_count, 1);
    is_near(t.flight[0], 8 * 2 * 3);
    p.flow_count = 1;
    t = share_links(a, &p);
    is_near(t.flight[t.class_of[0]], 8 * 2);
    arena_free(a);
}

/* ---- the twin ---- */

typedef struct twin {
    int count;
    share_flow flow[FLOWS];
    int passes[FLOWS];
    share_use use[FLOWS][USES];
    double left[FLOWS], rate[FLOWS], end[FLOWS];
} twin;

static void fill(twin *t, double now)
{
    bool rises[FLOWS] = {false};
    double level = 0, full[LINKS] = {0};
    int rising = 0;
    for (int i = 0; i < t->count; i++) {
        t->rate[i] = 0;
        rises[i] = t->flow[i].start <= now && t->left[i] > 0;
        rising += rises[i];
    }
    while (rising > 0) { /* raise all until the first link is full, or the first can do no more */
        double step = INFINITY, more[LINKS] = {0};
        for (int i = 0; i < t->count; i++)
            for (int u = 0; rises[i] && u < t->passes[i]; u++)
                more[t->use[i][u].link] += t->use[i][u].per_byte * t->flow[i].weight;
        for (int l = 0; l < LINKS; l++)
            if (more[l] > 0)
                step = fmin(step, fmax(0, 1 - full[l]) / more[l]);
        for (int i = 0; i < t->count; i++)
            if (rises[i])
                step = fmin(step, 1 / (t->flow[i].slowest * t->flow[i].weight) - level);
        level += step;
        for (int l = 0; l < LINKS; l++)
            full[l] += step * more[l];
        for (int i = 0; i < t->count; i++) {
            if (!rises[i])
                continue;
            t->rate[i] = level * t->flow[i].weight;
            bool stops = t->rate[i] * t->flow[i].slowest > 1 - 1e-9;
            for (int u = 0; u < t->passes[i]; u++)
                stops |= full[t->use[i][u].link] > 1 - 1e-9;
            rises[i] = !stops;
            rising -= stops;
        }
    }
}

static void run_twin(twin *t)
{
    double now = 0;
    for (;;) {
        double next = INFINITY;
        fill(t, now);
        for (int i = 0; i < t->count; i++)
            if (t->left[i] > 0)
                next = fmin(next, t->flow[i].start > now ? t->flow[i].start
                                                         : now + t->left[i] / t->rate[i]);
        if (isinf(next))
            return;
        for (int i = 0; i < t->count; i++) {
            if (!(t->left[i] > 0) || t->flow[i].start > now)
                continue;
            t->left[i] -= (next - now) * t->rate[i];
            if (t->left[i] <= 1e-7 * t->flow[i].bytes) {
                t->left[i] = 0;
                t->end[i] = next;
            }
        }
        now = next;
    }
}

static int below(int n)
{
    return rand() / 7 % n;
}

/* Few different values, so that there are classes. */
static void make_random(twin *t)
{
    *t = (twin){.count = 1 + below(FLOWS)};
    bool is_weighed = below(2);
    for (int i = 0; i < t->count; i++) {
        t->flow[i] = (share_flow){.start = below(3),
                                  .bytes = 1 + below(3),
                                  .slowest = 0.5 * (1 + below(2)),
                                  .weight = is_weighed ? 1 + below(3) : 1};
        t->left[i] = t->flow[i].bytes;
        for (int tries = below(USES + 1); tries > 0; tries--) {
            int link = below(LINKS);
            bool is_there = false;
            for (int u = 0; u < t->passes[i]; u++)
                is_there |= t->use[i][u].link == link;
            if (!is_there)
                t->use[i][t->passes[i]++] = (share_use){link, 0.25 * (1 + below(4))};
        }
    }
}

static void random_ones(void **state)
{
    (void)state;
    srand(18);
    for (int round = 0; round < 2000; round++) {
        arena *a = arena_new();
        twin t;
        int first[FLOWS + 1] = {0}, count = 0;
        share_use uses[FLOWS * USES];
        make_random(&t);
        for (int i = 0; i < t.count; i++) {
            memcpy(uses + count, t.use[i], (size_t)t.passes[i] * sizeof *uses);
            count += t.passes[i];
            first[i + 1] = count;
        }
        share_problem p = {t.count, LINKS, t.flow, first, uses};
        share_times times = share_links(a, &p);
        run_twin(&t);
        for (int i = 0; i < t.count; i++)
            is_near(times.flight[times.class_of[i]], t.end[i] - t.flow[i].start);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_link),    cmocka_unit_test(fair_shares),
        cmocka_unit_test(weights),     cmocka_unit_test(a_ring_is_one_class),
        cmocka_unit_test(random_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
