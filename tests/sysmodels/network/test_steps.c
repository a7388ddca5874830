#include "sysmodels/network/steps.h"
#include "tests/cmocka_all.h"

/* Exchanges in steps by adapters, by hand. A message of n bytes occupies the ports of both of its
 * nodes for 10 + n µs and is 5 µs on its way; its sender pays 1 µs and its receiver 2. Nobody waits
 * for who receives. Two messages in a port get half of it each. */

enum { PROCS = 8, US = 1000000 }; /* ticks */

typedef struct wire {
    int from, to;
    double bytes;
} wire;

typedef struct steps {
    arena *a;
    network n;
    sag_communication c;
    message_piece piece;
    exchange_clocks x;
    comparisons unrecorded;
    int128 clock[PROCS], left[PROCS], late[PROCS];
} steps;

static quantity us(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-6};
}

static void open_on(steps *s, topology way, bool has_links)
{
    *s = (steps){.a = arena_new(), .unrecorded = comparisons_unrecorded()};
    s->piece = (message_piece){
        .startup = us(10), .per_byte = us(1), .latency = us(5), .send = us(1), .receive = us(2)};
    s->c = (sag_communication){.topology = way, .exchange = EXCHANGE_ADAPTER};
    if (has_links) {
        s->c.embedding = EMBED_ROW_MAJOR;
        s->c.link_per_byte = us(1);
        s->c.ports = (quantity){.is_set = true, .value = 3};
    }
    s->n = (network){.communication = &s->c, .exchange = EXCHANGE_ADAPTER};
    exchange_clocks_open(&s->x, s->a, &s->unrecorded, PROCS, PROCS);
    steps_follow(&s->x, &s->c, steps_ports(&s->c, PROCS));
}

static void open(steps *s)
{
    open_on(s, TOPOLOGY_SWITCH, false);
}

/* A step with one message. Its round stays, as the next step looks back at it. */
static void do_step(steps *s, int number, wire w)
{
    comm_round *round = ARENA_NEW(s->a, comm_round);
    *round = (comm_round){.member_count = PROCS, .step = number};
    delivery *message = ARENA_NEW(s->a, delivery);
    int *first = ARENA_ARRAY(s->a, PROCS + 1, int), *cost_of = ARENA_ARRAY(s->a, PROCS, int);
    round_cost *costs = ARENA_ARRAY(s->a, PROCS, round_cost);
    incoming m = network_message(&s->n, (message_function){1, &s->piece}, false, w.bytes,
                                 sag_route_next(&s->c));
    *message = (delivery){w.from - w.to, 0};
    VEC_PUSH(s->a, &round->prices, m);
    round_cost_add_sent(&s->n, &costs[w.from], &m);
    round_cost_add_received(&s->n, &costs[w.to], &m);
    for (int p = 0; p < PROCS; p++) {
        first[p + 1] = p >= w.to;
        round_cost_close(&s->n, &costs[p]);
        VEC_PUSH(s->a, &round->costs, costs[p]);
        cost_of[p] = p;
    }
    round->messages = message;
    round->first = first;
    round->cost_of = cost_of;
    static const int extent = PROCS, coords[PROCS] = {0, 1, 2, 3, 4, 5, 6, 7};
    exchange_order(s->a, &s->n, PROCS, 1, &extent, coords, round);
    for (int p = 0; p < PROCS; p++)
        s->late[p] = 0;
    for (int p = 0; p < PROCS; p++)
        for (int port = 0; port < s->x.adapter.ports; port++)
            steps_out(&s->x, p, port)->round = steps_in(&s->x, p, port)->round = NULL;
    steps_delay(&s->x, round, s->clock, s->left, s->late);
    for (int p = 0; p < PROCS; p++)
        s->clock[p] += s->late[p];
    exchange_times(EXCHANGE_ADAPTER, round, &s->x, s->clock, 0);
    for (int p = 0; p < PROCS; p++)
        s->clock[p] = s->left[p] = s->x.done[p];
}

