#include "sysmodels/network/alike.h"

#include <string.h>

#include "sysmodels/network/contend.h"
#include "sysmodels/network/exchange.h"
#include "tests/cmocka_all.h"
#include "tests/random.h"

/* Rounds at random on clocks few of which differ, with each member by itself and with one of those
 * that are alike for all of them; and on clocks that have moved since the last time, or the one
 * before, most of them alike. */

enum { MOST = 256, OFFSETS = 5 };

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

static quantity value(double x)
{
    return (quantity){.is_set = true, .value = x};
}

/* Processors of a grid; each gets a message from those at some offsets. */
typedef struct trial {
    arena *a;
    sag_communication c;
    network n;
    message_piece pieces[2];
    int extents[2], procs, *coords;
    int count, offset[OFFSETS][2];
    double bytes[OFFSETS];
    bool goes_round;
    comm_round round;
    round_cost *costs;
} trial;

static void draw_machine(trial *t)
{
    static const topology networks[] = {TOPOLOGY_SWITCH, TOPOLOGY_FAT_TREE, TOPOLOGY_HYPERCUBE,
                                        TOPOLOGY_TORUS, TOPOLOGY_FULL};
    static const exchange_rule rules[] = {EXCHANGE_ADAPTER, EXCHANGE_ADAPTER, EXCHANGE_PUSHED};
    t->c.topology = networks[draw(5)];
    t->c.exchange = rules[draw(3)];
    t->c.arity = value(2 + draw(4));
    t->pieces[0] = (message_piece){.startup = value(draw(3) * 1e-6),
                                   .per_byte = value(draw(4) * 1e-8),
                                   .latency = value(draw(5) * 1e-6),
                                   .latency_per_hop = value(draw(2) * 1e-6),
                                   .latency_per_byte = value(draw(2) * 2e-8)};
    t->pieces[0].send = value(draw(4) * 1e-6);
    t->pieces[0].receive = value(draw(4) * 1e-6);
    t->pieces[1] = t->pieces[0];
    t->pieces[1].from = value(100);
    if (draw(2))
        t->pieces[1].handshake = value(draw(3) * 1e-6);
    if (draw(3) == 0)
        t->c.ports = value(4);
    if (draw(3) == 0)
        t->c.link_per_byte = value((1 + draw(9)) * 1e-8);
    if (draw(3) == 0)
        t->c.uplinks_1 = value(1 + draw(3));
    t->n = (network){.communication = &t->c, .exchange = t->c.exchange};
}

static void draw_grid(trial *t)
{
    t->extents[0] = 1 + draw(16);
    t->extents[1] = 2 + draw(15);
    t->procs = t->extents[0] * t->extents[1];
    t->coords = ARENA_ARRAY(t->a, 2 * t->procs, int);
    for (int p = 0; p < t->procs; p++) {
        t->coords[2 * p] = p / t->extents[1];
        t->coords[2 * p + 1] = p % t->extents[1];
    }
    t->goes_round = draw(2);
    t->count = 1 + draw(OFFSETS);
    for (int i = 0; i < t->count; i++) {
        t->offset[i][0] = draw(3) - 1;
        t->offset[i][1] = draw(5) - 2;
        t->bytes[i] = draw(2) ? 50 : 200;
    }
}

/* Where the message at offset number `i` of a processor comes from; -1: from nobody. */
static int sender_of(const trial *t, int p, int i)
{
    int at[2];
    for (int k = 0; k < 2; k++) {
        at[k] = t->coords[2 * p + k] + t->offset[i][k];
        if (t->goes_round)
            at[k] = (at[k] + t->extents[k]) % t->extents[k];
        if (at[k] < 0 || at[k] >= t->extents[k])
            return -1;
    }
    int sender = at[0] * t->extents[1] + at[1];
    for (int k = 0; k < i; k++) /* one from each */
        if (sender_of(t, p, k) == sender)
            return -1;
    return sender == p ? -1 : sender;
}

static int price_of(trial *t, int from, int to, double bytes)
{
    sag_route route =
        sag_route_between(&t->c, 2, t->extents, t->coords + 2 * from, t->coords + 2 * to);
    incoming m = network_message(&t->n, (message_function){2, t->pieces}, false, bytes, route);
    for (int i = 0; i < t->round.prices.count; i++) {
        const incoming *old = &t->round.prices.data[i];
        if (old->bytes == bytes && !memcmp(&old->route, &route, sizeof route))
            return i;
    }
    VEC_PUSH(t->a, &t->round.prices, m);
    return t->round.prices.count - 1;
}

static void add_messages(trial *t)
{
    VEC(delivery) all = {0};
    int *first = ARENA_ARRAY(t->a, t->procs + 1, int);
    for (int p = 0; p < t->procs; p++) {
        for (int q = 0; q < t->procs; q++) /* in the order of senders */
            for (int i = 0; i < t->count; i++) {
                if (sender_of(t, p, i) != q)
                    continue;
                int price = price_of(t, q, p, t->bytes[i]);
                VEC_PUSH(t->a, &all, ((delivery){q - p, price}));
                round_cost_add_sent(&t->n, &t->costs[q], &t->round.prices.data[price]);
                round_cost_add_received(&t->n, &t->costs[p], &t->round.prices.data[price]);
            }
        first[p + 1] = all.count;
    }
    t->round.messages = all.data;
    t->round.first = first;
}

