#include "estimator/memory/simulated.h"

#include "estimator/memory/cache_state.h"

#define SURELY                                                                                     \
    1.25 /* times the accesses that there is room for are too many, however they count             \
          */

typedef struct simulation {
    stream *t;
    int levels;
    cache_state level[CACHE_LEVELS];
    bool allocates[CACHE_LEVELS], is_tlb[CACHE_LEVELS];
    int64_t *misses;                /* [level * touches + touch] */
    int64_t *runs;                  /* by touch */
    int64_t *address, *line, *pace; /* by touch: of the plain loop that runs */
    int64_t *before[NEST_DEEPEST];  /* by loops outside: misses and runs when an iteration began */
    int steady;                     /* the iteration from which on alike ones miss alike */
    bool has_tlb;                   /* with room for less than all */
    bool has_room[CACHE_LEVELS];    /* for all: what it had it has, and the order is nothing */
    int64_t *last;                  /* [level * touches + touch]: of those, a line that it has */
    int64_t left;                   /* accesses that may still be made */
} simulation;

/* Uses the line of an address on a level; returns whether it was there. */
static bool use_level(simulation *p, int l, int at, int64_t address)
{
    cache_state *c = &p->level[l];
    const int64_t line = cache_line(c, address);
    int64_t *last = &p->last[l * p->t->nest->touch_count + at];
    if (p->has_room[l] ? *last == line : cache_is_newest(c, line))
        return true;
    const bool fetches = !p->t->refs[at].is_store || p->allocates[l];
    const bool hits = cache_state_use(c, line, fetches);
    p->misses[l * p->t->nest->touch_count + at] += !hits;
    if (hits || fetches)
        *last = line;
    return hits;
}

/* A cache sees what the one before it misses, a TLB everything. Returns whether all had it. */
static bool use(simulation *p, int at, int64_t address)
{
    bool reaches = true, had = true;
    for (int l = 0; l < p->levels; l++) {
        if (!reaches && !p->is_tlb[l])
            continue;
        bool hits = use_level(p, l, at, address);
        had &= hits;
        if (!p->is_tlb[l])
            reaches &= !hits;
    }
    return had;
}

/* Elements of a reference that goes through dimensions, or somewhere in them. */
static void use_wide(simulation *p, int at, int d, int64_t address)
{
    const stream_ref *r = &p->t->refs[at];
    if (d == r->wide_count) {
        const stream_wide *inside = &r->inside;
        p->left -= inside->is_anywhere ? 1 : inside->extent;
        if (inside->is_anywhere)
            use(p, at, address + stream_inside(p->t, at));
        for (int64_t i = 0; i < inside->extent && !inside->is_anywhere; i++)
            use(p, at, address + i * inside->pitch);
        return;
    }
    const stream_wide *wide = &r->wide[d];
    if (wide->is_anywhere) {
        int64_t index = stream_draw(p->t, at, wide);
        use_wide(p, at, d + 1, address + index * wide->pitch);
        return;
    }
    for (int64_t i = 0; i < wide->extent && p->left >= 0; i++)
        use_wide(p, at, d + 1, address + i * wide->pitch);
}

static void simulate_touches(simulation *p, int first, int end)
{
    for (int i = first; i < end; i++) {
        if (!stream_is_executed(p->t, i))
            continue;
        p->runs[i]++;
        p->left -= BENT_COSTS * p->t->refs[i].bent_count;
        use_wide(p, i, 0, stream_address(p->t, i));
    }
}

/* An innermost loop. An iteration in which no reference comes to another line, after one that
 * missed nothing, finds all and leaves all in the same order: it need not be made. */
static void simulate_plain(simulation *p, const nest_node *n, stream_range r)
{
    int first = n->first, end = n->end;
    bool is_settled = false;
    if (r.count <= 0)
        return;
    p->t->at[n->depth] = r.first;
    for (int i = first; i < end; i++) {
        const stream_sum *address = &p->t->refs[i].address;
        p->pace[i] = address->of[n->depth] * r.step;
        p->address[i] = stream_value(address, n->depth + 1, p->t->at) - p->pace[i];
        p->line[i] = INT64_MIN;
        p->runs[i] += r.count;
    }
    const cache_state *near = &p->level[0];
    for (int64_t k = 0; k < r.count && p->left >= 0; k++) {
        bool is_same = true, had = true;
        for (int i = first; i < end; i++) {
            int64_t line = cache_line(near, p->address[i] += p->pace[i]);
            is_same &= line == p->line[i];
            p->line[i] = line;
        }
        if (is_same && is_settled)
            continue;
        for (int i = first; i < end; i++)
            if (p->has_tlb || !cache_is_newest(near, p->line[i]))
                had &= use(p, i, p->address[i]);
        is_settled = is_same && had;
        p->left -= end - first;
    }
}

