#include "trace/statistics/statistics.h"

#include <math.h>
#include <string.h>

#include "support/sort.h"
#include "trace/statistics/selection.h"
#include "trace/timeline/watcher.h"

enum { STATES = TIMELINE_STATE_COUNT };

/* Of more times of regions, those that differ most between ranks say which ranks are alike. */
enum { FEATURES_MOST = 24 };

/* A region that a rank is in. */
typedef struct occurrence {
    uint32_t region;
    uint64_t began, spent[STATES];
} occurrence;

typedef struct gathered {
    uint64_t *spent[STATES]; /* ticks, by place of the rank; null: it never came */
    sketch each[STATES];
} gathered;

typedef struct pass {
    fp_context *ctx;
    const trace *of;
    selection what;
    uint64_t events;
    uint64_t *whole[STATES];
    gathered *regions; /* by slot */
    uint64_t *windows; /* [(window * rank_count + place) * STATES + state] */
    struct inside {
        VEC(occurrence) stack;
        uint64_t last;
    } * ranks; /* by place */
} pass;

const char *timeline_state_name(timeline_state state)
{
    static const char *const names[STATES] = {[TIMELINE_COMPUTING] = "computing",
                                              [TIMELINE_COMMUNICATING] = "communicating",
                                              [TIMELINE_WAITING] = "waiting"};
    return names[state];
}

static uint64_t common(uint64_t begin, uint64_t end, uint64_t from, uint64_t to)
{
    const uint64_t first = begin > from ? begin : from, last = end < to ? end : to;
    return last > first ? last - first : 0;
}

/* --- While the trace is read -------------------------------------------------- */

static int32_t slot_of(const pass *s, uint32_t region)
{
    return region == TIMELINE_NO_REGION ? NOT_SELECTED : s->what.slot[region];
}

static gathered *region_of(pass *s, int32_t slot)
{
    gathered *g = &s->regions[slot];
    for (int c = 0; c < STATES && !g->spent[c]; c++)
        g->spent[c] = ARENA_ARRAY(s->ctx->arena, s->what.rank_count, uint64_t);
    return g;
}

/* The innermost one of the region has the time. */
static void add_to_occurrence(struct inside *r, uint32_t region, timeline_state state,
                              uint64_t time)
{
    for (int i = r->stack.count - 1; i >= 0; i--)
        if (r->stack.data[i].region == region) {
            r->stack.data[i].spent[state] += time;
            return;
        }
}

static void add_to_windows(pass *s, int32_t place, uint64_t begin, uint64_t end,
                           timeline_state state)
{
    const selection *w = &s->what;
    if (!w->window_count || end <= w->from)
        return;
    const uint64_t before = begin > w->from + w->length ? begin - w->from - w->length : 0;
    for (uint64_t k = before / w->step; k < w->window_count; k++) {
        const uint64_t from = w->from + k * w->step;
        if (from >= end)
            return;
        s->windows[(k * w->rank_count + (uint32_t)place) * STATES + state] +=
            common(begin, end, from, from + w->length);
    }
}

static void add_span(void *own, uint32_t rank, uint64_t begin, uint64_t end, timeline_state state,
                     uint32_t region, uint32_t call)
{
    pass *s = own;
    const int32_t place = s->what.place[rank];
    if (place == NOT_SELECTED)
        return;
    const uint64_t time = common(begin, end, s->what.from, s->what.to);
    const uint32_t both[] = {region, call};
    bool is_asked = !s->what.has_regions;
    for (int i = 0; i < 2; i++) {
        const int32_t slot = slot_of(s, both[i]);
        if (slot == NOT_SELECTED)
            continue;
        is_asked = true;
        region_of(s, slot)->spent[state][place] += time;
        add_to_occurrence(&s->ranks[place], both[i], state, end - begin);
    }
    if (!is_asked)
        return;
    s->whole[state][place] += time;
    add_to_windows(s, place, begin, end, state);
}

