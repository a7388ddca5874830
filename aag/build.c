#include "aag/aag_internal.h"

#include <assert.h>

#include "support/vec.h"

typedef VEC(aag_unit *) unit_vec;
typedef VEC(aag_step) step_vec;

typedef struct builder {
    fp_context *ctx;
    const program *program;
    aag_granularity granularity;
    unit_vec units;
    VEC(const communication *) comms;
    VEC(aag_edge) edges;
    bool is_passed_over; /* what follows a return here is executed all the same */
} builder;

/* What is executed after a list: the rest of the one around, where that has become part of a
 * branch in it. */
typedef struct continuation {
    const node *list;
    const struct continuation *next;
} continuation;

static aag_unit *build_list(builder *b, const node *list, const aag_unit *parent);
static aag_unit *build_until(builder *b, const node *list, const continuation *after,
                             const aag_unit *parent);

static aag_unit *add_unit(builder *b, aag_class cls, source_range where, const aag_unit *parent)
{
    aag_unit *u = ARENA_NEW(b->ctx->arena, aag_unit);
    u->cls = cls;
    u->id = u->last = b->units.count;
    u->where = where;
    u->parent = parent;
    u->region = program_region_at(b->program, where);
    if (!u->region && parent)
        u->region = parent->region;
    u->depth = parent ? parent->depth + 1 : 0;
    VEC_PUSH(b->ctx->arena, &b->units, u);
    return u;
}

/* Closes the subtree of `u`, which is complete. */
static void seal(builder *b, aag_unit *u)
{
    u->last = b->units.count - 1;
    for (const aag_unit *c = u->child; c && !u->has_comm; c = c->next)
        u->has_comm = c->has_comm;
    for (const aag_unit *c = u->other; c && !u->has_comm; c = c->next)
        u->has_comm = c->has_comm;
}

bool aag_home_is_set(const home *at)
{
    if (!at || !at->grid)
        return false;
    if (at->grid->of)
        return true; /* a part of the processors */
    for (int k = 0; k < at->grid->rank; k++)
        if (at->axis[k].is_restricted)
            return true;
    return false;
}

static void collect_accesses(builder *b, const statement_node *s, aag_step *step)
{
    int count = s->read_count + (s->write != NULL);
    if (!count || s->exchange) /* pointers are in registers */
        return;
    aag_access *list = ARENA_ARRAY(b->ctx->arena, count, aag_access);
    int n = 0;
    for (int i = 0; i < s->read_count; i++)
        if (!s->reads[i]->var->is_in_registers)
            list[n++] = (aag_access){s->reads[i], false, s->reads[i]->where};
    if (s->write && !s->write->var->is_in_registers && !s->exchange) /* addresses, no elements */
        list[n++] = (aag_access){s->write, true, s->write->where};
    step->access_count = n;
    step->accesses = list;
}

/* Accesses of a condition: reads only. */
static void collect_reads(builder *b, int count, const reference *const *reads, aag_unit *u)
{
    if (!count)
        return;
    aag_access *list = ARENA_ARRAY(b->ctx->arena, count, aag_access);
    for (int i = 0; i < count; i++)
        list[i] = (aag_access){reads[i], false, reads[i]->where};
    aag_step *step = ARENA_NEW(b->ctx->arena, aag_step);
    step->where = u->where;
    step->access_count = count;
    step->accesses = list;
    u->step_count = 1;
    u->steps = step;
}

static int bytes_read(const statement_node *s)
{
    int bytes = 0;
    for (int i = 0; i < s->read_count; i++)
        bytes += s->reads[i]->var->elem_bytes;
    for (int i = 0; i < s->scalar_read_count; i++)
        bytes += s->scalar_reads[i]->elem_bytes;
    return bytes;
}

static aag_step make_step(builder *b, const node *n)
{
    const statement_node *s = &n->u.stmt;
    aag_step step = {.where = n->where,
                     .ops = s->ops,
                     .is_io = s->is_io,
                     .unknowns = n->unknowns,
                     .scalar = s->scalar};
    if (s->is_io) {
        step.io_bytes = s->io_bytes;
        step.io_values = bytes_read(s);
    }
    if (aag_home_is_set(&s->at))
        step.at = &s->at;
    collect_accesses(b, s, &step);
    return step;
}

