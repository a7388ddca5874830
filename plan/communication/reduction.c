#include "plan/communication/reduction.h"

#include <string.h>

#include "plan/analysis/accumulation.h"
#include "plan/communication/placement.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Accumulations in split loops: each processor has a partial result; they are
 * combined once, after the outermost loop in which nothing else looks at it, or
 * further inside where others that are partial in another way are added to them. */

static bool is_below(const site *s, int step, const node *child)
{
    return s->depth > step && s->path[step].child == child;
}

/* The clause of a loop around that names v; null: none. */
static const reduction *clause_of(const site *at, const variable *v)
{
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        for (int k = 0; l && k < l->reduction_count; k++) {
            if (l->reductions[k].var == v)
                return &l->reductions[k];
        }
    }
    return NULL;
}

/* Is the axis divided by a loop inside `step`, or fixed whatever the loops do?
 * (Divided by a loop further out, the scalar belongs to that loop's iteration.) */
static bool is_partial_along(const site *at, int step, int k)
{
    const home_axis *axis = &at->at.axis[k];
    if (!axis->is_restricted)
        return false;
    for (int i = 0; i < step; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l && l->split_on && expr_mentions(axis->index, l->range.var))
            return false;
    }
    return true;
}

/* The axes of a grid along which the parts of one result are spread; none: all have the
 * whole result. */
typedef struct parts {
    const proc_grid *grid; /* null: none */
    bool along[MAX_RANK];
    bool is_elsewhere; /* the grid is a part of the processors, and the others have nothing */
} parts;

/* A loop in which a scalar is accumulated into, and not looked at. */
typedef struct summing {
    planner *p;
    const variable *var;
    reduce_op op;
    int step; /* of the loop */
} summing;

/* Does a loop outside `step` keep to the grid's processors? Then what is inside is
 * theirs alone. */
static bool is_inside_split(const site *at, int step, const proc_grid *grid)
{
    for (int i = 0; i < step; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l && l->split_on && l->split_on->grid == grid)
            return true;
    }
    return false;
}

static parts parts_of(const summing *r, const site *at)
{
    parts out = {.grid = at->at.grid};
    bool any = false;
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++) {
        out.along[k] = is_partial_along(at, r->step, k);
        any |= out.along[k];
    }
    out.is_elsewhere = at->at.grid && at->at.grid->of && site_is_inferred(r->p, at) &&
                       !is_inside_split(at, r->step, at->at.grid);
    return any || out.is_elsewhere ? out : (parts){0};
}

static parts parts_of_both(const parts *a, const parts *b)
{
    bool is_same = a->grid == b->grid && a->is_elsewhere == b->is_elsewhere;
    parts out = {.grid = is_same ? a->grid : NULL, .is_elsewhere = is_same && a->is_elsewhere};
    bool any = out.is_elsewhere;
    for (int k = 0; k < MAX_RANK; k++) {
        out.along[k] = out.grid && a->along[k] && b->along[k];
        any |= out.along[k];
    }
    return any ? out : (parts){0};
}

/* Is the scalar touched nowhere below that step but at the site? */
static bool is_touched_only_at(planner *p, const site *at, int step, const scalar_access *only)
{
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        if (a != only && a->var == only->var &&
            is_below(&p->sites.data[a->site], step, at->path[step].child))
            return false;
    }
    return true;
}

/* Does the value grow from one iteration of the loop to the next, whatever loops inside do? */
static bool grows_with(planner *p, const expr *value, const site *at, int loop)
{
    const loop_node *l = step_loop(&at->path[loop]);
    const expr *coefficient, *rest;
    int64_t step, by;
    if (!value || !expr_affine(p->pool, value, l->range.var, &coefficient, &rest) ||
        !expr_is_int(coefficient, &by) || !expr_is_int(l->range.step, &step) || by * step <= 0)
        return false;
    for (int s = loop + 1; s < at->depth; s++)
        if (step_loop(&at->path[s]) && expr_mentions(rest, step_loop(&at->path[s])->range.var))
            return false;
    return true;
}

typedef struct location_list {
    VEC(const scalar_access *) accesses;
} location_list;

/* Puts the locations into the order of the loops, from `step` inwards, of which each makes one
 * grow: of two places that which is come upon first then has the lesser locations. False: there is
 * no such order, or something else touches them. */
static bool put_in_order(planner *p, const site *at, int step, location_list *found)
{
    int placed = 0;
    for (int s = step; s < at->depth; s++) {
        if (step_is_loop(&at->path[s]) && !step_loop(&at->path[s]))
            return false;
        int i = placed;
        if (!step_loop(&at->path[s]))
            continue;
        while (
            i < found->accesses.count &&
            !grows_with(p, p->sites.data[found->accesses.data[i]->site].node->u.stmt.value, at, s))
            i++;
        if (i == found->accesses.count)
            return false;
        const scalar_access *next = found->accesses.data[i];
        found->accesses.data[i] = found->accesses.data[placed];
        found->accesses.data[placed++] = next;
    }
    for (int i = 0; i < found->accesses.count; i++)
        if (!is_touched_only_at(p, at, step, found->accesses.data[i]))
            return false;
    return true;
}

