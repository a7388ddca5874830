/* Dense dimensions: of one in cycles only what the processor owns is stored, block after block, and
 * after it what it receives of others.
 *
 * The place of an index that it owns is fpr_local of its cell. One that it receives has a slot: as
 * long as a place of the program whose last execution has received it is not executed again. There
 * are as many slots as all places of the program receive at a time. After them is one place more,
 * of all that the processor neither owns nor has received: what all execute may be written there,
 * and nobody reads it.
 *
 * By owners, of a vector of which it may receive anything, each index has one place for good: what
 * each processor owns is together, in the order of the indices, as that one has it. So what goes
 * through a processor's indices, or those so many further, goes through neighbours in memory; where
 * all of them lie in the order of the indices, each is in a line of the cache of its own. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

enum { FEW = 8 }; /* slots that are searched one by one */

struct fpr_slots {
    const fpr_axis *axis;
    long offset, extent; /* cell = index + offset */
    long owned;          /* by owners: places for each; else 0 */
    long first, count;   /* the slots' places */
    int *place;          /* by index; null: computed */
    long *index;         /* by slot; -1: none */
    int *users;          /* places of the program that hold it */
    long *holder;        /* the last of them */
    long lowest;         /* no slot below is free */
    /* Of elements apart, whose index is their place in the whole array: what is in a slot is found
     * by a table of lists. */
    long buckets, *bucket, *next; /* of slots; -1: none */
};

/* --- Places --------------------------------------------------------------------------------- */

static bool is_mine(const fpr_slots *s, long index)
{
    return fpr_is_mine(s->axis, index + s->offset);
}

fpr_slots *fpr_slots_open(const fpr_array *a, int d, const fpr_alignment *alignment, long received)
{
    fpr_slots *s = fpr_allocate(1, sizeof *s);
    size_t count = (size_t)received;
    *s = (fpr_slots){.axis = alignment->axis,
                     .offset = alignment->offset,
                     .extent = a->extent[d],
                     .first = a->from[d] + a->count[d] - received - 1,
                     .count = received,
                     .index = fpr_allocate(count, sizeof *s->index),
                     .users = fpr_allocate(count, sizeof *s->users),
                     .holder = fpr_allocate(count, sizeof *s->holder)};
    for (long k = 0; k < received; k++)
        s->index[k] = -1;
    if (a->rank == 1 && received <= FEW)
        return s;
    s->place = fpr_allocate((size_t)s->extent, sizeof *s->place);
    for (long i = 0; i < s->extent; i++)
        s->place[i] =
            (int)(is_mine(s, i) ? fpr_local(s->axis, i + s->offset) : s->first + s->count);
    return s;
}

static long place_by_owner(const fpr_slots *s, long index)
{
    const fpr_axis *x = s->axis;
    long procs = x->grid->extent[x->axis], cell = index + s->offset;
    return fpr_mod(fpr_owner(x, cell) - x->grid->me[x->axis], procs) * s->owned +
           fpr_local(x, cell);
}

fpr_slots *fpr_slots_by_owner(const fpr_array *a, int d, const fpr_alignment *alignment)
{
    fpr_slots *s = fpr_allocate(1, sizeof *s);
    *s = (fpr_slots){.axis = alignment->axis,
                     .offset = alignment->offset,
                     .extent = a->extent[d],
                     .owned = a->owned[d]};
    if (a->rank == 1)
        return s;
    s->place = fpr_allocate((size_t)s->extent, sizeof *s->place);
    for (long i = 0; i < s->extent; i++)
        s->place[i] = (int)place_by_owner(s, i);
    return s;
}

long fpr_beside(const fpr_array *a, int d, const fpr_axis *x, long by)
{
    long procs = x->grid->extent[x->axis];
    return fpr_mod(by, procs) * a->owned[d] + fpr_div(x->grid->me[x->axis] + by, procs);
}

