#include <stdlib.h>
#include <string.h>

#include "sysmodels/network/exchange.h"
#include "tests/cmocka_all.h"
#include "tests/sysmodels/network/library_fixture.h"

/* Rounds of MPI libraries' collectives on clocks, held against programs of each rank, in calls that
 * wait, as the libraries' functions are written; and against their max-plus form: each rank goes on
 * at the latest of arrive_q + L_qp, whatever the arrivals are. */

/* --- Programs of each rank ------------------------------------------------------------- */

typedef struct step {
    int to, from; /* -1: none; both: sends, and then receives */
    double bytes; /* sent */
} step;

typedef struct rank_program {
    int count, next;
    step steps[400];
} rank_program;

static void put(rank_program *all, int rank, int to, int from, double bytes)
{
    rank_program *p = &all[rank];
    assert_true(p->count < 400);
    p->steps[p->count++] = (step){to, from, bytes};
}

static void write_binomial(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++) {
        int mask = 1;
        for (; mask < size; mask *= 2)
            if (rank & mask) {
                put(all, rank, -1, rank - mask, 0);
                break;
            }
        for (mask /= 2; mask > 0; mask /= 2)
            if (rank + mask < size)
                put(all, rank, rank + mask, -1, BYTES);
    }
}

static double piece(int number)
{
    return BYTES - number * SEGMENT < SEGMENT ? BYTES - number * SEGMENT : SEGMENT;
}

static void write_chain(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i * SEGMENT < BYTES; i++) {
            if (rank > 0)
                put(all, rank, -1, rank - 1, 0);
            if (rank + 1 < size)
                put(all, rank, rank + 1, -1, piece(i));
        }
}

static void write_binary(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i * SEGMENT < BYTES; i++) {
            if (rank > 0)
                put(all, rank, -1, (rank - 1) / 2, 0);
            for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
                put(all, rank, child, -1, piece(i));
        }
}

static void write_doubling(rank_program *all, int size)
{
    int power = 1;
    while (2 * power <= size)
        power *= 2;
    int rest = size - power;
    for (int rank = 0; rank < size; rank++) {
        if (rank < 2 * rest && rank % 2 == 0) {
            put(all, rank, rank + 1, -1, BYTES);
            put(all, rank, -1, rank + 1, 0);
            continue;
        }
        if (rank < 2 * rest)
            put(all, rank, -1, rank - 1, 0);
        int own = rank < 2 * rest ? rank / 2 : rank - rest;
        for (int mask = 1; mask < power; mask *= 2) {
            int other = own ^ mask, partner = other < rest ? 2 * other + 1 : other + rest;
            put(all, rank, partner, partner, BYTES);
        }
        if (rank < 2 * rest)
            put(all, rank, rank - 1, -1, BYTES);
    }
}

static void write_dissemination(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int distance = 1; distance < size; distance *= 2)
            put(all, rank, (rank + size - distance) % size, (rank + distance) % size, 0);
}

static void write_pairwise(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int i = 1; i < size; i++)
            put(all, rank, (rank + i) % size, (rank + size - i) % size, BYTES);
}

static void write_bruck(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int distance = 1; distance < size; distance *= 2) {
            int blocks = 0;
            for (int way = 1; way < size; way++)
                blocks += way / distance % 2;
            put(all, rank, (rank + distance) % size, (rank + size - distance) % size,
                (double)blocks * BYTES);
        }
}

/* The parts of the tree below a rank whose parent is `mask` before it. */
static double below(int rank, int mask, int size)
{
    return (double)(size - rank < mask ? size - rank : mask) * BYTES;
}

static void write_gather(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int mask = 1; mask < size; mask *= 2) {
            if (rank & mask) {
                put(all, rank, rank - mask, -1, below(rank, mask, size));
                break;
            }
            if (rank + mask < size)
                put(all, rank, -1, rank + mask, 0);
        }
}

static void write_scatter(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++) {
        int mask = 1;
        while (mask < size && !(rank & mask))
            mask *= 2;
        if (rank > 0)
            put(all, rank, -1, rank - mask, 0);
        for (mask /= 2; mask > 0; mask /= 2)
            if (rank + mask < size)
                put(all, rank, rank + mask, -1, below(rank + mask, mask, size));
    }
}

static void write_chain_up(rank_program *all, int size)
{
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i * SEGMENT < BYTES; i++) {
            if (rank + 1 < size)
                put(all, rank, -1, rank + 1, 0);
            if (rank > 0)
                put(all, rank, rank - 1, -1, piece(i));
        }
}