static void close_round(trial *t)
{
    comm_round *round = &t->round;
    int *members = ARENA_ARRAY(t->a, t->procs, int), *cost_of = ARENA_ARRAY(t->a, t->procs, int);
    exchange_order(t->a, &t->n, t->procs, 2, t->extents, t->coords, round);
    if (sag_has_capacities(&t->c))
        contend_round(t->a, &t->n, t->procs, 2, t->extents, t->coords, round, t->costs);
    for (int p = 0; p < t->procs; p++) {
        int number = 0;
        if (!t->costs[p].sends && !t->costs[p].receives)
            continue;
        round_cost_close(&t->n, &t->costs[p]);
        while (number < round->costs.count &&
               memcmp(&round->costs.data[number], &t->costs[p], sizeof t->costs[p]) != 0)
            number++;
        if (number == round->costs.count)
            VEC_PUSH(t->a, &round->costs, t->costs[p]);
        members[round->member_count] = p;
        cost_of[round->member_count++] = number;
    }
    round->members = round->member_count == t->procs ? NULL : members;
    round->cost_of = cost_of;
}

/* What a caller hears that compares stretches of rounds. */
typedef struct listener {
    comparisons compared;
    int noted;
} listener;

static void flush(comparisons *c)
{
    c->signs = 1;
}

static void note(comparisons *c, uint64_t what)
{
    (void)what;
    ((listener *)c)->noted++;
}

static void draw_clocks(const trial *t, int128 *clock)
{
    int by_row = draw(4), by_column = draw(4), period = 1 + draw(4);
    for (int p = 0; p < t->procs; p++)
        clock[p] = (int128)1000000 * (by_row * (t->coords[2 * p] % period) +
                                      by_column * (t->coords[2 * p + 1] / period % 2));
    for (int i = draw(3); i > 0; i--)
        clock[draw(t->procs)] += draw(5000000);
}

/* Those of the last time, or of the one before, later by some time, but for a few. */
static void move_clocks(const trial *t, int128 *clock, int128 *before)
{
    int128 by = draw(3000000);
    bool from_last = draw(2);
    for (int p = 0; p < t->procs; p++) {
        int128 last = clock[p];
        clock[p] = (from_last ? last : before[p]) + by;
        before[p] = last;
    }
    for (int i = draw(3); i > 0; i--)
        clock[draw(t->procs)] += draw(5000000);
}

typedef struct shared {
    int alike, moved; /* members, in all times together */
} shared;

/* Returns how many members did not have to be followed. */
static shared one_round(int seed)
{
    trial t = {.a = arena_new()};
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    draw_machine(&t);
    draw_grid(&t);
    t.costs = ARENA_ARRAY(t.a, t.procs, round_cost);
    add_messages(&t);
    close_round(&t);

    listener heard = {.compared = {.signs = 1, .flush = flush, .note = note}};
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks each, some;
    exchange_clocks_open(&each, t.a, &unrecorded, t.procs, t.procs);
    exchange_clocks_open(&some, t.a, &heard.compared, t.procs, t.procs);
    comm_round alone = t.round;
    t.round.alike = round_alike_new(t.a);
    shared found = {0};
    int128 clock[MOST] = {0}, before[MOST] = {0};
    for (int times = 0; times < 12; times++) {
        heard.noted = 0;
        if (times < 3 || !draw(6))
            draw_clocks(&t, clock);
        else
            move_clocks(&t, clock, before);
        exchange_times(t.c.exchange, &alone, &each, clock, 0);
        exchange_times(t.c.exchange, &t.round, &some, clock, 0);
        for (int i = 0; i < t.round.member_count; i++) {
            int p = round_place(&t.round, i);
            found.moved += heard.noted && some.alike.as[i] == ALIKE_MOVED;
            found.alike += heard.noted && some.alike.as[i] >= 0 && some.alike.as[i] != p;
            if (each.done[p] != some.done[p])
                fail_msg("round %d, %d: %lld ps by itself, %lld ps by another", seed, p,
                         (long long)each.done[p], (long long)some.done[p]);
        }
    }
    arena_free(t.a);
    return found;
}

static void one_for_all(void **state)
{
    (void)state;
    int alike = 0, moved = 0, count = 2000;
    for (int seed = 1; seed <= count; seed++) {
        shared found = one_round(seed);
        alike += found.alike > 0;
        moved += found.moved > 0;
    }
    print_message("of %d rounds %d have members that are alike, %d such that have only moved\n",
                  count, alike, moved);
    assert_true(alike > count / 2);
    assert_true(moved > count / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_for_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
