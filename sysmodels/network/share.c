#include "sysmodels/network/share.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sysmodels/network/share_class.h"
#include "sysmodels/network/share_fill.h"

/* Messages that are alike are found first (share_class.h), so that a regular pattern is as many
 * messages as it has kinds: of a shift round a torus one, of an all-to-all one a distance. Then
 * time goes from event to event, a message's begin or end, and at each the rates are found anew
 * (share_fill.h). */

/* ---- those that share nothing ---- */

static bool shares_nothing(const share_problem *p, arena *scratch)
{
    int *passing = ARENA_ARRAY(scratch, p->link_count + 1, int);
    for (int i = 0; i < p->first[p->flow_count]; ++i)
        if (++passing[p->uses[i].link] > 1)
            return false;
    return true;
}

/* Seconds a byte, alone. */
static double alone(const share_flow *flow, int use_count, const share_use *uses)
{
    double slowest = flow->slowest;
    for (int i = 0; i < use_count; ++i)
        slowest = fmax(slowest, uses[i].per_byte);
    return slowest;
}

/* ---- from event to event ---- */

typedef struct event_loop {
    const share_quotient *q;
    double *left; /* by class: bytes */
    double *rate; /* bytes a second */
    double *flight;
    int *active, active_count;
    int *waiting, waiting_at; /* by when they begin */
    double now;
} event_loop;

static void begin_those_due(event_loop *e)
{
    const share_quotient *q = e->q;
    for (; e->waiting_at < q->class_count; ++e->waiting_at) {
        int c = e->waiting[e->waiting_at];
        if (q->flows[c].start > e->now)
            return;
        if (q->flows[c].bytes > 0)
            e->active[e->active_count++] = c;
    }
}

/* Until when do rates stay as they are? */
static double next_event(const event_loop *e)
{
    double next = INFINITY;
    for (int i = 0; i < e->active_count; ++i)
        next = fmin(next, e->now + e->left[e->active[i]] / e->rate[e->active[i]]);
    if (e->waiting_at < e->q->class_count)
        next = fmin(next, e->q->flows[e->waiting[e->waiting_at]].start);
    return next;
}

/* What is left below so small a part of a message is rounding; that whose time comes ends also
 * where time is too late to tell it from before. */
static void advance(event_loop *e, double to)
{
    const double nothing = 1e-9;
    int kept = 0;
    for (int i = 0; i < e->active_count; ++i) {
        int c = e->active[i];
        bool is_due = e->now + e->left[c] / e->rate[c] <= to;
        e->left[c] -= (to - e->now) * e->rate[c];
        if (!is_due && e->left[c] > nothing * e->q->flows[c].bytes)
            e->active[kept++] = c;
        else
            e->flight[c] = to - e->q->flows[c].start;
    }
    e->active_count = kept;
    e->now = to;
}

/* What is left at `until`, by class, if that is before the next event. */
static void note_left(const event_loop *e, double next, double until, double *left)
{
    if (!(e->now <= until && until < next))
        return;
    for (int i = 0; i < e->active_count; ++i) {
        const int c = e->active[i];
        left[c] = fmax(0, e->left[c] - (until - e->now) * e->rate[c]);
    }
}

/* `left` may be null. */
static void run_events(arena *scratch, const share_quotient *q, double *flight, double until,
                       double *left)
{
    event_loop e = {.q = q, .flight = flight};
    share_filling *filling = share_filling_new(scratch, q);
    e.left = ARENA_ARRAY(scratch, q->class_count, double);
    e.rate = ARENA_ARRAY(scratch, q->class_count, double);
    e.active = ARENA_ARRAY(scratch, q->class_count, int);
    e.waiting = share_by_start(scratch, q);
    for (int c = 0; c < q->class_count; ++c)
        e.left[c] = q->flows[c].bytes;
    for (int c = 0; left && c < q->class_count; ++c)
        left[c] = q->flows[c].start < until ? 0 : q->flows[c].bytes;
    e.now = q->flows[e.waiting[0]].start;
    begin_those_due(&e);
    while (e.active_count || e.waiting_at < q->class_count) {
        share_fill(filling, e.active_count, e.active, e.rate);
        const double next = next_event(&e);
        if (left)
            note_left(&e, next, until, left);
        advance(&e, next);
        begin_those_due(&e);
    }
}

/* ---- too many to follow ---- */

/* Are there so many different messages that following them would take long? */
static bool are_many(const share_quotient *q)
{
    return q->are_many || (double)q->class_count * (double)q->first[q->class_count] > SHARE_MOST;
}

