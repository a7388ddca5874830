#include "tests/cmocka_all.h"
#include "tests/sysmodels/network/library_fixture.h"

/* What MPI libraries send where each member has a block for each other one, or a part for a root:
 * rounds that are counted by hand, and blocks followed on their way. */

/* --- Blocks ---------------------------------------------------------------------------- */

/* Everybody sends everybody else its block once, in so many rounds. */
static void expect_once(library_algorithm how, int count, int rounds)
{
    fixture *f = open_one(COLLECTIVE_ALLTOALL, how, count, 0);
    int sent[MOST][MOST] = {{0}};
    assert_int_equal(f->rounds.count, rounds);
    for (int i = 0; i < f->rounds.count; i++)
        for (int n = 0; n < f->rounds.data[i].count; n++) {
            const collective_message *m = &f->rounds.data[i].messages[n];
            sent[m->sender][m->receiver]++;
            assert_true(collective_bytes(m, &f->group, NULL) == BYTES);
            assert_false(m->waits);
        }
    for (int v = 0; v < count; v++)
        for (int w = 0; w < count; w++)
            assert_int_equal(sent[v][w], v != w);
    close_one(f);
}

static void each_block_goes_once(void **state)
{
    (void)state;
    for (int count = 2; count <= MOST; count++) {
        expect_once(LIBRARY_LINEAR, count, 1);
        expect_once(LIBRARY_DIRECT, count, 1);
        expect_once(LIBRARY_PAIRWISE, count, count - 1);
    }
    expect_once(LIBRARY_SPREAD, 6, 2); /* 5 others, four at a time */
    expect_once(LIBRARY_SPREAD, 9, 2);
    expect_once(LIBRARY_SPREAD, 10, 3);
    expect_once(LIBRARY_PARTNERS, 4, 3);
    expect_once(LIBRARY_PARTNERS, 8, 7);
    expect_once(LIBRARY_PARTNERS, 16, 15);
}

/* In step 3 who differs by 3: 0 and 3, 1 and 2. */
static void partners_differ_in_bits(void **state)
{
    (void)state;
    static const int partner[] = {3, 2, 1, 0};
    fixture *f = open_one(COLLECTIVE_ALLTOALL, LIBRARY_PARTNERS, 4, 0);
    for (int n = 0; n < 4; n++)
        assert_int_equal(f->rounds.data[2].messages[n].receiver,
                         partner[f->rounds.data[2].messages[n].sender]);
    close_one(f);
}

/* The order of what is posted at once: by ranks; and from the one before, downwards. */
static void orders_of_messages(void **state)
{
    (void)state;
    static const int by_rank[] = {0, 1, 3}, downwards[] = {1, 0, 3};
    fixture *f = open_one(COLLECTIVE_ALLTOALL, LIBRARY_LINEAR, 4, 0);
    for (int n = 0; n < 3; n++)
        assert_int_equal(f->rounds.data[0].messages[2 * 3 + n].receiver, by_rank[n]);
    close_one(f);
    f = open_one(COLLECTIVE_ALLTOALL, LIBRARY_DIRECT, 4, 0);
    for (int n = 0; n < 3; n++)
        assert_int_equal(f->rounds.data[0].messages[2 * 3 + n].receiver, downwards[n]);
    close_one(f);
}

/* A block for who is w further goes 2^k on in each round k whose bit w has. Each message is as long
 * as the blocks that its sender passes on then, and all are where they belong in the end. */
static void blocks_hop_by_bits(void **state)
{
    (void)state;
    for (int count = 3; count <= MOST; count++) {
        fixture *f = open_one(COLLECTIVE_ALLTOALL, LIBRARY_BRUCK, count, 0);
        int at[MOST][MOST]; /* where the block of v for w is */
        for (int v = 0; v < count; v++)
            for (int w = 0; w < count; w++)
                at[v][w] = v;
        for (int k = 0; k < f->rounds.count; k++) {
            int passed[MOST] = {0};
            for (int v = 0; v < count; v++)
                for (int w = 0; w < count; w++)
                    if ((w - v + count) % count >> k & 1) {
                        passed[at[v][w]]++;
                        at[v][w] = (at[v][w] + (1 << k)) % count;
                    }
            assert_int_equal(f->rounds.data[k].count, count);
            for (int n = 0; n < count; n++) {
                const collective_message *m = &f->rounds.data[k].messages[n];
                assert_int_equal(m->receiver, (m->sender + (1 << k)) % count);
                assert_true(collective_bytes(m, &f->group, NULL) == passed[m->sender] * BYTES);
            }
        }
        for (int v = 0; v < count; v++)
            for (int w = 0; w < count; w++)
                assert_int_equal(at[v][w], w);
        close_one(f);
    }
}