static void simulate_list(simulation *p, int list);

/* Notes what the touches of a loop have missed so far. */
static void note(simulation *p, const nest_node *n)
{
    int touches = p->t->nest->touch_count;
    for (int i = n->first; i < n->end; i++) {
        for (int l = 0; l < p->levels; l++)
            p->before[n->depth][l * touches + i] = p->misses[l * touches + i];
        p->before[n->depth][p->levels * touches + i] = p->runs[i];
    }
}

/* Adds what they have missed since then so many times. */
static void repeat(simulation *p, const nest_node *n, int64_t times)
{
    int touches = p->t->nest->touch_count;
    const int64_t *before = p->before[n->depth];
    for (int i = n->first; i < n->end; i++) {
        for (int l = 0; l < p->levels; l++)
            p->misses[l * touches + i] +=
                times * (p->misses[l * touches + i] - before[l * touches + i]);
        p->runs[i] += times * (p->runs[i] - before[p->levels * touches + i]);
    }
}

/* Iterations that all do the same leave the same lines in the same order, after the first: each
 * later one misses what the one before it does. */
static void simulate_alike(simulation *p, const nest_node *n, stream_range r)
{
    for (int64_t k = 0; k < r.count && p->left >= 0; k++) {
        if (k == p->steady)
            note(p, n);
        stream_set(p->t, n, r.first + k * r.step);
        simulate_list(p, n->child);
        if (k == p->steady) {
            repeat(p, n, r.count - 1 - k);
            return;
        }
    }
}

static void simulate_node(simulation *p, int number)
{
    stream *t = p->t;
    const nest_node *n = &t->nest->nodes[number];
    if (aag_is_condition(n->unit->cls)) {
        simulate_touches(p, n->first, nest_own_end(t->nest, n));
        p->left -= 16;
        simulate_list(p, stream_holds(t, n) ? n->child : n->other);
        return;
    }
    if (!aag_is_iteration(n->unit->cls)) {
        simulate_touches(p, n->first, n->end);
        return;
    }
    stream_range r = stream_iterations(t, number);
    p->left -= 4;
    if (t->loops[number].is_plain) {
        simulate_plain(p, n, r);
        return;
    }
    if (!(t->loops[number].uses >> n->depth & 1)) {
        simulate_alike(p, n, r);
        return;
    }
    for (int64_t k = 0; k < r.count && p->left >= 0; k++) {
        stream_set(t, n, r.first + k * r.step);
        simulate_list(p, n->child);
    }
}

static void simulate_list(simulation *p, int list)
{
    for (int i = list; i >= 0 && p->left >= 0; i = p->t->nest->nodes[i].next)
        simulate_node(p, i);
}

/* Where lines begin in what functions have is not known: they lie at multiples of 16 bytes. */
static void move_locals(stream *t, int64_t by)
{
    for (int i = 0; i < t->nest->touch_count; i++)
        if (t->w->touches[i].base < 0)
            t->refs[i].address.constant += by;
}

/* One run of the program, with empty caches at first. */
static bool simulate_once(simulation *p, int number)
{
    memory_walk *w = p->t->w;
    const int touches = p->t->nest->touch_count;
    for (int l = 0; l < w->levels; l++) {
        if (!cache_state_open(&p->level[l], &w->level[l], w->r->scratch))
            return false;
        p->level[l].dice += (uint64_t)number;
        for (int i = 0; i < touches; i++)
            p->last[l * touches + i] = CACHE_NO_LINE;
    }
    simulate_list(p, p->t->nest->root);
    return p->left >= 0;
}

static bool has_locals(const stream *t)
{
    for (int i = 0; i < t->nest->touch_count; i++)
        if (t->w->touches[i].base < 0)
            return true;
    return false;
}

