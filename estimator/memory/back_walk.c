#include "estimator/memory/back_walk.h"

#include <string.h>

/* The tree is walked from the use backwards, and only to where lines of the set asked for can be:
 * iterations are halved as long as the addresses that references come to in them do not rule that
 * out. Where each reference stays in one line, one iteration is as good as all. */

/* --- Meeting lines -------------------------------------------------------------------------- */

static bool is_over(const back_walk *b)
{
    if (b->record)
        return b->left < 0;
    if (b->keeps_history)
        return b->left < b->enough || (b->others >= b->most && (b->is_found || !b->asks_first));
    return b->is_found || b->left < b->enough || (b->others >= b->most && !b->asks_first);
}

/* The line is met. If nothing has come since, it is there; else the uses before say which of those
 * since then have missed, and some of them are walked, too. */
static void go_on_before(back_walk *b)
{
    enum { TURNS = 3, LOOKS = 400 };
    int more = b->others + TURNS * b->level->ways + 2;
    b->most = b->others == 0 ? 0 : more < b->most ? more : b->most;
    b->enough = b->left > LOOKS ? b->left - LOOKS : 0;
}

static void write_down(back_walk *b, int at, int64_t line)
{
    set_record *r = b->record;
    if (cache_set(b->level, line) != b->set)
        return;
    if (r->count && r->use[r->count - 1].line == line) /* the later use finds what this one left */
        r->use[r->count - 1] = (set_use){at, line, r->times};
    else if (r->count == r->room)
        b->left = -1;
    else
        r->use[r->count++] = (set_use){at, line, r->times};
}

static void meet(back_walk *b, int at, int64_t address)
{
    int64_t line = cache_line(b->level, address);
    b->left--;
    if (b->record) {
        write_down(b, at, line);
        return;
    }
    if (is_over(b) || !b->leaves[at])
        return;
    if (line == b->line && b->keeps_history && !b->is_found)
        go_on_before(b);
    if (line == b->line && !b->is_found) {
        b->is_found = true;
        b->found_by = at;
        memcpy(b->found_at, b->t->at, sizeof b->found_at);
    }
    if ((line == b->line && !b->keeps_history) || b->others >= b->most ||
        cache_set(b->level, line) != b->set)
        return;
    int first = b->keeps_history && b->others ? b->others - 1 : 0;
    for (int i = first; i < b->others; i++)
        if (b->other[i] == line)
            return;
    b->other[b->others++] = line;
    if (b->others == b->most && b->keeps_history && !b->is_found)
        set_history_shorten(b);
    if (b->others == b->most && b->asks_first && b->left > b->first_looks)
        b->enough = b->left - b->first_looks;
}

static void meet_words(back_walk *b, int at, int64_t address)
{
    const stream_wide *inside = &b->t->refs[at].inside;
    if (inside->is_anywhere)
        meet(b, at, address + stream_inside(b->t, at));
    else
        for (int64_t i = inside->extent - 1; i >= 0 && !is_over(b); i--)
            meet(b, at, address + i * inside->pitch);
}

static void meet_wide(back_walk *b, int at, int d, int64_t address)
{
    const stream_ref *r = &b->t->refs[at];
    if (d == r->wide_count) {
        meet_words(b, at, address);
        return;
    }
    const stream_wide *wide = &r->wide[d];
    if (wide->is_anywhere) {
        int64_t index = stream_draw(b->t, at, wide);
        meet_wide(b, at, d + 1, address + index * wide->pitch);
        return;
    }
    for (int64_t i = wide->extent - 1; i >= 0 && !is_over(b); i--)
        meet_wide(b, at, d + 1, address + i * wide->pitch);
}

static void meet_touch(back_walk *b, int at)
{
    if (b->t->w->r->procs == 1 || stream_is_executed(b->t, at))
        meet_wide(b, at, 0, stream_address(b->t, at));
    b->left -= BENT_COSTS * b->t->refs[at].bent_count;
}

/* --- Where the set can be met --------------------------------------------------------------- */