/* What an extreme value takes with it: scalars that the same branch assigns, as in
 * if (a[i] > best) { best = a[i]; at = i; } (Fortran's maxloc), in the loop at `step` of the
 * site's path. */
static void find_locations(planner *p, const site *at, int step, reduce_op op, communication *c)
{
    location_list found = {0};
    if ((op != REDUCE_MAX && op != REDUCE_MIN) || at->depth < 2 ||
        at->path[at->depth - 2].child->kind != NODE_IF)
        return;
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        const site *s = &p->sites.data[a->site];
        if (a->is_write && !a->reduce && s->depth == at->depth &&
            s->path[s->depth - 1].list == at->path[at->depth - 1].list)
            VEC_PUSH(p->arena, &found.accesses, a);
    }
    c->is_located = at->node->u.stmt.keeps_first && put_in_order(p, at, step, &found);
    c->location_count = found.accesses.count;
    const variable **locations = ARENA_ARRAY(p->arena, found.accesses.count + 1, const variable *);
    for (int i = 0; i < c->location_count; i++) {
        locations[i] = found.accesses.data[i]->var;
        c->elem_bytes += locations[i]->elem_bytes;
    }
    c->locations = locations;
}

/* Combines what `have` is more than `keep`, after the child at `step` of the path. */
static void combine(const summing *r, const site *at, int step, const parts *have,
                    const parts *keep)
{
    parts extra = *have;
    bool any = false;
    for (int k = 0; k < MAX_RANK; k++) {
        extra.along[k] = have->along[k] && !keep->along[k];
        any |= extra.along[k];
    }
    extra.is_elsewhere = have->is_elsewhere && !keep->is_elsewhere;
    if (!any && !extra.is_elsewhere)
        return;
    planner *p = r->p;
    exchange *x = exchange_new(p, COMM_REDUCE, r->var, at->node->where, &at->path[step], true);
    x->at = at;
    x->step = step;
    x->comm->op = r->op;
    x->comm->elements = expr_int(p->pool, 1);
    for (int d = 0; d < r->var->rank; d++)
        x->comm->elements = expr_mul(p->pool, x->comm->elements, r->var->extent[d]);
    const reduction *clause = clause_of(at, r->var);
    x->comm->is_explicit = x->comm->is_of_loop = clause != NULL;
    x->comm->intrinsic = site_intrinsic(at);
    if (clause) {
        x->comm->elem_bytes += clause->location_bytes;
        x->comm->location_count = clause->location_count;
        x->comm->locations = clause->locations;
        x->comm->location_parts = clause->location_parts;
        x->comm->takes_last = clause->takes_last;
    } else if (!r->var->rank) {
        find_locations(p, at, r->step, r->op, x->comm);
    }
    x->comm->group.grid = extra.grid;
    x->comm->goes_to_all = extra.is_elsewhere;
    memcpy(x->comm->along, extra.along, sizeof extra.along);
}

/* Accumulations that are one child of a list, or one list. */
typedef struct group {
    int first, count;
    int step; /* where its result is combined: after that child of its last site */
    parts have;
} group;

static parts combine_list(const summing *r, const site *const *sites, int count, int step);

/* What the accumulations under one child of a list leave: the lists below it. */
static parts combine_child(const summing *r, const site *const *sites, int count, int step)
{
    if (sites[0]->depth == step + 1)
        return parts_of(r, sites[0]);
    group lists[2] = {{.step = step + 1}, {.step = step + 1}};
    int n = 0;
    for (int i = 0; i < count; i++) {
        bool is_new = i == 0 || sites[i]->path[step + 1].list != sites[i - 1]->path[step + 1].list;
        if (is_new)
            lists[n++].first = i;
        lists[n - 1].count++;
    }
    for (int i = 0; i < n; i++)
        lists[i].have = combine_list(r, sites + lists[i].first, lists[i].count, step + 1);
    if (n == 1)
        return lists[0].have;
    parts both = parts_of_both(&lists[0].have, &lists[1].have);
    for (int i = 0; i < n; i++)
        combine(r, sites[lists[i].first + lists[i].count - 1], step + 1, &lists[i].have, &both);
    return both;
}

/* Parts along different axes cannot be added up: each child is combined
 * as far as it is more partial than the others of its list. */
static parts combine_list(const summing *r, const site *const *sites, int count, int step)
{
    group *children = ARENA_ARRAY(r->p->arena, count, group);
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (i == 0 || sites[i]->path[step].child != sites[i - 1]->path[step].child)
            children[n++].first = i;
        children[n - 1].count++;
    }
    parts common = {0};
    for (int i = 0; i < n; i++) {
        group *c = &children[i];
        c->have = combine_child(r, sites + c->first, c->count, step);
        common = i ? parts_of_both(&common, &c->have) : c->have;
    }
    for (int i = 0; i < n; i++)
        combine(r, sites[children[i].first], step, &children[i].have, &common);
    return common;
}

