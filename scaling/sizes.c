#include "scaling/sizes.h"

#include <math.h>

#include "scaling/pieces.h"
#include "scaling/work.h"

enum {
    BY_FORMULA_LEAST = 64, /* fewer are predicted: a formula is made of a few hundred predictions */
    CHECKED_ANYWHERE = 24, /* and, of SPANS_CHECKED spans, what is at their ends */
    SPANS_CHECKED = 12
};

/* A time that a formula has said. */
typedef struct said_time {
    int64_t size;
    double time, sequential;
} said_time;

struct point_sizes {
    fp_context *ctx;
    const scaling_question *q;
    scaling_trials *trials;
    scaling_pieces *pieces;  /* null: formulas are not asked for */
    VEC(said_time) said;     /* since the last check */
    scaling_formula_use use; /* but for what the pieces know */
    int last;                /* point that was asked for, and use before it */
    scaling_formula_use before;
};

point_sizes *sizes_new(fp_context *ctx, const scaling_question *q, scaling_trials *trials)
{
    point_sizes *s = ARENA_NEW(ctx->arena, point_sizes);
    *s = (point_sizes){.ctx = ctx, .q = q, .trials = trials, .last = -1};
    if (q->by_formula)
        s->pieces = pieces_new(ctx, q);
    return s;
}

static bool ask_pieces(point_sizes *s, int point, bool is_sequential, int64_t size,
                       scaling_trial *out)
{
    scaling_trial alone = {.time = NAN};
    scaling_trial all;
    if (!pieces_time(s->pieces, point, false, size, &all) ||
        (is_sequential && !pieces_time(s->pieces, point, true, size, &alone)))
        return false;
    *out = all;
    out->sequential = alone.time;
    VEC_PUSH(s->ctx->arena, &s->said, ((said_time){size, out->time, alone.time}));
    return true;
}

/* What is left of them for predictions: of those that a formula has answered, their work. */
static bool predict_rest(point_sizes *s, int point, bool is_sequential, int count,
                         const int64_t *sizes, scaling_trial *out)
{
    arena *a = arena_new();
    trial_place *places = ARENA_ARRAY(a, count, trial_place);
    scaling_trial *found = ARENA_ARRAY(a, count, scaling_trial);
    int *of = ARENA_ARRAY(a, count, int), left = 0;
    for (int i = 0; i < count; i++) {
        if (out[i].is_made && is_sequential)
            continue;
        of[left] = i;
        places[left++] = (trial_place){.point = point,
                                       .size = sizes[i],
                                       .is_sequential = is_sequential,
                                       .is_work_only = out[i].is_made};
    }
    const bool ok = left == 0 || trials_make(s->trials, left, places, found);
    for (int i = 0; i < left && ok; i++) {
        if (places[i].is_work_only)
            out[of[i]].work = found[i].work;
        else
            out[of[i]] = found[i];
    }
    arena_free(a);
    return ok;
}

bool sizes_try(point_sizes *s, int point, bool is_sequential, int count, const int64_t *sizes,
               scaling_trial *out)
{
    const bool is_asked = s->pieces && count >= BY_FORMULA_LEAST;
    if (point != s->last)
        s->before = s->use;
    s->last = point;
    for (int i = count - 1; i >= 0; i--) { /* a piece serves what is below */
        out[i] = (scaling_trial){0};
        if (is_asked && ask_pieces(s, point, is_sequential, sizes[i], &out[i]))
            s->use.by_formula++;
        else
            s->use.by_prediction += is_asked;
    }
    return predict_rest(s, point, is_sequential, count, sizes, out);
}

static bool is_same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) < 0.5 / TICKS_PER_SECOND;
}

/* As good as chance, and always the same: splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* One somewhere in each of two dozen parts: what comes back every so many sizes is not missed, as
 * it may be at even distances. */
static void check_anywhere(const point_sizes *s, bool *is_checked)
{
    const int64_t all = s->said.count, parts = all < CHECKED_ANYWHERE ? all : CHECKED_ANYWHERE;
    for (int64_t i = 0; i < parts; i++) {
        const int64_t from = i * all / parts, to = (i + 1) * all / parts;
        is_checked[from + (int64_t)(mix((uint64_t)i) % (uint64_t)(to - from))] = true;
    }
}

/* What was said of that size, and of the next one in that direction: 1 or -1. */
static void check_edge(const point_sizes *s, int64_t size, int direction, bool *is_checked)
{
    int next = -1;
    for (int i = 0; i < s->said.count; i++) {
        const int64_t beyond = (s->said.data[i].size - size) * direction;
        is_checked[i] |= beyond == 0;
        if (beyond > 0 && (next < 0 || beyond < (s->said.data[next].size - size) * direction))
            next = i;
    }
    if (next >= 0)
        is_checked[next] = true;
}

/* A formula is of one processor. Where another one is later, a size may be said to be fast that is
 * not, and a span begins or ends where none does. */
static void check_spans(const point_sizes *s, const size_answer *found, bool *is_checked)
{
    for (int i = 0; i < found->span_count && i < SPANS_CHECKED; i++) {
        check_edge(s, found->spans[i].first, -1, is_checked);
        check_edge(s, found->spans[i].last, 1, is_checked);
    }
}

static int choose_checked(point_sizes *s, arena *a, const size_answer *found,
                          const said_time **chosen)
{
    bool *is_checked = ARENA_ARRAY(a, s->said.count + 1, bool);
    int count = 0;
    check_anywhere(s, is_checked);
    if (found->end == SIZE_FOUND)
        check_spans(s, found, is_checked);
    for (int i = 0; i < s->said.count; i++)
        if (is_checked[i])
            chosen[count++] = &s->said.data[i];
    return count;
}

bool sizes_check(point_sizes *s, int point, const size_answer *found, bool *agrees)
{
    arena *a = arena_new();
    const said_time **said = ARENA_ARRAY(a, s->said.count + 1, const said_time *);
    const int count = choose_checked(s, a, found, said);
    trial_place *places = ARENA_ARRAY(a, count + 1, trial_place);
    scaling_trial *made = ARENA_ARRAY(a, count + 1, scaling_trial);
    for (int i = 0; i < count; i++)
        places[i] = (trial_place){.point = point,
                                  .size = said[i]->size,
                                  .is_sequential = !isnan(said[i]->sequential),
                                  .needs_no_work = true};
    const bool ok = count == 0 || trials_make(s->trials, count, places, made);
    *agrees = true;
    for (int i = 0; i < count && ok && *agrees; i++) {
        *agrees = made[i].is_made && is_same(made[i].time, said[i]->time) &&
                  is_same(made[i].sequential, said[i]->sequential);
        if (!*agrees)
            pieces_give_up(s->pieces, point, said[i]->size);
    }
    if (*agrees)
        s->use.held += count;
    else /* they are predicted again, and counted then */
        s->use = s->before;
    s->said.count = 0;
    arena_free(a);
    return ok;
}

scaling_formula_use sizes_use(const point_sizes *s)
{
    scaling_formula_use use = s->use;
    if (s->pieces) {
        use.pieces = pieces_count(s->pieces);
        use.why_not = use.by_prediction ? pieces_why_not(s->pieces) : NULL;
    }
    return use;
}
