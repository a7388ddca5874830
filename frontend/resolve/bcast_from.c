/* bcast .. from: one processor, and one of those that take part (XcalableMP 1.2,
 * section 4.5.5). */

#include "frontend/resolve/bcast_from.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/subgrid.h"

/* Is there one processor along axis (or template dimension) k, as far as the
 * program knows? */
static bool is_single(const on_clause *c, int k)
{
    int64_t extent;
    if (c->target)
        return c->target->is_distributed && c->target->format[k].kind == DIST_COLLAPSED;
    return c->nodes->extent[k] && expr_known(c->nodes->extent[k], &extent) && extent == 1;
}

static bool check_one(directive_table *t, const directive_ref *ref, const on_clause *from,
                      const on_clause *on)
{
    int rank = from->target ? from->target->rank : scope_grid_rank(from->nodes);
    for (int k = 0; k < rank; k++) {
        bool is_each = from->is_own[k] && on && on->is_own[k];
        if (!from->index[k] && !is_each && !is_single(from, k))
            return scope_fail(t, "bcast", ref->where,
                              "'%s' names several processors, but a broadcast comes from one; "
                              "name it by an index in each dimension",
                              ref->name.text);
    }
    return true;
}

/* Is coordinate `at` of axis k of `grid` surely none that the clause names? */
static bool is_outside(const on_clause *on, const proc_grid *grid, int k, int64_t at)
{
    int64_t first, count, step = 1;
    if (on->nodes == grid)
        return on->index[k] && expr_known(on->index[k], &first) && first != at;
    if (!on->nodes || on->nodes->of != grid)
        return false;
    const grid_part *part = &on->nodes->part[k];
    if (part->kind == PART_OWN || !part->first || !expr_known(part->first, &first))
        return false;
    if (part->kind == PART_INDEX)
        return first != at;
    if (!part->count || !expr_known(part->count, &count) ||
        (part->step && !expr_known(part->step, &step)))
        return false;
    int64_t steps = (at - first) / step;
    return first + steps * step != at || steps < 0 || steps >= count;
}

/* The first and the last coordinate of axis k of `grid` that the clause names; false:
 * that is not known. */
static bool ends_of(const on_clause *on, const proc_grid *grid, int k, int64_t at[2])
{
    int64_t count, step = 1;
    const expr *index = on->nodes == grid ? on->index[k] : NULL;
    const grid_part *part = on->nodes != grid ? &on->nodes->part[k] : NULL;
    if (index || (part && part->kind == PART_INDEX)) {
        bool is_known = expr_known(index ? index : part->first, &at[0]);
        at[1] = at[0];
        return is_known;
    }
    at[0] = 0;
    if (part && (part->kind == PART_OWN || (part->first && !expr_known(part->first, &at[0]))))
        return false;
    const expr *extent = part && part->count ? part->count : grid->extent[k];
    if (on->is_own[k] || !extent || !expr_known(extent, &count) ||
        (part && part->step && !expr_known(part->step, &step)))
        return false;
    at[1] = at[0] + (count - 1) * step;
    return part == NULL || part->count != NULL;
}

bool directive_is_outside(const on_clause *outer, const on_clause *inner)
{
    if (!outer->nodes || !inner->nodes)
        return false;
    bool is_part = inner->is_section || (outer->is_section && inner->nodes->of == outer->nodes->of);
    const proc_grid *grid = is_part && inner->nodes->of ? inner->nodes->of : inner->nodes;
    for (int k = 0; k < scope_grid_rank(grid); k++) {
        int64_t at[2];
        if (ends_of(inner, grid, k, at) &&
            (is_outside(outer, grid, k, at[0]) || is_outside(outer, grid, k, at[1])))
            return true;
    }
    return false;
}

static bool check_member(directive_table *t, const directive_ref *ref, const on_clause *from,
                         const on_clause *on)
{
    return !on || !directive_is_outside(on, from) ||
           scope_fail_noting(t, "bcast", ref->where,
                             "a broadcast comes from one of the processors that it goes to",
                             on->where, "it goes to these");
}

bool scope_from(directive_table *t, const directive_ref *ref, const directive_names *names,
                const on_clause *on, on_clause *out)
{
    if (!scope_on(t, ref, names, out))
        return false;
    for (int k = 0; k < MAX_RANK; k++) {
        if (out->last[k] || out->is_section)
            return scope_fail(t, "not-analysed", ref->where,
                              "a broadcast from a section is not analysed in this version; name "
                              "one processor");
    }
    return check_one(t, ref, out, on) && check_member(t, ref, out, on);
}
