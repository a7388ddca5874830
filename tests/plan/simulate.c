#include "tests/plan/simulate_machine.h"

#include <stdlib.h>
#include <string.h>

#include "support/vec.h"

static int64_t element_count(machine *m, const variable *v)
{
    int64_t n = 1;
    for (int d = 0; d < v->rank; d++)
        n *= value_of(m, v->extent[d]);
    return n;
}

/* --- Owners, by the definition in program/mapping.h --------------------------- */

static int64_t floor_mod(int64_t a, int64_t b)
{
    return ((a % b) + b) % b;
}

/* Whose block it is in; after all blocks, the last one's. */
static int owner_by_size(machine *m, const axis_map *axis, int64_t cell)
{
    int p = 0, last = env_extent(m->env, axis->grid, axis->axis) - 1;
    for (; p < last && cell >= value_of(m, axis->sizes->size[p]); p++)
        cell -= value_of(m, axis->sizes->size[p]);
    return p;
}

static int owner_of_cell(machine *m, const axis_map *axis, int64_t cell)
{
    int procs = env_extent(m->env, axis->grid, axis->axis);
    if (axis->kind == DIST_GEN_BLOCK)
        return owner_by_size(m, axis, cell - value_of(m, axis->lower));
    int64_t extent = value_of(m, axis->extent), block = 1;
    if (axis->block)
        block = value_of(m, axis->block);
    else if (axis->kind == DIST_BLOCK)
        block = (extent + procs - 1) / procs;
    return (int)floor_mod((cell - value_of(m, axis->lower)) / block, procs);
}

static int owner_of_index(machine *m, const axis_map *axis, int64_t index)
{
    return owner_of_cell(m, axis, value_of(m, axis->stride) * index + value_of(m, axis->offset));
}

static bool is_at_home(machine *m, const home *h, int rank)
{
    if (!h->grid)
        return true;
    for (int k = 0; k < h->grid->rank; k++) {
        int coordinate = env_coord(m->env, h->grid, k, rank);
        if (coordinate < 0)
            return false;
        if (h->axis[k].is_restricted &&
            owner_of_index(m, &h->axis[k].map, value_of(m, h->axis[k].index)) != coordinate)
            return false;
    }
    return true;
}

/* The rank that has the element of `ref` for `receiver`; -1: nobody. */
static int owner_for(machine *m, const array_map *map, const int64_t *index, int receiver)
{
    int coordinate[MAX_RANK] = {0};
    for (int k = 0; k < map->grid->rank; k++) {
        const axis_map *axis = &map->axis[k];
        switch (axis->source) {
        case AXIS_REPLICATED:
            coordinate[k] = env_coord(m->env, map->grid, k, receiver);
            break;
        case AXIS_FIXED:
            coordinate[k] = owner_of_cell(m, axis, value_of(m, axis->offset));
            break;
        case AXIS_BY_DIM:
            coordinate[k] = owner_of_index(m, axis, index[axis->dim]);
            break;
        }
    }
    return env_rank_at(m->env, map->grid, coordinate);
}

/* --- Loops --------------------------------------------------------------------- */

static bool owns_iteration(machine *m, const loop_node *l, int rank)
{
    if (!l->split_on)
        return true;
    int64_t index =
        value_of(m, l->split_c) * value_of(m, expr_loop_var(m->program->pool, l->range.var)) +
        value_of(m, l->split_d);
    return owner_of_index(m, l->split_on, index) ==
           env_coord(m->env, l->split_on->grid, l->split_on->axis, rank);
}

static void run_list(machine *m, const node *list, int rank);

typedef void loop_body(machine *m, const node *list, int rank);

static void run_loop(machine *m, const loop_node *l, int rank, loop_body *body)
{
    int64_t low = value_of(m, l->range.lower), high = value_of(m, l->range.upper);
    int64_t step = value_of(m, l->range.step);
    for (int64_t i = low; step > 0 ? i <= high : i >= high; i += step) {
        env_set_loop_var(m->env, l->range.var, i);
        if (rank < 0 || owns_iteration(m, l, rank))
            body(m, l->body, rank);
    }
}