/* May the statement `next` join the unit that begins with `first`? */
static bool joins(const builder *b, const node *first, const node *next)
{
    if (next->kind != NODE_STATEMENT ||
        program_region_at(b->program, next->where) != program_region_at(b->program, first->where))
        return false;
    switch (b->granularity) {
    case AAG_BY_STATEMENT:
        return false;
    case AAG_BY_LINE:
        return next->where.file == first->where.file && next->where.line == first->where.line;
    case AAG_BY_BLOCK:
        return true;
    }
    return false;
}

/* Builds one Seq unit from the statements at `n`, clustered as far as the
 * granularity lets them (Parashar and Hariri 1996, section 4.2); returns the node after them. */
static const node *build_seq(builder *b, const node *n, const aag_unit *parent, aag_unit **out)
{
    aag_unit *u = add_unit(b, AAG_SEQ, n->where, parent);
    step_vec steps = {0};
    const node *at = n;
    do {
        VEC_PUSH(b->ctx->arena, &steps, make_step(b, at));
        at = at->next;
    } while (at && joins(b, n, at));
    u->steps = steps.data;
    u->step_count = steps.count;
    *out = u;
    return at;
}

/* A loop's body, where a return leaves iterations out; or a function's. */
static aag_unit *build_inner(builder *b, const node *list, bool is_loop, const aag_unit *parent)
{
    bool outer = b->is_passed_over;
    b->is_passed_over = is_loop;
    aag_unit *u = build_list(b, list, parent);
    b->is_passed_over = outer;
    return u;
}

static aag_unit *build_loop(builder *b, const node *n, const aag_unit *parent)
{
    const loop_node *loop = &n->u.loop;
    aag_unit *u = add_unit(b, AAG_ITER_D, n->where, parent);
    u->loop = loop;
    u->is_placement = loop->is_placement;
    u->var = loop->range.var;
    u->range = loop->range;
    u->trips = loop->trips ? loop->trips
                           : expr_trips(b->program->pool, loop->range.lower, loop->range.upper,
                                        loop->range.step);
    u->child = build_inner(b, loop->body, !loop->is_of_executions, u);
    u->chain_count = aag_find_chains(b->ctx->arena, b->program->pool, n, &u->chains);
    seal(b, u);
    if (u->has_comm)
        u->cls = AAG_ITER_SYNC;
    return u;
}

static aag_unit *build_while(builder *b, const node *n, const aag_unit *parent)
{
    aag_unit *u = add_unit(b, AAG_ITER_ND, n->where, parent);
    u->trips = n->u.whil.trips;
    u->condition = n->u.whil.condition;
    u->tests_first = n->u.whil.tests_first;
    u->uncounted = &n->u.whil;
    u->child = build_inner(b, n->u.whil.body, true, u);
    seal(b, u);
    return u;
}

static bool always_returns(const node *list);

/* Is nothing executed after the node? */
static bool returns(const node *n)
{
    return n->kind == NODE_RETURN || (n->kind == NODE_IF && always_returns(n->u.cond.then_body) &&
                                      always_returns(n->u.cond.else_body));
}

static bool always_returns(const node *list)
{
    bool found = false;
    for (const node *n = list; n && !found; n = n->next)
        found = returns(n);
    return found;
}

/* Do numbers decide whether what follows the node is executed? */
static bool may_end_list(const node *n)
{
    return n->kind == NODE_IF && n->u.cond.is_decided &&
           always_returns(n->u.cond.then_body) != always_returns(n->u.cond.else_body);
}

