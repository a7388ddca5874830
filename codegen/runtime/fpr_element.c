/* Needs of single elements, as those of a pipeline's steps: each occurs once, and so no schedule is
 * cached. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

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
        const fpr_alignment *alignment = &a->alignment[k];
        long cell = alignment->offset +
                    (alignment->dim < 0 ? 0 : alignment->stride * index[alignment->dim]);
        out->owner[k] = alignment->axis ? fpr_owner(alignment->axis, cell) : -1;
    }
    for (; out->restricted < FPR_RANK && n->home[out->restricted].axis; out->restricted++) {
        const fpr_on *h = &n->home[out->restricted];
        out->axis[out->restricted] = h->axis;
        out->executor[out->restricted] = fpr_owner(h->axis, value_of(n, h->cell));
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
        return fpr_executes_piece(p, fpr_me);
    for (int q = 0; q < g->size; q++)
        if (q != fpr_me && fpr_executes_piece(p, q) && fpr_sender_of_piece(p, q) == fpr_me)
            return true;
    return false;
}

/* What is written for several copies goes to all of them. */
static bool has_copies(const fpr_array *a)
{
    for (int k = 0; k < a->grid->rank; k++)
        if (!a->alignment[k].axis)
            return true;
    return false;
}

/* Notes them for the schedule; `concerns`: there are any that this processor sends or receives.
 * False: they are no single elements. */
static bool record_singles(const fpr_schedule *s, const fpr_array *a, int count,
                           const fpr_need *needs, bool is_write_back, bool *concerns)
{
    fpr_piece p;
    if (is_write_back && has_copies(a))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_single(&needs[i]))
            return false;
    *concerns = false;
    for (int i = 0; i < count && fpr_me < a->grid->size; i++)
        if (!is_empty(&needs[i]) && make_piece(a, &needs[i], &p) && concerns_me(&p)) {
            fpr_record_piece(s, &p, is_write_back);
            *concerns = true;
        }
    return true;
}

/* --- The schedule ----------------------------------------------------------------------- */

/* The one schedule of all of them, with memory for `capacity` partners. */
static fpr_schedule once;
static int capacity;

static void *widen(void *old, size_t had, size_t bytes)
{
    char *wider = fpr_realloc(old, bytes);
    fpr_clear(wider + had, bytes - had);
    return wider;
}

static void make_room(int partners)
{
    size_t had = (size_t)capacity, count = (size_t)partners;
    fpr_elements **recorded[] = {&once.inspected_send, &once.inspected_receive};
    fpr_packed_all *messages[] = {&once.send, &once.receive};
    if (partners <= capacity)
        return;
    for (int i = 0; i < 2; i++) {
        *recorded[i] =
            widen(*recorded[i], had * sizeof **recorded[i], count * sizeof **recorded[i]);
        messages[i]->list = widen(messages[i]->list, had * sizeof *messages[i]->list,
                                  count * sizeof *messages[i]->list);
    }
    once.requests = fpr_realloc(once.requests, 2 * count * sizeof *once.requests);
    capacity = partners;
}

/* In the memory of those before. */
static void set_messages(const fpr_array *a, fpr_elements *recorded, fpr_packed_all *out)
{
    out->count = 0;
    for (int p = 0; p < a->grid->size; p++)
        if (recorded[p].count) {
            fpr_packed_set(a, p, &recorded[p], &out->list[out->count++]);
            recorded[p].count = 0;
        }
}

fpr_schedule *fpr_single_schedule(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                                  int count, const fpr_need *needs, bool is_write_back)
{
    static fpr_schedule nothing;
    bool concerns;
    if (!fpr_is_between_two(pattern))
        return NULL;
    make_room(a->grid->size);
    if (!record_singles(&once, a, count, needs, is_write_back, &concerns))
        return NULL;
    nothing.site = site;
    if (!concerns)
        return &nothing;
    once.site = site;
    once.pattern = pattern;
    fpr_hold_begin(site, a);
    set_messages(a, once.inspected_send, is_write_back ? &once.receive : &once.send);
    set_messages(a, once.inspected_receive, is_write_back ? &once.send : &once.receive);
    fpr_hold_end(site);
    return &once;
}
