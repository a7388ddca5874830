#include "plan/communication/blocks.h"

#include <string.h>

static loop_range *ranges_of(planner *p, const need *n)
{
    loop_range *range = ARENA_ARRAY(p->arena, n->range_count + 1, loop_range);
    memcpy(range, n->range, sizeof *range * (size_t)n->range_count);
    return range;
}

static const expr *skipped_by(planner *p, const guard_blocks *of)
{
    return of->is_second ? of->size : expr_int(p->pool, 0);
}

bool blocks_are_cut(const need *from, const guard_blocks *of)
{
    return from->range[of->range].lower != of->from;
}

/* Where the stretches begin that begin in the range, or rather the pairs of one that is skipped and
 * one that is not. */
static const expr *first_pair(planner *p, const loop_range *r, const guard_blocks *of)
{
    expr_pool *pool = p->pool;
    if (r->lower == of->from)
        return of->from;
    const expr *twice = expr_mul(pool, expr_int(pool, 2), of->size);
    const expr *pairs = expr_ceil_div(pool, expr_sub(pool, r->lower, of->from), twice);
    return expr_add(pool, of->from, expr_mul(pool, pairs, twice));
}

need blocks_first(planner *p, const need *from, const guard_blocks *of)
{
    expr_pool *pool = p->pool;
    need n = *from;
    loop_range *r = ranges_of(p, from);
    n.range = r;
    r += of->range;
    const expr *twice = expr_mul(pool, expr_int(pool, 2), of->size);
    const expr *begin =
        expr_add(pool, expr_sub(pool, first_pair(p, r, of), twice), skipped_by(p, of));
    const expr *last = expr_sub(pool, expr_add(pool, begin, of->size), expr_int(pool, 1));
    r->lower = expr_max(pool, r->lower, begin);
    r->upper = expr_min(pool, r->upper, last);
    return n;
}

need blocks_whole(planner *p, const need *from, const guard_blocks *of)
{
    expr_pool *pool = p->pool;
    const expr *skipped = skipped_by(p, of);
    need n = *from;
    loop_range *range = ranges_of(p, from);
    const loop_range old = range[of->range];
    const char *name = old.var->name;
    const expr *one = expr_int(pool, 1), *size = of->size;
    const loop_var *block =
        expr_new_loop_var(pool, arena_printf(p->arena, "%s_block", name), old.var->where);
    const loop_var *inside =
        expr_new_loop_var(pool, arena_printf(p->arena, "%s_inside", name), old.var->where);
    const expr *value = expr_add(pool, expr_add(pool, expr_loop_var(pool, block), skipped),
                                 expr_loop_var(pool, inside));
    const expr *last =
        expr_sub(pool, expr_sub(pool, old.upper, skipped), expr_sub(pool, size, one));
    const expr_substitution by = {.count = 1, .vars = &old.var, .with = &value};
    reference *ref = arena_copy(p->arena, n.ref, sizeof *ref);
    for (int i = 0; i < n.range_count; i++) {
        range[i].lower = expr_substitute(pool, range[i].lower, &by);
        range[i].upper = expr_substitute(pool, range[i].upper, &by);
        range[i].step = expr_substitute(pool, range[i].step, &by);
    }
    /* Those further in may begin or end by it. */
    memmove(&range[of->range + 2], &range[of->range + 1],
            sizeof *range * (size_t)(n.range_count++ - of->range - 1));
    range[of->range] =
        (loop_range){block, first_pair(p, &old, of), last, expr_mul(pool, expr_int(pool, 2), size)};
    range[of->range + 1] = (loop_range){inside, expr_int(pool, 0), expr_sub(pool, size, one), one};
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE)
            ref->sub[d].value = expr_substitute(pool, ref->sub[d].value, &by);
    for (int k = 0; n.at.grid && k < n.at.grid->rank; k++)
        if (n.at.axis[k].is_restricted && n.at.axis[k].index)
            n.at.axis[k].index = expr_substitute(pool, n.at.axis[k].index, &by);
    ref->straight = NULL;
    n.ref = ref;
    n.range = range;
    n.coarse = arena_copy(p->arena, from, sizeof *from);
    return n;
}

need blocks_last(planner *p, const need *from, const guard_blocks *of)
{
    expr_pool *pool = p->pool;
    const expr *skipped = skipped_by(p, of);
    need n = *from;
    loop_range *r = ranges_of(p, from);
    n.range = r;
    r += of->range;
    const expr *one = expr_int(pool, 1), *twice = expr_mul(pool, expr_int(pool, 2), of->size);
    const expr *pairs = first_pair(p, r, of);
    const expr *count = expr_add(pool, expr_sub(pool, r->upper, pairs), one);
    const expr *none = expr_int(pool, 0); /* of a range that ends before it begins */
    const expr *before =
        expr_mul(pool, expr_floor_div(pool, expr_max(pool, none, count), twice), twice);
    const expr *begin = expr_add(pool, expr_add(pool, pairs, before), skipped);
    const expr *is_part =
        expr_logic(pool, EXPR_LT, r->upper, expr_sub(pool, expr_add(pool, begin, of->size), one));
    r->upper = expr_select(pool, is_part, r->upper, expr_sub(pool, begin, one));
    r->lower = begin;
    return n;
}
