/* A round of messages as the estimator has it (sysmodels/network/exchange.h) and the same as a
 * trace, replayed: all post their receives and their sends and wait for all. Every rank is through
 * at the same tick. */

#include "sysmodels/network/contend.h"
#include "sysmodels/network/exchange.h"
#include "tests/random.h"
#include "tests/trace/replayed.h"

enum { MOST = 9, ROUNDS = 100, SIZES = 4 };

typedef struct round_test {
    sag_communication c;
    message_piece pieces[2];
    int procs;
    int64_t enter[MOST];
    double bytes[MOST][MOST]; /* [from][to]; below 0: no message */
    bool shares_links;
} round_test;

static void make_machine(round_test *t, uint64_t *r, exchange_rule rule, topology shape, int ports)
{
    message_piece *p = t->pieces;
    p[0] = (message_piece){.startup = us((double)random_between(r, 0, 9)),
                           .per_byte = us(0.013 * (double)random_between(r, 0, 9)),
                           .latency = us(0.7 * (double)random_between(r, 0, 9)),
                           .per_hop = us(0.3 * (double)random_between(r, 0, 3))};
    if (rule == EXCHANGE_PUSHED)
        p[0].latency_per_byte = us(0.011 * (double)random_between(r, 0, 3));
    if (rule == EXCHANGE_ADAPTER) {
        p[0].send = us(0.31 * (double)random_between(r, 0, 9));
        p[0].send_per_byte = us(0.001);
        p[0].receive = us(0.17 * (double)random_between(r, 0, 9));
    }
    p[1] = p[0];
    p[1].from = (quantity){.is_set = true, .value = 500};
    p[1].latency = us(0.7 * (double)random_between(r, 0, 9));
    if (rule == EXCHANGE_ADAPTER)
        p[1].handshake = us(0.9 * (double)random_between(r, 0, 3));
    t->c = (sag_communication){.topology = shape,
                               .embedding = EMBED_ROW_MAJOR,
                               .exchange = rule,
                               .piece_count = 2,
                               .pieces = p};
    if (ports)
        t->c.ports = (quantity){.is_set = true, .value = ports};
}

static void make_round(round_test *t, uint64_t *r, bool is_power)
{
    t->procs = is_power ? 1 << random_between(r, 1, 3) : (int)random_between(r, 2, MOST);
    const int density = (int)random_between(r, 1, 4);
    const double sizes[SIZES] = {8, 100, 501, 3000};
    for (int p = 0; p < t->procs; p++) {
        t->enter[p] = random_between(r, 0, 1) ? random_between(r, 0, 60) * 1000000 + p : 0;
        for (int q = 0; q < t->procs; q++)
            t->bytes[p][q] = p != q && random_between(r, 0, density) == 0
                                 ? sizes[random_between(r, 0, SIZES - 1)]
                                 : -1;
    }
}

static void estimate(const round_test *t, int64_t *done)
{
    arena *a = arena_new();
    const network n = {.communication = &t->c, .exchange = t->c.exchange};
    const int procs = t->procs, extents[] = {procs};
    comm_round round = {.member_count = procs};
    delivery *messages = ARENA_ARRAY(a, procs * procs, delivery);
    int *first = ARENA_ARRAY(a, procs + 1, int), *cost_of = ARENA_ARRAY(a, procs, int), count = 0;
    int coords[MOST];
    round_cost *costs = ARENA_ARRAY(a, procs, round_cost);
    int128 clock[MOST];
    for (int to = 0; to < procs; to++) {
        coords[to] = to;
        for (int from = 0; from < procs; from++) {
            if (t->bytes[from][to] < 0)
                continue;
            const incoming m =
                network_message(&n, (message_function){2, t->pieces}, false, t->bytes[from][to],
                                sag_route_between(&t->c, 1, extents, &(int){from}, &(int){to}));
            messages[count] = (delivery){from - to, count};
            count++;
            VEC_PUSH(a, &round.prices, m);
            round_cost_add_sent(&n, &costs[from], &m);
            round_cost_add_received(&n, &costs[to], &m);
        }
        first[to + 1] = count;
    }
    round.messages = messages;
    round.first = first;
    round.cost_of = cost_of;
    exchange_order(a, &n, procs, 1, extents, coords, &round);
    if (t->shares_links)
        contend_round(a, &n, procs, 1, extents, coords, &round, costs);
    for (int p = 0; p < procs; p++) {
        round_cost_close(&n, &costs[p]);
        VEC_PUSH(a, &round.costs, costs[p]);
        cost_of[p] = p;
        clock[p] = t->enter[p];
    }
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks x;
    exchange_clocks_open(&x, a, &unrecorded, procs, procs);
    if (round.flows) /* what a run would follow beyond this round */
        flows_open(&x);
    exchange_times(t->c.exchange, &round, &x, clock, 0);
    for (int p = 0; p < procs; p++)
        done[p] = (int64_t)x.done[p];
    arena_free(a);
}

