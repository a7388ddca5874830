/* What the integer formals of functions hold, where all calls pass the same: sizes of
 * local arrays and templates are one value for the whole program. */

#include "frontend/value/formal_constants.h"

/* What the calls seen so far pass. */
typedef struct passed {
    const function *callee;
    int index;
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
    if (call->callee != found->callee)
        return;
    const expr *value =
        found->index < call->argument_count ? call->arguments[found->index].value : NULL;
    if (!value || value->uses_loop_var || value->uses_coord || has_open_formal(value))
        found->is_open = true;
    else if (found->value && found->value != value)
        found->is_different = true;
    else
        found->value = value;
}

static void look_at_calls(passed *found, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_CALL)
            look_at_call(found, &n->u.call);
        for (int i = node_lists(n, lists); i-- > 0;)
            look_at_calls(found, *lists[i]);
    }
}

/* True when that is known now and was not before. */
static bool bind(lowering *lo, const decl *d, int index)
{
    param *p = lo->info[d->formals[index]->id].formal;
    if (!p || p->value)
        return false;
    passed found = {.callee = lo->info[d->id].fn, .index = index};
    for (int i = 0; i < lo->unit->function_count; i++)
        look_at_calls(&found, lo->info[lo->unit->functions[i]->id].fn->body);
    if (found.is_different)
        p->has_different = true;
    if (found.is_open || found.is_different || !found.value)
        return false;
    p->value = found.value;
    return true;
}

void value_bind_formals(lowering *lo)
{
    /* What one function passes on may be a formal of its own. */
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int i = 0; i < lo->unit->function_count; i++) {
            const decl *d = lo->unit->functions[i];
            for (int k = 0; k < d->formal_count; k++)
                is_changed |= bind(lo, d, k);
        }
    }
}
