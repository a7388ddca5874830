#include "plan/analysis/margins.h"
#include "plan/analysis/nonlocal.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "plan/xmp/coverage.h"
#include "program/env/bindings.h"

/* XcalableMP: references that need what no communication of the program covers, or what has
 * been written since; and writes that nothing sends to the owners. */

/* Loops with a reach compute what they write in shadows: is there one? */
static bool has_room(planner *p, const halo_need *n)
{
    const variable *v = n->access->ref->var;
    env *defined = p->defined;
    for (int i = 0; i < n->region_count * n->axis_count; i++) {
        int d = n->dim[i % n->axis_count];
        int64_t wanted = n->beyond[i], width = 0;
        const expr *room = wanted < 0 ? v->shadow_lower[d] : v->shadow_upper[d];
        bool ok = true;
        if (wanted == 0 || v->is_shadow_whole[d])
            continue;
        if (room)
            width = expr_eval(defined, room, &ok);
        if (ok && width < (wanted < 0 ? -wanted : wanted))
            return false;
    }
    return true;
}

typedef enum sent { SENT_YES, SENT_LOST, SENT_NOT_YET } sent;

static bool fits_all(planner *p, const halo_need *n, const reflect_node *r)
{
    for (int i = 0; i < n->region_count; i++)
        if (!halo_reaches(p, n, r, i))
            return false;
    return true;
}

/* Executed whatever conditions say, the first that moves the array's shadow. */
static sent send_in(planner *p, const halo_need *n, node *list)
{
    for (node *one = list; one; one = one->next) {
        const reflect_node *r = &one->u.reflect;
        node **lists[2];
        sent inside = SENT_NOT_YET;
        if (one->kind == NODE_REFLECT && r->var == n->access->ref->var && fits_all(p, n, r))
            return r->is_reverse ? SENT_YES : SENT_LOST;
        if (one->kind != NODE_IF && node_lists(one, lists) == 1)
            inside = send_in(p, n, *lists[0]);
        if (inside != SENT_NOT_YET)
            return inside;
    }
    return SENT_NOT_YET;
}

/* Is what a write leaves in a shadow sent to its owners afterwards? */
static bool is_sent(planner *p, const halo_need *n)
{
    for (int s = n->at->depth; s-- > 0;) {
        sent after = send_in(p, n, n->at->path[s].child->next);
        if (after != SENT_NOT_YET)
            return after == SENT_YES;
    }
    return false;
}

static void check_write(planner *p, const halo_need *n)
{
    bool is_right = site_reaches(n->at) ? has_room(p, n) : is_sent(p, n);
    if (!is_right)
        coverage_report_nothing(p, n->access);
}

static void check_read(planner *p, const coverage_view *view, arena *memory, const halo_need *n)
{
    arena_clear(memory);
    const halo_region *state = coverage_solve(p, view, memory, n);
    for (int r = 0; state && r < n->region_count; r++)
        if (!state[r].is_there) {
            coverage_report(p, n, state);
            return;
        }
}

/* Does the program say who executes it: a loop, task or array directive, or a condition that
 * asks which processor this is? */
static bool is_explicit(const site *s)
{
    for (int i = 0; i < s->depth; i++) {
        const node *n = s->path[i].child;
        if ((n->kind == NODE_LOOP && n->u.loop.on_explicit) ||
            (n->kind == NODE_TASK && n->u.task.on_explicit) ||
            (n->kind == NODE_IF && n->u.cond.queries_rank))
            return true;
    }
    return false;
}

/* Is there an axis along which no processor has all of the array? A shadow of the whole dimension
 * has room for what is read there. */
static bool is_divided(planner *p, const access *a)
{
    const array_map *m = map_of(p, a->ref->var);
    for (int k = 0; m && k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        const expr *extent = m->grid->extent[k];
        int64_t count = 0;
        bool is_whole = axis->source == AXIS_REPLICATED ||
                        (extent && expr_is_int(extent, &count) && count == 1) ||
                        (axis->source == AXIS_BY_DIM && !a->is_write &&
                         a->ref->var->is_shadow_whole[axis->dim]);
        if (!is_whole)
            return true;
    }
    return false;
}

/* All processors execute what stands in no loop, task or array directive: not all have this. */
static bool is_astray(planner *p, const access *a)
{
    const site *at = &p->sites.data[a->site];
    return !site_is_inferred(p, at) && !is_explicit(at) && is_divided(p, a);
}

/* Said once a site: of what it writes, or else of what it reads first. */
static void check_everybody(planner *p)
{
    for (int i = 0, next; i < p->accesses.count; i = next) {
        const access *all = p->accesses.data, *first = NULL;
        for (next = i; next < p->accesses.count && all[next].site == all[i].site; next++)
            if (is_astray(p, &all[next]) && (!first || (all[next].is_write && !first->is_write)))
                first = &all[next];
        if (first)
            coverage_report_everybody(p, first);
    }
}

void xmp_comm_check(planner *p)
{
    const coverage_view *view = coverage_view_new(p);
    arena *memory = arena_new_under(p->arena);
    check_everybody(p);
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        halo_need n;
        if (!map_of(p, a->ref->var) || site_is_inferred(p, at) || is_astray(p, a) ||
            (need_is_local(p, at, a->ref) && !site_reaches(at)))
            continue;
        if (!halo_need_of(p, a, &n))
            coverage_report_nothing(p, a);
        else if (n.region_count && a->is_write)
            check_write(p, &n);
        else if (n.region_count)
            check_read(p, view, memory, &n);
    }
    arena_free(memory);
}
