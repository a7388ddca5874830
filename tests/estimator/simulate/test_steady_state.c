#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/network/collective/library.h"
#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Short cuts against the explicit simulation. message/test_rule.c has that against a simulator
 * of its own. */

static uint64_t random_state;

static int cases(int fallback)
{
    const char *text = getenv("FP_RANDOM_CASES"); /* more, for a longer search */
    return text ? atoi(text) : fallback;
}

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

/* Runs `one` for the numbers 1 to `fallback`, or for the only one that is asked for. Returns how
 * often it was true. */
static int each_case(int fallback, bool (*one)(int), int *count)
{
    const char *only = getenv("FP_RANDOM_CASE");
    int first = only ? atoi(only) : 1, last = only ? first : cases(fallback), found = 0;
    for (int seed = first; seed <= last; seed++)
        found += one(seed);
    *count = last - first + 1;
    return found;
}

#define ANY_OF(list) (list)[draw((int)(sizeof(list) / sizeof *(list)))]

/* --- Random programs -------------------------------------------------------- */

typedef struct maker {
    model *m;
    const proc_grid *grid;
    const variable *u;
    const loop_var *outer; /* null: none that bodies may mention */
} maker;

/* Work that differs from processor to processor: ((a * coordinate + b) mod c). */
static node *uneven(maker *k)
{
    model *m = k->m;
    int adds = 1 + draw(3);
    const expr *at = coord(m, k->grid, draw(k->grid->rank));
    const expr *scale =
        expr_add(m->pool, expr_mul(m->pool, number(m, 1 + draw(9)), at), number(m, draw(20)));
    return work_times(m, expr_mod(m->pool, scale, number(m, 1 + draw(30))), adds);
}

/* A nest over what the processor owns of u, for the caches. */
static node *sweep(maker *k)
{
    model *m = k->m;
    reference *refs[2];
    const reference **reads = ARENA_ARRAY(m->ctx->arena, 2, const reference *);
    const loop_var *v[2] = {var(m, "i"), var(m, "j")};
    for (int i = 0; i < 2; i++) {
        refs[i] = ARENA_NEW(m->ctx->arena, reference);
        refs[i]->var = k->u;
        for (int d = 0; d < k->u->rank; d++)
            refs[i]->sub[d] = (subscript){
                SUBSCRIPT_VALUE, expr_add(m->pool, expr_loop_var(m->pool, v[d]), number(m, i))};
        reads[i] = refs[i];
    }
    node *n = work(m, 1);
    n->u.stmt.reads = reads;
    n->u.stmt.read_count = 2;
    for (int d = k->u->rank - 1; d >= 0; d--)
        n = split(m, v[d], number(m, 0), number(m, 62), number(m, 1), &model_map(m, k->u)->axis[d],
                  1, 0, n);
    return n;
}

static node *some_shift(maker *k)
{
    offset_read reads[3];
    memset(reads, 0, sizeof reads);
    int count = 1 + draw(3);
    for (int i = 0; i < count; i++)
        for (int d = 0; d < k->u->rank; d++)
            reads[i].offset[d] = draw(3) ? 0 : draw(5) - 2;
    return shift(k->m, k->u, number(k->m, 2), number(k->m, 61), count, reads);
}

/* One of three ids, or one that goes with the loop. */
static const expr *some_id(maker *k)
{
    model *m = k->m;
    if (!k->outer || draw(3))
        return number(m, draw(3));
    const expr *i = expr_add(m->pool, expr_loop_var(m->pool, k->outer), number(m, draw(2)));
    return expr_mod(m->pool, i, number(m, 2));
}

static node *some_start(maker *k)
{
    model *m = k->m;
    node *n = draw(3)   ? some_shift(k)
              : draw(2) ? barrier(m, k->grid)
                        : reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    return async(n, some_id(k));
}

/* What one processor does: waits and posts of it and another, each in its turn. */
static node *one_of_pair(maker *k, int rank, int other, const expr *procs)
{
    model *m = k->m;
    const expr *is_me = expr_logic(m->pool, EXPR_EQ, coord(m, k->grid, 0), number(m, rank));
    const expr *to = expr_mod(m->pool, number(m, other), procs);
    node *list[4];
    int count = 1 + draw(4);
    for (int i = 0; i < count; i++)
        list[i] = !draw(3)  ? work(m, 1 + draw(30))
                  : draw(2) ? post(m, k->grid, to, number(m, draw(2)))
                            : wait_post(m, k->grid, to, number(m, draw(2)));
    return if_test(m, is_me, sequence(count, list), NULL);
}

/* To or from the next processor but some, on grids of one dimension. */
static node *some_post(maker *k)
{
    model *m = k->m;
    const expr *procs = expr_extent(m->pool, k->grid, 0);
    const expr *at = expr_add(m->pool, coord(m, k->grid, 0), number(m, draw(3)));
    const expr *other = expr_mod(m->pool, at, procs), *tag = number(m, draw(2));
    if (k->grid->rank > 1)
        return work(m, 1);
    if (!draw(3)) {
        node *first = one_of_pair(k, 0, 1, procs);
        return call(m, SEQUENCE(first, one_of_pair(k, 1, 0, procs)));
    }
    if (draw(2))
        return wait_post(m, k->grid, NULL, draw(2) ? tag : NULL);
    return draw(2) ? wait_post(m, k->grid, other, tag) : post(m, k->grid, other, tag);
}