static void clocks_are(const steps *s, int first, int second, int third)
{
    assert_int_equal((int64_t)s->clock[0], (int64_t)first * US);
    assert_int_equal((int64_t)s->clock[1], (int64_t)second * US);
    assert_int_equal((int64_t)s->clock[2], (int64_t)third * US);
}

/* 0 sends to 1, and goes on at 1; alone the message passes from 1 to 21, is there at 26, and taken
 * up at 28. It sends to 2 at 2: both messages share its port. */
static void sender_goes_on(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    clocks_are(&s, 1, 28, 0);
    /* 19 µs are left of the first, which take 38: there at 45. Of the second 19 are done by then,
     * 1 is left: it has passed at 41. */
    do_step(&s, 2, (wire){0, 2, 10});
    assert_int_equal((int64_t)s.late[1], 19 * US);
    clocks_are(&s, 2, 47, 48);
    assert_int_equal((int64_t)steps_out(&s.x, 0, 0)->until, 41 * US);
    arena_free(s.a);
}

/* As above, with a short message: its 10 µs take 20, until 22; the first has 9 left then. */
static void short_one_is_first(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    do_step(&s, 2, (wire){0, 2, 0});
    assert_int_equal((int64_t)s.late[1], 10 * US);
    clocks_are(&s, 2, 38, 29);
    assert_int_equal((int64_t)steps_out(&s.x, 0, 0)->until, 31 * US);
    arena_free(s.a);
}

/* 0 and 2 send to 1, which is there for both: they come to its port at 6, where both have passed at
 * 46. Until it has both it does nothing else, 2 µs each. */
static void receiver_has_two(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    do_step(&s, 2, (wire){2, 1, 10});
    assert_int_equal((int64_t)s.late[1], 20 * US);
    clocks_are(&s, 1, 50, 1);
    arena_free(s.a);
}

/* Who comes when the port is free meets nobody. */
static void free_again(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    s.clock[0] = 30 * US;
    do_step(&s, 2, (wire){0, 2, 10});
    clocks_are(&s, 31, 28, 31 + 20 + 5 + 2);
    arena_free(s.a);
}

/* A new exchange finds the port as the one before has left it: both are as late as if it were the
 * next step. 1 has computed for 100 µs since it had taken up the first at 28, and would have begun
 * so much later. */
static void from_exchange_to_exchange(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    s.clock[1] += 100 * US;
    do_step(&s, 1, (wire){0, 2, 10});
    assert_int_equal((int64_t)s.late[1], 19 * US);
    clocks_are(&s, 2, 147, 48);
    arena_free(s.a);
}

/* In a cube 1 sends to 6, by 0 and 2, and then 0 to 2: both pass the link from 0 to 2 from 6 on,
 * and are through at 46. No port is the same. */
static void links_on_the_way(void **state)
{
    steps s;
    (void)state;
    open_on(&s, TOPOLOGY_HYPERCUBE, true);
    do_step(&s, 1, (wire){1, 6, 10});
    clocks_are(&s, 0, 1, 0);
    assert_int_equal((int64_t)s.clock[6], 28 * US);
    do_step(&s, 2, (wire){0, 2, 10});
    clocks_are(&s, 1, 1, 48);
    assert_int_equal((int64_t)s.clock[6], 48 * US);
    arena_free(s.a);
}

/* Of the exchange before a message is still on its way to 1, which is not there yet. */
static void receiver_is_late(void **state)
{
    steps s;
    (void)state;
    open(&s);
    do_step(&s, 1, (wire){0, 1, 10});
    s.clock[2] = 10 * US; /* its own comes to the port of 1 at 16, where 10 are left: until 36 */
    do_step(&s, 1, (wire){2, 1, 0});
    assert_int_equal((int64_t)s.late[1], 10 * US);
    clocks_are(&s, 1, 40, 11);
    arena_free(s.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sender_goes_on),
        cmocka_unit_test(short_one_is_first),
        cmocka_unit_test(receiver_has_two),
        cmocka_unit_test(free_again),
        cmocka_unit_test(from_exchange_to_exchange),
        cmocka_unit_test(links_on_the_way),
        cmocka_unit_test(receiver_is_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
