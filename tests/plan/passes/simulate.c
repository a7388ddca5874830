#include "tests/plan/passes/simulate_machine.h"

#include <stdlib.h>
#include <string.h>

/* Copies between versions of an array are steps for all processors, too. */
static bool has_steps(const node *list, bool with_copies)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_COMM || (with_copies && copy_nest(n)))
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (has_steps(lists[i], with_copies))
                return true;
    }
    return false;
}

static bool holds_comm(const node *n)
{
    node alone = *n;
    alone.next = NULL;
    return !copy_nest(n) && has_steps(&alone, true);
}

/* --- Lists ----------------------------------------------------------------------- */

typedef void run_body(machine *m, const node *list, int rank);

static void run_list(machine *m, const node *list, int rank);

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

/* Is it a loop of the source, and not one over the tiles of others? */
static bool is_source_loop(const machine *m, const loop_var *v)
{
    for (int i = 0; i < m->names.count; i++)
        if (strcmp(m->names.data[i], v->name) == 0)
            return true;
    return false;
}

/* rank -1: all processors together. */
static void run_loop(machine *m, const loop_node *l, int rank, run_body *body)
{
    const loop_range *r = &l->range;
    if (rank >= 0)
        env_set_rank(m->env, rank);
    int64_t low = value_of(m, r->lower), high = value_of(m, r->upper), step = value_of(m, r->step);
    m->has_skipped |= (step > 0 ? low > high : low < high) && holds_remap(l->body);
    bool is_source = is_source_loop(m, r->var);
    if (is_source)
        VEC_PUSH(m->ctx->arena, &m->loops, r->var);
    for (int64_t i = low; !machine_stops(m) && (step > 0 ? i <= high : i >= high); i += step) {
        env_set_loop_var(m->env, r->var, i);
        if (rank < 0 || owns_iteration(m, l, rank))
            body(m, l->body, rank);
    }
    m->loops.count -= is_source;
}

static void run_while(machine *m, const while_node *w, int rank, run_body *body)
{
    int64_t trips = value_of(m, w->trips);
    m->has_skipped |= trips < 1 && holds_remap(w->body);
    for (int64_t i = 0; i < trips && !machine_stops(m); i++)
        body(m, w->body, rank);
}

/* A call in the source: the callee's body, with the actual arrays and integers. */
static void run_callee(machine *m, const call_node *c, int rank)
{
    const function *f = c->callee;
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++) {
        const argument *a = &c->arguments[i];
        if (a->array && f->formals[i] && f->formals[i]->rank > 0) {
            /* One subscript stands for all dimensions. */
            bool has_one = a->array->is_flat && f->formals[i]->rank == 1;
            if (a->is_part || (a->array->rank != f->formals[i]->rank && !has_one))
                m->result.unsupported = "a part of an array as an argument";
            m->actual[f->formals[i]->id] = variable_of(m, a->array);
        }
        if (a->value && f->formal_params && f->formal_params[i])
            env_set_param(m->env, f->formal_params[i], value_of(m, a->value));
    }
    const alignment **saved = remap_enter(m, c);
    run_list(m, f->body, rank);
    remap_leave(m, c, saved);
}

void run_node(machine *m, const node *n, int rank)
{
    switch (n->kind) {
    case NODE_LOOP:
        run_loop(m, &n->u.loop, rank, run_list);
        break;
    case NODE_WHILE:
        run_while(m, &n->u.whil, rank, run_list);
        break;
    case NODE_IF:
        run_list(m, branch_of(m, &n->u.cond, &m->rank[rank]), rank);
        break;
    case NODE_GMOVE:
        run_list(m, n->u.move.body, rank);
        break;
    case NODE_TASK:
        if (is_executing(m, &n->u.task.on, rank))
            run_list(m, n->u.task.body, rank);
        break;
    case NODE_STATEMENT:
        if (is_executing(m, &n->u.stmt.at, rank))
            run_statement(m, &n->u.stmt, rank);
        break;
    case NODE_CALL:
        if (n->u.call.instance)
            run_list(m, n->u.call.instance, rank);
        else if (n->u.call.callee->has_body)
            run_callee(m, &n->u.call, rank);
        break;
    case NODE_REMAP:
        run_remap(m, &n->u.remap);
        break;
    case NODE_BREAK:
        m->result.unsupported = "a break";
        break;
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
        break; /* of one processor, which is the source's */
    case NODE_RETURN:
        if (n->next || m->loops.count)
            m->result.unsupported = "a return before the end";
        break;
    case NODE_COMM:
        machine_wrong(m, "a communication that not all take part in");
        break;
    }
}