static node *some_node(maker *k, int depth);

static node *some_list(maker *k, int depth)
{
    node *list[4];
    int count = 1 + draw(4);
    for (int i = 0; i < count; i++)
        list[i] = some_node(k, depth);
    return sequence(count, list);
}

/* A test of the loop's variable: a comparison or a remainder. */
static const expr *some_test(maker *k, const loop_var *v)
{
    model *m = k->m;
    const expr *i = expr_loop_var(m->pool, v);
    if (draw(2))
        return expr_logic(m->pool, EXPR_LT, i, number(m, draw(60)));
    return expr_logic(m->pool, EXPR_EQ, expr_mod(m->pool, i, number(m, 1 + draw(5))), number(m, 0));
}

/* Few iterations each, directly around each other; at times with a test of all their variables. */
static node *some_nest(maker *k, int depth)
{
    model *m = k->m;
    const loop_var *outer = k->outer, *v[4];
    const expr *sum = number(m, 0);
    int loops = 2 + draw(3);
    for (int i = 0; i < loops; i++) {
        v[i] = var(m, "it");
        sum = expr_add(m->pool, sum, expr_loop_var(m->pool, v[i]));
    }
    k->outer = draw(2) ? v[draw(loops)] : NULL;
    node *n = some_list(k, depth + 2);
    const expr *left = expr_mod(m->pool, sum, number(m, 2 + draw(3)));
    if (!draw(3))
        n = SEQUENCE(if_test(m, expr_logic(m->pool, EXPR_EQ, left, number(m, 0)), n, NULL),
                     some_shift(k));
    for (int i = loops - 1; i >= 0; i--)
        n = loop(m, v[i], number(m, 0), number(m, draw(4)), number(m, 1), n);
    k->outer = outer;
    return n;
}

static node *some_loop(maker *k, int depth, int64_t count)
{
    model *m = k->m;
    if (depth < 2 && !draw(3))
        return some_nest(k, depth);
    const loop_var *v = var(m, "it"), *outer = k->outer;
    k->outer = draw(2) ? v : NULL;
    node *n = loop(m, v, number(m, 0), number(m, count - 1), number(m, 1), some_list(k, depth + 1));
    k->outer = outer;
    return n;
}

static node *some_node(maker *k, int depth)
{
    model *m = k->m;
    if (!draw(4))
        return draw(2) ? some_start(k) : wait_async(m, some_id(k));
    if (depth < 2 && !draw(12))
        return some_post(k);
    switch (draw(depth > 2 ? 6 : 9)) {
    case 0:
        return uneven(k);
    case 1:
        return draw(2) ? uneven(k) : sweep(k);
    case 2:
    case 3:
        return some_shift(k);
    case 4:
        return draw(2) ? barrier(m, k->grid)
                       : reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    case 5:
        return work(m, 1 + draw(5));
    case 6:
        return some_loop(k, depth, 1 + draw(40));
    case 7:
        if (k->outer)
            return if_test(m, some_test(k, k->outer), some_list(k, depth + 1),
                           draw(2) ? some_list(k, depth + 1) : NULL);
        return if_chance(m, draw(8) / 7.0, draw(2), some_list(k, depth + 1),
                         draw(2) ? some_list(k, depth + 1) : NULL);
    default:
        return call(m, some_list(k, depth + 1));
    }
}

/* Those that let processors share clocks are the likelier ones. */
static const exchange_rule rules[] = {EXCHANGE_POSTED, EXCHANGE_POSTED, EXCHANGE_PHASED,
                                      EXCHANGE_PHASED, EXCHANGE_PUSHED, EXCHANGE_ADAPTER};

/* What processors pay apart; longer messages may wait for their receivers. */
static void some_overheads(model *m)
{
    m->pieces[0].send = value(draw(2) * draw(900) * 1e-9);
    m->pieces[0].send_per_byte = value(draw(2) * draw(20) * 1e-9);
    m->pieces[0].receive = value(draw(2) * draw(900) * 1e-9);
    m->pieces[0].receive_per_byte = value(draw(2) * draw(20) * 1e-9);
    if (!draw(2))
        return;
    m->pieces[1] = m->pieces[0];
    m->pieces[1].from = value(8 << draw(5));
    m->pieces[1].handshake = value(draw(2) * draw(900) * 1e-9);
    m->communication.piece_count = 2;
}

/* Of some collectives the library's functions are called. */
static void some_library(model *m)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        library_algorithm how = (library_algorithm)draw(LIBRARY_MEASURED);
        sag_collective *c = &m->communication.collective[k];
        if (draw(2) || !library_is_possible((collective_kind)k, how, 4))
            continue;
        sag_library *one = ARENA_NEW(m->ctx->arena, sag_library);
        *one = (sag_library){.processors = 2,
                             .how = how,
                             .segment_bytes = draw(2) * 4,
                             .hands_over = k == COLLECTIVE_BROADCAST && draw(2),
                             .sends_first = draw(2),
                             .stretch = draw(2) ? 1 : 1.25};
        c->uses_library = true;
        c->library_count = 1;
        c->library = one;
    }
}

