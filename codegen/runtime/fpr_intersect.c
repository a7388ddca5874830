/* Which elements go from one processor to another.
 *
 * A loop of a need runs, for receiver q, over the values that q executes; of these,
 * those matter whose elements sender s owns. Both are conditions on one loop each: so
 * the elements are a product, of the values of each loop that an index has in it. */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_possible.h"

/* Values of a loop, as runs. Blocks that a negative factor names come in descending order. */
typedef struct values {
    long count, capacity;
    fpr_run *runs;
    fpr_run few[4]; /* where they are as long as they are few */
} values;

/* What is evenly spaced after the last run becomes a part of it. */
static void add_run(void *data, fpr_run run)
{
    values *v = data;
    fpr_run *last = v->count ? &v->runs[v->count - 1] : NULL;
    long by = last ? run.first - (last->first + (last->count - 1) * last->step) : 0;
    if (by > 0 && (last->count == 1 || by == last->step) && (run.count == 1 || by == run.step)) {
        last->step = by;
        last->count += run.count;
        return;
    }
    if (!v->runs) {
        v->runs = v->few;
        v->capacity = sizeof v->few / sizeof *v->few;
    } else if (v->count == v->capacity) {
        fpr_run *more = fpr_allocate(2 * (size_t)v->capacity, sizeof *more);
        memcpy(more, v->runs, (size_t)v->count * sizeof *more);
        if (v->runs != v->few)
            free(v->runs);
        v->runs = more;
        v->capacity *= 2;
    }
    v->runs[v->count++] = run;
}

static void free_values(values *v)
{
    if (v->runs != v->few)
        free(v->runs);
    v->runs = NULL;
    v->count = 0;
}

static void add_all(values *v, fpr_range r)
{
    long span = r.step > 0 ? r.upper - r.lower : r.lower - r.upper;
    long count = span >= 0 ? span / labs(r.step) + 1 : 0;
    if (count)
        add_run(v, (fpr_run){r.step > 0 ? r.lower : r.lower + (count - 1) * r.step, labs(r.step),
                             count});
}

static long last_of(fpr_run run)
{
    return run.first + (run.count - 1) * run.step;
}

/* None yet; its few runs need not be zeros, which would be most of the work of a need. */
static void empty(values *v)
{
    v->count = v->capacity = 0;
    v->runs = NULL;
}

/* Leaves the values whose cell coordinate p owns. */
static void restrict_to_owned(values *v, const fpr_axis *x, int p, long scale, long offset)
{
    values left;
    empty(&left);
    for (long i = 0; i < v->count; i++)
        fpr_owned_runs(x, p, scale, offset,
                       (fpr_range){v->runs[i].first, last_of(v->runs[i]), v->runs[i].step}, add_run,
                       &left);
    free_values(v);
    *v = left;
    if (left.runs == left.few)
        v->runs = v->few;
}

/* Of loop l, what q executes. */
static void executed(const fpr_need *n, int l, int q, values *out)
{
    const fpr_on *first = NULL;
    out->count = 0;
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++)
        if (n->home[k].cell.loop == l) {
            const fpr_on *h = &n->home[k];
            int p = fpr_coordinate(h->axis->grid, h->axis->axis, q);
            if (!first)
                fpr_owned_runs(h->axis, p, h->cell.scale, h->cell.offset, n->range[l], add_run,
                               out);
            else
                restrict_to_owned(out, h->axis, p, h->cell.scale, h->cell.offset);
            first = h;
        }
    if (!first)
        add_all(out, n->range[l]);
}

/* Homes that no loop moves. */
static bool is_executing(const fpr_need *n, int q)
{
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++) {
        const fpr_on *h = &n->home[k];
        if (h->cell.loop < 0 &&
            fpr_owner(h->axis, h->cell.offset) != fpr_coordinate(h->axis->grid, h->axis->axis, q))
            return false;
    }
    return true;
}

/* --- The product ------------------------------------------------------------------- */

typedef struct product {
    const fpr_array *array;
    const fpr_need *need;
    values loop[FPR_RANK];
    int count, order[FPR_RANK];  /* the loops that are in an index, that of the last one last */
    long long strides[FPR_RANK]; /* of the whole array */
    long value[FPR_RANK];
    fpr_elements *out; /* null: only whether there are any */
    bool is_found;
} product;

static void set_order(product *p)
{
    const fpr_array *a = p->array;
    long long stride = 1;
    for (int d = a->rank - 1; d >= 0; d--, stride *= a->extent[d + 1])
        p->strides[d] = d == a->rank - 1 ? 1 : stride;
    for (int d = 0; d < a->rank; d++) {
        int l = p->need->index[d].loop, i = 0;
        while (i < p->count && p->order[i] != l)
            i++;
        if (l >= 0 && i == p->count)
            p->order[p->count++] = l;
    }
}

/* Moves the first of what is ascending by `by` to what is no less than `low`, and the last to what
 * is no more than `high`. */
static fpr_run clip(fpr_run run, long low, long high)
{
    long last = last_of(run);
    if (run.first < low)
        run.first += (low - run.first + run.step - 1) / run.step * run.step;
    last = fpr_min(last, high);
    run.count = last < run.first ? 0 : (last - run.first) / run.step + 1;
    return run;
}

/* Where the values of a run are, that are `by` apart; ascending. */
static fpr_stretch stretch_of(long long at, long long by, fpr_run run)
{
    long last = last_of(run);
    if (by == 0 || run.count == 1)
        return (fpr_stretch){at + by * run.first, 1, 1};
    return (fpr_stretch){at + by * (by < 0 ? last : run.first), llabs(by) * run.step, run.count};
}

