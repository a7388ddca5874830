#include "frontend/value/main_array.h"

#include "frontend/value/array_flow.h"
#include "frontend/value/member_uses.h"
#include "program/expr/slice.h"

bool array_is_of_main(lowering *lo, const decl *d)
{
    return !d->function && d->rank && d->type->kind == TYPE_ARRAY && array_followed(lo, d);
}

void array_enter(lowering *lo, const decl *d)
{
    if (!array_is_of_main(lo, d))
        return;
    if (decl_is_main(lo->fn.decl))
        array_begin(lo, d);
    else
        array_set(lo, d, lo->info[d->id].settled);
}

static bool sets_element(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (array_set_by(s) == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (sets_element(syntax_part(s, i), d))
            return true;
    return false;
}

/* Does a function that is called there look at it, or another that is not known? */
static bool calls_reader(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (syntax_is_program_call(s) && value_mentions(s, d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (calls_reader(syntax_part(s, i), d))
            return true;
    return false;
}

/* Does a function look at it before main, whose body that is, has set all of it? */
static bool is_read_early(const syntax *body, const decl *d)
{
    int last = body->child_count;
    while (last > 0 && !sets_element(body->child[last - 1], d))
        last--;
    for (int i = 0; i < last; i++)
        if (calls_reader(body->child[i], d))
            return true;
    return body->kind != SYNTAX_BLOCK || syntax_has(body, SYNTAX_LABEL);
}

/* What only steps of the program tell stands with all of them wherever an element is asked for, and
 * for each element that it may be: sizes of levels do, a table that reverses indices is read. */
enum { STEPS_MOST = 1024 };

static int count_steps(const expr *e)
{
    int count = e->kind == EXPR_SLICE ? e->code->count : 0;
    for (int i = 0; i < expr_operand_count(e) && count <= STEPS_MOST; i++)
        count += count_steps(e->u.op.operand[i]);
    return count;
}

/* Is it the same wherever it is asked for, and known? */
static bool is_of_program(const expr *e)
{
    if (e->uses_loop_var || e->uses_coord)
        return false;
    if (e->kind == EXPR_PARAM)
        return e->u.param->origin != PARAM_FORMAL && e->u.param->origin != PARAM_INDEX &&
               e->u.param->value && is_of_program(e->u.param->value);
    for (int i = 0; i < expr_operand_count(e); i++)
        if (!is_of_program(e->u.op.operand[i]))
            return false;
    return true;
}

void array_settle(lowering *lo, const decl *d)
{
    const expr *const *now = array_is_of_main(lo, d) ? array_now(lo, d) : NULL;
    bool is_settled = now && !is_read_early(lo->fn.decl->body, d);
    int steps = 0;
    for (int i = 0; is_settled && i < array_followed(lo, d); i++) {
        is_settled = now[i] && is_of_program(now[i]);
        steps += is_settled ? count_steps(now[i]) : 0;
        is_settled &= steps <= STEPS_MOST;
    }
    if (is_settled)
        lo->info[d->id].settled = now;
}
