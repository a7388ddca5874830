#include "plan/communication/condition.h"

#include "plan/analysis/runtime_index.h"
#include "plan/communication/placement.h"
#include "plan/planner/sites.h"

/* Conditions around communication. All take part in what is inside, so all must
 * know which way to go: who executed the condition because a loop around it
 * was divided no longer does so alone, for that loop is run whole. What it reads
 * is then sent to all, which may put communication into further loops
 * and conditions. So it is with a statement that sets what the communication goes by, as in
 * { int n = rows[i]; for (j = 0; j < n; j++) b[i] += b[i - 1]; }. */

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

/* A need that goes by values that statements set. */
typedef struct told {
    const exchange *by;
    const need *need;
} told;

typedef struct told_list {
    VEC(told) needs;
} told_list;

static told_list told_needs(planner *p)
{
    told_list out = {0};
    for (int i = 0; i < p->exchanges.count; i++) {
        const exchange *x = p->exchanges.data[i];
        for (int k = 0; x->at && k < x->needs.count; k++)
            if (need_goes_by(p, &x->needs.data[k], NULL))
                VEC_PUSH(p->arena, &out.needs, ((told){x, &x->needs.data[k]}));
    }
    return out;
}

/* Does the statement set, in a loop that a communication is in, what that fetches? */
static bool tells_exchange(planner *p, const told_list *list, const site *s)
{
    for (int i = 0; i < list->needs.count; i++) {
        const exchange *x = list->needs.data[i].by;
        bool is_around = false; /* the loop */
        for (int step = 0; step < x->step && step < s->depth; step++)
            is_around |=
                s->path[step].child == x->at->path[step].child && step_loop(&s->path[step]);
        if (is_around && need_goes_by(p, list->needs.data[i].need, s))
            return true;
    }
    return false;
}

static bool is_of_all(planner *p, const told_list *list, const site *s)
{
    const statement_node *st = &s->node->u.stmt;
    if (s->node->kind == NODE_IF)
        return holds_exchange(p, s->node);
    return s->node->kind == NODE_STATEMENT && st->scalar && !st->write && !st->reduce &&
           site_is_inferred(p, s) && tells_exchange(p, list, s);
}

void conditions_place(planner *p)
{
    bool is_known_flow;
    do {
        const told_list list = told_needs(p);
        is_known_flow = true;
        for (int i = 0; i < p->sites.count; i++) {
            site *s = &p->sites.data[i];
            if (!s->at.grid || !is_of_all(p, &list, s))
                continue;
            s->at = (home){0};
            is_known_flow = false;
            const bool is_condition = s->node->kind == NODE_IF;
            const int count =
                is_condition ? s->node->u.cond.read_count : s->node->u.stmt.read_count;
            for (int k = 0; k < count; k++)
                exchange_for_read(
                    p, s, is_condition ? s->node->u.cond.reads[k] : s->node->u.stmt.reads[k]);
        }
    } while (!is_known_flow);
}
