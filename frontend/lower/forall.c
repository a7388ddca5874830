/* forall, where, elsewhere, gmove: the statement that must follow them. */

#include "frontend/lower/forall.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/check_directive.h"
#include "frontend/lower/nest.h"
#include "frontend/resolve/executable.h"

static bool is_where(const directive *d)
{
    return d->kind == DIRECTIVE_WHERE || d->kind == DIRECTIVE_ELSEWHERE;
}

bool lower_is_forall(const directive *d)
{
    return d->kind == DIRECTIVE_FORALL || is_where(d);
}

/* What a block of one statement holds. */
static const syntax *inside(const syntax *s)
{
    while (s && s->kind == SYNTAX_BLOCK && s->child_count == 1)
        s = s->child[0];
    return s;
}

static void reject(lowering *lo, const directive *d, const char *text)
{
    diag_report(lo->ctx->diags, DIAG_ERROR, d->kind == DIRECTIVE_FORALL ? "forall" : "where",
                d->where, "%s", text);
}

static bool changes_something(const syntax *s)
{
    for (int i = 0; s && i < s->child_count; i++)
        if (changes_something(syntax_part(s, i)))
            return true;
    return s &&
           (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC));
}

/* The statements under a mask and under its complement follow each other directly. */
static void check_order(lowering *lo, const directive *d, const syntax *s)
{
    if (d->kind == DIRECTIVE_ELSEWHERE && (!lo->at.masked || lo->at.masked != lo->at.previous))
        reject(
            lo, d,
            "an 'elsewhere' must stand directly after the nest or assignment of its 'where(mask)'");
    lo->at.masked = d->kind == DIRECTIVE_WHERE ? s : NULL;
}

/* The `if` that a mask is, around all that the nest does. */
static void check_mask(lowering *lo, const directive *d, const syntax *body, bool is_nest)
{
    bool is_if = body && body->kind == SYNTAX_IF;
    if (!d->u.has_mask && !is_if)
        reject(lo, d,
               "a where has a mask: write 'where(mask)', or an 'if' as all that the loops hold");
    else if (!is_if)
        reject(
            lo, d,
            "the mask of this 'where' guards nothing: the loops below must stand directly inside "
            "each other, and a mask in a macro's body is not seen; write an 'if' as all that "
            "they hold");
    else if (d->u.has_mask && body->child[2])
        reject(lo, d,
               "an 'else' follows what is assigned under the mask; put braces around the 'if' that "
               "it belongs to, or use 'elsewhere'");
    else if (changes_something(body->child[0]))
        reject(lo, d, "a mask is a condition: it changes nothing; assign before or after it");
    else if (!is_nest && !syntax_has(body->child[0], SYNTAX_SECTION))
        reject(lo, d,
               "the mask of an array assignment has an element for each that is assigned; write "
               "its arrays with sections");
}

void lower_plan_forall(lowering *lo, const directive *d, const syntax *s, bool is_independent,
                       const directive *probability)
{
    const syntax *body = inside(s);
    bool is_nest = body && body->kind == SYNTAX_FOR;
    for (; body && body->kind == SYNTAX_FOR; body = inside(body->child[3])) {
        planned_loop *plan = lower_find_plan(lo, body);
        if (!plan)
            break; /* it does not count, which is reported elsewhere */
        plan->directive = d->where;
        if (body == inside(s))
            lower_check_jumps(lo, d, body);
        plan->is_elsewhere = d->kind == DIRECTIVE_ELSEWHERE && body == inside(s);
        if (!is_independent)
            plan->parallel = LOOP_FORALL;
    }
    if (!is_nest && (!s || !syntax_has(s, SYNTAX_SECTION)))
        reject(lo, d,
               arena_printf(lo->ctx->arena,
                            "'%s' must stand before a loop nest or an array assignment", d->word));
    else if (is_where(d)) {
        check_order(lo, d, s);
        check_mask(lo, d, body, is_nest);
    }
    if (is_where(d) && is_nest && probability) {
        lo->at.mask = body;
        lo->at.mask_probability = probability;
    }
}

/* --- gmove ------------------------------------------------------------------- */

static bool is_reference(const syntax *s)
{
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s->kind == SYNTAX_NAME || s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) || lower_is_constant(s);
}

static const char *check_move(const syntax *s)
{
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO)
        return "'gmove' is meant for one assignment, not for a loop; put it into the loop, or copy "
               "a section";
    if (s->kind != SYNTAX_ASSIGN || s->op != OPERATOR_NONE)
        return "'gmove' must stand before an assignment, as in a[:] = b[:]";
    if (!is_reference(s->child[1]))
        return "'gmove' copies: its right side is one reference, as in a[:] = b[:]; compute before "
               "or after it";
    return NULL;
}

/* The first call, or the first thing that changes a variable, in the subscripts of a reference. */
static const syntax *find_effect(const syntax *s, bool is_call)
{
    if (!s)
        return NULL;
    bool changes =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    if (is_call ? s->kind == SYNTAX_CALL : changes)
        return s;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *found = find_effect(syntax_part(s, i), is_call);
        if (found)
            return found;
    }
    return NULL;
}

/* All processors evaluate the subscripts, and must find the same. */
static bool check_subscripts(lowering *lo, const syntax *move)
{
    bool is_right = true;
    for (int side = 0; side < 2; side++) {
        const syntax *change = find_effect(move->child[side], false);
        const syntax *call = find_effect(move->child[side], true);
        if (change)
            diag_report(lo->ctx->diags, DIAG_ERROR, "gmove", change->where,
                        "a gmove changes nothing but its left side: all processors evaluate its "
                        "subscripts; change the variable before or after it");
        else if (call)
            diag_report(lo->ctx->diags, DIAG_WARNING, "gmove", call->where,
                        "every processor makes this call in a subscript of the gmove, and what it "
                        "returns is not known here, so that too much communication may be "
                        "predicted; assign the result to a variable before the gmove");
        is_right &= !change;
    }
    return is_right;
}

void lower_move(lowering *lo, node_list *out, const syntax *s, const directive *d)
{
    const char *wrong = check_move(s);
    if (wrong) {
        diag_report(lo->ctx->diags, DIAG_ERROR, "gmove", d->where, "%s", wrong);
        return;
    }
    if (!check_subscripts(lo, s))
        return;
    const expr *async;
    if (!directive_async(lo->table, d, lo->reading.names, &async))
        return;
    node_list body = {0};
    lower_expression(lo, &body, s);
    node *n = node_new(lo->ctx, NODE_GMOVE, d->where);
    n->u.move.mode = d->u.gmove;
    n->u.move.async = async;
    n->u.move.body = body.head;
    node_append(&out->head, &out->tail, n);
}
