#include <math.h>

#include "estimator/memory/anywhere.h"
#include "estimator/memory/walk.h"

/* Boxes of indices, the lines in them, and what of one another has touched. */

/* --- Lines ----------------------------------------------------------------------------- */

static double span(const touch_state *s, int d)
{
    return s->wide[d];
}

/* Distinct indices in a dimension. */
static double indices(const touch_state *s, int d)
{
    return lesser(s->distinct[d], s->wide[d]);
}

/* The share of its box that a touch has come to: of a triangle a half. */
static double fill(const touch_state *s)
{
    return s->full;
}

static void set_fill(touch_state *s, int rank)
{
    double all = 1;
    for (int d = 0; d < rank; d++) {
        s->wide[d] = greater(1, s->to[d] - s->from[d] + 1);
        all *= indices(s, d);
    }
    s->full = lesser(1, s->elements / all);
}

/* Bytes from one index that is touched to the next. */
static double step_bytes(const touch_state *s, int d)
{
    double n = indices(s, d);
    return n > 1 ? (span(s, d) - 1) / (n - 1) * s->pitch[d] : s->pitch[d];
}

/* Lines of the box: stretches of neighbours, each of which begins anywhere, so that b bytes meet
 * b/L + 1 - e/L. Rows less than a line apart are one stretch. What the box is not full of makes
 * stretches shorter, or, where these would be less than an element, fewer. */
static double lines_in(const memory_walk *w, int t, int level, bool is_of_draw)
{
    const touch_state *s = &w->touches[t];
    int last = w->nest->touches[t].var->rank - 1;
    double line = w->level[level].line, stretches = 1, bytes = s->bytes, part = fill(s);
    for (int d = last; d >= 0; d--) {
        bool is_one = is_of_draw && s->access[d] == DIM_ANYWHERE;
        double n = is_one ? 1 : indices(s, d), step = step_bytes(s, d);
        bool is_near = step < line || (part > 0.95 && step - bytes < line);
        if (n > 1 && stretches == 1 && is_near)
            bytes += (n - 1) * step;
        else
            stretches *= n;
    }
    double filled = part * bytes;
    if (filled < s->bytes)
        stretches *= filled / s->bytes;
    double in_stretch = greater(filled, s->bytes) / line + 1 - lesser(1, s->bytes / line);
    return lesser(greater(1, stretches) * greater(1, in_stretch), s->most[level]);
}

/* At random: some are come to twice. */
static double lines_of(const memory_walk *w, int t, int level)
{
    touch_state *s = &w->touches[t];
    double lines = lines_in(w, t, level, false);
    s->all[level] = lines;
    s->each[level] = 1;
    if (!s->goes_anywhere)
        return lines;
    s->each[level] = lesser(lines_in(w, t, level, true), lines);
    return lines * -expm1(-s->draws * s->each[level] / lines);
}

void region_set_box(const memory_walk *w, int t, int outside)
{
    const touch *of = &w->nest->touches[t];
    touch_state *s = &w->touches[t];
    int rank = of->var->rank, width = of->depth + 1;
    s->outside = outside;
    for (int d = 0; d < rank; d++) {
        const double *low = s->low + (outside * rank + d) * width;
        const double *high = s->high + (outside * rank + d) * width;
        s->from[d] = low[of->depth];
        s->to[d] = high[of->depth];
        for (int k = 0; k < outside; k++) {
            s->from[d] += low[k] * w->at[k];
            s->to[d] += high[k] * w->at[k];
        }
        if (s->extent[d] > 0) { /* where bounds are cut, boxes go on for some elements */
            s->from[d] = greater(0, lesser(s->from[d], s->extent[d] - 1));
            s->to[d] = lesser(greater(s->to[d], s->from[d]), s->extent[d] - 1);
        }
        s->edge_from[d] = s->from[d];
        s->edge_to[d] = s->to[d];
    }
}

void region_set(const memory_walk *w, int t, int outside)
{
    touch_state *s = &w->touches[t];
    region_set_box(w, t, outside);
    set_fill(s, w->nest->touches[t].var->rank);
    for (int l = 0; l < w->levels; l++)
        s->size[l] = lines_of(w, t, l);
}

