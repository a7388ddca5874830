#include "estimator/memory/again.h"

#include <math.h>
#include <string.h>

#include "estimator/memory/coming.h"
#include "estimator/memory/window.h"

/* --- What is written down -------------------------------------------------------------------- */

/* So many lines of a touch in a piece of the window. */
typedef struct part {
    int piece, inside;
    double lines;
} part;

/* What is seen from a place. */
typedef struct sight {
    int pieces, parts; /* the first, */
    int count, part_count;
    int touched;    /* as work of the evaluation */
    int asks;       /* that move what keeps no distance to the line (window_drift) */
    bool is_end;    /* no other place is asked for: `chance` is the answer; */
    bool is_fixed;  /* `chance` is that of the place; */
    bool is_like;   /* it is that of place number `like`; */
    bool goes_on;   /* pieces are those of the place before, where they are now; */
    bool is_placed; /* lines in the set are known of each piece */
    int like;
    double chance;
    double address, phase[WINDOW_DRIFTS];
} sight;

typedef struct inside {
    coming_source from;
    double lines;
    double comes, stays; /* as parts of the lines, in the present walk */
} inside;

typedef struct question {
    int level;
    bool is_fixed; /* `chance` is the answer */
    double chance;
    bool may_have_room; /* where hardly any lines come in, */
    double longer;      /* of so many times the iterations */
    bool is_moved;      /* it looks otherwise from each place */
    int inside, sights; /* the first, */
    int inside_count, sight_count;
} question;

typedef enum step_kind { USE, LIMIT, CHILD, CARRY, CLOSE } step_kind;

/* What is done with answers; the numbers are those of the functions that add it. */
typedef struct step {
    step_kind kind;
    int touch, level, outside;
    int at;     /* USE: the question; CARRY, CLOSE: the loop's sum */
    bool is_so; /* USE: of a whole iteration; CLOSE: chance brings lines */
    double a, b, c, d;
} step;

/* Of a touch, as it is looked at; and of all iterations of a loop. */
typedef struct sum {
    double missed, unsure, round;
} sum;

struct again_script {
    arena *arena;
    int places; /* that are written down */
    VEC(question) questions;
    VEC(inside) inside;
    VEC(sight) sights;
    VEC(line_piece) pieces;
    VEC(part) parts;
    VEC(step) steps;
    VEC(sum) sums;
    VEC(coming) base; /* what is found, in any walk */
    int *sum_of;      /* [(loops outside * touches + touch) * levels + level]; -1: none yet */
    int uses;         /* of the touch that is being looked at */
    bool is_given_up;
};

enum { KEPT_MOST = 16 << 20 }; /* bytes, about */

static size_t kept(const again_script *a)
{
    return (size_t)a->sights.count * sizeof(sight) + (size_t)a->pieces.count * sizeof(line_piece) +
           (size_t)a->parts.count * sizeof(part) + (size_t)a->steps.count * sizeof(step);
}

void again_begin(memory_walk *w, int places)
{
    const int all = (w->nest->deepest + 1) * w->nest->touch_count * w->levels;
    again_script *a = w->script;
    if (!a) {
        a = w->script = ARENA_NEW(w->arena, again_script);
        a->arena = w->arena;
        a->sum_of = ARENA_ARRAY(a->arena, all + 1, int);
    }
    a->places = places;
    a->questions.count = a->inside.count = a->sights.count = a->pieces.count = 0;
    a->parts.count = a->steps.count = a->sums.count = a->base.count = a->uses = 0;
    a->is_given_up = false;
    w->again = a;
}

again_script *again_end(memory_walk *w)
{
    again_script *a = w->again;
    const int all = coming_count(w);
    w->again = NULL;
    for (int i = 0; i < all && !a->is_given_up; i++)
        VEC_PUSH(a->arena, &a->base,
                 ((coming){.lines = w->coming[i].lines,
                           .found = w->coming[i].found,
                           .round_found = w->coming[i].round_found}));
    return a->is_given_up ? NULL : a;
}

/* --- Questions ------------------------------------------------------------------------------- */

void again_add_part(again_script *a, int piece, int of, double lines)
{
    VEC_PUSH(a->arena, &a->parts, ((part){piece, of, lines}));
}

