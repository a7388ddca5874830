/* Reflects of arrays whose first and last processors are neighbours, too: what is beyond an end is
 * what is at the other end, and has room of its own there. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

/* What is sent along the axis that divides dimension `dim`: by partner's coordinate. */
typedef struct ring {
    const fpr_array *array;
    int dim;
    const fpr_halo *reach;
    const fpr_alignment *along;
    fpr_range beside[FPR_RANK]; /* of the other dimensions; the same on both sides */
    fpr_offsets *out, *in;      /* by coordinate: what is owned here; its copies in shadows here */
} ring;

static bool is_empty(fpr_range r)
{
    return r.upper < r.lower;
}

/* What goes along of dimension d: what this processor owns, and of its shadow so much. */
static fpr_range range_beside(const fpr_array *a, int d, fpr_halo reach)
{
    int me = 0;
    for (int k = 0; k < a->grid->rank; k++)
        if (a->alignment[k].axis && a->alignment[k].dim == d)
            me = a->grid->me[k];
    fpr_range r = fpr_owned_range(a, d, me);
    long last = a->from[d] + a->count[d] - 1;
    if (is_empty(r))
        return r;
    r.lower = reach.below < 0 ? a->from[d] : fpr_max(r.lower - reach.below, a->from[d]);
    r.upper = reach.above < 0 ? last : fpr_min(r.upper + reach.above, last);
    return r;
}

/* Adds where the elements are whose index of dimension `dim` is `index`. */
static void add_slab(const ring *r, long index, fpr_offsets *out)
{
    const fpr_array *a = r->array;
    long place[FPR_RANK];
    int last = a->rank - 1;
    for (int d = 0; d < a->rank; d++) {
        place[d] = d == r->dim ? index : r->beside[d].lower;
        if (d != r->dim && is_empty(r->beside[d]))
            return;
    }
    for (;;) {
        long long at = 0;
        for (int d = 0; d < a->rank; d++)
            at += (place[d] - a->from[d]) * a->strides[d];
        long count = last == r->dim ? 1 : r->beside[last].upper - r->beside[last].lower + 1;
        fpr_add_stretch(out, (fpr_stretch){at, 1, count});
        int d = last - 1;
        while (d >= 0 && (d == r->dim || ++place[d] > r->beside[d].upper)) {
            if (d != r->dim)
                place[d] = r->beside[d].lower;
            d--;
        }
        if (d < 0)
            return;
    }
}

/* The element that a place of the shadow stands for; -1: none. */
static long stands_for(const ring *r, long index)
{
    long extent = r->array->extent[r->dim];
    if (r->reach[r->dim].is_round)
        return fpr_mod(index, extent);
    return index >= 0 && index < extent ? index : -1;
}

static int owner_of(const ring *r, long index)
{
    return fpr_owner(r->along->axis, r->along->stride * index + r->along->offset);
}

/* One place of the shadow of coordinate q. */
static void add_place(const ring *r, int q, long place)
{
    int me = r->array->grid->me[r->along->axis->axis];
    long element = stands_for(r, place);
    int owner = element < 0 ? -1 : owner_of(r, element);
    if (owner == me)
        add_slab(r, element, &r->out[q]);
    if (owner >= 0 && q == me)
        add_slab(r, place, &r->in[owner]);
}

/* In the order of the receiver's shadow, on both sides. */
static void add_shadow(const ring *r, int q)
{
    fpr_range own = fpr_owned_range(r->array, r->dim, q);
    fpr_halo reach = r->reach[r->dim];
    for (long i = own.lower - reach.below; i < own.lower && !is_empty(own); i++)
        add_place(r, q, i);
    for (long i = own.upper + 1; i <= own.upper + reach.above && !is_empty(own); i++)
        add_place(r, q, i);
}

/* --- Schedules ---------------------------------------------------------------------------- */

static int rank_at(const fpr_grid *g, int axis, int coordinate)
{
    int at[FPR_RANK];
    for (int k = 0; k < g->rank; k++)
        at[k] = k == axis ? coordinate : g->me[k];
    return fpr_rank_at(g, at);
}

static void add_packed(const fpr_array *a, int partner, fpr_offsets offsets, fpr_packed_all *out)
{
    fpr_packed *p = &out->list[out->count];
    long long count = fpr_count_elements(&offsets);
    if (count == 0)
        return;
    size_t bytes = (size_t)count * a->bytes;
    *p = (fpr_packed){partner, count, offsets, fpr_realloc(NULL, bytes), bytes};
    out->count++;
}

