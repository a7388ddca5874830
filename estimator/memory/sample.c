#include "estimator/memory/sample.h"

#include <math.h>
#include <stdlib.h>

#include "estimator/memory/sampler.h"

/* Executions of a reference are sorted by the loop that carries its line from one to the next:
 * the innermost one in whose iteration before the reference, with all inside at its beginning,
 * came to the same line. In such a stratum most are alike: they miss, or find, together. A few of
 * each, spread evenly, are decided by a walk back; more where they differ, and where that matters
 * for the sum. */

/* Points; conditions may be true of few. */
enum { POOL = 64, TRIED_POOL = 1024, ASKED_POOL = 4096, FIRST_POOL = 32, NONE_POOL = 256 };
#define SIZE_OFF 0.01 /* of a stratum's size, that half as many points are away */
#define ENOUGH 0.025  /* of the sum, that looks may leave open */
enum { LEAST_LOOKS = 3, FIRST_LOOKS = 8, LOOKS_MOST = 2048 };
enum { FIRST_USE_LOOKS = 3000 }; /* for whether a line that has gone was ever used */
enum { HISTORY_WAYS = 16 };      /* with more, a history of OTHERS_MOST uses says too little */
#define CONTRADICTS 2            /* standard errors of both: then the closed form says nothing */
/* Of sampled misses, the least standard error: few looks in a stratum say little of their variance,
 * and of a set's uses some of its past is left out. */
#define LEAST_DOUBT 0.08
#define LEAST_DOUBT_OF_HISTORY 0.12
#define OPEN_MOST 0.10 /* of the sum, that samples may leave open and need no closed form */
/* Of its misses, what the closed form of such a nest is away: of random ones two in three are
 * within 10 %, six in seven within 25 %. */
#define CLOSED_DOUBT 0.25

/* --- Strata --------------------------------------------------------------------------------- */

/* How large it is: the mean of points, until twice as many say much the same; of those in which
 * each loop is tried the more there are the fewer stay in their line. */
static void add_stratum(sampler *s, stratum what, bool is_box)
{
    stratum *one = &s->strata[s->count];
    double all = 0, before = 0;
    int points = 0, most = what.is_asked ? ASKED_POOL
                           : what.tried  ? TRIED_POOL
                           : is_box      ? 16
                                         : POOL;
    int next = FIRST_POOL;
    const int none = what.is_asked ? ASKED_POOL : NONE_POOL;
    *one = what;
    for (; points < most; points++) {
        if (points == next) {
            if (fabs(all / points - before) <= SIZE_OFF * before && (before > 0 || points >= none))
                break;
            before = all / points;
            next *= 2;
        }
        double weight = point_go(s, one, points);
        all += weight;
        one->most = greater(one->most, weight);
    }
    one->size = all / points;
    s->count += one->size > 0;
}

/* Do the loops around go on as often whatever those around them do? */
static bool is_rectangular(const sampler *s, const touch *of)
{
    for (int k = 0; k < of->depth; k++) {
        const stream_loop *l = &s->t->loops[of->loops[k]];
        if (s->t->w->loops[of->loops[k]].is_opaque || l->is_uneven)
            return false;
        for (int i = 0; i < k; i++)
            if (l->low.of[i] || l->high.of[i])
                return false;
    }
    return true;
}

/* Do all loops move two references alike, and are they executed together? */
static bool is_moved_alike(const sampler *s, int a, int b)
{
    const touch *x = &s->t->nest->touches[a], *y = &s->t->nest->touches[b];
    if (x->depth != y->depth || s->t->refs[a].bent_count || s->t->refs[b].bent_count)
        return false;
    for (int k = 0; k < x->depth; k++)
        if (x->loops[k] != y->loops[k] ||
            s->t->refs[a].address.of[k] != s->t->refs[b].address.of[k])
            return false;
    return (s->walk->node_of[a] == s->walk->node_of[b] && x->step == y->step) ||
           (!point_is_asked(s, a) && !point_is_asked(s, b));
}

/* Strata as large as those of a reference before it that is moved alike; false: there is none. */
static bool copy_strata(sampler *s, int at)
{
    const double *runs = s->t->w->runs;
    const int count = s->count;
    int like = -1;
    for (int i = 0; i < count; i++) {
        const stratum *of = &s->strata[i];
        if (like < 0 && is_moved_alike(s, of->at, at))
            like = of->at;
        if (of->at == like)
            s->strata[s->count++] = (stratum){.at = at,
                                              .carrier = of->carrier,
                                              .tried = of->tried,
                                              .is_asked = of->is_asked,
                                              .most = of->most,
                                              .size = of->size * runs[at] / runs[like]};
    }
    return like >= 0;
}