/* Ticks by which they may differ: where links are shared, rates are divided and bytes are added up
 * in another order. */
static int64_t tolerance(const round_test *t)
{
    return t->shares_links ? 20 : 0;
}

/* Ends in an order of its own: it does not matter. */
static void write_round(const round_test *t)
{
    FILE *out = fopen("round.trace", "w");
    assert_non_null(out);
    write_head(out, (uint32_t)t->procs, UINT64_C(1000000000000));
    for (int p = 0; p < t->procs; p++) {
        const long long at = (long long)t->enter[p];
        fprintf(out, "%d %lld enter 1\n", p, at);
        for (int q = 0; q < t->procs; q++)
            if (t->bytes[q][p] >= 0)
                fprintf(out, "%d %lld irecv_posted request %d\n", p, at, q);
        for (int k = 1; k < t->procs; k++) {
            const int q = (p + k) % t->procs;
            if (t->bytes[p][q] >= 0)
                fprintf(out, "%d %lld isend to %d comm 0 tag 5 bytes %.0f request %d\n", p, at, q,
                        t->bytes[p][q], 100 + q);
        }
        for (int q = t->procs - 1; q >= 0; q--) {
            if (t->bytes[p][q] >= 0)
                fprintf(out, "%d %lld isend_done request %d\n", p, at, 100 + q);
            if (t->bytes[q][p] >= 0)
                fprintf(out, "%d %lld irecv from %d comm 0 tag 5 bytes %.0f request %d\n", p, at, q,
                        t->bytes[q][p], q);
        }
        fprintf(out, "%d %lld leave 1\n", p, at);
    }
    assert_int_equal(fclose(out), 0);
}

/* `link`: for how long a byte keeps a link, or a port where there are no others; 0: none are
 * shared. The estimator has all enter together then. */
static void rounds_are_equal(exchange_rule rule, topology shape, int ports, double link)
{
    static round_test t;
    uint64_t r = 77;
    int waits = 0;
    for (int i = 0; i < ROUNDS; i++) {
        fp_context *ctx = fp_context_new();
        make_machine(&t, &r, rule, shape, ports);
        make_round(&t, &r, shape == TOPOLOGY_HYPERCUBE);
        t.shares_links = link > 0;
        if (t.shares_links) {
            memset(t.enter, 0, sizeof t.enter);
            *(shape == TOPOLOGY_SWITCH ? &t.c.port_per_byte : &t.c.link_per_byte) = us(link);
        }
        int64_t done[MOST];
        estimate(&t, done);
        write_round(&t);
        const sag machine = {.name = "test", .communication = &t.c};
        const replay_options o = {.machine = &machine, .speed = 1};
        replay_result result;
        trace *of = trace_open_path(ctx, "round.trace");
        assert_non_null(of);
        assert_true(replay_run(ctx, of, &o, NULL, TRACE_AS_TEXT, &result));
        for (int p = 0; p < t.procs; p++) {
            if (llabs(ps(result.ranks[p].end) - done[p]) > tolerance(&t))
                fail_msg("round %d, rank %d of %d: %lld ticks, not %lld", i, p, t.procs,
                         (long long)ps(result.ranks[p].end), (long long)done[p]);
            waits += done[p] > t.enter[p];
        }
        fp_context_free(ctx);
    }
    assert_true(waits > ROUNDS); /* something was done at all */
}

static void posted(void **state)
{
    (void)state;
    rounds_are_equal(EXCHANGE_POSTED, TOPOLOGY_SWITCH, 0, 0);
    rounds_are_equal(EXCHANGE_POSTED, TOPOLOGY_HYPERCUBE, 0, 0);
}

static void pushed(void **state)
{
    (void)state;
    rounds_are_equal(EXCHANGE_PUSHED, TOPOLOGY_SWITCH, 0, 0);
    rounds_are_equal(EXCHANGE_PUSHED, TOPOLOGY_HYPERCUBE, 0, 0);
    rounds_are_equal(EXCHANGE_PUSHED, TOPOLOGY_TORUS, 0, 0);
}

static void adapter(void **state)
{
    (void)state;
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_SWITCH, 0, 0);
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_HYPERCUBE, 0, 0);
}

static void adapter_with_ports(void **state)
{
    (void)state;
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_TORUS, 4, 0);
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_HYPERCUBE, 3, 0);
}

static void adapter_with_links(void **state)
{
    (void)state;
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_SWITCH, 0, 0.03);
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_TORUS, 0, 0.05);
    rounds_are_equal(EXCHANGE_ADAPTER, TOPOLOGY_HYPERCUBE, 0, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posted),
        cmocka_unit_test(pushed),
        cmocka_unit_test(adapter),
        cmocka_unit_test(adapter_with_ports),
        cmocka_unit_test(adapter_with_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