static void some_machine(model *m)
{
    m->processing.op[SAG_OP_float_add] = value((1 + draw(1000000)) * 1e-12);
    m->processing.loop_setup = value(draw(100) * 1e-9);
    m->memory.cache_count = draw(2);
    m->cache.line = value(16);
    m->cache.size = value(64 << draw(8));
    m->cache.associativity = value(1 + draw(4));
    m->cache.fetch_miss = value((1 + draw(500000)) * 1e-12);
    m->processing.loop_iteration = value(draw(100) * 1e-9);
    m->processing.condition = value(draw(10) * 1e-9);
    model_message(m, draw(2000) * 1e-9, draw(20) * 1e-9, draw(200) * 1e-9, draw(2) * 700e-9);
    m->pieces[0].latency_per_byte = value(draw(2) * draw(80) * 1e-9);
    m->communication.call_overhead = value(draw(3) * 100e-9);
    m->communication.exchange = ANY_OF(rules);
    some_overheads(m);
    m->communication.topology = draw(2) ? TOPOLOGY_MESH : TOPOLOGY_HYPERCUBE;
    for (int i = 0; i < COLLECTIVE_KIND_COUNT; i++)
        m->communication.collective[i].algorithm = (collective_algorithm)draw(COLLECTIVE_PATTERN);
    some_library(m);
}

static maker some_data(model *m)
{
    maker k = {.m = m};
    int rank = 1 + draw(2);
    k.grid = model_grid(m, rank);
    const expr *extents[2] = {number(m, 64), number(m, 64)};
    static const dist_kind all[] = {DIST_BLOCK, DIST_BLOCK, DIST_CYCLIC, DIST_GEN_BLOCK};
    dist_kind kinds[2] = {ANY_OF(all), DIST_BLOCK};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    return k;
}

/* --- Short cuts ------------------------------------------------------------- */

static void same(double a, double b, const char *what, int seed)
{
    if (a != b)
        fail_msg("%s: %.17g with short cuts, %.17g without (program %d)", what, a, b, seed);
}

/* Those of a class are as many as there are by rank, and begin with the first of them. */
static void compare_classes(const estimate *fast, const estimate *slow, int seed)
{
    int all = 0;
    for (int i = 0; i < fast->busy_class_count; i++) {
        const busy_class *c = &fast->busy_classes[i];
        int count = 0, first = -1;
        for (int p = slow->procs - 1; p >= 0; p--)
            if (slow->busy[p] == c->busy) {
                first = p;
                count++;
            }
        same(c->count, count, "processors of a class", seed);
        same(c->first, first, "first of a class", seed);
        assert_true(i == 0 || c->first > fast->busy_classes[i - 1].first);
        all += c->count;
    }
    same(all, slow->procs, "processors of all classes", seed);
}

static void compare(const estimate *fast, const estimate *slow, int seed)
{
    compare_classes(fast, slow, seed);
    same(fast->time, slow->time, "time", seed);
    same(fast->slowest, slow->slowest, "slowest", seed);
    same(fast->parts.computation, slow->parts.computation, "computation", seed);
    same(fast->parts.communication, slow->parts.communication, "communication", seed);
    same(fast->parts.overhead, slow->parts.overhead, "overhead", seed);
    same(fast->parts.waiting, slow->parts.waiting, "waiting", seed);
    for (int i = 0; i < fast->unit_count; i++) {
        same(fast->units[i].count, slow->units[i].count, "count", seed);
        same(fast->units[i].time.waiting, slow->units[i].time.waiting, "unit waiting", seed);
        same(breakdown_total(&fast->units[i].time), breakdown_total(&slow->units[i].time),
             "unit time", seed);
    }
    for (int p = 0; p < fast->procs; p++)
        same(fast->busy[p], slow->busy[p], "busy", seed);
    for (int i = 0; i < fast->comm_count; i++) {
        same(fast->comms[i].count, slow->comms[i].count, "executions", seed);
        same(fast->comms[i].messages, slow->comms[i].messages, "messages", seed);
        same(fast->comms[i].bytes, slow->comms[i].bytes, "bytes", seed);
    }
}

/* Links and ports that messages share, in half of the machines. */
static void some_links(model *m)
{
    if (!draw(2))
        return;
    m->communication.link_per_byte = value((1 + draw(40)) * 1e-9);
    if (draw(2))
        m->communication.port_per_byte = value((1 + draw(40)) * 1e-9);
    m->communication.sharing = (sharing)draw(2);
}

/* One port for all processors of a node, or a backbone for all: messages of different rounds meet
 * there. */
static void some_shared_ports(model *m)
{
    m->communication.exchange = EXCHANGE_ADAPTER;
    if (draw(3)) {
        m->communication.port_per_byte = value((1 + draw(40)) * 1e-9);
        m->communication.ranks_per_node = value(2 + draw(3));
    } else {
        m->communication.backbone_per_byte = value((1 + draw(20)) * 1e-9);
    }
    m->communication.sharing = (sharing)draw(2);
}

