#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Networks of switches, functions of patterns, and processors that are
 * pipelined: times by hand. */

#define US 1e-6

static const offset_read four_neighbours[] = {{{-1, 0}}, {{1, 0}}, {{0, -1}}, {{0, 1}}};
static const offset_read two_columns[] = {{{0, -1}}, {{0, 1}}};

/* The exchange of n × n floats in blocks; in columns on a grid of one axis. An intrinsic function
 * may do it. */
static estimate halo_by(model *m, const char *intrinsic, int n, int rank, int a, int b)
{
    const proc_grid *g = model_grid(m, rank);
    const expr *extents[2] = {number(m, n), number(m, n)};
    dist_kind kinds[2] = {rank == 2 ? DIST_BLOCK : DIST_COLLAPSED, DIST_BLOCK};
    const variable *u = model_array(m, "u", 4, 2, extents, g, kinds);
    node *body = rank == 2 ? shift(m, u, number(m, 1), number(m, n - 2), 4, four_neighbours)
                           : shift(m, u, number(m, 1), number(m, n - 2), 2, two_columns);
    ((communication *)body->u.comm)->intrinsic = intrinsic;
    return predict(m, model_graph(m, body), NULL, rank, (int[]){a, b});
}

static estimate halo(model *m, int n, int rank, int a, int b)
{
    return halo_by(m, NULL, n, rank, a, b);
}

/* The time of the communication that was built last. */
static double latest(estimate e)
{
    return e.comms[e.comm_count - 1].time;
}

static message_function one_piece(message_piece *piece, double startup, double per_byte)
{
    *piece =
        (message_piece){.from = value(0), .startup = value(startup), .per_byte = value(per_byte)};
    return (message_function){1, piece};
}

/* Any message 50 + 1 n; a shift on one axis 10 + 0.5 n, on two 20 + 0.25 n.
 * Columns of 18 floats, 72 bytes, two to the busiest of 4: 2 (10 + 36) = 92.
 * Blocks on 2 × 2, 9 floats, 36 bytes, two: 2 (20 + 9) = 58. A grid of 1 × 4 is
 * one of one axis: 92 again. */
static void shifts_by_the_axes_of_their_grid(void **state)
{
    model *m = *state;
    message_piece pieces[2];
    sag_pattern *p = &m->communication.pattern[PATTERN_shift];
    model_message(m, 50 * US, 1 * US, 0, 0);
    p->is_set = true;
    p->dims[0] = one_piece(&pieces[0], 10 * US, 0.5 * US);
    p->dims[1] = one_piece(&pieces[1], 20 * US, 0.25 * US);
    is_time(latest(halo(m, 20, 1, 4, 0)), 92 * US);
    is_time(latest(halo(m, 20, 2, 2, 2)), 58 * US);
    is_time(latest(halo(m, 20, 2, 1, 4)), 92 * US);
    /* Without the first, those on one axis take the other: 2 (20 + 18) = 76. */
    p->dims[0] = (message_function){0};
    is_time(latest(halo(m, 20, 1, 4, 0)), 76 * US);
    /* What is no shift is any message: 4 bytes in two rounds of a tree. */
    m->communication.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.is_set = true, .algorithm = COLLECTIVE_BINOMIAL};
    const expr *zero = number(m, 0), *n = number(m, 16);
    const variable *v = model_array(m, "v", 4, 1, &n, model_grid(m, 1), (dist_kind[]){DIST_BLOCK});
    is_time(predict_on(m, broadcast(m, v, &zero), 4).time, 2 * 54 * US);
}

/* Messages of 20 + 0.25 n, half of that along an axis of two processors: on 2 × 2 two of 36 bytes
 * are 29, on 4 × 2 two of 36 bytes along the longer axis 29 each and one of 20 bytes half its 25.
 * What is no circular shift pays all. */
