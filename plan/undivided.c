#include "plan/planner.h"

/* HPF's `independent` is said for the sake of dividing the iterations. Where that comes to
 * nothing, its author wants to know why. */

void undivided_note(planner *p, const node *loop, bool is_own_axis, source_range where,
                    const char *why)
{
    /* Loops that stand for an assignment of arrays are nobody's promise. */
    if (loop->u.loop.parallel == LOOP_INDEPENDENT && loop->u.loop.directive.line < loop->where.line)
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
        diag *d = diag_report(p->ctx->diags, DIAG_REMARK, "undivided", one->loop->where,
                              "the iterations of this loop are independent, but not divided: all "
                              "processors step through all of them");
        diag_note(d, one->where, "%s", one->why);
    }
}
