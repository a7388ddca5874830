#include <string.h>

#include "estimator/memory/simulation.h"

/* Accesses are estimated before the walk counts them: that many times the budget is let pass. */
#define SURELY 1.25

/* About as many accesses as going into one takes, so that walks without accesses end, too. */
enum { WORK_OF_CONDITION = 16, WORK_OF_LOOP = 4 };

static void use(simulation *p, int at, int64_t address)
{
    simulation_use(p, at, cache_line(&p->level[0][0], address), address);
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
    stream *t = p->t;
    for (int i = first; i < end; i++) {
        if (t->w->r->procs > 1 && !stream_is_executed(t, i))
            continue;
        p->executed[i]++;
        if (!p->is_one[i]) {
            p->left -= BENT_COSTS * t->refs[i].bent_count;
            use_wide(p, i, 0, stream_address(t, i));
            continue;
        }
        int64_t address = stream_value(&t->refs[i].address, t->nest->touches[i].depth, t->at);
        p->left--;
        const int64_t line = cache_line(&p->level[0][0], address);
        if (!simulation_is_idle(p, line))
            simulation_use(p, i, line, address);
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
        p->before[n->depth][p->levels * touches + i] = p->executed[i];
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
        p->executed[i] += times * (p->executed[i] - before[p->levels * touches + i]);
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
        p->left -= WORK_OF_CONDITION;
        simulate_list(p, stream_holds(t, n) ? n->child : n->other);
        return;
    }
    if (!aag_is_iteration(n->unit->cls)) {
        simulate_touches(p, n->first, n->end);
        return;
    }
    stream_range r = stream_iterations(t, number);
    p->left -= WORK_OF_LOOP;
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
    for (int i = 0; i < p->runs; i++)
        for (int l = 0; l < w->levels; l++) {
            if (!cache_state_open(&p->level[i][l], &w->level[l], w->r->scratch))
                return false;
            p->level[i][l].dice += (uint64_t)(number * RUNS_MOST + i);
        }
    for (int i = 0; i < w->levels * touches; i++)
        p->page[i] = CACHE_NO_LINE;
    for (int64_t i = 0; i < p->level[0][0].sets; i++)
        p->newest[i] = CACHE_NO_LINE;
    for (int kind = 0; kind < 2 && p->notes_lines; kind++)
        memset(p->holds[kind], 0, (size_t)p->hold_count[kind]);
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

/* So many caches side by side that chance hardly matters, but fewer where that takes long. */
static int caches_within(int places, double accesses)
{
    enum { ENOUGH = 150000 }; /* accesses, all caches together */
    const int all = RUNS_MOST / places;
    const double runs = ENOUGH / (places * accesses + 1);
    return runs < 1 ? 1 : runs > all ? all : (int)runs;
}

static simulation *open_simulation(stream *t, int places)
{
    memory_walk *w = t->w;
    arena *a = w->r->scratch;
    const int touches = t->nest->touch_count;
    simulation *p = ARENA_NEW(a, simulation);
    p->t = t;
    p->levels = w->levels;
    p->runs = RUNS_MOST / places;
    for (int l = 0; l < w->levels; l++) {
        p->allocates[l] = w->allocates[l];
        p->is_tlb[l] = w->r->est->level[l].is_tlb;
        cache_state_shape(&p->level[0][l], &w->level[l]);
        p->has_room[l] = stream_has_room(t, &p->level[0][l]);
        p->has_tlb |= p->is_tlb[l] && !p->has_room[l];
        p->has_beyond |= l > 0 && !p->is_tlb[l];
        p->tlb = p->is_tlb[l] ? l : p->tlb;
    }
    p->misses = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p->page = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p->newest = ARENA_ARRAY(a, p->level[0][0].sets, int64_t);
    p->executed = ARENA_ARRAY(a, touches, int64_t);
    p->stepped = ARENA_ARRAY(a, touches, stepped);
    p->is_one = ARENA_ARRAY(a, touches, bool);
    p->fetches = ARENA_ARRAY(a, touches, bool);
    for (int i = 0; i < touches; i++)
        p->fetches[i] = !t->refs[i].is_store || p->allocates[0];
    for (int i = 0; i < touches; i++)
        p->is_one[i] = !t->refs[i].wide_count && !t->refs[i].bent_count &&
                       t->refs[i].inside.extent <= 1 && !t->refs[i].inside.is_anywhere;
    for (int d = 0; d < t->nest->deepest; d++)
        p->before[d] = ARENA_ARRAY(a, (w->levels + 1) * touches, int64_t);
    p->steady = w->levels == 1 && w->level[0].replace == REPLACE_LRU ? 1 : 2;
    return p;
}

bool simulate_all(stream *t, int64_t most, bool has_runs)
{
    enum { AS_ONE = 32 }; /* accesses, that are as much work as one evaluation */
    memory_walk *w = t->w;
    const int touches = t->nest->touch_count, places = has_locals(t) ? 2 : 1;
    const int64_t apart = (int64_t)(w->level[0].line / places / 16) * 16;
    bool is_random = false;
    simulation *p = open_simulation(t, places);
    double accesses = simulate_accesses(t, p->steady, has_runs);
    if (places * accesses > SURELY * (double)most)
        return false;
    for (int l = 0; l < w->levels; l++)
        is_random |= w->level[l].replace == REPLACE_RANDOM;
    p->runs = is_random ? caches_within(places, accesses) : 1;
    p->left = (int64_t)(SURELY * (double)most * (has_runs ? 1 + WORK_OF_CONDITION : 1));
    simulation_note_lines(p);
    for (int i = 0; i < places; i++) {
        if (i)
            move_locals(t, apart);
        const int64_t left = p->left;
        const bool ok = simulate_once(p, i);
        w->r->touched += (left - p->left) / AS_ONE;
        if (!ok)
            return false;
    }
    const double runs = places * p->runs;
    for (int i = 0; i < touches; i++) {
        w->runs[i] = (double)p->executed[i] / places;
        for (int l = 0; l < w->levels; l++)
            w->misses[l * touches + i] = (double)p->misses[l * touches + i] / runs;
    }
    return true;
}
