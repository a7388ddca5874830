#include "plan/loop/dependence.h"

#include "plan/analysis/congruence.h"
#include "plan/analysis/nonlocal.h"
#include "plan/analysis/runtime_index.h"
#include "plan/analysis/section.h"
#include "plan/analysis/sign.h"
#include "plan/loop/pipeline.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Flow dependence from the writes of an array to one read of it, per loop
 * level: hierarchical test by intervals, gcd, constant distances and remainders (red and
 * black points). A test that cannot disprove a dependence assumes it. */

/* May the write and the read touch one element when the loops above step
 * `first` of both have equal values, and all others any? */
static bool may_overlap(planner *p, const site *ws, const reference *w, const site *rs,
                        const reference *r, int first)
{
    if (!references_may_meet(w, r))
        return false;
    for (int d = 0; d < r->var->rank; d++) {
        if (subscripts_disjoint(p, ws, &w->sub[d], rs, &r->sub[d], first))
            return false;
    }
    return !congruences_disjoint(p, ws, w, rs, r, first);
}

/* Does each iteration read at or ahead of where it writes, and later ones further ahead? Then
 * what is read has not been written before: b[i] = b[2*i], i > 0. */
static bool runs_ahead(planner *p, const site *at, const expr *write, const expr *read, int64_t cr,
                       bool is_up)
{
    bool grows = (cr > 0) == is_up;
    const expr *ahead = grows ? expr_sub(p->pool, read, write) : expr_sub(p->pool, write, read);
    return cr != 0 && sign_is_positive(p, at, expr_add(p->pool, ahead, expr_int(p->pool, 1)));
}

/* Do write and read come from both ends, c*i + rw and rr - c*i, and does the loop end before they
 * have met? A later iteration reads what one writes where c*(i_w + i_r) == rr - rw, and i_w + i_r
 * is less than in the last iteration and the one before that (the weak-crossing test of
 * Goff, Kennedy and Tseng, "Practical dependence testing", 1991). */
static bool never_meets(planner *p, const site *at, const loop_node *l, int64_t c, const expr *rw,
                        const expr *rr, int64_t step)
{
    expr_pool *pool = p->pool;
    const expr *met = expr_sub(pool, rr, rw);
    const expr *sum =
        expr_sub(pool, expr_mul(pool, expr_int(pool, 2), l->range.upper), expr_int(pool, step));
    const expr *most = expr_mul(pool, expr_int(pool, c), sum);
    bool grows = (c > 0) == (step > 0);
    return sign_is_positive(p, at, grows ? expr_sub(pool, met, most) : expr_sub(pool, most, met));
}

/* Does dimension d force the read's iteration of loop `l` to be no later than
 * the write's? */
static bool distance_forbids(planner *p, const loop_node *l, const site *ws, const subscript *w,
                             const site *rs, const subscript *r, int first)
{
    int nw = 0, nr = 0;
    if (w->kind != SUBSCRIPT_VALUE || r->kind != SUBSCRIPT_VALUE ||
        free_loop(p, ws, first, w->value, &nw) != l || nw != 1 ||
        free_loop(p, rs, first, r->value, &nr) != l || nr != 1)
        return false;
    const expr *cw = NULL, *cr = NULL, *rw = NULL, *rr = NULL;
    int64_t c = 0, of_read = 0, apart = 0, step = 0;
    if (!expr_affine(p->pool, w->value, l->range.var, &cw, &rw) ||
        !expr_affine(p->pool, r->value, l->range.var, &cr, &rr) || !expr_is_int(cw, &c) ||
        !expr_is_int(cr, &of_read) || !expr_is_int(l->range.step, &step))
        return false;
    if (step != 0 && runs_ahead(p, rs, w->value, r->value, of_read, step > 0))
        return true;
    if (step != 0 && c != 0 && of_read == -c && never_meets(p, rs, l, c, rw, rr, step))
        return true;
    if (c != of_read || c == 0 || !expr_is_int(expr_sub(p->pool, rw, rr), &apart))
        return false;
    /* c*i_w + rw == c*i_r + rr: the read is (rw - rr) / c after the write. */
    if (apart % c != 0)
        return true;
    int64_t distance = apart / c;
    return step == 0 || distance % step != 0 || distance / step <= 0;
}