/* One processor's (or the sequential run's) part of a list without communication. */
static void run_list(machine *m, const node *list, int rank)
{
    for (const node *n = list; n && !machine_stops(m); n = n->next)
        if (n->kind == NODE_LOOP && n->u.loop.parallel == LOOP_FORALL)
            n = run_forall(m, n, rank);
        else
            run_node(m, n, rank);
}

/* --- All processors, in step where they communicate ---------------------------------- */

static void run_together(machine *m, const node *list, int unused);

/* All who are there must go the same way. */
static void run_if_together(machine *m, const if_node *c)
{
    bool is_for_all = has_steps(c->then_body, false) || has_steps(c->else_body, false);
    int first = -1;
    const node *way = NULL;
    for (int q = 0; q < m->procs; q++) {
        if (!m->active[q] || (!is_for_all && !can_test(m, c, &m->rank[q])))
            continue;
        const node *mine = branch_of(m, c, &m->rank[q]);
        if (first >= 0 && mine != way)
            machine_wrong(m, "processors disagree on a condition around a communication");
        way = mine;
        first = q;
    }
    if (first >= 0)
        run_together(m, way, 0);
}

static void run_task_together(machine *m, const task_node *t)
{
    bool *outer = m->active;
    m->active = calloc((size_t)m->procs, sizeof *m->active);
    for (int q = 0; q < m->procs; q++)
        m->active[q] = outer[q] && is_executing(m, &t->on, q);
    run_together(m, t->body, 0);
    free(m->active);
    m->active = outer;
}

static void run_with_comm(machine *m, const node *n)
{
    switch (n->kind) {
    case NODE_LOOP:
        if (n->u.loop.split_on)
            machine_wrong(m, "a loop with communication inside is split");
        run_loop(m, &n->u.loop, -1, run_together);
        break;
    case NODE_WHILE:
        run_while(m, &n->u.whil, -1, run_together);
        break;
    case NODE_IF:
        run_if_together(m, &n->u.cond);
        break;
    case NODE_TASK:
        run_task_together(m, &n->u.task);
        break;
    case NODE_CALL:
        run_together(m, n->u.call.instance, 0);
        break;
    case NODE_STATEMENT:
    case NODE_GMOVE:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_RETURN:
        machine_wrong(m, "a node that does not hold communication");
        break;
    }
}

static void run_comm(machine *m, const communication *c, const uint64_t *before)
{
    if (c->kind == COMM_REDUCE)
        run_reduce(m, c, before);
    else if (c->kind == COMM_BROADCAST && c->need_count == 0)
        run_broadcast(m, c);
    else if (c->kind == COMM_PUT || c->kind == COMM_GET)
        m->result.unsupported = "a coarray";
    else if (c->kind != COMM_BARRIER && c->kind != COMM_WAIT && c->kind != COMM_POST &&
             c->kind != COMM_WAIT_POST)
        run_transfer(m, c);
}

static void note_scalars(const machine *m, uint64_t *before)
{
    size_t count = (size_t)m->program->variable_count;
    for (int q = 0; q < m->procs; q++)
        memcpy(before + (size_t)q * count, m->rank[q].scalar, count * sizeof *before);
}

static void note_agreement(machine *m)
{
    for (int v = 0; v < m->program->variable_count; v++) {
        bool agrees = true;
        for (int q = 1; q < m->procs && agrees; q++)
            agrees = m->rank[q].scalar[v] == m->rank[0].scalar[v];
        if (agrees)
            m->agreed[v] = m->rank[0].scalar[v];
    }
}

static void run_together(machine *m, const node *list, int unused)
{
    /* What a combination adds up is what the node before it has accumulated. */
    uint64_t *before = calloc((size_t)(m->procs * m->program->variable_count) + 1, sizeof *before);
    for (const node *n = list; n && !machine_stops(m); n = n->next) {
        note_agreement(m);
        if (n->kind == NODE_COMM) {
            run_comm(m, n->u.comm, before);
            continue;
        }
        note_scalars(m, before);
        if (holds_comm(n)) {
            run_with_comm(m, n);
            continue;
        }
        if (copy_nest(n))
            note_copy(m, copy_nest(n));
        for (int q = 0; q < m->procs && !machine_stops(m); q++)
            if (m->active[q])
                run_node(m, n, q);
    }
    free(before);
    (void)unused;
}

/* --- Whole runs ------------------------------------------------------------------------ */

