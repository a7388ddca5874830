/* Elements of which one processor has all, recorded for those that need them. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

bool fpr_executes_piece(const fpr_piece *p, int q)
{
    for (int i = 0; i < p->restricted; i++) {
        const fpr_axis *x = p->axis[i];
        if (fpr_coordinate(x->grid, x->axis, q) != p->executor[i])
            return false;
    }
    return true;
}

int fpr_sender_of_piece(const fpr_piece *p, int q)
{
    const fpr_grid *g = p->array->grid;
    int at[FPR_RANK];
    for (int k = 0; k < g->rank; k++)
        at[k] = p->owner[k] < 0 ? fpr_copy_for(g, k, q) : p->owner[k];
    return fpr_rank_at(g, at);
}

/* Of those that write the same, the one next to the owner writes it back. */
static bool writes_back(const fpr_piece *p, int q, int owner)
{
    const fpr_grid *g = p->array->grid;
    for (int k = 0; k < g->rank; k++) {
        bool is_restricted = false;
        for (int i = 0; i < p->restricted; i++)
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
    if (s->inspected)
        return &s->inspected[from * a->grid->size + q];
    return from == fpr_me ? &s->inspected_send[q]
           : q == fpr_me  ? &s->inspected_receive[from]
                          : NULL;
}

void fpr_record_piece(const fpr_schedule *s, const fpr_piece *p, bool is_write_back)
{
    fpr_stretch all = {p->at, p->by, p->count};
    if (p->by < 0)
        all = (fpr_stretch){p->at + (p->count - 1) * p->by, -p->by, p->count};
    if (p->by == 0 || p->count == 1)
        all = (fpr_stretch){p->at, 1, 1};
    for (int q = 0; q < p->array->grid->size; q++) {
        if (!fpr_executes_piece(p, q))
            continue;
        int from = fpr_sender_of_piece(p, q);
        fpr_elements *list = list_of(s, p->array, from, q);
        if (list && (!is_write_back || writes_back(p, q, from)))
            fpr_add_stretch(list, all);
    }
}

void fpr_take_recorded(const fpr_array *a, fpr_elements *recorded, int stride, fpr_packed_all *out)
{
    out->list = fpr_allocate((size_t)a->grid->size, sizeof *out->list);
    for (int p = 0; p < a->grid->size; p++)
        if (recorded[p * stride].count) {
            out->list[out->count++] = fpr_pack_of(a, p, recorded[p * stride]);
            recorded[p * stride] = (fpr_elements){0};
        }
}