/* Can a line between the two be in the set? */
static bool may_meet(const back_walk *b, int64_t low, int64_t high)
{
    const cache_state *c = b->level;
    int64_t first = cache_line(c, low), last = cache_line(c, high), sets = c->sets;
    if (b->others >= b->most) /* only whether it was ever used is left to ask */
        return first <= b->line && b->line <= last;
    if (last - first + 1 >= sets)
        return true;
    int64_t ahead = b->set - cache_set(c, first);
    return (ahead < 0 ? ahead + sets : ahead) <= last - first;
}

/* The same, of each of the rows between them. */
static bool rows_may_meet(const back_walk *b, const back_touch *t, int64_t least, int64_t most)
{
    int64_t wide = most - least - (t->rows - 1) * t->pitch;
    if (t->rows < 2 || wide >= t->pitch)
        return true;
    for (int i = 0; i < t->rows; i++)
        if (may_meet(b, least + i * t->pitch, least + i * t->pitch + wide))
            return true;
    return false;
}

/* Sets how the touch lies while the loops inside `loop` run; where its bent subscripts stand still
 * while this one does, too, exactly. */
static void set_rows(const back_walk *b, back_touch *t, int loop, stream_range now)
{
    const touch *of = &b->t->nest->touches[t->at];
    const stream_ref *r = &b->t->refs[t->at];
    const back_rows *rows = &b->rows[t->at * (b->t->nest->deepest + 1) + loop + 1];
    t->rows = rows->count;
    t->pitch = rows->pitch;
    if (!r->bent_count || loop + 1 < of->depth || r->bent_by >> loop)
        return;
    const int64_t *sum = r->address.of;
    t->low = r->address.constant + sum[loop] * now.first + stream_bent_part(b->t, t->at);
    for (int k = 0; k < loop; k++)
        t->low += sum[k] * b->t->at[k];
    t->high = t->low + (r->inside.extent - 1) * r->inside.pitch;
    t->low_by = t->high_by = sum[loop] * now.step;
}

/* Sets what the loop does to touches, with the loops around where they are. */
static void set_loop(const back_walk *b, back_touch *touches, int count, int loop, stream_range r)
{
    for (int i = 0; i < count; i++) {
        back_touch *t = &touches[i];
        int depth = b->t->nest->touches[t->at].depth;
        const int64_t *low = b->low + b->sums_of[t->at] + (loop + 1) * (depth + 1);
        const int64_t *high = b->high + b->sums_of[t->at] + (loop + 1) * (depth + 1);
        t->low = low[depth] + low[loop] * r.first;
        t->high = high[depth] + high[loop] * r.first;
        for (int k = 0; k < loop; k++) {
            t->low += low[k] * b->t->at[k];
            t->high += high[k] * b->t->at[k];
        }
        t->low_by = low[loop] * r.step;
        t->high_by = high[loop] * r.step;
        set_rows(b, t, loop, r);
    }
}

/* Of the touches those that may come to the set in some iterations; their number. `stay`: is each
 * of them in one line then? */
static int filter(back_walk *b, const back_touch *touches, int count, int64_t from, int64_t to,
                  back_touch *into, bool *stay)
{
    int kept = 0;
    *stay = true;
    b->left -= count;
    for (int i = 0; i < count; i++) {
        const back_touch *t = &touches[i];
        int64_t least = t->low + t->low_by * (t->low_by < 0 ? to : from);
        int64_t most = t->high + t->high_by * (t->high_by < 0 ? from : to);
        if (!may_meet(b, least, most) || !rows_may_meet(b, t, least, most))
            continue;
        *stay &= cache_line(b->level, least) == cache_line(b->level, most);
        into[kept++] = *t;
    }
    return kept;
}

/* --- Nodes ---------------------------------------------------------------------------------- */

enum { RECORDED_ALIKE = 8 }; /* iterations */

static void go_list(back_walk *b, int last, back_touch *touches, int count);

/* Iterations of a loop that all come to the same lines: one of them says which these are. More make
 * a history longer, if each uses several of them in turn. */