enum { SEND = 700, RECEIVE = 500, WAY = 3000, BYTE = 17 }; /* ticks */

/* Runs the programs: who waits for a message that has not been sent yet is asked again. */
static void run_programs(rank_program *all, int size, int128 *clock)
{
    typedef struct mail {
        int128 there[64];
        int sent, taken;
    } mail;
    mail(*box)[MOST] = calloc(MOST, sizeof *box); /* by sender and receiver */
    bool *has_sent = calloc(MOST, sizeof *has_sent), goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (int rank = 0; rank < size; rank++) {
            rank_program *p = &all[rank];
            if (p->next == p->count)
                continue;
            const step *s = &p->steps[p->next];
            if (s->to >= 0 && !has_sent[rank]) {
                mail *m = &box[rank][s->to];
                clock[rank] += SEND;
                m->there[m->sent++ % 64] = clock[rank] + WAY + (int128)(BYTE * s->bytes);
                has_sent[rank] = goes_on = true;
            }
            mail *m = s->from >= 0 ? &box[s->from][rank] : NULL;
            if (m && m->taken == m->sent)
                continue;
            if (m) {
                int128 there = m->there[m->taken++ % 64];
                clock[rank] = (clock[rank] > there ? clock[rank] : there) + RECEIVE;
            }
            p->next++;
            has_sent[rank] = false;
            goes_on = true;
        }
    }
    for (int rank = 0; rank < size; rank++)
        assert_int_equal(all[rank].next, all[rank].count);
    free(box);
    free(has_sent);
}

/* --- Rounds on clocks ------------------------------------------------------------------ */

/* One round: messages become what the network knows. */
static void play_round(const fixture *f, collective_round *r, double occupied, int128 *clock)
{
    message_piece piece_of = {.startup = ticks(occupied),
                              .latency = ticks(WAY),
                              .latency_per_byte = ticks(BYTE),
                              .send = ticks(SEND),
                              .receive = ticks(RECEIVE)};
    const sag_communication c = {.topology = TOPOLOGY_SWITCH, .exchange = EXCHANGE_ADAPTER};
    const network n = {.communication = &c, .exchange = EXCHANGE_ADAPTER};
    arena *a = f->a;
    int members = 0;
    comm_round round = {0};
    delivery *messages = ARENA_ARRAY(a, r->count, delivery);
    int *first = ARENA_ARRAY(a, f->count + 1, int), *cost_of = ARENA_ARRAY(a, f->count, int);
    int *turn = ARENA_ARRAY(a, r->count, int), *member = ARENA_ARRAY(a, f->count, int);
    round_cost *costs = ARENA_ARRAY(a, f->count, round_cost);
    collective_sort(r);
    for (int i = 0; i < r->count; i++) {
        const collective_message *m = &r->messages[i];
        incoming price = network_message(
            &n, (message_function){1, &piece_of}, false,
            f->kind == COLLECTIVE_BARRIER ? 0 : collective_bytes(m, &f->group, NULL),
            sag_route_next(&c));
        messages[i] = (delivery){m->sender - m->receiver, i};
        turn[i] = m->turn;
        VEC_PUSH(a, &round.prices, price);
        round_cost_add_sent(&n, &costs[m->sender], &price);
        round_cost_add_received(&n, &costs[m->receiver], &price);
        for (int p = m->receiver; p < f->count; p++)
            first[p + 1] = i + 1;
    }
    for (int p = 0; p < f->count; p++) {
        if (!costs[p].sends && !costs[p].receives)
            continue;
        round_cost_close(&n, &costs[p]);
        VEC_PUSH(a, &round.costs, costs[p]);
        cost_of[members] = round.costs.count - 1;
        member[members++] = p;
    }
    round.messages = messages;
    round.first = first;
    round.turn = turn;
    round.members = member;
    round.member_count = members;
    round.cost_of = cost_of;
    exchange_order(a, &n, f->count, 0, NULL, NULL, &round);
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks x;
    exchange_clocks_open(&x, a, &unrecorded, f->count, f->count);
    exchange_times(EXCHANGE_ADAPTER, &round, &x, clock, 0);
    for (int i = 0; i < members; i++)
        clock[member[i]] = x.done[member[i]];
}

static void play(const fixture *f, double occupied, int128 *clock)
{
    for (int i = 0; i < f->rounds.count; i++)
        play_round(f, &f->rounds.data[i], occupied, clock);
}

