/* The legal shape of a tree. A breach is a bug of whoever built it. */

#include "program/tree/tree.h"

typedef struct verifier {
    const program *program;
    const function *function;
    bool is_node_program;
    bool is_legal;
    /* Loop variables in scope, innermost first. */
    const struct scope *scope;
    source_range at; /* of the node that is looked at */
} verifier;

typedef struct scope {
    const loop_var *var;
    const struct scope *outer;
} scope;

static void check_body(verifier *v, const node *body);

/* Reports `text` unless `holds`; returns whether it does. */
static bool check(verifier *v, bool holds, const char *text)
{
    if (!holds) {
        diag_report(v->program->ctx->diags, DIAG_ERROR, "internal", v->at,
                    "internal error: %s in the %s of '%s'; please report it with the source", text,
                    v->is_node_program ? "node program" : "tree", v->function->name);
        v->is_legal = false;
    }
    return holds;
}

static bool is_in_scope(const verifier *v, const loop_var *var)
{
    for (const scope *s = v->scope; s; s = s->outer)
        if (s->var == var)
            return true;
    return false;
}

/* An expression that must be there and uses no loop variable from elsewhere. */
static void check_expr(verifier *v, const expr *e, const char *missing)
{
    if (!check(v, e != NULL, missing) || !e->uses_loop_var)
        return;
    const loop_var **vars;
    const int count = expr_loop_vars(v->program->pool, e, &vars);
    for (int i = 0; i < count; i++)
        check(v, is_in_scope(v, vars[i]), "a loop variable used outside its loop");
}

static void check_expr_if_any(verifier *v, const expr *e)
{
    if (e)
        check_expr(v, e, "");
}

static void check_variable(verifier *v, const variable *var)
{
    const program *p = v->program;
    if (!check(v, var != NULL, "a reference to no variable"))
        return;
    check(v, var->rank >= 0 && var->rank <= MAX_RANK, "an array of impossible rank");
    check(v, var->id < p->variable_count && (var->id < 0 || p->variables[var->id] == var),
          "a variable that the program does not list");
}

static void check_reference(verifier *v, const reference *ref)
{
    check_variable(v, ref->var);
    if (!ref->var)
        return;
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE)
            check_expr(v, ref->sub[d].value, "a subscript without a value");
}

static void check_axis(verifier *v, const axis_map *axis)
{
    if (!check(v, axis->grid != NULL, "an axis of no processors"))
        return;
    check(v, axis->axis >= 0 && axis->axis < axis->grid->rank, "an axis that its grid lacks");
    if (axis->source == AXIS_REPLICATED)
        return;
    check(v, axis->kind != DIST_COLLAPSED, "a grid axis driven by a collapsed dimension");
    check(v, axis->source == AXIS_FIXED || axis->stride, "an axis without a stride");
    check(v, axis->offset && axis->lower && axis->extent, "an axis without a template");
    check(v, (axis->kind == DIST_GEN_BLOCK) == (axis->sizes != NULL),
          "an axis whose blocks have no sizes, or sizes and no such blocks");
}

static void check_home(verifier *v, const home *at)
{
    if (!at->grid)
        return;
    for (int axis = 0; axis < at->grid->rank; axis++) {
        const home_axis *h = &at->axis[axis];
        if (!h->is_restricted)
            continue;
        check(v, h->map.grid == at->grid && h->map.axis == axis, "a home on another grid's axis");
        check_axis(v, &h->map);
        check_expr_if_any(v, h->last);
        check(v, h->step >= 0, "a home whose step is not positive");
        check_expr(v, h->index, "a restricted home without an index");
    }
}

static void check_range(verifier *v, const loop_range *range)
{
    int64_t step;
    check(v, range->var != NULL, "a loop without a variable");
    check(v, !is_in_scope(v, range->var), "a loop inside a loop of the same variable");
    check_expr(v, range->lower, "a loop without a lower bound");
    check_expr(v, range->upper, "a loop without an upper bound");
    check_expr(v, range->step, "a loop without a step");
    check(v, !range->step || !expr_is_int(range->step, &step) || step != 0, "a loop of step 0");
}

static void check_reductions(verifier *v, int count, const reduction *items, bool has_op)
{
    for (int i = 0; i < count; i++) {
        check_variable(v, items[i].var);
        check(v, (items[i].op != REDUCE_NONE) == has_op, "a reduction of a wrong operation");
    }
}

