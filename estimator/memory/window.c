#include <math.h>

#include "estimator/memory/walk.h"

/* What lies between two uses of a line, and whether it is still there after that: of a few lines,
 * each from where it stands. */

/* How far through the loops inside a line was when it was used last, and used again. */
typedef struct moment {
    double last, again;
} moment;

/* The parts that a touch has in a window; their number. What no loop inside moves is touched all
 * the time. */
static int parts_of(const memory_walk *w, const window *v, int t, int outside, moment at,
                    box_part *out)
{
    const box_part whole = {0, 1, 0}, before = {0, 1, 1};
    int child = w->touches[t].child, count = 0;
    bool is_moved = region_is_moved(w, t, outside);
    if (v->kind == IN_LIST) {
        if (child < v->other || child > v->own)
            return 0;
        out[0] = whole;
        if (is_moved && child == v->other)
            out[0].from = at.last;
        else if (is_moved && child == v->own)
            out[0].to = at.again;
        return out[0].to > out[0].from;
    }
    int from = v->kind == ROUND ? v->own : v->other;
    if (child >= from) {
        out[count] = before;
        if (is_moved && child == from)
            out[count].from = at.last;
        count += out[count].to > out[count].from;
    }
    if (child <= v->own && (is_moved || child < from || region_pace(w, t, outside))) {
        out[count] = whole;
        if (is_moved && child == v->own)
            out[count].to = at.again;
        count += out[count].to > out[count].from;
    }
    return count;
}

/* Lines of a touch that none before it in the window has touched. */
static double new_lines(const memory_walk *w, const window *v, int t, int level)
{
    const touch_state *s = &w->touches[t];
    if (!w->nest->touches[t].is_read && !w->allocates[level])
        return 0;
    return v->kind == ROUND && s->child != v->own ? s->fresh[level] : s->own[level];
}

/* Are the rows of two pieces of an array the same, but for where they begin and end? */
static bool is_beside(const line_piece *a, const line_piece *b, double line)
{
    double apart = fabs(a->first - b->first);
    return a->var == b->var && a->rows == b->rows && (a->rows == 1 || a->pitch == b->pitch) &&
           (a->rows == 1 || apart < a->pitch) && a->first <= b->first + b->bytes + line &&
           b->first <= a->first + a->bytes + line;
}

/* Adds a piece to `count` others, of which one may have the same lines, or such that go on where
 * these end; returns how many there are then. */
static int add_piece(line_piece *pieces, int count, const line_piece *p, double line)
{
    for (int i = 0; i < count; i++) {
        line_piece *q = &pieces[i];
        if (!is_beside(q, p, line))
            continue;
        double first = lesser(p->first, q->first);
        double end = greater(p->first + p->bytes, q->first + q->bytes);
        double both =
            lesser(p->first + p->bytes, q->first + q->bytes) - greater(p->first, q->first);
        double more = p->lines * (1 - greater(0, both) / p->bytes);
        if (q->is_tied != p->is_tied) { /* only what lies within the other is known there */
            if (both < lesser(p->bytes, q->bytes))
                continue;
            if (p->bytes > q->bytes) {
                double lines = q->lines;
                *q = *p;
                q->lines = greater(lines, p->lines);
            }
            return count;
        }
        q->lines = greater(greater(q->lines + more, p->lines), q->lines);
        q->first = first;
        q->bytes = end - first;
        q->is_own |= p->is_own;
        q->is_tied &= p->is_tied;
        return count;
    }
    pieces[count] = *p;
    return count + 1;
}

/* Puts what is touched in the window into w->pieces; its number. */
static int gather(memory_walk *w, const window *v, int first, int end, int own, int level,
                  int outside, moment at)
{
    int count = 0;
    for (int t = first; t < end; t++) {
        double lines = new_lines(w, v, t, level);
        box_part parts[2];
        int n = lines > 0 ? parts_of(w, v, t, outside, at, parts) : 0;
        for (int i = 0; i < n; i++) {
            line_piece p = region_piece(w, t, outside, parts[i], lines, level);
            if (p.lines <= 0)
                continue;
            p.is_own = t == own;
            p.is_tied = region_is_tied(w, t, own, outside);
            p.drift = p.is_tied ? 0 : region_drift(w, t, own, outside);
            count = add_piece(w->pieces, count, &p, w->level[level].line);
        }
        if (n > 0 && count > 0 && v->more > 0 && v->grows)
            w->pieces[count - 1].lines += lines * v->more * v->grows[t - v->base];
    }
    return count;
}

/* Where lines begin: any element may be the first of one. Where an iteration of the loop around
 * goes on by less than a line, what it finds again is not the first. */