static const struct {
    collective_kind kind;
    library_algorithm how;
    double segment;
    void (*write)(rank_program *all, int size);
} programs[] = {
    {COLLECTIVE_BROADCAST, LIBRARY_BINOMIAL, 0, write_binomial},
    {COLLECTIVE_BROADCAST, LIBRARY_CHAIN, SEGMENT, write_chain},
    {COLLECTIVE_BROADCAST, LIBRARY_BINARY, SEGMENT, write_binary},
    {COLLECTIVE_REDUCE, LIBRARY_DOUBLING, 0, write_doubling},
    {COLLECTIVE_BARRIER, LIBRARY_BRUCK, 0, write_dissemination},
    {COLLECTIVE_ALLTOALL, LIBRARY_PAIRWISE, 0, write_pairwise},
    {COLLECTIVE_ALLTOALL, LIBRARY_BRUCK, 0, write_bruck},
    {COLLECTIVE_GATHER, LIBRARY_BINOMIAL, 0, write_gather},
    {COLLECTIVE_SCATTER, LIBRARY_BINOMIAL, 0, write_scatter},
    {COLLECTIVE_REDUCE_TO_ONE, LIBRARY_CHAIN, SEGMENT, write_chain_up},
};

static void set_random(int128 *clock, int count)
{
    for (int p = 0; p < count; p++)
        clock[p] = rand() % 3 == 0 ? 0 : rand() % 60000;
}

/* To the tick, whenever ranks come. */
static void rounds_are_the_programs(void **state)
{
    (void)state;
    rank_program *all = calloc(MOST, sizeof *all);
    srand(18);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (int count = 2; count <= MOST; count++)
            for (int trial = 0; trial < 5; trial++) {
                fixture *f =
                    open_one(programs[i].kind, programs[i].how, count, programs[i].segment);
                int128 by_rounds[MOST], by_programs[MOST];
                set_random(by_rounds, count);
                memcpy(by_programs, by_rounds, sizeof by_rounds);
                memset(all, 0, MOST * sizeof *all);
                programs[i].write(all, count);
                run_programs(all, count, by_programs);
                play(f, 0, by_rounds);
                for (int p = 0; p < count; p++)
                    assert_int_equal((int64_t)by_rounds[p], (int64_t)by_programs[p]);
                close_one(f);
            }
    free(all);
}

/* leave_p = max over q of (arrive_q + L_qp): L_qp is found with q alone late, and then says all. */
static void leaving_is_max_plus(void **state)
{
    (void)state;
    enum { LONG_AGO = -1000000000 };
    srand(19);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (int count = 2; count <= MOST; count += 3) {
            if (programs[i].how == LIBRARY_BINARY)
                continue; /* two messages of a round share its port, in the order of their turns */
            fixture *f = open_one(programs[i].kind, programs[i].how, count, programs[i].segment);
            int128(*latency)[MOST] = calloc(MOST, sizeof *latency);
            for (int q = 0; q < count; q++) {
                for (int p = 0; p < count; p++)
                    latency[q][p] = p == q ? 0 : LONG_AGO;
                play(f, 400, latency[q]);
            }
            for (int trial = 0; trial < 5; trial++) {
                int128 arrive[MOST], leave[MOST];
                set_random(arrive, count);
                memcpy(leave, arrive, sizeof leave);
                play(f, 400, leave);
                for (int p = 0; p < count; p++) {
                    int128 latest = arrive[0] + latency[0][p];
                    for (int q = 1; q < count; q++)
                        if (arrive[q] + latency[q][p] > latest)
                            latest = arrive[q] + latency[q][p];
                    assert_int_equal((int64_t)leave[p], (int64_t)latest);
                }
            }
            free(latency);
            close_one(f);
        }
}

/* The first child of a binomial tree goes on long before the last, whoever else is late. */
static void a_leaf_waits_for_its_way_alone(void **state)
{
    (void)state;
    fixture *f = open_one(COLLECTIVE_BROADCAST, LIBRARY_BINOMIAL, 8, 0);
    int128 clock[MOST] = {0};
    clock[6] = 1000000; /* below it is 7 alone */
    play(f, 0, clock);
    /* The root sends to 4, to 2 and to 1: 3 · 700, and the last has it after 3000 + 100 · 17. */
    assert_int_equal((int64_t)clock[0], 2100);
    assert_int_equal((int64_t)clock[1], 2100 + 4700 + 500);
    /* 6 takes up at once what has long come, and sends to 7. */
    assert_int_equal((int64_t)clock[6], 1000000 + 500 + 700);
    assert_int_equal((int64_t)clock[7], 1000000 + 500 + 700 + 4700 + 500);
    close_one(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_the_programs),
        cmocka_unit_test(leaving_is_max_plus),
        cmocka_unit_test(a_leaf_waits_for_its_way_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
