/* What the integer formals of functions hold, where all calls pass the same: sizes of
 * local arrays and templates are one value for the whole program. */

#include "frontend/value/formal_constants.h"

/* What the calls seen so far pass. */
typedef struct passed {
    int index;         /* of the formal */
    const expr *value; /* null: none yet */
    bool is_open;      /* what a call passes is not known, or not yet */
    bool is_different; /* two calls pass different values */
} passed;

static bool has_open_formal(const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param->origin == PARAM_FORMAL && !e->u.param->value;
    for (int i = 0; i < expr_operand_count(e); i++)
        if (has_open_formal(e->u.op.operand[i]))
            return true;
    return false;
}

static void look_at_call(passed *found, const call_node *call)
{
    const expr *value =
        found->index < call->argument_count ? call->arguments[found->index].value : NULL;
    if (!value || value->uses_loop_var || value->uses_coord || has_open_formal(value))
        found->is_open = true;
    else if (found->value && found->value != value)
        found->is_different = true;
    else
        found->value = value;
}

/* --- Calls ------------------------------------------------------------------------- */

typedef VEC(int) id_list;

/* Of one function. */
typedef struct calls_of {
    VEC(const call_node *) calls;
    bool is_waiting; /* in binder.work */
} calls_of;

typedef struct binder {
    lowering *lo;
    calls_of *of; /* by function's id */
    /* By param's id: functions that are passed something of a formal without a value. */
    VEC(id_list) depends;
    id_list work; /* functions whose formals are to be looked at */
} binder;

static void note_formals(binder *b, const expr *e, int callee)
{
    arena *a = b->lo->ctx->arena;
    if (e->kind == EXPR_PARAM && e->u.param->origin == PARAM_FORMAL && !e->u.param->value) {
        int id = e->u.param->id;
        while (b->depends.count <= id)
            VEC_PUSH(a, &b->depends, ((id_list){0}));
        id_list *list = &b->depends.data[id];
        if (!list->count || list->data[list->count - 1] != callee)
            VEC_PUSH(a, list, callee);
    }
    for (int i = 0; e->uses_param && i < expr_operand_count(e); i++)
        note_formals(b, e->u.op.operand[i], callee);
}

static void note_call(binder *b, const call_node *call)
{
    VEC_PUSH(b->lo->ctx->arena, &b->of[call->callee->id].calls, call);
    for (int i = 0; i < call->argument_count; i++)
        if (call->arguments[i].value)
            note_formals(b, call->arguments[i].value, call->callee->id);
}

static void note_calls(binder *b, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_CALL)
            note_call(b, &n->u.call);
        for (int i = node_lists(n, lists); i-- > 0;)
            note_calls(b, *lists[i]);
    }
}

static void want(binder *b, int id)
{
    if (!b->of[id].is_waiting)
        VEC_PUSH(b->lo->ctx->arena, &b->work, id);
    b->of[id].is_waiting = true;
}

/* --- Formals ----------------------------------------------------------------------- */

/* True when that is known now and was not before. */
static bool bind(const binder *b, int id, param *p, int index)
{
    if (!p || p->value)
        return false;
    passed found = {.index = index};
    for (int i = 0; i < b->of[id].calls.count; i++)
        look_at_call(&found, b->of[id].calls.data[i]);
    if (found.is_different)
        p->has_different = true;
    if (found.is_open || found.is_different || !found.value)
        return false;
    p->value = found.value;
    return true;
}

static void bind_all(binder *b, int id)
{
    const decl *d = b->lo->source->functions[id];
    for (int k = 0; k < d->formal_count; k++) {
        param *p = b->lo->info[d->formals[k]->id].formal;
        if (!bind(b, id, p, k) || p->id >= b->depends.count)
            continue;
        for (int i = 0; i < b->depends.data[p->id].count; i++)
            want(b, b->depends.data[p->id].data[i]);
    }
}

void value_bind_formals(lowering *lo)
{
    binder b = {.lo = lo};
    b.of = ARENA_ARRAY(lo->ctx->arena, lo->source->function_count, calls_of);
    for (int i = 0; i < lo->source->function_count; i++)
        note_calls(&b, lo->info[lo->source->functions[i]->id].fn->body);
    for (int i = lo->source->function_count; i-- > 0;)
        want(&b, i);
    /* What one function passes on may be a formal of its own. */
    while (b.work.count) {
        int id = b.work.data[--b.work.count];
        b.of[id].is_waiting = false;
        bind_all(&b, id);
    }
}
