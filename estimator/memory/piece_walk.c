#include "estimator/memory/piece_walk.h"

#include <string.h>

enum { LINES_MOST = 1 << 15 }; /* of a cache that a piece may be asked to fill */
/* Of what a set held before, (1 - 1/w)^n is left after n lines have come in where chance replaces:
 * after twice as many as there are ways about e^-2. */
enum { TURNS_OF_CHANCE = 2 };
#define OF_BEFORE (CACHE_NO_LINE + 1) /* a line that nobody asks for */

static bool are_ready(const piece_walk *p)
{
    for (int l = 0; l < p->levels; l++)
        if (p->level[l].is_asked && p->level[l].ready < p->level[l].cache.sets)
            return false;
    return true;
}

/* A line that was not there. */
static void note_miss(piece_walk *p, piece_level *l, int at, int64_t line, bool comes)
{
    int *came = &l->came[cache_set(&l->cache, line)];
    if (p->is_counting)
        (*came >= l->need ? l->missed : l->unknown)[at]++;
    if (!comes || *came >= l->need || ++*came < l->need)
        return;
    l->ready++;
    if (!p->counted && are_ready(p))
        p->is_over = true;
}

/* A cache sees what the one before it misses, a TLB everything. */
static void use(piece_walk *p, int at, int64_t address)
{
    bool had = false;
    for (int i = 0; i < p->levels; i++) {
        piece_level *l = &p->level[i];
        const bool comes = !p->t->refs[at].is_store || l->allocates;
        if (!l->came || (had && !l->is_tlb))
            continue;
        const int64_t line = cache_line(&l->cache, address);
        const bool here = cache_state_use(&l->cache, line, comes);
        if (!here)
            note_miss(p, l, at, line, comes);
        had |= here && !l->is_tlb;
    }
}

static inline void use_one(piece_walk *p, int at, int64_t address)
{
    const cache_state *near = &p->level[0].cache;
    if (!p->may_skip || !cache_is_newest(near, cache_line(near, address)))
        use(p, at, address);
}

/* Elements of a reference that goes through dimensions, or somewhere in them. */
static void use_wide(piece_walk *p, int at, int d, int64_t address)
{
    const stream_ref *r = &p->t->refs[at];
    if (d == r->wide_count) {
        const stream_wide *inside = &r->inside;
        const int64_t words = inside->is_anywhere ? 1 : inside->extent;
        p->left -= words;
        if (inside->is_anywhere)
            address += stream_inside(p->t, at);
        for (int64_t i = 0; i < words; i++)
            use_one(p, at, address + i * inside->pitch);
        return;
    }
    const stream_wide *wide = &r->wide[d];
    if (wide->is_anywhere) {
        use_wide(p, at, d + 1, address + stream_draw(p->t, at, wide) * wide->pitch);
        return;
    }
    for (int64_t i = 0; i < wide->extent && p->left >= 0; i++)
        use_wide(p, at, d + 1, address + i * wide->pitch);
}

/* Is there more of the piece? Counting begins after as many accesses in each: if it did when the
 * caches are ready, it would begin where something comes in. */
static bool goes_on(piece_walk *p)
{
    if (p->left > 0)
        return true;
    p->is_over |= p->is_counting || !p->counted;
    p->is_counting = true;
    p->left = p->counted;
    return !p->is_over;
}

static void use_touches(piece_walk *p, int first, int end)
{
    stream *t = p->t;
    for (int i = first; i < end; i++) {
        if (t->w->r->procs > 1 && !stream_is_executed(t, i))
            continue;
        p->executed[i] += p->is_counting;
        if (!p->is_one[i]) {
            p->left -= BENT_COSTS * t->refs[i].bent_count;
            use_wide(p, i, 0, stream_address(t, i));
            continue;
        }
        p->left--;
        use_one(p, i, stream_value(&t->refs[i].address, t->nest->touches[i].depth, t->at));
    }
    goes_on(p);
}

/* An innermost loop, from iteration `from` on. */
static void use_plain(piece_walk *p, const nest_node *n, stream_range r, int64_t from)
{
    p->t->at[n->depth] = r.first + from * r.step;
    for (int i = n->first; i < n->end; i++) {
        const stream_sum *address = &p->t->refs[i].address;
        p->address[i] = stream_value(address, n->depth + 1, p->t->at);
        p->pace[i] = address->of[n->depth] * r.step;
    }
    for (int64_t k = from; k < r.count && goes_on(p); k++) {
        for (int i = n->first; i < n->end; i++) {
            p->executed[i] += p->is_counting;
            use_one(p, i, p->address[i]);
            p->address[i] += p->pace[i];
        }
        p->left -= n->end - n->first;
    }
}

