#include "sysmodels/network/contend.h"
#include "tests/cmocka_all.h"

/* Messages of different rounds in the port of a node, by hand. Two processors a node, 0 and 1, 2
 * and 3, 4 and 5; a byte keeps a node's port for 1 µs, and nothing else: no message is held back by
 * its processors. Each is 5 µs on its way before its bytes go; its sender pays 1 µs and its
 * receiver 2. */

enum { PROCS = 6, MOST = 4, US = 1000000 }; /* ticks */

typedef struct wire {
    int from, to;
    double bytes;
} wire;

typedef struct flows_test {
    arena *a;
    network n;
    sag_communication c;
    message_piece piece, inside;
    exchange_clocks x;
    comparisons unrecorded;
    int128 clock[PROCS];
} flows_test;

static quantity us(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-6};
}

static void open(flows_test *t)
{
    *t = (flows_test){.a = arena_new(), .unrecorded = comparisons_unrecorded()};
    t->piece = (message_piece){
        .startup = us(0), .per_byte = us(1), .latency = us(5), .send = us(1), .receive = us(2)};
    t->inside = t->piece;
    t->inside.per_byte = us(0);
    t->c = (sag_communication){.topology = TOPOLOGY_SWITCH,
                               .embedding = EMBED_ROW_MAJOR,
                               .exchange = EXCHANGE_ADAPTER,
                               .ranks_per_node = {.is_set = true, .value = 2},
                               .port_per_byte = us(1)};
    t->c.inside = (message_function){1, &t->inside};
    t->n = (network){.communication = &t->c, .exchange = EXCHANGE_ADAPTER};
    exchange_clocks_open(&t->x, t->a, &t->unrecorded, PROCS, PROCS);
    flows_open(&t->x);
}

/* A round; receivers in ascending order. Those who are late have waited. */
static void do_round(flows_test *t, int count, const wire *w)
{
    comm_round *round = ARENA_NEW(t->a, comm_round);
    delivery *message = ARENA_ARRAY(t->a, count, delivery);
    int *first = ARENA_ARRAY(t->a, PROCS + 1, int), *cost_of = ARENA_ARRAY(t->a, PROCS, int);
    round_cost *costs = ARENA_ARRAY(t->a, PROCS, round_cost);
    static const int extent = PROCS, coords[PROCS] = {0, 1, 2, 3, 4, 5};
    *round = (comm_round){.member_count = PROCS};
    for (int i = 0; i < count; i++) {
        incoming m = network_message(&t->n, (message_function){1, &t->piece}, false, w[i].bytes,
                                     sag_route_next(&t->c));
        message[i] = (delivery){w[i].from - w[i].to, i};
        VEC_PUSH(t->a, &round->prices, m);
        round_cost_add_sent(&t->n, &costs[w[i].from], &m);
        round_cost_add_received(&t->n, &costs[w[i].to], &m);
        first[w[i].to + 1]++;
    }
    for (int p = 0; p < PROCS; p++) {
        first[p + 1] += first[p];
        round_cost_close(&t->n, &costs[p]);
        VEC_PUSH(t->a, &round->costs, costs[p]);
        cost_of[p] = p;
    }
    round->messages = message;
    round->first = first;
    round->cost_of = cost_of;
    exchange_order(t->a, &t->n, PROCS, 1, &extent, coords, round);
    contend_round(t->a, &t->n, PROCS, 1, &extent, coords, round, costs);
    assert_non_null(round->flows);
    exchange_times(EXCHANGE_ADAPTER, round, &t->x, t->clock, 0);
    for (int p = 0; p < PROCS; p++)
        t->clock[p] = t->x.done[p];
}

static void is_at(const flows_test *t, int rank, double at)
{
    assert_true(t->clock[rank] - (int128)(at * US) <= 1 && (int128)(at * US) - t->clock[rank] <= 1);
}

#define ROUND(t, ...)                                                                              \
    do_round(t, sizeof((wire[]){__VA_ARGS__}) / sizeof(wire), (wire[]){__VA_ARGS__})