static void check_loop(verifier *v, const loop_node *l)
{
    check_range(v, &l->range);
    if (v->is_node_program)
        check_expr(v, l->trips, "a loop without a trip count");
    else
        check(v, !l->trips && !l->split_on && !l->on, "a loop that is planned already");
    const scope inner = {l->range.var, v->scope};
    v->scope = &inner;
    if (l->split_on) {
        check_axis(v, l->split_on);
        check_expr(v, l->split_c, "a split loop without a coefficient");
        check_expr(v, l->split_d, "a split loop without an offset");
        check(v, !l->split_c || !expr_mentions(l->split_c, l->range.var),
              "a split loop whose index is not affine");
    }
    if (l->reach.kind != REACH_OWN) {
        check_expr(v, l->reach.lower, "a reach without a width");
        check_expr(v, l->reach.upper, "a reach without a width");
    }
    check_reductions(v, l->reduction_count, l->reductions, true);
    for (int i = 0; i < l->new_count; i++)
        check_variable(v, l->news[i]);
    check_body(v, l->body);
    v->scope = inner.outer;
}

static void check_while(verifier *v, const while_node *w)
{
    check_expr(v, w->trips, "a while loop without a trip count");
    check(v, !w->begins == !w->step && (w->stepped || !w->begins),
          "a while loop with half a beginning");
    check_expr_if_any(v, w->begins);
    check_expr_if_any(v, w->step);
    for (int i = 0; i < w->scalar_read_count; i++)
        check_variable(v, w->scalar_reads[i]);
    check_body(v, w->body);
}

static void check_if(verifier *v, const if_node *c)
{
    check_expr_if_any(v, c->condition);
    check(v, c->condition || (c->probability >= 0 && c->probability <= 1),
          "a branch of impossible probability");
    for (int i = 0; i < c->read_count; i++)
        check_reference(v, c->reads[i]);
    check_body(v, c->then_body);
    check_body(v, c->else_body);
}

static void check_statement(verifier *v, const statement_node *s)
{
    if (s->write)
        check_reference(v, s->write);
    if (s->scalar)
        check_variable(v, s->scalar);
    for (int i = 0; i < s->read_count; i++)
        check_reference(v, s->reads[i]);
    for (int i = 0; i < s->scalar_read_count; i++)
        check_variable(v, s->scalar_reads[i]);
    check(v, s->reduce == REDUCE_NONE || s->scalar || s->write, "a reduction into nothing");
    check(v, v->is_node_program || !s->at.grid, "a statement that is planned already");
    check_home(v, &s->at);
}

static void check_call(verifier *v, const call_node *c)
{
    if (!check(v, c->callee != NULL, "a call of nothing"))
        return;
    if (c->callee->has_body)
        check(v, c->argument_count == c->callee->formal_count, "a call of wrong arguments");
    for (int i = 0; i < c->argument_count; i++) {
        if (c->arguments[i].array)
            check_variable(v, c->arguments[i].array);
        check_expr_if_any(v, c->arguments[i].value);
    }
    for (int i = 0; i < c->scalar_read_count; i++)
        check_variable(v, c->scalar_reads[i]);
    check(v, v->is_node_program || !c->instance, "a call that is planned already");
    check_body(v, c->instance);
}

static void check_need(verifier *v, const communication *c, const need *n)
{
    const scope *outer = v->scope;
    scope inner[64];
    if (!check(v, n->ref != NULL, "a need of nothing") ||
        !check(v, n->range_count >= 0 && n->range_count <= 64, "a need in too deep a nest"))
        return;
    check(v, n->ref->var == c->var, "a need of another variable than its communication's");
    for (int i = 0; i < n->range_count; i++) {
        check_range(v, &n->range[i]);
        inner[i] = (scope){n->range[i].var, v->scope};
        v->scope = &inner[i];
    }
    check_reference(v, n->ref);
    check_home(v, &n->at);
    v->scope = outer;
}

static void check_comm(verifier *v, const communication *c)
{
    if (!check(v, c != NULL, "a communication of nothing"))
        return;
    check(v, c->id >= 0, "a communication without an id");
    check_home(v, &c->group);
    if (c->async)
        check_expr(v, c->async, "an asynchronous communication without an id");
    if (c->kind == COMM_WAIT)
        check(v, c->async != NULL, "a wait for nothing");
    if (c->tag)
        check_expr(v, c->tag, "a post with a tag that is nothing");
    if (c->kind == COMM_POST)
        check(v, c->group.grid && c->tag, "a post to nobody, or without a tag");
    if (c->kind == COMM_BARRIER || c->kind == COMM_WAIT || c->kind == COMM_POST ||
        c->kind == COMM_WAIT_POST)
        return;
    check_variable(v, c->var);
    check(v, c->elem_bytes > 0, "a communication of elements without a size");
    if (c->kind == COMM_PUT || c->kind == COMM_GET) {
        check_expr(v, c->elements, "an unknown number of elements goes to an image");
        if (c->image)
            check_expr(v, c->image, "an image that is nothing");
        return;
    }
    if (c->kind == COMM_REDUCE) {
        check(v, c->op != REDUCE_NONE, "a reduction without an operation");
        check_expr(v, c->elements, "a reduction of an unknown number of elements");
        return;
    }
    if (c->source.grid)
        for (int axis = 0; axis < c->source.grid->rank; axis++)
            check_axis(v, &c->source.axis[axis]);
    for (int i = 0; i < c->need_count; i++)
        check_need(v, c, &c->needs[i]);
}

