#include "plan/normalize/inline.h"

#include <string.h>

#include "plan/normalize/array_part.h"
#include "plan/normalize/index_argument.h"
#include "plan/normalize/intrinsic.h"
#include "plan/normalize/recursion.h"
#include "plan/normalize/renaming.h"
#include "plan/planner/owner.h"
#include "support/format.h"

/* Calls of calls double with each level; more nodes than this, beyond those that the source has,
 * take longer to plan than anybody waits, and 500 MB. */
enum { REPEATED_MAX = 50000 };

/* A clone of the entry's body in which each call holds the callee's body, its
 * formals replaced by the actual arrays and integer values of that call. */

typedef VEC(const param *) param_list;

static node *clone_list(planner *p, const renaming *r, const node *list);

static bool is_among_own(const call_node *c, const variable *array, int before)
{
    for (int i = 0; i < before; i++)
        if (c->arguments[i].own == array)
            return true;
    return false;
}

/* XcalableMP: the arguments of which a function without directives gets the executing node's own
 * part. In a divided loop, or a task, one that only looks at elements is taken to mean those of the
 * array. */
static void find_own(planner *p, node *n, argument *arguments)
{
    call_node *c = &n->u.call;
    const function *f = c->callee;
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++) {
        argument *a = &arguments[i];
        const variable *formal = f->formals[i];
        bool is_own = p->program->spelling == DIALECT_XMP && p->divided == 0 && a->array &&
                      !a->is_part && formal && formal->section != SECTION_NONE &&
                      map_of(p, a->array) && !is_among_own(c, a->array, i);
        if (!is_own)
            continue;
        unknown_effect *u =
            arena_copy(p->arena, array_part_effect(p, n, a->array, n->unknowns), sizeof *u);
        u->is_own = true;
        n->unknowns = u;
        a->own = a->array;
        a->array = NULL;
    }
}

static renaming bind_call(planner *p, const node *call, const call_node *c,
                          const unknown_effect *unknowns)
{
    const function *f = c->callee;
    renaming r = {.call = call, .callee = f, .unknowns = unknowns};
    const variable **actual = ARENA_ARRAY(p->arena, f->formal_count + 1, const variable *);
    const reference **first = ARENA_ARRAY(p->arena, f->formal_count + 1, const reference *);
    param_list params = {0};
    expr_list with = {0};
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++) {
        const argument *a = &c->arguments[i];
        const variable *formal = f->formals[i];
        if (a->array && !a->is_part && formal &&
            renaming_declared_rank(formal) == renaming_declared_rank(a->array))
            actual[i] = a->array;
        else if (a->array && formal && array_part_fits(formal, a)) {
            actual[i] = a->array;
            first[i] = a->first;
        } else if (a->array && formal && formal->rank > 0 && map_of(p, a->array)) {
            r.unknowns = array_part_unknown(p, call, formal, a->array, r.unknowns);
        }
        if (a->value && f->formal_params && f->formal_params[i]) {
            VEC_PUSH(p->arena, &params, f->formal_params[i]);
            VEC_PUSH(p->arena, &with, a->value);
        }
    }
    r.arguments = c->arguments;
    r.actual = actual;
    r.first = first;
    r.values = (expr_substitution){.count = params.count, .params = params.data, .with = with.data};
    return r;
}

static int nodes_in(const node *list)
{
    int count = 0;
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        count++;
        for (int i = node_below(n, lists); i-- > 0;)
            count += nodes_in(lists[i]);
    }
    return count;
}

/* However long a source is, each of its functions may be called once. */
static bool is_room_left(planner *p)
{
    if (p->unfolded < REPEATED_MAX)
        return true;
    if (!p->unfolded_most) {
        p->unfolded_most = REPEATED_MAX;
        for (const function *f = p->program->functions; f; f = f->next)
            p->unfolded_most += nodes_in(f->body);
    }
    return p->unfolded < p->unfolded_most;
}

/* Is there no room left for another body? Says so the first time. */
static bool is_too_much(planner *p, const node *call, const function *f)
{
    if (is_room_left(p))
        return false;
    if (p->unfolded++ == p->unfolded_most) {
        diag *d = diag_report(p->ctx->diags, DIAG_ERROR, "calls", call->where,
                              "the calls unfold into %s statements more than the source has: each "
                              "call is analysed by itself",
                              format_integer(p->arena, REPEATED_MAX));
        diag_note(d, f->where,
                  "'%s' is defined here; write its calls as a loop, or predict one function with "
                  "--entry",
                  f->name);
    }
    return true;
}

