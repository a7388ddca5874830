/* Schedules: worked out from the needs, and kept while these are the same. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* --- Parcels ---------------------------------------------------------------------- */

/* Where the ascending stretch that begins at `first` ends. */
static long long end_of_ascending(const fpr_elements *e, long long first)
{
    long long end = first + 1;
    while (end < e->count && e->at[end] > e->at[end - 1])
        end++;
    return end < e->count ? end : e->count;
}

/* Joins two ascending stretches; what is in both is in the result once. Returns its length. */
static long long merge(const long long *a, long long a_count, const long long *b, long long b_count,
                       long long *out)
{
    long long i = 0, j = 0, count = 0;
    while (i < a_count && j < b_count) {
        long long next = a[i] < b[j] ? a[i] : b[j];
        i += a[i] == next;
        j += b[j] == next;
        out[count++] = next;
    }
    while (i < a_count)
        out[count++] = a[i++];
    while (j < b_count)
        out[count++] = b[j++];
    return count;
}

/* Ascending, each once. What a need has is collected in this order, so that there are but as
 * many stretches to be merged as there are needs. */
static void sort_elements(fpr_elements *e)
{
    long long *other = NULL;
    while (end_of_ascending(e, 0) < e->count) {
        long long kept = 0;
        if (!other)
            other = fpr_allocate((size_t)e->count, sizeof *other);
        for (long long first = 0; first < e->count;) {
            long long middle = end_of_ascending(e, first);
            long long end = middle < e->count ? end_of_ascending(e, middle) : middle;
            kept +=
                merge(e->at + first, middle - first, e->at + middle, end - middle, other + kept);
            first = end;
        }
        long long *sorted = other;
        other = e->at;
        e->at = sorted;
        e->room = e->count = kept;
    }
    free(other);
}

/* From a place in the whole array to that in the window. */
static long long local_of(const fpr_array *a, long long whole)
{
    long long local = 0;
    for (int d = a->rank - 1; d >= 0; d--) {
        long index = (long)(whole % a->extent[d]) - a->from[d];
        whole /= a->extent[d];
        if (index < 0 || index >= a->count[d])
            fpr_fail("'%s' has no room for index %ld of its dimension %d on this processor: an "
                     "error of the program that generated this one",
                     a->name, index + a->from[d], d + 1);
        local += index * a->strides[d];
    }
    return local;
}

fpr_places fpr_places_of(const fpr_array *a, fpr_elements *e)
{
    fpr_places places = {0};
    int last = a->rank - 1;
    sort_elements(e);
    for (long long i = 0, count; i < e->count; i += count) {
        /* What follows one another in a row does so in the window. */
        long long first = e->at[i], row_end = (first / a->extent[last] + 1) * a->extent[last];
        count = 1;
        while (i + count < e->count && e->at[i + count] == first + count && first + count < row_end)
            count++;
        local_of(a, first + count - 1);
        fpr_add_places(&places, local_of(a, first), count);
    }
    return places;
}

fpr_parcel fpr_parcel_of(const fpr_array *a, int partner, fpr_elements e)
{
    fpr_places places = fpr_places_of(a, &e);
    free(e.at);
    return (fpr_parcel){partner, e.count, places, fpr_allocate((size_t)e.count, a->bytes)};
}

fpr_parcel fpr_parcel_of_some(const fpr_array *a, int partner, fpr_elements all, fpr_elements own)
{
    long long next = 0;
    fpr_places places = {0};
    sort_elements(&all);
    sort_elements(&own);
    for (long long i = 0; i < all.count; i++) {
        bool is_own = next < own.count && own.at[next] == all.at[i];
        next += is_own;
        fpr_add_places(&places, is_own ? local_of(a, all.at[i]) : -1, 1);
    }
    free(all.at);
    free(own.at);
    return (fpr_parcel){partner, all.count, places, fpr_allocate((size_t)all.count, a->bytes)};
}

/* Of what `me` has and others execute (is_owner), or the other way round. */
static void make_parcels(const fpr_array *a, const fpr_schedule *s, int me, bool is_owner,
                         bool is_given, fpr_parcels *out)
{
    bool is_any = is_owner ? fpr_has_some(a, s->need_count, s->needs, me)
                           : fpr_executes(s->need_count, s->needs, me);
    if (!is_any || me >= a->grid->size)
        return;
    out->list = fpr_allocate((size_t)a->grid->size, sizeof *out->list);
    for (int p = 0; p < a->grid->size; p++) {
        fpr_elements e = {0};
        if (p != me)
            fpr_collect(a, s->need_count, s->needs, is_owner ? p : me, is_owner ? me : p, is_given,
                        &e);
        if (e.count)
            out->list[out->count++] = fpr_parcel_of(a, p, e);
        else
            free(e.at);
    }
    if (!out->count) {
        free(out->list);
        out->list = NULL;
    }
}

/* --- Schedules ----------------------------------------------------------------------- */

void fpr_schedule_ready(fpr_schedule *s)
{
    s->requests = fpr_allocate((size_t)(s->send.count + s->receive.count), sizeof *s->requests);
}

void fpr_free_parcel(fpr_parcel *p)
{
    fpr_free_places(&p->places);
    free(p->buffer);
}

static void free_parcels(fpr_parcels *p)
{
    for (int i = 0; i < p->count; i++)
        fpr_free_parcel(&p->list[i]);
    free(p->list);
}

void fpr_schedule_free(fpr_schedule *s)
{
    if (!s)
        return;
    free_parcels(&s->send);
    free_parcels(&s->receive);
    fpr_free_places(&s->own_from);
    fpr_free_places(&s->own_to);
    fpr_free_together(s);
    free(s->requests);
    free(s->key.words);
    free(s);
}

static fpr_schedule nothing; /* to send, or to receive */

fpr_schedule *fpr_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern, int count,
                               const fpr_need *needs, bool is_given)
{
    static fpr_key key; /* its room is used again */
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)a->memory);
    fpr_key_add(&key, (long)pattern);
    fpr_key_add(&key, is_given);
    for (int i = 0; i < count; i++)
        fpr_key_add_need(&key, a, &needs[i]);
    fpr_schedule *s = fpr_find(site, &key);
    if (s)
        return s;
    /* Not kept: of a pipeline's many steps, each processor takes part in few. */
    bool is_between_two = pattern == FPR_POSTED || pattern == FPR_PHASED;
    if (is_between_two && !fpr_may_take_part(a, count, needs, fpr_me))
        return &nothing;
    s = fpr_keep(site, &key);
    s->pattern = pattern;
    s->need_count = count;
    s->needs = needs;
    if (pattern == FPR_BROADCAST) {
        fpr_make_trees(a, s);
    } else if (pattern != FPR_GATHER || !fpr_make_parts(a, s)) {
        make_parcels(a, s, fpr_me, true, is_given, is_given ? &s->receive : &s->send);
        make_parcels(a, s, fpr_me, false, is_given, is_given ? &s->send : &s->receive);
        fpr_schedule_ready(s);
    }
    s->needs = NULL;
    s->need_count = 0;
    return s;
}