/* The share of a loop's iterations that is made, at least: of those that are alike the first ones,
 * of an innermost loop's those in which a reference comes to another line. */
static double made_of(const simulation *p, int number, int64_t count)
{
    const stream *t = p->t;
    const nest_node *n = &t->nest->nodes[number];
    double share = 0;
    if (count < 1)
        return 1;
    if (t->loops[number].is_plain) {
        for (int i = n->first; i < n->end; i++) {
            double pace = (double)(t->refs[i].address.of[n->depth] * t->loops[number].step);
            share = greater(share, fabs(pace) / p->t->w->level[0].line);
        }
        return lesser(1, share + 1.0 / (double)count);
    }
    bool is_alike = !(t->loops[number].uses >> n->depth & 1);
    return is_alike ? lesser(1, (p->steady + 1.0) / (double)count) : 1;
}

/* Accesses that one run makes, hardly more: loops whose bounds depend on others are taken at these
 * ones' middles. */
static double accesses_made(simulation *p)
{
    stream *t = p->t;
    const nest *n = t->nest;
    double all = 0, *made = ARENA_ARRAY(t->w->r->scratch, n->node_count, double);
    for (int i = 0; i < n->node_count; i++) {
        if (!aag_is_iteration(n->nodes[i].unit->cls))
            continue;
        stream_range r = stream_iterations(t, i);
        made[i] = made_of(p, i, r.count);
        stream_set(t, &n->nodes[i], r.first + r.count / 2 * r.step);
    }
    for (int i = 0; i < n->touch_count; i++) {
        double here = t->w->runs[i];
        for (int d = 0; d < t->refs[i].wide_count; d++)
            here *= t->refs[i].wide[d].is_anywhere ? 1 : (double)t->refs[i].wide[d].extent;
        for (int k = 0; k < n->touches[i].depth; k++)
            here *= made[n->touches[i].loops[k]];
        all += here;
    }
    return all;
}

/* What is replaced at random is an average over some runs, as many as there is room for. */
static int runs_within(int least, int64_t most, int64_t each)
{
    enum { RUNS_MOST = 8 };
    int64_t runs = most / (each + 1);
    return runs < least ? least : runs > RUNS_MOST ? RUNS_MOST : (int)runs;
}

bool simulate_all(stream *t, int64_t most)
{
    memory_walk *w = t->w;
    arena *a = w->r->scratch;
    int touches = t->nest->touch_count, places = has_locals(t) ? 2 : 1;
    bool is_random = false;
    simulation p = {.t = t, .levels = w->levels, .left = most};
    int64_t apart = (int64_t)(w->level[0].line / places / 16) * 16;
    for (int l = 0; l < w->levels; l++) {
        p.allocates[l] = w->allocates[l];
        p.is_tlb[l] = w->r->est->level[l].is_tlb;
        cache_state_shape(&p.level[l], &w->level[l]);
        p.has_room[l] = stream_has_room(t, &p.level[l]);
        p.has_tlb |= p.is_tlb[l] && !p.has_room[l];
        is_random |= w->level[l].replace == REPLACE_RANDOM;
    }
    p.misses = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p.last = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p.runs = ARENA_ARRAY(a, touches, int64_t);
    p.address = ARENA_ARRAY(a, touches, int64_t);
    p.line = ARENA_ARRAY(a, touches, int64_t);
    p.pace = ARENA_ARRAY(a, touches, int64_t);
    for (int d = 0; d < t->nest->deepest; d++)
        p.before[d] = ARENA_ARRAY(a, (w->levels + 1) * touches, int64_t);
    p.steady = w->levels == 1 && w->level[0].replace == REPLACE_LRU ? 1 : 2;
    if (places * accesses_made(&p) > SURELY * (double)most)
        return false;
    int runs = places;
    for (int i = 0; i < runs; i++) {
        if (i)
            move_locals(t, i % 2 ? apart : -apart);
        if (!simulate_once(&p, i))
            return false;
        if (i == 0 && is_random)
            runs = runs_within(places, most, most - p.left);
    }
    for (int i = 0; i < touches; i++) {
        w->runs[i] = (double)p.runs[i] / runs;
        for (int l = 0; l < w->levels; l++)
            w->misses[l * touches + i] = (double)p.misses[l * touches + i] / runs;
    }
    return true;
}