/* One processor's (or the sequential run's) part of a list without communication. */
static void run_list(machine *m, const node *list, int rank)
{
    for (const node *n = list; n && !m->wrong; n = n->next) {
        switch (n->kind) {
        case NODE_LOOP:
            if (n->u.loop.parallel == LOOP_FORALL)
                run_forall(m, n, &m->rank[rank]);
            else
                run_loop(m, &n->u.loop, rank, run_list);
            break;
        case NODE_IF:
            run_list(m, branch_of(m, &n->u.cond, &m->rank[rank]), rank);
            break;
        case NODE_GMOVE:
            run_list(m, n->u.move.body, rank);
            break;
        case NODE_TASK:
            if (is_at_home(m, &n->u.task.on, rank))
                run_list(m, n->u.task.body, rank);
            break;
        case NODE_STATEMENT:
            if (is_at_home(m, &n->u.stmt.at, rank))
                run_statement(m, &n->u.stmt, &m->rank[rank]);
            break;
        case NODE_CALL:
            run_list(m, n->u.call.instance, rank);
            break;
        case NODE_WHILE:
        case NODE_COMM:
        case NODE_REFLECT:
        case NODE_REDUCE:
        case NODE_BARRIER:
        case NODE_BCAST:
        case NODE_RETURN:
            m->wrong = "this node does not occur in random programs";
            break;
        }
    }
}

/* --- Communication, by a walk ---------------------------------------------------- */

typedef struct walked {
    int *sender; /* by receiver * elements + element; -1: not needed */
    int64_t elements;
} walked;

static void walk_need(machine *m, const communication *c, const need *n, int depth, int receiver,
                      walked *w)
{
    if (depth < n->range_count) {
        const loop_range *l = &n->range[depth];
        int64_t low = value_of(m, l->lower), high = value_of(m, l->upper);
        int64_t step = value_of(m, l->step);
        for (int64_t i = low; step > 0 ? i <= high : i >= high; i += step) {
            env_set_loop_var(m->env, l->var, i);
            walk_need(m, c, n, depth + 1, receiver, w);
        }
        return;
    }
    if (!is_at_home(m, &n->at, receiver))
        return;
    int64_t index[MAX_RANK] = {0};
    for (int d = 0; d < c->var->rank; d++)
        index[d] = value_of(m, n->ref->sub[d].value);
    int sender = owner_for(m, &c->source, index, receiver);
    if (sender != receiver)
        w->sender[receiver * w->elements + element_of(m, n->ref)] = sender;
}

/* Returns whether the messages are exact, and not a bound. */
static bool compare_messages(machine *m, const communication *c, const walked *w)
{
    int64_t *pair = calloc((size_t)(m->procs * m->procs), sizeof *pair);
    for (int q = 0; q < m->procs; q++) {
        for (int64_t x = 0; x < w->elements; x++) {
            int s = w->sender[q * w->elements + x];
            if (s >= 0)
                pair[s * m->procs + q]++;
        }
    }
    transfer t;
    bool ok = true;
    arena *scratch = arena_new();
    if (!transfer_compute(scratch, m->env, c, &t, &ok) || !ok)
        m->wrong = "transfer_compute failed";
    for (int i = 0; i < t.count && !m->wrong; i++) {
        int64_t *have = &pair[t.messages[i].sender * m->procs + t.messages[i].receiver];
        bool is_right =
            t.is_bound ? *have <= t.messages[i].elements : *have == t.messages[i].elements;
        if (!is_right)
            m->wrong = arena_printf(
                m->ctx->arena, "%s of %s: %lld elements from %d to %d, walk %lld",
                comm_kind_name(c->kind), c->var->name, (long long)t.messages[i].elements,
                t.messages[i].sender, t.messages[i].receiver, (long long)*have);
        *have = 0;
    }
    for (int i = 0; i < m->procs * m->procs && !m->wrong; i++) {
        if (pair[i])
            m->wrong = "the walk has a message that transfer_compute has not";
    }
    arena_free(scratch);
    free(pair);
    return !t.is_bound;
}