/* May an earlier iteration of loop `t` (a step of both paths) write what the read touches? */
static bool may_write_earlier(planner *p, int t, const site *ws, const reference *w, const site *rs,
                              const reference *r)
{
    const loop_node *l = step_loop(&rs->path[t]);
    if (l) {
        for (int d = 0; d < r->var->rank; d++) {
            if (distance_forbids(p, l, ws, &w->sub[d], rs, &r->sub[d], t))
                return false;
        }
    }
    return may_overlap(p, ws, w, rs, r, t);
}

/* May loop `t` carry a value from the write to the read? */
static bool may_carry(planner *p, int t, const site *ws, const reference *w, const site *rs,
                      const reference *r)
{
    const loop_node *l = step_loop(&rs->path[t]);
    return !(l && l->parallel != LOOP_UNSAID) && may_write_earlier(p, t, ws, w, rs, r);
}

bool dependence_touches(planner *p, const site *ws, const reference *w, const site *rs,
                        const reference *r, int step, bool is_earlier)
{
    return is_earlier ? may_write_earlier(p, step, ws, w, rs, r)
                      : may_overlap(p, ws, w, rs, r, step);
}

/* First step at which two paths take different children. */
static int divergence(const site *a, const site *b)
{
    int g = 0;
    while (g < a->depth && g < b->depth && a->path[g].child == b->path[g].child)
        g++;
    return g;
}

/* Deepest step that the dependence from one write demands. */
static int step_after_write(planner *p, const site *ws, const reference *w, const site *rs,
                            const reference *r, const node **carrier)
{
    int g = divergence(ws, rs);
    int step = 0;
    bool same_list = g < ws->depth && g < rs->depth && ws->path[g].list == rs->path[g].list;
    if (same_list && ws->path[g].index < rs->path[g].index && may_overlap(p, ws, w, rs, r, g))
        step = g;
    for (int t = g - 1; t >= step; t--) {
        if (step_is_loop(&rs->path[t]) && may_carry(p, t, ws, w, rs, r)) {
            *carrier = rs->path[t].child;
            return t + 1;
        }
    }
    return step;
}

static bool stays_inside(const node *n)
{
    return n->kind == NODE_IF || n->kind == NODE_TASK || n->kind == NODE_CALL;
}

/* What a tile executes is its own processor's: no value that another one has is
 * computed inside. It is fetched before the tile if an earlier one computes it, or else
 * before all of them. */
static int step_at_tile(planner *p, const site *at, const reference *ref, int step)
{
    int task = 0;
    const tile *t = pipeline_tile(p, at, &task);
    if (!t)
        return step;
    int most = tile_carries(t, ref) ? task : tile_outer_step(t, at);
    return step < most ? step : most;
}

/* The writes of an array around one read of it, in the order of the text: those whose paths leave
 * the read's at one step are before and after those that go on with it further, so each step has an
 * interval that holds the next one's. */
typedef struct write_span {
    const planner *p;
    const site *at;
    const access *list;
    const int *access; /* numbers in `list` */
    int count;
    bool is_whole; /* each may write all of the array */
} write_span;

static write_span writes_around(const planner *p, const site *at, const variable *v)
{
    write_span w = {.p = p, .at = at, .list = p->accesses.data};
    w.access = writes_of(p, v, &w.count);
    return w;
}

/* Of what is not known. */
static write_span unknown_around(const planner *p, const site *at, const variable *v)
{
    write_span w = {.p = p, .at = at, .list = p->unknown.data, .is_whole = true};
    w.access = unknown_writes_of(p, v, &w.count);
    return w;
}

static const site *site_of_write(const write_span *w, int i)
{
    return &w->p->sites.data[w->list[w->access[i]].site];
}

/* The first of those that leave the read's path at step `step` or further on, or that come after
 * all of them. */