static void go_list(piece_walk *p, int list, bool begins);

/* `begins`: with the iterations that the piece begins in. */
static void go_node(piece_walk *p, int number, bool begins)
{
    stream *t = p->t;
    const nest_node *n = &t->nest->nodes[number];
    if (aag_is_condition(n->unit->cls)) {
        const int own_end = nest_own_end(t->nest, n);
        const bool inside = begins && p->target >= own_end;
        if (!inside)
            use_touches(p, n->first, own_end);
        int then = n->other;
        if (inside ? n->child >= 0 && p->target >= t->nest->nodes[n->child].first &&
                         (n->other < 0 || p->target < t->nest->nodes[n->other].first)
                   : stream_holds(t, n))
            then = n->child;
        go_list(p, then, inside);
        return;
    }
    if (!aag_is_iteration(n->unit->cls)) {
        use_touches(p, n->first, n->end);
        return;
    }
    const stream_range r = stream_iterations(t, number);
    const int64_t from = begins ? p->start[n->depth] : 0;
    if (t->loops[number].is_plain) {
        use_plain(p, n, r, from);
        return;
    }
    for (int64_t k = from; k < r.count && goes_on(p); k++) {
        stream_set(t, n, r.first + k * r.step);
        p->left--;
        go_list(p, n->child, begins && k == from);
    }
}

static void go_list(piece_walk *p, int list, bool begins)
{
    for (int i = list; i >= 0 && !p->is_over; i = p->t->nest->nodes[i].next) {
        const nest_node *n = &p->t->nest->nodes[i];
        if (begins && (p->target < n->first || p->target >= n->end))
            continue;
        go_node(p, i, begins);
        begins = false;
    }
}

/* A way that is empty would be filled first; where chance decides, what was there before stays in
 * the way of lines that are used, and drives them out of it again. */
static void forget_all(piece_level *l)
{
    const int64_t before = l->cache.replace == REPLACE_RANDOM ? OF_BEFORE : CACHE_NO_LINE;
    for (int64_t i = 0; i < l->cache.sets * l->cache.ways; i++)
        l->cache.held[i] = before;
    memset(l->came, 0, (size_t)l->cache.sets * sizeof *l->came);
    l->ready = 0;
}

int64_t piece_go(piece_walk *p, int number)
{
    enum { AS_ONE = 32 }; /* accesses, that are as much work as one evaluation */
    p->left = p->most;
    p->is_counting = p->is_over = false;
    for (int l = 0; l < p->levels; l++)
        if (p->level[l].came)
            forget_all(&p->level[l]);
    go_node(p, number, true);
    const int64_t spent = p->is_counting ? p->most + p->counted - p->left : p->most - p->left;
    p->t->w->r->touched += spent / AS_ONE;
    return spent;
}

static void open_level(piece_walk *p, int number)
{
    const memory_walk *w = p->t->w;
    const int touches = p->t->nest->touch_count;
    piece_level *l = &p->level[number];
    arena *a = w->r->scratch;
    cache_state_shape(&l->cache, &w->level[number]);
    l->is_tlb = w->r->est->level[number].is_tlb;
    l->allocates = w->allocates[number];
    if (stream_has_room(p->t, &l->cache) || l->cache.ways > CACHE_FEW_WAYS ||
        l->cache.sets * l->cache.ways > LINES_MOST ||
        !cache_state_open(&l->cache, &w->level[number], a))
        return;
    l->need = l->cache.ways * (l->cache.replace == REPLACE_RANDOM ? TURNS_OF_CHANCE : 1);
    l->came = ARENA_ARRAY(a, l->cache.sets, int);
    l->missed = ARENA_ARRAY(a, touches, int64_t);
    l->unknown = ARENA_ARRAY(a, touches, int64_t);
}

void piece_open(piece_walk *p, stream *t)
{
    const int touches = t->nest->touch_count;
    arena *a = t->w->r->scratch;
    *p = (piece_walk){.t = t, .levels = t->w->levels, .may_skip = true};
    p->executed = ARENA_ARRAY(a, touches, int64_t);
    p->address = ARENA_ARRAY(a, touches, int64_t);
    p->pace = ARENA_ARRAY(a, touches, int64_t);
    p->is_one = ARENA_ARRAY(a, touches, bool);
    for (int i = 0; i < touches; i++)
        p->is_one[i] = !t->refs[i].wide_count && !t->refs[i].bent_count &&
                       t->refs[i].inside.extent <= 1 && !t->refs[i].inside.is_anywhere;
    for (int l = 0; l < p->levels; l++) {
        open_level(p, l);
        p->may_skip &= !p->level[l].came || !p->level[l].is_tlb;
    }
}
