#include "plan/planner/owner.h"
#include "plan/xmp/async.h"
#include "plan/xmp/coverage.h"

/* What is read while the operation that updates it is under way. */

static bool assigns(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const statement_node *st = &n->u.stmt;
        if (n->kind == NODE_STATEMENT && ((st->write && st->write->var == v) || st->scalar == v))
            return true;
        if ((n->kind == NODE_LOOP && assigns(n->u.loop.body, v)) ||
            (n->kind == NODE_TASK && assigns(n->u.task.body, v)))
            return true;
    }
    return false;
}

static bool has_item(const xmp_comm_node *s, const variable *v)
{
    for (int i = 0; i < s->count; i++)
        if (s->items[i].var == v)
            return true;
    return false;
}

/* Does the site read only what its processor owns? Those that leave out the ends of a
 * block, or do not come near them, may read next to what they execute. */
static bool stays_inside(const async_flow *f, const site *at, const reference *ref)
{
    const array_map *m = map_of(f->p, ref->var);
    for (int k = 0; m && k < m->grid->rank; k++) {
        halo_side beyond;
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        if (!halo_distance(f->p, at, ref, k, &beyond) || beyond.least < 0 || beyond.most > 0)
            return false;
    }
    return true;
}

/* Does the operation update what a reference to v reads? A reflect updates shadows, which
 * only those read who need what they do not own. */
static bool updates(const async_flow *f, const node *start, const site *at, const variable *v,
                    const reference *ref)
{
    if (start->kind == NODE_REFLECT)
        return start->u.reflect.var == v &&
               (start->u.reflect.is_reverse || (ref && !stays_inside(f, at, ref)));
    if (start->kind == NODE_GMOVE)
        return assigns(start->u.move.body, v);
    return has_item(&start->u.xmp_comm, v);
}

static const site *site_of(const async_flow *f, const node *n)
{
    for (int i = 0; i < f->p->sites.count; i++)
        if (f->p->sites.data[i].node == n)
            return &f->p->sites.data[i];
    return NULL;
}

static void check_read(const async_flow *f, const async_ways *s, const site *at, const variable *v,
                       const reference *ref, source_range where)
{
    for (int i = 0; i < f->starts.count; i++)
        if (s->surely[i] && updates(f, f->starts.data[i].node, at, v, ref))
            async_report_early(f, where, v, &f->starts.data[i]);
}

void async_check_reads(const async_flow *f, const async_ways *s, const node *n)
{
    bool any = false;
    for (int i = 0; i < f->starts.count; i++)
        any |= s->surely[i];
    const site *at = any ? site_of(f, n) : NULL;
    if (!at)
        return;
    if (n->kind == NODE_IF) {
        for (int i = 0; i < n->u.cond.read_count; i++) {
            const reference *ref = n->u.cond.reads[i];
            check_read(f, s, at, ref->var, ref, ref->where);
        }
        return;
    }
    const statement_node *st = &n->u.stmt;
    for (int i = 0; i < st->read_count; i++)
        check_read(f, s, at, st->reads[i]->var, st->reads[i], st->reads[i]->where);
    for (int i = 0; i < st->scalar_read_count; i++)
        check_read(f, s, at, st->scalar_reads[i], NULL, n->where);
}