static bool program_on(int seed, void (*network)(model *), int most)
{
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    model *m = model_new();
    some_machine(m);
    network(m);
    maker k = some_data(m);
    const aag_graph *g = model_graph(m, some_loop(&k, 0, 50 + draw(400)));
    int shape[2] = {1 + draw(5), 1 + draw(most)};
    bool in_steps = !draw(3);
    estimate_options quick = {.overlap = -1, .is_sendrecv = in_steps}, plain = quick;
    plain.explicit_clocks = true;
    estimate fast = predict(m, g, &quick, k.grid->rank, shape);
    estimate slow = predict(m, g, &plain, k.grid->rank, shape);
    compare(&fast, &slow, seed);
    model_free(m);
    return true;
}

static bool one_program(int seed)
{
    return program_on(seed, some_links, 3);
}

static bool one_that_shares_ports(int seed)
{
    return program_on(seed, some_shared_ports, 12);
}

static void short_cuts_change_nothing(void **state)
{
    (void)state;
    int count;
    each_case(400, one_program, &count);
}

static void short_cuts_with_shared_ports(void **state)
{
    (void)state;
    int count;
    each_case(60, one_that_shares_ports, &count);
}

/* --- Processors that share a clock -------------------------------------------- */

/* A nest over a part of what is owned of u. */
static node *part_sweep(maker *k, int extent)
{
    model *m = k->m;
    node *n = work(m, 1 + draw(3));
    for (int d = k->u->rank - 1; d >= 0; d--)
        n = split(m, var(m, "i"), number(m, draw(3)), number(m, extent - 1 - draw(3)), number(m, 1),
                  &model_map(m, k->u)->axis[d], 1, 0, n);
    return n;
}

static node *regular_node(maker *k, int depth, int extent)
{
    model *m = k->m;
    node *list[4];
    int count = 1 + draw(4);
    bool is_async = !draw(3);
    const expr *id = number(m, draw(2));
    offset_read reads[3] = {0};
    node *n;
    if (!draw(5))
        return wait_async(m, id);
    switch (draw(depth > 1 ? 6 : 8)) {
    case 0:
    case 1:
        return part_sweep(k, extent);
    case 2:
    case 3:
        for (int i = 0; i < 3; i++)
            for (int d = 0; d < k->u->rank; d++)
                reads[i].offset[d] = draw(3) ? 0 : draw(5) - 2;
        n = shift(m, k->u, number(m, draw(3)), number(m, extent - 1 - draw(3)), 1 + draw(3), reads);
        return is_async ? async(n, id) : n;
    case 4:
        n = draw(2) ? barrier(m, k->grid) : reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
        return is_async ? async(n, id) : n;
    case 5:
        return work(m, 1 + draw(5));
    default:
        for (int i = 0; i < count; i++)
            list[i] = regular_node(k, depth + 1, extent);
        return loop(m, var(m, "it"), number(m, 0), number(m, draw(40)), number(m, 1),
                    sequence(count, list));
    }
}

/* Grids of up to 256 processors. Returns whether fewer were followed. */
static bool one_regular_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x94d049bb133111eb) + 1;
    model *m = model_new();
    some_machine(m);
    static const topology ways[] = {TOPOLOGY_HYPERCUBE, TOPOLOGY_FULL,   TOPOLOGY_MESH,
                                    TOPOLOGY_TORUS,     TOPOLOGY_SWITCH, TOPOLOGY_FAT_TREE};
    m->communication.topology = ANY_OF(ways);
    m->communication.arity = value(2 + draw(7));
    m->communication.embedding = draw(3) ? EMBED_GRAY : EMBED_ROW_MAJOR;
    for (int i = 0; i < COLLECTIVE_KIND_COUNT && draw(3); i++)
        m->communication.collective[i].algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
    bool calls_library = !draw(8); /* in which each processor has a part of its own */
    for (int i = 0; i < COLLECTIVE_KIND_COUNT; i++)
        m->communication.collective[i].uses_library &= calls_library;
    int rank = 1 + draw(2), extent = 30 + draw(200);
    maker k = {.m = m, .grid = model_grid(m, rank)};
    const expr *extents[2] = {number(m, extent), number(m, extent)};
    dist_kind kinds[2] = {draw(8) ? DIST_BLOCK : DIST_CYCLIC, DIST_BLOCK};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    node *list[4];
    int count = 1 + draw(4);
    for (int i = 0; i < count; i++)
        list[i] = regular_node(&k, 0, extent);
    const aag_graph *g = model_graph(m, sequence(count, list));
    int shape[2] = {2 + draw(rank == 1 ? 255 : 15), 2 + draw(15)};
    if (draw(2)) /* powers of two, where doublings are alike for all */
        for (int d = 0; d < 2; d++)
            while (shape[d] & (shape[d] - 1))
                shape[d]--;
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, g, &quick, rank, shape);
    estimate slow = predict(m, g, &plain, rank, shape);
    compare(&fast, &slow, seed);
    bool is_merged = fast.followed < fast.procs;
    assert_int_equal(slow.followed, slow.procs);
    model_free(m);
    return is_merged;
}