/* Of five members the ways 1 and 3 have bit 0, 2 and 3 bit 1, and 4 bit 2. */
static void five_members_by_hand(void **state)
{
    (void)state;
    static const int blocks[] = {2, 2, 1};
    fixture *f = open_one(COLLECTIVE_ALLTOALL, LIBRARY_BRUCK, 5, 0);
    assert_int_equal(f->rounds.count, 3);
    for (int k = 0; k < 3; k++)
        assert_true(collective_bytes(&f->rounds.data[k].messages[0], &f->group, NULL) ==
                    blocks[k] * BYTES);
    close_one(f);
}

/* Three members with blocks of their own sizes; 1 has none for 2. Who posts all messages posts that
 * one not; who waits for a partner sends it nothing. */
static void blocks_of_any_size(void **state)
{
    (void)state;
    static const double block[] = {0, 10, 20, 30, 0, 0, 50, 60, 0};
    static const library_algorithm all[] = {LIBRARY_LINEAR, LIBRARY_DIRECT, LIBRARY_PAIRWISE};
    const int ranks[] = {4, 6, 9};
    const collective_group g = {.count = 3, .ranks = ranks, .bytes = 28, .block = block};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        arena *a = arena_new();
        const sag_library how = {.processors = 3, .how = all[i], .stretch = 1};
        collective_round_vec rounds = {0};
        double bytes = 0;
        int count = 0;
        library_make(a, COLLECTIVE_ALLTOALLV, &how, &(sag_collective){0}, 1, &g, &rounds);
        for (int r = 0; r < rounds.count; r++)
            for (int n = 0; n < rounds.data[r].count; n++) {
                const collective_message *m = &rounds.data[r].messages[n];
                if (m->sender == 9 && m->receiver == 6)
                    assert_true(collective_bytes(m, &g, NULL) == 60);
                bytes += collective_bytes(m, &g, NULL);
                count++;
            }
        assert_int_equal(count, all[i] == LIBRARY_PAIRWISE ? 6 : 5);
        assert_true(bytes == 170);
        arena_free(a);
    }
}

/* --- Parts ----------------------------------------------------------------------------- */

typedef struct expected {
    int round, from, to, parts;
} expected;

static void expect_messages(collective_kind kind, library_algorithm how, int members, int count,
                            const expected *all)
{
    fixture *f = open_one(kind, how, members, 0);
    int found = 0;
    for (int i = 0; i < f->rounds.count; i++)
        for (int n = 0; n < f->rounds.data[i].count; n++, found++) {
            const collective_message *m = &f->rounds.data[i].messages[n];
            assert_true(found < count);
            assert_int_equal(i, all[found].round);
            assert_int_equal(m->sender, all[found].from);
            assert_int_equal(m->receiver, all[found].to);
            assert_true(collective_bytes(m, &f->group, NULL) == all[found].parts * BYTES);
            assert_true(m->waits);
        }
    assert_int_equal(found, count);
    close_one(f);
}

/* Six members: 2 has 3's part too when it sends, 4 has 5's. */
static void trees_of_parts(void **state)
{
    (void)state;
    static const expected up[] = {
        {0, 1, 0, 1}, {0, 3, 2, 1}, {0, 5, 4, 1}, {1, 2, 0, 2}, {2, 4, 0, 2}};
    static const expected down[] = {
        {0, 0, 4, 2}, {1, 0, 2, 2}, {2, 0, 1, 1}, {2, 2, 3, 1}, {2, 4, 5, 1}};
    static const expected all_up[] = {{0, 1, 0, 1}, {0, 2, 0, 1}},
                          all_down[] = {{0, 0, 1, 1}, {0, 0, 2, 1}};
    expect_messages(COLLECTIVE_GATHER, LIBRARY_BINOMIAL, 6, 5, up);
    expect_messages(COLLECTIVE_SCATTER, LIBRARY_BINOMIAL, 6, 5, down);
    expect_messages(COLLECTIVE_GATHER, LIBRARY_LINEAR, 3, 2, all_up);
    expect_messages(COLLECTIVE_SCATTER, LIBRARY_LINEAR, 3, 2, all_down);
}