/* Keeps what is in w->pieces. */
static void keep_pieces(const memory_walk *w, again_script *a, sight *s)
{
    s->pieces = a->pieces.count;
    for (int i = 0; i < s->count; i++)
        VEC_PUSH(a->arena, &a->pieces, w->pieces[i]);
}

/* Do two places have the same number of the same lines in the set? */
static bool is_like(const again_script *a, const sight *s, const sight *o)
{
    if (!s->is_placed || !o->is_placed || s->count != o->count || s->part_count != o->part_count)
        return false;
    const line_piece *mine = &a->pieces.data[s->pieces], *other = &a->pieces.data[o->pieces];
    for (int i = 0; i < s->count; i++)
        if (mine[i].here != other[i].here || mine[i].lines != other[i].lines ||
            mine[i].chance != other[i].chance)
            return false;
    const part *p = VEC_AT(&a->parts, s->parts), *q = VEC_AT(&a->parts, o->parts);
    for (int i = 0; i < s->part_count && p != q; i++)
        if (p[i].piece != q[i].piece || p[i].inside != q[i].inside || p[i].lines != q[i].lines)
            return false;
    return true;
}

/* What follows from what was seen from that place, w->pieces, whatever the chances are. */
static void fix(memory_walk *w, const view *seen, int t, int level, int outside, int place,
                sight *s)
{
    const cache_shape *c = &w->level[level];
    const bool is_random = c->replace == REPLACE_RANDOM;
    const int drifts = c->ways ? WINDOW_DRIFTS : 1;
    s->asks = seen->is_tied || seen->is_kept ? 0 : drifts;
    s->is_fixed = seen->is_kept || seen->is_sure;
    s->chance = seen->is_sure;
    if (s->is_fixed)
        return;
    s->address = region_address(w, t, outside, seen->along, seen->across);
    if (c->ways)
        window_phases(w, t, outside, s->address, place, level, s->asks ? drifts : 1, s->phase);
    if (c->ways && s->asks)
        return;
    s->is_placed = is_random;
    s->is_fixed = !is_random;
    if (is_random)
        survive_place(c, s->count, w->pieces, s->address, s->phase[0]);
    else
        s->chance = survive_miss(c, s->count, w->pieces, s->address, s->phase[0]);
}

/* Writes down what is seen from one more place, of parts from number `parts` on; false: no other
 * need be looked from. */
static bool add_sight(memory_walk *w, again_script *a, question *q, const view *seen, int t,
                      int outside, int place, int parts)
{
    const bool is_new = place == 0 || q->is_moved;
    sight s = {.count = seen->count,
               .parts = parts,
               .part_count = a->parts.count - parts,
               .touched = is_new ? q->inside_count : 0,
               .goes_on = !is_new,
               .is_end = !seen->is_full || seen->is_over || (seen->is_kept && !q->is_moved),
               .chance = seen->is_full && seen->is_over};
    if (!s.is_end)
        fix(w, seen, t, q->level, outside, place, &s);
    if (s.is_end || s.is_fixed)
        a->parts.count = parts;
    else if (is_new || s.is_placed)
        keep_pieces(w, a, &s);
    for (int i = 0; i < place && s.is_placed && !s.is_like; i++) {
        s.is_like = is_like(a, &s, &a->sights.data[q->sights + i]);
        s.like = i;
    }
    VEC_PUSH(a->arena, &a->sights, s);
    q->sight_count++;
    return !s.is_end;
}

static void keep_inside(memory_walk *w, again_script *a, question *q, const window *v, int outside)
{
    q->inside = a->inside.count;
    q->inside_count = w->inside_count;
    for (int i = 0; i < q->inside_count; i++) {
        const touch_inside *in = &w->inside[i];
        VEC_PUSH(a->arena, &a->inside,
                 ((inside){coming_find(w, v, in->touch, q->level, outside), .lines = in->lines}));
    }
}

static bool is_empty(const again_script *a, const sight *s)
{
    double lines = 0;
    for (int i = s->pieces; i < s->pieces + s->count && s->is_placed; i++)
        lines += a->pieces.data[i].chance * a->pieces.data[i].here;
    return lines < 1.0 / 16;
}

