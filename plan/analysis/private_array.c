#include "plan/analysis/private_array.h"

#include "plan/analysis/section.h"
#include "plan/analysis/sign.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* A read is covered in a loop's iteration where a write before it, which that iteration certainly
 * executes, assigns all elements that the read may touch. If all reads of an array are, each in an
 * iteration of some loop, none of them sees what other iterations, or what is outside, have left in
 * it: there each processor may leave its own. */

/* First step at which two paths take different children. */
static int parting(const site *a, const site *b)
{
    int g = 0;
    while (g < a->depth && g < b->depth && a->path[g].child == b->path[g].child)
        g++;
    return g;
}

/* Does the function whose body the list is return from inside of it? */
static bool returns(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_RETURN)
            return true;
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, lists); i-- > 0;)
            if (returns(lists[i]))
                return true;
    }
    return false;
}

/* Is the write executed, for each iteration of the loops in it, whenever its child at step `g` is?
 */
static bool is_certain(const site *w, int g)
{
    for (int i = g; i + 1 < w->depth; i++) {
        const node *n = w->path[i].child;
        bool goes_on = n->kind == NODE_LOOP   ? n->u.loop.is_exact
                       : n->kind == NODE_CALL ? !returns(n->u.call.instance)
                                              : false;
        if (!goes_on)
            return false;
    }
    return true;
}

/* Does the subscript, of a write, touch each value from one end to the other, while the loops from
 * step `g` on run? Each of these is counted: none may drive two dimensions. */
static bool is_dense(planner *p, const site *w, int g, const subscript *sub, span *out,
                     const loop_node **by)
{
    int count = 0;
    *out = span_of(p, w, g, sub);
    *by = sub->kind == SUBSCRIPT_VALUE ? free_loop(p, w, g, sub->value, &count) : NULL;
    return out->is_known && out->is_finite && count <= 1 &&
           (out->step == 0 || (out->step == 1 && !out->unit));
}

static bool is_within(planner *p, const span *inner, const span *outer)
{
    const expr *one = expr_int(p->pool, 1);
    const expr *above = expr_sub(p->pool, inner->lower, outer->lower);
    const expr *below = expr_sub(p->pool, outer->upper, inner->upper);
    return sign_is_positive(p, inner->at, expr_add(p->pool, above, one)) &&
           sign_is_positive(p, inner->at, expr_add(p->pool, below, one));
}

/* Does the write assign all that the read may touch, before it, in one iteration of the loops
 * around both? `g`: where their paths part. */
static bool covers(planner *p, const access *w, const access *r, int g)
{
    const site *ws = &p->sites.data[w->site], *rs = &p->sites.data[r->site];
    const loop_node *by[MAX_RANK];
    if (g >= ws->depth || g >= rs->depth || ws->path[g].list != rs->path[g].list ||
        ws->path[g].index >= rs->path[g].index || !is_certain(ws, g) || w->ref->member_bytes ||
        r->ref->member_bytes)
        return false;
    for (int d = 0; d < w->ref->var->rank; d++) {
        span written, read = span_of(p, rs, g, &r->ref->sub[d]);
        if (!is_dense(p, ws, g, &w->ref->sub[d], &written, &by[d]) || !read.is_finite ||
            !is_within(p, &read, &written))
            return false;
        for (int k = 0; k < d; k++)
            if (by[d] && by[k] == by[d])
                return false;
    }
    return true;
}

/* The step of the innermost counted loop above step `g`; -1: there is none. */
static int loop_above(const site *s, int g)
{
    while (--g >= 0 && !step_loop(&s->path[g]))
        ;
    return g;
}

/* The step of the loop in whose iterations a write covers the read; -1: there is none. */
static int covered_in(planner *p, const access *r)
{
    int best = -1, count;
    const int *writes = writes_of(p, r->ref->var, &count);
    const site *rs = &p->sites.data[r->site];
    for (int i = 0; i < count; i++) {
        const access *w = &p->accesses.data[writes[i]];
        int g = parting(&p->sites.data[w->site], rs), step = loop_above(rs, g);
        if (step > best && covers(p, w, r, g))
            best = step;
    }
    return best;
}

/* The loop of one read. */
typedef struct scope {
    const site *at;
    int step;
} scope;

static bool is_inside(const scope *inner, const scope *outer)
{
    return inner->step > outer->step &&
           inner->at->path[outer->step].child == outer->at->path[outer->step].child;
}

static bool add_private(planner *p, loop_node *l, const variable *v)
{
    for (int i = 0; i < l->private_count; i++)
        if (l->privates[i] == v)
            return false;
    const variable **list = ARENA_ARRAY(p->arena, l->private_count + 1, const variable *);
    for (int i = 0; i < l->private_count; i++)
        list[i] = l->privates[i];
    list[l->private_count++] = v;
    l->privates = list;
    return true;
}

/* Of one array, by all reads of it. */
static bool find(planner *p, const variable *v)
{
    VEC(scope) scopes = {0};
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        if (a->is_write || a->ref->var != v)
            continue;
        const site *s = &p->sites.data[a->site];
        scope one = {s, covered_in(p, a)};
        if (one.step < 0 || has_unknown_below(p, s, one.step, NULL))
            return false;
        VEC_PUSH(p->arena, &scopes, one);
    }
    bool is_any = false;
    for (int i = 0; i < scopes.count; i++) {
        bool is_outermost = true; /* what is read in an iteration around, others may not change */
        for (int k = 0; k < scopes.count; k++)
            is_outermost &= !is_inside(&scopes.data[i], &scopes.data[k]);
        const scope *s = &scopes.data[i];
        if (is_outermost)
            is_any |= add_private(p, &s->at->path[s->step].child->u.loop, v);
    }
    return is_any;
}

/* Local to a function, and reached by its name only. */
static bool is_candidate(planner *p, const variable *v)
{
    return v->rank > 0 && v->owner && !v->is_static && v->formal_index < 0 && !v->align &&
           !v->version_of && !v->is_aliased && !v->is_coarray && !map_of(p, v);
}

bool private_arrays_find(planner *p)
{
    bool is_any = false;
    const variable *last = NULL;
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const variable *v = a->ref->var;
        int count;
        if (!a->is_write || v == last || writes_of(p, v, &count)[0] != i || !is_candidate(p, v))
            continue;
        last = v;
        is_any |= find(p, v);
    }
    return is_any;
}
