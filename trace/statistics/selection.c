#include "trace/statistics/selection.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "support/format.h"
#include "support/sort.h"
#include "support/suggest.h"

/* More than that nobody reads; and each has a value for each rank. */
enum { WINDOWS_MOST = 10000, WINDOW_VALUES_MOST = 4000000 };

/* --- Ranks -------------------------------------------------------------------- */

static bool select_ranks(fp_context *ctx, const trace *t, const statistics_options *o,
                         selection *out)
{
    int32_t *place = ARENA_ARRAY(ctx->arena, t->rank_count + 1, int32_t);
    uint32_t *ranks = ARENA_ARRAY(ctx->arena, t->rank_count + 1, uint32_t);
    for (uint32_t i = 0; i < t->rank_count; i++)
        place[i] = o->range_count ? NOT_SELECTED : 0;
    for (int k = 0; k < o->range_count; k++) {
        const rank_range *r = &o->ranges[k];
        if (r->last >= t->rank_count)
            return trace_fail(ctx, t->path,
                              "there is no processor %" PRIu32
                              ": they are numbered from 0 to %" PRIu32,
                              r->last, t->rank_count - 1);
        for (uint64_t i = r->first; i <= r->last; i += r->step)
            place[i] = 0;
    }
    for (uint32_t i = 0; i < t->rank_count; i++)
        if (place[i] != NOT_SELECTED) {
            place[i] = (int32_t)out->rank_count;
            ranks[out->rank_count++] = i;
        }
    out->ranks = ranks;
    out->place = place;
    return true;
}

/* --- Regions ------------------------------------------------------------------ */

typedef struct named {
    const trace_region *of;
    uint32_t number;
} named;

static int by_name(const void *a, const void *b)
{
    const named *x = a, *y = b;
    const int order = strcmp(x->of->name, y->of->name);
    return order                        ? order
           : x->of->role != y->of->role ? (int)x->of->role - (int)y->of->role
                                        : (x->number > y->number) - (x->number < y->number);
}

/* Reports that no region is called so. */
static bool fail_unknown(fp_context *ctx, const trace *t, const char *pattern)
{
    const char **names = ARENA_ARRAY(ctx->arena, t->region_count + 1, const char *);
    for (uint32_t i = 0; i < t->region_count; i++)
        names[i] = t->regions[i].name;
    const char *near = suggest_closest(pattern, names, (int)t->region_count);
    return trace_fail(ctx, t->path,
                      near ? "no region is called '%s'; did you mean '%s'?"
                           : "no region is called '%s'; 'fpredict trace show' lists them",
                      pattern, near);
}

/* Which regions each of the names and patterns means. */
static bool match_regions(fp_context *ctx, const trace *t, const char *list, bool *is_asked)
{
    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        const char *pattern = arena_strndup(ctx->arena, at, length);
        bool is_there = false;
        for (uint32_t i = 0; i < t->region_count; i++)
            if (strcmp(pattern, t->regions[i].name) == 0 ||
                fnmatch(pattern, t->regions[i].name, 0) == 0)
                is_there = is_asked[i] = true;
        if (!is_there)
            return fail_unknown(ctx, t, pattern);
        at += length;
        if (!*at)
            return true;
    }
}

static bool select_regions(fp_context *ctx, const trace *t, const statistics_options *o,
                           selection *out)
{
    arena *a = ctx->arena;
    bool *is_asked = ARENA_ARRAY(a, t->region_count + 1, bool);
    int32_t *slot = ARENA_ARRAY(a, t->region_count + 1, int32_t);
    named *all = ARENA_ARRAY(a, t->region_count + 1, named);
    out->regions = ARENA_ARRAY(a, t->region_count + 1, const trace_region *);
    out->has_regions = o->regions != NULL;
    out->slot = slot;
    for (uint32_t i = 0; i < t->region_count; i++) {
        is_asked[i] = !o->regions;
        all[i] = (named){&t->regions[i], i};
    }
    if (o->regions && !match_regions(ctx, t, o->regions, is_asked))
        return false;
    sort_items(all, t->region_count, sizeof *all, by_name);
    for (uint32_t i = 0; i < t->region_count; i++) {
        const trace_region *r = all[i].of, *before = i ? all[i - 1].of : NULL;
        const bool is_new =
            !before || strcmp(r->name, before->name) != 0 || r->role != before->role;
        if (!is_asked[all[i].number]) {
            slot[all[i].number] = NOT_SELECTED;
            continue;
        }
        if (is_new)
            out->regions[out->region_count++] = r;
        slot[all[i].number] = (int32_t)out->region_count - 1;
    }
    return true;
}

/* --- Time --------------------------------------------------------------------- */

static bool select_windows(fp_context *ctx, const trace *t, const statistics_options *o,
                           selection *out)
{
    const uint64_t step = (uint64_t)llrint(o->step * (double)t->ticks_per_s);
    out->length = out->to - out->from;
    if (!step)
        return trace_fail(ctx, t->path, "--window-step is below a tick of the trace's clock, %s",
                          format_time(ctx->arena, 1 / (double)t->ticks_per_s));
    const uint64_t count = (t->length - out->to) / step + 1;
    if (count > WINDOWS_MOST || count * out->rank_count > WINDOW_VALUES_MOST)
        return trace_fail(
            ctx, t->path,
            "%" PRIu64 " windows of %" PRIu32
            " processors are too many: %d windows at most, and %d times of a processor in one; "
            "choose a longer --window-step",
            count, out->rank_count, WINDOWS_MOST, WINDOW_VALUES_MOST);
    out->step = step;
    out->window_count = (uint32_t)count;
    out->to = t->length;
    return true;
}

static bool select_time(fp_context *ctx, const trace *t, const statistics_options *o,
                        selection *out)
{
    const double end = (double)t->length / (double)t->ticks_per_s;
    out->to = t->length;
    if (!o->has_window)
        return true;
    if (o->from >= end)
        return trace_fail(ctx, t->path, "the window begins at %s, and the trace ends at %s",
                          format_time(ctx->arena, o->from), format_time(ctx->arena, end));
    out->from = (uint64_t)llrint(o->from * (double)t->ticks_per_s);
    if (o->to >= 0 && o->to < end)
        out->to = (uint64_t)llrint(o->to * (double)t->ticks_per_s);
    if (out->to > t->length) /* rounded up */
        out->to = t->length;
    if (out->to <= out->from)
        return trace_fail(ctx, t->path, "the window is empty: a tick of the trace's clock is %s",
                          format_time(ctx->arena, 1 / (double)t->ticks_per_s));
    return !(o->step > 0) || select_windows(ctx, t, o, out);
}

bool selection_make(fp_context *ctx, const trace *t, const statistics_options *o, selection *out)
{
    *out = (selection){0};
    if (t->counts_flops)
        return trace_fail(ctx, t->path,
                          "this trace counts flops and has no times; 'fpredict replay %s -o "
                          "FOLDER' writes one that has",
                          t->path);
    if (!t->rank_count || !t->length)
        return trace_fail(ctx, t->path, "there is nothing in this trace that takes time");
    return select_ranks(ctx, t, o, out) && select_regions(ctx, t, o, out) &&
           select_time(ctx, t, o, out);
}
