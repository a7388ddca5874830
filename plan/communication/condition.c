#include "plan/communication/condition.h"

#include "plan/analysis/runtime_index.h"
#include "plan/communication/placement.h"
#include "plan/planner/sites.h"

/* Conditions around communication. All take part in what is inside, so all must
 * know which way to go: who executed the condition because a loop around it
 * was divided no longer does so alone, for that loop is run whole. What it reads
 * is then sent to all, which may put communication into further loops
 * and conditions. So it is with a statement that sets what the communication goes by, as in
 * { int n = rows[i]; for (j = 0; j < n; j++) b[i] += b[i - 1]; }.
 *
 * So it is, too, where a branch jumps over communication: with a `break` out of a loop that has
 * some, or a `return` from a function that has. */

/* Is there communication below that child of the site's path? */
static bool has_exchange_below(const planner *p, const path_step *step, int number)
{
    for (int i = 0; i < p->exchanges.count; i++) {
        const exchange *x = p->exchanges.data[i];
        if (x->at && x->step > number && x->at->path[number].child == step->child)
            return true;
    }
    return false;
}

/* The step of the site's path below which its branches jump; -1: anywhere. */
static int step_of_jump(const site *s)
{
    int loops = s->node->u.cond.leaves, step = s->depth - 2;
    for (; step >= 0; step--) {
        const node *n = s->path[step].child;
        if (n->kind == NODE_CALL || (step_is_loop(&s->path[step]) && --loops == 0))
            break;
    }
    return step;
}

/* Does one branch go past communication that the other goes on to? Where a loop in between is
 * divided, nobody takes part in its iterations but who executes them. */
static bool jumps_over_exchange(const planner *p, const site *s)
{
    const node *n = s->node;
    if (n->kind != NODE_IF || !n->u.cond.leaves)
        return false;
    const int jump = step_of_jump(s);
    for (int step = jump < 0 ? 0 : jump; step < s->depth - 1; step++) {
        const loop_node *l = step_loop(&s->path[step]);
        if (l && l->split_on && !has_exchange_below(p, &s->path[step], step))
            return false;
    }
    return jump < 0 ? p->exchanges.count > 0 : has_exchange_below(p, &s->path[jump], jump);
}

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

/* Sites that all execute, though they were their loops' owners' alone. */
typedef struct site_list {
    VEC(const site *) sites;
} site_list;

static bool looks_at(const node *n, const variable *v)
{
    const bool is_condition = n->kind == NODE_IF;
    const int count = is_condition ? n->u.cond.scalar_read_count : n->u.stmt.scalar_read_count;
    const variable *const *reads = is_condition ? n->u.cond.scalar_reads : n->u.stmt.scalar_reads;
    for (int i = 0; i < count; i++)
        if (reads[i] == v)
            return true;
    return false;
}

/* Does the statement set, in a loop that one of these is in, what that looks at? */
static bool tells_site(const site_list *list, const site *s)
{
    for (int i = 0; i < list->sites.count; i++) {
        const site *by = list->sites.data[i];
        bool is_around = false; /* the loop */
        for (int step = 0; step + 1 < by->depth && step + 1 < s->depth; step++)
            is_around |=
                s->path[step].child == by->path[step].child && step_is_loop(&s->path[step]);
        if (is_around && looks_at(by->node, s->node->u.stmt.scalar))
            return true;
    }
    return false;
}

static bool is_of_all(planner *p, const told_list *list, const site_list *of_all, const site *s)
{
    const statement_node *st = &s->node->u.stmt;
    if (s->node->kind == NODE_IF)
        return holds_exchange(p, s->node) || jumps_over_exchange(p, s);
    return s->node->kind == NODE_STATEMENT && st->scalar && !st->write && !st->reduce &&
           site_is_inferred(p, s) && (tells_exchange(p, list, s) || tells_site(of_all, s));
}

void conditions_place(planner *p)
{
    bool is_known_flow;
    site_list of_all = {0};
    do {
        const told_list list = told_needs(p);
        is_known_flow = true;
        for (int i = 0; i < p->sites.count; i++) {
            site *s = &p->sites.data[i];
            if (!s->at.grid || !is_of_all(p, &list, &of_all, s))
                continue;
            s->at = (home){0};
            VEC_PUSH(p->arena, &of_all.sites, s);
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
