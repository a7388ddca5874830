#include "plan/analysis/congruence.h"
#include "plan/analysis/margins.h"
#include "plan/analysis/section.h"
#include "plan/dataflow/dataflow.h"
#include "plan/loop/dependence.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "plan/xmp/coverage_state.h"

/* Coverage of the regions that a reference needs, a forward problem: a reflect covers those that
 * it reaches, and what others write ends the coverage, where it may be an element that is read.
 * Where ways join, what all of them cover is covered. A loop is taken to be executed at least
 * once, and each iteration to find what the one before has left.
 *
 * Of what is started by async(id) it is known what it will fetch, until that is written; it is
 * available from the wait on. (That something is read while it surely is under way is
 * xmp/async.c's.)
 */

typedef struct coverage {
    planner *p;
    const halo_need *n;
    const variable *var;
    const coverage_view *view;
    arena *memory;
    const node *const *start; /* the array's reflects that only start */
    int start_count;
    /* Loops above this step of the access's path stand still. */
    int step;
    bool is_earlier; /* what is followed is an earlier iteration of the loop at `step` */
} coverage;

/* --- What happens on the way --------------------------------------------------- */

static void cover(halo_region *r, const node *by)
{
    *r = (halo_region){.is_there = true, .by = by};
}

static void lose(const coverage *f, coverage_state *s, int region, const node *to)
{
    halo_region *r = &s->region[region];
    if (r->is_there) {
        r->is_there = false;
        r->lost_to = to;
        r->around = NULL;
    }
    s->promised[region] = false;
    for (int i = 0; i < f->start_count; i++) {
        bool *coming = &s->coming[i * f->n->region_count + region];
        if (*coming && !r->lost_to)
            *r = (halo_region){.by = f->start[i], .lost_to = to};
        *coming = s->may_cover[i * f->n->region_count + region] = false;
        if (s->maybe[i])
            s->old[i * f->n->region_count + region] = to;
    }
}

static void lose_all(const coverage *f, coverage_state *s, const node *to)
{
    for (int r = 0; r < f->n->region_count; r++)
        lose(f, s, r, to);
}

/* All at once: what is started, and what goes directly, takes nothing along. */
static bool is_moved(const coverage *f, const reflect_node *r, const coverage_state *before,
                     int region)
{
    int64_t kept[MAX_RANK];
    if (!reflect_covers(f->p, f->n, r, region, kept))
        return false;
    bool is_own = true;
    for (int i = 0; i < f->n->axis_count; i++)
        is_own &= kept[i] == 0;
    int from = is_own ? -1 : halo_region_at(f->n, kept);
    return is_own || (from >= 0 && !r->async && before->region[from].is_there);
}

/* What was started before it ends here (xmp/async.c), and covers what it fetches. */
static void arrive(const coverage *f, coverage_state *s, int start, int region)
{
    int at = start * f->n->region_count + region;
    if (s->coming[at])
        cover(&s->region[region], f->start[start]);
    else if (s->old[at])
        s->region[region] = (halo_region){.by = f->start[start], .lost_to = s->old[at]};
    s->old[at] = NULL;
}

static void begin(const coverage *f, coverage_state *s, int start, int region)
{
    arrive(f, s, start, region);
    int at = start * f->n->region_count + region;
    s->coming[at] = s->may_cover[at] = s->promised[region] = true;
}

static void reflect_transfer(const coverage *f, const node *n, coverage_state *s)
{
    const reflect_node *reflect = &n->u.reflect;
    if (reflect->var != f->var)
        return;
    if (reflect->is_reverse) {
        lose_all(f, s, n);
        return;
    }
    int start = 0;
    while (start < f->start_count && f->start[start] != n)
        start++;
    bool is_start = start < f->start_count;
    if (is_start)
        s->in_flight[start] = s->maybe[start] = true;
    const coverage_state before = coverage_state_copy(f->memory, s);
    for (int r = 0; r < f->n->region_count; r++) {
        if (!is_moved(f, reflect, &before, r))
            s->region[r].tried = n;
        else if (is_start)
            begin(f, s, start, r);
        else
            cover(&s->region[r], n);
    }
}

static bool waits_for(const node *wait, const node *start)
{
    return async_ids_match(wait->u.xmp_comm.async, start->u.reflect.async);
}

/* Some start, whichever it is on which way, fetches the region as it is, the wait is for all that
 * may do so, and nothing that it is for fetches what is old. */
