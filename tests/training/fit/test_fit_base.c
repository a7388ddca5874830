/* What messages between two say, worked out by hand: of nodes of two ranks, of links that are
 * slower further off, and of what waits or goes beside. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/arena.h"
#include "tests/cmocka_all.h"
#include "training/fit/fit_links.h"
#include "training/fit/fit_network.h"
#include "training/fit/fit_overhead.h"

enum { MESSAGES = 64, POINTS = 4000, SWITCH = 4096, SIZE_MOST = 4 << 20 };

/* Processors pay this below 4096 bytes, 0.9 us and nothing from there, where messages wait. */
static double sends(double n)
{
    return n < SWITCH ? 0.5e-6 + 0.2e-9 * n : 0.9e-6;
}

static double receives(double n)
{
    return n < SWITCH ? 0.7e-6 + 0.2e-9 * n : 0;
}

/* The way of a message: what it keeps the next one waiting, and what not. */
typedef struct way_of {
    double per_byte, latency, latency_per_byte;
} way_of;

static double carried(way_of w, double n)
{
    return w.latency + (w.per_byte + w.latency_per_byte) * n;
}

static double whole(way_of w, double n)
{
    return sends(n) + carried(w, n) + receives(n);
}

typedef struct fixture {
    arena *a;
    fit_data data;
} fixture;

static fixture begin(void)
{
    fixture f = {.a = arena_new()};
    f.data.series = ARENA_ARRAY(f.a, POINTS, fit_series);
    return f;
}

static void put(fixture *f, const char *kernel, double n, int partner, double seconds)
{
    assert_true(f->data.count < POINTS);
    f->data.series[f->data.count++] =
        (fit_series){.kernel = kernel,
                     .tally = "message:64",
                     .parameters = arena_printf(f->a, "ranks=2 bytes=%.0f partner=%d", n, partner),
                     .count = 1,
                     .median_s = seconds,
                     .is_simulated = true};
}

/* A size of one partner; `between` octaves so many more, each with calls. */
static void put_pair(fixture *f, way_of w, int partner, int between)
{
    for (double n = 1; n <= SIZE_MOST; n *= 2)
        for (int k = 0; k < (n >= 4 ? between : 1); k++) {
            const double m = n * (1 + (double)k / between);
            const double each = fmax(fmax(sends(m), receives(m)), w.per_byte * m);
            put(f, "pingpong", m, partner, 2 * whole(w, m));
            put(f, "stream", m, partner, (MESSAGES - 1) * each + whole(w, m) + whole(w, 0));
            if (partner > 1)
                continue;
            put(f, "send.returns", m, 1, sends(m));
            put(f, "receive.arrived", m, 1, receives(m));
            put(f, "receive.late", m, 1, m < SWITCH ? receives(m) : carried(w, m));
        }
}

typedef struct fitted {
    sag_communication c, adapter;
} fitted;

static fitted fit(fixture *f, int ranks, int per_node)
{
    fitted r = {0};
    fit_notes notes = {0};
    char error[TRAIN_TEXT];
    if (!fit_base(f->a, &f->data, ranks, per_node, NULL, &r.c, &r.adapter, &notes, error))
        fail_msg("%s", error);
    return r;
}

static void near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within * fabs(wanted)))
        fail_msg("%g instead of %g", got, wanted);
}

/* Sixteen ranks on eight nodes under switches of four: 2 to 7 are on nodes of the first, one hop
 * off, 8 to 15 under the other, three. A hop takes 0.2 us of a way's 0.3 and 0.7. Ranks 0 and 1
 * share a node, and only there many sizes were measured: between 4,096 and 8,192 the message
 * function changes all the same. MPI_Send was measured there, too, and takes 0.3 us longer: its
 * processor does, so it does so for messages to other nodes. */