static void make(ring *r, fpr_schedule *s, bool is_back)
{
    const fpr_array *a = r->array;
    const fpr_grid *g = a->grid;
    int axis = r->along->axis->axis, procs = g->extent[axis];
    fpr_packed_all *owners = is_back ? &s->receive : &s->send;
    fpr_packed_all *shadows = is_back ? &s->send : &s->receive;
    for (int d = 0; d < a->rank; d++)
        if (d != r->dim)
            r->beside[d] = range_beside(a, d, r->reach[d]);
    r->out = fpr_allocate((size_t)procs, sizeof *r->out);
    r->in = fpr_allocate((size_t)procs, sizeof *r->in);
    owners->list = fpr_allocate((size_t)procs, sizeof *owners->list);
    shadows->list = fpr_allocate((size_t)procs, sizeof *shadows->list);
    for (int q = 0; q < procs; q++)
        add_shadow(r, q);
    for (int q = 0; q < procs; q++) {
        if (q == g->me[axis])
            continue;
        add_packed(a, rank_at(g, axis, q), r->out[q], owners);
        add_packed(a, rank_at(g, axis, q), r->in[q], shadows);
    }
    s->own_from = r->out[g->me[axis]];
    s->own_to = r->in[g->me[axis]];
    free(r->out);
    free(r->in);
    fpr_schedule_ready(s);
}

static fpr_schedule *schedule_of(fpr_site *site, ring *r, bool is_back)
{
    static fpr_key key; /* its memory is used again */
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)r->array->memory);
    fpr_key_add(&key, r->dim);
    fpr_key_add(&key, is_back);
    for (int d = 0; d < r->array->rank; d++) {
        fpr_key_add(&key, r->reach[d].below);
        fpr_key_add(&key, r->reach[d].above);
        fpr_key_add(&key, r->reach[d].is_round);
    }
    fpr_schedule *s = fpr_cache_find(site, &key);
    if (s)
        return s;
    s = fpr_cache_add(site, &key);
    make(r, s, is_back);
    return s;
}

static bool find_axis(ring *r)
{
    const fpr_array *a = r->array;
    for (int k = 0; k < a->grid->rank; k++)
        if (a->alignment[k].axis && a->alignment[k].dim == r->dim && a->grid->me[k] >= 0) {
            r->along = &a->alignment[k];
            return true;
        }
    return false;
}

/* Who has nothing of the array only comes to the barriers of shared access. */
static void pass_by(fpr_site *site, fpr_array *a)
{
    fpr_schedule nothing = {.site = site};
    fpr_send_posted(a, a, &nothing, NULL);
}

void fpr_reflect(fpr_site *site, fpr_array *a, int dim, const fpr_halo *reach)
{
    ring r = {.array = a, .dim = dim, .reach = reach};
    if (!find_axis(&r)) {
        pass_by(site, a);
        return;
    }
    fpr_schedule *s = schedule_of(site, &r, false);
    fpr_copy_elements(a, &s->own_to, a, &s->own_from);
    if (fpr_how.is_phased || fpr_how.is_sendrecv)
        fpr_send_steps(a, a, s, fpr_how.is_sendrecv);
    else
        fpr_send_posted(a, a, s, NULL);
}

/* What is both shadow and owned here: combined as if it had been received. */
static void combine_own(fpr_array *a, const fpr_schedule *s, fpr_join *combine)
{
    long long count = fpr_count_elements(&s->own_to);
    if (count == 0)
        return;
    size_t bytes = (size_t)count * a->bytes;
    fpr_packed from = {fpr_me, count, s->own_to, fpr_realloc(NULL, bytes), bytes};
    fpr_packed to = {fpr_me, count, s->own_from, from.buffer, bytes};
    fpr_pack(a, &from);
    fpr_unpack(a, &to, combine);
    free(from.buffer);
}

void fpr_reflect_back(fpr_site *site, fpr_array *a, fpr_type type, int dim, const fpr_halo *reach)
{
    ring r = {.array = a, .dim = dim, .reach = reach};
    if (!find_axis(&r)) {
        pass_by(site, a);
        return;
    }
    fpr_join *combine = fpr_join_of(type, FPR_SUM);
    fpr_schedule *s = schedule_of(site, &r, true);
    combine_own(a, s, combine);
    fpr_send_posted(a, a, s, combine);
}
