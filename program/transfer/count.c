/* Counts a factor's forms: which processors touch which owners' elements, along one dimension.
 *
 * Forms and the source cut the dimension into runs in which every owner is the
 * same. A run's elements are counted by the set of forms they belong to, with
 * the steps' least common multiple as period; runs themselves recur with the
 * period of the owners, and are visited once each. Owners with long blocks cut
 * first, so that a cyclic owner is folded inside each block of a BLOCK one: the
 * visits grow with processors and block counts of one period, never with N. */

#include <assert.h>

#include "program/expr/integer.h"
#include "program/transfer/internal.h"
#include "support/sort.h"

/* An owner on its way along x; element k of it is at x = first + step*k. */
typedef struct strand {
    const owner_rule *rule;
    int64_t first, step;
    int64_t period; /* in x; INT64_MAX: none within 64 bits */
    int64_t reach;  /* x per block */
    int *owner;     /* of the present run */
} strand;

/* Elements low … high - 1. */
typedef struct window {
    int64_t low, high;
} window;

typedef struct walk {
    arena *a;
    const dim_factor *f;
    const column_vec *columns;
    strand *strands; /* of the present segment, long blocks first */
    int strand_count;
    int64_t *edge; /* where forms begin and end, ascending */
    int *active;   /* forms of the present segment */
    int active_count;
    int *member; /* some active forms */
    int source_owner[MAX_RANK];
    int *coords;     /* of the present key */
    int *want;       /* of form i, the coordinate on column c: want[i*columns + c]; -1: any */
    int only;        /* the one coordinate that receives, on the only column; -1: all */
    int slot;        /* its cells' */
    window in;       /* x outside of it is not looked at */
    window *windows; /* of the present slot */
    VEC(finding) found;
} walk;

/* Elements of the lattice first + step*k in [x, end). */
static int64_t lattice_count(const progression *s, int64_t x, int64_t end)
{
    if (s->step == 1)
        return end - x;
    return int_ceil_div(end - s->first, s->step) - int_ceil_div(x - s->first, s->step);
}

/* Returns who owns a cell, and the cells from *low to before *high that are its
 * too; INT64_MIN, INT64_MAX: no end. */
static int cells_around(const owner_rule *r, int64_t cell, int64_t *low, int64_t *high)
{
    if (r->before) {
        dim_mapping dim = {.kind = DIST_GEN_BLOCK, .procs = r->procs, .before = r->before};
        int owner = mapping_cell_owner(&dim, cell);
        *low = owner > 0 ? r->before[owner] : INT64_MIN;
        *high = owner + 1 < r->procs ? r->before[owner + 1] : INT64_MAX;
        return owner;
    }
    int64_t block = int_floor_div(cell, r->block);
    *low = block * r->block;
    *high = *low + r->block;
    return block >= 0 && block < r->procs ? (int)block : (int)int_floor_mod(block, r->procs);
}

/* Returns the owner at x and, in *end, where the next one's elements begin. */
static int strand_owner(const strand *s, int64_t x, int64_t *end)
{
    const owner_rule *r = s->rule;
    int64_t k = s->step == 1 ? x - s->first : int_ceil_div(x - s->first, s->step);
    int64_t low, high, next; /* element `next` is the first of another block */
    int owner = cells_around(r, r->first + r->step * k, &low, &high);
    *end = INT64_MAX;
    if (r->step > 0 && high != INT64_MAX)
        next = r->step == 1 ? high - r->first : int_ceil_div(high - r->first, r->step);
    else if (r->step < 0 && low != INT64_MIN)
        next = int_floor_div(r->first - low, -r->step) + 1;
    else
        return owner;
    *end = s->first + s->step * (next - 1) + 1;
    return owner;
}