static void end_occurrence(pass *s, struct inside *r, uint64_t time)
{
    const occurrence *o = &r->stack.data[--r->stack.count];
    const int32_t slot = slot_of(s, o->region);
    if (slot == NOT_SELECTED || o->began < s->what.from || time > s->what.to)
        return;
    gathered *g = region_of(s, slot);
    for (int c = 0; c < STATES; c++)
        sketch_add(s->ctx->arena, &g->each[c], (double)o->spent[c] / (double)s->of->ticks_per_s);
}

static void add_event(void *own, uint32_t rank, const trace_event *e)
{
    pass *s = own;
    const int32_t place = s->what.place[rank];
    s->events++;
    if (place == NOT_SELECTED)
        return;
    struct inside *r = &s->ranks[place];
    r->last = e->time;
    if (e->kind == TRACE_ENTER)
        VEC_PUSH(s->ctx->arena, &r->stack, ((occurrence){.region = e->region, .began = e->time}));
    else if (e->kind == TRACE_LEAVE)
        end_occurrence(s, r, e->time);
}

/* --- Afterwards --------------------------------------------------------------- */

static double *seconds_of(const pass *s, const uint64_t *ticks)
{
    double *out = ARENA_ARRAY(s->ctx->arena, s->what.rank_count, double);
    for (uint32_t i = 0; i < s->what.rank_count; i++)
        out[i] = (double)ticks[i] / (double)s->of->ticks_per_s;
    return out;
}

static void describe(const pass *s, region_statistics *out, uint64_t *const *ticks)
{
    arena *a = s->ctx->arena;
    for (int c = 0; c < STATES; c++) {
        out->by_rank[c] = seconds_of(s, ticks[c]);
        out->over_ranks[c] = spread_of(a, s->what.rank_count, out->by_rank[c]);
        out->rank_bins[c] = histogram_of(a, s->what.rank_count, out->by_rank[c]);
    }
}

static double time_in(const region_statistics *r)
{
    double sum = 0;
    for (int c = 0; c < STATES; c++)
        sum += r->over_ranks[c].mean;
    return sum;
}

/* Regions of the program first, then calls of MPI; in each those of the most time first. */
static int by_time(const void *a, const void *b)
{
    const region_statistics *x = a, *y = b;
    const bool calls[] = {x->of->role == TRACE_MPI, y->of->role == TRACE_MPI};
    const double first = time_in(x), second = time_in(y);
    return calls[0] != calls[1] ? (int)calls[0] - (int)calls[1]
           : first != second    ? (first < second) - (first > second)
                                : strcmp(x->of->name, y->of->name);
}

static void describe_regions(const pass *s, trace_statistics *out)
{
    arena *a = s->ctx->arena;
    region_statistics *all = ARENA_ARRAY(a, s->what.region_count + 1, region_statistics);
    for (uint32_t i = 0; i < s->what.region_count; i++) {
        const gathered *g = &s->regions[i];
        if (!g->spent[0])
            continue;
        region_statistics *r = &all[out->region_count++];
        r->of = s->what.regions[i];
        describe(s, r, g->spent);
        for (int c = 0; c < STATES; c++) {
            r->occurrences[c] = sketch_spread(&g->each[c]);
            r->occurrence_bins[c] = sketch_histogram(a, &g->each[c]);
        }
    }
    sort_items(all, out->region_count, sizeof *all, by_time);
    out->regions = all;
}

static void describe_windows(const pass *s, trace_statistics *out)
{
    arena *a = s->ctx->arena;
    const selection *w = &s->what;
    window_statistics *all = ARENA_ARRAY(a, w->window_count + 1, window_statistics);
    double *values = ARENA_ARRAY(a, w->rank_count + 1, double);
    const double per_s = (double)s->of->ticks_per_s;
    for (uint32_t k = 0; k < w->window_count; k++) {
        all[k].from = (double)(w->from + k * w->step) / per_s;
        all[k].to = (double)(w->from + k * w->step + w->length) / per_s;
        for (int c = 0; c < STATES; c++) {
            for (uint32_t i = 0; i < w->rank_count; i++)
                values[i] =
                    (double)s->windows[((size_t)k * w->rank_count + i) * STATES + (size_t)c] /
                    per_s;
            all[k].over_ranks[c] = spread_of(a, w->rank_count, values);
        }
    }
    out->window_count = w->window_count;
    out->windows = all;
}