static int first_at(const write_span *w, int step)
{
    int from = 0, to = w->count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        const site *s = site_of_write(w, middle);
        if (s->order < w->at->order && divergence(s, w->at) < step)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* After the last of them. */
static int end_at(const write_span *w, int step)
{
    int from = 0, to = w->count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        const site *s = site_of_write(w, middle);
        if (s->order <= w->at->order || divergence(s, w->at) >= step)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The deepest step that any write demands, and of the writes that do the first in the text. */
typedef struct demand {
    int step, by; /* by: number of the write */
    const node *carrier;
} demand;

/* Asks those of the writes from..to - 1, which leave the read's path at step `most`: none demands
 * more. */
static void ask_writes(planner *p, const write_span *w, const reference *ref, int from, int to,
                       int most, demand *d)
{
    for (int i = from; i < to && (d->step < most || i < d->by); i++) {
        const access *a = &w->list[w->access[i]];
        const node *carrier = NULL;
        int step = step_after_write(p, site_of_write(w, i), a->ref, w->at, ref, &carrier);
        if (step > d->step || (step == d->step && step > 0 && i < d->by))
            *d = (demand){step, i, carrier};
    }
}

/* From those that share most of the read's path on: writes elsewhere demand less. */
static demand demand_of_writes(planner *p, const write_span *w, const reference *ref)
{
    demand d = {0};
    int first = end_at(w, w->at->depth), end = first; /* of those asked */
    for (int step = w->at->depth; step > 0 && step >= d.step; step--) {
        int from = first_at(w, step), to = end_at(w, step);
        ask_writes(p, w, ref, from, first, step, &d);
        ask_writes(p, w, ref, end, to, step, &d);
        first = from;
        end = to;
    }
    return d;
}

/* The last writes before the place, in its list, of what the read touches: a communication stands
 * after them. */
static int earliest_place(planner *p, const write_span *w, const reference *ref, int step,
                          int earliest)
{
    const path_step *place = &w->at->path[step];
    for (int i = first_at(w, step + 1) - 1, end = first_at(w, step); i >= end; i--) {
        const site *ws = site_of_write(w, i);
        if (ws->depth <= step || ws->path[step].list != place->list)
            continue;
        if (ws->path[step].index < earliest)
            break;
        if (w->is_whole || may_overlap(p, ws, w->list[w->access[i]].ref, w->at, ref, step))
            return ws->path[step].index + 1;
    }
    return earliest;
}

/* What a compiler takes out of the innermost loop alone stands before that. A gmove is one
 * communication as it is, and a pipeline has its messages before its tiles. */
static int step_in_loops(planner *p, const site *at, int step)
{
    int task;
    if (!p->keeps_messages || site_move(at) || pipeline_tile(p, at, &task))
        return step;
    for (int k = at->depth - 1; k > step; k--)
        if (step_loop(&at->path[k]))
            return k;
    return step;
}

void dependence_place(planner *p, const site *at, const reference *ref, int *step, int *earliest,
                      const node **carrier)
{
    const write_span writes = writes_around(p, at, ref->var);
    const write_span unknown = unknown_around(p, at, ref->var);
    const demand by_writes = demand_of_writes(p, &writes, ref);
    const demand by_unknown = demand_of_writes(p, &unknown, ref);
    const demand most = by_unknown.step > by_writes.step ? by_unknown : by_writes;
    *step = most.step;
    *carrier = most.carrier;
    int known = 0, known_step = *step; /* where all is known that says what is needed */
    defined_before(p, at, ref, &known_step, &known);
    if (known_step > *step)
        *carrier = NULL;
    *step = known_step;
    /* A gmove moves each time that it is executed. */
    for (int k = *step; k < at->depth; k++)
        if (at->path[k].child->kind == NODE_GMOVE)
            *step = k + 1;
    *step = step_in_loops(p, at, *step);
    /* What a condition, a task or a callee guards is not fetched before it. */
    while (*step < at->depth - 1 && stays_inside(at->path[*step].child))
        ++*step;
    *step = step_at_tile(p, at, ref, *step);
    *earliest = *step == known_step ? known : 0;
    *earliest = earliest_place(p, &writes, ref, *step, *earliest);
    *earliest = earliest_place(p, &unknown, ref, *step, *earliest);
}

int dependence_crossing(planner *p, const access *a)
{
    const site *at = &p->sites.data[a->site];
    int step = 0, earliest = 0;
    const node *carrier = NULL;
    if (a->is_write || !map_of(p, a->ref->var) || need_is_local(p, at, a->ref))
        return -1;
    dependence_place(p, at, a->ref, &step, &earliest, &carrier);
    for (int i = 0; carrier && i < at->depth; i++) {
        if (step_loop(&at->path[i]) && at->path[i].child == carrier)
            return i;
    }
    return -1;
}
