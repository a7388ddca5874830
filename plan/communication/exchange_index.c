#include "plan/communication/exchange_index.h"

#include <stdint.h>
#include <string.h>

/* In order of their places, and those of one place in order of age. Plans go through the text, so
 * that a new one is nearly always the last. */
typedef VEC(exchange *) exchange_row;

typedef struct index_entry {
    const variable *var; /* null: free */
    node *const *list;
    exchange_row row;
} index_entry;

struct exchange_index {
    int size, used; /* a power of two, at least twice as many as are used */
    index_entry *entry;
};

static size_t hash_of(const variable *var, node *const *list)
{
    uint64_t h = (uint64_t)(uintptr_t)list * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)var->id;
    h *= UINT64_C(0xff51afd7ed558ccd);
    return (size_t)(h >> 32);
}

/* The entry, or the free one where it would be. */
static index_entry *entry_of(const struct exchange_index *x, const variable *var, node *const *list)
{
    size_t at = hash_of(var, list) & (size_t)(x->size - 1);
    while (x->entry[at].var && (x->entry[at].var != var || x->entry[at].list != list))
        at = (at + 1) & (size_t)(x->size - 1);
    return &x->entry[at];
}

static void make_room(planner *p, struct exchange_index *x)
{
    const struct exchange_index old = *x;
    if (2 * (old.used + 1) <= old.size)
        return;
    x->size = old.size ? 2 * old.size : 16;
    x->entry = ARENA_ARRAY(p->arena, x->size, index_entry);
    for (int i = 0; i < old.size; i++)
        if (old.entry[i].var)
            *entry_of(x, old.entry[i].var, old.entry[i].list) = old.entry[i];
}

/* How many stand before the nodes up to number `last`. */
static int count_up_to(const exchange_row *row, int last)
{
    int low = 0, high = row->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (row->data[middle]->index <= last)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void exchange_index_add(planner *p, exchange *x)
{
    if (!p->exchange_index)
        p->exchange_index = ARENA_NEW(p->arena, struct exchange_index);
    make_room(p, p->exchange_index);
    index_entry *e = entry_of(p->exchange_index, x->comm->var, x->list);
    p->exchange_index->used += !e->var;
    e->var = x->comm->var;
    e->list = x->list;
    int at = count_up_to(&e->row, x->index), after = e->row.count - at;
    VEC_PUSH(p->arena, &e->row, x);
    memmove(e->row.data + at + 1, e->row.data + at, (size_t)after * sizeof *e->row.data);
    e->row.data[at] = x;
}

exchange *exchange_index_find(const planner *p, const variable *var, node *const *list, int first,
                              int last)
{
    const index_entry *e = p->exchange_index ? entry_of(p->exchange_index, var, list) : NULL;
    exchange *youngest = NULL;
    for (int i = e ? count_up_to(&e->row, last) : 0; i-- > 0 && e->row.data[i]->index >= first;)
        if (!youngest || e->row.data[i]->comm->id > youngest->comm->id)
            youngest = e->row.data[i];
    return youngest;
}