static void check_collective(verifier *v, const collective_node *c)
{
    if (c->buffer)
        check_variable(v, c->buffer);
    if (c->form == FORM_BARRIER)
        return;
    check(v, c->elem_bytes > 0, "a collective of elements without a size");
    if (!c->sizes)
        check_expr(v, c->elements, "a collective of an unknown number of elements");
    check_expr_if_any(v, c->root);
}

static void check_explicit(verifier *v, const xmp_comm_node *s, bool has_op)
{
    check_reductions(v, s->count, s->items, has_op);
    if (s->on)
        check_home(v, s->on);
    if (s->from)
        check_home(v, s->from);
}

static void check_task(verifier *v, const task_node *t)
{
    check_home(v, &t->on);
    check_body(v, t->body);
}

static void check_remap(verifier *v, const remap_node *r)
{
    if (!check(v, !v->is_node_program, "a remapping that the planner left in a node program"))
        return;
    check(v, r->var || r->target, "a remapping of nothing");
    check(v, !r->var || r->align, "a remapping of an array to nowhere");
    check(v, !r->target || r->to, "a template that is redistributed in no way");
    if (r->var)
        check_variable(v, r->var);
}

static void check_node(verifier *v, const node *n)
{
    v->at = n->where;
    switch (n->kind) {
    case NODE_LOOP:
        check_loop(v, &n->u.loop);
        return;
    case NODE_WHILE:
        check_while(v, &n->u.whil);
        return;
    case NODE_IF:
        check_if(v, &n->u.cond);
        return;
    case NODE_STATEMENT:
        check_statement(v, &n->u.stmt);
        return;
    case NODE_CALL:
        check_call(v, &n->u.call);
        return;
    case NODE_COMM:
        if (check(v, v->is_node_program, "a communication before planning"))
            check_comm(v, n->u.comm);
        return;
    case NODE_REFLECT:
        check_variable(v, n->u.reflect.var);
        return;
    case NODE_REDUCE:
        check_explicit(v, &n->u.xmp_comm, true);
        return;
    case NODE_POST:
        check_expr(v, n->u.xmp_comm.tag, "a post without a tag");
        check_explicit(v, &n->u.xmp_comm, false);
        return;
    case NODE_WAIT:
        check_expr(v, n->u.xmp_comm.async, "a wait for nothing");
        check_explicit(v, &n->u.xmp_comm, false);
        return;
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_WAIT_POST:
        check_explicit(v, &n->u.xmp_comm, false);
        return;
    case NODE_COLLECTIVE:
        if (check(v, !v->is_node_program, "a collective that the planner left in a node program"))
            check_collective(v, &n->u.collective);
        return;
    case NODE_PUT:
    case NODE_GET:
        check(v, n->u.xmp_comm.count == 1, "not one coarray");
        check_explicit(v, &n->u.xmp_comm, false);
        return;
    case NODE_TASK:
        check_task(v, &n->u.task);
        return;
    case NODE_GMOVE:
        if (check(v, !v->is_node_program, "a gmove that the planner left in a node program"))
            check_body(v, n->u.move.body);
        return;
    case NODE_REMAP:
        check_remap(v, &n->u.remap);
        return;
    case NODE_BREAK:
        check(v, !v->is_node_program, "a break that the planner left in a node program");
        return;
    case NODE_RETURN:
        return;
    }
    check(v, false, "a node of no kind");
}

/* A list must end: one pointer runs twice as fast as the other. */
static bool is_list(const node *body)
{
    const node *slow = body, *fast = body;
    while (fast && fast->next) {
        fast = fast->next->next;
        slow = slow->next;
        if (fast == slow)
            return false;
    }
    return true;
}

static void check_body(verifier *v, const node *body)
{
    if (!check(v, is_list(body), "a list of nodes without an end"))
        return;
    for (; body; body = body->next)
        check_node(v, body);
}

bool tree_verify(const program *p, const function *f, const node *body, bool is_node_program)
{
    verifier v = {.program = p,
                  .function = f,
                  .is_node_program = is_node_program,
                  .is_legal = true,
                  .at = f->where};
    check_body(&v, body);
    return v.is_legal;
}
