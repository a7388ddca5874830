#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"

/* Communication: times by hand. iPSC/860 (Sarukkai and Malony 1993): 76 + 0.4n + 11h µs below
 * 100 bytes, 136 + 0.4n + 33h from 100. */

#define US 1e-6

/* --- Jacobi ------------------------------------------------------------------ */

static const offset_read four_neighbours[] = {{{-1, 0}}, {{1, 0}}, {{0, -1}}, {{0, 1}}};

/* One sweep's exchange of an n × n array on the shape; *, block when rank 1. */
static estimate jacobi_by(model *m, const estimate_options *options, int n, int rank,
                          const int *shape)
{
    const sag *ipsc = sag_open(m->ctx, FP_SOURCE_DIR "/sysmodels/machines/ipsc860.yaml", 0, NULL);
    assert_non_null(ipsc);
    m->machine = *ipsc;
    const proc_grid *g = model_grid(m, rank);
    const expr *extents[2] = {number(m, n), number(m, n)};
    dist_kind kinds[2] = {rank == 2 ? DIST_BLOCK : DIST_COLLAPSED, DIST_BLOCK};
    const variable *u = model_array(m, "u", 4, 2, extents, g, kinds);
    node *n1 = shift(m, u, number(m, 1), number(m, n - 2), 4, four_neighbours);
    return predict(m, model_graph(m, n1), options, rank, shape);
}

static estimate jacobi(model *m, exchange_rule rule, int n, int rank, const int *shape)
{
    estimate_options options = {.override_exchange = true, .exchange = rule, .overlap = -1};
    return jacobi_by(m, &options, n, rank, shape);
}

static void communicates(void **state, exchange_rule rule, int n, int rank, int a, int b,
                         double microseconds)
{
    model *m = model_new();
    int shape[2] = {a, b};
    estimate e = jacobi(m, rule, n, rank, shape);
    is_time(e.comms[0].time, microseconds * US);
    model_free(m);
    (void)state;
}

/* 2 of 18 floats, 72 bytes: 2 × (76 + 28.8 + 11). */
static void columns_of_20(void **state)
{
    communicates(state, EXCHANGE_POSTED, 20, 1, 4, 0, 231.6);
    communicates(state, EXCHANGE_POSTED, 20, 1, 8, 0, 231.6);
}

/* 2 × 2: 2 of 9 floats, 36 bytes: 2 × 101.4. 2 × 4: one more of 5, 20 bytes:
 * 202.8 + 95. 4 × 4: 4 of 5 floats: 4 × 95. */
static void blocks_of_20(void **state)
{
    communicates(state, EXCHANGE_POSTED, 20, 2, 2, 2, 202.8);
    communicates(state, EXCHANGE_POSTED, 20, 2, 2, 4, 297.8);
    communicates(state, EXCHANGE_POSTED, 20, 2, 4, 4, 380.0);
}

/* 256: strips 2 of 254 floats, 1016 bytes: 2 × (136 + 406.4 + 33) = 1150.8;
 * blocks 2 of 127, 508 bytes: 2 × 372.2 = 744.4, and one after another for each
 * of four directions 4 × 372.2 = 1488.8 when phased: each processor sends in
 * two of them and receives in the other two. */
static void both_rules_at_256(void **state)
{
    communicates(state, EXCHANGE_POSTED, 256, 1, 4, 0, 1150.8);
    communicates(state, EXCHANGE_PHASED, 256, 1, 4, 0, 1150.8);
    communicates(state, EXCHANGE_POSTED, 256, 2, 2, 2, 744.4);
    communicates(state, EXCHANGE_PHASED, 256, 2, 2, 2, 1488.8);
}

/* By MPI_Sendrecv, as phased, but axis after axis, each round by the machine's rule. Blocks: 4 ·
 * 372.2, strips 1150.8, as above. */
