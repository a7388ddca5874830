#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimator/memory/sample.h"
#include "estimator/memory/sampler.h"

/* Where the lines were used before that samples, or a simulation, say have gone: some executions of
 * each stratum are looked at once more, for as long as it takes to find that use. How many are
 * missed in all stays as it is (reasons.c holds what is told to it). */

enum { LOOKS = 24, FURTHER = 32, LOOK_MOST = 200000, ALL_LOOKS = 6000000 };

/* The use before one execution's. */
typedef struct earlier {
    reuse_kind kind;
    int by, loop;
    double ago, missed;
    int others; /* lines of its set that were used since; negative: not known */
} earlier;

/* Finds the outermost loop around both that has gone on since. */
static void place_before(const sampler *s, int at, const int64_t *now, earlier *out)
{
    const back_walk *b = s->walk;
    const nest *n = s->t->nest;
    const touch *of = &n->touches[at], *by = &n->touches[b->found_by];
    out->kind = REUSE_LIST;
    out->by = b->found_by;
    for (int k = 0; k < of->depth && k < by->depth && of->loops[k] == by->loops[k]; k++) {
        if (now[k] == b->found_at[k])
            continue;
        const int64_t step = llabs(s->t->loops[of->loops[k]].step);
        out->kind = REUSE_LOOP;
        out->loop = of->loops[k];
        out->ago = (double)llabs(now[k] - b->found_at[k]) / (double)(step ? step : 1);
        return;
    }
}

/* Lines, or uses, of a set that are counted: some more than there is room for. */
static int others_most(const sampler *s)
{
    if (set_needs_history(&s->level))
        return s->others;
    return (int)lesser(OTHERS_MOST, greater(4 * s->ways, FURTHER));
}

/* Looks at the next execution of a stratum; false where nothing came of it. */
static bool look_back(sampler *s, stratum *one, earlier *out)
{
    back_walk *b = s->walk;
    int64_t now[NEST_DEEPEST];
    const bool is_lru = !set_needs_history(&s->level);
    point_dims(s, s->t->nest->touches[one->at].depth + 1);
    sampler_go_on(s, one);
    memcpy(now, s->t->at, sizeof now);
    b->asks_first = true;
    *out = (earlier){.kind = REUSE_UNKNOWN, .by = -1, .loop = -1, .others = -1};
    back_outcome found = back_look(b, one->at, s->iteration, others_most(s), LOOK_MOST);
    if (!b->is_found && found == BACK_BEGIN) {
        out->kind = REUSE_FIRST;
        out->missed = 1;
        return true;
    }
    out->missed = b->others >= s->ways;
    if (!b->is_found)
        return out->missed > 0;
    if (is_lru)
        out->others = b->others;
    else
        out->missed = found == BACK_FOUND ? set_history_miss(b, &s->dice) : 1;
    place_before(s, one->at, now, out);
    return true;
}

/* Notes what some executions of a stratum have found; returns how many of them were first uses. */
static double note_stratum(sampler *s, stratum *one, int64_t *budget)
{
    earlier found[LOOKS];
    int count = 0;
    double first = 0;
    for (int tries = 0; tries<LOOKS && * budget> 0; tries++) {
        count += look_back(s, one, &found[count]);
        *budget -= LOOK_MOST - s->walk->left + 20;
    }
    for (int i = 0; i < count; i++) {
        const earlier *e = &found[i];
        const double each = one->size / count;
        if (e->kind == REUSE_FIRST) {
            first += each;
            continue;
        }
        reuse_sum sum = {.lines = each, .missed = each * e->missed};
        if (e->others >= 0) {
            sum.others = each * e->others;
            sum.told = each;
            sum.further = e->others >= others_most(s) ? each : 0;
        }
        reasons_add(s->t->w, e->kind, one->at, e->by, e->loop, s->number, &sum, each * e->ago);
    }
    return first;
}

/* Of each array no more lines come in for the first time than it has: by who was met, or, where
 * nobody was, by who comes first in the closed form. */
static void share_first(const sampler *s, double *first)
{
    const nest *n = s->t->nest;
    const double *runs = s->t->w->runs;
    bool *is_done = ARENA_ARRAY(s->t->w->r->scratch, n->touch_count, bool);
    for (int i = 0; i < n->touch_count; i++) {
        const variable *of = n->touches[i].var;
        double met = 0, fresh = 0;
        for (int k = i; k < n->touch_count && !is_done[i]; k++)
            if (n->touches[k].var == of && runs[k] > 0) {
                met += first[k];
                fresh += s->t->w->touches[k].fresh[s->number];
            }
        for (int k = n->touch_count - 1; k >= i && !is_done[i]; k--)
            if (n->touches[k].var == of) {
                const double closed = s->t->w->touches[k].fresh[s->number];
                is_done[k] = true;
                if (s->arrays[of->id].is_past || runs[k] <= 0)
                    continue;
                if (met > 0)
                    first[k] *= first_lines(s, of) / met;
                else if (fresh > 0)
                    first[k] = closed * first_lines(s, of) / fresh;
            }
    }
}

static void explain_level(sampler *s)
{
    const nest *n = s->t->nest;
    memory_walk *w = s->t->w;
    double *first = ARENA_ARRAY(w->r->scratch, n->touch_count, double);
    s->most_for_line = LOOK_MOST / 40;
    first_ask(s, s->number);
    for (int t = 0; t < n->touch_count; t++)
        if (w->runs[t] > 0 && sampler_sees(s, t)) {
            reasons_drop(w, t, s->number);
            sampler_add_strata(s, t);
        }
    for (int i = 0; i < s->count; i++) {
        int64_t budget = ALL_LOOKS / s->count;
        first[s->strata[i].at] += note_stratum(s, &s->strata[i], &budget);
    }
    share_first(s, first);
    for (int t = 0; t < n->touch_count; t++)
        if (w->runs[t] > 0 && sampler_sees(s, t)) {
            double lines = lesser(first[t], w->misses[s->number * n->touch_count + t]);
            reasons_note_first(w, t, s->number, lines);
        }
}

void sample_explain(stream *t)
{
    const memory_walk *w = t->w;
    back_walk *b = ARENA_NEW(w->r->scratch, back_walk);
    back_open(b, t);
    b->first_looks = LOOK_MOST;
    for (int l = 0; l < w->levels; l++) {
        sampler *s = ARENA_NEW(w->r->scratch, sampler);
        if (!sampler_can(&w->level[l]))
            continue;
        sampler_open(s, t, b, l);
        explain_level(s);
    }
}