static void rings_of_two(void **state)
{
    model *m = *state;
    model_message(m, 20 * US, 0.25 * US, 0, 0);
    m->communication.ring_of_two = value(0.5);
    is_time(latest(halo_by(m, "cshift", 20, 2, 2, 2)), 29 * US);
    is_time(latest(halo(m, 20, 2, 2, 2)), 58 * US);
    is_time(latest(halo_by(m, "cshift", 20, 2, 4, 2)), (2 * 29 + 12.5) * US);
    is_time(latest(halo_by(m, "eoshift", 20, 2, 2, 2)), 58 * US);
}

/* 4 bytes in two rounds of a tree, at 50 + 1 n; as what spread sends, at its own
 * 10 + 0.5 n. A matrix product that broadcasts does not cost what one does that
 * gathers all. */
static void intrinsic_functions(void **state)
{
    model *m = *state;
    message_piece pieces[2];
    model_message(m, 50 * US, 1 * US, 0, 0);
    m->communication.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.is_set = true, .algorithm = COLLECTIVE_BINOMIAL};
    const expr *zero = number(m, 0), *n = number(m, 16);
    const variable *v = model_array(m, "v", 4, 1, &n, model_grid(m, 1), (dist_kind[]){DIST_BLOCK});
    node *one = broadcast(m, v, &zero);
    communication c = *one->u.comm;
    one->u.comm = &c;
    c.intrinsic = intern(m->ctx->names, "spread");
    is_time(predict_on(m, one, 4).time, 2 * 54 * US);
    m->communication.pattern[PATTERN_spread].is_set = true;
    m->communication.pattern[PATTERN_spread].any = one_piece(&pieces[0], 10 * US, 0.5 * US);
    is_time(predict_on(m, one, 4).time, 2 * 12 * US);
    m->communication.pattern[PATTERN_allgather].is_set = true;
    m->communication.pattern[PATTERN_allgather].any = one_piece(&pieces[1], 1 * US, 0);
    c.intrinsic = intern(m->ctx->names, "matmul");
    is_time(predict_on(m, one, 4).time, 2 * 54 * US);
}

/* A shift as a whole: 5 + 1 n µs, n its largest message, 72 bytes: 77 µs. */
static void an_exchange_as_a_whole(void **state)
{
    model *m = *state;
    message_piece piece;
    sag_pattern *p = &m->communication.pattern[PATTERN_shift];
    model_message(m, 50 * US, 1 * US, 0, 0);
    *p = (sag_pattern){.is_set = true, .measures = MEASURES_COMPLETION};
    p->any = one_piece(&piece, 5 * US, 1 * US);
    estimate e = halo(m, 20, 1, 4, 0);
    is_time(e.time, 77 * US);
}

/* Four nodes below a switch. The network takes 0.05, 0.1 and 0.2 µs a byte at
 * its levels, a node 0.125: so 0.125 up to two levels, and 0.2 beyond. Columns of
 * 32 on 16 processors in a row, 30 floats, 120 bytes: 2 (10 + 15) = 50. Of 128 on
 * 64, 126 floats, 504 bytes: from 15 to 14 one switch, 10 + 63, and to 16 three
 * levels, 10 + 100.8: 183.8. */
static void levels_of_a_tree(void **state)
{
    model *m = *state;
    m->communication.topology = TOPOLOGY_FAT_TREE;
    m->communication.arity = value(4);
    model_message(m, 10 * US, 0.125 * US, 0, 0);
    m->pieces[0].per_byte_level_1 = value(0.05 * US);
    m->pieces[0].per_byte_level_2 = value(0.1 * US);
    m->pieces[0].per_byte_level_3 = value(0.2 * US);
    is_time(latest(halo(m, 32, 1, 16, 0)), 50 * US);
    is_time(latest(halo(m, 128, 1, 64, 0)), 183.8 * US);
    /* Without a third level the second's rate holds above it too. */
    m->pieces[0].per_byte_level_3 = (quantity){0};
    is_time(latest(halo(m, 128, 1, 64, 0)), 146 * US);
}

