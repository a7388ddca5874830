#include "tests/estimator/model.h"

#include <math.h>
#include <stdlib.h>

#include "tests/cmocka_all.h"

quantity value(double v)
{
    return (quantity){.is_set = true, .value = v, .stated = v, .unit = "s", .path = "test"};
}

model *model_new(void)
{
    model *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->ctx = fp_context_new();
    m->pool = expr_pool_new(m->ctx);
    m->program.ctx = m->ctx;
    m->program.pool = m->pool;
    m->program.file = source_add(m->ctx->sources, "model.c", "\n", 1);
    m->entry.name = "main";
    m->entry.has_body = true;
    m->line = 1;
    m->machine.name = "test";
    m->machine.processing = &m->processing;
    m->machine.memory = &m->memory;
    m->machine.communication = &m->communication;
    m->memory.caches = &m->cache;
    m->communication.topology = TOPOLOGY_FULL;
    m->communication.embedding = EMBED_ROW_MAJOR;
    m->communication.pieces = m->pieces;
    model_message(m, 0, 0, 0, 0);
    return m;
}

void model_free(model *m)
{
    fp_context_free(m->ctx);
    free(m);
}

int model_setup(void **state)
{
    *state = model_new();
    return 0;
}

int model_teardown(void **state)
{
    model_free(*state);
    return 0;
}

void model_message(model *m, double startup, double per_byte, double per_hop, double latency)
{
    m->communication.piece_count = 1;
    m->pieces[0] = (message_piece){.from = value(0),
                                   .startup = value(startup),
                                   .per_byte = value(per_byte),
                                   .per_hop = value(per_hop),
                                   .latency = value(latency)};
}

void model_ipsc_messages(model *m)
{
    model_message(m, 76e-6, 0.4e-6, 11e-6, 0);
    m->pieces[1] = (message_piece){.from = value(100),
                                   .startup = value(136e-6),
                                   .per_byte = value(0.4e-6),
                                   .per_hop = value(33e-6),
                                   .latency = value(0)};
    m->communication.piece_count = 2;
    m->communication.topology = TOPOLOGY_HYPERCUBE;
    m->communication.embedding = EMBED_GRAY;
}

proc_grid *model_grid(model *m, int rank)
{
    proc_grid *g = ARENA_NEW(m->ctx->arena, proc_grid);
    g->name = "p";
    g->rank = rank;
    g->id = m->grids.count;
    VEC_PUSH(m->ctx->arena, &m->grids, g);
    return g;
}

const expr *number(model *m, int64_t n)
{
    return expr_int(m->pool, n);
}

const expr *coord(model *m, const proc_grid *grid, int axis)
{
    return expr_coord(m->pool, grid, axis);
}

const loop_var *var(model *m, const char *name)
{
    return expr_new_loop_var(m->pool, name, (source_range){0});
}

static source_range here(model *m)
{
    int line = m->line++;
    return (source_range){m->program.file, line, 1, line, 2};
}

const param *parameter(model *m, const char *name, const expr *v)
{
    param *p = expr_new_param(m->pool, PARAM_VARIABLE, name, here(m));
    p->value = v;
    return p;
}

/* 0, 5, 10, … cells, and the rest to the last coordinate, of at most eight. */
static const gen_sizes *rising_sizes(model *m, const proc_grid *grid, int axis, const expr *extent)
{
    gen_sizes *sizes = ARENA_NEW(m->ctx->arena, gen_sizes);
    const expr **size = ARENA_ARRAY(m->ctx->arena, 8, const expr *);
    const expr *procs = expr_extent(m->pool, grid, axis), *rest = extent;
    for (int p = 0; p < 8; p++) {
        const expr *next = expr_add(m->pool, number(m, p), number(m, 1));
        const expr *is_last = expr_logic(m->pool, EXPR_EQ, procs, next);
        const expr *is_within = expr_logic(m->pool, EXPR_LT, next, procs);
        size[p] = expr_select(m->pool, is_last, rest,
                              expr_select(m->pool, is_within, number(m, 5 * p), number(m, 0)));
        rest = expr_sub(m->pool, rest, number(m, 5 * p));
    }
    *sizes = (gen_sizes){.count = 8, .size = size};
    return sizes;
}