/* `rest`: what is executed after the branch that does not return; null: after both. */
static aag_unit *build_condition(builder *b, const node *n, const continuation *rest,
                                 const aag_unit *parent)
{
    const if_node *c = &n->u.cond;
    aag_unit *u = add_unit(b, AAG_CONDT_D, n->where, parent);
    u->test = c->condition;
    u->condition = c->ops;
    u->probability = c->probability;
    u->is_hinted = c->is_hinted;
    u->is_placement = c->is_placement;
    u->assumed = c->assumed;
    collect_reads(b, c->read_count, c->reads, u);
    bool goes_on_in_then = rest && !always_returns(c->then_body);
    u->child = build_until(b, c->then_body, goes_on_in_then ? rest : NULL, u);
    u->other = build_until(b, c->else_body, goes_on_in_then ? NULL : rest, u);
    seal(b, u);
    if (u->has_comm)
        u->cls = AAG_CONDT_SYNC;
    return u;
}

/* What follows a `return` in its list is never executed; its communications stay in the graph. */
static aag_unit *build_dead(builder *b, const node *n, const continuation *after,
                            const aag_unit *parent)
{
    aag_unit *u = add_unit(b, AAG_CONDT_D, n->where, parent);
    u->test = expr_int(b->program->pool, 0);
    u->is_placement = true;
    u->child = build_until(b, n, after, u);
    seal(b, u);
    if (u->has_comm)
        u->cls = AAG_CONDT_SYNC;
    return u;
}

/* A task is the conditional that a node program has for it: executed by the processors of its home.
 */
static aag_unit *build_task(builder *b, const node *n, const aag_unit *parent)
{
    aag_unit *u = add_unit(b, AAG_CONDT_D, n->where, parent);
    u->on = &n->u.task.on;
    u->is_placement = n->u.task.is_placement;
    u->probability = 1;
    u->child = build_list(b, n->u.task.body, u);
    seal(b, u);
    if (u->has_comm)
        u->cls = AAG_CONDT_SYNC;
    return u;
}

static aag_unit *build_call(builder *b, const node *n, const aag_unit *parent)
{
    aag_unit *u = add_unit(b, AAG_CALL, n->where, parent);
    u->callee = n->u.call.callee;
    u->child = build_inner(b, n->u.call.instance, false, u);
    seal(b, u);
    return u;
}

static aag_class exchange_class(comm_kind kind)
{
    switch (kind) {
    case COMM_REDUCE:
        return AAG_SYNC_SEQ;
    case COMM_BARRIER:
    case COMM_WAIT:
    case COMM_WAIT_POST:
        return AAG_SYNC;
    case COMM_SHIFT:
    case COMM_BROADCAST:
    case COMM_GATHER:
    case COMM_ALLGATHER:
    case COMM_WRITE_BACK:
    case COMM_TRANSPOSE:
    case COMM_REDISTRIBUTE:
    case COMM_IRREGULAR:
    case COMM_ELEMENT:
    case COMM_POST:
    case COMM_PUT:
    case COMM_GET:
        return AAG_COMM;
    }
    return AAG_COMM;
}

static aag_unit *build_comm(builder *b, const node *n, const aag_unit *parent)
{
    const communication *c = aag_spread_indices(b->ctx->arena, b->program->pool, n->u.comm, parent);
    aag_unit *u = add_unit(b, exchange_class(c->kind), n->where, parent);
    u->comm = c;
    u->has_comm = true;
    while (b->comms.count <= c->id)
        VEC_PUSH(b->ctx->arena, &b->comms, NULL);
    b->comms.data[c->id] = c;
    return u;
}

static aag_unit *build_node(builder *b, const node **at, const aag_unit *parent)
{
    const node *n = *at;
    aag_unit *u = NULL;
    *at = n->next;
    switch (n->kind) {
    case NODE_LOOP:
        return build_loop(b, n, parent);
    case NODE_WHILE:
        return build_while(b, n, parent);
    case NODE_IF:
        return build_condition(b, n, NULL, parent);
    case NODE_STATEMENT:
        *at = build_seq(b, n, parent, &u);
        return u;
    case NODE_CALL:
        return build_call(b, n, parent);
    case NODE_COMM:
        return build_comm(b, n, parent);
    case NODE_TASK:
        return build_task(b, n, parent);
    case NODE_RETURN:
        u = add_unit(b, AAG_END, n->where, parent);
        u->is_passed_over = b->is_passed_over;
        return u;
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
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
        break;
    }
    assert(false && "an explicit communication that the planner left in a node program");
    return NULL;
}

