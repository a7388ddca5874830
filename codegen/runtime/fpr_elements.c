/* Elements, as stretches: of the whole array, and where these are in a window. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

/* --- Lists ----------------------------------------------------------------------------- */

/* Makes one stretch of two, where `one` follows the last. */
static bool extend(fpr_stretch *last, fpr_stretch one)
{
    if (last->at < 0 || one.at < 0) { /* what others have */
        bool is = last->at < 0 && one.at < 0;
        last->count += is ? one.count : 0;
        return is;
    }
    long long by = one.at - (last->at + (last->count - 1) * last->step);
    if (by <= 0 || (last->count > 1 && by != last->step) || (one.count > 1 && by != one.step))
        return false;
    last->step = by;
    last->count += one.count;
    return true;
}

void fpr_add_stretch(fpr_stretches *s, fpr_stretch one)
{
    if (one.count <= 0 || (s->count && extend(&s->list[s->count - 1], one)))
        return;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 8;
        s->list = realloc(s->list, (size_t)s->capacity * sizeof *s->list);
        if (!s->list)
            fpr_fail("no memory for the elements of a message");
    }
    s->list[s->count++] = one;
}

void fpr_free_stretches(fpr_stretches *s)
{
    free(s->list);
    *s = (fpr_stretches){0};
}

long long fpr_count_elements(const fpr_elements *e)
{
    long long count = 0;
    for (long long i = 0; i < e->count; i++)
        count += e->list[i].count;
    return count;
}

/* --- In order ----------------------------------------------------------------------------- */

/* Takes the first `count` elements from a stretch. */
static fpr_stretch take(fpr_stretch *from, long long count)
{
    fpr_stretch taken = {from->at, from->step, count};
    from->at += count * from->step;
    from->count -= count;
    return taken;
}

/* How many elements of the stretch are before `at`. */
static long long count_before(const fpr_stretch *s, long long at)
{
    long long count = at <= s->at ? 0 : (at - s->at + s->step - 1) / s->step;
    return count < s->count ? count : s->count;
}

/* How many elements two stretches that begin alike have in common from there on. */
static long long count_common(const fpr_stretch *s, const fpr_stretch *t)
{
    long long count = s->count < t->count ? s->count : t->count;
    return s->step == t->step ? count : 1;
}

/* A part of a list that is being read. */
typedef struct reader {
    const fpr_stretch *next, *end;
    fpr_stretch head; /* what is left of the one before `next` */
} reader;

static reader read_from(const fpr_elements *e, long long first, long long end)
{
    return (reader){e->list + first, e->list + end, {0, 1, 0}};
}

static bool has_more(reader *r)
{
    if (r->head.count == 0 && r->next < r->end)
        r->head = *r->next++;
    return r->head.count > 0;
}

/* Joins two ascending parts; what is in both is in the result once. */
static void merge(reader a, reader b, fpr_elements *out)
{
    for (;;) {
        bool is_a = has_more(&a), is_b = has_more(&b);
        if (!is_a && !is_b)
            return;
        if (!is_b || (is_a && a.head.at < b.head.at)) {
            fpr_add_stretch(out,
                            take(&a.head, is_b ? count_before(&a.head, b.head.at) : a.head.count));
        } else if (!is_a || b.head.at < a.head.at) {
            fpr_add_stretch(out,
                            take(&b.head, is_a ? count_before(&b.head, a.head.at) : b.head.count));
        } else {
            long long count = count_common(&a.head, &b.head);
            fpr_add_stretch(out, take(&a.head, count));
            take(&b.head, count);
        }
    }
}

/* Where the ascending part that begins at `first` ends. */
static long long end_of_ascending(const fpr_elements *e, long long first)
{
    for (long long end = first + 1; end < e->count; end++) {
        const fpr_stretch *before = &e->list[end - 1];
        if (e->list[end].at <= before->at + (before->count - 1) * before->step)
            return end;
    }
    return e->count;
}

/* What a need has is collected in this order, so that there are but as many parts to be merged
 * as there are needs. */
void fpr_sort_elements(fpr_elements *e)
{
    while (end_of_ascending(e, 0) < e->count) {
        fpr_elements sorted = {0};
        for (long long first = 0, end; first < e->count; first = end) {
            long long middle = end_of_ascending(e, first);
            end = middle < e->count ? end_of_ascending(e, middle) : middle;
            merge(read_from(e, first, middle), read_from(e, middle, end), &sorted);
        }
        free(e->list);
        *e = sorted;
    }
}

/* --- In the window ------------------------------------------------------------------------ */

_Noreturn static void fail_for_room(const fpr_array *a, long index, int d)
{
    fpr_fail(
        "'%s' has no room for index %ld of its dimension %d on this processor: an error of the "
        "program that generated this one",
        a->name, index, d + 1);
}