const variable *model_array(model *m, const char *name, int elem_bytes, int rank,
                            const expr *const *extents, const proc_grid *grid,
                            const dist_kind *kinds)
{
    variable *v = ARENA_NEW(m->ctx->arena, variable);
    v->name = name;
    v->kind = ELEM_FLOAT;
    v->elem_bytes = elem_bytes;
    v->rank = rank;
    v->formal_index = -1;
    v->id = m->variables.count;
    v->where = here(m);
    for (int d = 0; d < rank; d++)
        v->extent[d] = extents[d];
    array_map *map = ARENA_NEW(m->ctx->arena, array_map);
    map->grid = grid;
    int axis = 0;
    for (int d = 0; grid && d < rank; d++) {
        if (kinds[d] == DIST_COLLAPSED)
            continue;
        map->axis[axis] = (axis_map){
            .source = AXIS_BY_DIM,
            .kind = kinds[d],
            .dim = d,
            .stride = number(m, 1),
            .offset = number(m, 0),
            .block = kinds[d] == DIST_CYCLIC ? number(m, 1) : NULL,
            .lower = number(m, 0),
            .extent = extents[d],
            .sizes = kinds[d] == DIST_GEN_BLOCK ? rising_sizes(m, grid, axis, extents[d]) : NULL,
            .grid = grid,
            .axis = axis};
        axis++;
    }
    VEC_PUSH(m->ctx->arena, &m->variables, (const variable *)v);
    VEC_PUSH(m->ctx->arena, &m->maps, (const array_map *)map);
    return v;
}

const array_map *model_map(const model *m, const variable *v)
{
    return m->maps.data[v->id];
}

/* --- Nodes ------------------------------------------------------------------ */

static node *make(model *m, node_kind kind)
{
    return node_new(m->ctx, kind, here(m));
}

node *loop(model *m, const loop_var *v, const expr *lower, const expr *upper, const expr *step,
           node *body)
{
    node *n = make(m, NODE_LOOP);
    n->u.loop.range = (loop_range){v, lower, upper, step};
    n->u.loop.is_exact = true;
    n->u.loop.trips = expr_trips(m->pool, lower, upper, step);
    n->u.loop.body = body;
    return n;
}

node *split(model *m, const loop_var *v, const expr *lower, const expr *upper, const expr *step,
            const axis_map *axis, int c, int d, node *body)
{
    node *n = loop(m, v, lower, upper, step, body);
    n->u.loop.split_on = axis;
    n->u.loop.split_c = number(m, c);
    n->u.loop.split_d = number(m, d);
    n->u.loop.trips = expr_count(m->pool, axis, lower, upper, step, number(m, c), number(m, d),
                                 coord(m, axis->grid, axis->axis));
    return n;
}

node *while_loop(model *m, const expr *trips, bool tests_first, int compares, node *body)
{
    node *n = make(m, NODE_WHILE);
    n->u.whil.trips = trips;
    n->u.whil.tests_first = tests_first;
    n->u.whil.condition.n[OP_FLOAT_COMPARE] = (uint32_t)compares;
    n->u.whil.body = body;
    return n;
}

node *if_test(model *m, const expr *test, node *then_body, node *else_body)
{
    node *n = make(m, NODE_IF);
    n->u.cond.condition = test;
    n->u.cond.ops.n[OP_INT_COMPARE] = 1;
    n->u.cond.probability = 0.5;
    n->u.cond.then_body = then_body;
    n->u.cond.else_body = else_body;
    return n;
}

node *if_chance(model *m, double probability, bool is_hinted, node *then_body, node *else_body)
{
    node *n = if_test(m, NULL, then_body, else_body);
    n->u.cond.probability = probability;
    n->u.cond.is_hinted = is_hinted;
    return n;
}

node *work(model *m, int adds)
{
    node *n = make(m, NODE_STATEMENT);
    n->u.stmt.ops.n[OP_FLOAT_ADD] = (uint32_t)adds;
    return n;
}