static int64_t saturating_lcm(int64_t a, int64_t b)
{
    if (a == 1 || a == b)
        return b;
    if (a == INT64_MAX || b == INT64_MAX)
        return INT64_MAX;
    int64_t lcm;
    return __builtin_mul_overflow(a / int_gcd(a, b), b, &lcm) ? INT64_MAX : lcm;
}

/* --- Keys ------------------------------------------------------------------- */

static bool form_takes(const walk *w, int form, const int *coords)
{
    const int *want = &w->want[form * w->f->columns.count];
    for (int c = 0; c < w->f->columns.count; c++)
        if (want[c] >= 0 && want[c] != coords[c])
            return false;
    return true;
}

static int sender_rank(const walk *w, const dim_form *form, const int *coords)
{
    const dim_factor *f = w->f;
    int64_t rank = 0;
    for (int i = 0; i < f->source_count; i++) {
        int owner = w->source_owner[i];
        if (form->carried & 1u << i)
            for (int c = 0; c < f->columns.count; c++)
                if (f->columns.data[c] == f->source[i].carrier)
                    owner = coords[c];
        rank += owner * f->source[i].stride;
    }
    return (int)rank;
}

/* `count` elements that the `members`, and no other forms, touch: those of them
 * that the key's receivers execute. `first` is the first member that they execute. */
static void give_key(walk *w, const int *members, int n, int first, int64_t count)
{
    const dim_factor *f = w->f;
    int64_t key = w->only < 0 ? 0 : w->slot;
    for (int c = 0; c < f->columns.count && w->only < 0; c++)
        key += w->coords[c] * f->key_stride[c];
    int begin = w->found.count;
    for (int i = first; i < n; i++) {
        const dim_form *form = &f->forms.data[members[i]];
        if (i > first && !form_takes(w, members[i], w->coords))
            continue;
        int rank = sender_rank(w, form, w->coords);
        int at = begin;
        while (at < w->found.count && w->found.data[at].rank != rank)
            at++;
        if (at == w->found.count)
            VEC_PUSH(w->a, &w->found, ((finding){(int)key, rank, {0, count}}));
        w->found.data[at].part.needs |= form->needs;
    }
}

/* Moves on to the next key that a form takes; false after the last. */
static bool next_key(walk *w, const int *want)
{
    const dim_factor *f = w->f;
    for (int c = f->columns.count - 1; c >= 0; c--) {
        if (want[c] >= 0)
            continue;
        if (++w->coords[c] < w->columns->data[f->columns.data[c]].extent)
            return true;
        w->coords[c] = 0;
    }
    return false;
}

/* Visits each key that some member has a part for, once: at the first member
 * that does. */
static void give(walk *w, const int *members, int n, int64_t count)
{
    int columns = w->f->columns.count;
    for (int i = 0; i < n; i++) {
        const int *want = &w->want[members[i] * columns];
        if (w->only >= 0 && want[0] != w->only)
            continue;
        for (int c = 0; c < columns; c++)
            w->coords[c] = want[c] < 0 ? 0 : want[c];
        while (w->found.count <= MESSAGES_MOST) {
            bool is_seen = false;
            for (int before = 0; before < i && !is_seen; before++)
                is_seen = form_takes(w, members[before], w->coords);
            if (!is_seen)
                give_key(w, members, n, i, count);
            if (!next_key(w, want))
                break;
        }
    }
}

/* --- Runs ------------------------------------------------------------------- */

