#include "plan/normalize/recursion.h"

#include "plan/normalize/reached_arrays.h"
#include "plan/planner/owner.h"

/* A function that calls itself is predicted as a loop over its executions, of which the source, a
 * hint or --set says how many there are. What follows the inner call so comes before the next
 * execution, and not after all of them; who computes and sends what stays the same. */

bool recursion_is_hint(const expr *trips)
{
    return trips && (trips->kind != EXPR_PARAM || trips->u.param->origin != PARAM_TRIP);
}

recursion *recursion_of(planner *p, const function *f)
{
    for (int i = p->cloning.count; i-- > 0;)
        if (p->cloning.data[i]->callee == f)
            return p->cloning.data[i];
    return NULL;
}

static bool is_same_element(const reference *a, const reference *b)
{
    if (!a || !b)
        return a == b;
    bool is_same = a->var == b->var;
    for (int d = 0; is_same && d < a->var->rank; d++)
        is_same = a->sub[d].value == b->sub[d].value && a->sub[d].value;
    return is_same;
}

static bool is_mapped(const planner *p, const argument *a)
{
    return (a->array && map_of(p, a->array)) || (a->own && map_of(p, a->own));
}

/* Of arrays that nothing maps, which one it is makes no difference but to the caches. */
static bool is_same_array(const planner *p, const argument *a, const argument *b)
{
    if (!is_mapped(p, a) && !is_mapped(p, b))
        return true;
    return a->array == b->array && a->own == b->own && a->is_part == b->is_part &&
           (!a->is_part || is_same_element(a->first, b->first));
}

/* A hint may stand at any of the calls that lead around. */
static const expr *hinted_around(const planner *p, const recursion *x, const expr *trips)
{
    for (int i = p->cloning.count; i-- > 0 && p->cloning.data[i] != x && !recursion_is_hint(trips);)
        if (p->cloning.data[i]->hinted)
            trips = p->cloning.data[i]->hinted;
    return trips;
}

static unknown_effect *unknown_count(const planner *p, const recursion *x, const node *call,
                                     const unknown_effect *others)
{
    unknown_effect *u = ARENA_NEW(p->arena, unknown_effect);
    *u =
        (unknown_effect){.kind = UNKNOWN_FLOW,
                         .where = call->where,
                         .reason = arena_printf(
                             p->arena, "how often '%s' calls itself is not known", x->callee->name),
                         .told_by = x->is_counted ? x->trips : NULL,
                         .next = others};
    return u;
}

/* A distributed array that each execution of the function has anew; null: there is none. */
static const variable *own_array(const planner *p, const function *f)
{
    for (int i = 0; i < p->program->variable_count; i++) {
        const variable *v = p->program->variables[i];
        if (v->owner == f && v->align && v->formal_index < 0 && !v->is_static)
            return v;
    }
    return NULL;
}

static void find_own_array(const planner *p, recursion *x)
{
    for (int i = p->cloning.count; i-- > 0 && !x->own;) {
        x->own = own_array(p, p->cloning.data[i]->callee);
        if (p->cloning.data[i] == x)
            return;
    }
}

static bool may_keep_function(const planner *p, const recursion *x)
{
    return p->program->keeps_loops && !x->has_others &&
           (p->program->spelling == DIALECT_XMP || !x->reaches_arrays);
}

static const char *why_not_kept(const planner *p, const recursion *x)
{
    if (!may_keep_function(p, x) || !x->own)
        return NULL;
    return arena_printf(p->arena,
                        "'%s' calls itself, and each execution has its own '%s', which is "
                        "distributed: declare '%s' outside of the function, or write the recursion "
                        "as a loop",
                        x->callee->name, x->own->name, x->own->name);
}

const unknown_effect *recursion_note(planner *p, recursion *to, const node *call,
                                     const argument *arguments, const expr *trips,
                                     const unknown_effect *others)
{
    const call_node *c = &call->u.call;
    recursion *x = to->root;
    if (!x->again) {
        x->keeps_arrays = x->arguments && trips;
        x->trips = hinted_around(p, x, trips);
        x->again = call;
        x->reaches_arrays = reaches_mapped(p, x->callee);
    }
    x->has_others |= x != to;
    for (int i = 0; to->arguments && i < to->callee->formal_count && i < c->argument_count; i++)
        x->keeps_arrays &= is_same_array(p, &arguments[i], &to->arguments[i]);
    for (int i = 0; x->arguments && i < x->callee->formal_count; i++)
        x->reaches_arrays |= is_mapped(p, &x->arguments[i]);
    unknown_effect *u = unknown_count(p, x, call, others);
    find_own_array(p, x);
    u->is_kept = x->is_kept;
    u->not_kept = why_not_kept(p, x);
    u->touches_all = x->reaches_arrays; /* what the function does here is all that it does */
    return u;
}