static void check_step(planner *p, const renaming *r, const node *n)
{
    const loop_range *range = &n->u.loop.range;
    int64_t step;
    if (!r || !r->callee || !expr_is_int(range->step, &step) || step != 0)
        return;
    diag *d = diag_report(p->ctx->diags, DIAG_ERROR, "step", n->where,
                          "the loop over '%s' never ends: a call of '%s' makes its step 0",
                          range->var->name, r->callee->name);
    diag_note(d, r->call->where, "'%s' is called here; pass another value", r->callee->name);
}

static void clone_loop(planner *p, const renaming *r, loop_node *l)
{
    l->range.lower = renaming_expr(p, r, l->range.lower);
    l->range.upper = renaming_expr(p, r, l->range.upper);
    l->range.step = renaming_expr(p, r, l->range.step);
    l->trips = expr_trips(p->pool, l->range.lower, l->range.upper, l->range.step);
    l->strip = renaming_expr(p, r, l->strip);
    l->hinted = renaming_expr(p, r, l->hinted);
    l->reach.lower = renaming_expr(p, r, l->reach.lower);
    l->reach.upper = renaming_expr(p, r, l->reach.upper);
    l->on_explicit = renaming_clause(p, r, l->on_explicit);
    l->reductions = renaming_reductions(p, r, l->reduction_count, l->reductions);
    const variable **news = ARENA_ARRAY(p->arena, l->new_count + 1, const variable *);
    for (int i = 0; i < l->new_count; i++)
        news[i] = renaming_variable(p, r, l->news[i]);
    l->news = news;
    p->divided += l->on_explicit != NULL;
    l->body = clone_list(p, r, l->body);
    p->divided -= l->on_explicit != NULL;
}

static argument *clone_arguments(planner *p, const renaming *r, const call_node *c,
                                 source_range where)
{
    argument *arguments = ARENA_ARRAY(p->arena, c->argument_count + 1, argument);
    for (int i = 0; i < c->argument_count; i++) {
        const argument *a = &c->arguments[i];
        arguments[i].array = renaming_variable(p, r, a->array);
        arguments[i].value = renaming_expr(p, r, a->value);
        arguments[i].own = renaming_variable(p, r, a->own);
        bool is_in_part = a->array && renaming_first(r, a->array);
        arguments[i].is_part = a->is_part || is_in_part;
        const argument *led = a->led_to_count ? a : renaming_led_by(r, a->array);
        if (led) {
            arguments[i].led_to_count = led->led_to_count;
            arguments[i].led_to = led->led_to;
            arguments[i].is_each = led->is_each && (led == a || !a->is_part);
        }
        if (a->first || (is_in_part && !a->is_part))
            arguments[i].first = renaming_reference(
                p, r, a->first ? a->first : array_part_first(p, a->array, where));
    }
    return arguments;
}

/* The callee's body; where it calls itself, as a loop over its executions. */
static node *clone_body(planner *p, const renaming *inner, recursion *x)
{
    const function *f = inner->callee;
    const int reflects = p->reflects.count, periodic = p->periodic.count;
    VEC_PUSH(p->arena, &p->cloning, x);
    node *body = clone_list(p, inner, f->body);
    if (recursion_is_loop(p, x)) {
        renaming executed = *inner;
        executed.values = (expr_substitution){0};
        x->is_kept = recursion_keeps_function(p, x);
        node *loop = x->is_kept ? NULL
                                : recursion_loop(p, x, inner->call,
                                                 clone_list(p, &executed, f->body), &inner->values);
        p->reflects.count = reflects;
        p->periodic.count = periodic;
        if (loop)
            executed.values = recursion_values(p, x, &inner->values);
        body = clone_list(p, &executed, f->body);
        if (loop)
            loop->u.loop.body = body;
        body = loop ? loop : body;
    }
    p->cloning.count--;
    return body;
}