static void go_alike(back_walk *b, int number, int64_t times, back_touch *touches, int count)
{
    /* By LRU each finds, from the second one on, what the one before left; otherwise it takes some
     * until what stays has found its place. */
    const int64_t single = !b->record ? times : set_needs_history(b->level) ? RECORDED_ALIKE : 1;
    int before, written;
    if (times > single) {
        const double around = b->record->times;
        b->record->times *= (double)(times - single);
        go_list(b, b->places[number].last_child, touches, count);
        b->record->times = around;
        times = single;
    }
    do {
        before = b->others;
        written = b->record ? b->record->count : 0;
        go_list(b, b->places[number].last_child, touches, count);
    } while (--times > 0 && !is_over(b) &&
             (b->record ? b->record->count > written : b->keeps_history && b->others > before + 1));
}

/* Where the box of each touch keeps its size, the iterations in which it may come to the set are
 * known. Those of a plain loop in which all of these stay in their lines are alike. */
static void go_jumps(back_walk *b, int number, stream_range r, int64_t from, int64_t to,
                     back_touch *touches, int count)
{
    back_touch *kept = touches + count;
    for (int i = 0; i < count; i++)
        touches[i].next = INT64_MAX;
    while (to >= from && !is_over(b)) {
        int64_t at = from - 1, other = from - 1;
        int64_t alike = b->t->loops[number].is_plain ? to - from : 0;
        int some = 0;
        for (int i = 0; i < count; i++) {
            back_touch *t = &touches[i];
            if (t->next > to)
                t->next = back_meets(b, t, from, to);
            at = t->next > at ? t->next : at;
        }
        if (at < from)
            return;
        for (int i = 0; i < count; i++) {
            const back_touch *t = &touches[i];
            if (t->next < at) {
                other = t->next > other ? t->next : other;
                continue;
            }
            int64_t stays = alike ? back_stays(b, t, at) : 0;
            alike = stays < alike ? stays : alike;
            kept[some++] = *t;
        }
        int64_t last = at - alike > other ? at - alike : other + 1; /* other >= from - 1 */
        stream_set(b->t, &b->t->nest->nodes[number], r.first + at * r.step);
        go_alike(b, number, at - last + 1, kept, some);
        to = last - 1;
    }
}

static bool keep_size(const back_touch *touches, int count)
{
    for (int i = 0; i < count; i++)
        if (touches[i].low_by != touches[i].high_by)
            return false;
    return true;
}

/* Iterations `to` down to `from` of a loop. */
static void go_range(back_walk *b, int number, stream_range r, int64_t from, int64_t to,
                     back_touch *touches, int count)
{
    const nest_node *n = &b->t->nest->nodes[number];
    const stream_loop *l = &b->t->loops[number];
    back_touch *kept = touches + count;
    bool stay, is_same = true;
    if (is_over(b) || from > to)
        return;
    if (kept + count > b->active + b->room) {
        b->left = -1;
        return;
    }
    int some = filter(b, touches, count, from, to, kept, &stay);
    if (!some)
        return;
    for (int i = 0; i < some && is_same; i++)
        is_same = !(kept[i].depends >> n->depth & 1);
    if (from == to || is_same || (stay && l->is_plain)) {
        stream_set(b->t, n, r.first + to * r.step);
        go_alike(b, number, from == to ? 1 : to - from + 1, kept, some);
        return;
    }
    if (keep_size(kept, some) && kept + 2 * some <= b->active + b->room) {
        go_jumps(b, number, r, from, to, kept, some);
        return;
    }
    int64_t middle = from + (to - from) / 2;
    go_range(b, number, r, middle + 1, to, kept, some);
    go_range(b, number, r, from, middle, kept, some);
}

/* Those of the touches that are in an interval. */
static back_touch *part_of(back_touch *touches, int *count, int first, int end)
{
    int begin = 0, n = *count;
    while (begin < n && touches[begin].at < first)
        begin++;
    while (n > begin && touches[n - 1].at >= end)
        n--;
    *count = n - begin;
    return touches + begin;
}

static void go_touches(back_walk *b, const back_touch *touches, int count)
{
    for (int i = count - 1; i >= 0 && !is_over(b); i--)
        meet_touch(b, touches[i].at);
}