static aag_unit *build_until(builder *b, const node *list, const continuation *after,
                             const aag_unit *parent)
{
    aag_unit *head = NULL, *tail = NULL;
    bool is_over = false, was_passed_over = b->is_passed_over;
    while (list || after) {
        if (!list) {
            list = after->list;
            after = after->next;
            continue;
        }
        const node *n = list;
        const continuation rest = {n->next, after};
        bool takes_rest = !is_over && (n->next || after) && may_end_list(n);
        b->is_passed_over |= n->kind == NODE_IF && !takes_rest && (n->next || after);
        aag_unit *u = is_over      ? build_dead(b, n, after, parent)
                      : takes_rest ? build_condition(b, n, &rest, parent)
                                   : build_node(b, &list, parent);
        bool is_followed = n->kind == NODE_RETURN && !u->is_passed_over;
        if (u->cls != AAG_SEQ && !is_over && !is_followed)
            u->unknowns = n->unknowns;
        if (tail)
            tail->next = u;
        else
            head = u;
        tail = u;
        b->is_passed_over = was_passed_over;
        if (takes_rest || is_over)
            break;
        is_over = returns(n);
    }
    return head;
}

static aag_unit *build_list(builder *b, const node *list, const aag_unit *parent)
{
    return build_until(b, list, NULL, parent);
}

/* In an SPMD node program both ends of an exchange are one unit on different
 * processors, so its edge in the synchronised graph is a loop. What is waited for
 * elsewhere ends there. */
static void add_edges(builder *b, const aag_unit *u, const unit_vec *apart)
{
    bool is_loop = true;
    for (int i = 0; i < apart->count; i++) {
        const aag_unit *other = apart->data[i];
        if (comm_may_end_in(other->comm, u->comm))
            is_loop = false;
        if (!comm_may_end_in(u->comm, other->comm))
            continue;
        is_loop = false;
        VEC_PUSH(b->ctx->arena, &b->edges, ((aag_edge){u, other, u->comm}));
    }
    if (is_loop)
        VEC_PUSH(b->ctx->arena, &b->edges, ((aag_edge){u, u, u->comm}));
}

/* Does it end elsewhere, or is it such an end? */
static bool is_apart(const communication *c)
{
    return c->async || c->kind == COMM_WAIT || c->kind == COMM_POST || c->kind == COMM_WAIT_POST;
}

static void add_all_edges(builder *b)
{
    unit_vec apart = {0};
    for (int i = 0; i < b->units.count; i++)
        if (b->units.data[i]->comm && is_apart(b->units.data[i]->comm))
            VEC_PUSH(b->ctx->arena, &apart, b->units.data[i]);
    for (int i = 0; i < b->units.count; i++)
        if (b->units.data[i]->comm)
            add_edges(b, b->units.data[i], &apart);
}

const aag_graph *aag_build(fp_context *ctx, const program *p, const layout *where,
                           const function *entry, const node *node_program,
                           aag_granularity granularity)
{
    builder b = {.ctx = ctx, .program = p, .granularity = granularity};
    aag_unit *start = add_unit(&b, AAG_START, entry->where, NULL);
    aag_unit *spawn = add_unit(&b, AAG_SPAWN, entry->where, NULL);
    spawn->child = build_list(&b, node_program, spawn);
    seal(&b, spawn);
    aag_unit *end = add_unit(&b, AAG_END, entry->where, NULL);
    start->next = spawn;
    spawn->next = end;

    add_all_edges(&b);
    aag_graph *g = ARENA_NEW(ctx->arena, aag_graph);
    g->program = p;
    g->entry = entry;
    g->layout = where;
    g->unit_count = b.units.count;
    g->units = (const aag_unit *const *)b.units.data;
    g->root = start;
    g->edge_count = b.edges.count;
    g->edges = b.edges.data;
    g->comm_count = b.comms.count;
    g->comms = b.comms.data;
    return g;
}