static void nodes_of_two(void **state)
{
    static const way_of inside = {2e-9, 0.25e-6, 0}, near_by = {1e-9, 0.3e-6, 0},
                        far = {1e-9, 0.7e-6, 0};
    static const int partner[] = {2, 3, 4, 7, 8, 15};
    fixture f = begin();
    (void)state;
    put_pair(&f, inside, 1, 4);
    for (double n = 1; n <= SIZE_MOST; n *= 2)
        put(&f, "pingpong.send", n, 1, 2 * (whole(inside, n) + 0.3e-6));
    for (int i = 0; i < 6; i++)
        put_pair(&f, partner[i] < 8 ? near_by : far, partner[i], 1);
    const fitted r = fit(&f, 16, 2);
    const sag_communication *found[] = {&r.c, &r.adapter};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(found[i]->topology, TOPOLOGY_FAT_TREE);
        near(found[i]->ranks_per_node.value, 2, 0);
        near(found[i]->pieces[0].latency_per_hop.value, 0.2e-6, 0.02);
    }
    assert_int_equal(r.adapter.piece_count, 2);
    const message_piece *p = r.adapter.pieces;
    near(p[1].from.value, SWITCH, 0);
    near(p[0].latency.value, 0.1e-6, 0.05); /* without the one hop */
    near(p[0].per_byte.value, 1e-9, 0.02);
    near(p[0].send.value, 0.5e-6, 0.02);
    near(p[1].per_byte.value, 1e-9, 0.02);
    near(p[1].send.value, 0.9e-6, 0.02);
    assert_true(p[1].handshake.is_set && p[1].receive.value < 1e-9);
    near(r.adapter.inside.pieces[0].per_byte.value, 2e-9, 0.02);
    p = r.adapter.send_pieces;
    assert_int_equal(r.adapter.send_piece_count, 2);
    near(p[0].send.value, 0.8e-6, 0.02);
    near(p[0].per_byte.value, 1e-9, 0.02);
    near(p[0].latency_per_hop.value, 0.2e-6, 0.02);
    near(p[1].send.value, 1.2e-6, 0.02);
    assert_int_equal(r.adapter.inside_send.piece_count, 2);
    near(r.adapter.inside_send.pieces[0].send.value, 0.8e-6, 0.02);
    near(r.adapter.inside_send.pieces[0].per_byte.value, 2e-9, 0.02);
    arena_free(f.a);
}

/* What is exchanged inside nodes says nothing of links: they have the rate between nodes. A shift
 * by k ranks has all go up from four nodes of two, over two links, at half the rate for each pair:
 * by 8 ranks eight messages share two links, by 2 two do. */
static void links_beside_nodes_of_two(void **state)
{
    static const way_of inside = {2e-9, 0.25e-6, 0}, between = {1e-9, 0.3e-6, 0};
    fixture f = begin();
    (void)state;
    put_pair(&f, inside, 1, 1);
    put_pair(&f, between, 2, 1);
    put_pair(&f, between, 8, 1);
    for (int far = 2; far <= 8; far *= 2)
        for (double n = SWITCH; n <= SIZE_MOST; n *= 4) {
            /* Two of a node share its port; of those that go up, each link has half. */
            const int on_port = 2, on_link = far / 2;
            put(&f, "shift.far", n, 0,
                sends(n) + receives(n) + between.latency + n * fmax(on_port, on_link) * 1e-9);
            f.data.series[f.data.count - 1].parameters =
                arena_printf(f.a, "ranks=16 bytes=%.0f far=%d", n, far);
        }
    fitted r = fit(&f, 16, 2);
    r.adapter.topology = TOPOLOGY_FAT_TREE;
    r.adapter.arity = fit_count(4, "here");
    const fit_network network = {.communication = &r.adapter, .ranks = 16};
    fit_evidence evidence = {0};
    fit_notes notes = {0};
    fit_links(f.a, &f.data, &network, &r.adapter, &evidence, &notes);
    near(r.adapter.port_per_byte.value, 1e-9, 0.02);
    near(r.adapter.link_per_byte.value, 1e-9, 0.02);
    near(r.adapter.uplinks_1.value, 2, 0);
    assert_true(evidence.links_with < 0.01);
    arena_free(f.a);
}

/* A row of a torus of 4 x 4 has links of 1 ns a byte, a column of 1.5: what grows with bytes is no
 * hop. */
static void slower_links_are_no_hops(void **state)
{
    static const int partner[] = {1, 2, 3, 4, 8, 15};
    static const int hops[] = {1, 2, 1, 1, 2, 2};
    fixture f = begin();
    (void)state;
    for (int i = 0; i < 6; i++) {
        const way_of w = {partner[i] < 4 ? 1e-9 : 1.5e-9, 0.1e-6 + 0.1e-6 * hops[i], 0};
        put_pair(&f, w, partner[i], 1);
    }
    const fitted r = fit(&f, 16, 1);
    assert_int_equal(r.adapter.topology, TOPOLOGY_TORUS);
    for (int k = 0; k < r.adapter.piece_count; k++) {
        near(r.adapter.pieces[k].latency_per_hop.value, 0.1e-6, 0.1);
        assert_true(r.adapter.pieces[k].per_hop.value < 0.01e-6);
        near(r.adapter.pieces[k].per_byte.value, 1e-9, 0.02);
    }
    arena_free(f.a);
}

