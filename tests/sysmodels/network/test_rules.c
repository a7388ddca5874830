#include "sysmodels/network/exchange.h"
#include "tests/cmocka_all.h"

/* The exchange rules on clocks, by hand, from ranks and bytes alone. A message of n bytes
 * occupies both of its nodes for 10 + n µs and is 5 µs on its way. */

enum { PROCS = 3, US = 1000000 }; /* ticks */

typedef struct wire {
    int from, to;
    double bytes;
} wire;

static quantity us(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-6};
}

static void after(exchange_rule rule, int count, const wire *wires, const int *clock_us,
                  const int *done_us)
{
    arena *a = arena_new();
    message_piece piece = {.startup = us(10), .per_byte = us(1), .latency = us(5)};
    if (rule == EXCHANGE_ADAPTER) {
        piece.send = us(1);
        piece.receive = us(2);
    }
    const sag_communication c = {.topology = TOPOLOGY_SWITCH, .exchange = rule};
    const network n = {.communication = &c, .exchange = rule};
    comm_round round = {.member_count = PROCS};
    delivery *messages = ARENA_ARRAY(a, count, delivery);
    int *first = ARENA_ARRAY(a, PROCS + 1, int), *cost_of = ARENA_ARRAY(a, PROCS, int);
    round_cost *costs = ARENA_ARRAY(a, PROCS, round_cost);
    for (int i = 0; i < count; i++) { /* ordered by receivers */
        incoming m = network_message(&n, (message_function){1, &piece}, false, wires[i].bytes,
                                     sag_route_next(&c));
        messages[i] = (delivery){wires[i].from - wires[i].to, i};
        VEC_PUSH(a, &round.prices, m);
        round_cost_add_sent(&n, &costs[wires[i].from], &m);
        round_cost_add_received(&n, &costs[wires[i].to], &m);
        for (int p = wires[i].to; p < PROCS; p++)
            first[p + 1] = i + 1;
    }
    for (int p = 0; p < PROCS; p++) {
        round_cost_close(&n, &costs[p]);
        VEC_PUSH(a, &round.costs, costs[p]);
        cost_of[p] = p;
    }
    round.messages = messages;
    round.first = first;
    round.cost_of = cost_of;
    exchange_order(a, &n, PROCS, 0, NULL, NULL, &round);

    int128 clock[PROCS];
    for (int p = 0; p < PROCS; p++)
        clock[p] = (int128)clock_us[p] * US;
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks x;
    exchange_clocks_open(&x, a, &unrecorded, PROCS, PROCS);
    exchange_times(rule, &round, &x, clock, 0);
    for (int p = 0; p < PROCS; p++)
        assert_int_equal((int64_t)x.done[p], (int64_t)done_us[p] * US);
    arena_free(a);
}

/* 0 sends to 1 what 1 waits for; 2 sends to 1, too. */
static const wire two_to_one[] = {{0, 1, 10}, {2, 1, 20}};

static void posted(void **state)
{
    (void)state;
    /* 1 receives for 20 + 30 and has the latency; the others have sent. */
    after(EXCHANGE_POSTED, 2, two_to_one, (int[]){0, 0, 0}, (int[]){20, 55, 30});
    /* 2 is late: the message of 0 has been served by 20, that of 2 is from 100 on. */
    after(EXCHANGE_POSTED, 2, two_to_one, (int[]){0, 0, 100}, (int[]){20, 135, 130});
}

static void pushed(void **state)
{
    (void)state;
    /* Both pass at once: the longer one is there at 30 + 5. */
    after(EXCHANGE_PUSHED, 2, two_to_one, (int[]){0, 0, 0}, (int[]){20, 35, 30});
    after(EXCHANGE_PUSHED, 2, two_to_one, (int[]){50, 0, 0}, (int[]){70, 75, 30});
}

static void adapter(void **state)
{
    (void)state;
    /* Handed over at 1; at the port of 1 from 6 to 26 and to 56; taken up for 2 each. */
    after(EXCHANGE_ADAPTER, 2, two_to_one, (int[]){0, 0, 0}, (int[]){1, 58, 1});
}

static void whole(void **state)
{
    (void)state;
    arena *a = arena_new();
    comm_round round = {.is_whole = true, .member_count = PROCS, .whole_time = 7 * US};
    round_cost cost = {.before = US};
    VEC_PUSH(a, &round.costs, cost);
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks x;
    exchange_clocks_open(&x, a, &unrecorded, PROCS, PROCS);
    const int128 clock[PROCS] = {0, 4 * US, 2 * US};
    exchange_times(EXCHANGE_POSTED, &round, &x, clock, 0); /* from the root on */
    assert_int_equal((int64_t)x.done[0], 8 * US);
    assert_int_equal((int64_t)x.done[1], 12 * US);
    round.waits_for_all = true;
    exchange_times(EXCHANGE_POSTED, &round, &x, clock, 0);
    assert_int_equal((int64_t)x.done[0], 12 * US);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posted),
        cmocka_unit_test(pushed),
        cmocka_unit_test(adapter),
        cmocka_unit_test(whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
