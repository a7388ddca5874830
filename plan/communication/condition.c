#include "plan/communication/condition.h"

#include "plan/communication/placement.h"

/* Conditions around communication. All take part in what is inside, so all must
 * know which way to go: who executed the condition because a loop around it
 * was divided no longer does so alone, for that loop is run whole. What it reads
 * is then sent to all, which may put communication into further loops
 * and conditions. */

static bool holds_exchange(const planner *p, const node *n)
{
    for (int i = 0; i < p->exchanges.count; i++) {
        const exchange *x = p->exchanges.data[i];
        for (int step = 0; x->at && step < x->step; step++)
            if (x->at->path[step].child == n)
                return true;
    }
    return false;
}

void conditions_place(planner *p)
{
    bool is_known_flow;
    do {
        is_known_flow = true;
        for (int i = 0; i < p->sites.count; i++) {
            site *s = &p->sites.data[i];
            if (s->node->kind != NODE_IF || !s->at.grid || !holds_exchange(p, s->node))
                continue;
            s->at = (home){0};
            is_known_flow = false;
            for (int k = 0; k < s->node->u.cond.read_count; k++)
                exchange_for_read(p, s, s->node->u.cond.reads[k]);
        }
    } while (!is_known_flow);
}