static void shared_clocks_change_nothing(void **state)
{
    (void)state;
    int count, merged = each_case(400, one_regular_program, &count);
    print_message("%d of %d programs with fewer clocks than processors\n", merged, count);
    assert_true(count == 1 || merged > count / 4);
}

/* --- Doublings of processors that share a clock --------------------------------------- */

static void some_switches(model *m)
{
    static const topology ways[] = {TOPOLOGY_HYPERCUBE, TOPOLOGY_FULL,     TOPOLOGY_MESH,
                                    TOPOLOGY_TORUS,     TOPOLOGY_FAT_TREE, TOPOLOGY_DRAGONFLY};
    m->communication.topology = ANY_OF(ways);
    m->communication.embedding = draw(3) ? EMBED_ROW_MAJOR : EMBED_GRAY;
    m->communication.arity = value(draw(4) ? 2 << draw(3) : 3);
    m->communication.switch_nodes = value(2 << draw(2));
    m->communication.group_nodes = value(8 << draw(2));
    if (draw(3) == 0)
        m->communication.ranks_per_node = value(1 + draw(4));
    m->pieces[0].latency_per_hop = value(draw(2) * 50e-9);
}

/* Of the library's reductions and barriers, all by doubling, or of messages. */
static void some_doubling(model *m)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        sag_collective *c = &m->communication.collective[k];
        c->algorithm = COLLECTIVE_RECURSIVE_DOUBLING;
        c->uses_library = false;
        sag_library *one = ARENA_NEW(m->ctx->arena, sag_library);
        *one = (sag_library){.processors = 2,
                             .how = LIBRARY_DOUBLING,
                             .sends_first = draw(2),
                             .stretch = draw(2) ? 1 : 1.25};
        if (draw(2) || !library_is_possible((collective_kind)k, one->how, 4))
            continue;
        c->uses_library = true;
        c->library_count = 1;
        c->library = one;
    }
}

/* A nest over all of u, of which each has as much. */
static node *whole_sweep(maker *k, int extent)
{
    model *m = k->m;
    node *n = work(m, 1 + draw(3));
    for (int d = k->u->rank - 1; d >= 0; d--)
        n = split(m, var(m, "i"), number(m, 0), number(m, extent - 1), number(m, 1),
                  &model_map(m, k->u)->axis[d], 1, 0, n);
    return n;
}

/* Work of all that is mostly the same, and what they tell each other. */
static node *doubling_node(maker *k, int depth, int extent)
{
    model *m = k->m;
    node *list[4];
    int count = 1 + draw(4);
    switch (draw(depth > 1 ? 4 : 5)) {
    case 0:
        return draw(4) ? whole_sweep(k, extent) : part_sweep(k, extent);
    case 1:
        return barrier(m, k->grid);
    case 2:
    case 3:
        return reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    default:
        for (int i = 0; i < count; i++)
            list[i] = doubling_node(k, depth + 1, extent);
        return loop(m, var(m, "it"), number(m, 0), number(m, draw(40)), number(m, 1),
                    sequence(count, list));
    }
}

static bool one_doubling_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0xd6e8feb86659fd93) + 1;
    model *m = model_new();
    some_machine(m);
    some_switches(m);
    some_links(m);
    if (draw(2))
        m->communication.uplinks_1 = value(1 + draw(4));
    if (!draw(4))
        m->communication.backbone_per_byte = value((1 + draw(9)) * 1e-9);
    some_doubling(m);
    int rank = 1 + draw(2), shape[2] = {2 << draw(rank == 1 ? 8 : 4), 2 << draw(4)};
    int extent = 256;
    maker k = {.m = m, .grid = model_grid(m, rank)};
    const expr *extents[2] = {number(m, extent), number(m, extent)};
    dist_kind kinds[2] = {DIST_BLOCK, DIST_BLOCK};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    node *list[4];
    int count = 2 + draw(3);
    list[0] = whole_sweep(&k, extent);
    for (int i = 1; i < count; i++)
        list[i] = doubling_node(&k, 0, extent);
    const aag_graph *g = model_graph(m, sequence(count, list));
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, g, &quick, rank, shape);
    estimate slow = predict(m, g, &plain, rank, shape);
    compare(&fast, &slow, seed);
    bool is_merged = fast.followed < fast.procs;
    model_free(m);
    return is_merged;
}

static void shared_doublings_change_nothing(void **state)
{
    (void)state;
    int count, merged = each_case(400, one_doubling_program, &count);
    print_message("%d of %d programs with fewer clocks than processors\n", merged, count);
    assert_true(count == 1 || merged > count / 3);
}

/* --- All-gathers along axes of a grid -------------------------------------------------- */