/* All values of loop `l` (-1: of none), those of the others as they are. */
static void add_line(product *p, int l)
{
    const fpr_array *a = p->array;
    long long at = 0, by = 0;
    long low = LONG_MIN, high = LONG_MAX;
    for (int d = 0; d < a->rank; d++) {
        const fpr_index *x = &p->need->index[d];
        bool is_along = x->loop >= 0 && x->loop == l && x->scale != 0;
        long i = x->offset + (x->loop < 0 || is_along ? 0 : x->scale * p->value[x->loop]);
        at += i * p->strides[d];
        if (is_along) {
            fpr_range in = fpr_within(x->scale, x->offset, 0, a->extent[d] - 1);
            by += x->scale * p->strides[d];
            low = fpr_max(low, in.lower);
            high = fpr_min(high, in.upper);
        } else if (i < 0 || i >= a->extent[d]) {
            return;
        }
    }
    const values *v = l < 0 ? NULL : &p->loop[l];
    long runs = v ? v->count : 1;
    for (long k = 0; k < runs && (p->out || !p->is_found); k++) {
        fpr_run run = {0, 1, 1};
        if (v)
            run = clip(v->runs[by < 0 ? runs - 1 - k : k], low, high);
        if (run.count <= 0)
            continue;
        p->is_found = true;
        if (p->out)
            fpr_add_stretch(p->out, stretch_of(at, by, run));
    }
}

static void add_product(product *p, int depth)
{
    if (depth + 1 >= p->count) {
        add_line(p, p->count ? p->order[depth] : -1);
        return;
    }
    const values *v = &p->loop[p->order[depth]];
    for (long i = 0; i < v->count; i++)
        for (long k = 0; k < v->runs[i].count && (p->out || !p->is_found); k++) {
            p->value[p->order[depth]] = v->runs[i].first + k * v->runs[i].step;
            add_product(p, depth + 1);
        }
}

/* Does one coordinate of the axis execute it alone? */
static bool is_restricted(const fpr_need *n, const fpr_grid *g, int axis)
{
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++)
        if (n->home[k].axis->grid == g && n->home[k].axis->axis == axis)
            return true;
    return false;
}

/* Leaves those whose elements s has, for q; false: none. */
static bool restrict_to_sent(product *p, int q, int s, bool is_write_back)
{
    const fpr_array *a = p->array;
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *alignment = &a->alignment[k];
        int have = fpr_coordinate(a->grid, k, s);
        if (have < 0)
            return false;
        /* Those beside each other write the same: who has it takes it from one of them. */
        bool is_shared = is_write_back && !is_restricted(p->need, a->grid, k);
        if (is_shared && have != fpr_coordinate(a->grid, k, q))
            return false;
        /* The copy that is q's neighbour; or the one that has it from before. */
        if (!alignment->axis || (p->need->carried >> k & 1)) {
            if (!is_write_back && have != fpr_copy_for(a->grid, k, q))
                return false;
            continue;
        }
        fpr_index cell = fpr_cell_of(alignment, p->need);
        if (cell.loop >= 0)
            restrict_to_owned(&p->loop[cell.loop], alignment->axis, have, cell.scale, cell.offset);
        else if (fpr_owner(alignment->axis, cell.offset) != have)
            return false;
    }
    return true;
}

/* `is_anywhere`: whoever executes it. Returns whether there was anything. */
static bool add_need(const fpr_array *a, const fpr_need *n, int q, int s, bool is_anywhere,
                     bool is_write_back, fpr_elements *out)
{
    if (!fpr_may_send(a, n, q, s, is_anywhere) || !(is_anywhere || is_executing(n, q)))
        return false;
    product p;
    bool is = true;
    p.array = a;
    p.need = n;
    p.out = out;
    p.count = 0;
    p.is_found = false;
    for (int l = 0; l < n->loops; l++)
        empty(&p.loop[l]);
    set_order(&p);
    for (int l = 0; is && l < n->loops; l++) {
        if (is_anywhere)
            add_all(&p.loop[l], n->range[l]);
        else
            executed(n, l, q, &p.loop[l]);
        is = p.loop[l].count > 0;
    }
    is = is && restrict_to_sent(&p, q, s, is_write_back);
    if (is)
        add_product(&p, 0);
    for (int l = 0; l < n->loops; l++)
        free_values(&p.loop[l]);
    return p.is_found;
}

bool fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                 bool is_write_back, fpr_elements *out)
{
    bool is = false;
    for (int i = 0; i < need_count; i++)
        is |= add_need(a, &needs[i], q, s, false, is_write_back, out);
    return is;
}

bool fpr_inspections(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s)
{
    bool is = false;
    for (int i = 0; i < need_count && !is; i++)
        is = add_need(a, &needs[i], q, s, false, false, NULL);
    return is;
}

bool fpr_executes(int need_count, const fpr_need *needs, int q)
{
    bool is = false;
    for (int i = 0; i < need_count && !is; i++) {
        const fpr_need *n = &needs[i];
        is = is_executing(n, q);
        for (int l = 0; is && l < n->loops; l++) {
            values mine = {0};
            executed(n, l, q, &mine);
            is = mine.count > 0;
            free_values(&mine);
        }
    }
    return is;
}

bool fpr_has_some(const fpr_array *a, int need_count, const fpr_need *needs, int s)
{
    bool is = false;
    for (int i = 0; i < need_count && !is; i++)
        is = add_need(a, &needs[i], s, s, true, false, NULL);
    return is;
}