static void axis_after_axis(void **state)
{
    (void)state;
    const estimate_options options = {.is_sendrecv = true, .overlap = -1};
    model *m = model_new();
    estimate e = jacobi_by(m, &options, 256, 2, (int[]){2, 2});
    is_time(e.comms[0].time, 1488.8 * US);
    model_free(m);
    m = model_new();
    e = jacobi_by(m, &options, 256, 1, (int[]){4});
    is_time(e.comms[0].time, 1150.8 * US);
    model_free(m);
}

/* On 2 × 4: 2 × 3 pairs left-right and 4 up-down, each way; 10 and 5 of a block's
 * 10 × 5, less the frame: left-right 9 each, up-down 4, 5, 5, 4. */
static void messages_and_bytes(void **state)
{
    model *m = *state;
    estimate e = jacobi(m, EXCHANGE_POSTED, 20, 2, (int[]){2, 4});
    is_time(e.comms[0].messages, 2 * (2 * 3 + 4));
    is_time(e.comms[0].bytes, 4.0 * 2 * (2 * 3 * 9 + 4 + 5 + 5 + 4));
    assert_int_equal(e.comms[0].sent, 3);
    assert_int_equal(e.comms[0].received, 3);
    is_time(e.comms[0].message_bytes, 36);
    is_time(e.comms[0].message_time, 101.4 * US);
    /* The busiest one's: 2 of 9 floats, 1 of 5. */
    is_time(e.comms[0].message_least, 20);
    assert_false(e.comms[0].is_alike);
    /* On 2 × 2: 1 of 9 floats each way along both axes. */
    model *other = model_new();
    estimate square = jacobi(other, EXCHANGE_POSTED, 20, 2, (int[]){2, 2});
    is_time(square.comms[0].message_least, 36);
    assert_true(square.comms[0].is_alike);
    model_free(other);
}

/* --- Waiting ------------------------------------------------------------------ */

/* Processors in a row, blocks of 2; each reads one element from the left. */
static node *from_the_left(model *m, int procs, const variable **u, const proc_grid **g)
{
    static const offset_read left = {{-1}};
    *g = model_grid(m, 1);
    const expr *n = number(m, 2 * procs);
    *u = model_array(m, "u", 4, 1, &n, *g, (dist_kind[]){DIST_BLOCK});
    return shift(m, *u, number(m, 1), number(m, 2 * procs - 1), 1, &left);
}

/* Processor 0 comes 50 µs late; its message takes 10 µs and 3 µs of latency.
 * 1 waits 50, 2 does not wait: 1 had sent already. */
static void late_partner(void **state)
{
    model *m = *state;
    const variable *u;
    const proc_grid *g;
    model_message(m, 10 * US, 0, 0, 3 * US);
    m->processing.op[SAG_OP_float_add] = value(1 * US);
    node *exchange = from_the_left(m, 3, &u, &g);
    const expr *is_first = expr_logic(m->pool, EXPR_EQ, coord(m, g, 0), number(m, 0));
    node *late = work_times(m, expr_mul(m->pool, number(m, 50), is_first), 1);
    estimate e = predict_on(m, SEQUENCE(late, exchange), 3);
    assert_int_equal(e.slowest, 1);
    is_time(e.time, (50 + 10 + 3) * US);
    is_time(e.parts.waiting, 50 * US);
    is_time(e.parts.communication, 13 * US);
}

/* Call overhead on each side; half of each transmission hidden. The middle
 * processor sends one and receives one: 2 × 4 + max(20, 20) / 2. */
static void overhead_and_overlap(void **state)
{
    model *m = *state;
    const variable *u;
    const proc_grid *g;
    model_message(m, 20 * US, 0, 0, 0);
    m->communication.call_overhead = value(4 * US);
    m->communication.overlap = value(0.5);
    node *exchange = from_the_left(m, 3, &u, &g);
    estimate e = predict_on(m, exchange, 3);
    assert_int_equal(e.slowest, 1);
    is_time(e.time, 18 * US);
    is_time(e.parts.overhead, 8 * US);
    is_time(e.parts.communication, 10 * US);
    estimate_options all = {.overlap = 0};
    estimate f = predict(m, e.graph, &all, 1, (int[]){3});
    is_time(f.time, 28 * US);
}