static void run_transfer(machine *m, const communication *c)
{
    walked w = {.elements = element_count(m, c->var)};
    size_t cells = (size_t)(w.elements * m->procs);
    w.sender = malloc(cells * sizeof *w.sender);
    memset(w.sender, 0xff, cells * sizeof *w.sender);
    for (int i = 0; i < c->need_count; i++) {
        for (int q = 0; q < m->procs; q++)
            walk_need(m, c, &c->needs[i], 0, q, &w);
    }
    bool is_exact = compare_messages(m, c, &w) && c->kind != COMM_WRITE_BACK;
    for (int q = 0; q < m->procs; q++) {
        for (int64_t x = 0; x < w.elements; x++) {
            int s = w.sender[q * w.elements + x];
            if (s < 0)
                continue;
            m->rank[q].cell[c->var->id][x] = m->rank[s].cell[c->var->id][x];
            uint64_t *unread = &m->rank[q].unread[c->var->id][x], by = UINT64_C(1) << c->id % 64;
            if (*unread & by && !m->has_chance)
                m->wrong = arena_printf(m->ctx->arena,
                                        "%s of %s: %d gets [%lld] twice, and did not read it",
                                        comm_kind_name(c->kind), c->var->name, q, (long long)x);
            *unread |= is_exact ? by : 0;
        }
    }
    free(w.sender);
}

/* Adds up what each processor has accumulated since it had `before`, along the
 * axes; processors that differ elsewhere have results apart. */
static void run_reduce(machine *m, const communication *c, const uint64_t *before)
{
    uint64_t *result = calloc((size_t)m->procs, sizeof *result);
    int id = c->var->id, count = m->program->variable_count;
    for (int q = 0; q < m->procs; q++) {
        result[q] = before[q * count + id];
        for (int s = 0; s < m->procs; s++) {
            bool together = true;
            for (int k = 0; k < c->group.grid->rank; k++)
                together &= c->along[k] || env_coord(m->env, c->group.grid, k, s) ==
                                               env_coord(m->env, c->group.grid, k, q);
            if (together)
                result[q] += m->rank[s].scalar[id] - before[s * count + id];
        }
    }
    for (int q = 0; q < m->procs; q++)
        m->rank[q].scalar[id] = result[q];
    free(result);
}

static bool has_comm(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_COMM || (n->kind == NODE_LOOP && has_comm(n->u.loop.body)) ||
            (n->kind == NODE_TASK && has_comm(n->u.task.body)) ||
            (n->kind == NODE_IF &&
             (has_comm(n->u.cond.then_body) || has_comm(n->u.cond.else_body))))
            return true;
    }
    return false;
}

static void note_scalars(const machine *m, uint64_t *before)
{
    size_t count = (size_t)m->program->variable_count;
    for (int q = 0; q < m->procs; q++)
        memcpy(before + (size_t)q * count, m->rank[q].scalar, count * sizeof *before);
}

static void run_together(machine *m, const node *list, int unused);

/* A branch that communicates: all must go the same way. */
static void run_if_together(machine *m, const if_node *c)
{
    const node *way = branch_of(m, c, &m->rank[0]);
    for (int q = 1; q < m->procs; q++)
        if (branch_of(m, c, &m->rank[q]) != way)
            m->wrong = "processors disagree on a condition around a communication";
    run_together(m, way, 0);
}

/* All processors together: in step where they communicate. */
static void run_together(machine *m, const node *list, int unused)
{
    /* What a combination adds up is what the node before it has accumulated. */
    uint64_t *before = calloc((size_t)(m->procs * m->program->variable_count) + 1, sizeof *before);
    for (const node *n = list; n && !m->wrong; n = n->next) {
        if (n->kind == NODE_COMM && n->u.comm->kind == COMM_REDUCE) {
            run_reduce(m, n->u.comm, before);
            continue;
        }
        if (n->kind == NODE_COMM) {
            run_transfer(m, n->u.comm);
            continue;
        }
        note_scalars(m, before);
        if (n->kind == NODE_LOOP && has_comm(n->u.loop.body)) {
            if (n->u.loop.split_on)
                m->wrong = "a loop with communication inside is split";
            run_loop(m, &n->u.loop, -1, run_together);
        } else if (n->kind == NODE_IF &&
                   (has_comm(n->u.cond.then_body) || has_comm(n->u.cond.else_body))) {
            run_if_together(m, &n->u.cond);
        } else {
            node one = *n;
            one.next = NULL;
            for (int q = 0; q < m->procs; q++)
                run_list(m, &one, q);
        }
    }
    free(before);
    (void)unused;
}