static const node *covered_by_any(const coverage *f, const node *wait, const coverage_state *s,
                                  int region)
{
    const node *by = NULL;
    for (int i = 0; s->promised[region] && i < f->start_count; i++) {
        const node *start = f->start[i];
        int at = i * f->n->region_count + region;
        bool is_ended = s->maybe[i] && waits_for(wait, start);
        if (is_ended ? s->old[at] != NULL : s->may_cover[at])
            return NULL;
        by = s->may_cover[at] ? start : by;
    }
    return by;
}

/* After a wait: what is left under way still fetches it, or nothing is known to. */
static void update_promise(const coverage *f, coverage_state *s, int region)
{
    s->promised[region] = false;
    for (int i = 0; i < f->start_count; i++) {
        int at = i * f->n->region_count + region;
        s->may_cover[at] &= s->maybe[i];
        s->promised[region] |= s->in_flight[i] && s->coming[at];
    }
}

static void wait_transfer(const coverage *f, const node *wait, coverage_state *s)
{
    const node **by = ARENA_ARRAY(f->memory, f->n->region_count + 1, const node *);
    for (int r = 0; r < f->n->region_count; r++)
        by[r] = covered_by_any(f, wait, s, r);
    for (int i = 0; i < f->start_count; i++) {
        if (!s->maybe[i] || !waits_for(wait, f->start[i]))
            continue;
        s->in_flight[i] = s->maybe[i] = false;
        for (int r = 0; r < f->n->region_count; r++)
            arrive(f, s, i, r);
    }
    for (int r = 0; r < f->n->region_count; r++) {
        if (by[r])
            cover(&s->region[r], by[r]);
        update_promise(f, s, r);
    }
}

static bool is_within(const coverage *f, const span *part, const span *all)
{
    return part->is_finite && all->is_finite && !all->unit && all->step <= 1 &&
           expr_sub(f->p->pool, part->lower, all->lower)->at_least >= 0 &&
           expr_sub(f->p->pool, all->upper, part->upper)->at_least >= 0;
}

/* Does the write touch all that is read? */
static bool is_all_written(const coverage *f, const site *at, const reference *write)
{
    const reference *read = f->n->access->ref;
    for (int d = 0; d < f->var->rank; d++) {
        span w = span_of(f->p, at, f->step, &write->sub[d]);
        span r = span_of(f->p, f->n->at, f->step, &read->sub[d]);
        if (!is_within(f, &r, &w))
            return false;
    }
    return true;
}

/* Has every processor that reads iterations of its own of the loops that compute? One that has
 * none computes nothing for itself. */
static bool takes_part(const coverage *f, const site *at)
{
    const site *reader = f->n->at;
    for (int i = 0; i < f->n->axis_count; i++) {
        const home_axis *w = &at->at.axis[f->n->axis[i]], *r = &reader->at.axis[f->n->axis[i]];
        if (!w->is_restricted)
            continue;
        if (!r->is_restricted || r->last || w->last || !same_cells(&r->map, &w->map))
            return false;
        subscript reads = {SUBSCRIPT_VALUE, axis_index(f->p, &r->map, r->index)};
        subscript writes = {SUBSCRIPT_VALUE, axis_index(f->p, &w->map, w->index)};
        span part = span_of(f->p, reader, f->step, &reads);
        span all = span_of(f->p, at, f->step, &writes);
        if (!is_within(f, &part, &all))
            return false;
    }
    return true;
}

/* What the processor computes for itself, too, is as new as what others write. */
static void write_transfer(const coverage *f, const access *write, const node *n, coverage_state *s)
{
    const site *at = &f->p->sites.data[write->site];
    if (!dependence_touches(f->p, at, write->ref, f->n->at, f->n->access->ref, f->step,
                            f->is_earlier) ||
        congruences_disjoint(f->p, at, write->ref, f->n->at, f->n->access->ref, f->step))
        return;
    bool computes = site_reaches(at) && takes_part(f, at);
    bool is_for_others = site_reaches(at) && covered_is_others(f->p, at, write->ref);
    for (int r = 0; r < f->n->region_count; r++) {
        bool is_computed = computes && covered_is_computed(f->p, f->n, at, write->ref, r);
        if (is_computed && is_all_written(f, at, write->ref))
            cover(&s->region[r], NULL);
        else if (!is_computed && !is_for_others &&
                 halo_overlaps(f->p, f->n, at, write->ref, f->step, r))
            lose(f, s, r, n);
    }
}

/* What is not known of a node may write all of the array. */
static void unknown_transfer(const coverage *f, const node *n, coverage_state *s)
{
    for (const unknown_effect *u = n->unknowns; u; u = u->next)
        if (u->kind == UNKNOWN_FLOW && unknown_touches(u, f->var))
            lose_all(f, s, n);
}

