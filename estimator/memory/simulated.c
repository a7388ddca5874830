#include "estimator/memory/simulated.h"

#include "estimator/memory/cache_state.h"

/* Accesses are estimated before the walk counts them: that many times the budget is let pass. */
#define SURELY 1.25

/* What an innermost loop does to a reference. */
typedef struct stepped {
    int64_t address, pace; /* of the first iteration, and what each adds */
    int64_t line, leaves;  /* the iteration in which it leaves the line */
} stepped;

enum { RUNS_MOST = 8 };
/* About as many accesses as going into one takes, so that walks without accesses end, too. */
enum { WORK_OF_CONDITION = 16, WORK_OF_LOOP = 4 };

/* What is replaced at random is an average over caches side by side, which differ in their dice:
 * all of them see the same accesses. */
typedef struct simulation {
    stream *t;
    int levels, runs; /* caches side by side */
    cache_state level[RUNS_MOST][CACHE_LEVELS];
    bool allocates[CACHE_LEVELS], is_tlb[CACHE_LEVELS];
    int64_t *misses;               /* [level * touches + touch], of all runs */
    int64_t *executed;             /* by touch */
    stepped *stepped;              /* by touch: of the plain loop that runs */
    bool *is_one;                  /* by touch: one element, where the loops alone say */
    int64_t *before[NEST_DEEPEST]; /* by loops outside: misses and executions when an iteration
                                    * began */
    int steady;                    /* the iteration from which on alike ones miss alike */
    bool has_tlb;                  /* with room for less than all */
    bool has_room[CACHE_LEVELS];   /* for all: what it had it has, and the order is nothing */
    int64_t *page;   /* [level * touches + touch]: of a TLB of those, one that it has */
    int64_t *newest; /* by set of the nearest: the line used last, where all runs have it */
    int64_t left;    /* accesses that may still be made */
} simulation;

/* A cache sees what the one before it misses: the nearest has. */
static void use_beyond(simulation *p, int side, int at, int64_t address)
{
    for (int l = 1; l < p->levels; l++) {
        if (p->is_tlb[l])
            continue;
        cache_state *c = &p->level[side][l];
        const bool fetches = !p->t->refs[at].is_store || p->allocates[l];
        if (cache_state_use(c, cache_line(c, address), fetches))
            return;
        p->misses[l * p->t->nest->touch_count + at]++;
    }
}

/* A TLB sees everything, and where it has room the same on all sides. Returns whether it had it. */
static bool use_tlb(simulation *p, int l, int at, int64_t address)
{
    const int touches = p->t->nest->touch_count;
    const int64_t page = cache_line(&p->level[0][l], address);
    const bool fetches = !p->t->refs[at].is_store || p->allocates[l];
    bool had = true;
    if (p->has_room[l] && p->page[l * touches + at] == page)
        return true;
    for (int side = 0; side < (p->has_room[l] ? 1 : p->runs); side++)
        if (!cache_state_use(&p->level[side][l], page, fetches)) {
            p->misses[l * touches + at] += p->has_room[l] ? p->runs : 1;
            had = false;
        }
    if (had || fetches)
        p->page[l * touches + at] = page;
    return had;
}

/* Uses the line of an address on all levels and sides; returns whether all had it. */
static bool use(simulation *p, int at, int64_t address)
{
    const cache_state *near = &p->level[0][0];
    const int64_t line = cache_line(near, address);
    const bool fetches = !p->t->refs[at].is_store || p->allocates[0];
    bool had = true;
    for (int side = 0; side < p->runs; side++)
        if (!cache_state_use(&p->level[side][0], line, fetches)) {
            had = false;
            p->misses[at]++;
            use_beyond(p, side, at, address);
        }
    if (had || fetches)
        p->newest[cache_set(near, line)] = line;
    for (int l = 1; l < p->levels; l++)
        if (p->is_tlb[l])
            had &= use_tlb(p, l, at, address);
    return had;
}

