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

/* Addresses: arrays lie one after the other, as compilers lay them out, each at a multiple of 16
 * bytes: those of the file upwards from 0, those of functions downwards, as gcc's frames have
 * them. */
void room_place(memory_walk *w)
{
    const program *all = w->r->est->graph->program;
    double up = 0, down = 0;
    w->base = ARENA_ARRAY(w->r->scratch, all->variable_count, double);
    for (int i = 0; i < all->variable_count; i++) {
        const variable *v = all->variables[i];
        double bytes = v->elem_bytes;
        if (!w->r->est->is_used[i] || v->is_in_registers || v->is_message || !v->rank)
            continue;
        for (int d = 0; d < v->rank; d++)
            bytes *= greater(w->room[i * MAX_RANK + d], (double)w->r->extents[i * MAX_RANK + d]);
        bytes = ceil(bytes / 16) * 16;
        bool is_local = v->owner && !v->is_static;
        w->base[i] = is_local ? down -= bytes : up;
        up += is_local ? 0 : bytes;
    }
}