/* Latency a switch: 1 µs each. In a tree of 4, from processor 3 to 4 of 8 is
 * three switches; all post at once, and each ends 2 messages of 10 µs and the
 * latest latency later: 20 + 2 + 3. */
static void latency_by_switches(void **state)
{
    model *m = *state;
    m->communication.topology = TOPOLOGY_FAT_TREE;
    m->communication.arity = value(4);
    model_message(m, 10 * US, 0, 0, 2 * US);
    m->pieces[0].latency_per_hop = value(1 * US);
    is_time(latest(halo(m, 16, 1, 8, 0)), 25 * US);
    m->communication.topology = TOPOLOGY_SWITCH;
    is_time(latest(halo(m, 16, 1, 8, 0)), 23 * US);
}

/* Senders push, 46 µs a message, 30 on its way, each to the next processor first and then to
 * the one before it. On 4 in a row: 0 is done with its one at 46 and gets 1's second at 92 + 30;
 * 1 gets 0's at 76 and 2's second at 122; 2 has 1's first and 3's only one at 76, and is at
 * work until 92; 3 gets 2's first at 76. Nobody is occupied by what comes. */
static void pushed_messages(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_PUSHED;
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    estimate e = halo(m, 20, 1, 4, 0);
    is_time(e.time, 122 * US);
    is_time(latest(e), 92 * US);
    is_time(e.parts.communication, 92 * US);
    is_time(e.parts.waiting, 30 * US);
}

/* The same, where a message keeps the channel that it comes by for 1 µs a byte, 72 µs. By one
 * switch all come by one: the first messages reach 1, 2 and 3 at 46 + 30 and have passed at 148;
 * the second ones reach 0 and 1 at 122; 1 has 0's in its channel until 148, so that 2's has passed
 * at 220; at 2, 3's only message comes with 1's first, and has passed at 148 + 72 = 220 too. On a
 * cube those that come to 1, and to 2, come by two channels: the last is done at 122 + 72. */
static void pushed_through_channels(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_PUSHED;
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    m->pieces[0].latency_per_byte = value(1 * US);
    m->communication.topology = TOPOLOGY_SWITCH;
    is_time(halo(m, 20, 1, 4, 0).time, 220 * US);
    m->communication.topology = TOPOLOGY_HYPERCUBE;
    is_time(halo(m, 20, 1, 4, 0).time, 194 * US);
    m->communication.topology = TOPOLOGY_FULL;
    is_time(halo(m, 20, 1, 4, 0).time, 194 * US);
}

/* What is written back, and of which it is known only at run time what was written, has a byte more
 * for each element: columns of 18 floats are 90 bytes, two from the busiest of 4: 2 (10 + 45) =
 * 110. All of it is 2 (10 + 36) = 92. */
static void marks_of_what_was_written(void **state)
{
    model *m = *state;
    const proc_grid *g = model_grid(m, 1);
    const expr *extents[2] = {number(m, 20), number(m, 20)};
    const variable *u =
        model_array(m, "u", 4, 2, extents, g, (dist_kind[]){DIST_COLLAPSED, DIST_BLOCK});
    model_message(m, 10 * US, 0.5 * US, 0, 0);
    for (int is_marked = 0; is_marked < 2; is_marked++) {
        node *back = shift(m, u, number(m, 1), number(m, 18), 2, two_columns);
        communication c = *back->u.comm;
        need needs[2] = {c.needs[0], c.needs[1]};
        needs[0].is_bound = is_marked;
        c.needs = needs;
        c.is_write_back = true;
        back->u.comm = &c;
        is_time(predict(m, model_graph(m, back), NULL, 1, (int[]){4}).time,
                (is_marked ? 110 : 92) * US);
    }
}

/* Two needs, two trees: processor 0 of 2 x 4 sends an element to the other of its column, and
 * another one to the three of its row. 12 µs a message and 30 on its way; what goes along the
 * first axis goes first: 4 has it at 42, and 1 at 24 + 30. Then 0 sends to 2, which is there at
 * 66, and 1 to 3, from 54 to 96. By ranks, 1 would be first: 84. */
