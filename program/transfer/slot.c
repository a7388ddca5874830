/* Keys of a factor that look alike, and share a slot: where owners' blocks are as long as
 * each other, and a whole number of each form's steps, only those differ in which a form begins
 * or ends, or which alone touch it. */

#include "program/expr/integer.h"
#include "program/transfer/internal.h"
#include "support/sort.h"

/* Blocks of `length` elements, dealt to as many coordinates as there are: element x
 * of a span of that `step` is in the block of cell first + x - span's first. `extent` is from the
 * first element to behind the last. */
static bool is_dealt_once(const owner_rule *r, int64_t step, int64_t length, int procs,
                          int64_t extent)
{
    return !r->before && r->step == step && r->block == length && r->procs == procs &&
           r->first >= 0 && r->first + extent <= length * procs;
}

/* From a progression's first element to behind its last. */
static int64_t extent_of(const progression *s)
{
    return s->step * (s->count - 1) + 1;
}

int form_receiver(const dim_form *form)
{
    const owner_rule *r = &form->rules[0];
    return r->step == 0 ? (int)int_floor_mod(int_floor_div(r->first, r->block), r->procs) : -1;
}

/* Are all owners' blocks as long, so that one block further everything is the same,
 * one coordinate further, but where a form begins or ends? */
static bool is_in_step(const dim_factor *f, const column_vec *columns)
{
    if (f->columns.count != 1 || f->source_count > 1 || f->forms.count == 0)
        return false;
    int procs = columns->data[f->columns.data[0]].extent;
    int64_t end = 0, length = 0;
    for (int i = 0; i < f->forms.count; i++) {
        const dim_form *form = &f->forms.data[i];
        const owner_rule *r = form->rules;
        const int64_t step = form->span.step;
        if (form->rule_count != 1 || form->span.first < 0)
            return false;
        end = int_max(end, form->span.first + extent_of(&form->span));
        if (r->step == 0 && !r->before && r->procs == procs)
            continue;
        length = length ? length : r->block;
        if (length % step != 0 || !is_dealt_once(r, step, length, procs, extent_of(&form->span)))
            return false;
    }
    if (length == 0)
        return false;
    return f->source_count == 0 || is_dealt_once(&f->source[0].rule, 1, length, procs, end);
}

static int compare_ints(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The first of each run of keys that look alike: those in which a form begins or
 * ends, and those after them. Null where most keys are one. */
static const int *find_slots(arena *a, const dim_factor *f, const column_vec *columns, int *count)
{
    int *first = ARENA_ARRAY(a, 4 * f->forms.count + 1, int), n = 1;
    for (int i = 0; i < f->forms.count; i++) {
        const owner_rule *r = &f->forms.data[i].rules[0];
        int begin = form_receiver(&f->forms.data[i]), end = begin;
        if (begin < 0) {
            begin = (int)(r->first / r->block);
            end = (int)((r->first + extent_of(&f->forms.data[i].span) - 1) / r->block);
        }
        first[n++] = begin;
        first[n++] = begin + 1;
        first[n++] = end;
        first[n++] = end + 1;
    }
    sort_items(first, (size_t)n, sizeof *first, compare_ints);
    *count = 0;
    for (int i = 0; i < n && first[i] < columns->data[f->columns.data[0]].extent; i++)
        if (i == 0 || first[i] != first[*count - 1])
            first[(*count)++] = first[i];
    return 2 * *count < f->key_count ? first : NULL;
}

void factor_find_slots(arena *a, dim_factor *f, const column_vec *columns)
{
    f->slot_count = (int)f->key_count;
    if (!is_in_step(f, columns))
        return;
    int count;
    f->slot_key = find_slots(a, f, columns, &count);
    f->slot_count = f->slot_key ? count : f->slot_count;
}

int factor_slot(const dim_factor *f, int64_t key, int64_t *further)
{
    *further = 0;
    if (!f->slot_key)
        return (int)key;
    int slot = 0;
    while (slot + 1 < f->slot_count && f->slot_key[slot + 1] <= key)
        slot++;
    if (f->source_count)
        *further = (key - f->slot_key[slot]) * f->source[0].stride;
    return slot;
}