/* From a place in the whole array to that in the window. */
static long long local_of(const fpr_array *a, long long whole)
{
    long long local = 0;
    if (a->slots_apart && fpr_is_apart(a, whole)) {
        local = fpr_place_for(a->slots_apart, (long)whole);
        if (local < 0)
            fpr_fail("'%s' has no room for more elements of others: an error of the program that "
                     "generated this one",
                     a->name);
        return local;
    }
    for (int d = a->rank - 1; d >= 0; d--) {
        long index = (long)(whole % a->extent[d]);
        long place = a->slots[d] ? fpr_place_for(a->slots[d], index) : index;
        whole /= a->extent[d];
        if (place < a->from[d] || place - a->from[d] >= a->count[d])
            fail_for_room(a, index, d);
        local += (place - a->from[d]) * a->strides[d];
    }
    return local;
}

/* Along which dimension a stretch goes, and how many elements are between its neighbours: the last
 * one, or, of a column, the one before, and so on. */
static int dimension_of(const fpr_array *a, long long step, long long *inner)
{
    int d = a->rank - 1;
    for (*inner = 1; d > 0 && step % (*inner * a->extent[d]) == 0; d--)
        *inner *= a->extent[d];
    return d;
}

/* `count` elements whose indices of dense dimension d, from `index` on, are `by` apart, and the
 * others the same: the first one is at `at`. Each has a slot, and slots are one after the other as
 * a rule. */
static void add_in_slots(const fpr_array *a, int d, long index, long by, long long count,
                         long long at, fpr_offsets *out)
{
    const long first = fpr_place_for(a->slots[d], index);
    fpr_stretch one = {at, 1, 1};
    for (long long k = 1; k < count; k++) {
        const long place = fpr_place_for(a->slots[d], index + (long)k * by);
        if (place < 0)
            fail_for_room(a, index + (long)k * by, d);
        const long long here = at + (place - first) * a->strides[d];
        const long long from_last = here - (one.at + (one.count - 1) * one.step);
        if (from_last > 0 && (one.count == 1 || from_last == one.step)) {
            one.step = from_last;
            one.count++;
        } else {
            fpr_add_stretch(out, one);
            one = (fpr_stretch){here, 1, 1};
        }
    }
    fpr_add_stretch(out, one);
}

/* What is evenly spaced along a dimension is so in the window, or, of a dense one, in pieces. */
static void add_local(const fpr_array *a, fpr_stretch s, fpr_offsets *out)
{
    long long inner;
    const int d = dimension_of(a, s.step, &inner);
    const long long all = inner * a->extent[d];
    const long by = (long)(s.step / inner);
    while (s.count > 0) {
        long long along = count_before(&s, (s.at / all + 1) * all);
        fpr_stretch local = {local_of(a, s.at), by * a->strides[d], along};
        if (along > 1 && a->slots_apart && fpr_is_apart(a, s.at)) {
            local.count = 1;
        } else if (a->slots[d] && along > 1) {
            const long index = (long)(s.at % all / inner);
            long step, even = fpr_evenly_placed(a->slots[d], index, by, &step);
            if (even == 1 && !a->slots_apart) {
                add_in_slots(a, d, index, by, along, local.at, out);
                take(&s, along);
                continue;
            }
            local.step = step * a->strides[d];
            local.count = even < along ? even : along;
        }
        if (local.count > 1)
            local_of(a, s.at + (local.count - 1) * s.step);
        fpr_add_stretch(out, local);
        take(&s, local.count);
    }
}

void fpr_offsets_add(const fpr_array *a, fpr_elements *e, fpr_offsets *out)
{
    fpr_sort_elements(e);
    for (long long i = 0; i < e->count; i++)
        add_local(a, e->list[i], out);
}

fpr_offsets fpr_offsets_of(const fpr_array *a, fpr_elements *e)
{
    fpr_offsets offsets = {0};
    fpr_offsets_add(a, e, &offsets);
    return offsets;
}

fpr_offsets fpr_offsets_of_some(const fpr_array *a, fpr_elements *all, fpr_elements *some)
{
    fpr_offsets offsets = {0};
    fpr_sort_elements(all);
    fpr_sort_elements(some);
    reader r = read_from(all, 0, all->count), mine = read_from(some, 0, some->count);
    while (has_more(&r)) {
        bool is_mine = has_more(&mine);
        long long before = is_mine ? count_before(&r.head, mine.head.at) : r.head.count;
        if (before > 0) {
            fpr_add_stretch(&offsets, (fpr_stretch){-1, 1, take(&r.head, before).count});
            continue;
        }
        long long count = count_common(&r.head, &mine.head);
        add_local(a, take(&r.head, count), &offsets);
        take(&mine.head, count);
    }
    return offsets;
}
