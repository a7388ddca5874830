#include "scaling/grid.h"

#include <math.h>

#include "scaling/trials.h"

/* What one size may take for the next, twice as large, to be tried, in evaluations
 * (estimate.walked): some seconds. */
#define SIZE_EFFORT_MOST 5000000

static grid_cell cell_of(const scaling_question *q, const scaling_trial *t)
{
    grid_cell c = {.is_made = t->is_made && t->fits,
                   .procs = t->procs,
                   .time = t->time,
                   .part = {[COST_COMPUTING] = t->computing - t->memory,
                            [COST_MEMORY] = t->memory,
                            [COST_COMMUNICATION] = t->communicating,
                            [COST_OVERHEAD] = t->overhead,
                            [COST_WAITING] = t->waiting},
                   .work = t->work,
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
static bool make_size(scaling_trials *trials, const scaling_question *q, int at, int sizes,
                      int64_t size, grid_cell *cells, int64_t *walked, bool *is_any)
{
    arena *a = arena_new();
    trial_place *places = ARENA_ARRAY(a, q->count, trial_place);
    scaling_trial *found = ARENA_ARRAY(a, q->count, scaling_trial);
    for (int i = 0; i < q->count; i++)
        places[i] = (trial_place){.point = i, .size = size};
    const bool ok = trials_make(trials, q->count, places, found);
    *walked = 0;
    *is_any = false;
    for (int i = 0; i < q->count && ok; i++) {
        cells[i * sizes + at] = cell_of(q, &found[i]);
        *is_any |= cells[i * sizes + at].is_made;
        *walked += found[i].walked;
    }
    arena_free(a);
    return ok;
}

int scaling_doublings(arena *a, int64_t from, int most, const int64_t **out)
{
    int64_t *sizes = ARENA_ARRAY(a, most, int64_t), size = from;
    int count = 0;
    for (; count < most && size <= SIZE_MOST; size *= 2)
        sizes[count++] = size;
    *out = sizes;
    return count;
}

bool scaling_grid_make(fp_context *ctx, const scaling_question *q, int size_count,
                       const int64_t *sizes, const explore_effort *effort, scaling_grid *out)
{
    int64_t walked = 0;
    grid_cell *cells = ARENA_ARRAY(ctx->arena, size_count * q->count, grid_cell);
    scaling_trials *trials = trials_start(ctx, q, effort);
    bool ok = true, is_any = true;
    *out =
        (scaling_grid){.row = size_count, .sizes = sizes, .point_count = q->count, .cells = cells};
    while (out->size_count < size_count && ok && is_any && walked < SIZE_EFFORT_MOST) {
        const int at = out->size_count;
        ok = make_size(trials, q, at, size_count, sizes[at], cells, &walked, &is_any);
        out->size_count += ok && is_any;
    }
    trials_end(trials);
    return ok;
}