/* Are the places likely to say the same? What is fixed says it, else there are the same lines in
 * the set, or hardly any. */
static bool agree(const again_script *a, const cache_shape *c, const question *q)
{
    const sight *first = &a->sights.data[q->sights];
    double least = first->chance, most = first->chance;
    bool are_alike = true, are_empty = true;
    for (const sight *s = first + 1; s < first + q->sight_count; s++) {
        least = lesser(least, s->chance);
        most = greater(most, s->chance);
        are_alike &= s->is_like || s->is_fixed;
    }
    for (const sight *s = first; s < first + q->sight_count && !are_alike && are_empty; s++)
        are_empty = is_empty(a, s);
    return (are_alike || are_empty) && window_is_enough(c, q->sight_count, least, most);
}

/* Looks from the places that all walks ask for first, or from all, where something keeps no
 * distance to the line, or these are likely to say different things. No chance is known yet. */
static void look_around(memory_walk *w, again_script *a, question *q, const window *v, int t,
                        int outside)
{
    const cache_shape *c = &w->level[q->level];
    const int64_t touched = w->r->touched;
    int places = c->ways ? a->places : 1, parts = a->parts.count;
    view seen = {0};
    bool goes_on = true;
    q->sights = a->sights.count;
    for (int i = 0; i < places && goes_on; i++) {
        if (i == 0 || q->is_moved) {
            parts = a->parts.count;
            seen = window_look(w, v, t, q->level, outside, i);
        }
        if (i == 0 && places > 1 && !seen.is_tied && !seen.is_kept && !seen.is_sure)
            places = WINDOW_PLACES;
        goes_on = add_sight(w, a, q, &seen, t, outside, i, parts);
        if (goes_on && i + 1 == WINDOW_FIRST && !agree(a, c, q))
            places = WINDOW_PLACES;
    }
    w->r->touched = touched;
}

void again_ask(memory_walk *w, const window *v, int first, int end, int t, int level, int outside)
{
    again_script *a = w->again;
    const cache_shape *c = &w->level[level];
    question q = {.level = level};
    a->is_given_up |= kept(a) > KEPT_MOST;
    if (a->is_given_up)
        return;
    double lines = 0;
    const bool is_open = window_list(w, v, first, end, t, level, outside, &lines);
    const double most = 2 * lines * (1 + v->more);
    if (!is_open) {
        q.is_fixed = true;
        q.chance = 1;
    } else if (c->replace != REPLACE_RANDOM && !c->ways && most <= c->lines) {
        q.is_fixed = true;
    } else {
        q.may_have_room = c->replace == REPLACE_RANDOM && most <= 0.5 * c->lines;
        q.longer = 1 + v->more;
        q.is_moved = window_is_moved(w, first, end, outside);
        window_know(w, v, t, level, outside);
        keep_inside(w, a, &q, v, outside);
        look_around(w, a, &q, v, t, outside);
    }
    VEC_PUSH(a->arena, &a->questions, q);
}

/* --- Steps ----------------------------------------------------------------------------------- */

static void add_step(again_script *a, step s)
{
    if (a->is_given_up)
        return;
    VEC_PUSH(a->arena, &a->steps, s);
}

void again_add_use(again_script *a, double share, bool is_round)
{
    a->uses++;
    add_step(a, (step){.kind = USE, .at = a->questions.count - 1, .a = share, .is_so = is_round});
}

void again_add_limit(again_script *a, double most, double more, double lost)
{
    a->uses++;
    add_step(a, (step){.kind = LIMIT, .a = most, .b = more, .c = lost});
}

void again_close_child(memory_walk *w, int t, int level, int outside, double lines)
{
    if (w->again->uses)
        add_step(w->again, (step){CHILD, t, level, outside, .a = lines});
    w->again->uses = 0;
}

static int *sum_of(const memory_walk *w, int t, int level, int outside)
{
    return &w->again->sum_of[(outside * w->nest->touch_count + t) * w->levels + level];
}

void again_open_loop(memory_walk *w, int first, int end, int outside)
{
    for (int t = first; t < end; t++)
        for (int l = 0; l < w->levels; l++)
            *sum_of(w, t, l, outside) = -1;
}

