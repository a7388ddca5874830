#include "plan/xmp/coverage.h"

/* Where the way to an access begins: a program that fetches what each nest needs before it is not
 * followed from its first statement on for each reference. */

/* Does the node say all there is to say of each region, whatever was before it? */
static bool decides(planner *p, const halo_need *n, const node *by)
{
    const reflect_node *r = &by->u.reflect;
    if (by->kind != NODE_REFLECT || by->unknowns || r->var != n->access->ref->var || r->is_reverse)
        return false;
    for (int i = 0; i < n->region_count; i++)
        if (!halo_reaches(p, n, r, i))
            return false;
    return true;
}

/* The number of the last node before the access, in the list of that step of its path, that
 * decides; -1: none does. */
static int find_decision(planner *p, const coverage_view *view, const halo_need *n, int step)
{
    const path_step *s = &n->at->path[step];
    viewed_node seen = {.index = s->index};
    while (coverage_view_last(view, n->access->ref->var, *s->list, seen.index, &seen))
        if (decides(p, n, seen.child))
            return seen.index;
    return -1;
}

/* Does a jump in the lists down to that step, before the way to the access leaves them, lead past
 * it? */
static bool is_jumped_over(const coverage_view *view, const halo_need *n, int last_step)
{
    viewed_node seen;
    for (int i = 0; i <= last_step; i++) {
        const path_step *s = &n->at->path[i];
        for (int at = 0; coverage_view_next(view, NULL, *s->list, at, &seen); at = seen.index + 1) {
            if (seen.index >= s->index)
                break;
            if (seen.jumps)
                return true;
        }
    }
    return false;
}

int coverage_beginning(planner *p, const coverage_view *view, const halo_need *n, int *step)
{
    int starts;
    coverage_view_starts(view, n->access->ref->var, &starts);
    /* What is under way may arrive after what decides. */
    for (*step = n->at->depth; (*step)-- > 0 && starts == 0;) {
        int from = find_decision(p, view, n, *step);
        if (from >= 0 && !is_jumped_over(view, n, *step))
            return from;
        if (from >= 0)
            break;
    }
    *step = 0;
    return 0;
}