/* A column's messages are copied, a row's are not: 4 × 4 floats on 1 × 2 and
 * 2 × 1; copying an element: load 2, store 1, iteration 3 µs; 4 elements sent
 * and 4 received. */
static void packing(void **state)
{
    model *m = *state;
    m->processing.op[SAG_OP_load] = value(2 * US);
    m->processing.op[SAG_OP_store] = value(1 * US);
    m->processing.loop_iteration = value(3 * US);
    const proc_grid *g = model_grid(m, 2);
    const expr *extents[2] = {number(m, 4), number(m, 4)};
    const variable *u =
        model_array(m, "u", 4, 2, extents, g, (dist_kind[]){DIST_BLOCK, DIST_BLOCK});
    node *n = shift(m, u, number(m, 0), number(m, 3), 4, four_neighbours);
    ((communication *)(uintptr_t)n->u.comm)->contiguous_axis = 0;
    const aag_graph *graph = model_graph(m, n);
    estimate columns = predict(m, graph, NULL, 2, (int[]){1, 2});
    is_time(columns.parts.overhead, 8 * 6 * US);
    estimate rows = predict(m, graph, NULL, 2, (int[]){2, 1});
    is_time(rows.parts.overhead, 0);
    /* What assigns the values on takes them out of the buffer. */
    ((communication *)(uintptr_t)n->u.comm)->is_assigned_on = true;
    estimate copied = predict(m, graph, NULL, 2, (int[]){1, 2});
    is_time(copied.parts.overhead, 4 * 6 * US);
    /* A compiler that packs all copies rows, too. */
    ((communication *)(uintptr_t)n->u.comm)->is_assigned_on = false;
    m->communication.packing = PACK_ALWAYS;
    estimate packed = predict(m, graph, NULL, 2, (int[]){2, 1});
    is_time(packed.parts.overhead, 8 * 6 * US);
}

/* 16 × 16 floats, interior 1 … 14, that do not fit. Across columns each of 14
 * elements sent misses a line (5 µs) and each of 14 received stores into one
 * (7 µs): a local row is 8 floats, 32 bytes, a line. Across rows, 8 floats
 * share it. */
static void packing_misses(void **state)
{
    model *m = *state;
    m->memory.cache_count = 1;
    m->cache.size = value(64);
    m->cache.line = value(32);
    m->cache.fetch_miss = value(5 * US);
    m->cache.store_miss = value(7 * US);
    const proc_grid *g = model_grid(m, 2);
    const expr *extents[2] = {number(m, 16), number(m, 16)};
    const variable *u =
        model_array(m, "u", 4, 2, extents, g, (dist_kind[]){DIST_BLOCK, DIST_BLOCK});
    node *n = shift(m, u, number(m, 1), number(m, 14), 4, four_neighbours);
    const aag_graph *graph = model_graph(m, n);
    estimate columns = predict(m, graph, NULL, 2, (int[]){1, 2});
    is_time(columns.parts.overhead, 14 * 12 * US);
    estimate rows = predict(m, graph, NULL, 2, (int[]){2, 1});
    is_time(rows.parts.overhead, 14 * 12 * US / 8);
}

/* --- Collectives --------------------------------------------------------------- */

static double barrier_time(collective_algorithm how, int procs)
{
    model *m = model_new();
    model_message(m, 10 * US, 0, 0, 0);
    m->communication.collective[COLLECTIVE_BARRIER].algorithm = how;
    const proc_grid *g = model_grid(m, 1);
    estimate e = predict_on(m, barrier(m, g), procs);
    double time = e.time;
    is_time(e.comms[0].messages, 2 * (procs - 1));
    is_time(e.comms[0].bytes, 0);
    model_free(m);
    return time;
}