static void go_node(back_walk *b, int number, back_touch *touches, int count)
{
    const nest *n = b->t->nest;
    const nest_node *it = &n->nodes[number];
    /* Lists inside begin behind all of these. */
    int own = count;
    back_touch *mine = part_of(touches, &own, it->first, it->end);
    if (!own)
        return;
    if (aag_is_iteration(it->unit->cls)) {
        stream_range r = stream_iterations(b->t, number);
        back_touch *inner = touches + count;
        if (inner + own > b->active + b->room) {
            b->left = -1;
            return;
        }
        memcpy(inner, mine, (size_t)own * sizeof *inner);
        b->left--;
        set_loop(b, inner, own, it->depth, r);
        go_range(b, number, r, 0, r.count - 1, inner, own);
        return;
    }
    if (aag_is_condition(it->unit->cls)) {
        const back_place *p = &b->places[number];
        b->left -= 16;
        go_list(b, stream_holds(b->t, it) ? p->last_child : p->last_other, touches, count);
        mine = part_of(touches, &count, it->first, nest_own_end(n, it));
        own = count;
    }
    go_touches(b, mine, own);
}

static void go_list(back_walk *b, int last, back_touch *touches, int count)
{
    for (int i = last; i >= 0 && !is_over(b); i = b->places[i].before)
        go_node(b, i, touches, count);
}

/* --- From a use back ------------------------------------------------------------------------ */

static int all_of(back_walk *b, int first, int end)
{
    int count = 0;
    for (int i = first; i < end; i++)
        if (b->leaves[i])
            b->active[count++] = (back_touch){.at = i, .depends = b->depends[i]};
    return count;
}

back_outcome back_look(back_walk *b, int at, const int64_t *iteration, int most, int64_t budget)
{
    const nest *n = b->t->nest;
    int number = b->node_of[at];
    b->line = cache_line(b->level, stream_address(b->t, at) + stream_inside(b->t, at));
    b->set = cache_set(b->level, b->line);
    b->others = 0;
    b->most = most < OTHERS_MOST ? most : OTHERS_MOST;
    b->is_found = b->is_from_begin = b->is_long = false;
    b->enough = 0;
    b->keeps_history = set_needs_history(b->level);
    b->left = budget;
    for (int i = at - 1; i >= n->nodes[number].first && !is_over(b); i--)
        meet_touch(b, i);
    while (!is_over(b)) {
        for (int i = b->places[number].before; i >= 0 && !is_over(b); i = b->places[i].before)
            go_node(b, i, b->active, all_of(b, n->nodes[i].first, n->nodes[i].end));
        number = b->places[number].parent;
        if (number < 0)
            break;
        const nest_node *it = &n->nodes[number];
        if (aag_is_condition(it->unit->cls)) {
            for (int i = nest_own_end(n, it) - 1; i >= it->first && !is_over(b); i--)
                meet_touch(b, i);
        } else if (iteration[it->depth] > 0 && !is_over(b)) {
            stream_range r = stream_iterations(b->t, number);
            int count = all_of(b, it->first, it->end);
            set_loop(b, b->active, count, it->depth, r);
            go_range(b, number, r, 0, iteration[it->depth] - 1, b->active, count);
        }
    }
    b->is_from_begin = number < 0 && b->left >= b->enough && b->others < b->most;
    if (b->keeps_history && b->is_found) /* what of it comes next */
        return BACK_FOUND;
    if (b->others >= b->most && (b->is_found || !b->asks_first))
        return BACK_GONE;
    return b->is_found ? BACK_FOUND : b->left < b->enough ? BACK_LOST : BACK_BEGIN;
}

back_outcome back_ever(back_walk *b, int64_t line, int64_t budget)
{
    b->line = line;
    b->set = cache_set(b->level, line);
    b->others = b->most = 0;
    b->keeps_history = false;
    b->asks_first = true;
    b->is_found = false;
    b->enough = 0;
    b->left = budget;
    go_list(b, b->last, b->active, all_of(b, 0, b->t->nest->touch_count));
    return b->is_found ? BACK_FOUND : b->left < 0 ? BACK_LOST : BACK_BEGIN;
}

bool back_record(back_walk *b, int64_t set, set_record *into, int64_t budget)
{
    b->set = set;
    b->others = 0;
    b->most = 1;
    b->keeps_history = b->asks_first = b->is_found = false;
    b->left = budget;
    b->record = into;
    into->count = 0;
    into->times = 1;
    go_list(b, b->last, b->active, all_of(b, 0, b->t->nest->touch_count));
    b->record = NULL;
    return b->left >= 0;
}
