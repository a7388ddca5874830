#include "trace/screening/screening.h"

#include <math.h>
#include <string.h>

#include "support/sort.h"
#include "sysmodels/network/ticks.h"
#include "trace/screening/design.h"

/* Regions of one name are one. */
typedef struct candidate {
    const trace_region *of;
    double own; /* seconds that it computes: sum over ranks */
} candidate;

static int by_own(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->own != y->own ? (x->own < y->own) - (x->own > y->own)
                            : strcmp(x->of->name, y->of->name);
}

static int by_effect(const void *a, const void *b)
{
    const screened_region *x = a, *y = b;
    return x->effect != y->effect ? (x->effect < y->effect) - (x->effect > y->effect)
                                  : strcmp(x->of->name, y->of->name);
}

typedef struct trial {
    fp_context *ctx;
    trace *t;
    replay_options o;
    double *slower; /* by region of the trace */
    double part;
    screening_result *out;
} trial;

static int find_candidates(fp_context *ctx, const trace *t, const double *own, candidate *all)
{
    int count = 0;
    for (uint32_t i = 0; i < t->region_count; i++) {
        if (t->regions[i].role != TRACE_USER || !(own[i] > 0))
            continue;
        int k = 0;
        while (k < count && strcmp(all[k].of->name, t->regions[i].name) != 0)
            k++;
        if (k == count)
            all[count++] = (candidate){&t->regions[i], 0};
        all[k].own += own[i];
    }
    sort_items(all, (size_t)count, sizeof *all, by_own);
    return count > 0 || trace_fail(ctx, t->path,
                                   "no region of the program computes anything: "
                                   "there is nothing to slow down")
               ? count
               : 0;
}

static bool run_once(trial *s, double *time)
{
    replay_result result;
    const bool ok = replay_run(s->ctx, s->t, &s->o, NULL, TRACE_AS_TEXT, &result);
    *time = result.end;
    s->out->replays++;
    return ok;
}

/* The time with none slowed down, and what each region computes in it: by the clock that replays
 * go by. */
static bool replay_as_it_is(trial *s, double *own)
{
    s->o.computed = own;
    const bool ok = run_once(s, &s->out->time);
    s->o.computed = NULL;
    return ok;
}

/* The time with all slowed down, those that are left out, too. */
static bool replay_all(trial *s)
{
    for (uint32_t i = 0; i < s->t->region_count; i++)
        s->slower[i] = s->t->regions[i].role == TRACE_USER ? 1 + s->part : 1;
    return run_once(s, &s->out->time_of_all);
}

/* The time with these regions slowed down. */
static bool replay(trial *s, const bool *is_slow, double *time)
{
    for (uint32_t i = 0; i < s->t->region_count; i++)
        s->slower[i] = 1;
    for (int k = 0; k < s->out->count; k++)
        for (uint32_t i = 0; is_slow[k] && i < s->t->region_count; i++)
            if (s->t->regions[i].role == TRACE_USER &&
                strcmp(s->t->regions[i].name, s->out->regions[k].of->name) == 0)
                s->slower[i] = 1 + s->part;
    return run_once(s, time);
}

/* Each run and its opposite, in which all is on that was off. */
static bool run_design(trial *s, int runs, double *effects)
{
    bool is_slow[DESIGN_RUNS_MOST];
    for (int run = 0; run < 2 * runs; run++) {
        double time = s->out->time; /* the last of a design: none */
        for (int k = 0; k < runs - 1; k++)
            is_slow[k] = design_is_on(runs, run % runs, k) != (run >= runs);
        if (run != runs - 1 && !replay(s, is_slow, &time))
            return false;
        for (int k = 0; k < runs - 1; k++)
            effects[k] += (is_slow[k] ? time : -time) / runs;
        if (run == 2 * runs - 1)
            s->out->time_of_all = time;
    }
    return !s->out->left_out || replay_all(s);
}

/* A mean of ticks is none of less than one. */
static double in_ticks(double seconds)
{
    return rint(seconds * TICKS_PER_SECOND) / TICKS_PER_SECOND + 0.0;
}

bool screening_run(fp_context *ctx, trace *t, const replay_options *o, double part,
                   screening_result *out)
{
    *out = (screening_result){.part = part};
    arena *a = ctx->arena;
    trial s = {.ctx = ctx, .t = t, .o = *o, .part = part, .out = out};
    double *own = ARENA_ARRAY(a, t->region_count + 1, double);
    candidate *all = ARENA_ARRAY(a, t->region_count + 1, candidate);
    const int count = replay_as_it_is(&s, own) ? find_candidates(ctx, t, own, all) : 0;
    if (!count)
        return false;
    const double per_rank = 1.0 / t->rank_count;
    screened_region *regions = ARENA_ARRAY(a, SCREENED_MOST, screened_region);
    out->regions = regions;
    for (int k = 0; k < count; k++) {
        if (k < SCREENED_MOST) {
            regions[out->count++] = (screened_region){all[k].of, all[k].own * per_rank, 0};
            continue;
        }
        out->left_out++;
        out->left_out_computing += all[k].own * per_rank;
    }
    s.o.slower = s.slower = ARENA_ARRAY(a, t->region_count + 1, double);
    double effects[DESIGN_RUNS_MOST] = {0};
    const int runs = design_runs(out->count);
    if (!run_design(&s, runs, effects))
        return false;
    for (int k = 0; k < runs - 1; k++) {
        if (k < out->count)
            regions[k].effect = in_ticks(effects[k]);
        else
            out->together = fmax(out->together, fabs(effects[k]));
    }
    out->together = in_ticks(out->together);
    sort_items(regions, (size_t)out->count, sizeof *regions, by_effect);
    return true;
}
