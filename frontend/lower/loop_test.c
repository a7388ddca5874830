#include "frontend/lower/loop_test.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/value/integer.h"

/* Does it call, or read elements of arrays or what a pointer leads to? */
static bool looks_further(const syntax *s)
{
    bool found = s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_IMAGE || s->kind == SYNTAX_CALL ||
                 (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
    for (int i = 0; i < s->child_count && !found; i++)
        found = s->child[i] && looks_further(s->child[i]);
    return found;
}

/* v < e and its like, which a loop that counts v has in its range. */
static bool is_bound(const syntax *s, const decl *var)
{
    if (!var || s->kind != SYNTAX_BINARY || s->op < OPERATOR_LT || s->op > OPERATOR_NE)
        return false;
    return syntax_scalar_name(s->child[0]) == var || syntax_scalar_name(s->child[1]) == var;
}

static bool is_both(const syntax *s)
{
    return s->kind == SYNTAX_BINARY && s->op == OPERATOR_LOGICAL_AND;
}

bool lower_test_acts(lowering *lo, const syntax *test, const decl *var)
{
    if (!test)
        return false;
    if (is_both(test))
        return lower_test_acts(lo, test->child[0], var) || lower_test_acts(lo, test->child[1], var);
    return lower_has_effects(lo, test) || (!is_bound(test, var) && looks_further(test));
}

/* The operands of a test that holds: those that do more than bound the variable, or all. */
static void pass(lowering *lo, gather *g, const syntax *test, const decl *var)
{
    if (is_both(test)) {
        pass(lo, g, test->child[0], var);
        pass(lo, g, test->child[1], var);
        if (!var)
            lower_count_binary(g, OPERATOR_LOGICAL_AND, test->child[0]->type);
    } else if (is_bound(test, var)) { /* the comparison is what a loop costs */
        for (int i = 0; i < 2; i++)
            if (lower_has_effects(lo, test->child[i]))
                lower_value(lo, g, test->child[i]);
    } else if (!var || lower_test_acts(lo, test, var)) {
        lower_condition(lo, g, test);
    }
}

void lower_gather_passed(lowering *lo, gather *g, const syntax *test)
{
    if (lower_has_effects(lo, test))
        pass(lo, g, test, NULL);
    else
        lower_condition(lo, g, test);
}

/* Without reads, what it does itself is what a loop costs. */
static void append(lowering *lo, node_list *out, const gather *g, const syntax *s)
{
    if (g->reads.count || g->is_io || g->unknowns)
        lower_gathered(lo, out, g, s->where);
}

void lower_test_passed(lowering *lo, node_list *out, const syntax *test, const decl *var)
{
    gather g = {.before = out};
    if (var)
        pass(lo, &g, test, var);
    else
        lower_gather_passed(lo, &g, test);
    if (var)
        lower_gathered(lo, out, &g, test->where);
    else
        append(lo, out, &g, test);
}

static void gather_open(lowering *lo, node_list *out, const syntax *test)
{
    gather g = {.before = out};
    lower_condition(lo, &g, test);
    append(lo, out, &g, test);
}

/* The right side of && is not evaluated where the left one is 0, and reads nothing then. */
void lower_test_open(lowering *lo, node_list *out, const syntax *test)
{
    if (!is_both(test) ||
        !(lower_has_effects(lo, test->child[1]) || looks_further(test->child[1]))) {
        gather_open(lo, out, test);
        return;
    }
    lower_test_open(lo, out, test->child[0]);
    node *n = node_new(lo->ctx, NODE_IF, test->where);
    node_list right = {0};
    n->u.cond.condition = value_integer(lo, test->child[0], false);
    n->u.cond.probability = 0.5;
    n->u.cond.is_operator = true;
    const flow_mark mark = flow_begin(lo);
    lower_test_open(lo, &right, test->child[1]);
    n->u.cond.then_body = right.head;
    const flow_changes then = flow_take_back(lo, &mark);
    lower_join_flow(lo, test->child[1], n->u.cond.condition, &mark, &then);
    node_append(&out->head, &out->tail, n);
}

void lower_head_value(lowering *lo, node_list *out, const syntax *value)
{
    gather g = {.before = out};
    if (!value || !lower_has_effects(lo, value))
        return;
    lower_value(lo, &g, value);
    append(lo, out, &g, value);
}
