#include "sysmodels/network/fullest.h"

#include <math.h>

#include "sysmodels/network/contend.h"
#include "tests/cmocka_all.h"
#include "tests/random.h"

/* Equal messages on meshes and tori in closed form, against progressive filling of all their links,
 * one after the other. */

enum { AXES = 3, MOST = 200 };

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

static quantity value(double x)
{
    return (quantity){.is_set = true, .value = x};
}

typedef struct trial {
    arena *a;
    sag_communication c;
    int axes, extents[AXES], procs, *coords;
    int count, from[MOST], to[MOST];
} trial;

static void draw_grid(trial *t)
{
    t->c.topology = draw(2) ? TOPOLOGY_TORUS : TOPOLOGY_MESH;
    t->c.half_way = (half_way)draw(3);
    t->c.link_per_byte = value((1 + draw(9)) * 1e-9);
    t->axes = 1 + draw(AXES);
    t->procs = 1;
    for (int d = 0; d < t->axes; d++)
        t->procs *= t->extents[d] = 1 + draw(t->axes == 1 ? 40 : 5);
    if (draw(4) == 0) { /* sides of its own, on which processors go round */
        t->c.side_1 = value(2 + draw(4));
        t->c.side_2 = value(1 + draw(4));
    }
    t->coords = ARENA_ARRAY(t->a, t->procs * t->axes, int);
    for (int p = 0; p < t->procs; p++)
        for (int d = t->axes - 1, left = p; d >= 0; left /= t->extents[d--])
            t->coords[p * t->axes + d] = left % t->extents[d];
}

/* A shift, a step of a doubling, many to one, or anybody to anybody. */
static void draw_messages(trial *t)
{
    int how = draw(4), by = 1 + draw(t->procs), bit = 1 << draw(6);
    for (int p = 0; p < t->procs; p++) {
        int to = how == 0   ? (p + by) % t->procs
                 : how == 1 ? p ^ bit
                 : how == 2 ? 0
                            : draw(t->procs);
        if (to == p || to >= t->procs)
            continue;
        t->from[t->count] = p;
        t->to[t->count++] = to;
    }
}

/* What each takes by share_links. */
static double *filled(const trial *t, double bytes, double own)
{
    link_use_vec *ways = ARENA_ARRAY(t->a, t->count + 1, link_use_vec);
    share_flow *flows = ARENA_ARRAY(t->a, t->count + 1, share_flow);
    int *first = ARENA_ARRAY(t->a, t->count + 1, int);
    VEC(uint64_t) keys = {0};
    VEC(share_use) uses = {0};
    for (int i = 0; i < t->count; i++) {
        sag_links(&t->c, t->a, t->axes, t->extents, t->coords + t->from[i] * t->axes,
                  t->coords + t->to[i] * t->axes, &ways[i]);
        for (int k = 0; k < ways[i].count; k++) {
            int link = 0;
            while (link < keys.count && keys.data[link] != ways[i].data[k].link)
                link++;
            if (link == keys.count)
                VEC_PUSH(t->a, &keys, ways[i].data[k].link);
            VEC_PUSH(t->a, &uses, ((share_use){link, ways[i].data[k].per_byte}));
        }
        flows[i] = (share_flow){.bytes = bytes, .slowest = own, .weight = 1, .kind = i};
        first[i + 1] = uses.count;
    }
    share_problem p = {t->count, keys.count, flows, first, uses.data};
    share_times times = share_links(t->a, &p);
    double *flight = ARENA_ARRAY(t->a, t->count + 1, double);
    for (int i = 0; i < t->count; i++)
        flight[i] = times.flight[times.class_of[i]];
    return flight;
}

/* Returns whether the closed form had an answer. */
static bool one_round(int seed)
{
    trial t = {.a = arena_new()};
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    draw_grid(&t);
    draw_messages(&t);
    double bytes = 1 + draw(1000), own = draw(3) * 4e-9;
    const double *expected = filled(&t, bytes, own);
    contention c = {.communication = &t.c,
                    .procs = t.procs,
                    .left = 1,
                    .axes = t.axes,
                    .extents = t.extents,
                    .coords = t.coords};
    contender *all = ARENA_ARRAY(t.a, t.count + 1, contender);
    for (int i = 0; i < t.count; i++)
        all[i] = (contender){.from = t.from[i], .to = t.to[i], .bytes = bytes, .per_byte = own};
    contend(t.a, &c, t.count, all);
    for (int i = 0; i < t.count; i++)
        if (!(fabs(all[i].flight - expected[i]) <= 1e-9 * expected[i]))
            fail_msg("round %d, message %d: %.12g instead of %.12g", seed, i, all[i].flight,
                     expected[i]);
    line_messages m = {&t.c, t.axes, t.count, t.extents, t.coords, t.from, t.to};
    bool has_answer = t.count && fullest_on_lines(t.a, &m) > 0;
    arena_free(t.a);
    return has_answer;
}

static void as_filled(void **state)
{
    (void)state;
    int answers = 0, count = 4000;
    for (int seed = 1; seed <= count; seed++)
        answers += one_round(seed);
    print_message("%d of %d rounds in closed form\n", answers, count);
    assert_true(answers > count / 4 && answers < count);
}

/* On a ring of eight each sends to who is four further: half of them pass each link up. By hand:
 * links carry four each, so a message takes four times what it takes alone. */
static void half_round(void **state)
{
    (void)state;
    arena *a = arena_new();
    sag_communication c = {.topology = TOPOLOGY_TORUS, .half_way = HALF_WAY_UP};
    const int extent = 8, at[] = {0, 1, 2, 3, 4, 5, 6, 7}, to[] = {4, 5, 6, 7, 0, 1, 2, 3};
    line_messages m = {&c, 1, 8, &extent, at, at, to};
    assert_int_equal(fullest_on_lines(a, &m), 4);
    /* On a mesh only 0 … 3 go up: between 3 and 4 all four meet, and each passes that link. */
    c.topology = TOPOLOGY_MESH;
    assert_int_equal(fullest_on_lines(a, &m), 4);
    /* 0 to 2 and 6 to 7 beside 1 to 2: the message of 6 meets nobody. */
    const int from[] = {0, 1, 6}, ends[] = {2, 2, 7};
    m = (line_messages){&c, 1, 3, &extent, at, from, ends};
    assert_int_equal(fullest_on_lines(a, &m), 0);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_filled), cmocka_unit_test(half_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