/* --- What is covered --------------------------------------------------------------------- */

typedef struct interval {
    double from, to;
} interval;

static double shared(interval next, interval held)
{
    double both = lesser(next.to, held.to) - greater(next.from, held.from) + 1;
    double all = greater(1, next.to - next.from + 1);
    return both > 0 ? lesser(1, both / all) : 0;
}

/* In lines, where neighbours share them: what is beyond `held` begins on its last line. */
static double shared_lines(interval next, interval held, double per_line)
{
    double share = shared(next, held);
    if (share >= 1 || per_line <= 1)
        return share;
    double lines = greater(1, next.to - next.from + 1) / per_line + 1 - 1 / per_line;
    double beyond = greater(0, next.to - held.to) + greater(0, held.from - next.from);
    return greater(0, 1 - beyond / per_line / lines);
}

/* By how much the ends of a touch's box move with an iteration of the loop around. */
static interval pace(const memory_walk *w, int t, int loop, int d)
{
    const touch_state *s = &w->touches[t];
    int at = loop * w->nest->touches[t].var->rank + d;
    return (interval){s->step_low[at], s->step_high[at]};
}

/* Is all of dimension `d` in an interval? */
static bool is_within(const touch_state *s, int d, interval held)
{
    return held.from <= s->from[d] && s->from[d] <= s->to[d] && s->to[d] <= held.to;
}

/* The share of dimension `d` of touch `t` that is in an interval; of the last, of its lines. */
static double covered_dim(const memory_walk *w, int t, int d, interval held, int level)
{
    const touch_state *s = &w->touches[t];
    interval next = {s->from[d], s->to[d]};
    if (held.to < held.from)
        return 0;
    return d < w->nest->touches[t].var->rank - 1
               ? shared(next, held)
               : shared_lines(next, held, w->level[level].line / s->bytes);
}

/* Less, where the other has not come to all of its box. */
static double filled_share(const memory_walk *w, int t, int by, double share, int loop, double ago,
                           int level)
{
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    double full = fill(h), mine = fill(s);
    if (!w->nest->touches[t].var->rank || share <= 0)
        return share;
    if (h->goes_anywhere) { /* of all its lines any may be the one */
        double same = s->goes_anywhere ? anywhere_shared(w, t, by, loop, ago) : 0;
        if (same > 0 && t != by)
            same *= anywhere_same_line(w, t, by, level);
        return share * greater(same, lesser(1, h->size[level] / h->all[level]));
    }
    return full < mine ? share * full / mine : share;
}

double region_covered(const memory_walk *w, int t, int by, int loop, double ago, int level)
{
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    const int rank = w->nest->touches[t].var->rank;
    double share = 1;
    for (int d = 0; d < rank && share > 0; d++) {
        interval held = {h->from[d], h->to[d]};
        if (ago) {
            interval each = pace(w, by, loop, d);
            held.from -= ago * each.from;
            held.to -= ago * each.to;
        }
        if (!is_within(s, d, held)) /* all of it is 1 */
            share *= covered_dim(w, t, d, held, level);
    }
    return filled_share(w, t, by, share, loop, ago, level);
}

double region_covered_before(const memory_walk *w, int t, int by, int loop, double first, int level)
{
    const touch_state *h = &w->touches[by];
    const int rank = w->nest->touches[t].var->rank;
    double share = 1;
    for (int d = 0; d < rank && share > 0; d++) {
        interval each = pace(w, by, loop, d);
        interval held = {lesser(h->from[d] - each.from, h->from[d] - first * each.from),
                         greater(h->to[d] - each.to, h->to[d] - first * each.to)};
        share *= covered_dim(w, t, d, held, level);
    }
    return filled_share(w, t, by, share, loop, 1, level);
}