/* Counts [x, end), in which every owner is the same, `turns` times over. */
static void count_run(walk *w, int64_t x, int64_t end, int64_t turns)
{
    const dim_form *forms = w->f->forms.data;
    int64_t period = 1;
    for (int i = 0; i < w->active_count; i++)
        period = saturating_lcm(period, forms[w->active[i]].span.step);
    if (period == 1 || w->active_count == 1) {
        int64_t count = lattice_count(&forms[w->active[0]].span, x, end);
        if (count > 0)
            give(w, w->active, w->active_count, count * turns);
        return;
    }
    /* One period, element by element; each recurs to the end of the run. */
    int64_t stop = period < end - x ? x + period : end;
    for (;;) {
        int64_t next = stop;
        int members = 0;
        for (int i = 0; i < w->active_count; i++) {
            const progression *s = &forms[w->active[i]].span;
            int64_t element = s->first + s->step * int_ceil_div(x - s->first, s->step);
            if (element < next) {
                next = element;
                members = 0;
            }
            if (element == next && element < stop)
                w->member[members++] = w->active[i];
        }
        if (next == stop)
            return;
        give(w, w->member, members, ((end - 1 - next) / period + 1) * turns);
        x = next + 1;
    }
}

/* Walks [x, end), `turns` times over, for the strands from `level` on. */
static void walk_runs(walk *w, int level, int64_t x, int64_t end, int64_t turns)
{
    if (level == w->strand_count) {
        count_run(w, x, end, turns);
        return;
    }
    const strand *s = &w->strands[level];
    if (s->period <= (end - x) / 2) {
        int64_t period = s->period;
        for (int i = level + 1; i < w->strand_count; i++)
            period = saturating_lcm(period, w->strands[i].period);
        for (int i = 0; i < w->active_count; i++)
            period = saturating_lcm(period, w->f->forms.data[w->active[i]].span.step);
        if (period <= (end - x) / 2) {
            int64_t times = (end - x) / period, rest = (end - x) % period;
            if (rest)
                walk_runs(w, level, x, x + rest, turns * (times + 1));
            walk_runs(w, level, x + rest, x + period, turns * times);
            return;
        }
    }
    while (x < end && w->found.count <= MESSAGES_MOST) {
        int64_t next;
        *s->owner = strand_owner(s, x, &next);
        next = int_min(next, end);
        walk_runs(w, level + 1, x, next, turns);
        x = next;
    }
}

static void add_strand(walk *w, const owner_rule *rule, int64_t first, int64_t step, int *owner)
{
    strand s = {rule, first, step, INT64_MAX, INT64_MAX, owner};
    int64_t stride = rule->step < 0 ? -rule->step : rule->step;
    int64_t cycle;
    if (stride == 0) {
        s.period = 1;
    } else if (rule->before) {
        /* Blocks of any length, which never recur: those of the mean length. */
        int64_t mean = int_max(1, rule->before[rule->procs] / rule->procs / stride);
        if (!__builtin_mul_overflow(mean, step, &cycle))
            s.reach = cycle;
    } else if (!__builtin_mul_overflow(rule->block, rule->procs, &cycle)) {
        if (stride > 1)
            cycle /= int_gcd(stride, cycle);
        if (__builtin_mul_overflow(cycle, step, &s.period))
            s.period = INT64_MAX;
        s.reach = s.period / rule->procs;
    }
    int at = w->strand_count++;
    for (; at > 0 && w->strands[at - 1].reach < s.reach; at--)
        w->strands[at] = w->strands[at - 1];
    w->strands[at] = s;
}

/* Walks [x, end), in which the same forms are active. */
static void walk_segment(walk *w, int64_t x, int64_t end)
{
    const dim_factor *f = w->f;
    w->active_count = w->strand_count = 0;
    bool all_carried = true;
    for (int i = 0; i < f->forms.count; i++) {
        const dim_form *form = &f->forms.data[i];
        int64_t last = form->span.first + form->span.step * (form->span.count - 1);
        if (form->span.first > x || last < x)
            continue;
        w->active[w->active_count++] = i;
        for (int r = 0; r < form->rule_count; r++) {
            int c = 0;
            while (f->columns.data[c] != form->rules[r].column)
                c++;
            add_strand(w, &form->rules[r], form->span.first, form->span.step,
                       &w->want[i * f->columns.count + c]);
        }
        all_carried = all_carried && form->carried;
    }
    if (w->active_count == 0)
        return;
    for (int i = 0; i < f->source_count; i++)
        if (!all_carried || f->source_count > 1)
            add_strand(w, &f->source[i].rule, 0, 1, &w->source_owner[i]);
    walk_runs(w, 0, x, end, 1);
}