static double phase_of(const memory_walk *w, int t, int outside, double address, int place,
                       int level)
{
    const double line = w->level[level].line, bytes = w->touches[t].bytes;
    double step = outside > 0 ? fabs(region_pace(w, t, outside)) : 0;
    int elements = (int)greater(1, floor(line / bytes)), chosen = 5 * place % elements;
    if (elements == 1 || step <= 0 || step >= line)
        return chosen * bytes;
    for (int i = 0; i < elements; i++, chosen = (chosen + 1) % elements) {
        double phase = chosen * bytes, at = address + phase;
        if (floor(at / line) == floor((at - step) / line))
            return phase;
    }
    return 0;
}

/* Moves what keeps no distance to the line: as far as the loops outside move the two apart, all of
 * an array together. Places follow each other evenly (multiples of an irrational number, another
 * one for each array), from one question to the next. */
static void drift(memory_walk *w, int count, int level)
{
    const cache_shape *c = &w->level[level];
    const double way = c->sets * c->line;
    w->asked++;
    for (int i = 0; i < count; i++) {
        line_piece *p = &w->pieces[i];
        if (p->is_tied)
            continue;
        double turn = fmod((double)w->asked * sqrt(3 + 4.0 * p->var->id), 1) - 0.5;
        double to = floor(turn * lesser(way, p->drift) / p->element) * p->element;
        p->first += to - p->moved;
        p->moved = to;
    }
}

/* A line's place, and what lies in the window seen from there. */
typedef struct view {
    double along, across;
    int count; /* of w->pieces */
    bool is_tied, is_full, is_over;
} view;

static view look(memory_walk *w, const window *v, int first, int end, int t, int level, int outside,
                 double along, double across)
{
    const cache_shape *c = &w->level[level];
    /* What no loop inside moves was used last at its end, and is used again at its beginning. */
    moment at = {region_is_moved(w, v->by, outside) ? along : 1,
                 region_is_moved(w, t, outside) ? along : 0};
    view seen = {.along = along, .across = across, .is_tied = true};
    double sum = 0;
    seen.count = gather(w, v, first, end, t, level, outside, at);
    for (int k = 0; k < seen.count; k++) {
        sum += w->pieces[k].lines;
        seen.is_tied &= w->pieces[k].is_tied;
    }
    if (w->reasons)
        reasons_see(w, seen.count);
    seen.is_full = survive_is_full(c, seen.count, w->pieces);
    seen.is_over = sum > 4 * c->lines;
    return seen;
}

/* The chance seen from there: of what keeps no distance, as an average. */
static double miss_in(memory_walk *w, const view *seen, int t, int level, int outside, int place)
{
    enum { DRIFTS = 8 };
    const cache_shape *c = &w->level[level];
    bool by_sets = c->ways && c->replace != REPLACE_RANDOM;
    int drifts = by_sets && !seen->is_tied ? DRIFTS : 1;
    double address = region_address(w, t, outside, seen->along, seen->across), all = 0;
    for (int k = 0; k < drifts; k++) {
        double phase = by_sets ? phase_of(w, t, outside, address, place + k, level) : 0;
        if (!seen->is_tied)
            drift(w, seen->count, level);
        all += survive_miss(c, seen->count, w->pieces, address, phase) / drifts;
    }
    return all;
}

/* Is there room for all that could be touched in the window, wherever it is? Known without looking
 * at places; of lines that are replaced at random a good half of the cache is (survive.c). */
static bool has_room(const memory_walk *w, const window *v, int first, int end, int level)
{
    const cache_shape *c = &w->level[level];
    double most = 0;
    if (c->ways && c->replace != REPLACE_RANDOM)
        return false;
    for (int t = first; t < end; t++)
        most += 2 * new_lines(w, v, t, level);
    return most * (1 + v->more) <= (c->replace == REPLACE_RANDOM ? 0.5 : 1) * c->lines;
}

double window_miss(memory_walk *w, const window *v, int first, int end, int t, int level,
                   int outside)
{
    enum { PLACES = 16, FIRST = 4 };
    static const int order[PLACES] = {2, 10, 6, 14, 0, 8, 4, 12, 1, 9, 5, 13, 3, 11, 7, 15};
    const cache_shape *c = &w->level[level];
    bool by_sets = c->ways && c->replace != REPLACE_RANDOM, is_moved = false;
    double all = 0;
    view seen = {0};
    int places = 0;
    if (has_room(w, v, first, end, level)) {
        if (w->reasons)
            look(w, v, first, end, t, level, outside, 0.5, 0.5);
        return 0;
    }
    for (int i = first; i < end && !is_moved; i++)
        is_moved = region_is_moved(w, i, outside);
    while (places < (by_sets ? PLACES : 1)) {
        int i = order[places++];
        if (places == 1 || is_moved) /* else it looks the same from everywhere */
            seen = look(w, v, first, end, t, level, outside, (i + 0.5) / PLACES,
                        fmod((i + 0.5) * 0.6180339887, 1));
        if (!seen.is_full)
            return 0;
        if (seen.is_over)
            return 1;
        all += miss_in(w, &seen, t, level, outside, i);
        if (places == FIRST && (all < 1e-9 || all > FIRST - 1e-9))
            break; /* it is as all of these say */
    }
    return all / places;
}
