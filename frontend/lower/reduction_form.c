/* The forms of an accumulation into a scalar, or into an element. */

#include "frontend/lower/reduction_form.h"

#include <string.h>

/* What is accumulated into. */
typedef struct target {
    const decl *d;         /* the variable; */
    const syntax *element; /* the element of it; null: it is a scalar */
} target;

static bool is_same(const syntax *a, const syntax *b);

static bool names(const syntax *s, const decl *d)
{
    return s->kind == SYNTAX_NAME     ? s->decl == d
           : s->kind == SYNTAX_MEMBER ? d->whole && syntax_member(s) == d
                                      : false;
}

static bool is_target(const syntax *s, const target *t)
{
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    return t->element ? is_same(s, t->element) : names(s, t->d);
}

static bool mentions(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (names(s, d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (mentions(s->child[i], d))
            return true;
    return false;
}

static reduce_op operator_reduction(syntax_op op)
{
    switch (op) {
    case OPERATOR_ADD:
    case OPERATOR_SUB:
        return REDUCE_SUM;
    case OPERATOR_MUL:
        return REDUCE_PRODUCT;
    case OPERATOR_AND:
        return REDUCE_AND;
    case OPERATOR_OR:
        return REDUCE_OR;
    case OPERATOR_XOR:
        return REDUCE_XOR;
    case OPERATOR_LOGICAL_AND:
        return REDUCE_LOGICAL_AND;
    case OPERATOR_LOGICAL_OR:
        return REDUCE_LOGICAL_OR;
    case OPERATOR_NONE:
    case OPERATOR_DIV:
    case OPERATOR_REM:
    case OPERATOR_SHL:
    case OPERATOR_SHR:
    case OPERATOR_LT:
    case OPERATOR_GT:
    case OPERATOR_LE:
    case OPERATOR_GE:
    case OPERATOR_EQ:
    case OPERATOR_NE:
    case OPERATOR_COMMA:
    case OPERATOR_ELSE:
    case OPERATOR_NEGATE:
    case OPERATOR_COMPLEMENT:
    case OPERATOR_NOT:
    case OPERATOR_DEREF:
    case OPERATOR_ADDRESS:
    case OPERATOR_PRE_INC:
    case OPERATOR_PRE_DEC:
    case OPERATOR_POST_INC:
    case OPERATOR_POST_DEC:
        break;
    }
    return REDUCE_NONE;
}

/* Is `s` a chain a op b op … in which the variable is one term, added and not
 * subtracted, and in no other term? */
static bool is_chain(const syntax *s, const target *t, reduce_op op)
{
    if (is_target(s, t))
        return true;
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    if (s->kind != SYNTAX_BINARY || operator_reduction(s->op) != op)
        return false;
    const syntax *a = s->child[0], *b = s->child[1];
    if (!mentions(b, t->d))
        return is_chain(a, t, op);
    return s->op != OPERATOR_SUB && !mentions(a, t->d) && is_chain(b, t, op);
}

/* a > b ? a : b, or fmax(a, b): the two operands. */
static reduce_op extremum(const syntax *s, const syntax **a, const syntax **b)
{
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    if (s->kind == SYNTAX_CALL && s->child_count == 3) {
        const char *name = syntax_callee_name(s);
        *a = s->child[1];
        *b = s->child[2];
        if (name && strncmp(name, "fmax", 4) == 0)
            return REDUCE_MAX;
        return name && strncmp(name, "fmin", 4) == 0 ? REDUCE_MIN : REDUCE_NONE;
    }
    if (s->kind != SYNTAX_CONDITIONAL)
        return REDUCE_NONE;
    const syntax *test = s->child[0];
    if (test->kind != SYNTAX_BINARY || test->op < OPERATOR_LT || test->op > OPERATOR_GE)
        return REDUCE_NONE;
    *a = s->child[1];
    *b = s->child[2];
    return test->op == OPERATOR_LT || test->op == OPERATOR_LE ? REDUCE_MIN : REDUCE_MAX;
}

/* Are the places of a comparison's operands written alike? */
static bool is_same(const syntax *a, const syntax *b)
{
    if (!a || !b)
        return a == b;
    while (a->kind == SYNTAX_CAST)
        a = a->child[0];
    while (b->kind == SYNTAX_CAST)
        b = b->child[0];
    if (a->kind != b->kind || a->op != b->op || a->child_count != b->child_count ||
        a->decl != b->decl || a->value != b->value || a->member != b->member)
        return false;
    for (int i = 0; i < a->child_count; i++)
        if (!is_same(a->child[i], b->child[i]))
            return false;
    return true;
}

static reduce_op extremum_of(const syntax *value, const target *t)
{
    const syntax *a, *b;
    reduce_op op = extremum(value, &a, &b);
    if (op == REDUCE_NONE || is_target(a, t) == is_target(b, t))
        return REDUCE_NONE;
    if (mentions(is_target(a, t) ? b : a, t->d))
        return REDUCE_NONE;
    while (value->kind == SYNTAX_CAST)
        value = value->child[0];
    if (value->kind == SYNTAX_CONDITIONAL) {
        const syntax *test = value->child[0];
        if (is_same(test->child[0], b) && is_same(test->child[1], a))
            return op == REDUCE_MAX ? REDUCE_MIN : REDUCE_MAX;
        if (!is_same(test->child[0], a) || !is_same(test->child[1], b))
            return REDUCE_NONE;
    }
    return op;
}

static reduce_op form_of(const syntax *assignment, const target *t)
{
    const syntax *value = assignment->child[1];
    if (assignment->op != OPERATOR_NONE)
        return mentions(value, t->d) ? REDUCE_NONE : operator_reduction(assignment->op);
    while (value->kind == SYNTAX_CAST)
        value = value->child[0];
    reduce_op op = extremum_of(value, t);
    if (op != REDUCE_NONE)
        return op;
    op = value->kind == SYNTAX_BINARY ? operator_reduction(value->op) : REDUCE_NONE;
    return op != REDUCE_NONE && is_chain(value, t, op) ? op : REDUCE_NONE;
}

reduce_op lower_reduce_form(const syntax *assignment, const decl *scalar)
{
    return form_of(assignment, &(target){scalar, NULL});
}

/* Is it an element of the array whose subscripts do not look at the array? */
static bool is_element_of(const syntax *s, const decl *array)
{
    for (; s->kind == SYNTAX_SUBSCRIPT; s = s->child[0])
        if (mentions(s->child[1], array))
            return false;
    return names(s, array);
}

/* Does it designate the same twice, and can that be told from its text? */
static bool is_repeatable(const syntax *s)
{
    if (s->kind == SYNTAX_CALL || s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_FLOAT ||
        s->kind == SYNTAX_OTHER || s->kind == SYNTAX_SECTION ||
        (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC))
        return false;
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i] && !is_repeatable(s->child[i]))
            return false;
    return true;
}

