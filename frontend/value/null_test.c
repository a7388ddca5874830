#include "frontend/value/null_test.h"

#include "frontend/value/member.h"
#include "frontend/value/memory_function.h"

/* Also without those that give extents: it is the same address. */
static const syntax *without_casts(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s;
}

static const decl *pointer_of(const syntax *s)
{
    s = without_casts(s);
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    return d && d->type && d->type->kind == TYPE_POINTER ? d : NULL;
}

static bool is_zero(const syntax *s)
{
    s = without_casts(s);
    return s->kind == SYNTAX_INT && s->value == 0;
}

static bool asks_for_null(const syntax *around, const syntax *s)
{
    if (!around)
        return false;
    if (around->kind == SYNTAX_UNARY)
        return around->op == OPERATOR_NOT;
    if (around->kind == SYNTAX_CONDITIONAL || around->kind == SYNTAX_IF)
        return around->child[0] == s;
    if (around->kind != SYNTAX_BINARY)
        return false;
    bool is_first = around->child[0] == s;
    return around->op == OPERATOR_LOGICAL_AND || around->op == OPERATOR_LOGICAL_OR ||
           ((around->op == OPERATOR_EQ || around->op == OPERATOR_NE) &&
            is_zero(around->child[is_first ? 1 : 0]));
}

/* --- What it has been set to ------------------------------------------------------------------ */

typedef enum last_set { NOT_SET, SET_TO_MEMORY, SET_OTHERWISE } last_set;

static last_set kind_of(const syntax *value)
{
    value = without_casts(value);
    bool is_memory = value && value->kind == SYNTAX_CALL && syntax_callee_name(value) &&
                     memory_use_of(value->child[0]->decl);
    return is_memory ? SET_TO_MEMORY : SET_OTHERWISE;
}

static bool is_set_in(const lowering *lo, const syntax *s, const decl *d)
{
    if (!s)
        return false;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    if (sets && pointer_of(s->child[0]) == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d && d->init) ||
            is_set_in(lo, syntax_part(s, i), d))
            return true;
    return false;
}

/* do { .. } while (0), which is how macros write several statements. */
static bool is_once(const syntax *s)
{
    return s->kind == SYNTAX_DO && is_zero(s->child[1]) && !syntax_may_break(s->child[0]) &&
           !syntax_may_continue(s->child[0]);
}

/* What a statement, which is executed, leaves in the pointer. */
static last_set set_by(const lowering *lo, const syntax *s, const decl *d)
{
    if (!is_set_in(lo, s, d))
        return NOT_SET;
    if (is_once(s))
        return set_by(lo, s->child[0], d);
    if (s->kind == SYNTAX_BLOCK) {
        last_set last = NOT_SET;
        for (int i = 0; i < s->child_count; i++) {
            last_set by = set_by(lo, s->child[i], d);
            last = by == NOT_SET ? last : by;
        }
        return last;
    }
    if (s->kind == SYNTAX_DECLARATION)
        return kind_of(d->init);
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
                    pointer_of(s->child[0]) == d && !is_set_in(lo, s->child[1], d);
    return is_plain ? kind_of(s->child[1]) : SET_OTHERWISE;
}

static bool holds(const syntax *s, const syntax *at)
{
    if (s == at)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (holds(syntax_part(s, i), at))
            return true;
    return false;
}

/* On the way down to `at`, statement after statement. */
static last_set set_before(const lowering *lo, const syntax *s, const syntax *at, const decl *d,
                           last_set known)
{
    bool is_loop =
        s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || (s->kind == SYNTAX_DO && !is_once(s));
    if ((is_loop || s->kind == SYNTAX_SWITCH) && is_set_in(lo, s, d))
        known = SET_OTHERWISE;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child = syntax_part(s, i);
        if (child && holds(child, at))
            return set_before(lo, child, at, d, known);
        last_set by = child && s->kind == SYNTAX_BLOCK ? set_by(lo, child, d) : NOT_SET;
        known = by == NOT_SET ? known : by;
    }
    return known;
}

bool value_is_null_test(const lowering *lo, const syntax *around, const syntax *s)
{
    const decl *d = pointer_of(s);
    const syntax *body = lo->fn.decl->body;
    return d && d->kind != DECL_FORMAL && asks_for_null(around, s) && holds(body, around) &&
           !syntax_has(body, SYNTAX_GOTO) &&
           set_before(lo, body, around, d, NOT_SET) == SET_TO_MEMORY;
}

/* --- Conditions ---------------------------------------------------------------------------------
 */

static memory_test reversed(memory_test test)
{
    return test == MEMORY_THERE ? MEMORY_MISSING : test == MEMORY_MISSING ? MEMORY_THERE : test;
}

/* Of `s`, part of `around`, as a condition. */
static memory_test test_of(const lowering *lo, const syntax *around, const syntax *s)
{
    const syntax *value = without_casts(s);
    if (value->kind == SYNTAX_ASSIGN) /* if (!(a = malloc(n))) */
        return value->op == OPERATOR_NONE && kind_of(value->child[1]) == SET_TO_MEMORY
                   ? MEMORY_THERE
                   : MEMORY_UNASKED;
    if (value->kind == SYNTAX_NAME)
        return value_is_null_test(lo, around, s) ? MEMORY_THERE : MEMORY_UNASKED;
    if (value->kind == SYNTAX_UNARY && value->op == OPERATOR_NOT)
        return reversed(test_of(lo, value, value->child[0]));
    if (value->kind != SYNTAX_BINARY)
        return MEMORY_UNASKED;
    if (value->op == OPERATOR_EQ || value->op == OPERATOR_NE) {
        const int at = is_zero(value->child[0]);
        if (!is_zero(value->child[1 - at]))
            return MEMORY_UNASKED;
        memory_test test = test_of(lo, value, value->child[at]);
        return value->op == OPERATOR_NE ? test : reversed(test);
    }
    if (value->op != OPERATOR_LOGICAL_OR && value->op != OPERATOR_LOGICAL_AND)
        return MEMORY_UNASKED;
    const memory_test a = test_of(lo, value, value->child[0]),
                      b = test_of(lo, value, value->child[1]);
    return a == b ? a : MEMORY_UNASKED;
}

memory_test value_memory_test(const lowering *lo, const syntax *s)
{
    return test_of(lo, s, s->child[0]);
}