static void barriers(void **state)
{
    (void)state;
    /* ceil(log2 P) exchanges of 10 µs. */
    is_time(barrier_time(COLLECTIVE_RECURSIVE_DOUBLING, 8), 30 * US);
    is_time(barrier_time(COLLECTIVE_RECURSIVE_DOUBLING, 5), 30 * US);
    /* 7 messages into the master and 7 out of it. */
    is_time(barrier_time(COLLECTIVE_LINEAR, 8), 140 * US);
    /* Up a tree of 3 levels, down again. */
    is_time(barrier_time(COLLECTIVE_BINOMIAL, 8), 60 * US);
    /* 7 out and 7 in at once. */
    is_time(barrier_time(COLLECTIVE_DIRECT, 8), 70 * US);
    /* Along the row and back. */
    is_time(barrier_time(COLLECTIVE_RING, 8), 140 * US);
    is_time(barrier_time(COLLECTIVE_LINEAR, 1), 0);
}

/* 2 elements of 4 bytes; a message of 8 bytes 10 + 8 = 18 µs; an add 5 µs. */
static double reduce_time_of(collective_algorithm how, int procs, bool is_to_one)
{
    model *m = model_new();
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->processing.op[SAG_OP_float_add] = value(5 * US);
    m->communication.collective[COLLECTIVE_REDUCE].algorithm = how;
    const proc_grid *g = model_grid(m, 1);
    const expr *two = number(m, 2);
    const variable *s = model_array(m, "s", 4, 1, &two, NULL, NULL);
    node *n = reduction_of(m, g, s, two);
    communication c = *n->u.comm;
    c.is_to_one = is_to_one;
    n->u.comm = &c;
    estimate e = predict_on(m, n, procs);
    double time = e.time;
    is_time(e.comms[0].messages, (is_to_one ? 1 : 2) * (procs - 1));
    is_time(e.comms[0].bytes, (is_to_one ? 1 : 2) * (procs - 1) * 8);
    model_free(m);
    return time;
}

static double reduce_time(collective_algorithm how, int procs)
{
    return reduce_time_of(how, procs, false);
}

/* The result goes to one (MPI_Reduce). */
static void reductions_to_one(void **state)
{
    (void)state;
    /* Up a tree, 28 a level. */
    is_time(reduce_time_of(COLLECTIVE_BINOMIAL, 4, true), 56 * US);
    is_time(reduce_time_of(COLLECTIVE_RECURSIVE_DOUBLING, 8, true), 84 * US);
    /* 3 into the root, which combines each. */
    is_time(reduce_time_of(COLLECTIVE_LINEAR, 4, true), (54 + 30) * US);
    /* From the end of the row: 3 messages, each combined before the next. */
    is_time(reduce_time_of(COLLECTIVE_RING, 4, true), 3 * 28 * US);
}

static void reductions(void **state)
{
    (void)state;
    /* 3 exchanges, 10 µs of adds after each. */
    is_time(reduce_time(COLLECTIVE_RECURSIVE_DOUBLING, 8), 3 * 28 * US);
    /* 2 pairs fold into 4 first and unfold last: 28 + 2 × 28 + 18. */
    is_time(reduce_time(COLLECTIVE_RECURSIVE_DOUBLING, 6), (28 + 56 + 18) * US);
    /* 3 in, 3 combinations, 3 out. */
    is_time(reduce_time(COLLECTIVE_LINEAR, 4), (54 + 30 + 54) * US);
    /* 2 levels up with a combination each, 2 down. */
    is_time(reduce_time(COLLECTIVE_BINOMIAL, 4), (56 + 36) * US);
    /* Quarters of 2 bytes: 12 µs a step, 2.5 µs of adds in the first three. */
    is_time(reduce_time(COLLECTIVE_RING, 4), (3 * 14.5 + 3 * 12) * US);
}

/* One element from the owner of u[0] to all: 3 rounds of a tree of 8; the
 * owner sends in each. */
