/* Elements of which one processor has all, noted for those that need them; and needs of single
 * elements, as those of a pipeline's steps: each is met once, and so no schedule is kept. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

static bool executes(const fpr_piece *p, int q)
{
    for (int i = 0; i < p->places; i++) {
        const fpr_axis *x = p->axis[i];
        if (fpr_coordinate(x->grid, x->axis, q) != p->executor[i])
            return false;
    }
    return true;
}

/* Who sends them to q: of replicated ones, the copy next to q. */
static int sender_to(const fpr_piece *p, int q)
{
    const fpr_grid *g = p->array->grid;
    int rank = 0;
    for (int k = 0; k < g->rank; k++)
        rank = rank * g->extent[k] + (p->owner[k] < 0 ? fpr_coordinate(g, k, q) : p->owner[k]);
    return rank;
}

/* Of those that write the same, it is the one beside the owner that gives it. */
static bool is_giver(const fpr_piece *p, int q, int owner)
{
    const fpr_grid *g = p->array->grid;
    for (int k = 0; k < g->rank; k++) {
        bool is_restricted = false;
        for (int i = 0; i < p->places; i++)
            is_restricted |= p->axis[i]->grid == g && p->axis[i]->axis == k;
        if (!is_restricted && fpr_coordinate(g, k, q) != fpr_coordinate(g, k, owner))
            return false;
    }
    return true;
}

static fpr_elements *list_of(const fpr_schedule *s, const fpr_array *a, int from, int q)
{
    if (from == q)
        return NULL;
    if (s->touched)
        return &s->touched[from * a->grid->size + q];
    return from == fpr_me ? &s->touched_send[q] : q == fpr_me ? &s->touched_receive[from] : NULL;
}

void fpr_note_piece(const fpr_schedule *s, const fpr_piece *p, bool is_given)
{
    fpr_stretch all = {p->at, p->by, p->count};
    if (p->by < 0)
        all = (fpr_stretch){p->at + (p->count - 1) * p->by, -p->by, p->count};
    if (p->by == 0 || p->count == 1)
        all = (fpr_stretch){p->at, 1, 1};
    for (int q = 0; q < p->array->grid->size; q++) {
        if (!executes(p, q))
            continue;
        int from = sender_to(p, q);
        fpr_elements *list = list_of(s, p->array, from, q);
        if (list && (!is_given || is_giver(p, q, from)))
            fpr_add_stretch(list, all);
    }
}

void fpr_take_noted(const fpr_array *a, fpr_elements *noted, int stride, fpr_parcels *out)
{
    out->list = fpr_allocate((size_t)a->grid->size, sizeof *out->list);
    for (int p = 0; p < a->grid->size; p++)
        if (noted[p * stride].count) {
            out->list[out->count++] = fpr_parcel_of(a, p, noted[p * stride]);
            noted[p * stride] = (fpr_elements){0};
        }
}

/* --- Single elements ------------------------------------------------------------------ */

static bool is_single(const fpr_need *n)
{
    for (int l = 0; l < n->loops; l++)
        if (n->range[l].step > 0 ? n->range[l].upper - n->range[l].lower >= n->range[l].step
                                 : n->range[l].upper - n->range[l].lower <= n->range[l].step)
            return false;
    return n->carried == 0;
}

static bool is_empty(const fpr_need *n)
{
    for (int l = 0; l < n->loops; l++)
        if (n->range[l].step > 0 ? n->range[l].upper < n->range[l].lower
                                 : n->range[l].upper > n->range[l].lower)
            return true;
    return false;
}

static long value_of(const fpr_need *n, fpr_index x)
{
    return x.offset + (x.loop < 0 ? 0 : x.scale * n->range[x.loop].lower);
}

/* False: it is not in the array. */
static bool make_piece(const fpr_array *a, const fpr_need *n, fpr_piece *out)
{
    long index[FPR_RANK];
    *out = (fpr_piece){.array = a, .count = 1};
    for (int d = 0; d < a->rank; d++) {
        index[d] = value_of(n, n->index[d]);
        if (index[d] < 0 || index[d] >= a->extent[d])
            return false;
        out->at = out->at * a->extent[d] + index[d];
    }
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_lie *lie = &a->lie[k];
        long cell = lie->offset + (lie->dim < 0 ? 0 : lie->stride * index[lie->dim]);
        out->owner[k] = lie->axis ? fpr_owner(lie->axis, cell) : -1;
    }
    for (; out->places < FPR_RANK && n->home[out->places].axis; out->places++) {
        const fpr_home *h = &n->home[out->places];
        out->axis[out->places] = h->axis;
        out->executor[out->places] = fpr_owner(h->axis, value_of(n, h->cell));
    }
    return true;
}

/* Has this processor a part in it? */
static bool concerns_me(const fpr_piece *p)
{
    const fpr_grid *g = p->array->grid;
    bool has_it = true;
    for (int k = 0; k < g->rank; k++)
        has_it = has_it && (p->owner[k] < 0 || p->owner[k] == g->me[k]);
    if (!has_it)
        return executes(p, fpr_me);
    for (int q = 0; q < g->size; q++)
        if (q != fpr_me && executes(p, q) && sender_to(p, q) == fpr_me)
            return true;
    return false;
}

/* What is written for several copies goes to all of them. */
static bool has_copies(const fpr_array *a)
{
    for (int k = 0; k < a->grid->rank; k++)
        if (!a->lie[k].axis)
            return true;
    return false;
}

bool fpr_note_singles(const fpr_schedule *s, const fpr_array *a, int count, const fpr_need *needs,
                      bool is_given, bool *concerns)
{
    fpr_piece p;
    if (is_given && has_copies(a))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_single(&needs[i]))
            return false;
    *concerns = false;
    for (int i = 0; i < count && fpr_me < a->grid->size; i++)
        if (!is_empty(&needs[i]) && make_piece(a, &needs[i], &p) && concerns_me(&p)) {
            fpr_note_piece(s, &p, is_given);
            *concerns = true;
        }
    return true;
}