static void pushed_trees(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_PUSHED;
    m->communication.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.is_set = true, .algorithm = COLLECTIVE_BINOMIAL};
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    const expr *extents[2] = {number(m, 8), number(m, 8)}, *zeros[2] = {number(m, 0), number(m, 0)};
    const variable *u =
        model_array(m, "u", 4, 2, extents, model_grid(m, 2), (dist_kind[]){DIST_BLOCK, DIST_BLOCK});
    node *both = broadcast(m, u, zeros);
    communication c = *both->u.comm;
    need needs[2] = {c.needs[0], c.needs[0]};
    for (int i = 0; i < 2; i++) {
        needs[i].at = home_at(m, u, zeros);
        needs[i].at.axis[i].is_restricted = false;
    }
    reference other = *needs[1].ref;
    other.sub[1].value = number(m, 1);
    needs[1].ref = &other;
    c.needs = needs;
    c.need_count = 2;
    both->u.comm = &c;
    is_time(predict(m, model_graph(m, both), NULL, 2, (int[]){2, 4}).time, 96 * US);
}

/* Adapters, 46 µs a message, 30 on its way; processors pay 5 + 0.5 · 72 = 41 for one that they
 * send and 7 for one that they take. On 4 in a row: 0 hands over its one at 41, 1 and 2 theirs
 * to the next at 41 and back at 82, 3 its one at 41. All adapters begin at 41, and those of 1
 * and 2 again at 87. Heads are there at 71, the second ones at 117; a message is in 46 later:
 *   0: 1's second at 163, taken at 170
 *   1: 0's at 117, taken at 124; 2's second at 163, taken at 170
 *   2: 1's and 3's at 117 and, behind it, 163; taken at 170. 3: 2's first at 117, taken at 124.
 * Of 0's 170 its own part is 41 + 7; of 1's and 2's, who wait least of those that end together,
 * 82 + 14. */
static void messages_by_adapters(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_ADAPTER;
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    m->pieces[0].send = value(5 * US);
    m->pieces[0].send_per_byte = value(0.5 * US);
    m->pieces[0].receive = value(7 * US);
    estimate e = halo(m, 20, 1, 4, 0);
    is_time(e.time, 170 * US);
    is_time(e.parts.communication, 96 * US);
    is_time(e.parts.waiting, 74 * US);
}

/* The same on a ring of four with a port to either side. What 1 hands over second, at 82, goes at
 * once by the other port, and is at 0 at 82 + 30 + 46 = 158, taken at 165; so does 2's. What comes
 * to 2 from both sides is in at 117, taken at 124 and 131. 0 and 1 end at 165, and 1, with 82 + 14
 * of its own, waits 69. */
static void a_port_for_each_channel(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_ADAPTER;
    m->communication.topology = TOPOLOGY_TORUS;
    m->communication.side_1 = value(4);
    m->communication.ports = value(2);
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    m->pieces[0].send = value(5 * US);
    m->pieces[0].send_per_byte = value(0.5 * US);
    m->pieces[0].receive = value(7 * US);
    estimate e = halo(m, 20, 1, 4, 0);
    is_time(e.time, 165 * US);
    is_time(e.parts.communication, 96 * US);
    is_time(e.parts.waiting, 69 * US);
}

/* Four in a row on a ring whose nodes are dealt out as 0, 2, 1, 3. 0 and 1 are half way round it,
 * so are 2 and 3, and all their messages go by the link from node 1 upwards or that from 2
 * downwards, as those between 1 and 2 do: three messages on each of these two, 72 bytes each, which
 * take 36 µs alone. So all are under way for 108, after a latency of 30: 138. 1 and 2 take up two,
 * 7 each. */