void region_set_edge(const memory_walk *w, int t, int by, int loop, double ago)
{
    touch_state *s = &w->touches[t];
    const touch_state *h = &w->touches[by];
    int widest = -1;
    double most = 0;
    interval rest = {0, 0};
    for (int d = 0; d < w->nest->touches[t].var->rank; d++) {
        interval each = {0, 0};
        if (ago)
            each = pace(w, by, loop, d);
        interval held = {h->from[d] - ago * each.from, h->to[d] - ago * each.to};
        double above = s->to[d] - greater(held.to, s->from[d] - 1);
        double below = lesser(held.from, s->to[d] + 1) - s->from[d];
        double share = greater(above, below) / span(s, d);
        if (share <= most)
            continue;
        most = share;
        widest = d;
        rest = above >= below ? (interval){s->to[d] - above + 1, s->to[d]}
                              : (interval){s->from[d], s->from[d] + below - 1};
    }
    if (widest >= 0) {
        s->edge_from[widest] = rest.from;
        s->edge_to[widest] = rest.to;
    }
}

static bool moves_alike(const memory_walk *w, int t, int by, int loop)
{
    const int rank = w->nest->touches[t].var->rank;
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    for (int i = loop * rank; i < (loop + 1) * rank; i++)
        if (s->step_low[i] != h->step_low[i] || s->step_high[i] != h->step_high[i])
            return false;
    return true;
}

bool region_moves_alike(const memory_walk *w, int t, int by, int loop)
{
    return w->has_classes ? w->touches[t].alike[loop] == w->touches[by].alike[loop]
                          : moves_alike(w, t, by, loop);
}

double region_ahead(const memory_walk *w, int t, int by, int loop)
{
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    double ahead = 0;
    for (int d = 0; d < w->nest->touches[t].var->rank; d++) {
        interval other = pace(w, by, loop, d);
        if (!other.from || other.from != other.to)
            continue;
        double by_iteration = other.from,
               apart = (h->from[d] + h->to[d] - s->from[d] - s->to[d]) / 2;
        if (fabs(apart / by_iteration) > fabs(ahead))
            ahead = apart / by_iteration;
    }
    return floor_of(ahead + 0.5);
}

/* --- Where they are ------------------------------------------------------------------------
 */

/* The dimension that the loop inside moves, and which way; -1: none. */
static int moved_dim(const memory_walk *w, int t, int outside, double *way)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    int d = outside < of->depth ? s->moved[outside] : -1;
    if (d >= 0)
        *way = s->low[((outside + 1) * of->var->rank + d) * (of->depth + 1) + outside] *
               w->loops[of->loops[outside]].step;
    return d;
}

bool region_is_moved(const memory_walk *w, int t, int outside)
{
    return outside < w->nest->touches[t].depth && w->touches[t].moved[outside] >= 0;
}

line_piece region_piece(const memory_walk *w, int t, int outside, box_part part, int level)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    int last = of->var->rank - 1;
    line_piece p = {.var = of->var,
                    .lines = 1,
                    .rows = 1,
                    .bytes = s->bytes,
                    .element = s->bytes,
                    .first = s->base};
    double way = 1, n = 1, gap = 0, line = w->level[level].line;
    int at = moved_dim(w, t, outside, &way);
    double begin = way < 0 ? 1 - part.to : part.from, end = way < 0 ? 1 - part.from : part.to;
    double from[MAX_RANK], to[MAX_RANK];
    for (int d = 0; d <= last; d++) {
        from[d] = s->edge_from[d];
        to[d] = s->edge_to[d];
        if (d == at) {
            double wide = greater(1, to[d] - from[d] + 1);
            from[d] = greater(from[d], s->from[d] + floor_of(begin * span(s, d) + 0.5));
            to[d] = lesser(to[d], s->from[d] + floor_of(end * span(s, d) + 0.5) - 1);
            p.lines *= greater(0, to[d] - from[d] + 1) / wide;
        }
        double ago = part.ago ? part.ago * pace(w, t, outside - 1, d).from : 0;
        p.first += floor_of(from[d] - ago + 0.5) * s->pitch[d];
    }
    for (int d = last - 1; d >= 0; d--) {
        double wide = greater(1, to[d] - from[d] + 1);
        double rows = greater(1, floor_of(indices(s, d) * wide / span(s, d) + 0.5));
        if (rows > 1 && !p.pitch)
            p.pitch = s->pitch[d] * greater(1, floor_of((wide - 1) / (rows - 1) + 0.5));
        p.rows *= rows;
    }
    if (last >= 0) {
        double wide = greater(1, to[last] - from[last] + 1);
        n = greater(1, floor_of(indices(s, last) * wide / span(s, last) + 0.5));
        gap = n > 1 ? (wide - 1) / (n - 1) * s->bytes : 0;
        if (gap < 2 * line)
            p.bytes = wide * s->bytes;
    }
    if (p.rows >
        1.01 * greater(1, s->size[level])) { /* a diagonal: as many as there are, as far apart */
        double far = 0;
        for (int d = 0; d < last; d++)
            far += (to[d] - from[d]) * s->pitch[d];
        p.rows = greater(1, floor_of(s->size[level] + 0.5));
        p.pitch = p.rows > 1 ? floor_of(far / (p.rows - 1)) : 0;
    }
    if (p.rows < 2 && gap >= 2 * line) {
        p.rows = n; /* elements of a row, a line or more apart */
        p.pitch = floor_of(gap + 0.5);
    } else if (p.rows > 1 && p.pitch <= p.bytes + line) {
        p.bytes += (p.rows - 1) * p.pitch; /* whole rows: one stretch */
        p.rows = 1;
        p.pitch = 0;
    }
    return p;
}

