#include "plan/normalize/index_argument.h"

#include "plan/analysis/runtime_index.h"
#include "plan/normalize/renaming.h"

/* How a function uses what it gets for one of its formals. */
typedef struct index_use {
    planner *p;
    const call_node *call;
    const param *formal;
    int depth;          /* of calls that pass it on */
    bool decides;       /* how often something is executed, or what another variable is */
    const expr *extent; /* of the dimension that it is an index of; null: of none yet */
} index_use;

enum { DEPTH_MOST = 8 };

bool index_argument_tells(const expr *condition)
{
    if (condition->kind == EXPR_PARAM)
        return condition->u.param->origin != PARAM_INDEX;
    for (int i = 0; condition->uses_param && i < expr_operand_count(condition); i++)
        if (!index_argument_tells(condition->u.op.operand[i]))
            return false;
    return true;
}

static bool is_mentioned(const index_use *u, const expr *x)
{
    const param *params[1] = {u->formal};
    const expr *with[1] = {expr_int(u->p->pool, 0)};
    const expr_substitution s = {.count = 1, .params = params, .with = with};
    return x && x->uses_param && expr_substitute(u->p->pool, x, &s) != x;
}

/* Is it known outside of the function that declares it? */
static bool is_known_outside(const expr *x)
{
    if (x->kind == EXPR_PARAM)
        return x->u.param->origin != PARAM_FORMAL && x->u.param->origin != PARAM_VARIABLE;
    for (int i = 0; i < expr_operand_count(x); i++)
        if (!is_known_outside(x->u.op.operand[i]))
            return false;
    return true;
}

/* The array that the call passes for the variable, or itself. */
static const variable *actual_of(const index_use *u, const variable *v)
{
    if (v->owner != u->call->callee || v->formal_index < 0)
        return v;
    const argument *a =
        v->formal_index < u->call->argument_count ? &u->call->arguments[v->formal_index] : NULL;
    return a && a->array && !a->is_part &&
                   renaming_declared_rank(a->array) == renaming_declared_rank(v)
               ? a->array
               : NULL;
}

/* How long the dimension is in which a flat array has the formal as its row: it is multiplied by
 * the elements of one. Null: it is in none. */
static const expr *rows_of(const index_use *u, const variable *v, const expr *index)
{
    expr_pool *pool = u->p->pool;
    const param *params[1] = {u->formal};
    const expr *next[1] = {expr_add(pool, expr_param(pool, u->formal), expr_int(pool, 1))};
    const expr_substitution s = {.count = 1, .params = params, .with = next};
    const expr *row = expr_int(pool, 1);
    for (int d = 1; d < v->rank; d++) {
        if (!v->extent[d])
            return NULL;
        row = expr_mul(pool, row, v->extent[d]);
    }
    return expr_sub(pool, expr_substitute(pool, index, &s), index) == row ? v->extent[0] : NULL;
}

static void use_reference(index_use *u, const reference *r)
{
    for (int d = 0; r && d < r->var->rank; d++) {
        if (!is_mentioned(u, r->sub[d].value))
            continue;
        const variable *v = actual_of(u, r->var);
        const expr *extent = !v ? NULL : v->is_flat ? rows_of(u, v, r->sub[d].value) : v->extent[d];
        extent = extent && is_known_outside(extent) ? extent : NULL;
        u->decides |= !extent;
        u->extent = u->extent ? u->extent : extent;
    }
}

static void use_references(index_use *u, int count, const reference *const *list)
{
    for (int i = 0; i < count; i++)
        use_reference(u, list[i]);
}

static void use_list(index_use *u, const node *list);

/* A call that passes it on, as it is. */
static void use_call(index_use *u, const call_node *c)
{
    for (int i = 0; i < c->argument_count; i++) {
        const argument *a = &c->arguments[i];
        use_reference(u, a->first);
        if (!is_mentioned(u, a->value))
            continue;
        const param *formal = i < c->callee->formal_count && c->callee->formal_params
                                  ? c->callee->formal_params[i]
                                  : NULL;
        index_use inner = {.p = u->p, .call = c, .formal = formal, .depth = u->depth + 1};
        bool is_whole = a->value->kind == EXPR_PARAM && formal && c->callee->has_body && !c->trips;
        if (is_whole && u->depth < DEPTH_MOST)
            use_list(&inner, c->callee->body);
        u->decides |= !is_whole || u->depth == DEPTH_MOST || inner.decides;
        u->extent = u->extent ? u->extent : inner.extent;
    }
}

static void use_loop(index_use *u, const loop_node *l)
{
    const expr *all[] = {l->range.lower, l->range.upper, l->range.step, l->hinted};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        u->decides |= is_mentioned(u, all[i]);
    u->decides |= l->on_explicit != NULL;
}

static void use_node(index_use *u, const node *n)
{
    switch (n->kind) {
    case NODE_STATEMENT:
        use_reference(u, n->u.stmt.write);
        use_references(u, n->u.stmt.read_count, n->u.stmt.reads);
        u->decides |= is_mentioned(u, n->u.stmt.value) || is_mentioned(u, n->u.stmt.io_bytes);
        return;
    case NODE_IF:
        use_references(u, n->u.cond.read_count, n->u.cond.reads);
        return; /* its condition is left to probability: index_argument_tells */
    case NODE_LOOP:
        use_loop(u, &n->u.loop);
        return;
    case NODE_CALL:
        use_call(u, &n->u.call);
        return;
    case NODE_WHILE:
        u->decides |= is_mentioned(u, n->u.whil.trips);
        return;
    case NODE_RETURN:
        return;
    case NODE_COMM:
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
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
        u->decides = true; /* it may say who takes part */
        return;
    }
}

static void use_list(index_use *u, const node *list)
{
    for (const node *n = list; n && !u->decides; n = n->next) {
        const node *lists[2];
        use_node(u, n);
        for (int i = 0, count = n->kind == NODE_CALL ? 0 : node_below(n, lists); i < count; i++)
            use_list(u, lists[i]);
    }
}

const expr *index_argument(planner *p, const call_node *call, int i)
{
    const function *f = call->callee;
    const expr *value = call->arguments[i].value;
    const param *formal = f->formal_params && i < f->formal_count ? f->formal_params[i] : NULL;
    const param *scalar = value && value->kind == EXPR_PARAM ? value->u.param : NULL;
    bool is_unknown =
        formal && (!value || (scalar && scalar->origin == PARAM_VARIABLE && !scalar->value));
    index_use u = {.p = p, .call = call, .formal = formal};
    if (!is_unknown || !f->has_body || p->program->keeps_loops)
        return NULL;
    use_list(&u, f->body);
    return u.decides || !u.extent ? NULL
                                  : runtime_index_typical(p, value ? scalar : formal, u.extent);
}
