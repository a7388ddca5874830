#include "scaling/grid.h"

#include <math.h>

#include "scaling/trials.h"

/* What one size may take for the next, twice as large, to be tried, in evaluations
 * (estimate.walked): some seconds. */
#define SIZE_EFFORT_MOST 5000000

static grid_cell cell_of(const scaling_question *q, const scaling_trial *t)
{
    grid_cell c = {.is_made = t->is_made && t->fits,
                   .time = t->time,
                   .profile = {.clocks = NAN, .latency = NAN, .speed = NAN}};
    const double each = t->work / t->procs;
    if (each > 0) {
        c.profile.clocks = t->computing * q->machine->processing->clock.value / each;
        c.profile.speed = t->work / t->time;
    }
    if (t->messages > 0)
        c.profile.latency = t->communicating / (t->messages / t->procs);
    return c;
}

/* All numbers of processors at one size. False after reporting. */
static bool make_size(scaling_trials *trials, const scaling *s, int at, int sizes, int64_t size,
                      grid_cell *cells, int64_t *walked, bool *is_any)
{
    arena *a = arena_new();
    trial_place *places = ARENA_ARRAY(a, s->count, trial_place);
    scaling_trial *found = ARENA_ARRAY(a, s->count, scaling_trial);
    for (int i = 0; i < s->count; i++)
        places[i] = (trial_place){i, size, false};
    const bool ok = trials_make(trials, s->count, places, found);
    *walked = 0;
    *is_any = false;
    for (int i = 0; i < s->count && ok; i++) {
        cells[i * sizes + at] = cell_of(s->of, &found[i]);
        *is_any |= cells[i * sizes + at].is_made;
        *walked += found[i].walked;
    }
    arena_free(a);
    return ok;
}

bool scaling_grid_make(fp_context *ctx, const scaling *s, int sizes_most,
                       const explore_effort *effort, scaling_grid *out)
{
    int64_t *sizes = ARENA_ARRAY(ctx->arena, sizes_most, int64_t), walked = 0;
    grid_cell *cells = ARENA_ARRAY(ctx->arena, sizes_most * s->count, grid_cell);
    scaling_trials *trials = trials_start(ctx, s->of, effort);
    bool ok = true, is_any = true;
    *out =
        (scaling_grid){.row = sizes_most, .sizes = sizes, .point_count = s->count, .cells = cells};
    for (int64_t size = s->size; out->size_count < sizes_most && size <= SIZE_MOST && ok &&
                                 is_any && walked < SIZE_EFFORT_MOST;
         size *= 2) {
        ok = make_size(trials, s, out->size_count, sizes_most, size, cells, &walked, &is_any);
        if (ok && is_any)
            sizes[out->size_count++] = size;
    }
    trials_end(trials);
    return ok;
}
