#include <math.h>
#include <string.h>

#include "estimator/memory/again.h"
#include "estimator/memory/coming.h"
#include "estimator/memory/walk.h"
#include "estimator/memory/window.h"

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

/* --- What is touched ------------------------------------------------------------------------- */

void window_begin(memory_walk *w, int first)
{
    memset(w->live_count, 0, sizeof w->live_count);
    w->live_end = first;
}

static int *live_of(const memory_walk *w, int level)
{
    return &w->live[level * w->nest->touch_count];
}

void window_extend(memory_walk *w, int end)
{
    for (int t = w->live_end; t < end; t++)
        for (int l = 0; l < w->levels; l++)
            if (w->touches[t].own[l] > 0)
                live_of(w, l)[w->live_count[l]++] = t;
    w->live_end = end;
}

/* Lines of a touch that none before it in the window has touched. */
static double new_lines(const memory_walk *w, const window *v, int t, int level)
{
    const touch_state *s = &w->touches[t];
    if (!w->nest->touches[t].is_read && !w->allocates[level])
        return 0;
    return v->kind == ROUND && s->child != v->own ? s->fresh[level] : s->own[level];
}

/* The chain of the pieces of that array with as many rows: no others are beside each other. */
static piece_chain *chain_of(memory_walk *w, const variable *var, double rows)
{
    uint64_t bits;
    memcpy(&bits, &rows, sizeof bits);
    uint64_t at = ((bits >> 32 ^ bits) + (uint64_t)var->id) * 0x9e3779b97f4a7c15u >> 40;
    for (;; at++) {
        piece_chain *c = &w->chains[at & (uint64_t)w->chain_mask];
        if (c->gathered != w->gathered)
            *c = (piece_chain){w->gathered, var, rows, -1, -1};
        if (c->var == var && c->rows == rows)
            return c;
    }
}

/* Adds the piece that stands behind `count` others, one of which may have the same lines, or such
 * that go on where these end; returns where it is then. */
static int add_piece(memory_walk *w, int count, double line)
{
    line_piece *p = &w->pieces[count];
    piece_chain *chain = chain_of(w, p->var, p->rows);
    for (int i = chain->first; i >= 0; i = w->pieces[i].next)
        if (line_piece_join(&w->pieces[i], p, line))
            return i;
    p->next = -1;
    *(chain->first < 0 ? &chain->first : &w->pieces[chain->last].next) = count;
    chain->last = count;
    return count;
}

/* Sets w->inside: the touches that the window may have. Returns the lines that all of the list or
 * loop bring, in the window or not. */
static double list_inside(memory_walk *w, const window *v, int level)
{
    const int *live = live_of(w, level);
    double all = 0;
    w->inside_count = 0;
    for (int i = 0; i < w->live_count[level]; i++) {
        const int t = live[i], child = w->touches[t].child;
        const double lines = new_lines(w, v, t, level);
        all += lines;
        if (lines > 0 && (v->kind != IN_LIST || (child >= v->other && child <= v->own)))
            w->inside[w->inside_count++] = (touch_inside){.touch = t, .lines = lines};
    }
    return all;
}

/* And what is the same of each from wherever in it the line is. */
void window_know(memory_walk *w, const window *v, int own, int level, int outside)
{
    for (int i = 0; i < w->inside_count; i++) {
        touch_inside *in = &w->inside[i];
        const coming_source from = coming_find(w, v, in->touch, level, outside);
        in->comes = coming_part(&from, &in->stays);
        in->is_tied = region_is_tied(w, in->touch, own, outside);
    }
}

/* A part of a touch, of one line, which other windows of the same node ask for too, from the first
 * few places; `room` is for one of the others. */
static const line_piece *piece_of(memory_walk *w, int t, int outside, box_part part, int level,
                                  int place, line_piece *room)
{
    int slot = part.from > 0 ? 2 * place + 2 : part.to < 1 ? 2 * place + 3 : part.ago > 0;
    if (slot >= PIECES_KEPT) {
        *room = region_piece(w, t, outside, part, level);
        return room;
    }
    kept_piece *kept = &w->kept[t * PIECES_KEPT + slot];
    int64_t *stamp = &w->kept_at[t * PIECES_KEPT + slot];
    if (*stamp != w->node_number || kept->level != level || kept->part.from != part.from ||
        kept->part.to != part.to || kept->part.ago != part.ago) {
        kept->level = level;
        kept->part = part;
        kept->piece = region_piece(w, t, outside, part, level);
        *stamp = w->node_number;
    }
    return &kept->piece;
}

