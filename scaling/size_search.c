#include "scaling/size_search.h"

#include "support/vec.h"

/* Equal but for the rounding of times to ticks. */
#define TOLERANCE 1e-6

/* What trying a size costs besides what estimate.walked counts: reading the layout, the clocks. */
enum { WORK_LEAST = 200 };
enum { AT_ONCE_LEAST = 8, AT_ONCE_MOST = 1 << 16 };

typedef struct size_looker {
    arena *a;
    const size_question *q;
    int64_t spent, dearest; /* work: of all, and of the dearest trial */
    int64_t last;
    bool is_broken;
} size_looker;

static bool is_reached(const size_looker *s, const size_trial *t)
{
    return t->is_made && t->fits && t->value >= s->q->target * (1 - TOLERANCE);
}

static bool try_all(size_looker *s, int count, const int64_t *sizes, size_trial *out)
{
    s->is_broken = s->is_broken || !s->q->try_all(s->q->with, count, sizes, out);
    for (int i = 0; i < count && !s->is_broken; i++) {
        const int64_t work = WORK_LEAST + out[i].work;
        s->spent += work;
        s->dearest = work > s->dearest ? work : s->dearest;
        if (out[i].is_made && out[i].fits && sizes[i] > s->last)
            s->last = sizes[i];
    }
    return !s->is_broken;
}

/* A size that reaches it, doubling from where to begin. */
static size_end find_any(size_looker *s, int64_t *found)
{
    for (int64_t size = s->q->from; size <= SIZE_MOST; size *= 2) {
        size_trial t = {0};
        if (!try_all(s, 1, &size, &t))
            return SIZE_BROKEN_OFF;
        *found = size;
        if (is_reached(s, &t))
            return SIZE_FOUND;
        if (t.is_made && !t.fits)
            return SIZE_BEYOND_MEMORY;
        if (s->spent > s->q->effort)
            return SIZE_BEYOND_EFFORT;
    }
    return SIZE_BEYOND_MOST;
}

/* How many sizes may be tried, at the price of the dearest. */
static int64_t affordable(const size_looker *s)
{
    const int64_t left = s->q->effort - s->spent, price = s->dearest ? s->dearest : WORK_LEAST;
    const int64_t many = left > 0 ? left / price : 0;
    return many < AT_ONCE_LEAST ? AT_ONCE_LEAST : many > AT_ONCE_MOST ? AT_ONCE_MOST : many;
}

typedef struct grid {
    int count;
    int64_t step;
    int64_t *sizes;
    size_trial *trials;
} grid;

/* Tries `first` to `last`, all of them or as many as may be tried, evenly and the last one. */
static bool try_grid(size_looker *s, int64_t first, int64_t last, grid *out)
{
    const int64_t all = last - first + 1, most = affordable(s);
    out->step = (all + most - 1) / most;
    out->count = (int)((all + out->step - 1) / out->step);
    out->sizes = ARENA_ARRAY(s->a, out->count, int64_t);
    out->trials = ARENA_ARRAY(s->a, out->count, size_trial);
    for (int i = 0; i < out->count; i++)
        out->sizes[i] = last - (int64_t)(out->count - 1 - i) * out->step;
    return try_all(s, out->count, out->sizes, out->trials);
}

static int first_reached(const size_looker *s, const grid *g)
{
    int i = 0;
    while (i < g->count && !is_reached(s, &g->trials[i]))
        i++;
    return i;
}

/* The spans that begin with `size`, which may lie before the grid's own. */
static void find_spans(const size_looker *s, const grid *g, size_answer *out)
{
    VEC(size_span) spans = {0};
    VEC_PUSH(s->a, &spans, ((size_span){out->size, out->size}));
    bool was_reached = true;
    for (int i = first_reached(s, g); i < g->count; i++) {
        const bool is_now = is_reached(s, &g->trials[i]);
        if (is_now && was_reached)
            spans.data[spans.count - 1].last = g->sizes[i];
        else if (is_now)
            VEC_PUSH(s->a, &spans, ((size_span){g->sizes[i], g->sizes[i]}));
        was_reached = is_now;
    }
    out->span_count = spans.count;
    out->spans = spans.data;
}

size_answer size_search(arena *a, const size_question *q)
{
    size_looker s = {.a = a, .q = q};
    size_answer out = {0};
    int64_t last = q->from;
    out.end = find_any(&s, &last);
    if (out.end == SIZE_FOUND) {
        grid whole, finer;
        bool ok = try_grid(&s, q->from, last, &whole);
        out.step = whole.step;
        int at = ok ? first_reached(&s, &whole) : 0;
        out.size = ok ? whole.sizes[at] : 0;
        /* Between that and the size before that was tried. */
        for (int64_t step = whole.step; ok && step > 1; step = finer.step) {
            const int64_t near = out.size - step + 1, first = near > q->from ? near : q->from;
            ok = try_grid(&s, first, out.size, &finer);
            out.size = ok ? finer.sizes[first_reached(&s, &finer)] : 0;
        }
        if (ok)
            find_spans(&s, &whole, &out);
    }
    if (s.is_broken)
        out.end = SIZE_BROKEN_OFF;
    out.last = s.last;
    return out;
}