/* Everybody gets, on some of the axes, all that lies there, and on the others has its own. */
static node *gather(maker *k, int extent)
{
    static const offset_read itself = {{0}};
    model *m = k->m;
    const int left = draw(4) ? 0 : draw(3), right = draw(4) ? 0 : draw(3);
    node *all = shift(m, k->u, number(m, left), number(m, extent - 1 - right), 1, &itself);
    communication *c = arena_copy(m->ctx->arena, all->u.comm, sizeof *c);
    need *some = arena_copy(m->ctx->arena, c->needs, sizeof *some);
    const int along = 1 + draw((1 << k->u->rank) - 1);
    for (int d = 0; d < k->u->rank; d++)
        some->at.axis[d].is_restricted &= !(along >> d & 1);
    c->kind = draw(4) ? COMM_ALLGATHER : COMM_IRREGULAR;
    c->needs = some;
    all->u.comm = c;
    return all;
}

static node *gathering_node(maker *k, int depth, int extent)
{
    model *m = k->m;
    node *list[3];
    int count = 1 + draw(3);
    switch (draw(depth > 0 ? 6 : 7)) {
    case 0:
        return draw(2) ? whole_sweep(k, extent) : part_sweep(k, extent);
    case 1:
        return draw(2) ? uneven(k) : work(m, 1 + draw(9));
    case 2:
        return reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    case 3:
    case 4:
    case 5:
        return gather(k, extent);
    default:
        for (int i = 0; i < count; i++)
            list[i] = gathering_node(k, depth + 1, extent);
        return loop(m, var(m, "it"), number(m, 0), number(m, draw(20)), number(m, 1),
                    sequence(count, list));
    }
}

/* Whichever machine and grid; most are of powers of two, and of as much for each. */
static bool one_gathering_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x8ebc6af09c88c6e3) + 1;
    model *m = model_new();
    some_machine(m);
    if (draw(3))
        some_switches(m);
    if (!draw(4))
        some_links(m);
    for (int i = 0; i < COLLECTIVE_KIND_COUNT; i++) {
        m->communication.collective[i].uses_library &= !draw(4);
        if (draw(3))
            m->communication.collective[i].algorithm =
                draw(2) ? COLLECTIVE_DIRECT : COLLECTIVE_RECURSIVE_DOUBLING;
    }
    int rank = draw(3) ? 2 : 1, extent = draw(4) ? 32 : 20 + draw(20);
    int shape[2] = {2 << draw(rank == 1 ? 5 : 3), 2 << draw(3)};
    if (!draw(4))
        shape[0] += draw(3);
    maker k = {.m = m, .grid = model_grid(m, rank)};
    const expr *extents[2] = {number(m, extent), number(m, extent)};
    dist_kind kinds[2] = {draw(4) ? DIST_BLOCK : DIST_CYCLIC, DIST_BLOCK};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    node *list[4];
    int count = 2 + draw(3);
    for (int i = 0; i < count; i++)
        list[i] = gathering_node(&k, 0, extent);
    const aag_graph *g = model_graph(m, sequence(count, list));
    estimate_options quick = {.overlap = -1, .is_sendrecv = !draw(5)}, plain = quick;
    plain.explicit_clocks = true;
    estimate fast = predict(m, g, &quick, rank, shape);
    estimate slow = predict(m, g, &plain, rank, shape);
    compare(&fast, &slow, seed);
    bool is_merged = fast.followed < fast.procs;
    model_free(m);
    return is_merged;
}

static void gathers_change_nothing(void **state)
{
    (void)state;
    int count, merged = each_case(600, one_gathering_program, &count);
    print_message("%d of %d programs with fewer clocks than processors\n", merged, count);
    assert_true(merged > count / 40);
}

/* --- Rings ------------------------------------------------------------------------------ */

/* Of an array in cycles each processor sends as many elements to the next, and the last to the
 * first; before that some are ahead, and on switches or links of unequal length stay so. At times
 * a few have more to do in each iteration, or all send to both sides. */
static bool one_ring(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0xa0761d6478bd642f) + 1;
    model *m = model_new();
    some_machine(m);
    some_switches(m);
    m->communication.topology = draw(2) ? m->communication.topology : TOPOLOGY_SWITCH;
    m->communication.exchange = ANY_OF(rules);
    int procs = 2 + draw(40), each = 1 + draw(3);
    maker k = {.m = m, .grid = model_grid(m, 1)};
    const expr *extent = number(m, procs * each + 1);
    k.u = model_array(m, "u", 4, 1, &extent, k.grid, (dist_kind[]){DIST_CYCLIC});
    offset_read reads[2] = {{{-1}}, {{draw(2) ? 1 : -1}}};
    int ways = draw(3) ? 1 : 2, last = ways == 1 ? procs * each : procs * each - 1;
    node *to_next = shift(m, k.u, number(m, 1), number(m, last), ways, reads);
    node *body = SEQUENCE(draw(5) ? work(m, 1 + draw(9)) : uneven(&k), to_next, work(m, 1));
    int64_t trips = 1 + draw(draw(2) ? 60 : 900);
    const aag_graph *g =
        model_graph(m, SEQUENCE(uneven(&k), loop(m, var(m, "it"), number(m, 0), number(m, trips),
                                                 number(m, 1), body)));
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, g, &quick, 1, &procs);
    estimate slow = predict(m, g, &plain, 1, &procs);
    compare(&fast, &slow, seed);
    model_free(m);
    return true;
}

static void rings_change_nothing(void **state)
{
    (void)state;
    int count;
    each_case(400, one_ring, &count);
}

