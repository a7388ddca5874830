#include "plan/analysis/why_serial.h"

/* HPF's `independent` is said for the sake of dividing the iterations. Where that comes to
 * nothing, its author wants to know why; and where only the form of a subscript is in the way. */

void serial_note(planner *p, const node *loop, bool is_near, bool is_own_axis, source_range where,
                 const char *why)
{
    const loop_node *l = &loop->u.loop;
    /* Loops that stand for an assignment of arrays: no one has promised that. */
    bool is_said = l->parallel == LOOP_INDEPENDENT && l->directive.line < loop->where.line;
    if (is_said || (is_near && l->parallel == LOOP_UNSAID))
        VEC_PUSH(p->arena, &p->undivided, ((undivided_loop){loop, is_own_axis, where, why}));
}

/* Do processors share the work by another loop of the list? */
static bool is_divided(node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_LOOP && (n->u.loop.split_on || n->u.loop.whole))
            return true;
        for (int i = node_lists(n, lists); i-- > 0;)
            if (is_divided(*lists[i]))
                return true;
    }
    return false;
}

void undivided_report(planner *p)
{
    for (int i = 0; i < p->undivided.count; i++) {
        const undivided_loop *one = &p->undivided.data[i];
        if (!one->is_own_axis && is_divided(one->loop->u.loop.body))
            continue;
        bool is_said = one->loop->u.loop.parallel == LOOP_INDEPENDENT;
        diag *d = diag_report(p->ctx->diags, DIAG_REMARK, "undivided", one->loop->where,
                              "the iterations of this loop are %snot divided: all processors step "
                              "through all of them",
                              is_said ? "independent, but " : "");
        diag_note(d, one->where, "%s", one->why);
    }
}