/* The callee's body in place of the call `from`, unless there is none, or not another one. */
static void clone_call(planner *p, const renaming *r, const node *from, node *n)
{
    call_node *c = &n->u.call;
    c->scalar_reads = renaming_scalars(p, r, c->scalar_read_count, c->scalar_reads);
    argument *arguments = clone_arguments(p, r, c, from->where);
    c->arguments = arguments;
    if (r && !r->callee) { /* of a tree in which all of this has been done */
        renaming called = *r;
        called.is_called = true;
        c->instance = clone_list(p, &called, c->instance);
        return;
    }
    c->trips = renaming_expr(p, r, c->trips);
    recursion *around = c->callee->has_body ? recursion_of(p, c->callee) : NULL;
    if (around) {
        n->unknowns = recursion_note(p, around, from, arguments, c->trips, n->unknowns);
        return;
    }
    if (!c->callee->has_body || is_too_much(p, from, c->callee))
        return;
    find_own(p, n, arguments);
    for (int i = 0; i < c->argument_count; i++) {
        const expr *index = index_argument(p, c, i);
        arguments[i].value = index ? index : arguments[i].value;
    }
    renaming inner = bind_call(p, from, c, n->unknowns);
    n->unknowns = inner.unknowns;
    inner.place = r ? r->place : NULL;
    if (c->callee->intrinsic && !inner.place) {
        inner.place = &from->where;
        intrinsic_check(p, from, c, &inner.values);
    }
    recursion x = {.callee = c->callee, .arguments = arguments};
    x.hinted = recursion_is_hint(c->trips) ? c->trips : NULL;
    x.root = c->trips ? p->cloning.data[p->cloning.count - 1]->root : &x;
    c->instance = clone_body(p, &inner, &x);
}

/* Arrays that are named as a whole, in as many dimensions as they have. */
static void clone_exchange(planner *p, const renaming *r, statement_node *s)
{
    reference *whole = arena_copy(p->arena, s->write, sizeof *whole);
    whole->var = renaming_variable(p, r, s->write->var);
    for (int d = 0; d < whole->var->rank; d++)
        whole->sub[d] = (subscript){SUBSCRIPT_WHOLE, NULL};
    s->write = whole;
    s->exchange = renaming_exchange(p, r, s->exchange);
}

static void clone_statement(planner *p, const renaming *r, statement_node *s)
{
    if (s->exchange && r) {
        clone_exchange(p, r, s);
        return;
    }
    s->write = renaming_reference(p, r, s->write);
    s->scalar = renaming_variable(p, r, s->scalar);
    if (s->value)
        s->value = renaming_expr(p, r, s->value);
    s->reads = renaming_reads(p, r, &s->read_count, s->reads);
    s->scalar_reads = renaming_scalars(p, r, s->scalar_read_count, s->scalar_reads);
    if (s->io_bytes)
        s->io_bytes = renaming_expr(p, r, s->io_bytes);
}

static void clone_while(planner *p, const renaming *r, while_node *w)
{
    w->trips = renaming_expr(p, r, w->trips);
    w->stepped = renaming_variable(p, r, w->stepped);
    w->begins = renaming_expr(p, r, w->begins);
    w->step = renaming_expr(p, r, w->step);
    w->scalar_reads = renaming_scalars(p, r, w->scalar_read_count, w->scalar_reads);
    w->body = clone_list(p, r, w->body);
}

static void clone_if(planner *p, const renaming *r, const node *from, if_node *c)
{
    c->condition = renaming_expr(p, r, c->condition);
    c->queries_rank |= c->condition && c->condition->uses_coord;
    c->node_number = renaming_expr(p, r, c->node_number);
    c->reads = renaming_reads(p, r, &c->read_count, c->reads);
    c->scalar_reads = renaming_scalars(p, r, c->scalar_read_count, c->scalar_reads);
    c->then_body = clone_list(p, r, c->then_body);
    c->else_body = clone_list(p, r, c->else_body);
    recursion_decide(p, from, c);
}

static void clone_reflect(planner *p, const renaming *r, node *n)
{
    n->u.reflect.var = renaming_variable(p, r, n->u.reflect.var);
    n->u.reflect.async = renaming_expr(p, r, n->u.reflect.async);
    VEC_PUSH(p->arena, &p->reflects, n);
    bool is_periodic = false;
    for (int d = 0; d < MAX_RANK; d++)
        is_periodic |= n->u.reflect.is_periodic[d];
    if (is_periodic)
        VEC_PUSH(p->arena, &p->periodic, &n->u.reflect);
}

static void clone_xmp_comm(planner *p, const renaming *r, xmp_comm_node *s)
{
    s->items = renaming_reductions(p, r, s->count, s->items);
    s->on_explicit = renaming_clause(p, r, s->on_explicit);
    s->from_explicit = renaming_clause(p, r, s->from_explicit);
    s->async = renaming_expr(p, r, s->async);
    s->tag = renaming_expr(p, r, s->tag);
    s->image = renaming_expr(p, r, s->image);
}