/* --- Trees ------------------------------------------------------------------------------ */

/* Step k of an elimination: u[k], or row k, to all or to those that have what comes after. */
static node *step_broadcast(maker *k, const loop_var *step, int extent)
{
    model *m = k->m;
    const expr *at = expr_loop_var(m->pool, step), *next = expr_add(m->pool, at, number(m, 1));
    loop_range *range = ARENA_ARRAY(m->ctx->arena, 2, loop_range);
    const expr *index[2], *from[2];
    for (int d = 0; d < 2; d++) {
        range[d] = (loop_range){var(m, d ? "j" : "i"), next, number(m, extent - 1), number(m, 1)};
        index[d] = from[d] = expr_loop_var(m->pool, range[d].var);
    }
    from[0] = at;
    if (draw(4) == 0)
        from[1] = at;
    node *n = broadcast(m, k->u, from);
    communication *c = arena_copy(m->ctx->arena, n->u.comm, sizeof *c);
    need *some = arena_copy(m->ctx->arena, c->needs, sizeof *some);
    some->range_count = k->u->rank;
    some->range = range;
    if (draw(4))
        some->at = home_at(m, k->u, index);
    c->needs = some;
    n->u.comm = c;
    return n;
}

static node *elimination(maker *k, int extent)
{
    model *m = k->m;
    const loop_var *step = var(m, "k");
    const expr *next = expr_add(m->pool, expr_loop_var(m->pool, step), number(m, 1));
    node *list[4] = {step_broadcast(k, step, extent)};
    int count = 1;
    list[count++] = split(m, var(m, "i"), next, number(m, extent - 1), number(m, 1),
                          &model_map(m, k->u)->axis[0], 1, 0, work(m, 1 + draw(9)));
    if (!draw(3))
        list[count++] = reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    if (!draw(3))
        list[count++] = uneven(k);
    return loop(m, step, number(m, 0), number(m, extent - 1), number(m, 1), sequence(count, list));
}

/* Most by trees, whose rounds have an entry for each who takes part, and without short cuts one for
 * each processor. Returns whether the slowest
 * waited. */
static bool one_elimination(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0xe7037ed1a0b428db) + 1;
    model *m = model_new();
    some_machine(m);
    some_switches(m);
    m->communication.collective[COLLECTIVE_BROADCAST].uses_library &= !draw(2);
    if (draw(4))
        m->communication.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    int rank = 1 + draw(2), extent = 8 + draw(rank == 1 ? 200 : 40);
    int shape[2] = {1 + draw(rank == 1 ? 256 : 20), 1 + draw(12)};
    maker k = {.m = m, .grid = model_grid(m, rank)};
    const expr *extents[2] = {number(m, extent), number(m, extent)};
    static const dist_kind all[] = {DIST_BLOCK, DIST_CYCLIC, DIST_CYCLIC};
    dist_kind kinds[2] = {ANY_OF(all), ANY_OF(all)};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    const aag_graph *g = model_graph(m, SEQUENCE(uneven(&k), elimination(&k, extent)));
    estimate_options quick = {.overlap = -1, .is_sendrecv = !draw(5)}, plain = quick;
    plain.explicit_clocks = true;
    estimate fast = predict(m, g, &quick, rank, shape);
    estimate slow = predict(m, g, &plain, rank, shape);
    compare(&fast, &slow, seed);
    bool has_waited = fast.parts.waiting > 0;
    model_free(m);
    return has_waited;
}

static void trees_change_nothing(void **state)
{
    (void)state;
    int count, waited = each_case(300, one_elimination, &count);
    print_message("%d of %d programs in which the slowest processor waited\n", waited, count);
}

/* Messages go one way only: the first processor, which has less to do, runs
 * ahead for ever, and no two states are alike. 10^9 iterations. */