typedef struct feature {
    const double *by_rank;
    double deviation;
} feature;

static int by_deviation(const void *a, const void *b)
{
    const feature *x = a, *y = b;
    return (x->deviation < y->deviation) - (x->deviation > y->deviation);
}

/* Ranks are alike that spend their time in the same regions of the program on the same. Seconds,
 * and not scaled one by one, or what takes no time would weigh as much as what takes it all. */
static void find_groups(const pass *s, trace_statistics *out)
{
    arena *a = s->ctx->arena;
    const uint32_t most = (out->region_count + 1) * STATES;
    feature *all = ARENA_ARRAY(a, most, feature);
    uint32_t count = 0;
    for (uint32_t i = 0; i <= out->region_count; i++) {
        const region_statistics *r = i < out->region_count ? &out->regions[i] : &out->whole;
        if (r->of ? r->of->role == TRACE_MPI : count > 0)
            continue; /* the calls' time is the regions', too; the whole's where there are none */
        for (int c = 0; c < STATES; c++)
            all[count++] = (feature){r->by_rank[c], r->over_ranks[c].deviation};
    }
    sort_items(all, count, sizeof *all, by_deviation);
    count = count < FEATURES_MOST ? count : FEATURES_MOST;
    double *points = ARENA_ARRAY(a, (size_t)count * out->rank_count + 1, double);
    for (uint32_t i = 0; i < out->rank_count; i++)
        for (uint32_t k = 0; k < count; k++)
            points[(size_t)i * count + k] = all[k].by_rank[i];
    out->groups = clusters_find(a, out->rank_count, count, points);
}

static const trace_statistics *finish(pass *s, const statistics_options *o)
{
    trace_statistics *out = ARENA_NEW(s->ctx->arena, trace_statistics);
    for (uint32_t i = 0; i < s->what.rank_count; i++)
        while (s->ranks[i].stack.count) /* programs end inside of main */
            end_occurrence(s, &s->ranks[i], s->ranks[i].last);
    out->of = s->of;
    out->events = s->events;
    out->from = (double)s->what.from / (double)s->of->ticks_per_s;
    out->to = (double)s->what.to / (double)s->of->ticks_per_s;
    out->leaves_startup = o->leaves_startup;
    out->rank_count = s->what.rank_count;
    out->ranks = s->what.ranks;
    describe(s, &out->whole, s->whole);
    describe_regions(s, out);
    describe_windows(s, out);
    find_groups(s, out);
    return out;
}

const trace_statistics *trace_statistics_make(fp_context *ctx, trace *t,
                                              const statistics_options *o)
{
    arena *a = ctx->arena;
    pass s = {.ctx = ctx, .of = t};
    if (!selection_make(ctx, t, o, &s.what))
        return NULL;
    const selection *w = &s.what;
    s.regions = ARENA_ARRAY(a, w->region_count + 1, gathered);
    s.ranks = ARENA_ARRAY(a, w->rank_count + 1, struct inside);
    s.windows = ARENA_ARRAY(a, (size_t)w->window_count * w->rank_count * STATES + 1, uint64_t);
    for (int c = 0; c < STATES; c++)
        s.whole[c] = ARENA_ARRAY(a, w->rank_count + 1, uint64_t);
    const timeline_watcher watcher = {.own = &s, .span = add_span, .event = add_event};
    /* No path is asked for: all its hops are one. */
    return timeline_follow(ctx, t, t->length + 1, &watcher) ? finish(&s, o) : NULL;
}