/* How the function passes other arrays on. */
static void report_not_followed(planner *p, const recursion *x)
{
    for (int k = 0; k < p->recursive.count; k++)
        if (p->recursive.data[k] == x->callee)
            return;
    VEC_PUSH(p->arena, &p->recursive, x->callee);
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "recursion", x->again->where,
                          "'%s' calls itself%s: it is predicted as if it did not", x->callee->name,
                          x->arguments ? " with other arrays" : "");
    diag_note(d, x->callee->where,
              "'%s' is defined here; write the recursion as a loop to have all of it predicted",
              x->callee->name);
}

bool recursion_is_loop(planner *p, const recursion *x)
{
    const bool calls_itself = x->root == x && x->again;
    if (calls_itself && !x->keeps_arrays)
        report_not_followed(p, x);
    return calls_itself && x->keeps_arrays;
}

bool recursion_keeps_function(const planner *p, const recursion *x)
{
    return may_keep_function(p, x) && !x->own;
}

/* --- From one execution to the next ---------------------------------------------------------- */

/* The calls that lead back, and what must hold on the way. */
typedef struct way {
    planner *p;
    const function *callee;
    expr_list around; /* conditions around what is looked at; a null one: data decide it */
    int loops;        /* likewise */
    int calls;        /* that have been found */
    execution_step *step;
} way;

static void find_calls(way *w, const node *list);

static void find_in_branch(way *w, const expr *condition, const node *list)
{
    VEC_PUSH(w->p->arena, &w->around, condition);
    find_calls(w, list);
    w->around.count--;
}

static void take_call(way *w, const call_node *c)
{
    execution_step *s = w->step;
    s->is_decided = w->calls++ == 0 && !w->loops;
    for (int i = 0; i < w->callee->formal_count && i < c->argument_count; i++) {
        const expr *passed = c->arguments[i].value;
        s->next[i] = w->calls == 1 || s->next[i] == passed ? passed : NULL;
    }
    s->conditions.count = 0;
    for (int i = 0; i < w->around.count; i++) {
        s->is_decided &= w->around.data[i] != NULL;
        VEC_PUSH(w->p->arena, &s->conditions, w->around.data[i]);
    }
}

static bool any_returns(const node *list);

/* May the function end in the node? */
static bool may_return(const node *n)
{
    const node *lists[2];
    bool found = n->kind == NODE_RETURN;
    for (int i = n->kind == NODE_CALL ? 0 : node_below(n, lists); i-- > 0 && !found;)
        found = any_returns(lists[i]);
    return found;
}

static bool any_returns(const node *list)
{
    while (list && !may_return(list))
        list = list->next;
    return list;
}

static bool always_returns(const node *list)
{
    for (; list; list = list->next)
        if (list->kind == NODE_RETURN ||
            (list->kind == NODE_IF && always_returns(list->u.cond.then_body) &&
             always_returns(list->u.cond.else_body)))
            return true;
    return false;
}

/* What must hold for what follows the node to be executed; a null one: data decide it. */
static const expr *goes_on(const way *w, const node *n)
{
    const if_node *c = &n->u.cond;
    const bool is_if = n->kind == NODE_IF && !c->is_hinted && c->condition;
    if (is_if && always_returns(c->then_body) && !any_returns(c->else_body))
        return expr_logic(w->p->pool, EXPR_NOT, c->condition, NULL);
    return is_if && always_returns(c->else_body) && !any_returns(c->then_body) ? c->condition
                                                                               : NULL;
}

static void find_below(way *w, const node *n)
{
    const node *lists[2];
    const bool is_loop = n->kind == NODE_LOOP || n->kind == NODE_WHILE;
    if (n->kind == NODE_IF) {
        const expr *c = n->u.cond.is_hinted ? NULL : n->u.cond.condition;
        find_in_branch(w, c, n->u.cond.then_body);
        find_in_branch(w, c ? expr_logic(w->p->pool, EXPR_NOT, c, NULL) : NULL,
                       n->u.cond.else_body);
        return;
    }
    if (n->kind == NODE_CALL && !n->u.call.instance && n->u.call.callee == w->callee)
        take_call(w, &n->u.call);
    w->loops += is_loop;
    for (int i = 0, count = node_below(n, lists); i < count; i++)
        find_calls(w, lists[i]);
    w->loops -= is_loop;
}

static void find_calls(way *w, const node *list)
{
    const int around = w->around.count;
    for (const node *n = list; n && n->kind != NODE_RETURN; n = n->next) {
        find_below(w, n);
        if (n->next && may_return(n))
            VEC_PUSH(w->p->arena, &w->around, goes_on(w, n));
    }
    w->around.count = around;
}