static uint64_t **new_cells(machine *m)
{
    uint64_t **cells = ARENA_ARRAY(m->ctx->arena, m->program->variable_count, uint64_t *);
    for (int v = 0; v < m->program->variable_count; v++) {
        const variable *var = m->program->variables[v];
        bool has_extents = true;
        for (int d = 0; d < var->rank; d++)
            has_extents = has_extents && var->extent[d];
        if (has_extents && (var->formal_index < 0 || var->rank == 0 || m->actual[v] == var)) {
            m->cells[v] = element_count(m, var);
            cells[v] = ARENA_ARRAY(m->ctx->arena, m->cells[v], uint64_t);
        }
    }
    return cells;
}

static memory new_memory(machine *m)
{
    memory mem = {
        .cell = new_cells(m), .unread = new_cells(m), .stamp = new_cells(m), .added = new_cells(m)};
    int count = m->program->variable_count;
    mem.scalar = ARENA_ARRAY(m->ctx->arena, count, uint64_t);
    for (int v = 0; v < count; v++) {
        int64_t n = mem.cell[v] ? element_count(m, m->program->variables[v]) : 0;
        for (int64_t x = 0; x < n; x++)
            mem.cell[v][x] = mix((uint64_t)v, (uint64_t)x);
    }
    return mem;
}

/* Takes away what a processor does not own, so that it has it from messages only. */
static void forget_unowned(machine *m, int rank)
{
    for (int v = 0; v < m->program->variable_count; v++) {
        const variable *var = m->program->variables[v];
        int64_t n = machine_map(m, var) && m->rank[rank].cell[v] ? element_count(m, var) : 0;
        for (int64_t x = 0; x < n; x++)
            if (!is_owner(m, var, x, rank))
                m->rank[rank].cell[v][x] = NOT_THERE;
    }
}

/* Marks what belongs to iterations: each processor keeps that of its own last one. */
static void find_private(const node *list, bool is_shared_out, bool *is_private)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
        bool is_part = is_shared_out || (n->kind == NODE_LOOP && n->u.loop.split_on) ||
                       (n->kind == NODE_TASK && n->u.task.on.grid) || (s && s->at.grid);
        if (s && s->scalar && !s->reduce && is_part)
            is_private[s->scalar->id] = true;
        for (int i = 0; n->kind == NODE_LOOP && i < n->u.loop.new_count; i++)
            is_private[n->u.loop.news[i]->id] = true;
        const variable *to = s && s->write ? s->write->var : NULL;
        if (to && !to->align && to->owner && is_part)
            is_private[to->id] = true; /* else it is everybody's, and must be sent to all */
        for (int i = node_below(n, lists); i-- > 0;)
            find_private(lists[i], is_part, is_private);
    }
}

/* A scalar for which the plan has one of its own is right at the end only where
 * somebody asks for it. */
static void find_replaced(const machine *m, bool *is_private)
{
    for (int own = m->own_variables; own < m->program->variable_count; own++)
        for (int v = 0; v < m->own_variables && m->program->variables[own]->rank == 0; v++)
            is_private[v] |= m->program->variables[v]->name == m->program->variables[own]->name;
}

/* Truth has the array itself, the processor what is its version now. */
static void compare_array(machine *m, const memory *truth, const variable *array, int rank)
{
    const variable *v = m->current[array->id];
    const memory *has = &m->rank[rank];
    int64_t n = has->cell[v->id] ? element_count(m, v) : 0;
    for (int64_t x = 0; x < n && !machine_stops(m); x++) {
        if (has->unread[v->id][x] && !m->has_chance)
            machine_wrong(m, "processor %d gets %s[%lld], and does not read it", rank, v->name,
                          (long long)x);
        if (has->stamp[v->id][x])
            machine_wrong(m, "processor %d computes %s[%lld], and nothing sends it to its owner",
                          rank, v->name, (long long)x);
        if (has->cell[v->id][x] != truth->cell[array->id][x] && is_owner(m, v, x, rank))
            machine_wrong(m, "processor %d computes %s[%lld] wrong", rank, v->name, (long long)x);
    }
}

/* What is the entry's own ends with it: where it has been moved nothing reads it again. */
static bool is_kept(const machine *m, const variable *v)
{
    return m->moves_all || m->current[v->id] == v || !v->owner || v->is_static;
}

static void compare(machine *m, const memory *truth, const bool *is_private, int rank)
{
    for (int v = 0; v < m->own_variables && !machine_stops(m); v++) {
        const variable *var = m->program->variables[v];
        if (is_private[v])
            continue;
        if (m->rank[rank].scalar[v] != truth->scalar[v])
            machine_wrong(m, "processor %d computes %s wrong", rank, var->name);
        if (var->rank > 0 && is_kept(m, var))
            compare_array(m, truth, var, rank);
    }
}