static void broadcasts(void **state)
{
    model *m = *state;
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 16), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *b = broadcast(m, u, &zero);
    estimate e = predict_on(m, b, 8);
    is_time(e.time, 3 * 14 * US);
    is_time(e.comms[0].messages, 7);
    is_time(e.comms[0].bytes, 28);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_DIRECT;
    estimate direct = predict(m, e.graph, NULL, 1, (int[]){8});
    is_time(direct.time, 7 * 14 * US);
}

/* On a cube all partners are neighbours, also where Gray code puts ranks 0 and 2
 * on nodes 0 and 3: log2 P messages of 4 bytes over one hop, 76 + 1.6 + 11 µs, in
 * a broadcast from rank 2 of 4 and in a reduction among 16. */
static void along_the_cube(void **state)
{
    model *m = *state;
    model_ipsc_messages(m);
    m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    m->communication.collective[COLLECTIVE_REDUCE].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 16), *ten = number(m, 10), *one = number(m, 1);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    is_time(predict_on(m, broadcast(m, u, &ten), 4).time, 2 * 88.6 * US);
    const variable *s = model_array(m, "s", 4, 1, &one, NULL, NULL);
    is_time(predict_on(m, reduction_of(m, g, s, one), 16).time, 4 * 88.6 * US);
}

/* Processor p comes p µs late to a pattern of 20 µs; then the root works 10.
 * Measuring completion, it begins with the last to come: 3 + 20 + 10. Measuring
 * participation, each pays 20 once the root is there: the root is done at 30. */
static void patterns(void **state)
{
    model *m = *state;
    message_piece piece = {.from = value(0), .startup = value(20 * US)};
    sag_collective *how = &m->communication.collective[COLLECTIVE_BROADCAST];
    *how = (sag_collective){.is_set = true,
                            .algorithm = COLLECTIVE_PATTERN,
                            .piece_count = 1,
                            .pieces = &piece,
                            .measures_completion = true};
    m->processing.op[SAG_OP_float_add] = value(1 * US);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 4), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    node *late = work_times(m, coord(m, g, 0), 1), *after = work(m, 10);
    after->u.stmt.at = home_at(m, u, &zero);
    node *b = broadcast(m, u, &zero);
    estimate e = predict_on(m, SEQUENCE(late, b, after), 4);
    is_time(e.time, 33 * US);
    assert_int_equal(e.slowest, 0);
    is_time(e.parts.waiting, 3 * US);
    how->measures_completion = false;
    estimate part = predict(m, e.graph, NULL, 1, (int[]){4});
    is_time(part.time, 30 * US);
    assert_int_equal(part.slowest, 0);
    is_time(part.parts.waiting, 0);
}

/* A broadcast of 4 bytes was measured on 4 processors, 20 µs, and on 16, 40: among 8, half way
 * in the logarithm, 30. It ends for all at once. Among 2 and 32 it is a tree: 1 and 5 messages
 * of 14 µs. */
static void measured_on_some_numbers(void **state)
{
    model *m = *state;
    const message_piece four = {.from = value(0), .startup = value(20 * US)};
    const message_piece more = {.from = value(0), .startup = value(40 * US)};
    const sag_measured all[] = {{.processors = 4, .function = {1, &four}},
                                {.processors = 16, .function = {1, &more}}};
    model_message(m, 10 * US, 1 * US, 0, 0);
    sag_collective *how = &m->communication.collective[COLLECTIVE_BROADCAST];
    *how = (sag_collective){
        .is_set = true, .algorithm = COLLECTIVE_BINOMIAL, .measured_count = 2, .measured = all};
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 32), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    estimate e = predict_on(m, broadcast(m, u, &zero), 4);
    is_time(e.time, 20 * US);
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 30 * US);
    is_time(predict(m, e.graph, NULL, 1, (int[]){16}).time, 40 * US);
    is_time(predict(m, e.graph, NULL, 1, (int[]){2}).time, 14 * US);
    is_time(predict(m, e.graph, NULL, 1, (int[]){32}).time, 5 * 14 * US);
    how->algorithm = COLLECTIVE_DIRECT; /* 31 messages that leave one after another */
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 30 * US);
    is_time(predict(m, e.graph, NULL, 1, (int[]){32}).time, 31 * 14 * US);
}