static void add_by_carrier(sampler *s, int at, bool is_asked)
{
    const touch *of = &s->t->nest->touches[at];
    const bool is_box = is_rectangular(s, of);
    stratum one = {.at = at, .tried = point_tried(s, at, is_asked), .is_asked = is_asked};
    for (int carrier = -1; carrier < of->depth; carrier++) {
        one.carrier = carrier;
        if (carrier < 0 || point_may_stay(s, &one))
            add_stratum(s, one, is_box);
    }
}

void sampler_add_strata(sampler *s, int at)
{
    int first = s->count;
    double all = 0;
    bool is_asked = point_is_asked(s, at);
    if (copy_strata(s, at))
        return;
    point_dims(s, s->t->nest->touches[at].depth + 1);
    add_by_carrier(s, at, is_asked);
    if (is_asked && s->count == first) /* so rarely executed that no point is */
        add_by_carrier(s, at, false);
    for (int i = first; i < s->count; i++)
        all += s->strata[i].size;
    for (int i = first; i < s->count && s->t->w->runs[at] > 0; i++)
        s->strata[i].size *= s->t->w->runs[at] / all;
}

/* --- Looks ---------------------------------------------------------------------------------- */

/* Goes to the next point, of which as many are passed by as stand for less than others. */
void sampler_go_on(sampler *s, stratum *one)
{
    enum { TRIES = 64, TRIES_ASKED = 4096 };
    const int tries = one->is_asked ? TRIES_ASKED : TRIES;
    for (int i = 0; i < tries; i++) {
        int point = one->point++;
        if (point_go(s, one, point) > point_dice(s, point) * one->most)
            return;
    }
}

static void look(sampler *s, stratum *one, int64_t budget)
{
    point_dims(s, s->t->nest->touches[one->at].depth + 1);
    sampler_go_on(s, one);
    s->walk->asks_first = one->carrier < 0; /* another loop's iteration before has used it */
    back_outcome out = back_look(s->walk, one->at, s->iteration, s->others, budget);
    if (out == BACK_LOST && budget < s->most && one->looks)
        return; /* cut off by the end of all looks, it says nothing */
    one->looks++;
    if (s->walk->others > one->nearest)
        one->nearest = s->walk->others;
    one->cost += budget - s->walk->left + 20;
    bool is_gone = out == BACK_GONE || (out == BACK_LOST && s->walk->others >= s->walk->most);
    bool is_first = out == BACK_BEGIN || (is_gone && out == BACK_LOST); /* or so long ago */
    one->misses += is_gone && !is_first;
    if (out == BACK_FOUND && (s->walk->keeps_history || s->walk->is_long))
        one->misses += set_history_miss(s->walk, &s->dice);
    one->first_uses += is_first;
    one->long_ago += is_first && out == BACK_LOST;
    one->lost += out == BACK_LOST && !is_gone;
}

/* Variance of a share, with the next two looks taken to differ. */
static double variance_of(const sampler *s, const stratum *one)
{
    double likely = 0.5;
    if (one->misses <= 0)
        likely = s->others > s->ways                          ? 0.05
                 : 2 * one->nearest < s->ways                 ? 0.005
                 : one->nearest < s->ways - 1 || s->ways == 2 ? 0.05
                                                              : 0.2;
    else if (one->misses >= one->looks)
        likely = 0.03;
    double p = (one->misses + likely) / (one->looks + 2 * likely);
    return p * (1 - p);
}

static double array_variance(const sampler *s, const stratum *one)
{
    const array_lines *of = &s->arrays[s->t->nest->touches[one->at].var->id];
    return of->is_past ? HUGE_VAL : of->variance;
}

/* Variance of the sum that its looks leave. */
static double open_variance(const sampler *s, const stratum *one)
{
    double each = one->size * one->size / one->looks;
    double gone = each * variance_of(s, one), first = each * first_variance(one);
    return gone + lesser(first, array_variance(s, one));
}

/* So many, or fewer where these take long: one alone says too little. */
static void look_some(sampler *s, stratum *one, int times, int64_t *budget)
{
    enum { AS_ONE = 8 }; /* looks, that are as much work as one evaluation */
    const int64_t cost = one->cost;
    for (int k = 0; k<times && * budget> 0; k++) {
        if (one->looks >= LEAST_LOOKS && one->cost - cost > s->most_at_once)
            return;
        int64_t most = *budget < s->most ? *budget : s->most;
        look(s, one, most);
        *budget -= most - s->walk->left + 20;
        s->t->w->r->touched += (most - s->walk->left + 20) / AS_ONE;
    }
}

static int by_size(const void *a, const void *b)
{
    double x = ((const stratum *)a)->size, y = ((const stratum *)b)->size;
    return x > y ? -1 : x < y;
}