/* --- Whole runs ------------------------------------------------------------------ */

static memory new_memory(machine *m)
{
    memory mem;
    int count = m->program->variable_count;
    mem.cell = ARENA_ARRAY(m->ctx->arena, count, uint64_t *);
    mem.unread = ARENA_ARRAY(m->ctx->arena, count, uint64_t *);
    mem.scalar = ARENA_ARRAY(m->ctx->arena, count, uint64_t);
    for (int v = 0; v < count; v++) {
        int64_t n = element_count(m, m->program->variables[v]);
        mem.cell[v] = ARENA_ARRAY(m->ctx->arena, n, uint64_t);
        mem.unread[v] = ARENA_ARRAY(m->ctx->arena, n, uint64_t);
        for (int64_t x = 0; x < n; x++)
            mem.cell[v][x] = mix((uint64_t)v, (uint64_t)x);
    }
    return mem;
}

/* Takes away what a processor does not own, so that only messages bring it. */
static void forget_unowned(machine *m, int rank)
{
    for (int v = 0; v < m->program->variable_count; v++) {
        const variable *var = m->program->variables[v];
        const array_map *map = m->layout->map[v];
        int64_t n = element_count(m, var);
        for (int64_t x = 0; map && map->grid && x < n; x++) {
            int64_t index[MAX_RANK] = {0}, rest = x;
            for (int d = var->rank - 1; d >= 0; d--) {
                int64_t extent = value_of(m, var->extent[d]);
                index[d] = rest % extent;
                rest /= extent;
            }
            if (owner_for(m, map, index, rank) != rank)
                m->rank[rank].cell[v][x] = NOT_THERE;
        }
    }
}

static void compare_owned(machine *m, const memory *truth, int rank)
{
    memory has = m->rank[rank];
    machine probe = *m;
    for (int v = 0; v < m->own_variables && !m->wrong; v++) {
        const variable *var = m->program->variables[v];
        const array_map *map = m->layout->map[v];
        int64_t n = element_count(m, var);
        for (int64_t x = 0; x < n && !m->wrong; x++) {
            int64_t index[MAX_RANK] = {0}, rest = x;
            for (int d = var->rank - 1; d >= 0; d--) {
                int64_t extent = value_of(&probe, var->extent[d]);
                index[d] = rest % extent;
                rest /= extent;
            }
            if (has.unread[v][x] && !m->has_chance)
                m->wrong =
                    arena_printf(m->ctx->arena, "processor %d gets %s[%lld], and does not read it",
                                 rank, var->name, (long long)x);
            bool owned = !map || !map->grid || owner_for(m, map, index, rank) == rank;
            if (owned && has.cell[v][x] != truth->cell[v][x])
                m->wrong = arena_printf(m->ctx->arena, "processor %d computes %s[%lld] wrong", rank,
                                        var->name, (long long)x);
        }
        /* Each processor keeps the temporary of its own last iteration. */
        bool is_shared = var->rank == 0 && strcmp(var->name, "temporary") != 0;
        if (is_shared && !m->wrong && has.scalar[v] != truth->scalar[v])
            m->wrong =
                arena_printf(m->ctx->arena, "processor %d computes %s wrong", rank, var->name);
    }
}

const char *simulate_compare(fp_context *ctx, const program *p, const function *entry,
                             const node_program *planned, env *e)
{
    machine alone = {.ctx = ctx,
                     .program = p,
                     .layout = planned->layout,
                     .env = e,
                     .procs = 1,
                     .own_variables = p->variable_count};
    alone.rank = ARENA_ARRAY(ctx->arena, 1, memory);
    alone.rank[0] = new_memory(&alone);
    run_list(&alone, entry->body, 0);
    if (alone.wrong)
        return alone.wrong;
    machine all = alone;
    all.program = planned->program;
    all.procs = env_procs(e);
    all.rank = ARENA_ARRAY(ctx->arena, all.procs, memory);
    for (int q = 0; q < all.procs; q++) {
        all.rank[q] = new_memory(&all);
        forget_unowned(&all, q);
    }
    run_together(&all, planned->body, 0);
    for (int q = 0; q < all.procs && !all.wrong; q++)
        compare_owned(&all, &alone.rank[0], q);
    return all.wrong;
}