/* How much of a touch is new in each iteration of the loop around. */
static double grown(const memory_walk *w, const window *v, int t, int level, int outside)
{
    double *grows = &v->grows[t - v->base];
    if (*grows < 0)
        *grows = 1 - region_covered(w, t, t, outside - 1, 1, level);
    return *grows;
}

#define ALIKE 0.1 /* chances at random from wherever it is looked, that are near each other */
#define FLOOD 4.0 /* times the lines of a cache leave nothing */

static double lines_of_all(const memory_walk *w, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += w->pieces[i].lines;
    return sum;
}

/* Puts what is touched in the window into w->pieces; its number. Stops where these leave nothing in
 * the cache, which more of them would not change, unless reasons are asked for. */
static int gather(memory_walk *w, const window *v, int own, int level, int outside, moment at,
                  int place)
{
    const cache_shape *c = &w->level[level];
    double enough = w->reasons ? HUGE_VAL : FLOOD * c->lines, most = 0;
    int count = 0;
    w->gathered++;
    for (int k = 0; k < w->inside_count; k++) {
        const touch_inside *in = &w->inside[k];
        box_part parts[2];
        int n = parts_of(w, v, in->touch, outside, at, parts);
        for (int i = 0; i < n; i++) {
            line_piece *p = &w->pieces[count];
            const line_piece *one = piece_of(w, in->touch, outside, parts[i], level, place, p);
            if (one->lines * in->lines <= 0)
                continue;
            if (one != p)
                *p = *one;
            p->lines *= in->lines;
            p->comes = p->lines * in->comes;
            p->stays = p->lines * in->stays;
            p->is_own = in->touch == own;
            p->is_tied = in->is_tied;
            p->touch = in->touch;
            most += p->lines;
            const double lines = p->lines;
            const int to = add_piece(w, count, c->line);
            if (w->again)
                again_add_part(w->again, to, k, lines);
            count += to == count;
        }
        if (n > 0 && count > 0 && v->more > 0 && v->grows) {
            double more = in->lines * v->more * grown(w, v, in->touch, level, outside);
            w->pieces[count - 1].lines += more;
            w->pieces[count - 1].comes += more * in->comes;
            w->pieces[count - 1].stays += more * in->stays;
            if (w->again)
                again_add_part(w->again, count - 1, k, more);
            most += more;
        }
        if (most > enough) {
            most = lines_of_all(w, count);
            if (most > enough && survive_is_full(c, count, w->pieces))
                break;
            if (most > enough)
                enough = 2 * most; /* not asked after each */
        }
    }
    return count;
}

/* Where lines begin: any element may be the first of one. Where an iteration of the loop around
 * goes on by less than a line, what it finds again is not the first. */
static double phase_of(double address, double step, double line, double bytes, int elements,
                       int chosen)
{
    if (elements == 1 || step <= 0 || step >= line)
        return chosen * bytes;
    for (int i = 0; i < elements; i++, chosen = (chosen + 1) % elements) {
        double phase = chosen * bytes, at = address + phase;
        if (floor_of(at / line) == floor_of((at - step) / line))
            return phase;
    }
    return 0;
}

void window_phases(const memory_walk *w, int t, int outside, double address, int place, int level,
                   int count, double *out)
{
    const double line = w->level[level].line, bytes = w->touches[t].bytes;
    const double step = outside > 0 ? fabs(region_pace(w, t, outside)) : 0;
    const int elements = (int)greater(1, floor_of(line / bytes));
    for (int i = 0; i < count; i++) /* the same again after as many places as elements */
        out[i] = i < elements
                     ? phase_of(address, step, line, bytes, elements, 5 * (place + i) % elements)
                     : out[i - elements];
}

/* How far what keeps no distance to the line goes, and where its places follow each other. */
static void read_drift(memory_walk *w, int count, int own, int outside)
{
    for (int i = 0; i < count; i++) {
        line_piece *p = &w->pieces[i];
        if (p->is_tied)
            continue;
        p->drift = region_drift(w, p->touch, own, outside);
        p->root = sqrt(3 + 4.0 * p->var->id);
    }
}

/* Moves what keeps no distance to the line: as far as the loops outside move the two apart, all of
 * an array together. Places follow each other evenly (multiples of an irrational number, another
 * one for each array), from one question to the next. */
