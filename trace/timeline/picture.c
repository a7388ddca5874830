#include "trace/timeline/watcher.h"

#include <math.h>
#include <stdlib.h>

/* More than that lie too close: what is drawn of them are every other column's, or fourth's. */
enum { MESSAGES_MOST = 3000, BANDS_MOST = 400, FIRST_BUCKETS = 8192 };

/* What ranks do is put into a timeline, and merged there. */
typedef struct picture {
    fp_context *ctx;
    timeline out;
    double from, to, per_tick;        /* ticks; columns a tick */
    uint32_t *row_of;                 /* by rank */
    uint32_t message_step, band_step; /* columns within which they lie on each other */
    int32_t *buckets;                 /* of messages: index + 1 */
    uint32_t bucket_count;
} picture;

static double place(const picture *p, uint64_t time)
{
    return ((double)time - p->from) * p->per_tick;
}

static picture *picture_new(fp_context *ctx, const trace *t, const timeline_options *o)
{
    arena *a = ctx->arena;
    picture *p = ARENA_NEW(a, picture);
    timeline *out = &p->out;
    const double length = (double)t->length / (double)t->ticks_per_s;
    *out = (timeline){.of = t, .from = o->from, .to = o->to < 0 ? length : o->to};
    if (out->to <= out->from)
        out->to = out->from + 1 / (double)t->ticks_per_s;
    out->columns = o->columns;
    p->ctx = ctx;
    p->from = out->from * (double)t->ticks_per_s;
    p->to = out->to * (double)t->ticks_per_s;
    p->per_tick = out->columns / (p->to - p->from);
    const uint32_t each = (t->rank_count + o->rows_most - 1) / o->rows_most;
    out->row_count = each ? (t->rank_count + each - 1) / each : 0;
    out->rows = ARENA_ARRAY(a, out->row_count + 1, timeline_row);
    p->row_of = ARENA_ARRAY(a, t->rank_count + 1, uint32_t);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        timeline_row *r = &out->rows[p->row_of[i] = i / each];
        if (r->rank_count++ == 0)
            r->first_rank = i;
    }
    for (uint32_t i = 0; i < out->row_count; i++)
        out->rows[i].mix = ARENA_ARRAY(a, out->columns * TIMELINE_STATE_COUNT, float);
    p->message_step = p->band_step = 1;
    p->bucket_count = FIRST_BUCKETS;
    p->buckets = ARENA_ARRAY(a, p->bucket_count, int32_t);
    return p;
}

/* Ticks of a column; at least one. */
static uint64_t grain_of(const picture *p)
{
    return p->per_tick < 1 ? (uint64_t)(1 / p->per_tick) : 1;
}

/* --- What ranks do ---------------------------------------------------------- */

/* Adds a stretch to the columns that it is in. */
static void mix(const picture *p, timeline_row *row, double begin, double end, timeline_state state)
{
    for (uint32_t c = (uint32_t)begin; c < p->out.columns && c < end; c++) {
        const double in = fmin(end, c + 1.0) - fmax(begin, c);
        row->mix[c * TIMELINE_STATE_COUNT + state] += (float)(in / row->rank_count);
    }
}

static void add_span(void *own, uint32_t rank, uint64_t begin, uint64_t end, timeline_state state,
                     uint32_t region, uint32_t call)
{
    picture *p = own;
    timeline_row *row = &p->out.rows[p->row_of[rank]];
    const double from = fmax(place(p, begin), 0), to = fmin(place(p, end), p->out.columns);
    if (to <= from)
        return;
    row->share[state] += (to - from) / p->per_tick / (double)p->out.of->ticks_per_s;
    if (row->rank_count > 1 || to - from < 1) {
        mix(p, row, from, to, state);
        return;
    }
    const timeline_run run = {(float)from, (float)to, state, region, call};
    VEC_PUSH(p->ctx->arena, &row->runs, run);
}

/* --- Messages --------------------------------------------------------------- */

static int64_t step_of(double at, uint32_t step)
{
    return (int64_t)floor(at / step);
}

/* The bucket of one that lies on it, or a free one. */
static int32_t *bucket_of(picture *p, const timeline_message *m)
{
    const int64_t sent = step_of(m->sent, p->message_step),
                  received = step_of(m->received, p->message_step);
    uint32_t hash = (m->from * 31 + m->to) * 0x9e3779b1u;
    hash = (hash ^ (uint32_t)sent) * 0x85ebca6bu;
    hash = (hash ^ (uint32_t)received) * 0xc2b2ae35u;
    for (uint32_t i = hash ^ hash >> 15;; i++) {
        int32_t *b = &p->buckets[i & (p->bucket_count - 1)];
        if (!*b)
            return b;
        const timeline_message *there = &p->out.message.data[*b - 1];
        if (there->from == m->from && there->to == m->to &&
            step_of(there->sent, p->message_step) == sent &&
            step_of(there->received, p->message_step) == received)
            return b;
    }
}

/* Merges those in twice as many columns, until they are few enough. */
static void merge_messages(picture *p)
{
    const int had = p->out.message.count;
    p->message_step *= 2;
    memset(p->buckets, 0, p->bucket_count * sizeof *p->buckets);
    p->out.message.count = 0;
    for (int i = 0; i < had; i++) {
        const timeline_message m = p->out.message.data[i];
        int32_t *b = bucket_of(p, &m);
        if (*b)
            continue;
        p->out.message.data[p->out.message.count++] = m;
        *b = p->out.message.count;
    }
}

