/* Loops that run once, or never: do { … } while (0), for (;;) { …; break; },
 * while (0). They are blocks that `break` and `continue` leave. */

#include "frontend/lower/single_trip.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/directive.h"
#include "frontend/lower/statement.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer.h"

/* Is the condition this number, whatever --set says? A missing one is 1. */
static bool is_known(lowering *lo, const syntax *condition, bool *is_true)
{
    int64_t value = 1;
    const expr *e = condition ? value_integer(lo, condition, false) : NULL;
    if (condition && (!e || !expr_known(e, &value)))
        return false;
    if (e && e->kind == EXPR_PARAM)
        VEC_PUSH(lo->ctx->arena, &lo->found.fixed,
                 ((fixed_name){e->u.param->name, condition->where}));
    *is_true = value != 0;
    return !e || e->kind == EXPR_PARAM || e->kind == EXPR_INT;
}

/* May the loop change a variable of its condition? */
static bool is_changed_in(lowering *lo, const syntax *test, const syntax *loop)
{
    if (test->kind == SYNTAX_NAME && test->decl && decl_is_integer(test->decl))
        return value_is_assigned_in(loop, test->decl) ||
               (!test->decl->function && value_may_set_globals(lo, loop));
    for (int i = 0; i < test->child_count; i++)
        if (test->child[i] && is_changed_in(lo, test->child[i], loop))
            return true;
    return false;
}

static bool ends_in_break(const syntax *s)
{
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && ends_in_break(s->child[s->child_count - 1]);
    return s->kind == SYNTAX_BREAK;
}

static void lower_block(lowering *lo, node_list *out, const syntax *body)
{
    const syntax alone = {.kind = SYNTAX_BLOCK,
                          .unit = body->unit,
                          .where = body->where,
                          .child_count = 1,
                          .child = &body};
    loop_frame frame = {.is_switch = true, .outer = lo->around.frame};
    lo->around.frame = &frame;
    lower_sequence(lo, out, body->kind == SYNTAX_BLOCK ? body : &alone, 0, NULL);
    lo->around.frame = frame.outer;
}

bool lower_single_trip(lowering *lo, node_list *out, const syntax *s)
{
    bool is_for = s->kind == SYNTAX_FOR, is_do = s->kind == SYNTAX_DO, is_true;
    const syntax *test = s->child[is_for || is_do], *body = s->child[is_for ? 3 : !is_do];
    bool leaves = !is_do && body && ends_in_break(body) && !syntax_may_continue(body);
    /* What a name holds, the first part of a `for` may change. */
    bool is_constant = !test || test->kind == SYNTAX_INT || (!is_for && test->kind == SYNTAX_NAME);
    if (!body || (!is_constant && (is_for || (!is_do && !leaves))) ||
        (is_do && is_changed_in(lo, test, s)) || !is_known(lo, test, &is_true) ||
        (is_do ? is_true : is_true && !leaves))
        return false;
    if (is_for && s->child[0])
        lower_statement(lo, out, s->child[0]);
    if (!is_do && !is_true) {
        lower_skip_directives(lo, s);
        return true;
    }
    lower_block(lo, out, body);
    if (syntax_may_break(body) || syntax_may_continue(body))
        value_forget(lo, s);
    else
        value_forget_integers(lo, s);
    return true;
}
