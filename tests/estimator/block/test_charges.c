#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

/* Blocks that move with the loops around them, as in a factorization: counted and charged by kinds
 * of processors, and, without short cuts, for each processor by itself. */

static uint64_t random_state;

static int draw(int most) /* 0 … most - 1 */
{
    return random_below(&random_state, most);
}

typedef struct maker {
    model *m;
    const proc_grid *grid;
    const variable *u;
    int extent;
    const loop_var *step; /* of the loop around */
} maker;

/* The loop's variable and a little more. */
static const expr *moving(maker *k)
{
    return expr_add(k->m->pool, expr_loop_var(k->m->pool, k->step), number(k->m, draw(3)));
}

static const axis_map *axis_of(const maker *k, int d)
{
    return &model_map(k->m, k->u)->axis[d];
}

/* Statements of u[i][j], i and j from somewhere on, for caches to miss. */
static node *touch(maker *k, const loop_var *const *v)
{
    model *m = k->m;
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    const reference **reads = ARENA_ARRAY(m->ctx->arena, 1, const reference *);
    *ref = (reference){.var = k->u};
    for (int d = 0; d < k->u->rank; d++)
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(m->pool, v[d])};
    reads[0] = ref;
    node *n = work(m, 1 + draw(3));
    n->u.stmt.reads = reads;
    n->u.stmt.read_count = 1;
    return n;
}

static node *rest(maker *k)
{
    model *m = k->m;
    const loop_var *v[2] = {var(m, "i"), var(m, "j")};
    node *n = touch(k, v);
    for (int d = k->u->rank - 1; d >= 0; d--) {
        const expr *lower = draw(3) ? moving(k) : number(m, 0);
        n = split(m, v[d], lower, number(m, k->extent - 1), number(m, 1), axis_of(k, d), 1, 0, n);
    }
    return n;
}

/* On those who own a row, a column or an element. */
static node *on_owner(maker *k, node *body)
{
    model *m = k->m;
    const expr *index[2] = {moving(k), moving(k)};
    home at = home_at(m, k->u, index);
    for (int d = 0; d < k->grid->rank; d++)
        at.axis[d].is_restricted &= draw(2);
    return task(m, at, body);
}

/* Something that depends on all of a processor's coordinates. */
static node *uneven(maker *k)
{
    model *m = k->m;
    const expr *at = coord(m, k->grid, draw(k->grid->rank));
    const expr *sum = expr_add(m->pool, expr_mul(m->pool, number(m, 1 + draw(9)), at), moving(k));
    return work_times(m, expr_mod(m->pool, sum, number(m, 1 + draw(9))), 1 + draw(2));
}

static node *block(maker *k)
{
    switch (draw(5)) {
    case 0:
        return uneven(k);
    case 1:
        return on_owner(k, draw(2) ? rest(k) : uneven(k));
    case 2:
        return SEQUENCE(rest(k), uneven(k));
    default:
        return rest(k);
    }
}

static node *communication_of(maker *k)
{
    model *m = k->m;
    const expr *index[2] = {moving(k), moving(k)};
    offset_read reads[1] = {{{1}}};
    switch (draw(4)) {
    case 0:
        return barrier(m, k->grid);
    case 1:
        return reduction_of(m, k->grid, k->u, number(m, 1 + draw(50)));
    case 2:
        return broadcast(m, k->u, index);
    default:
        return shift(m, k->u, number(m, 1), number(m, k->extent - 3), 1, reads);
    }
}

static node *some_list(maker *k, int depth);

static node *some_node(maker *k, int depth)
{
    model *m = k->m;
    switch (draw(depth > 2 ? 6 : 10)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return block(k);
    case 4:
    case 5:
        return communication_of(k);
    case 6:
        return loop(m, var(m, "t"), number(m, 0), number(m, draw(4)), number(m, 1),
                    some_list(k, depth + 1));
    case 7:
        return on_owner(k, block(k));
    default:
        return if_chance(m, draw(8) / 7.0, draw(2), some_list(k, depth + 1),
                         draw(2) ? some_list(k, depth + 1) : NULL);
    }
}