typedef struct site_list {
    VEC(const site *) sites;
} site_list;

/* The loop that an accumulation adds up in, and all that is added in it to the same. False: there
 * is none, or it has been met with the first of them. */
static bool find_summing(planner *p, const scalar_access *a, summing *r, site_list *with)
{
    const site *at = &p->sites.data[a->site];
    if (!site_is_inferred(p, at))
        return false; /* XcalableMP's clauses are explicit communication after their loops */
    int step = accumulation_step(p, at, a->var, a->reduce);
    if (step == at->depth || (a->var->rank && !array_accumulates(p, at, step)))
        return false;
    *r = (summing){p, a->var, a->reduce, step};
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *other = &p->scalars.data[i];
        const site *s = &p->sites.data[other->site];
        if (other->var == a->var && other->is_write && is_below(s, step, at->path[step].child))
            VEC_PUSH(p->arena, &with->sites, s);
    }
    return with->sites.data[0] == at;
}

static void infer(planner *p, const scalar_access *a)
{
    const site *at = &p->sites.data[a->site];
    summing r;
    site_list with = {0};
    if (!find_summing(p, a, &r, &with))
        return;
    parts none = {0}, left = combine_list(&r, with.sites.data, with.sites.count, r.step);
    combine(&r, at, r.step, &left, &none);
}

void reductions_infer(planner *p)
{
    for (int i = 0; i < p->scalars.count; i++) {
        if (p->scalars.data[i].is_write && p->scalars.data[i].reduce)
            infer(p, &p->scalars.data[i]);
    }
}

/* --- Terms that several have -------------------------------------------------------------- */

/* Is it about loops around the site alone? */
static bool is_told_at(planner *p, const site *s, const expr *index)
{
    const loop_var **vars;
    int count = expr_loop_vars(p->pool, index, &vars), found = 0;
    for (int i = 0; i < count; i++)
        for (int step = 0; step < s->depth; step++)
            found += step_loop(&s->path[step]) && step_loop(&s->path[step])->range.var == vars[i];
    return found == count;
}

/* One of those along the axis: the owner of what the term reads, or, where it reads nothing that is
 * distributed along it, of the first cell. */
static home_axis one_along(planner *p, const site *s, const axis_map *axis)
{
    for (int i = s->access; i < s->access_end; i++) {
        const access *a = &p->accesses.data[i];
        if (a->is_write || a->ref->is_conditional)
            continue;
        const home h = home_of_reference(p, a->ref);
        const home_axis *by = &h.axis[axis->axis];
        if (h.grid == axis->grid && by->is_restricted && !by->last && is_told_at(p, s, by->index))
            return *by;
    }
    home_axis first = {.is_restricted = true, .map = *axis, .index = axis->lower};
    first.map.source = AXIS_BY_DIM;
    first.map.stride = expr_int(p->pool, 1);
    first.map.offset = expr_int(p->pool, 0);
    return first;
}

/* Is it a statement of its own, of which no part is a call, which all execute? */
static bool may_be_of_one(const summing *r, const site *s)
{
    for (const node *n = *s->path[s->depth - 1].list; n; n = n->next)
        if (n->kind == NODE_CALL)
            return false;
    return r->op != REDUCE_MAX && r->op != REDUCE_MIN && !s->has_own_home;
}

static void share(planner *p, const scalar_access *a)
{
    summing r;
    site_list with = {0};
    if (!find_summing(p, a, &r, &with))
        return;
    const axis_map *along[MAX_RANK] = {NULL}; /* those that some have parts along */
    const proc_grid *grid = p->sites.data[a->site].at.grid;
    for (int i = 0; i < with.sites.count; i++) {
        const parts of = parts_of(&r, with.sites.data[i]);
        const home *at = &with.sites.data[i]->at;
        if (!grid || grid->of || at->grid != grid || !may_be_of_one(&r, with.sites.data[i]))
            return;
        for (int k = 0; k < grid->rank; k++)
            along[k] = of.along[k] ? &at->axis[k].map : along[k];
    }
    for (int i = 0; i < with.sites.count; i++) {
        site *s = &p->sites.data[with.sites.data[i] - p->sites.data];
        for (int k = 0; k < grid->rank; k++)
            if (along[k] && !s->at.axis[k].is_restricted)
                s->at.axis[k] = one_along(p, s, along[k]);
    }
}

void terms_share(planner *p)
{
    for (int i = 0; i < p->scalars.count; i++)
        if (p->scalars.data[i].is_write && p->scalars.data[i].reduce)
            share(p, &p->scalars.data[i]);
}
