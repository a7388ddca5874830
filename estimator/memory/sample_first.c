#include <math.h>

#include "estimator/memory/sampler.h"

/* Lines that are used for the first time, which are rare among executions: they are asked for from
 * the other side, too. */

double first_variance(const stratum *one)
{
    double likely = one->carrier >= 0 ? 0.01 : 0.5;
    double p = (one->first_uses + likely) / (one->looks + 2 * likely);
    return p * (1 - p);
}

/* Asks of some of an array's lines whether they are ever used. */
static void ask_lines(sampler *s, const touch_state *of, int rank, array_lines *out)
{
    enum { ASKED = 64 };
    double used = 0;
    int64_t end = (int64_t)stream_array_end(of, rank);
    int64_t from = cache_line(&s->level, (int64_t)of->base + s->level.line - 1);
    int64_t lines = cache_line(&s->level, end + s->level.line - 1) - from;
    int asked = lines < ASKED ? (int)lines : ASKED, known = 0;
    for (int i = 0; i < asked; i++) {
        double u = lines <= ASKED ? 0.5 : fmod(i * 0.6180339887 + 0.3, 1);
        int64_t at = (int64_t)((i + u) * (double)lines / asked);
        back_outcome what = back_ever(s->walk, from + at, s->most_for_line);
        used += what == BACK_FOUND;
        known += what != BACK_LOST;
    }
    double p = (used + 0.5) / (known + 1), all = (double)lines;
    out->lines = known ? used * all / known : 0;
    out->variance = lines <= ASKED && known == asked ? 0 : all * all * p * (1 - p) / (known + 0.01);
}

void first_ask(sampler *s, int level)
{
    const nest *n = s->t->nest;
    s->arrays = ARENA_ARRAY(s->t->w->r->scratch, s->t->w->r->est->graph->program->variable_count,
                            array_lines);
    for (int i = 0; i < n->touch_count; i++) {
        array_lines *out = &s->arrays[n->touches[i].var->id];
        out->is_past |= s->t->w->runs[i] > 0 && !s->walk->leaves[i];
        if (s->t->w->runs[i] > 0 && !out->lines && !out->variance)
            ask_lines(s, &s->t->w->touches[i], n->touches[i].var->rank, out);
        out->is_partly |= sampler_knows(s, i);
        if (s->t->w->runs[i] > 0)
            out->closed += s->t->w->touches[i].fresh[level];
    }
}

/* Lines of an array by the closed form, which may be a tenth away, and by those asked for. */
static void combine_lines(array_lines *of)
{
    double unsure = 0.01 * of->closed * of->closed;
    if (!(of->closed > 0 && of->variance > 0))
        return;
    of->lines = (of->lines * unsure + of->closed * of->variance) / (of->variance + unsure);
    of->variance = of->variance * unsure / (of->variance + unsure);
}

double first_lines(const sampler *s, const variable *of)
{
    array_lines both = s->arrays[of->id];
    combine_lines(&both);
    return both.lines;
}

void first_add(sampler *s)
{
    const nest *n = s->t->nest;
    for (int i = 0; i < s->count; i++) {
        const stratum *one = &s->strata[i];
        array_lines *of = &s->arrays[n->touches[one->at].var->id];
        if (!one->looks)
            continue;
        of->sampled += one->size * share_of(one->first_uses, one);
        of->sampled_variance += one->size * one->size * first_variance(one) / one->looks;
        of->is_vague |= one->long_ago > 0;
    }
    for (int i = 0; i < s->count; i++) {
        const stratum *one = &s->strata[i];
        array_lines *of = &s->arrays[n->touches[one->at].var->id];
        if (!one->looks)
            continue;
        if (of->is_past || of->is_partly) { /* they are met again and again, or by others */
            s->misses[one->at] += one->size * share_of(one->first_uses, one);
            continue;
        }
        combine_lines(of);
        of->closed = 0;
        double both = of->variance + of->sampled_variance;
        double lines = both > 0
                           ? (of->lines * of->sampled_variance + of->sampled * of->variance) / both
                           : of->lines;
        double own = one->size * share_of(one->first_uses, one);
        if (of->is_vague && of->sampled > of->lines + 2 * sqrt(of->sampled_variance))
            lines = of->sampled; /* more than there are lines: most have gone */
        if (of->sampled > 0)
            s->misses[one->at] += own / of->sampled * lines;
        else {
            double size = 0; /* nobody was met: as many each */
            for (int k = 0; k < s->count; k++)
                if (&s->arrays[n->touches[s->strata[k].at].var->id] == of)
                    size += s->strata[k].size;
            s->misses[one->at] += lines * one->size / size;
        }
    }
}

/* Lines of an array that the closed form counts as first uses; 0: more than are ever used, or
 * stores go past the cache, so that it does not tell whose they are. */
static double closed_first(const sampler *s, const variable *of)
{
    double closed = 0;
    for (int t = 0; t < s->t->nest->touch_count; t++)
        if (s->t->nest->touches[t].var == of && s->t->w->runs[t] > 0)
            closed += s->t->w->touches[t].fresh[s->number];
    return s->arrays[of->id].is_past || closed > 1.05 * first_lines(s, of) ? 0 : closed;
}

static bool may_hold(const sampler *s, int at)
{
    return s->t->w->runs[at] > 0 && sampler_sees(s, at) && !sampler_knows(s, at);
}

void first_hold(sampler *s)
{
    const nest *n = s->t->nest;
    bool *is_done = ARENA_ARRAY(s->t->w->r->scratch, n->touch_count, bool);
    for (int i = 0; i < n->touch_count; i++) {
        const variable *of = n->touches[i].var;
        double fresh = 0, missed = 0;
        for (int t = i; t < n->touch_count && !is_done[i]; t++)
            if (nest_is_together(n, i, t) && may_hold(s, t)) {
                fresh += s->t->w->touches[t].fresh[s->number];
                missed += s->misses[t];
            }
        const double closed = fresh > 0 ? closed_first(s, of) : 0;
        const double least = closed > 0 ? fresh * first_lines(s, of) / closed : 0;
        for (int t = n->touch_count - 1; t >= i && !is_done[i]; t--) {
            if (!nest_is_together(n, i, t))
                continue;
            is_done[t] = true;
            if (missed < least && may_hold(s, t))
                s->misses[t] += (least - missed) * s->t->w->touches[t].fresh[s->number] / fresh;
        }
    }
}

bool first_are_all(const sampler *s)
{
    for (int i = 0; i < s->t->nest->touch_count; i++)
        if (s->t->w->runs[i] > 0 && !s->walk->leaves[i])
            return false;
    return stream_has_room(s->t, &s->level);
}

/* What is missed where lines stay: each once, by who comes first in the closed form. */
bool first_set(const sampler *s, double *misses, double *error, int level)
{
    const nest *n = s->t->nest;
    bool is_changed = false;
    for (int i = 0; i < n->touch_count; i++) {
        array_lines *of = &s->arrays[n->touches[i].var->id];
        const double fresh = s->t->w->touches[i].fresh[level];
        if (s->t->w->runs[i] <= 0 || of->closed <= 0)
            continue;
        array_lines both = *of;
        combine_lines(&both);
        is_changed |= fabs(misses[i] - fresh * both.lines / of->closed) > 1e-9 * misses[i];
        misses[i] = fresh * both.lines / of->closed;
        error[i] = sqrt(both.variance) * fresh / of->closed;
    }
    return is_changed;
}
