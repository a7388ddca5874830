#include "plan/loop/band.h"

#include "plan/analysis/apart.h"
#include "plan/analysis/private.h"
#include "plan/planner/sites.h"

static bool is_only_child(const path_step *s)
{
    return *s->list == s->child && !s->child->next;
}

const loop_node *band_loop(const band *b, int step)
{
    return step_loop(&b->at->path[step]);
}

bool band_holds(const band *b, const site *s)
{
    return s->depth > b->first && s->path[b->first].child == b->at->path[b->first].child;
}

band band_around(const site *at, int t)
{
    band b = {.at = at, .first = t, .last = t};
    while (b.last + 1 < at->depth && step_loop(&at->path[b.last + 1]) &&
           is_only_child(&at->path[b.last + 1]))
        b.last++;
    while (b.first > 0 && step_loop(&at->path[b.first - 1]) && is_only_child(&at->path[b.first]))
        b.first--;
    return b;
}

bool band_is_rectangular(const band *b, int step)
{
    const loop_range *r = &band_loop(b, step)->range;
    int64_t by = 0;
    if (!expr_is_int(r->step, &by) || by == 0)
        return false;
    for (int i = b->first; i < step; i++) {
        const loop_var *outer = band_loop(b, i)->range.var;
        if (expr_mentions(r->lower, outer) || expr_mentions(r->upper, outer))
            return false;
    }
    return true;
}

/* --- Distances ------------------------------------------------------------------- */

typedef struct distances {
    bool is_known[MAX_NEST_DEPTH];
    int64_t by[MAX_NEST_DEPTH];
} distances;

/* The band's loop that a subscript moves with, its coefficient and the rest;
 * -1: none; -2: several, another loop's, or not affine. */
static int driver_of(planner *p, const band *b, const subscript *sub, int64_t *c, const expr **rest)
{
    const loop_var **vars = NULL;
    if (sub->kind != SUBSCRIPT_VALUE)
        return -2;
    int n = expr_loop_vars(p->pool, sub->value, &vars), found = -1;
    *rest = sub->value;
    for (int i = 0; i < n; i++) {
        int step = b->at->depth - 1;
        while (step >= 0 && !(band_loop(b, step) && band_loop(b, step)->range.var == vars[i]))
            step--;
        if (step >= 0 && step < b->first)
            continue; /* stands still while the band runs */
        if (step < 0 || step > b->last || found >= 0)
            return -2;
        found = step;
    }
    const expr *factor = NULL;
    if (found >= 0 &&
        (!expr_affine(p->pool, sub->value, band_loop(b, found)->range.var, &factor, rest) ||
         !expr_is_int(factor, c) || *c == 0))
        return -2;
    return found;
}

/* Iterations from the write to the access of one element, as far as one
 * dimension tells. Returns false when they never touch one element. */
static bool dimension_distance(planner *p, const band *b, const subscript *w, const subscript *r,
                               distances *out)
{
    int64_t cw = 0, cr = 0, apart = 0, step = 0;
    const expr *rw = NULL, *rr = NULL;
    int loop = driver_of(p, b, w, &cw, &rw), other = driver_of(p, b, r, &cr, &rr);
    if (loop == -2 || other == -2)
        return true;
    bool is_number = expr_is_int(expr_sub(p->pool, rw, rr), &apart);
    if (loop == -1 && other == -1)
        return is_number ? apart == 0 : !never_equal(p, rw, rr);
    if (loop != other || cw != cr || !is_number)
        return true;
    /* The two are `apart / cw` values of the loop's variable from each other. */
    if (apart % cw != 0 || !expr_is_int(band_loop(b, loop)->range.step, &step) ||
        apart / cw % step != 0)
        return false;
    int64_t by = apart / cw / step;
    if (out->is_known[loop - b->first] && out->by[loop - b->first] != by)
        return false;
    out->is_known[loop - b->first] = true;
    out->by[loop - b->first] = by;
    return true;
}

/* What 'independent' and 'on' say: no iteration needs another's result, while the loops around
 * stand still. So it holds where those are said to be so, too: inside of a loop over time, what one
 * step computes in one iteration the next step reads in others. */
static distances said_distances(const band *b)
{
    distances d = {{false}, {0}};
    for (int i = b->first; i <= b->last && band_loop(b, i)->parallel != LOOP_UNSAID; i++)
        d.is_known[i - b->first] = true;
    return d;
}

/* Do the write and the other access keep their order? Iterations that touch one
 * element do where all distances between them have the direction of the loops: the
 * earlier one is the earlier one by every loop. One distance that is not known has the
 * right direction where all others are 0. */
static bool keeps_order(planner *p, const band *b, const reference *w, const reference *other)
{
    distances d = said_distances(b);
    for (int k = 0; k < w->var->rank; k++) {
        if (!dimension_distance(p, b, &w->sub[k], &other->sub[k], &d))
            return true;
    }
    int later = 0, earlier = 0, unknown = 0;
    for (int i = 0; i <= b->last - b->first; i++) {
        unknown += !d.is_known[i];
        later += d.is_known[i] && d.by[i] > 0;
        earlier += d.is_known[i] && d.by[i] < 0;
    }
    return unknown ? unknown == 1 && !later && !earlier : !later || !earlier;
}

bool band_keeps_order(planner *p, const band *b)
{
    if (has_unknown_below(p, b->at, b->first, NULL))
        return false;
    int end, first = accesses_below(p, b->at, b->first, &end);
    for (int i = first; i < end; i++) {
        const access *w = &p->accesses.data[i];
        if (w->is_write && array_is_private_in(&p->sites.data[w->site], b->last, w->ref->var))
            continue;
        for (int k = first; k < end && w->is_write; k++) {
            const access *other = &p->accesses.data[k];
            if (references_may_meet(other->ref, w->ref) && !keeps_order(p, b, w->ref, other->ref))
                return false;
        }
    }
    return true;
}