/* --- The problem ---------------------------------------------------------------- */

static void transfer(void *data, node *n, void *state)
{
    const coverage *f = data;
    unknown_transfer(f, n, state);
    if (n->kind == NODE_REFLECT)
        reflect_transfer(f, n, state);
    if (n->kind == NODE_WAIT)
        wait_transfer(f, n, state);
    const access *write = n->kind == NODE_STATEMENT ? coverage_view_write(f->view, n) : NULL;
    if (write && write->ref->var == f->var)
        write_transfer(f, write, n, state);
    bool is_collective = n->kind == NODE_REDUCE || n->kind == NODE_BCAST;
    for (int i = 0; is_collective && i < n->u.xmp_comm.count; i++)
        if (n->u.xmp_comm.items[i].var == f->var)
            lose_all(f, state, n);
}

static void *state_copy(void *data, const void *state)
{
    const coverage *f = data;
    coverage_state *copy = ARENA_NEW(f->memory, coverage_state);
    *copy = coverage_state_copy(f->memory, state);
    return copy;
}

static void state_join(void *data, void *state, const void *other, const node *around)
{
    (void)data;
    coverage_state_join(state, other, around);
}

static bool state_is_equal(void *data, const void *a, const void *b)
{
    (void)data;
    return coverage_state_is_same(a, b);
}

static node *seek(void *data, const node *first, int *at)
{
    const coverage *f = data;
    viewed_node seen;
    if (!coverage_view_next(f->view, f->var, first, *at, &seen))
        return NULL;
    *at = seen.index + 1;
    return seen.child;
}

/* All that a reflect in a task concerns execute it (xmp/task_members.c). */
static const dataflow_problem coverage_problem = {.direction = DATAFLOW_FORWARD,
                                                  .tasks_by_all = true,
                                                  .copy = state_copy,
                                                  .join = state_join,
                                                  .is_equal = state_is_equal,
                                                  .transfer = transfer,
                                                  .seek = seek};

/* --- The way to the access ----------------------------------------------------- */

static bool runs_once(planner *p, const node *loop)
{
    const loop_range *r = &loop->u.loop.range;
    int64_t trips = 0;
    return loop->kind == NODE_LOOP &&
           expr_is_int(expr_trips(p->pool, r->lower, r->upper, r->step), &trips) && trips <= 1;
}

/* What surely is on its way has been warned of; what may be has not. */
static void finish_coming(const coverage *f, coverage_state *s)
{
    for (int i = 0; i < f->start_count; i++)
        for (int r = 0; r < f->n->region_count; r++) {
            halo_region *region = &s->region[r];
            int at = i * f->n->region_count + r;
            if (region->is_there || !(s->coming[at] || (s->promised[r] && s->may_cover[at])))
                continue;
            if (s->coming[at] && s->in_flight[i])
                cover(region, f->start[i]);
            else
                *region = (halo_region){.by = f->start[i], .is_coming = true};
        }
}

/* From number `from` on to the node of the access's path. */
static void *follow_list(const coverage *f, dataflow *flow, int from, void *s)
{
    const path_step *step = &f->n->at->path[f->step];
    viewed_node seen;
    while (s && coverage_view_next(f->view, f->var, *step->list, from, &seen) &&
           seen.index < step->index) {
        s = dataflow_node(flow, seen.child, s);
        from = seen.index + 1;
    }
    return s;
}

const halo_region *coverage_solve(planner *p, const coverage_view *view, arena *memory,
                                  const halo_need *n)
{
    coverage f = {.p = p, .n = n, .var = n->access->ref->var, .view = view, .memory = memory};
    f.start = coverage_view_starts(view, f.var, &f.start_count);
    dataflow *flow = dataflow_new(memory, &coverage_problem, &f);
    const coverage_state begin = coverage_state_new(memory, n->region_count, f.start_count);
    coverage_state *s = state_copy(&f, &begin);
    int from = coverage_beginning(p, view, n, &f.step);
    for (; s && f.step < n->at->depth; f.step++, from = 0) {
        const path_step *step = &n->at->path[f.step];
        s = follow_list(&f, flow, from, s);
        if (!s || !step_is_loop(step) || runs_once(p, step->child))
            continue;
        f.is_earlier = true;
        s = dataflow_iteration_start(flow, step->child, s);
        f.is_earlier = false;
    }
    if (!s)
        return NULL;
    finish_coming(&f, s);
    return s->region;
}