static void one_way_pipeline(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(m, 1e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *more = expr_mul(m->pool, coord(m, g, 0), number(m, 2));
    node *some = work_times(m, expr_add(m->pool, number(m, 10), more), 1);
    offset_read left = {{-1}};
    node *body = SEQUENCE(some, shift(m, u, number(m, 1), number(m, 7), 1, &left));
    estimate e = predict_on(
        m, loop(m, var(m, "i"), number(m, 0), number(m, 999999999), number(m, 1), body), 4);
    /* The last processor works 16 µs and receives one message of 1 µs; it never
     * waits: the one before it, with 14 + 1 µs, is always ahead. */
    assert_int_equal(e.slowest, 3);
    is_time(e.time, 17e-6 * 1e9);
    is_time(e.parts.waiting, 0);
    model_free(m);
}

/* The same in three loops around each other, of a thousand iterations each: those of the outer
 * ones are jumped over, too. */
static void one_way_pipeline_in_loops(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(m, 1e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 8);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *more = expr_mul(m->pool, coord(m, g, 0), number(m, 2));
    node *some = work_times(m, expr_add(m->pool, number(m, 10), more), 1);
    offset_read left = {{-1}};
    node *nest = SEQUENCE(some, shift(m, u, number(m, 1), number(m, 7), 1, &left));
    for (int i = 0; i < 3; i++)
        nest = loop(m, var(m, "i"), number(m, 0), number(m, 999), number(m, 1), nest);
    estimate e = predict_on(m, nest, 4);
    is_time(e.time, 17e-6 * 1e9);
    is_time(e.parts.waiting, 0);
    assert_true(e.walked < 100000); /* of 4e9 iterations on a clock */
    model_free(m);
}

/* The other way round, the last processor waits for the first in the end: it
 * starts with what it saves, 6 µs an iteration. */
static void slow_sender(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    model_message(m, 1e-6, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 2);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *less = expr_mul(m->pool, coord(m, g, 0), number(m, 6));
    node *some = work_times(m, expr_sub(m->pool, number(m, 10), less), 1);
    offset_read left = {{-1}};
    node *body = SEQUENCE(some, shift(m, u, number(m, 1), number(m, 1), 1, &left));
    estimate e = predict_on(
        m, loop(m, var(m, "i"), number(m, 0), number(m, 999999999), number(m, 1), body), 2);
    /* Processor 0 sends at 10, 21, 32, … µs: 11 µs an iteration; the last
     * message leaves at 11e9 - 1 and is in at 11e9 µs. Processor 1 computes 4
     * and receives 1 of each 11. */
    is_time(e.time, 11e-6 * 1e9);
    is_time(e.parts.waiting, e.slowest == 1 ? 6e-6 * 1e9 : 0);
    model_free(m);
}

/* Processor 1 waits for 0 and then for 2 in each iteration. 0 takes 10.001 µs
 * and 2 takes 10 µs, but 2 starts 5 µs later: what is waited for 0 grows by a
 * nanosecond an iteration, what is waited for 2 shrinks, and after about 5,000
 * iterations 0 is the only one that is waited for. */
static void waiting_that_grows(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-9);
    model_message(m, 100e-9, 0, 0, 0);
    const proc_grid *g = model_grid(m, 1);
    const expr *n = number(m, 3);
    const variable *u = model_array(m, "u", 4, 1, &n, g, (dist_kind[]){DIST_BLOCK});
    const expr *p = coord(m, g, 0);
    const expr *is_0 = expr_logic(m->pool, EXPR_EQ, p, number(m, 0));
    const expr *is_2 = expr_logic(m->pool, EXPR_EQ, p, number(m, 2));
    const expr *at_first = expr_add(m->pool, expr_mul(m->pool, is_2, number(m, 15000)),
                                    expr_mul(m->pool, is_0, number(m, 10000)));
    const expr *each_time = expr_add(m->pool, expr_mul(m->pool, is_2, number(m, 9900)),
                                     expr_mul(m->pool, is_0, number(m, 9901)));
    node *early = work_times(m, at_first, 1), *each = work_times(m, each_time, 1);
    offset_read from_left = {{-1}}, from_right = {{1}};
    node *first = shift(m, u, number(m, 1), number(m, 1), 1, &from_left);
    node *second = shift(m, u, number(m, 1), number(m, 1), 1, &from_right);
    node *body = loop(m, var(m, "i"), number(m, 0), number(m, 7999), number(m, 1),
                      SEQUENCE(each, first, second));
    const aag_graph *graph = model_graph(m, SEQUENCE(early, body));
    int shape = 3;
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, graph, &quick, 1, &shape);
    estimate slow = predict(m, graph, &plain, 1, &shape);
    compare(&fast, &slow, 0);
    assert_int_equal(fast.slowest, 1);
    assert_true(unit_of(&fast, AAG_COMM, 0)->time.waiting > 0);
    assert_true(unit_of(&fast, AAG_COMM, 1)->time.waiting > 0);
    model_free(m);
}

/* A million different iterations, the i-th of i µs, are sampled: in the middle
 * of equal stretches, which is exact for what grows evenly. It is said so. */
static void different_iterations(void **state)
{
    (void)state;
    model *m = model_new();
    m->processing.op[SAG_OP_float_add] = value(1e-6);
    const proc_grid *g = model_grid(m, 1);
    const loop_var *v = var(m, "i");
    node *some = work_times(m, expr_loop_var(m->pool, v), 1);
    node *n =
        loop(m, v, number(m, 0), number(m, 999999), number(m, 1), SEQUENCE(some, barrier(m, g)));
    estimate e = predict_on(m, n, 2);
    assert_true(fabs(e.time / (999999 * 1e6 / 2 * 1e-6) - 1) < 1e-4);
    assert_int_equal(e.assumption_count, 1);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_cuts_change_nothing),
        cmocka_unit_test(short_cuts_with_shared_ports),
        cmocka_unit_test(shared_clocks_change_nothing),
        cmocka_unit_test(rings_change_nothing),
        cmocka_unit_test(shared_doublings_change_nothing),
        cmocka_unit_test(gathers_change_nothing),
        cmocka_unit_test(trees_change_nothing),
        cmocka_unit_test(one_way_pipeline),
        cmocka_unit_test(one_way_pipeline_in_loops),
        cmocka_unit_test(slow_sender),
        cmocka_unit_test(waiting_that_grows),
        cmocka_unit_test(different_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
