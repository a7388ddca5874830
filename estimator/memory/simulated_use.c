#include <string.h>

#include "estimator/memory/simulation.h"

/* One access, on all levels, of one cache or of several side by side. */

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

/* --- Which of the nearest have a line --------------------------------------------------------- */

void simulation_note_lines(simulation *p)
{
    enum { LINES_MOST = 1 << 16 };
    const stream *t = p->t;
    const cache_state *near = &p->level[0][0];
    double below = 0, above = 0;
    if (p->runs < 2 || near->replace != REPLACE_RANDOM || near->ways > CACHE_FEW_WAYS)
        return;
    for (int i = 0; i < t->nest->touch_count; i++) {
        const touch_state *of = &t->w->touches[i];
        below = greater(below, -of->base / (double)near->line + 2);
        above = greater(
            above, stream_array_end(of, t->nest->touches[i].var->rank) / (double)near->line + 2);
    }
    p->hold_count[0] = (int64_t)lesser(above, LINES_MOST);
    p->hold_count[1] = (int64_t)lesser(below, LINES_MOST);
    p->notes_lines = true;
    for (int side = 0; side < 2; side++)
        p->holds[side] = ARENA_ARRAY(t->w->r->scratch, p->hold_count[side] + 1, unsigned char);
}

static unsigned char *holders(const simulation *p, int64_t line)
{
    const int kind = line < 0;
    const int64_t at = kind ? -1 - line : line;
    return at < p->hold_count[kind] ? &p->holds[kind][at] : NULL;
}

/* Uses a line of the nearest caches of all sides; returns whether all had it. */
static bool use_sides(simulation *p, int at, int64_t line, int64_t address, bool fetches)
{
    bool had = true;
    for (int side = 0; side < p->runs; side++)
        if (!cache_state_use(&p->level[side][0], line, fetches)) {
            had = false;
            p->misses[at]++;
            if (p->has_beyond)
                use_beyond(p, side, at, address);
        }
    return had;
}

/* The same where it is noted which of them have it: a use of these changes nothing. */
static bool use_noted(simulation *p, int at, int64_t line, int64_t address, bool fetches)
{
    const int64_t first = cache_set(&p->level[0][0], line) * p->level[0][0].ways;
    unsigned char *by = holders(p, line);
    if (!by) { /* one that no reference should come to, or too many: nothing more is noted */
        p->notes_lines = false;
        return use_sides(p, at, line, address, fetches);
    }
    const unsigned without = ((1u << p->runs) - 1) & ~(unsigned)*by;
    for (unsigned left = without; left; left &= left - 1) {
        const int side = __builtin_ctz(left);
        cache_state *c = &p->level[side][0];
        int64_t gone = CACHE_NO_LINE;
        if (fetches)
            gone = cache_fetch_at_random(c, &c->held[first], line);
        if (gone != CACHE_NO_LINE)
            *holders(p, gone) &= (unsigned char)~(1u << side);
        p->misses[at]++;
        if (p->has_beyond)
            use_beyond(p, side, at, address);
    }
    if (fetches)
        *by |= (unsigned char)without;
    return !without;
}

/* --- All levels ------------------------------------------------------------------------------- */

static bool use_near(simulation *p, int at, int64_t line, int64_t address, bool fetches)
{
    cache_state *near = &p->level[0][0];
    bool had;
    if (p->notes_lines)
        return use_noted(p, at, line, address, fetches);
    if (p->runs > 1)
        return use_sides(p, at, line, address, fetches);
    if (near->ways <= CACHE_FEW_WAYS)
        had = cache_use_few(near, line, fetches);
    else
        had = cache_state_use(near, line, fetches);
    if (had)
        return true;
    p->misses[at]++;
    if (p->has_beyond)
        use_beyond(p, 0, at, address);
    return false;
}

bool simulation_use(simulation *p, int at, int64_t line, int64_t address)
{
    const bool fetches = p->fetches[at];
    bool had = use_near(p, at, line, address, fetches);
    if (had || fetches)
        p->newest[cache_set(&p->level[0][0], line)] = line;
    /* A TLB with room has the pages of all lines that a cache has. */
    if (p->tlb && (!had || p->has_tlb))
        had &= use_tlb(p, p->tlb, at, address);
    return had;
}