node *work_times(model *m, const expr *times, int adds)
{
    return loop(m, var(m, "w"), number(m, 1), times, number(m, 1), work(m, adds));
}

node *call(model *m, node *body)
{
    node *n = make(m, NODE_CALL);
    n->u.call.callee = &m->entry;
    n->u.call.instance = body;
    return n;
}

node *task(model *m, home on, node *body)
{
    node *n = make(m, NODE_TASK);
    n->u.task.on = on;
    n->u.task.body = body;
    return n;
}

static communication *make_comm(model *m, comm_kind kind, node **out)
{
    node *n = make(m, NODE_COMM);
    communication *c = ARENA_NEW(m->ctx->arena, communication);
    c->kind = kind;
    c->id = m->comm_count++;
    c->where = n->where;
    c->contiguous_axis = -1;
    n->u.comm = c;
    *out = n;
    return c;
}

node *barrier(model *m, const proc_grid *grid)
{
    node *n;
    communication *c = make_comm(m, COMM_BARRIER, &n);
    c->group.grid = grid;
    return n;
}

node *reduction_of(model *m, const proc_grid *grid, const variable *v, const expr *elements)
{
    node *n;
    communication *c = make_comm(m, COMM_REDUCE, &n);
    c->group.grid = grid;
    c->var = v;
    c->elem_bytes = v->elem_bytes;
    c->op = REDUCE_SUM;
    c->elements = elements;
    for (int k = 0; k < grid->rank; k++)
        c->along[k] = true;
    return n;
}

node *async(node *comm, const expr *id)
{
    ((communication *)(uintptr_t)comm->u.comm)->async = id;
    return comm;
}

node *wait_async(model *m, const expr *id)
{
    node *n;
    make_comm(m, COMM_WAIT, &n)->async = id;
    return n;
}

static home processor(model *m, const proc_grid *grid, const expr *index)
{
    home at = {.grid = grid};
    at.axis[0].is_restricted = true;
    at.axis[0].index = index;
    at.axis[0].map = (axis_map){.source = AXIS_BY_DIM,
                                .kind = DIST_BLOCK,
                                .stride = number(m, 1),
                                .offset = number(m, 0),
                                .block = number(m, 1),
                                .lower = number(m, 0),
                                .extent = expr_extent(m->pool, grid, 0),
                                .grid = grid};
    return at;
}

node *post(model *m, const proc_grid *grid, const expr *to, const expr *tag)
{
    node *n;
    communication *c = make_comm(m, COMM_POST, &n);
    c->group = processor(m, grid, to);
    c->tag = tag;
    return n;
}

node *wait_post(model *m, const proc_grid *grid, const expr *from, const expr *tag)
{
    node *n;
    communication *c = make_comm(m, COMM_WAIT_POST, &n);
    if (from)
        c->group = processor(m, grid, from);
    c->tag = tag;
    return n;
}

node *one_sided(model *m, comm_kind kind, const proc_grid *grid, const variable *v,
                const expr *elements, const expr *image)
{
    node *n;
    communication *c = make_comm(m, kind, &n);
    c->group.grid = grid;
    c->var = v;
    c->elem_bytes = v->elem_bytes;
    c->elements = elements;
    c->image = image;
    return n;
}

node *sequence(int count, node *const *list)
{
    for (int i = 0; i + 1 < count; i++)
        list[i]->next = list[i + 1];
    return list[0];
}

home home_at(const model *m, const variable *v, const expr *const *index)
{
    const array_map *map = model_map(m, v);
    home at = {.grid = map->grid};
    for (int k = 0; map->grid && k < map->grid->rank; k++) {
        at.axis[k].is_restricted = true;
        at.axis[k].map = map->axis[k];
        at.axis[k].index = index[map->axis[k].dim];
    }
    return at;
}