/* What is missed in all, as far as looks tell, and its variance; returns the stratum where one more
 * look tells most. */
static stratum *add_up(const sampler *s, double *sum, double *variance)
{
    stratum *best = NULL;
    double most = 0;
    *sum = s->known;
    *variance = 0;
    for (int i = 0; i < s->count; i++) {
        stratum *one = &s->strata[i];
        if (!one->looks)
            continue;
        double open = open_variance(s, one), now = open / (double)(one->cost + 1);
        *sum += one->size * share_of(one->misses + one->first_uses, one);
        *variance += open;
        if (now > most && one->looks < LOOKS_MOST) {
            most = now;
            best = one;
        }
    }
    return best;
}

/* A reference that goes anywhere is not looked at: the closed form has its misses. */
bool sampler_sees(const sampler *s, int at)
{
    return !s->t->refs[at].wide_count;
}

static void look_around(sampler *s, int64_t budget)
{
    double sum = s->known, variance;
    for (int i = 0; i < s->t->nest->touch_count; i++)
        if (s->t->w->runs[i] > 0 && sampler_sees(s, i) && !sampler_knows(s, i))
            sampler_add_strata(s, i);
    s->most = budget / 8;
    s->most_at_once = budget / 64;
    qsort(s->strata, (size_t)s->count, sizeof *s->strata, by_size);
    for (int i = 0; i < s->count; i++) {
        stratum *one = &s->strata[i];
        if (one->size < 0.003 * sum)
            continue;
        look_some(s, one, FIRST_LOOKS, &budget);
        sum += one->size * share_of(one->misses + one->first_uses, one);
    }
    while (budget > 0) {
        stratum *best = add_up(s, &sum, &variance);
        if (!best || variance <= ENOUGH * ENOUGH * sum * sum)
            break;
        look_some(s, best, 4, &budget);
    }
}

/* --- Levels --------------------------------------------------------------------------------- */

/* Variance of a stratum's part; of looks without an outcome any share may have missed. */
static double variance_in_all(const sampler *s, const stratum *one)
{
    double unsure = one->looks ? (double)one->lost / one->looks : 1;
    double open = one->looks ? open_variance(s, one) : 0;
    return open + one->size * one->size * unsure * unsure / 4;
}

/* Misses other than first uses, without those of looks that have no outcome. */
static double missed_in(const stratum *one)
{
    return one->looks ? one->size * one->misses / one->looks : one->size / 2;
}

/* Those of looks without an outcome go by the closed form's `closed`; negative: there is none. */
static double missed_unseen(const stratum *one, double closed)
{
    double likely = closed < 0 ? 0.5 : lesser(1, closed / one->size);
    return one->looks ? one->size * one->lost * likely / one->looks : 0;
}

void sampler_open(sampler *s, stream *t, back_walk *b, int level)
{
    const nest *n = t->nest;
    memory_walk *w = t->w;
    arena *a = w->r->scratch;
    bool *leaves = ARENA_ARRAY(a, n->touch_count, bool);
    *s = (sampler){.t = t, .walk = b, .number = level, .is_used = true};
    cache_state_shape(&s->level, &w->level[level]);
    s->ways = s->level.ways;
    s->others =
        s->level.replace != REPLACE_LRU && s->ways > 1 ? set_history_most(s->ways) : s->ways;
    s->dice = 1;
    s->strata = ARENA_ARRAY(a, n->touch_count * (n->deepest + 1), stratum);
    s->misses = ARENA_ARRAY(a, n->touch_count, double);
    s->variance = ARENA_ARRAY(a, n->touch_count, double);
    s->trust = ARENA_ARRAY(a, n->touch_count, double);
    for (int i = 0; i < n->touch_count; i++) {
        leaves[i] = leaves_lines(w, i, level);
        s->trust[i] = 1;
    }
    s->walk->level = &s->level;
    s->walk->leaves = leaves;
}

/* Both together, each by how sure it is, array by array in each nest: what samples leave open is
 * their variance, what the closed form does a share of itself and its unsure uses. Without it
 * samples are all. */