void window_drift(memory_walk *w, int count, int level)
{
    const cache_shape *c = &w->level[level];
    const double way = c->sets * c->line;
    w->asked++;
    for (int i = 0; i < count; i++) {
        line_piece *p = &w->pieces[i];
        if (p->is_tied)
            continue;
        double turns = (double)w->asked * p->root, turn = turns - floor_of(turns) - 0.5;
        double to = floor_of(turn * lesser(way, p->drift) / p->element) * p->element;
        p->first += to - p->moved;
        p->moved = to;
    }
}

static double along_of(int place)
{
    return (place + 0.5) / WINDOW_PLACES;
}

static double across_of(int place)
{
    const double turns = (place + 0.5) * 0.6180339887;
    return turns - floor_of(turns);
}

/* What no loop inside moves was used last at its end, and is used again at its beginning. */
static moment moment_of(const memory_walk *w, const window *v, int t, int outside, double along)
{
    return (moment){region_is_moved(w, v->by, outside) ? along : 1,
                    region_is_moved(w, t, outside) ? along : 0};
}

static view look(memory_walk *w, const window *v, int t, int level, int outside, double along,
                 double across, int place)
{
    const cache_shape *c = &w->level[level];
    moment at = moment_of(w, v, t, outside, along);
    view seen = {.along = along, .across = across, .is_tied = true};
    w->r->touched += w->inside_count;
    seen.count = gather(w, v, t, level, outside, at, place);
    for (int k = 0; k < seen.count; k++)
        seen.is_tied &= w->pieces[k].is_tied;
    if (w->reasons)
        reasons_see(w, seen.count);
    seen.is_full = survive_is_full(c, seen.count, w->pieces);
    seen.is_over = lines_of_all(w, seen.count) > FLOOD * c->lines;
    if (!seen.is_full || seen.is_over)
        return seen;
    if (c->ways && c->replace == REPLACE_RANDOM) {
        survive_read(c, seen.count, w->pieces);
    } else if (c->ways) {
        const double address = region_address(w, t, outside, along, across);
        seen.is_kept = !survive_may_miss(c, seen.count, w->pieces, address);
        if (!seen.is_kept) {
            survive_read(c, seen.count, w->pieces);
            seen.is_sure = survive_is_sure(c, seen.count, w->pieces);
        }
    }
    if (!seen.is_tied && !seen.is_kept && !seen.is_sure)
        read_drift(w, seen.count, t, outside);
    return seen;
}

/* The chance seen from there: of what keeps no distance, as an average. */
static double miss_in(memory_walk *w, const view *seen, int t, int level, int outside, int place)
{
    const cache_shape *c = &w->level[level];
    int drifts = c->ways && !seen->is_tied ? WINDOW_DRIFTS : 1;
    if (seen->is_sure) {
        w->asked += seen->is_tied ? 0 : drifts; /* the next ones lie as if these had been asked */
        return 1;
    }
    double address = region_address(w, t, outside, seen->along, seen->across), all = 0;
    double phase[WINDOW_DRIFTS] = {0};
    if (c->ways)
        window_phases(w, t, outside, address, place, level, drifts, phase);
    for (int k = 0; k < drifts; k++) {
        if (!seen->is_tied)
            window_drift(w, seen->count, level);
        all += survive_miss(c, seen->count, w->pieces, address, phase[k]) / drifts;
    }
    return all;
}

/* Is there room for all that could be touched in the window, `lines` of the list or loop, wherever
 * it is? Known without looking at places; of lines that are replaced at random a good half of the
 * cache is (survive.c), as long as hardly any come in. */
static bool has_room(const memory_walk *w, const window *v, double lines, int level, int outside)
{
    const cache_shape *c = &w->level[level];
    const double most = 2 * lines * (1 + v->more);
    double comes = 0, stays;
    if (c->replace != REPLACE_RANDOM)
        return !c->ways && most <= c->lines;
    if (most > 0.5 * c->lines)
        return false;
    for (int i = 0; i < w->inside_count; i++) {
        const coming_source from = coming_find(w, v, w->inside[i].touch, level, outside);
        comes += 2 * w->inside[i].lines * coming_part(&from, &stays);
    }
    return comes * (1 + v->more) <= 1e-3 * c->lines;
}

static bool is_all_edge(const touch_state *s, int rank)
{
    for (int d = 0; d < rank; d++)
        if (s->edge_from[d] != s->from[d] || s->edge_to[d] != s->to[d])
            return false;
    return true;
}

static double enough_to_flood(const cache_shape *c)
{
    return FLOOD * 1.0001 * c->lines;
}