static void messages_share_links(void **state)
{
    static const int nodes[] = {0, 2, 1, 3};
    model *m = *state;
    m->communication.exchange = EXCHANGE_ADAPTER;
    m->communication.topology = TOPOLOGY_TORUS;
    m->communication.side_1 = value(4);
    m->communication.ports = value(2);
    m->communication.placement = PLACE_LIST;
    m->communication.placed = nodes;
    m->communication.placed_count = 4;
    m->communication.link_per_byte = value(0.5 * US);
    model_message(m, 0, 0.5 * US, 0, 30 * US);
    m->pieces[0].receive = value(7 * US);
    is_time(halo(m, 20, 1, 4, 0).time, 152 * US);
    m->communication.exchange = EXCHANGE_POSTED;
    m->pieces[0].receive = value(0);
    /* Processors send one after another: 1 and 2 begin with the second when the first has gone,
     * at 36. Until then two messages have each of these links, half each, and 18 left; then three,
     * a third each, until 90, and the third alone for its other 18: 108. It took 72 where it should
     * take 36. */
    is_time(halo(m, 20, 1, 4, 0).time, (72 + 30 + 36) * US);
}

/* The same, but that a message waits for its receiver, 3 µs after which it begins: nothing
 * changes, as all have been there since 0. But who sends goes on no earlier than it is in:
 * 3's message waits at 2's adapter until 163. With 100 µs each adapter begins at 100, and the
 * second message at 146: 176 + 46 = 222, taken at 229. */
static void messages_with_a_handshake(void **state)
{
    model *m = *state;
    m->communication.exchange = EXCHANGE_ADAPTER;
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    m->pieces[0].send = value(41 * US);
    m->pieces[0].receive = value(7 * US);
    m->pieces[0].handshake = value(3 * US);
    estimate e = halo(m, 20, 1, 4, 0);
    is_time(e.time, 170 * US);
    m->pieces[0].handshake = value(100 * US);
    is_time(halo(m, 20, 1, 4, 0).time, 229 * US);
}

/* By another rule processors do the adapter's work, and their own: 46 + 41 + 7 = 94 for each
 * of two messages, and 30 on the way. */
static void overheads_without_adapters(void **state)
{
    model *m = *state;
    model_message(m, 10 * US, 0.5 * US, 0, 30 * US);
    m->pieces[0].send = value(41 * US);
    m->pieces[0].receive = value(7 * US);
    is_time(halo(m, 20, 1, 4, 0).time, 218 * US);
}

/* 3 additions of latency 6 and throughput 2 µs: 18 in order, else 6. */
static void throughputs_add_up(void **state)
{
    model *m = *state;
    m->processing.op[SAG_OP_float_add] = value(6 * US);
    m->processing.throughput[SAG_OP_float_add] = value(2 * US);
    is_time(predict_on(m, work(m, 3), 1).time, 18 * US);
    m->processing.compose = COMPOSE_PIPELINED;
    is_time(predict_on(m, work(m, 3), 1).time, 6 * US);
    m->processing.compose = COMPOSE_OUT_OF_ORDER;
    is_time(predict_on(m, work(m, 3), 1).time, 6 * US);
}

/* What is supposed of a machine is an assumption of the estimate. */
static void suppositions_are_listed(void **state)
{
    static const char *const text[] = {"the machine is made of cheese"};
    model *m = *state;
    m->machine.supposition_count = 1;
    m->machine.suppositions = text;
    estimate e = predict_on(m, work(m, 1), 1);
    assert_int_equal(e.assumption_count, 1);
    assert_string_equal(e.assumptions[0].text, text[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shifts_by_the_axes_of_their_grid, model_setup,
                                        model_teardown),
        cmocka_unit_test_setup_teardown(rings_of_two, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(intrinsic_functions, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(an_exchange_as_a_whole, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(levels_of_a_tree, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(latency_by_switches, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(pushed_messages, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(pushed_through_channels, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(marks_of_what_was_written, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(pushed_trees, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(messages_by_adapters, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(a_port_for_each_channel, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(messages_share_links, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(messages_with_a_handshake, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(overheads_without_adapters, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(throughputs_add_up, model_setup, model_teardown),
        cmocka_unit_test_setup_teardown(suppositions_are_listed, model_setup, model_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
