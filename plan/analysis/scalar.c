#include "plan/analysis/scalar.h"

/* What loops do with scalars: whether an iteration has its own, adds to one, or
 * takes it from the iteration before. */

static bool tests_last(const node *n)
{
    return n->kind == NODE_WHILE && !n->u.whil.tests_first;
}

/* What the node itself does before what is below it. To add to v is to read it. */
static scalar_use use_here(const node *n, const variable *v)
{
    const statement_node *s = &n->u.stmt;
    if (!tests_last(n) && node_looks_at(n, v))
        return SCALAR_READ;
    if (n->kind != NODE_STATEMENT)
        return SCALAR_UNUSED;
    for (int i = 0; i < s->scalar_read_count; i++)
        if (s->scalar_reads[i] == v)
            return SCALAR_READ;
    return s->scalar != v ? SCALAR_UNUSED : s->reduce ? SCALAR_READ : SCALAR_SET;
}

/* Of an `if`: what both branches do; of what else holds nodes: what those do, for
 * loops are taken to run. */
static scalar_use use_below(const node *n, const variable *v)
{
    const node *lists[2];
    int count = node_below(n, lists);
    scalar_use use = count ? scalar_first_use(lists[0], NULL, v) : SCALAR_UNUSED;
    if (count < 2 || use == SCALAR_READ)
        return use;
    scalar_use other = scalar_first_use(lists[1], NULL, v);
    return other == SCALAR_READ || other == use ? other : SCALAR_UNUSED;
}

/* Of the first one of a switch's cases: what all of them do, each itself or in the one that it goes
 * on into. */
static scalar_use use_in_cases(const node *first, const node *end, const variable *v)
{
    int met = 0;
    bool is_set = true;
    for (const node *n = first; n != end && met < first->u.cond.cases->count; n = n->next) {
        const bool is_case = n->kind == NODE_IF && n->u.cond.cases == first->u.cond.cases;
        scalar_use use = use_here(n, v);
        if (use == SCALAR_UNUSED)
            use = is_case ? scalar_first_use(n->u.cond.then_body, NULL, v) : use_below(n, v);
        if (use == SCALAR_READ || (use == SCALAR_SET && !is_case))
            return use == SCALAR_READ ? use : SCALAR_UNUSED;
        met += is_case;
        is_set &= !is_case || use == SCALAR_SET || n->u.cond.goes_on;
    }
    return is_set && met == first->u.cond.cases->count ? SCALAR_SET : SCALAR_UNUSED;
}

scalar_use scalar_first_use(const node *first, const node *end, const variable *v)
{
    for (const node *n = first; n != end; n = n->next) {
        scalar_use use = use_here(n, v);
        if (use == SCALAR_UNUSED)
            use = n->kind == NODE_IF && n->u.cond.cases ? use_in_cases(n, end, v) : use_below(n, v);
        if (use == SCALAR_UNUSED && tests_last(n) && node_looks_at(n, v))
            use = SCALAR_READ;
        if (use != SCALAR_UNUSED)
            return use;
    }
    return SCALAR_UNUSED;
}

/* The operation by which the list's statements add to v; *is_else: they use it in
 * another way, or in several. */
static void find_operation(const node *list, const variable *v, reduce_op *op, bool *is_else)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.scalar == v && n->u.stmt.reduce) {
            *is_else |= *op && *op != n->u.stmt.reduce;
            *op = n->u.stmt.reduce;
        } else {
            *is_else |= use_here(n, v) != SCALAR_UNUSED || node_looks_at(n, v);
        }
        for (int i = node_below(n, lists); i-- > 0;)
            find_operation(lists[i], v, op, is_else);
    }
}

static bool is_in_clause(const loop_node *l, const variable *v)
{
    for (int i = 0; i < l->new_count; i++)
        if (l->news[i] == v)
            return true;
    for (int i = 0; i < l->reduction_count; i++)
        if (l->reductions[i].var == v)
            return true;
    return false;
}

bool scalar_is_privatizable(const node *loop, const variable *v)
{
    const loop_node *l = &loop->u.loop;
    reduce_op op = REDUCE_NONE;
    bool is_else = false;
    if (is_in_clause(l, v) || scalar_first_use(l->body, NULL, v) != SCALAR_READ)
        return true;
    find_operation(l->body, v, &op, &is_else);
    return !is_else;
}
