#include "scaling/results.h"

#include <math.h>

#include "scaling/ranges.h"
#include "scaling/trials.h"
#include "support/vec.h"

/* Times that differ by less are equal. */
#define TOLERANCE 1e-6

/* Two combinations on one number of processors; by which is slower at first. */
typedef struct duel {
    int point, slower, faster;
    int64_t from, to; /* their sizes, the smaller first */
    int count;        /* of sizes from `from` to `to` that are predicted, evenly: */
    int64_t *sizes;
    double *slower_times, *faster_times;
} duel;

typedef VEC(duel) duel_list;

static bool is_before(double a, double b)
{
    return a < b * (1 - TOLERANCE);
}

/* Definition 1: Phi / Psi > alpha. */
static bool is_crossing_at(const scaling *slower, const scaling *faster, int point)
{
    const double alpha = slower->points[0].begin.time / faster->points[0].begin.time;
    return scaling_psi(slower, point) / scaling_psi(faster, point) > alpha * (1 + TOLERANCE);
}

static duel duel_new(arena *a, const scaling *all, int point, int slower, int faster)
{
    const int64_t one = all[slower].points[point].same_speed.size,
                  other = all[faster].points[point].same_speed.size;
    duel d = {.point = point, .slower = slower, .faster = faster};
    d.from = one < other ? one : other;
    d.to = one < other ? other : one;
    const int64_t between = d.to - d.from + 1;
    d.count = between < RESULTS_SIZES_MOST ? (int)between : RESULTS_SIZES_MOST;
    d.sizes = ARENA_ARRAY(a, d.count, int64_t);
    d.slower_times = ARENA_ARRAY(a, d.count, double);
    d.faster_times = ARENA_ARRAY(a, d.count, double);
    for (int i = 0; i < d.count; i++)
        d.sizes[i] = d.count > 1 ? d.from + (d.to - d.from) * i / (d.count - 1) : d.from;
    return d;
}

static bool has_size(const scaling *s, int point)
{
    return s->points[0].begin.is_made && s->points[point].same_speed.end == SIZE_FOUND;
}

/* Combinations that take equally long at first are none: nobody is the slower one. */
static duel_list find_duels(arena *a, int count, const scaling *all)
{
    duel_list duels = {0};
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            const double one = all[i].points[0].begin.time, other = all[k].points[0].begin.time;
            if (!is_before(one, other) && !is_before(other, one))
                continue;
            const int slower = one > other ? i : k, faster = one > other ? k : i;
            for (int point = 1; point < all[i].count; point++)
                if (has_size(&all[i], point) && has_size(&all[k], point))
                    VEC_PUSH(a, &duels, duel_new(a, all, point, slower, faster));
        }
    return duels;
}

/* The times of one combination at the sizes of all duels that it is in. */
static bool predict_one(fp_context *ctx, const scaling *all, int which, const duel_list *duels,
                        const explore_effort *effort)
{
    arena *a = arena_new();
    VEC(trial_place) places = {0};
    VEC(double *) where = {0};
    for (int i = 0; i < duels->count; i++) {
        const duel *d = &duels->data[i];
        double *times = d->slower == which ? d->slower_times : d->faster_times;
        for (int k = 0; k < d->count && (d->slower == which || d->faster == which); k++) {
            VEC_PUSH(
                a, &places,
                ((trial_place){.point = d->point, .size = d->sizes[k], .needs_no_work = true}));
            VEC_PUSH(a, &where, &times[k]);
        }
    }
    scaling_trial *made = ARENA_ARRAY(a, places.count + 1, scaling_trial);
    bool ok = true;
    if (places.count > 0) {
        scaling_trials *trials = trials_start(ctx, all[which].of, effort);
        ok = trials_make(trials, places.count, places.data, made);
        trials_end(trials);
    }
    for (int i = 0; i < places.count && ok; i++)
        *where.data[i] = made[i].is_made ? made[i].time : NAN;
    arena_free(a);
    return ok;
}

/* The first size at which the one that is slower at first is not; -1: there is none. A size without
 * a time says nothing. */
static int64_t first_not_slower(const duel *d)
{
    for (int i = 0; i < d->count; i++)
        if (d->slower_times[i] <= d->faster_times[i] * (1 + TOLERANCE))
            return d->sizes[i];
    return -1;
}

static void count_one(result_count *c, bool holds)
{
    c->cases++;
    c->holds += holds;
}

static void hold_duel(const scaling *all, const duel *d, scaling_results *out,
                      result_exception *exceptions)
{
    const scaling *slower = &all[d->slower], *faster = &all[d->faster];
    const double phi = scaling_psi(slower, d->point), psi = scaling_psi(faster, d->point);
    const double slower_time = slower->points[d->point].at_speed.time,
                 faster_time = faster->points[d->point].at_speed.time;
    const bool is_crossing = is_crossing_at(slower, faster, d->point);
    const int64_t at = first_not_slower(d);
    if (is_crossing)
        count_one(&out->crossing, slower_time < faster_time);
    if (psi >= phi)
        count_one(&out->superior, slower_time > faster_time);
    count_one(&out->between, is_crossing == (at >= 0));
    out->thinned += d->to - d->from + 1 > d->count;
    if (is_crossing == (at >= 0) || out->exception_count == RESULTS_EXCEPTIONS_MOST)
        return;
    exceptions[out->exception_count++] = (result_exception){
        d->point, d->slower, d->faster, is_crossing, d->from, d->to, at >= 0 ? at : 0};
}

bool scaling_results_hold(fp_context *ctx, int count, const scaling *all,
                          const explore_effort *effort, scaling_results *out)
{
    arena *a = ctx->arena;
    const duel_list duels = find_duels(a, count, all);
    result_exception *exceptions = ARENA_ARRAY(a, RESULTS_EXCEPTIONS_MOST, result_exception);
    *out = (scaling_results){.exceptions = exceptions};
    for (int i = 0; i < count; i++)
        if (!predict_one(ctx, all, i, &duels, effort))
            return false;
    for (int i = 0; i < duels.count; i++)
        hold_duel(all, &duels.data[i], out, exceptions);
    return true;
}
