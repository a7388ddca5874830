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

/* The last size that fits, between one that does, or that is below all, and one that does not. */
static int64_t last_that_fits(size_looker *s, int64_t fits, int64_t too_large)
{
    while (too_large - fits > 1) {
        const int64_t middle = fits + (too_large - fits) / 2;
        size_trial t = {0};
        if (!try_all(s, 1, &middle, &t))
            return 0;
        if (t.is_made && !t.fits)
            too_large = middle;
        else
            fits = middle;
    }
    return fits;
}

/* Up to which size to look: one that reaches it, doubling from where to begin, or the last that
 * fits. SIZE_FOUND: it may be reached below. */
static size_end find_end(size_looker *s, int64_t *end)
{
    int64_t before = s->q->from - 1;
    for (int64_t size = s->q->from; size <= SIZE_MOST; before = size, size *= 2) {
        size_trial t = {0};
        if (!try_all(s, 1, &size, &t))
            return SIZE_BROKEN_OFF;
        *end = size;
        if (is_reached(s, &t))
            return SIZE_FOUND;
        if (t.is_made && !t.fits) {
            *end = last_that_fits(s, before, size);
            return *end >= s->q->from ? SIZE_FOUND : SIZE_BEYOND_MEMORY;
        }
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

/* The smallest that reaches it among those up to `end`, where there is one. */
static void find_smallest(size_looker *s, int64_t end, size_answer *out)
{
    grid whole, finer;
    bool ok = try_grid(s, s->q->from, end, &whole);
    const int at = ok ? first_reached(s, &whole) : 0;
    if (!ok || at == whole.count) {
        out->end = SIZE_BEYOND_MEMORY;
        return;
    }
    out->step = whole.step;
    out->size = whole.sizes[at];
    /* Between that and the size before that was tried. */
    for (int64_t step = whole.step; ok && step > 1; step = finer.step) {
        const int64_t near = out->size - step + 1, first = near > s->q->from ? near : s->q->from;
        ok = try_grid(s, first, out->size, &finer);
        if (ok)
            out->size = finer.sizes[first_reached(s, &finer)];
    }
    if (ok)
        find_spans(s, &whole, out);
}

size_answer size_search(arena *a, const size_question *q)
{
    size_looker s = {.a = a, .q = q};
    size_answer out = {0};
    int64_t end = q->from;
    out.end = find_end(&s, &end);
    if (out.end == SIZE_FOUND)
        find_smallest(&s, end, &out);
    if (s.is_broken)
        out.end = SIZE_BROKEN_OFF;
    out.last = s.last;
    return out;
}