/* Does a use of the line change nothing? */
static inline bool is_idle(const simulation *p, int64_t line)
{
    return !p->has_tlb && p->newest[cache_set(&p->level[0][0], line)] == line;
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
        if (!is_idle(p, cache_line(&p->level[0][0], address)))
            use(p, i, address);
    }
}

/* Each iteration of a loop that moves some reference to another line each time. */
static void simulate_far(simulation *p, int first, int end, int64_t count)
{
    const cache_state *near = &p->level[0][0];
    for (int64_t k = 0; k < count && p->left >= 0; k++) {
        for (int i = first; i < end; i++) {
            const int64_t address = p->stepped[i].address;
            p->stepped[i].address += p->stepped[i].pace;
            if (!is_idle(p, cache_line(near, address)))
                use(p, i, address);
        }
        p->left -= end - first;
    }
}

/* Is each reference's line the last one used of its set? */
static bool are_idle(const simulation *p, int first, int end)
{
    bool are = true;
    for (int i = first; i < end && are; i++)
        are = is_idle(p, p->stepped[i].line);
    return are;
}

/* Sets the line that a reference comes to in iteration `k`, and when it leaves it. */
static void enter_line(stepped *s, const cache_state *near, int64_t k)
{
    const int64_t address = s->address + k * s->pace;
    s->line = cache_line(near, address);
    const int64_t into = address - s->line * near->line;
    if (s->pace > 0)
        s->leaves = k + (near->line - 1 - into) / s->pace + 1;
    else
        s->leaves = s->pace < 0 ? k + into / -s->pace + 1 : INT64_MAX;
}

/* The iterations of one that does not. One in which no reference comes to another line, after one
 * that missed nothing and was so, too, or left each line the newest of its set, finds all and
 * leaves all in the same order: it need not be made. */
static void simulate_near(simulation *p, int first, int end, int64_t count)
{
    const cache_state *near = &p->level[0][0];
    int64_t next = 0; /* iteration in which a reference comes to another line */
    for (int64_t k = 0; k < count && p->left >= 0;) {
        const bool is_same = k < next;
        bool had = true;
        for (int i = first; i < end; i++) {
            stepped *s = &p->stepped[i];
            if (s->leaves <= k)
                enter_line(s, near, k);
            next = i == first || s->leaves < next ? s->leaves : next;
            if (!is_idle(p, s->line))
                had &= use(p, i, s->address + k * s->pace);
        }
        p->left -= end - first;
        k = (is_same && had) || are_idle(p, first, end) ? next : k + 1;
    }
}

/* An innermost loop. */
static void simulate_plain(simulation *p, const nest_node *n, stream_range r)
{
    const int64_t line = p->level[0][0].line;
    bool is_far = false;
    if (r.count <= 0)
        return;
    p->t->at[n->depth] = r.first;
    for (int i = n->first; i < n->end; i++) {
        const stream_sum *address = &p->t->refs[i].address;
        const int64_t pace = address->of[n->depth] * r.step;
        p->stepped[i] =
            (stepped){.address = stream_value(address, n->depth + 1, p->t->at), .pace = pace};
        p->executed[i] += r.count;
        is_far |= pace >= line || -pace >= line;
    }
    if (is_far)
        simulate_far(p, n->first, n->end, r.count);
    else
        simulate_near(p, n->first, n->end, r.count);
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
    }
    p->misses = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p->page = ARENA_ARRAY(a, w->levels * touches, int64_t);
    p->newest = ARENA_ARRAY(a, p->level[0][0].sets, int64_t);
    p->executed = ARENA_ARRAY(a, touches, int64_t);
    p->stepped = ARENA_ARRAY(a, touches, stepped);
    p->is_one = ARENA_ARRAY(a, touches, bool);
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
    p->left = (int64_t)(SURELY * (double)most);
    for (int i = 0; i < places; i++) {
        if (i)
            move_locals(t, apart);
        if (!simulate_once(p, i))
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