static bool is_alike(const reference *a, const reference *b)
{
    if (a->var != b->var)
        return false;
    for (int d = 0; d < a->var->rank; d++)
        if (a->sub[d].kind != b->sub[d].kind || a->sub[d].value != b->sub[d].value)
            return false;
    return true;
}

/* Left sides below a node that c writes back: its needs are of left sides, one of
 * those that are alike for all. */
static void add_returned(machine *m, const node *list, const communication *c)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const reference *write = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
        for (int k = 0; write && k < c->need_count; k++)
            if (is_alike(c->needs[k].ref, write)) {
                VEC_PUSH(m->ctx->arena, &m->returned, write);
                break;
            }
        for (int i = node_below(n, lists); i-- > 0;)
            add_returned(m, lists[i], c);
    }
}

/* Is the communication's first need of a left side in the list? */
static bool is_return(const node *list, const communication *c)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.write == c->needs[0].ref)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (is_return(lists[i], c))
                return true;
    }
    return false;
}

/* Each such communication stands after what it serves. */
static void find_returned(machine *m, const node *list)
{
    const node *served = NULL;
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind != NODE_COMM)
            served = n;
        else if (served &&
                 (n->u.comm->kind == COMM_WRITE_BACK || n->u.comm->kind == COMM_IRREGULAR)) {
            node alone = *served;
            alone.next = NULL;
            if (is_return(&alone, n->u.comm))
                add_returned(m, &alone, n->u.comm);
        }
        for (int i = node_below(n, lists); i-- > 0;)
            find_returned(m, lists[i]);
    }
}

static void find_names(machine *m, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_LOOP)
            VEC_PUSH(m->ctx->arena, &m->names, n->u.loop.range.var->name);
        if (n->kind == NODE_CALL && n->u.call.callee->has_body)
            find_names(m, n->u.call.callee->body);
        for (int i = node_below(n, lists); i-- > 0;)
            find_names(m, lists[i]);
    }
}

static machine new_machine(fp_context *ctx, const program *p, const function *entry,
                           const layout *where, env *e, int procs)
{
    machine m = {
        .ctx = ctx, .program = p, .entry = entry, .layout = where, .env = e, .procs = procs};
    m.rank = ARENA_ARRAY(ctx->arena, procs, memory);
    m.active = ARENA_ARRAY(ctx->arena, procs, bool);
    m.actual = ARENA_ARRAY(ctx->arena, p->variable_count, const variable *);
    m.cells = ARENA_ARRAY(ctx->arena, p->variable_count, int64_t);
    m.agreed = ARENA_ARRAY(ctx->arena, p->variable_count, uint64_t);
    remap_begin(&m);
    for (int q = 0; q < procs; q++)
        m.active[q] = true;
    return m;
}

simulation simulate(fp_context *ctx, const program *p, const function *entry,
                    const node_program *planned, env *e, bool moves_all)
{
    machine alone = new_machine(ctx, p, entry, planned->layout, e, 1);
    alone.own_variables = p->variable_count;
    for (int i = 0; i < entry->formal_count; i++)
        if (entry->formals[i])
            alone.actual[entry->formals[i]->id] = entry->formals[i];
    find_names(&alone, entry->body);
    alone.rank[0] = new_memory(&alone);
    run_list(&alone, entry->body, 0);
    if (machine_stops(&alone))
        return alone.result;
    machine all = new_machine(ctx, planned->program, entry, planned->layout, e, env_procs(e));
    all.own_variables = p->variable_count;
    all.moves_all = moves_all;
    find_names(&all, entry->body);
    find_returned(&all, planned->body);
    for (int i = 0; i < entry->formal_count; i++)
        if (entry->formals[i])
            all.actual[entry->formals[i]->id] = entry->formals[i];
    for (int q = 0; q < all.procs; q++) {
        all.rank[q] = new_memory(&all);
        forget_unowned(&all, q);
    }
    run_together(&all, planned->body, 0);
    bool *is_private = ARENA_ARRAY(ctx->arena, all.program->variable_count, bool);
    find_private(planned->body, false, is_private);
    find_replaced(&all, is_private);
    if (moves_all)
        compare_traces(&all, &alone);
    for (int q = 0; q < all.procs; q++)
        compare(&all, &alone.rank[0], is_private, q);
    return all.result;
}