void again_carry(memory_walk *w, int t, int level, int outside, double lines)
{
    again_script *a = w->again;
    int *at = sum_of(w, t, level, outside);
    if (!a->uses)
        return;
    if (*at < 0) {
        *at = a->sums.count;
        VEC_PUSH(a->arena, &a->sums, ((sum){0, 0, 0}));
    }
    add_step(a, (step){CARRY, t, level, outside, .at = *at, .a = lines});
    a->uses = 0;
}

void again_close_loop(memory_walk *w, int t, int level, int outside, double times, double found,
                      double refound, const double *by_chance)
{
    const int at = *sum_of(w, t, level, outside);
    if (at >= 0)
        add_step(w->again, (step){CLOSE, t, level, outside, at, by_chance != NULL, times, found,
                                  refound, by_chance ? *by_chance : 0});
}

/* --- A walk ---------------------------------------------------------------------------------- */

static bool has_room(const cache_shape *c, const question *q, const inside *in)
{
    double comes = 0, stays;
    for (int i = 0; i < q->inside_count && q->may_have_room; i++)
        comes += 2 * in[i].lines * coming_part(&in[i].from, &stays);
    return q->may_have_room && comes * q->longer <= 1e-3 * c->lines;
}

/* What of the pieces comes in for certain, and is there for certain. */
static void share_out(const again_script *a, const sight *s, const inside *in, line_piece *pieces)
{
    for (int i = 0; i < s->count; i++)
        pieces[i].comes = pieces[i].stays = 0;
    for (int i = s->parts; i < s->parts + s->part_count; i++) {
        const part *p = &a->parts.data[i];
        pieces[p->piece].comes += p->lines * in[p->inside].comes;
        pieces[p->piece].stays += p->lines * in[p->inside].stays;
    }
}

/* Of what keeps no distance to the line, w->pieces: the mean of so many chances. Where as many
 * lines of each piece come into the set as before, at random, the chance is the same. */
static double drift_again(memory_walk *w, const cache_shape *c, const sight *s, int level)
{
    enum { PIECES = 8 };
    double here[WINDOW_DRIFTS][PIECES], chance[WINDOW_DRIFTS], all = 0;
    const bool is_kept = c->replace == REPLACE_RANDOM && s->count <= PIECES;
    for (int k = 0; k < s->asks; k++) {
        int like = k, before = 0;
        window_drift(w, s->count, level);
        if (!is_kept) {
            all += survive_miss(c, s->count, w->pieces, s->address, s->phase[k]) / s->asks;
            continue;
        }
        while (before < k && s->phase[before] != s->phase[k])
            before++;
        for (int i = 0; i < s->count; i++) {
            if (before < k && w->pieces[i].is_tied)
                w->pieces[i].here = here[before][i];
            else
                survive_place(c, 1, &w->pieces[i], s->address, s->phase[k]);
            here[k][i] = w->pieces[i].here;
        }
        for (int j = 0; j < k && like == k; j++)
            like = memcmp(here[j], here[k], (size_t)s->count * sizeof **here) ? k : j;
        chance[k] = like < k ? chance[like] : survive_at_random(c, s->count, w->pieces);
        all += chance[k] / s->asks;
    }
    return all;
}

/* The chance seen from there, after those of other places. */
static double look_again(memory_walk *w, const again_script *a, int level, const sight *s,
                         const inside *in, const double *chances)
{
    const cache_shape *c = &w->level[level];
    line_piece *pieces = VEC_AT(&a->pieces, s->pieces);
    if (s->is_fixed || s->is_like || s->is_placed)
        w->asked += s->asks;
    if (s->is_fixed)
        return s->chance;
    if (s->is_like)
        return chances[s->like];
    if (s->is_placed) {
        share_out(a, s, in, pieces);
        return survive_at_random(c, s->count, pieces);
    }
    if (!s->goes_on)
        memcpy(w->pieces, pieces, (size_t)s->count * sizeof *pieces);
    share_out(a, s, in, w->pieces);
    return drift_again(w, c, s, level);
}

/* The answer in the present walk, as window_miss finds it; false: it has to be looked from a place
 * that is not written down. */
