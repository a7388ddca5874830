#include "frontend/lower/carried.h"

#include "frontend/lower/loop_bounds.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer_slice.h"

/* Does it have a loop in it, or a call that may have? */
static bool has_loop(const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
        syntax_is_program_call(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (has_loop(s->child[i]))
            return true;
    return false;
}

static bool is_outer(const syntax *loop)
{
    for (int i = 0; i < loop->child_count; i++)
        if (has_loop(loop->child[i]))
            return true;
    return false;
}

/* Is it the variable of a loop that counts in there? */
static bool counts(lowering *lo, const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_FOR && lower_for_variable(lo, s) == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (counts(lo, s->child[i], d))
            return true;
    return false;
}

static carried_vec values(lowering *lo, const syntax *loop, const expr *before, bool is_end)
{
    carried_vec found = {0};
    if (lo->fn.decl->intrinsic)
        return found;
    for (int i = 0; i < lo->fn.tracked.count; i++) {
        const decl *d = lo->source->decls[lo->fn.tracked.data[i]];
        if (!decl_is_integer(d) || !value_is_assigned_in(loop, d) || counts(lo, loop, d) ||
            (!is_end && !value_is_carried(loop, d)))
            continue;
        const expr *value = is_end ? value_slice_left(lo, loop, d, before)
                                   : value_slice_carried(lo, loop, d, before);
        if (value)
            VEC_PUSH(lo->ctx->arena, &found, ((carried_value){d, value}));
    }
    return found;
}

carried_vec lower_carried(lowering *lo, const syntax *loop, const expr *before)
{
    return is_outer(loop) ? values(lo, loop, before, false) : (carried_vec){0};
}

carried_vec lower_left(lowering *lo, const syntax *loop, const expr *trips)
{
    return values(lo, loop, trips, true);
}

void lower_set_carried(lowering *lo, const carried_vec *list)
{
    for (int i = 0; i < list->count; i++)
        value_set(lo, list->data[i].var, list->data[i].value);
}