/* Unless --set says another. */
static const expr *counted(planner *p, const recursion *x, const expr *count)
{
    if (x->trips->kind != EXPR_PARAM || count->uses_loop_var || count->uses_coord)
        return count;
    param *same = expr_new_param(p->pool, PARAM_TRIP, x->trips->u.param->name, x->again->where);
    same->value = count;
    same->provenance = "from the integers of the function";
    return expr_param(p->pool, same);
}

node *recursion_loop(planner *p, recursion *x, const node *call, const node *body,
                     const expr_substitution *first)
{
    x->step =
        (execution_step){.callee = x->callee,
                         .next = ARENA_ARRAY(p->arena, x->callee->formal_count + 1, const expr *)};
    way w = {.p = p, .callee = x->callee, .step = &x->step};
    find_calls(&w, body);
    x->step.is_decided &= !x->has_others;
    const expr *count = recursion_is_hint(x->trips) ? NULL : execution_count(p, &x->step, first);
    x->trips = count ? counted(p, x, count) : x->trips;
    expr_pool *pool = p->pool;
    const char *name = arena_printf(p->arena, "execution(%d)", call->where.line);
    const loop_var *v = expr_new_loop_var(pool, name, call->where);
    x->is_counted = true;
    x->number = expr_loop_var(pool, v);
    node *n = node_new_made(p->ctx, NODE_LOOP, call->where);
    n->u.loop =
        (loop_node){.direction = LOOP_UP,
                    .is_exact = true,
                    .is_followed = true,
                    .is_of_executions = true,
                    .trips = x->trips,
                    .hinted = count ? NULL : x->trips,
                    .range = {v, expr_int(pool, 0), expr_sub(pool, x->trips, expr_int(pool, 1)),
                              expr_int(pool, 1)}};
    n->unknowns = unknown_count(p, x, x->again, NULL); /* no execution comes to the call */
    return n;
}

expr_substitution recursion_values(planner *p, const recursion *x, const expr_substitution *first)
{
    const param **params = ARENA_ARRAY(p->arena, first->count + 1, const param *);
    const expr **with = ARENA_ARRAY(p->arena, first->count + 1, const expr *);
    for (int k = 0; k < first->count; k++) {
        int i = 0;
        while (x->callee->formal_params[i] != first->params[k])
            i++;
        const expr *value = execution_value(p, &x->step, first, i, x->number);
        params[k] = first->params[k];
        /* What is not known but for the first execution, --set must tell for the others. */
        with[k] = value ? value
                        : expr_select(p->pool,
                                      expr_logic(p->pool, EXPR_EQ, x->number, expr_int(p->pool, 0)),
                                      first->with[k], expr_param(p->pool, first->params[k]));
    }
    return (expr_substitution){.count = first->count, .params = params, .with = with};
}

/* Whose next execution the list leads to, not from a loop in it; null: none's. */
static const recursion *leads_back(planner *p, const node *list)
{
    const recursion *x = NULL;
    for (const node *n = list; n && !x; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_LOOP || n->kind == NODE_WHILE)
            continue;
        if (n->kind == NODE_CALL && !n->u.call.instance)
            x = recursion_of(p, n->u.call.callee);
        for (int i = node_below(n, lists); i-- > 0 && !x;)
            x = leads_back(p, lists[i]);
    }
    return x && x->root == x && x->is_counted ? x : NULL;
}

/* Does the node stand in the list, and in no loop there? */
static bool stands_in(const node *list, const node *n)
{
    for (; list; list = list->next)
        if (list == n || (list->kind == NODE_IF && (stands_in(list->u.cond.then_body, n) ||
                                                    stands_in(list->u.cond.else_body, n))))
            return true;
    return false;
}

/* Numbers the executions of what a branch, or what follows where it returns, leads back to. */
static const recursion *decided_by(planner *p, const node *from, const if_node *c, bool *then)
{
    const recursion *x = leads_back(p, c->then_body), *other = leads_back(p, c->else_body);
    const bool then_ends = always_returns(c->then_body), else_ends = always_returns(c->else_body);
    if (!x && !other && then_ends != else_ends) {
        *then = else_ends;
        x = leads_back(p, from->next);
        return x && stands_in(x->callee->body, from) ? x : NULL;
    }
    *then = x;
    return !x == !other ? NULL : x ? x : other;
}

void recursion_decide(planner *p, const node *from, if_node *c)
{
    const bool is_guess = !c->condition && !c->is_hinted && !c->then_ends && !c->else_ends;
    bool is_any = false, then;
    for (int i = 0; i < p->cloning.count; i++)
        is_any |= p->cloning.data[i]->is_counted;
    const recursion *x = is_guess && is_any ? decided_by(p, from, c, &then) : NULL;
    if (!x)
        return;
    const expr *last = expr_sub(p->pool, x->trips, expr_int(p->pool, 1));
    c->condition = then ? expr_logic(p->pool, EXPR_LT, x->number, last)
                        : expr_logic(p->pool, EXPR_LE, last, x->number);
    c->is_decided = true;
}