static node *some_list(maker *k, int depth)
{
    node *list[4];
    int count = 1 + draw(4);
    for (int i = 0; i < count; i++)
        list[i] = some_node(k, depth);
    return sequence(count, list);
}

static void some_machine(model *m)
{
    m->processing.op[SAG_OP_float_add] = value((1 + draw(1000000)) * 1e-12);
    m->processing.loop_setup = value(draw(100) * 1e-9);
    m->processing.loop_iteration = value(draw(100) * 1e-9);
    m->processing.condition = value(draw(10) * 1e-9);
    m->processing.branch_taken = value(draw(10) * 1e-9);
    m->memory.cache_count = draw(2);
    m->cache.line = value(16);
    m->cache.size = value(64 << draw(8));
    m->cache.associativity = value(1 + draw(4));
    m->cache.fetch_miss = value((1 + draw(500000)) * 1e-12);
    model_message(m, draw(2000) * 1e-9, draw(20) * 1e-9, draw(200) * 1e-9, draw(2) * 700e-9);
    m->communication.topology = TOPOLOGY_HYPERCUBE;
    for (int i = 0; i < COLLECTIVE_KIND_COUNT; i++)
        m->communication.collective[i].algorithm = (collective_algorithm)draw(COLLECTIVE_PATTERN);
}

static void same(double a, double b, const char *what, int seed)
{
    if (a != b)
        fail_msg("%s: %.17g by kinds, %.17g one by one (program %d)", what, a, b, seed);
}

static void compare(const estimate *fast, const estimate *slow, int seed)
{
    same(fast->time, slow->time, "time", seed);
    same(fast->slowest, slow->slowest, "slowest", seed);
    for (int i = 0; i < fast->unit_count; i++) {
        const unit_cost *a = &fast->units[i], *b = &slow->units[i];
        same(a->count, b->count, "count", seed);
        same(a->misses[0], b->misses[0], "misses", seed);
        same(a->time.computation, b->time.computation, "unit computation", seed);
        same(a->time.overhead, b->time.overhead, "unit overhead", seed);
        same(a->time.communication, b->time.communication, "unit communication", seed);
        same(a->time.waiting, b->time.waiting, "unit waiting", seed);
    }
    for (int p = 0; p < fast->procs; p++)
        same(fast->busy[p], slow->busy[p], "busy", seed);
    for (int i = 0; i < fast->comm_count; i++) {
        same(fast->comms[i].count, slow->comms[i].count, "executions", seed);
        same(fast->comms[i].messages, slow->comms[i].messages, "messages", seed);
        same(fast->comms[i].bytes, slow->comms[i].bytes, "bytes", seed);
    }
}

static void one_program(int seed)
{
    random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    model *m = model_new();
    some_machine(m);
    int rank = 1 + draw(2);
    maker k = {.m = m, .grid = model_grid(m, rank), .extent = 40 + draw(60)};
    const expr *extents[2] = {number(m, k.extent), number(m, k.extent)};
    static const dist_kind all[] = {DIST_BLOCK, DIST_CYCLIC};
    dist_kind kinds[2] = {all[draw(2)], all[draw(2)]};
    k.u = model_array(m, "u", 4, rank, extents, k.grid, kinds);
    k.step = var(m, "k");
    node *body = SEQUENCE(communication_of(&k), some_list(&k, 0), some_list(&k, 0));
    node *n = loop(m, k.step, number(m, 0), number(m, 5 + draw(25)), number(m, 1), body);
    const aag_graph *g = model_graph(m, n);
    int shape[2] = {1 + draw(rank == 1 ? 60 : 9), 1 + draw(9)};
    estimate_options quick = {.overlap = -1}, plain = {.overlap = -1, .explicit_clocks = true};
    estimate fast = predict(m, g, &quick, rank, shape);
    estimate slow = predict(m, g, &plain, rank, shape);
    compare(&fast, &slow, seed);
    model_free(m);
}

static void kinds_change_nothing(void **state)
{
    (void)state;
    const char *only = getenv("FP_RANDOM_CASE"), *more = getenv("FP_RANDOM_CASES");
    int first = only ? atoi(only) : 1, last = only ? first : more ? atoi(more) : 400;
    for (int seed = first; seed <= last; seed++)
        one_program(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