fpr_slots *fpr_slots_apart(long first, long count)
{
    fpr_slots *s = fpr_allocate(1, sizeof *s);
    size_t slots = (size_t)count;
    *s = (fpr_slots){.first = first,
                     .count = count,
                     .index = fpr_allocate(slots, sizeof *s->index),
                     .users = fpr_allocate(slots, sizeof *s->users),
                     .holder = fpr_allocate(slots, sizeof *s->holder),
                     .buckets = count,
                     .bucket = fpr_allocate(slots, sizeof *s->bucket),
                     .next = fpr_allocate(slots, sizeof *s->next)};
    for (long k = 0; k < count; k++)
        s->index[k] = s->bucket[k] = s->next[k] = -1;
    return s;
}

/* Places of the program may still hold some. */
void fpr_slots_close(fpr_slots *s)
{
    if (!s)
        return;
    free(s->place);
    free(s->index);
    free(s->users);
    free(s->holder);
    free(s->bucket);
    free(s->next);
    *s = (fpr_slots){0};
}

const int *fpr_places(const fpr_slots *s)
{
    return s->place;
}

static long place_of(const fpr_slots *s, long index)
{
    if (s->owned)
        return place_by_owner(s, index);
    if (s->buckets) {
        long at = s->bucket[index % s->buckets];
        while (at >= 0 && s->index[at] != index)
            at = s->next[at];
        return s->first + (at < 0 ? s->count : at);
    }
    if (s->place)
        return s->place[index];
    if (is_mine(s, index))
        return fpr_local(s->axis, index + s->offset);
    long slot = 0;
    while (slot < s->count && s->index[slot] != index)
        slot++;
    return s->first + slot;
}

long fpr_place_at(const fpr_array *a, int d, long index)
{
    return place_of(a->slots[d], index);
}

/* Does the processor own the element in the dense dimensions? */
static bool is_owned(const fpr_array *a, const long *index)
{
    for (int d = 0; d < a->rank; d++)
        if (a->slots[d] && !is_mine(a->slots[d], index[d]))
            return false;
    return true;
}

void *fpr_element(const fpr_array *a, const long *index)
{
    long long at = 0, whole = 0;
    bool is = is_owned(a, index);
    for (int d = 0; d < a->rank; d++) {
        long place = is && a->slots[d] ? place_of(a->slots[d], index[d]) : index[d];
        at += (place - a->from[d]) * a->strides[d];
        whole = whole * a->extent[d] + index[d];
    }
    return (char *)a->memory +
           (is ? at : place_of(a->slots_apart, (long)whole)) * (long long)a->bytes;
}

long fpr_index_at(const fpr_slots *s, long place)
{
    long block = s->axis->block, procs = s->axis->grid->extent[s->axis->axis];
    long me = s->axis->grid->me[s->axis->axis];
    if (s->owned) {
        me = fpr_mod(me + place / s->owned, procs);
        place %= s->owned;
    } else if (place >= s->first) {
        return -1;
    }
    long cell = (place / block * procs + me) * block + place % block;
    long index = cell + s->axis->lower - s->offset;
    return index < s->extent ? index : -1;
}

long fpr_evenly_placed(const fpr_slots *s, long index, long by, long *step)
{
    long procs = s->axis->grid->extent[s->axis->axis], cell = index + s->offset;
    bool is_round = by % (s->axis->block * procs) == 0;
    *step = is_round ? by / procs : by;
    return s->owned || is_mine(s, index) ? fpr_same_owner(s->axis, cell, by) : 1;
}

/* --- Slots ---------------------------------------------------------------------------------- */

static fpr_holding *holding; /* what slots are given to at present */
static long holdings;        /* so far */

static bool is_apart; /* where what is received now is stored */

bool fpr_is_apart(const fpr_array *a, long long whole)
{
    long index[FPR_RANK];
    for (int d = a->rank; d-- > 0 && is_apart; whole /= a->extent[d])
        index[d] = (long)(whole % a->extent[d]);
    return is_apart && !is_owned(a, index);
}