double region_address(const memory_walk *w, int t, int outside, double along, double across)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    double way = 1, address = s->base;
    int dim = moved_dim(w, t, outside, &way);
    for (int d = 0; d < of->var->rank; d++) {
        double n = indices(s, d), each = n > 1 ? (span(s, d) - 1) / (n - 1) : 0;
        double at = d == dim ? (way < 0 ? 1 - along : along) : across;
        address += floor_of(s->from[d] + floor_of(at * n) * each + 0.5) * s->pitch[d];
        across = across * 7.31 - floor_of(across * 7.31);
    }
    return address;
}

static double byte_pace(const memory_walk *w, int t, int outside, int loop)
{
    return w->touches[t].paces[outside * (w->nest->touches[t].depth + 1) + loop];
}

double region_pace(const memory_walk *w, int t, int outside)
{
    const touch *of = &w->nest->touches[t];
    if (outside > of->depth)
        return 0;
    return byte_pace(w, t, outside, outside - 1) * w->loops[of->loops[outside - 1]].step;
}

double region_drift(const memory_walk *w, int t, int other, int outside)
{
    double all = 0;
    if ((w->touches[t].base < 0) != (w->touches[other].base < 0))
        return HUGE_VAL;
    for (int k = 0; k < outside; k++)
        all += fabs(byte_pace(w, t, outside, k) - byte_pace(w, other, outside, k)) * w->range[k];
    return all;
}

static bool is_tied(const memory_walk *w, int t, int other, int outside)
{
    for (int k = 0; k < outside; k++)
        if (byte_pace(w, t, outside, k) != byte_pace(w, other, outside, k))
            return false;
    /* Where one of two kinds of memory ends and the other begins is not known. */
    return (w->touches[t].base < 0) == (w->touches[other].base < 0);
}

bool region_is_tied(const memory_walk *w, int t, int other, int outside)
{
    return w->has_classes ? w->touches[t].tied[outside] == w->touches[other].tied[outside]
                          : is_tied(w, t, other, outside);
}

/* The first touch with as many loops outside that touch `t` is tied to, of those that others are
 * told by. */
static int first_tied(const memory_walk *w, int t, int outside)
{
    for (int h = 0; h < t; h++)
        if (w->nest->touches[h].depth >= outside && w->touches[h].tied[outside] == h &&
            is_tied(w, t, h, outside))
            return h;
    return t;
}

static int first_alike(const memory_walk *w, int t, int loop)
{
    int first = t;
    for (int h = w->nest->touches[t].before; h >= 0; h = w->nest->touches[h].before)
        if (w->nest->touches[h].depth > loop && w->touches[h].alike[loop] == h &&
            moves_alike(w, t, h, loop))
            first = h;
    return first;
}

void region_classify(memory_walk *w)
{
    for (int t = 0; t < w->nest->touch_count; t++) {
        const int depth = w->nest->touches[t].depth;
        for (int k = 0; k <= depth; k++)
            w->touches[t].tied[k] = first_tied(w, t, k);
        for (int k = 0; k < depth; k++)
            w->touches[t].alike[k] = first_alike(w, t, k);
    }
    w->has_classes = true;
}