/* 4 bytes from rank 0 to 8, as a library does it: along a chain 7 messages of 14 µs one after the
 * other, in segments of 2 bytes, of which each takes 12, one more of these; down a tree 3. With a
 * stretch of 1.5 it is half as long again. Not asked for, it is the machine's algorithm. */
static void by_the_library(void **state)
{
    model *m = *state;
    sag_library one = {.processors = 2, .how = LIBRARY_CHAIN, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    sag_collective *how = &m->communication.collective[COLLECTIVE_BROADCAST];
    *how = (sag_collective){.is_set = true,
                            .algorithm = COLLECTIVE_DIRECT,
                            .uses_library = true,
                            .library_count = 1,
                            .library = &one};
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 16), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    estimate e = predict_on(m, broadcast(m, u, &zero), 8);
    is_time(e.time, 7 * 14 * US);
    one.segment_bytes = 2;
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 8 * 12 * US);
    one = (sag_library){.processors = 2, .how = LIBRARY_BINOMIAL, .stretch = 1};
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 3 * 14 * US);
    one.stretch = 1.5;
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 3 * 21 * US);
    how->uses_library = false;
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 7 * 14 * US);
}

/* Along a chain of 8 on nodes of 4, 6 of the 7 messages stay inside a node, 3 µs each, and one of
 * 14 goes between the two. Without prices of their own all are as that one. */
static void by_the_library_inside_nodes(void **state)
{
    model *m = *state;
    const message_piece within = {
        .from = value(0), .startup = value(2 * US), .per_byte = value(0.25 * US)};
    const sag_library one = {.processors = 2, .how = LIBRARY_CHAIN, .stretch = 1};
    model_message(m, 10 * US, 1 * US, 0, 0);
    m->communication.ranks_per_node = value(4);
    m->communication.inside = (message_function){1, &within};
    m->communication.collective[COLLECTIVE_BROADCAST] =
        (sag_collective){.is_set = true,
                         .algorithm = COLLECTIVE_DIRECT,
                         .uses_library = true,
                         .library_count = 1,
                         .library = &one};
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 16), *zero = number(m, 0);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    estimate e = predict_on(m, broadcast(m, u, &zero), 8);
    is_time(e.time, (6 * 3 + 14) * US);
    m->communication.inside = (message_function){0};
    is_time(predict(m, e.graph, NULL, 1, (int[]){8}).time, 7 * 14 * US);
}

/* Nothing moves on one processor, and nothing is paid. */
static void alone(void **state)
{
    model *m = *state;
    const variable *u;
    const proc_grid *g;
    model_message(m, 20 * US, 0, 0, 0);
    estimate e = predict_on(m, from_the_left(m, 3, &u, &g), 1);
    is_time(e.time, 0);
    is_time(e.comms[0].messages, 0);
    is_time(e.comms[0].count, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, model_setup, model_teardown)
    const struct CMUnitTest tests[] = {
        TEST(columns_of_20),
        TEST(blocks_of_20),
        TEST(both_rules_at_256),
        TEST(axis_after_axis),
        TEST(messages_and_bytes),
        TEST(late_partner),
        TEST(overhead_and_overlap),
        TEST(packing),
        TEST(packing_misses),
        TEST(barriers),
        TEST(reductions),
        TEST(reductions_to_one),
        TEST(broadcasts),
        TEST(along_the_cube),
        TEST(patterns),
        TEST(measured_on_some_numbers),
        TEST(by_the_library),
        TEST(by_the_library_inside_nodes),
        TEST(alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