reduce_op lower_reduce_element(const syntax *s, const decl *array)
{
    const syntax *left = s->child[0];
    if (!is_element_of(left, array))
        return REDUCE_NONE;
    if (s->kind != SYNTAX_ASSIGN)
        return REDUCE_SUM;
    if (s->op == OPERATOR_NONE && !is_repeatable(left))
        return REDUCE_NONE;
    return form_of(s, &(target){array, left});
}

/* The variable of which `s` is an element, or which it is; null: neither. */
static const decl *base_of(const syntax *s)
{
    while (s->kind == SYNTAX_SUBSCRIPT)
        s = s->child[0];
    return s->kind == SYNTAX_NAME ? s->decl : s->kind == SYNTAX_MEMBER ? syntax_member(s) : NULL;
}

/* Is `body` the assignment that completes if (test) …? */
static bool keeps_extremum(const syntax *test, const syntax *body, extremum_form *form)
{
    if (body->kind != SYNTAX_ASSIGN || body->op != OPERATOR_NONE)
        return false;
    const syntax *left = body->child[0];
    const decl *d = base_of(left);
    bool is_element = left->kind == SYNTAX_SUBSCRIPT;
    bool is_less = test->op == OPERATOR_LT || test->op == OPERATOR_LE;
    if (!d || (is_element ? !is_element_of(left, d) || !is_repeatable(left) : d->rank) ||
        mentions(body->child[1], d))
        return false;
    const target t = {d, is_element ? left : NULL};
    if (is_target(test->child[1], &t) && is_same(test->child[0], body->child[1]))
        form->op = is_less ? REDUCE_MIN : REDUCE_MAX;
    else if (is_target(test->child[0], &t) && is_same(test->child[1], body->child[1]))
        form->op = is_less ? REDUCE_MAX : REDUCE_MIN;
    else
        return false;
    form->assignment = body;
    form->keeps_first = test->op == OPERATOR_LT || test->op == OPERATOR_GT;
    return true;
}

extremum_form lower_reduce_if(const syntax *s)
{
    const syntax *test = s->child[0], *body = s->child[1];
    extremum_form form = {0};
    if (s->child[2] || test->kind != SYNTAX_BINARY || test->op < OPERATOR_LT ||
        test->op > OPERATOR_GE)
        return form;
    bool is_block = body->kind == SYNTAX_BLOCK, is_found = false;
    for (int i = 0; i < (is_block ? body->child_count : 1) && !is_found; i++)
        is_found = keeps_extremum(test, is_block ? body->child[i] : body, &form);
    return form;
}