static int compare_int64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void prepare(walk *w)
{
    const dim_factor *f = w->f;
    int n = f->forms.count, rules = f->source_count;
    int64_t *edge = ARENA_ARRAY(w->a, 2 * n, int64_t);
    w->windows = ARENA_ARRAY(w->a, n + 1, window);
    for (int i = 0; i < n; i++) {
        const progression *s = &f->forms.data[i].span;
        edge[2 * i] = s->first;
        edge[2 * i + 1] = s->first + s->step * (s->count - 1) + 1;
        rules += f->forms.data[i].rule_count;
    }
    sort_items(edge, (size_t)(2 * n), sizeof *edge, compare_int64);
    w->strands = ARENA_ARRAY(w->a, rules, strand);
    w->active = ARENA_ARRAY(w->a, n, int);
    w->member = ARENA_ARRAY(w->a, n, int);
    w->coords = ARENA_ARRAY(w->a, f->columns.count, int);
    w->want = ARENA_ARRAY(w->a, n * f->columns.count, int);
    for (int i = 0; i < n * f->columns.count; i++)
        w->want[i] = -1;
    w->edge = edge;
}

static void walk_forms(walk *w)
{
    for (int i = 0; i + 1 < 2 * w->f->forms.count; i++) {
        int64_t from = int_max(w->edge[i], w->in.low), to = int_min(w->edge[i + 1], w->in.high);
        if (from < to)
            walk_segment(w, from, to);
    }
}

/* --- Keys that look alike ----------------------------------------------------- */

static int compare_windows(const void *a, const void *b)
{
    const window *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* Finds what one coordinate's receivers may touch, ascending; returns how many windows there are.
 */
static int find_windows(walk *w, int coord)
{
    const dim_factor *f = w->f;
    window own = {INT64_MAX, INT64_MIN}; /* of forms that all touch, each its part */
    int count = 0;
    for (int i = 0; i < f->forms.count; i++) {
        const progression *s = &f->forms.data[i].span;
        const owner_rule *r = &f->forms.data[i].rules[0];
        const int only = form_receiver(&f->forms.data[i]);
        int64_t from = s->first + coord * r->block - r->first;
        if (only == coord)
            w->windows[count++] = (window){s->first, s->first + s->step * (s->count - 1) + 1};
        if (only >= 0)
            continue;
        own.low = int_min(own.low, from);
        own.high = int_max(own.high, from + r->block);
    }
    w->windows[count++] = own;
    sort_items(w->windows, (size_t)count, sizeof *w->windows, compare_windows);
    return count;
}

static void walk_slot(walk *w, int slot)
{
    w->slot = slot;
    w->only = w->f->slot_key[slot];
    const int count = find_windows(w, w->only);
    int64_t done = INT64_MIN;
    for (int i = 0; i < count; i++) {
        w->in = (window){int_max(w->windows[i].low, done), w->windows[i].high};
        done = int_max(done, w->in.high);
        walk_forms(w); /* nothing, where others have been there */
    }
}

bool factor_walk(arena *a, dim_factor *f, const column_vec *columns)
{
    walk w = {.a = a, .f = f, .columns = columns, .only = -1, .in = {INT64_MIN, INT64_MAX}};
    factor_find_slots(a, f, columns);
    if (f->forms.count)
        prepare(&w);
    for (int slot = 0; f->slot_key && slot < f->slot_count && w.found.count <= MESSAGES_MOST;
         slot++)
        walk_slot(&w, slot);
    if (f->forms.count && !f->slot_key)
        walk_forms(&w);
    if (w.found.count > MESSAGES_MOST)
        return false;
    factor_collect(a, f, w.found.count, w.found.data);
    return true;
}