static bool answer(memory_walk *w, again_script *a, const question *q, double *chance)
{
    const cache_shape *c = &w->level[q->level];
    const int most_places = c->ways ? WINDOW_PLACES : 1;
    inside *in = VEC_AT(&a->inside, q->inside);
    double all = 0, least = 1, most = 0, now[WINDOW_PLACES];
    int places = 0;
    *chance = q->chance;
    if (q->is_fixed || has_room(c, q, in))
        return true;
    for (int i = 0; i < q->inside_count; i++)
        in[i].comes = coming_part(&in[i].from, &in[i].stays);
    while (places < most_places) {
        if (places == q->sight_count)
            return false;
        const sight *s = &a->sights.data[q->sights + places++];
        w->r->touched += s->touched;
        if (s->is_end) {
            *chance = s->chance;
            return true;
        }
        const double one = now[places - 1] = look_again(w, a, q->level, s, in, now);
        all += one;
        least = lesser(least, one);
        most = greater(most, one);
        if (window_is_enough(c, places, least, most))
            break;
    }
    *chance = all / places;
    return true;
}

static void close_loop(memory_walk *w, const step *s, const sum *of)
{
    const int at = s->level * w->nest->touch_count + s->touch;
    double share = s->b > 0 ? of->missed / s->b : 0, missed = s->c * share;
    if (s->is_so)
        missed = greater(0, of->missed - s->d);
    w->misses[at] += s->a * missed;
    if (of->unsure > 0)
        w->unsure[at] += s->a * s->c * of->unsure / s->b;
    coming_add(w, IN_LOOP, s->outside, s->touch, s->level, s->a,
               &(coming){.missed = of->missed, .round_missed = of->round});
}

static void close_child(memory_walk *w, const step *s, const sum *of)
{
    const int at = s->level * w->nest->touch_count + s->touch;
    w->misses[at] += s->a * of->missed;
    w->unsure[at] += s->a * of->unsure;
    coming_add(w, AMONG, s->outside, s->touch, s->level, s->a, &(coming){.missed = of->missed});
}

static bool use(memory_walk *w, again_script *a, const step *s, sum *now)
{
    const question *q = &a->questions.data[s->at];
    double chance;
    if (!answer(w, a, q, &chance))
        return false;
    now->missed += s->a * chance;
    now->unsure += s->a * unsure_of(w, q->level, chance);
    now->round += s->is_so ? s->a * chance : 0;
    return true;
}

static bool walk_steps(memory_walk *w, again_script *a)
{
    sum now = {0, 0, 0};
    for (int i = 0; i < a->sums.count; i++)
        a->sums.data[i] = (sum){0, 0, 0};
    for (int i = 0; i < a->steps.count; i++) {
        const step *s = &a->steps.data[i];
        sum *of = s->kind == CARRY || s->kind == CLOSE ? &a->sums.data[s->at] : NULL;
        switch (s->kind) {
        case USE:
            if (!use(w, a, s, &now))
                return false;
            break;
        case LIMIT:
            now.missed = lesser(s->a, now.missed + s->b * s->c);
            break;
        case CHILD:
            close_child(w, s, &now);
            now = (sum){0, 0, 0};
            break;
        case CARRY:
            of->missed += s->a * now.missed;
            of->unsure += s->a * now.unsure;
            of->round += s->a * now.round;
            now = (sum){0, 0, 0};
            break;
        case CLOSE:
            close_loop(w, s, of);
            break;
        }
    }
    return true;
}

bool again_walk(memory_walk *w, again_script *a)
{
    const size_t all = (size_t)w->nest->touch_count * (size_t)w->levels;
    const int count = coming_count(w);
    const int64_t asked = w->asked, touched = w->r->touched;
    memset(w->misses, 0, all * sizeof *w->misses);
    memset(w->unsure, 0, all * sizeof *w->unsure);
    for (int i = 0; i < count; i++) {
        coming *c = &w->coming[i];
        c->lines = a->base.data[i].lines;
        c->found = a->base.data[i].found;
        c->round_found = a->base.data[i].round_found;
        c->missed = c->round_missed = 0; /* of a walk that was not finished, or written down */
    }
    if (walk_steps(w, a))
        return true;
    w->asked = asked;
    w->r->touched = touched;
    return false;
}