/* Does a touch fill the cache by itself, seen from the first place that is looked from? */
static bool floods(const memory_walk *w, const window *v, int t, int level, int outside, moment at)
{
    const double enough = enough_to_flood(&w->level[level]);
    const touch_state *s = &w->touches[t];
    double lines = s->size[level] > enough ? new_lines(w, v, t, level) : 0;
    box_part parts[2];
    if (lines <= enough)
        return false;
    for (int n = parts_of(w, v, t, outside, at, parts) - 1; n >= 0; n--) {
        double part = parts[n].to - parts[n].from;
        if (part >= 1 ||
            (lines * (part - 0.15) > enough && is_all_edge(s, w->nest->touches[t].var->rank)))
            return true;
    }
    return false;
}

/* Are all touches of its array tied to the line's, or none? line_piece_join may leave out lines of
 * one that is beside the other. */
static bool is_alike(const memory_walk *w, int t, int own, int first, int end, int outside)
{
    bool is_tied = region_is_tied(w, t, own, outside);
    for (int h = nest_first(w->nest, t, first); h >= 0 && h < end; h = w->nest->touches[h].next)
        if (region_is_tied(w, h, own, outside) != is_tied)
            return false;
    return true;
}

/* Does any? */
static bool is_flooded(memory_walk *w, const window *v, int first, int end, int own, int level,
                       int outside, moment at)
{
    for (int i = 0; i < w->inside_count; i++) {
        const int t = w->inside[i].touch;
        if (floods(w, v, t, level, outside, at) && is_alike(w, t, own, first, end, outside)) {
            w->flood = t;
            return true;
        }
    }
    return false;
}

bool window_is_moved(memory_walk *w, int first, int end, int outside)
{
    if (w->moving_of == w->node_number)
        return w->is_moving;
    w->moving_of = w->node_number;
    w->is_moving = false;
    for (int i = first; i < end && !w->is_moving; i++)
        w->is_moving = region_is_moved(w, i, outside);
    return w->is_moving;
}

/* The place that is looked from as the one with that number. */
static int window_place(int number)
{
    static const int order[WINDOW_PLACES] = {2, 10, 6, 14, 0, 8, 4, 12, 1, 9, 5, 13, 3, 11, 7, 15};
    return order[number];
}

bool window_list(memory_walk *w, const window *v, int first, int end, int t, int level, int outside,
                 double *lines)
{
    const moment at = moment_of(w, v, t, outside, along_of(window_place(0)));
    if (!w->reasons && w->flood >= first && w->flood < end &&
        floods(w, v, w->flood, level, outside, at) && is_alike(w, w->flood, t, first, end, outside))
        return false;
    *lines = list_inside(w, v, level);
    return w->reasons || *lines <= enough_to_flood(&w->level[level]) ||
           !is_flooded(w, v, first, end, t, level, outside, at);
}

view window_look(memory_walk *w, const window *v, int t, int level, int outside, int number)
{
    const int i = window_place(number);
    return look(w, v, t, level, outside, along_of(i), across_of(i), number);
}

bool window_is_enough(const cache_shape *c, int places, double least, double most)
{
    return places == WINDOW_FIRST && (most < 1e-9 || least > 1 - 1e-9 ||
                                      (c->replace == REPLACE_RANDOM && most - least < ALIKE));
}

double window_miss(memory_walk *w, const window *v, int first, int end, int t, int level,
                   int outside)
{
    const cache_shape *c = &w->level[level];
    bool is_moved = false;
    double all = 0, least = 1, most = 0, lines = 0;
    view seen = {0};
    int places = 0;
    if (!w->asks_chances) {
        if (w->again)
            again_ask(w, v, first, end, t, level, outside);
        return 0;
    }
    if (!window_list(w, v, first, end, t, level, outside, &lines))
        return 1;
    const bool has_all = has_room(w, v, lines, level, outside);
    if (!has_all || w->reasons)
        window_know(w, v, t, level, outside);
    if (has_all) {
        if (w->reasons)
            look(w, v, t, level, outside, 0.5, 0.5, 0);
        return 0;
    }
    is_moved = window_is_moved(w, first, end, outside);
    while (places < (c->ways ? WINDOW_PLACES : 1)) {
        places++;
        if (places == 1 || is_moved) /* else it looks the same from everywhere */
            seen = window_look(w, v, t, level, outside, places - 1);
        if (!seen.is_full || (seen.is_kept && !is_moved))
            return 0;
        if (seen.is_over)
            return 1;
        const double now = seen.is_kept ? 0 : miss_in(w, &seen, t, level, outside, places - 1);
        all += now;
        least = lesser(least, now);
        most = greater(most, now);
        if (window_is_enough(c, places, least, most))
            break; /* it is as all of these say */
    }
    return all / places;
}