static void clone_collective(planner *p, const renaming *r, collective_node *c)
{
    c->buffer = renaming_variable(p, r, c->buffer);
    c->elements = renaming_expr(p, r, c->elements);
    c->root = renaming_expr(p, r, c->root);
}

/* Puts clones in the place of all that `n`, a copy of `from`, still shares with it. */
static void clone_parts(planner *p, const renaming *r, const node *from, node *n)
{
    switch (n->kind) {
    case NODE_LOOP:
        clone_loop(p, r, &n->u.loop);
        check_step(p, r, n);
        return;
    case NODE_WHILE:
        clone_while(p, r, &n->u.whil);
        return;
    case NODE_IF:
        clone_if(p, r, from, &n->u.cond);
        return;
    case NODE_STATEMENT:
        clone_statement(p, r, &n->u.stmt);
        return;
    case NODE_CALL:
        clone_call(p, r, from, n);
        return;
    case NODE_REFLECT:
        clone_reflect(p, r, n);
        return;
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
        clone_xmp_comm(p, r, &n->u.xmp_comm);
        return;
    case NODE_COLLECTIVE:
        clone_collective(p, r, &n->u.collective);
        return;
    case NODE_TASK:
        n->u.task.on_explicit = renaming_clause(p, r, n->u.task.on_explicit);
        p->divided++;
        n->u.task.body = clone_list(p, r, n->u.task.body);
        p->divided--;
        return;
    case NODE_GMOVE:
        n->u.move.async = renaming_expr(p, r, n->u.move.async);
        n->u.move.body = clone_list(p, r, n->u.move.body);
        return;
    case NODE_REMAP:
        n->u.remap.var = renaming_variable(p, r, n->u.remap.var);
        return;
    case NODE_COMM:
    case NODE_BREAK:
    case NODE_RETURN:
        return;
    }
}

/* Does it only give arrays other names? */
static bool is_renaming(const renaming *r, const node *n)
{
    const array_exchange *x = n->kind == NODE_STATEMENT ? n->u.stmt.exchange : NULL;
    if (!x || !r || !r->names || (r->is_called && x->is_by_value))
        return false;
    if (n->u.stmt.write->var == x->array[0]) /* the first of the statements that it is */
        array_names_exchange(r->names, x);
    return true;
}

static node *clone_node(planner *p, const renaming *r, const node *from)
{
    if (is_renaming(r, from))
        return NULL;
    node *n = node_new(p->ctx, from->kind, r && r->place ? *r->place : from->where);
    n->text = from->text;
    n->copy = from->copy;
    n->unknowns = renaming_unknowns(p, r, from->unknowns);
    n->u = from->u;
    p->unfolded += r && is_room_left(p);
    clone_parts(p, r, from, n);
    return n;
}

/* The branch that an argument of the call decides for: in *taken. */
static bool is_decided(planner *p, const renaming *r, const node *n, const node **taken)
{
    int64_t value;
    if (n->kind != NODE_IF || !r || !r->callee || !n->u.cond.condition ||
        !expr_is_int(renaming_expr(p, r, n->u.cond.condition), &value))
        return false;
    *taken = value ? n->u.cond.then_body : n->u.cond.else_body;
    return true;
}

static node *clone_list(planner *p, const renaming *r, const node *list)
{
    node *head = NULL, *tail = NULL;
    for (; list; list = list->next) {
        const node *taken;
        node *clone =
            is_decided(p, r, list, &taken) ? clone_list(p, r, taken) : clone_node(p, r, list);
        if (clone)
            node_append(&head, &tail, clone);
    }
    return head;
}

node *instance_renamed(planner *p, const node *list, const expr_substitution *values,
                       array_names *names)
{
    const renaming r = {.values = *values, .names = names};
    return clone_list(p, &r, list);
}

node *instance_substitute(planner *p, const node *list, const expr_substitution *values)
{
    return instance_renamed(p, list, values, NULL);
}

node *instance_entry(planner *p, const function *entry)
{
    recursion x = {.callee = entry};
    x.root = &x;
    VEC_PUSH(p->arena, &p->cloning, &x);
    node *body = clone_list(p, NULL, entry->body);
    recursion_is_loop(p, &x); /* which reports that the entry is called again */
    p->cloning.count--;
    return body;
}
