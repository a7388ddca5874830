#include "codegen/check/unknown_effects.h"

#include "codegen/communication/communication.h"
#include "codegen/text/work.h"

static bool touches_distributed(const emitter *e, const unknown_effect *u)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++)
        if (p->variables[i]->align && unknown_touches(u, p->variables[i]))
            return true;
    return false;
}

static void check_effects(emitter *e, const unknown_effect *u)
{
    for (; u; u = u->next)
        if (u->is_of_some)
            emit_refuse(e, u->where, "%s: call it where all processors come", u->reason);
        else if (u->not_kept)
            emit_refuse(e, u->where, "%s", u->not_kept);
        else if (u->kind == UNKNOWN_FLOW && !u->is_jump && !u->is_own && !u->is_kept &&
                 touches_distributed(e, u))
            emit_refuse(e, u->where,
                        "%s: each processor would do it to its own part of the array; write it "
                        "here as loops over the array's elements",
                        u->reason);
}

/* Who jumps out of a loop, or leaves the function, leaves those behind who do not come there. */
static void check_end(emitter *e, const node *n, bool is_guarded)
{
    const unknown_effect *u = n->unknowns;
    while (u && !u->is_end)
        u = u->next;
    is_guarded |= n->kind == NODE_STATEMENT && emit_is_restricted(&n->u.stmt.at);
    if (u && is_guarded)
        emit_refuse(e, u->where,
                    "only some processors come here, and the others would go on: end the loop by "
                    "its own condition, or the function at its end");
}

static void check_list(emitter *e, const node *list, bool is_guarded)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const bool begins = n->kind == NODE_LOOP || n->kind == NODE_WHILE || n->kind == NODE_CALL;
        check_effects(e, n->unknowns);
        check_end(e, n, is_guarded);
        for (int i = 0, count = node_below(n, lists); i < count; i++)
            check_list(e, lists[i],
                       !begins && (is_guarded || (n->kind == NODE_TASK && !emit_is_crew(n))));
    }
}

void emit_check_unknowns(emitter *e)
{
    check_effects(e, e->planned->program->unknowns);
    check_list(e, e->planned->body, false);
}