/* 0 sends 10 bytes to 2 and goes on at 1. Alone they go from 6 to 16, and are taken up at 18. */
static void alone(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    is_at(&t, 0, 1);
    is_at(&t, 2, 18);
    arena_free(t.a);
}

/* The other processor of the node sends as much to 4 in the next round, when it has computed for
 * 2: from 8 on both have half of the port. Of the first 8 are left, which take until 24; of the
 * second 2 then, until 26. So 2 has waited 8 more. */
static void next_round(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[1] = 2 * US;
    ROUND(&t, {1, 4, 10});
    is_at(&t, 2, 26);
    is_at(&t, 4, 28);
    assert_int_equal((int64_t)t.x.flows->late[2], 8 * US);
    arena_free(t.a);
}

/* A node of one processor, which sends twice: the second message goes from 7 on, when 9 of the
 * first are left. These take until 25, and the last of the second until 26. */
static void one_processor_a_node(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    t.c.ranks_per_node.value = 1;
    ROUND(&t, {0, 2, 10});
    is_at(&t, 2, 18);
    ROUND(&t, {0, 4, 10});
    is_at(&t, 0, 2);
    is_at(&t, 2, 27);
    is_at(&t, 4, 28);
    arena_free(t.a);
}

/* Who is made late has sent since, later by as much. 2 takes up the first at 18, and sends 10 bytes
 * to 4 in the next round: they go from 18 + 1 + 5 = 24 on, are there at 34, and taken up at 36.
 * Then 1 is found to have sent 10 to 5 at 3, from 8 on: so the first is there 8 later, 2 has sent
 * at 27, and the bytes go from 32 to 42. 5 has its own at 26. */
static void has_sent_since(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    ROUND(&t, {2, 4, 10});
    is_at(&t, 2, 19);
    is_at(&t, 4, 36);
    t.clock[1] = 2 * US;
    ROUND(&t, {1, 5, 10});
    is_at(&t, 2, 27);
    is_at(&t, 4, 44);
    is_at(&t, 5, 28);
    arena_free(t.a);
}

/* If 2 has waited for something else before it sends (5 sends at 16, 1 byte is there at 23 and
 * taken up at 25), it takes up the first from 24 to 26 and the other one until 28, 3 later and
 * not 8. So it has sent at 29, and 4, which has 10 bytes from 34 to 44, takes them up until 46. */
static void has_waited_and_sent_since(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[5] = 16 * US;
    ROUND(&t, {5, 2, 1});
    is_at(&t, 2, 25);
    ROUND(&t, {2, 4, 10});
    is_at(&t, 2, 26);
    is_at(&t, 4, 43);
    t.clock[1] = 2 * US;
    ROUND(&t, {1, 5, 10});
    is_at(&t, 2, 29);
    is_at(&t, 4, 46);
    arena_free(t.a);
}

/* Who has waited for something else since is not late: 2 is sent 1 byte by 5, which is there at
 * 28 (5 sends at 21) and taken up at 30. The first may come at 24 for that. */
static void waited_since(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[5] = 21 * US;
    ROUND(&t, {5, 2, 1});
    is_at(&t, 2, 30);
    t.clock[1] = 2 * US;
    ROUND(&t, {1, 4, 10});
    is_at(&t, 2, 30);
    is_at(&t, 4, 28);
    arena_free(t.a);
}

/* If 5 has sent at 11, that is there at 18, just when the first has been taken up, and taken up at
 * 20 without any waiting. Then 8 more for the first are 8 more for the clock: with 20 bytes the
 * other message has 12 left at 24, and is there at 36. */
static void later_by_what_is_left(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[5] = 11 * US;
    ROUND(&t, {5, 2, 1});
    is_at(&t, 2, 20);
    t.clock[1] = 2 * US;
    ROUND(&t, {1, 4, 20});
    is_at(&t, 2, 28);
    is_at(&t, 4, 38);
    arena_free(t.a);
}