/* From the root 7 the others go round: 9, 3, 5; 3 is at place 2, and has 5's part. */
static void parts_of_any_size(void **state)
{
    (void)state;
    arena *a = arena_new();
    const int ranks[] = {7, 3, 5, 9};
    const double part[] = {0, 0, 0, 30, 0, 50, 0, 70, 0, 90};
    const collective_group all = {.count = 4, .ranks = ranks, .bytes = 90, .part = part};
    const collective_group g = library_group(a, COLLECTIVE_GATHER, &all);
    const sag_library how = {.processors = 4, .how = LIBRARY_BINOMIAL, .stretch = 1};
    collective_round_vec rounds = {0};
    library_make(a, COLLECTIVE_GATHER, &how, &(sag_collective){0}, 1, &g, &rounds);
    const double *before = collective_parts_before(a, &g, g.ranks);
    assert_int_equal(rounds.count, 2);
    assert_int_equal(rounds.data[0].messages[0].sender, 9);
    assert_int_equal(rounds.data[0].messages[1].sender, 5);
    assert_int_equal(rounds.data[0].messages[1].receiver, 3);
    assert_true(collective_bytes(&rounds.data[0].messages[1], &g, before) == 50);
    assert_int_equal(rounds.data[1].messages[0].sender, 3);
    assert_int_equal(rounds.data[1].messages[0].receiver, 7);
    assert_true(collective_bytes(&rounds.data[1].messages[0], &g, before) == 80);
    arena_free(a);
}

/* --- Reductions -------------------------------------------------------------------------- */

/* Four members: halves with who is beside, quarters with who is two on, each combined; then 2 and 3
 * give their quarters to 0 and 1, and 1 its half to 0. */
static void halves_of_halves(void **state)
{
    (void)state;
    static const struct {
        int messages;
        double bytes, share;
    } rounds[] = {{4, 50, 0.5}, {4, 25, 0.25}, {2, 25, 0}, {1, 50, 0}};
    fixture *f = open_one(COLLECTIVE_REDUCE_TO_ONE, LIBRARY_HALVING, 4, 0);
    assert_int_equal(f->rounds.count, 4);
    for (int i = 0; i < 4; i++) {
        const collective_round *r = &f->rounds.data[i];
        assert_int_equal(r->count, rounds[i].messages);
        assert_true(r->share == rounds[i].share);
        assert_true(collective_bytes(&r->messages[0], &f->group, NULL) == rounds[i].bytes);
    }
    assert_int_equal(f->rounds.data[3].messages[0].sender, 1);
    assert_int_equal(f->rounds.data[3].messages[0].receiver, 0);
    close_one(f);
}

/* Four members, 100 bytes in segments of 24: five of them, the first from 3 to 2, and the last
 * arrives at 0 in round 5 + 3 - 1. All that reaches 0 is 100 bytes. */
static void along_the_members(void **state)
{
    (void)state;
    fixture *f = open_one(COLLECTIVE_REDUCE_TO_ONE, LIBRARY_CHAIN, 4, SEGMENT);
    double received = 0;
    assert_int_equal(f->rounds.count, 7);
    assert_int_equal(f->rounds.data[0].count, 1);
    assert_int_equal(f->rounds.data[0].messages[0].sender, 3);
    for (int i = 0; i < f->rounds.count; i++)
        for (int n = 0; n < f->rounds.data[i].count; n++)
            if (f->rounds.data[i].messages[n].receiver == 0)
                received += collective_bytes(&f->rounds.data[i].messages[n], &f->group, NULL);
    assert_true(received == BYTES);
    close_one(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_block_goes_once), cmocka_unit_test(partners_differ_in_bits),
        cmocka_unit_test(orders_of_messages),   cmocka_unit_test(blocks_hop_by_bits),
        cmocka_unit_test(five_members_by_hand), cmocka_unit_test(blocks_of_any_size),
        cmocka_unit_test(trees_of_parts),       cmocka_unit_test(parts_of_any_size),
        cmocka_unit_test(halves_of_halves),     cmocka_unit_test(along_the_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
