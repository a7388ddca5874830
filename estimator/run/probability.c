#include "estimator/run/probability.h"

#include "estimator/run/run.h"

/* Conditions that nothing decides: those without a test of known integers, and
 * those whose test mentions a parameter that nothing tells. Both branches are
 * weighted by their probabilities (Parashar and Hariri 1996, section 2.3, "Modeling of Conditional
 * Flow-Control Structures"). A loop's bounds and a size must be known instead. */

/* Does the expression mention a parameter that has no definition? */
static bool mentions_open(const expr *x, int depth)
{
    enum { DEEPEST = 64 };
    if (x->kind == EXPR_PARAM)
        return !x->u.param->value ||
               (depth < DEEPEST && mentions_open(x->u.param->value, depth + 1));
    for (int i = 0; i < expr_operand_count(x); i++)
        if (mentions_open(x->u.op.operand[i], depth))
            return true;
    return false;
}

bool may_be_probabilistic(const aag_unit *u)
{
    return aag_is_condition(u->cls) && !u->on && (!u->test || mentions_open(u->test, 0));
}

bool is_probabilistic(const run *r, const aag_unit *u)
{
    return aag_is_condition(u->cls) && !u->on && (!u->test || r->unknown[u->id]);
}

/* What keeps the test from being decided; null: nothing. One that is the same
 * everywhere may be decided without all that it mentions: `0 && n > 3`. */
static const param *find_unknown(run *r, const expr *test)
{
    const param *missing = env_unknown_param(r->env, test);
    if (!missing || test->uses_loop_var || test->uses_coord)
        return missing;
    bool ok = true;
    expr_eval(r->env, test, &ok);
    if (ok)
        return NULL;
    missing = env_unresolved(r->env);
    env_forget_failure(r->env);
    return missing;
}

/* Parents come before children. */
static void set_weight(run *r, const aag_unit *u)
{
    const aag_unit *p = u->parent;
    r->weight[u->id] = p ? r->weight[p->id] : 1;
    /* Where a branch communicates, both are interpreted and weighted as a whole. */
    if (!p || p->has_comm || !is_probabilistic(r, p))
        return;
    bool is_other = p->other && u->id >= p->other->id;
    r->weight[u->id] *= is_other ? 1 - p->probability : p->probability;
}

void probability_find(run *r)
{
    const aag_graph *g = r->est->graph;
    r->unknown = ARENA_ARRAY(r->scratch, g->unit_count, const param *);
    r->weight = ARENA_ARRAY(r->scratch, g->unit_count, double);
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (u->test && may_be_probabilistic(u))
            r->unknown[i] = find_unknown(r, u->test);
        r->has_unknown |= r->unknown[i] != NULL;
        set_weight(r, u);
    }
}

bool ignores_unknown(const run *r, const expr *x)
{
    const aag_graph *g = r->est->graph;
    for (int i = 0; i < g->unit_count && r->has_unknown; i++)
        if (r->unknown[i] && g->units[i]->test == x)
            return true;
    return false;
}