/* A message that is through when the next one comes meets nobody. */
static void free_again(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[1] = 10 * US; /* its bytes go at 16 */
    ROUND(&t, {1, 4, 10});
    is_at(&t, 2, 18);
    is_at(&t, 4, 28);
    arena_free(t.a);
}

/* Three rounds in one port: 12 bytes from 6 on, 12 from 12 and 12 from 14. At 12 the first has 6
 * left, at 14 5; a third each from there: it is through at 29, when the second has 11 - 5 = 6 left
 * and the third 7; the second at 41, the third at 42. */
static void three(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 12});
    t.clock[1] = 6 * US;
    ROUND(&t, {1, 4, 12});
    t.clock[1] = 8 * US;
    ROUND(&t, {1, 5, 12});
    is_at(&t, 2, 31);
    is_at(&t, 4, 43);
    is_at(&t, 5, 44);
    arena_free(t.a);
}

/* Ports at which messages come are shared as well: 0 and, later, 4 send to 2 and 3. */
static void one_port_in(void **state)
{
    flows_test t;
    (void)state;
    open(&t);
    ROUND(&t, {0, 2, 10});
    t.clock[4] = 2 * US;
    ROUND(&t, {4, 3, 10});
    is_at(&t, 2, 26);
    is_at(&t, 3, 28);
    arena_free(t.a);
}

/* What all clocks have in common says nothing, and what is through is forgotten. */
static void state_repeats_itself(void **state)
{
    flows_test t;
    uint64_t hash[3];
    (void)state;
    open(&t);
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < PROCS; p++)
            t.clock[p] = (int128)(1000 * i) * US;
        t.clock[1] += 2 * US;
        ROUND(&t, {0, 2, 10});
        ROUND(&t, {1, 4, 10});
        is_at(&t, 2, 1000 * i + 26);
        assert_int_equal(t.x.flows->count, 2);
        hash[i] = flows_hash(t.x.flows, 0);
        assert_true(hash[i] == hash[0]);
    }
    arena_free(t.a);
}

/* Ways of more links than are kept of a message: such a round is priced by itself. On a ring of 48
 * the one after the next is 2 links away, and half way round 24. */
static void ways_are_too_long(void **state)
{
    enum { LONG = 48 };
    flows_test t;
    (void)state;
    open(&t);
    t.c.topology = TOPOLOGY_TORUS;
    t.c.link_per_byte = us(1);
    t.c.backbone_per_byte = us(0.1);
    for (int far = 2; far <= LONG / 2; far += LONG / 2 - 2) {
        const int extent = LONG;
        int coords[LONG], first[LONG + 1] = {0}, cost_of[LONG] = {0};
        round_cost costs[LONG] = {0};
        const delivery message = {-far, 0}; /* from 0 to `far` */
        comm_round round = {.member_count = LONG, .messages = &message, .cost_of = cost_of};
        incoming m =
            network_message(&t.n, (message_function){1, &t.piece}, false, 10, sag_route_next(&t.c));
        VEC_PUSH(t.a, &round.prices, m);
        t.c.ranks_per_node.value = 1;
        for (int p = 0; p < LONG; p++) {
            coords[p] = p;
            first[p + 1] = p >= far;
        }
        round.first = first;
        exchange_order(t.a, &t.n, LONG, 1, &extent, coords, &round);
        contend_round(t.a, &t.n, LONG, 1, &extent, coords, &round, costs);
        assert_int_equal(round.flows != NULL, far == 2);
    }
    arena_free(t.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone),
        cmocka_unit_test(next_round),
        cmocka_unit_test(one_processor_a_node),
        cmocka_unit_test(has_sent_since),
        cmocka_unit_test(has_waited_and_sent_since),
        cmocka_unit_test(waited_since),
        cmocka_unit_test(later_by_what_is_left),
        cmocka_unit_test(free_again),
        cmocka_unit_test(three),
        cmocka_unit_test(one_port_in),
        cmocka_unit_test(state_repeats_itself),
        cmocka_unit_test(ways_are_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
