#include "codegen/statement/guarded_call.h"

#include "codegen/statement/rename.h"
#include "codegen/text/work.h"

/* Calls that an operator guards, and what all processors assign to variables there. */

bool emit_is_guard_of_calls(const node *n)
{
    const node *lists[2];
    if (n->kind != NODE_IF || !n->u.cond.is_operator)
        return false;
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *c = lists[i]; c; c = c->next) {
            bool is_value =
                c->kind == NODE_STATEMENT && !c->u.stmt.write && !emit_is_restricted(&c->u.stmt.at);
            if (c->kind != NODE_CALL && !is_value && !emit_is_guard_of_calls(c))
                return false;
        }
    return true;
}

void emit_edit_guarded(emitter *e, const node *n)
{
    const node *lists[2];
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *c = lists[i]; c; c = c->next) {
            if (c->kind == NODE_CALL)
                emit_edit_callee(e, c);
            else if (c->kind == NODE_STATEMENT)
                emit_edit_references(e, c->u.stmt.read_count, c->u.stmt.reads);
            else
                emit_edit_guarded(e, c);
        }
}