static bool reconcile(const sampler *s, double *misses, bool has_closed, double *error)
{
    bool is_changed = false;
    const nest *n = s->t->nest;
    const double *unsure = s->t->w->unsure + s->number * n->touch_count;
    const double least = s->others > s->ways ? LEAST_DOUBT_OF_HISTORY : LEAST_DOUBT;
    bool *is_done = ARENA_ARRAY(s->t->w->r->scratch, n->touch_count, bool);
    for (int i = 0; i < n->touch_count; i++) {
        double sampled = 0, form = 0, open_form = 0, all = 0;
        for (int k = i; k < n->touch_count && !is_done[i]; k++)
            if (nest_is_together(n, i, k)) {
                sampled += s->misses[k];
                form += misses[k];
                open_form += unsure[k];
                all += s->variance[k];
            }
        double doubt = pow(CLOSED_DOUBT * form, 2) + open_form * open_form;
        double part = all > 0 ? all / (all + doubt) : 0;
        if (!has_closed || fabs(sampled - form) > CONTRADICTS * sqrt(all + doubt))
            part = 0;
        double open = sqrt(part > 0 ? doubt * part : all), sum = 0;
        for (int k = i; k < n->touch_count && !is_done[i]; k++)
            sum += nest_is_together(n, i, k) ? misses[k] * part + s->misses[k] * (1 - part) : 0;
        for (int k = n->touch_count - 1; k >= i && !is_done[i]; k--)
            if (nest_is_together(n, i, k)) {
                misses[k] = misses[k] * part + s->misses[k] * (1 - part);
                error[k] = sum > 0 ? open * misses[k] / sum : 0;
                error[k] = hypot(error[k], least * misses[k]);
                is_done[k] = true;
                is_changed |= part < 1;
            }
    }
    return is_changed;
}

/* --- All levels ------------------------------------------------------------------------------- */

/* Sampling is for sets in which use decides, and few ways. */
bool sampler_can(const cache_shape *c)
{
    double most = c->replace == REPLACE_LRU ? OTHERS_MOST : HISTORY_WAYS;
    return (c->ways ? c->ways : c->lines) <= most;
}

static void look_at_level(sampler *s, int64_t budget)
{
    s->most_for_line = budget / 128;
    first_ask(s, s->number);
    s->is_all = first_are_all(s);
    if (s->is_all)
        return;
    /* Pieces begin with caches of which little is known where not only the last uses matter. */
    if ((pieces_share(s) < 0.5 || set_needs_history(&s->level)) &&
        sets_ask(s, budget, s->misses, s->variance)) {
        s->pieces = NULL;
        first_hold(s);
        return;
    }
    pieces_take(s);
    look_around(s, s->others > s->ways ? budget / 2 : budget); /* the closed form has its part */
    for (int i = 0; i < s->count; i++) {
        const stratum *one = &s->strata[i];
        s->misses[one->at] += missed_in(one);
        s->variance[one->at] += variance_in_all(s, one);
    }
    first_add(s);
    pieces_weigh(s);
    first_hold(s);
}

sampler *sample_look(stream *t, int64_t budget)
{
    const memory_walk *w = t->w;
    sampler *s = ARENA_ARRAY(w->r->scratch, w->levels, sampler);
    back_walk *b = ARENA_NEW(w->r->scratch, back_walk);
    back_open(b, t);
    b->first_looks = FIRST_USE_LOOKS;
    const piece_counts *pieces = pieces_look(t, PIECES_COST * budget);
    for (int l = 0; l < w->levels; l++)
        if (sampler_can(&w->level[l])) {
            sampler_open(&s[l], t, b, l);
            s[l].pieces = &pieces[l];
            look_at_level(&s[l], budget);
        }
    return s;
}

bool sample_is_enough(const sampler *all, int levels)
{
    for (int l = 0; l < levels; l++) {
        const sampler *s = &all[l];
        double sum = 0, variance = 0;
        if (s->is_all)
            continue;
        if (!s->is_used || (s->others > s->ways && pieces_share(s) < 1))
            return false;
        for (int i = 0; i < s->t->nest->touch_count; i++) {
            if (s->t->w->runs[i] > 0 && !sampler_sees(s, i) && !sampler_knows(s, i))
                return false;
            sum += s->misses[i];
            variance += s->variance[i];
        }
        if (!(variance <= OPEN_MOST * OPEN_MOST * sum * sum))
            return false;
    }
    return true;
}

static bool set_level(const sampler *s, bool has_closed)
{
    const nest *n = s->t->nest;
    memory_walk *w = s->t->w;
    double *misses = w->misses + s->number * n->touch_count;
    double *error = w->error + s->number * n->touch_count;
    if (s->is_all)
        return first_set(s, misses, error, s->number);
    for (int i = 0; i < s->count; i++) {
        const stratum *one = &s->strata[i];
        s->misses[one->at] +=
            s->trust[one->at] * missed_unseen(one, has_closed ? misses[one->at] : -1);
    }
    for (int i = 0; i < n->touch_count; i++)
        if (!sampler_sees(s, i) && !sampler_knows(s, i))
            s->misses[i] = misses[i];
    return reconcile(s, misses, has_closed, error);
}

bool sample_set(const sampler *all, int levels, bool has_closed)
{
    bool is_changed = false;
    for (int l = 0; l < levels; l++)
        if (all[l].is_used)
            is_changed |= set_level(&all[l], has_closed);
    return is_changed;
}
