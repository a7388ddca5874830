#include <math.h>

#include "estimator/memory/walk.h"

/* How large arrays are in a processor's memory, and where. */

/* Do processors' iterations leave out some of the indices between those they touch? */
static bool has_gaps(const memory_walk *w, const touch *t, int d)
{
    for (int k = 0; k < t->depth; k++)
        if (t->coefficient[d * t->depth + k] && w->loops[t->loops[k]].density != 1)
            return true;
    return false;
}

/* Does a touch come to more elements than the processor owns? Where an array is distributed anew,
 * as many come from others as it has, and are no longer its. */
static bool is_beyond(const touch *t, const touch_state *s)
{
    double touched = 1, owned = 1;
    for (int d = 0; d < t->var->rank; d++) {
        int at = d * (t->depth + 1) + t->depth;
        touched *= greater(1, s->high[at] - s->low[at] + 1);
        owned *= s->extent[d] < 0 ? HUGE_VAL : s->extent[d];
    }
    return touched > owned;
}

/* Where references go through more of a dimension than the processor owns, the others have come
 * from their owners, and have room of their own. */
void room_make(memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    const bool is_more = is_beyond(t, s);
    for (int d = 0; d < t->var->rank; d++) {
        double *room = &w->room[t->var->id * MAX_RANK + d];
        int64_t whole;
        *room = greater(*room, s->extent[d]);
        double end = s->high[d * (t->depth + 1) + t->depth] + 1;
        if (is_more && s->access[d] == DIM_AFFINE && end > *room && t->var->extent[d] &&
            run_value(w->r, t->var->extent[d], &whole) && !has_gaps(w, t, d))
            *room = greater(*room, lesser(end, (double)whole));
    }
}

/* --- Places ---------------------------------------------------------------------------- */

enum {
    PAGE = 4096,
    STATIC_ALIGNED = 32,         /* gcc's, of arrays of as many bytes and more; others at 16 */
    STATIC_FIRST = 64,           /* behind what the run-time system has there */
    HEAP_FIRST = 0x2a0,          /* of the heap's first page, behind glibc's own */
    PAGES_OF_ITS_OWN = 128 << 10 /* bytes from which on malloc asks the system */
};

/* Where the next one of each kind comes. */
typedef struct free_places {
    double local, fixed, heap, pages;
} free_places;

static double aligned(double bytes, double to)
{
    return ceil(bytes / to) * to;
}

static double bytes_of(const memory_walk *w, const variable *v)
{
    double bytes = v->elem_bytes;
    for (int d = 0; d < v->rank; d++) {
        int at = v->id * MAX_RANK + d;
        bytes *= greater(w->room[at], (double)w->r->extents[at]);
    }
    return bytes;
}

/* What malloc gives has 16 bytes before it. */
static double place_allocated(free_places *next, double bytes)
{
    double *from = bytes < PAGES_OF_ITS_OWN ? &next->heap : &next->pages;
    double at = *from;
    *from += bytes < PAGES_OF_ITS_OWN ? aligned(bytes + 8, 16) : aligned(bytes + 16, PAGE);
    return at;
}

static bool has_place(const memory_walk *w, const variable *v)
{
    return w->r->est->is_used[v->id] && !v->is_in_registers && !v->is_message && v->rank;
}

/* Addresses, as gcc and glibc have them. Arrays of the file lie one after the other, the last one
 * first; those of functions downwards from 0; those from malloc behind each other in the heap, or,
 * where they are large, each at the beginning of a page, far from all these. */
void room_place(memory_walk *w)
{
    const program *all = w->r->est->graph->program;
    free_places next = {.fixed = STATIC_FIRST};
    for (int i = all->variable_count - 1; i >= 0; i--) {
        const variable *v = all->variables[i];
        double bytes = bytes_of(w, v);
        if (!has_place(w, v) || v->is_allocated || (v->owner && !v->is_static))
            continue;
        w->base[i] = aligned(next.fixed, bytes < STATIC_ALIGNED ? 16 : STATIC_ALIGNED);
        next.fixed = w->base[i] + bytes;
    }
    next.heap = aligned(next.fixed, PAGE) + HEAP_FIRST;
    for (int i = 0; i < all->variable_count; i++) {
        const variable *v = all->variables[i];
        if (has_place(w, v) && v->is_allocated && bytes_of(w, v) < PAGES_OF_ITS_OWN)
            w->base[i] = place_allocated(&next, bytes_of(w, v));
    }
    next.pages = aligned(next.heap, PAGE) + 16;
    for (int i = 0; i < all->variable_count; i++) {
        const variable *v = all->variables[i];
        if (!has_place(w, v))
            continue;
        if (v->is_allocated && bytes_of(w, v) >= PAGES_OF_ITS_OWN)
            w->base[i] = place_allocated(&next, bytes_of(w, v));
        else if (!v->is_allocated && v->owner && !v->is_static)
            w->base[i] = next.local -= aligned(bytes_of(w, v), 16);
    }
}