static void add_message(void *own, uint32_t from, uint64_t sent, uint32_t to, uint64_t received)
{
    picture *p = own;
    const timeline_message m = {p->row_of[from], p->row_of[to], (float)place(p, sent),
                                (float)place(p, received)};
    if (m.received < 0 || m.sent > (float)p->out.columns)
        return;
    p->out.messages++;
    if (m.from == m.to)
        return;
    int32_t *b = bucket_of(p, &m);
    if (*b)
        return;
    VEC_PUSH(p->ctx->arena, &p->out.message, m);
    *b = p->out.message.count;
    while (p->out.message.count > MESSAGES_MOST && p->message_step < p->out.columns)
        merge_messages(p);
    if (p->out.message.count > MESSAGES_MOST) /* pairs of ranks alone are more */
        p->out.message.count = MESSAGES_MOST, *bucket_of(p, &m) = 0;
}

/* --- Collectives ------------------------------------------------------------ */

/* Is there one of these ranks, that begins in these columns, among the last? */
static bool has_band(const picture *p, uint32_t first_row, uint32_t count, double at)
{
    enum { LOOKED_AT = 256 };
    for (int i = p->out.band.count - 1, left = LOOKED_AT; i >= 0 && left > 0; i--, left--) {
        const timeline_band *b = &p->out.band.data[i];
        if (b->rows[0] == first_row && b->count == count &&
            step_of(b->begin[0], p->band_step) == step_of(at, p->band_step))
            return true;
    }
    return false;
}

static void merge_bands(picture *p)
{
    const int had = p->out.band.count;
    p->band_step *= 2;
    p->out.band.count = 0;
    for (int i = 0; i < had; i++) {
        const timeline_band b = p->out.band.data[i];
        if (!has_band(p, b.rows[0], b.count, b.begin[0]))
            p->out.band.data[p->out.band.count++] = b;
    }
}

/* Of each row the first that comes and the last that leaves. */
static timeline_band band_of(picture *p, trace_collective c, uint32_t count, const uint32_t *ranks,
                             const uint64_t *begin, const uint64_t *end)
{
    arena *a = p->ctx->arena;
    uint32_t *rows = ARENA_ARRAY(a, count, uint32_t), found = 0;
    float *from = ARENA_ARRAY(a, count, float), *to = ARENA_ARRAY(a, count, float);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = p->row_of[ranks[i]];
        const float came = (float)place(p, begin[i]), left = (float)place(p, end[i]);
        const bool is_new = !found || rows[found - 1] != row;
        found += is_new;
        rows[found - 1] = row;
        from[found - 1] = is_new ? came : fminf(from[found - 1], came);
        to[found - 1] = is_new ? left : fmaxf(to[found - 1], left);
    }
    return (timeline_band){c, found, rows, from, to};
}

static void add_collective(void *own, trace_collective c, uint32_t count, const uint32_t *ranks,
                           const uint64_t *begin, const uint64_t *end)
{
    picture *p = own;
    double first = INFINITY, last = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        first = fmin(first, place(p, begin[i]));
        last = fmax(last, place(p, end[i]));
    }
    if (last < 0 || first >= p->out.columns)
        return;
    p->out.collectives++;
    const timeline_band b = band_of(p, c, count, ranks, begin, end);
    if (has_band(p, b.rows[0], b.count, b.begin[0]))
        return;
    VEC_PUSH(p->ctx->arena, &p->out.band, b);
    while (p->out.band.count > BANDS_MOST && p->band_step < p->out.columns)
        merge_bands(p);
    if (p->out.band.count > BANDS_MOST) /* there are more groups of ranks */
        p->out.band.count = BANDS_MOST;
}

/* --- The critical path ------------------------------------------------------ */

static void add_point(picture *p, double at, uint32_t rank)
{
    const timeline_point point = {(float)at, p->row_of[rank]};
    VEC_PUSH(p->ctx->arena, &p->out.path, point);
}

/* From its end to its beginning, so far; then the other way round, and cut to what is shown. */
static void add_path(void *own, const path_hop *path, uint32_t rank, uint64_t end)
{
    picture *p = own;
    timeline *out = &p->out;
    out->last_rank = rank;
    add_point(p, place(p, end), rank);
    for (const path_hop *h = path; h; h = h->before) {
        add_point(p, place(p, h->arrived), h->to);
        add_point(p, place(p, h->left), h->from);
        const double from = fmax(place(p, h->left), 0),
                     to = fmin(place(p, h->arrived), out->columns);
        if (to > from && h->to != h->from)
            out->waits_of_path += (to - from) / p->per_tick / (double)out->of->ticks_per_s;
        rank = h->from;
    }
    add_point(p, place(p, 0), rank);
    for (int i = 0, k = out->path.count - 1; i < k; i++, k--) {
        const timeline_point swapped = out->path.data[i];
        out->path.data[i] = out->path.data[k];
        out->path.data[k] = swapped;
    }
}

static void set_parts(void *own, const double *parts, double length, uint64_t hops)
{
    picture *p = own;
    p->out.path_parts = parts;
    p->out.path_length = length;
    p->out.path_hops = hops;
}

/* --- The whole ---------------------------------------------------------------- */

static void count_event(void *own, uint32_t rank, const trace_event *e)
{
    picture *p = own;
    (void)rank;
    (void)e;
    p->out.events++;
}

const timeline *timeline_make(fp_context *ctx, trace *t, const timeline_options *options)
{
    picture *p = picture_new(ctx, t, options);
    const timeline_watcher watcher = {.own = p,
                                      .span = add_span,
                                      .event = count_event,
                                      .message = add_message,
                                      .collective = add_collective,
                                      .path = add_path,
                                      .parts = options->adds_path ? set_parts : NULL};
    return timeline_follow(ctx, t, grain_of(p), &watcher) ? &p->out : NULL;
}