static void note(fpr_holding *h, fpr_slots *s, long index, long place)
{
    if (h->count == h->capacity) {
        h->capacity = h->capacity ? 2 * h->capacity : 8;
        h->list = fpr_realloc(h->list, (size_t)h->capacity * sizeof *h->list);
    }
    h->list[h->count++] = (fpr_held){s, index, place};
}

static void take_slot(fpr_holding *h, fpr_slots *s, long slot, long index)
{
    bool is_new = s->users[slot]++ == 0;
    s->holder[slot] = h->number;
    s->index[slot] = index;
    if (s->place)
        s->place[index] = (int)(s->first + slot);
    if (s->buckets && is_new) {
        s->next[slot] = s->bucket[index % s->buckets];
        s->bucket[index % s->buckets] = slot;
    }
    note(h, s, index, s->first + slot);
}

static void leave_slot(fpr_slots *s, long slot)
{
    if (slot >= s->count || --s->users[slot] > 0)
        return;
    if (s->place)
        s->place[s->index[slot]] = (int)(s->first + s->count);
    if (s->buckets) {
        long *at = &s->bucket[s->index[slot] % s->buckets];
        while (*at != slot)
            at = &s->next[*at];
        *at = s->next[slot];
    }
    s->index[slot] = -1;
    s->lowest = fpr_min(s->lowest, slot);
}

static long find_free(fpr_slots *s)
{
    while (s->lowest < s->count && s->users[s->lowest] > 0)
        s->lowest++;
    return s->lowest;
}

long fpr_place_for(fpr_slots *s, long index)
{
    long place = place_of(s, index), slot = place - s->first;
    if (slot < 0 || s->owned)
        return place;
    if (!holding)
        return slot < s->count ? place : -1;
    if (slot < s->count && s->holder[slot] == holding->number)
        return place;
    if (slot == s->count)
        slot = find_free(s);
    if (slot == s->count)
        return -1;
    take_slot(holding, s, slot, index);
    return s->first + slot;
}

static void release(fpr_holding *h)
{
    for (int i = 0; i < h->count; i++)
        leave_slot(h->list[i].slots, h->list[i].place - h->list[i].slots->first);
    h->count = 0;
}

static bool has_slots(const fpr_array *a)
{
    for (int d = 0; d < a->rank; d++)
        if (a->slots[d] && !a->owned[d])
            return true;
    return false;
}

void fpr_hold_begin(fpr_site *site, const fpr_array *a)
{
    holding = NULL;
    is_apart = false;
    if (!has_slots(a))
        return;
    is_apart = site->is_apart;
    if (!site->held)
        site->held = fpr_allocate(1, sizeof *site->held);
    release(site->held);
    site->held->number = ++holdings;
    holding = site->held;
}

void fpr_hold_end(fpr_site *site)
{
    (void)site;
    holding = NULL;
    is_apart = false;
}

void fpr_hold_for(fpr_site *site, fpr_schedule *s)
{
    size_t bytes = holding ? (size_t)holding->count * sizeof *holding->list : 0;
    if (holding)
        s->held = (fpr_holding){holding->number, holding->count, holding->count, NULL};
    if (bytes)
        s->held.list = memcpy(fpr_allocate(1, bytes), holding->list, bytes);
    fpr_hold_end(site);
}

bool fpr_hold_again(fpr_site *site, const fpr_schedule *s)
{
    const fpr_holding *had = &s->held;
    if (!had->number || site->held->number == had->number)
        return true;
    release(site->held);
    for (int i = 0; i < had->count; i++) {
        const fpr_held *one = &had->list[i];
        long slot = one->place - one->slots->first, held = place_of(one->slots, one->index);
        bool is_free = held == one->slots->first + one->slots->count && !one->slots->users[slot];
        if (held != one->place && !is_free)
            return false;
    }
    site->held->number = had->number;
    for (int i = 0; i < had->count; i++)
        take_slot(site->held, had->list[i].slots, had->list[i].place - had->list[i].slots->first,
                  had->list[i].index);
    return true;
}