/* As if all were under way until the last byte has passed the fullest link of each. */
static void all_together(arena *a, const share_problem *p, share_times *times)
{
    double *full = ARENA_ARRAY(a, p->link_count + 1, double);
    times->class_count = p->flow_count;
    times->class_of = ARENA_ARRAY(a, p->flow_count, int);
    times->flight = ARENA_ARRAY(a, p->flow_count, double);
    for (int i = 0; i < p->flow_count; ++i)
        for (int u = p->first[i]; u < p->first[i + 1]; ++u)
            full[p->uses[u].link] += p->uses[u].per_byte * p->flows[i].bytes;
    for (int i = 0; i < p->flow_count; ++i) {
        times->class_of[i] = i;
        times->flight[i] = p->flows[i].slowest * p->flows[i].bytes;
        for (int u = p->first[i]; u < p->first[i + 1]; ++u)
            times->flight[i] = fmax(times->flight[i], full[p->uses[u].link]);
    }
}

/* ---- all are held back at once ---- */

static bool are_equal(const share_problem *p)
{
    const share_flow *all = p->flows;
    for (int i = 1; i < p->flow_count; ++i)
        if (all[i].start < all[0].start || all[i].start > all[0].start ||
            all[i].bytes < all[0].bytes || all[i].bytes > all[0].bytes ||
            all[i].slowest < all[0].slowest || all[i].slowest > all[0].slowest ||
            all[i].weight < all[0].weight || all[i].weight > all[0].weight ||
            all[i].kind != all[0].kind)
            return false;
    return p->flow_count > 0 && all[0].bytes > 0;
}

/* Equal messages, each of which passes a link that has as much to do as any: all of these links
 * are full together, and nobody's rate is raised after that. Returns seconds a byte; 0: it is not
 * so. Sums of the same numbers in another order may differ by rounding. */
static double all_at_once(arena *scratch, const share_problem *p)
{
    const double rounding = 1e-12;
    if (!are_equal(p))
        return 0;
    double *load = ARENA_ARRAY(scratch, p->link_count + 1, double), most = 0;
    for (int u = 0; u < p->first[p->flow_count]; ++u)
        load[p->uses[u].link] += p->uses[u].per_byte;
    for (int l = 0; l < p->link_count; ++l)
        most = fmax(most, load[l]);
    for (int i = 0; i < p->flow_count; ++i) {
        double own = 0;
        for (int u = p->first[i]; u < p->first[i + 1]; ++u)
            own = fmax(own, load[p->uses[u].link]);
        if (own < most * (1 - rounding) && most > p->flows[i].slowest)
            return 0;
    }
    return fmax(most, p->flows[0].slowest);
}

/* ---- the whole ---- */

share_times share_links(arena *a, const share_problem *p)
{
    share_times times = {.shares_nothing = shares_nothing(p, a)};
    if (times.shares_nothing) {
        times.class_of = ARENA_ARRAY(a, p->flow_count, int);
        times.flight = ARENA_ARRAY(a, p->flow_count, double);
        times.class_count = p->flow_count;
        for (int i = 0; i < p->flow_count; ++i) {
            int count = p->first[i + 1] - p->first[i];
            times.class_of[i] = i;
            times.flight[i] = p->flows[i].bytes * alone(&p->flows[i], count, p->uses + p->first[i]);
        }
        return times;
    }
    double at_once = all_at_once(a, p);
    if (at_once > 0) {
        times.class_of = ARENA_ARRAY(a, p->flow_count, int);
        times.flight = ARENA_ARRAY(a, 1, double);
        times.flight[0] = p->flows[0].bytes * at_once;
        times.class_count = 1;
        return times;
    }
    share_quotient q = share_classes(a, p);
    if (are_many(&q)) {
        all_together(a, p, &times);
        return times;
    }
    times.class_of = q.class_of;
    times.class_count = q.class_count;
    times.flight = ARENA_ARRAY(a, q.class_count, double);
    run_events(a, &q, times.flight, 0, NULL);
    return times;
}

void share_follow(arena *a, const share_problem *p, double until, double *left, double *flight)
{
    share_quotient q = share_classes(a, p);
    if (are_many(&q)) {
        share_times times = {0};
        all_together(a, p, &times);
        for (int i = 0; i < p->flow_count; ++i) {
            flight[i] = times.flight[i];
            left[i] = p->flows[i].start < until ? 0 : p->flows[i].bytes;
        }
        return;
    }
    double *its_flight = ARENA_ARRAY(a, q.class_count, double);
    double *its_left = ARENA_ARRAY(a, q.class_count, double);
    run_events(a, &q, its_flight, until, its_left);
    for (int i = 0; i < p->flow_count; ++i) {
        flight[i] = its_flight[q.class_of[i]];
        left[i] = its_left[q.class_of[i]];
    }
}