node *shift(model *m, const variable *u, const expr *lower, const expr *upper, int count,
            const offset_read *reads)
{
    node *n;
    communication *c = make_comm(m, COMM_SHIFT, &n);
    c->var = u;
    c->source = *model_map(m, u);
    c->elem_bytes = u->elem_bytes;
    need *needs = ARENA_ARRAY(m->ctx->arena, count, need);
    for (int i = 0; i < count; i++) {
        loop_range *range = ARENA_ARRAY(m->ctx->arena, u->rank, loop_range);
        reference *ref = ARENA_NEW(m->ctx->arena, reference);
        const expr *index[MAX_RANK];
        ref->var = u;
        for (int d = 0; d < u->rank; d++) {
            range[d] = (loop_range){var(m, "x"), lower, upper, number(m, 1)};
            index[d] = expr_loop_var(m->pool, range[d].var);
            ref->sub[d] = (subscript){SUBSCRIPT_VALUE,
                                      expr_add(m->pool, index[d], number(m, reads[i].offset[d]))};
        }
        needs[i] = (need){.ref = ref, .range_count = u->rank, .range = range};
        needs[i].at = home_at(m, u, index);
    }
    c->needs = needs;
    c->need_count = count;
    return n;
}

node *move_element(model *m, const variable *u, const expr *const *from, const expr *const *to,
                   int count, const offset_read *reads)
{
    node *n;
    communication *c = make_comm(m, COMM_SHIFT, &n);
    c->var = u;
    c->source = *model_map(m, u);
    c->elem_bytes = u->elem_bytes;
    need *needs = ARENA_ARRAY(m->ctx->arena, count, need);
    for (int i = 0; i < count; i++) {
        reference *ref = ARENA_NEW(m->ctx->arena, reference);
        ref->var = u;
        for (int d = 0; d < u->rank; d++)
            ref->sub[d] = (subscript){SUBSCRIPT_VALUE,
                                      expr_add(m->pool, from[d], number(m, reads[i].offset[d]))};
        needs[i] = (need){.ref = ref, .at = home_at(m, u, to)};
    }
    c->needs = needs;
    c->need_count = count;
    return n;
}

node *broadcast(model *m, const variable *u, const expr *const *index)
{
    node *n;
    communication *c = make_comm(m, COMM_BROADCAST, &n);
    c->var = u;
    c->source = *model_map(m, u);
    c->elem_bytes = u->elem_bytes;
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = u;
    for (int d = 0; d < u->rank; d++)
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, index[d]};
    need *one = ARENA_NEW(m->ctx->arena, need);
    one->ref = ref;
    c->needs = one;
    c->need_count = 1;
    return n;
}

/* --- Predictions ------------------------------------------------------------ */

const aag_graph *model_graph(model *m, node *body)
{
    m->program.variable_count = m->variables.count;
    m->program.variables = m->variables.data;
    m->program.grid_count = m->grids.count;
    m->program.grids = m->grids.data;
    m->layout.grid_count = m->grids.count;
    m->layout.grids = m->grids.data;
    m->layout.map = m->maps.data;
    const aag_graph *g =
        aag_build(m->ctx, &m->program, &m->layout, &m->entry, body, AAG_BY_STATEMENT);
    assert_true(aag_verify(m->ctx, g));
    return g;
}

estimate predict(model *m, const aag_graph *g, const estimate_options *options, int rank,
                 const int *shape)
{
    bindings values = {.procs_rank = rank};
    for (int k = 0; k < rank; k++)
        values.procs[k] = shape[k];
    estimate e;
    bool ok = estimate_run(m->ctx, g, &m->machine, &values, options, &e);
    if (!ok)
        diag_print(m->ctx->diags, stderr, false, DIAG_REMARK);
    assert_true(ok);
    return e;
}

estimate predict_on(model *m, node *body, int procs)
{
    return predict(m, model_graph(m, body), NULL, m->grids.count ? 1 : 0, &procs);
}

const unit_cost *unit_of(const estimate *e, aag_class cls, int nth)
{
    for (int i = 0; i < e->unit_count; i++)
        if (e->units[i].unit->cls == cls && nth-- == 0)
            return &e->units[i];
    fail_msg("no such unit");
    return NULL;
}

void is_time(double got, double expected)
{
    if (fabs(got - expected) > 1e-12 * fmax(fabs(got), fabs(expected)))
        fail_msg("got %.15g, expected %.15g", got, expected);
}
