/* Variables that a loop moves by the same amount in each iteration, beside
 * its variable: what they hold is an expression of the loop's variable. */

#include "frontend/lower/induction.h"

#include "frontend/lower/loop_bounds.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer.h"
#include "frontend/value/names.h"

/* v++, v--, v += e, v -= e: the variable; null otherwise. */
static const decl *moved_by(const syntax *s)
{
    bool is_step = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC;
    bool is_sum = s->kind == SYNTAX_ASSIGN && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB);
    return is_step || is_sum ? syntax_scalar_name(s->child[0]) : NULL;
}

static void consider(lowering *lo, induction_vec *found, const syntax *loop, const syntax *s)
{
    const decl *d = moved_by(s);
    if (!d || d == lower_for_variable(lo, loop) || lo->info[d->id].has_address_taken ||
        value_assignments_in(loop, d) - value_assignments_in(loop->child[0], d) != 1)
        return;
    if (!d->function && value_may_set_globals(lo, loop))
        return; /* whatever is called may change it */
    const syntax *head = loop->child[0];
    const expr *first = value_assignments_in(head, d) ? lower_initial_value(lo, head, d)
                                                      : value_of_decl(lo, d, false);
    if (first)
        VEC_PUSH(lo->ctx->arena, found, ((induction){.var = d, .move = s, .first = first}));
}

/* What runs once in each iteration: the statements of the body itself. */
static void search(lowering *lo, induction_vec *found, const syntax *loop, const syntax *s)
{
    if (!s)
        return;
    bool is_list = s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA;
    if (s->kind == SYNTAX_BLOCK || is_list)
        for (int i = 0; i < s->child_count; i++)
            search(lo, found, loop, s->child[i]);
    else
        consider(lo, found, loop, s);
}

induction_vec lower_inductions(lowering *lo, const syntax *loop)
{
    induction_vec found = {0};
    if (loop->kind != SYNTAX_FOR)
        return found;
    search(lo, &found, loop, loop->child[2]);
    if (!syntax_may_continue(loop->child[3]))
        search(lo, &found, loop, loop->child[3]);
    return found;
}

/* The amount, which nothing in the loop changes: its variables vary by now. */
static const expr *amount(lowering *lo, const syntax *move)
{
    bool is_step = move->kind == SYNTAX_UNARY;
    const expr *by = is_step ? expr_int(lo->pool, 1) : value_integer(lo, move->child[1], false);
    bool is_down = is_step ? move->op == OPERATOR_PRE_DEC || move->op == OPERATOR_POST_DEC
                           : move->op == OPERATOR_SUB;
    return by && is_down ? expr_sub(lo->pool, expr_int(lo->pool, 0), by) : by;
}

/* A _Bool that something positive is added to stays 1; by any other step it goes to and fro. */
static bool moves_evenly(const induction *v)
{
    int64_t step;
    return !v->var->type->is_bool || (expr_is_int(v->step, &step) && step > 0);
}

/* After so many moves. */
static const expr *moved_value(lowering *lo, const induction *v, const expr *times)
{
    const syntax *by = v->move->kind == SYNTAX_ASSIGN ? v->move->child[1] : NULL;
    const expr *sum = expr_add(lo->pool, v->first, expr_mul(lo->pool, v->step, times));
    const c_type *type = v->var->type;
    return value_stored(lo, sum, by ? c_type_common(type, syntax_final_type(by)) : type, v->var,
                        v->move->where);
}

void lower_enter_inductions(lowering *lo, induction_vec *moved, const loop_var *counter,
                            const expr *iteration)
{
    for (int i = 0; i < moved->count; i++) {
        induction *v = &moved->data[i];
        v->step = amount(lo, v->move);
        if (v->step && (expr_mentions(v->step, counter) || !moves_evenly(v)))
            v->step = NULL;
    }
    for (int i = 0; i < moved->count; i++) {
        const induction *v = &moved->data[i];
        if (v->step)
            value_set(lo, v->var, moved_value(lo, v, iteration));
    }
}

void lower_leave_inductions(lowering *lo, const induction_vec *moved, const expr *trips)
{
    for (int i = 0; i < moved->count; i++) {
        const induction *v = &moved->data[i];
        if (v->step)
            value_set(lo, v->var, moved_value(lo, v, trips));
    }
}