/* On a torus of 4 x 4 the way is 1.7 us a hop, and nothing else; messages of a stream follow each
 * other by 0.5 us more than they occupy their processors, or the link, as they share it and are
 * taken up at its end. One message does not take these: its way is a hop. */
static void startups_of_streams_are_not_added(void **state)
{
    static const int partner[] = {1, 2, 3, 4, 8, 15};
    static const int hops[] = {1, 2, 1, 1, 2, 2};
    static const double hop = 1.7e-6, apart = 0.5e-6;
    fixture f = begin();
    (void)state;
    for (int i = 0; i < 6; i++)
        put_pair(&f, (way_of){1e-9, hop * hops[i], 0}, partner[i], 1);
    for (int i = 0; i < f.data.count; i++)
        if (fit_is_kernel(&f.data.series[i], "stream"))
            f.data.series[i].median_s += (MESSAGES - 1) * apart;
    const fitted r = fit(&f, 16, 1);
    assert_int_equal(r.adapter.topology, TOPOLOGY_TORUS);
    for (int k = 0; k < r.adapter.piece_count; k++) {
        const message_piece *p = &r.adapter.pieces[k];
        near(p->latency_per_hop.value, hop, 0.02);
        near(p->startup.value + p->latency.value + p->latency_per_hop.value, hop, 0.02);
    }
    arena_free(f.a);
}

/* Messages that go beside each other, 2 ns a byte each: 64 of them take hardly longer than one. */
static void what_goes_beside_is_no_adapter(void **state)
{
    static const way_of beside = {0, 0.3e-6, 2e-9};
    fixture f = begin();
    (void)state;
    put_pair(&f, beside, 1, 4);
    const fitted r = fit(&f, 2, 1);
    const message_piece *last = &r.adapter.pieces[r.adapter.piece_count - 1];
    near(last->per_byte.value + last->latency_per_byte.value, 2e-9, 0.02);
    assert_true(last->per_byte.value < 0.01e-9);
    arena_free(f.a);
}

/* MPI_Send takes nothing from 4096 bytes on, where MPI_Isend takes 0.9 us and 0.02 ns a byte; and
 * rank 1 paused as long as a round trip by MPI_Send. A word of no length takes 1.5 us, 0.5 of them
 * in the call. What came later than the pause's end was waited for: it says nothing of taking up,
 * which takes nothing. */
static void waiting_is_no_taking_up(void **state)
{
    enum { SIZES = 12 };
    static const double word = 1.5e-6, way = 0.3e-6, per_byte = 0.2e-9, sent = 0.02e-9;
    fixture f = begin();
    fit_overheads o;
    fit_message_data message = {.total = ARENA_ARRAY(f.a, SIZES, fit_point),
                                .occupied = ARENA_ARRAY(f.a, SIZES, fit_point)};
    int waited = 0;
    (void)state;
    put(&f, "pingpong", 1, 1, 2 * word);
    put(&f, "send.returns", 1, 1, 0.5e-6);
    for (int i = 0; i < SIZES; i++) {
        const double n = SWITCH + 512 * i, trip = 2 * (way + per_byte * n);
        const double total = 0.9e-6 + sent * n + way + per_byte * n;
        const double arrives = word + total, resumes = 0.5e-6 + trip;
        waited += arrives > resumes;
        message.total[message.count] = message.occupied[message.count] = (fit_point){n, total};
        message.count++;
        put(&f, "pingpong.send", n, 1, trip);
        put(&f, "send.returns", n, 1, 0.9e-6 + sent * n);
        put(&f, "receive.arrived", n, 1, fmax(0, arrives - resumes));
        put(&f, "receive.late", n, 1, way + per_byte * n);
    }
    assert_true(waited > 2 && waited < SIZES);
    assert_true(fit_overheads_of(f.a, &f.data, &message, &o));
    for (int i = 0; i < SIZES; i++) {
        assert_true(o.receive[i] < 1e-12);
        assert_true(o.waits[i]);
    }
    arena_free(f.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_of_two),
        cmocka_unit_test(links_beside_nodes_of_two),
        cmocka_unit_test(slower_links_are_no_hops),
        cmocka_unit_test(startups_of_streams_are_not_added),
        cmocka_unit_test(what_goes_beside_is_no_adapter),
        cmocka_unit_test(waiting_is_no_taking_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
