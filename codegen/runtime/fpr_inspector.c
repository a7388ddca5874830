/* The inspector: elements that loops access whose needs are no products, recorded by every
 * processor as stretches. */

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

/* Were all elements in the array that it was made for, and are those so far on? What is apart
 * stays where it is. */
static bool can_move(const fpr_schedule *s, const fpr_array *a, const fpr_moved *m)
{
    for (int d = 0; d < a->rank; d++) {
        long by = m->by[d] - s->made_at.by[d];
        bool is_inside =
            s->low[d] > s->high[d] || (fpr_min(s->low[d], s->low[d] + by) >= 0 &&
                                       fpr_max(s->high[d], s->high[d] + by) < a->extent[d]);
        if (by != 0 && (a->apart || !is_inside))
            return false;
    }
    return true;
}

static void begin_recording(fpr_schedule *s, const fpr_site *site, const fpr_array *a)
{
    size_t size = (size_t)a->grid->size;
    for (int d = 0; d < FPR_RANK; d++) {
        s->low[d] = LONG_MAX;
        s->high[d] = LONG_MIN;
    }
    if (site->is_together)
        s->inspected = fpr_allocate(size * size, sizeof *s->inspected);
    s->inspected_send = fpr_allocate(size, sizeof *s->inspected_send);
    s->inspected_receive = fpr_allocate(size, sizeof *s->inspected_receive);
}

bool fpr_inspect_begin(fpr_site *site, const fpr_array *a, int count, const long *values,
                       const long *moved)
{
    static fpr_key key; /* its memory is used again */
    fpr_moved m = {0};
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)a->memory);
    for (int i = 0; i < count; i++)
        fpr_key_add(&key, values[i]);
    for (int d = 0; moved && d < a->rank; d++) {
        m.is[d] = true;
        m.by[d] = moved[d];
    }
    fpr_schedule *s = fpr_cache_find(site, &key);
    if (s && !can_move(s, a, &m)) { /* then one of its own */
        for (int d = 0; d < a->rank; d++)
            fpr_key_add(&key, m.by[d]);
        s = fpr_cache_find(site, &key);
    }
    if (s && fpr_hold_again(site, s)) {
        fpr_schedule_move(s, a, &m);
        return false;
    }
    if (s)
        fpr_cache_drop(site, s);
    s = fpr_cache_add(site, &key);
    s->made_at = m;
    begin_recording(s, site, a);
    return true;
}

/* --- Nests ------------------------------------------------------------------------------ */

/* A value that moves by so much with each iteration of a loop. */
typedef struct moved {
    long value, by[FPR_RANK];
} moved;

static moved moved_by(const fpr_sum *sum, int loops, const fpr_range *range)
{
    moved m = {.value = sum->offset};
    for (int l = 0; l < loops; l++) {
        m.value += sum->scale[l] * range[l].lower;
        m.by[l] = sum->scale[l] * range[l].step;
    }
    return m;
}

typedef struct nest {
    const fpr_array *array;
    const fpr_schedule *schedule;
    bool is_write_back;
    int loops, line;                                       /* the loop that goes along stretches */
    long count[FPR_RANK];                                  /* iterations */
    moved index[FPR_RANK], cell[FPR_RANK], home[FPR_RANK]; /* by dimension, by axis, by executor */
    int executors;
    const fpr_executor *executor;
} nest;

static long iterations_of(fpr_range r)
{
    long span = r.step > 0 ? r.upper - r.lower : r.lower - r.upper;
    return span < 0 ? 0 : span / labs(r.step) + 1;
}

/* Elements of the whole array between one iteration and the next. */
static long long distance_of(const nest *n, int l)
{
    long long by = 0;
    for (int d = 0; d < n->array->rank; d++)
        by = by * n->array->extent[d] + n->index[d].by[l];
    return by;
}

/* The iterations of the line in which all indices are inside of the array. */
static fpr_range inside(const nest *n)
{
    fpr_range r = {0, n->loops ? n->count[n->line] - 1 : 0, 1};
    for (int d = 0; d < n->array->rank; d++) {
        long by = n->loops ? n->index[d].by[n->line] : 0, value = n->index[d].value;
        if (by == 0 && (value < 0 || value >= n->array->extent[d]))
            return (fpr_range){0, -1, 1};
        if (by == 0)
            continue;
        fpr_range in = fpr_within(by, value, 0, n->array->extent[d] - 1);
        r.lower = fpr_max(r.lower, in.lower);
        r.upper = fpr_min(r.upper, in.upper);
    }
    return r;
}

/* Along a line, from iteration t on: for how many the owners of cells in blocks stay the same, and
 * after how many those of others come again. */
typedef struct rhythm {
    long same, period;
} rhythm;

static long step_of(const nest *n, const moved *m)
{
    return n->loops ? m->by[n->line] : 0;
}

static void join_rhythm(rhythm *r, const nest *n, const fpr_axis *x, const moved *cell, long t)
{
    long by = step_of(n, cell), period = fpr_owner_period(x, by), common = r->period;
    if (!period) {
        r->same = fpr_min(r->same, fpr_same_owner(x, cell->value + t * by, by));
        return;
    }
    while (common % period != 0)
        common += r->period;
    r->period = common;
}

static rhythm rhythm_from(const nest *n, long t, long count)
{
    rhythm r = {count, 1};
    for (int k = 0; k < n->array->grid->rank; k++)
        if (n->array->alignment[k].axis)
            join_rhythm(&r, n, n->array->alignment[k].axis, &n->cell[k], t);
    for (int i = 0; i < n->executors; i++)
        join_rhythm(&r, n, n->executor[i].axis, &n->home[i], t);
    return r;
}

/* Whether loop l accesses the same elements in all its iterations: it only says who else executes.
 */
static bool is_idle(const nest *n, int l)
{
    for (int d = 0; d < n->array->rank; d++)
        if (n->index[d].by[l] != 0)
            return false;
    return true;
}

/* About how many pieces the nest has if its stretches go along loop l, by its first iterations. */
static double pieces_along(nest *n, int l)
{
    double pieces = 1;
    n->line = l;
    for (int m = 0; m < n->loops; m++)
        if (m != l && !is_idle(n, m))
            pieces *= (double)n->count[m];
    rhythm r = rhythm_from(n, 0, n->count[l]);
    return pieces * (double)fpr_min(r.period, r.same) * (double)((n->count[l] - 1) / r.same + 1);
}

/* Pieces are to be few: along the loop that makes the fewest, unless one goes through elements that
 * are closer together and makes not many more. Along an idle loop only where all are. */
static int choose_line(nest *n)
{
    enum { MUCH = 4 };
    int fewest = -1;
    double pieces[FPR_RANK], most;
    for (int l = n->loops - 1; l >= 0; l--) {
        pieces[l] = is_idle(n, l) ? HUGE_VAL : pieces_along(n, l);
        if (fewest < 0 || pieces[l] < pieces[fewest])
            fewest = l;
    }
    most = fewest < 0 ? 0 : MUCH * pieces[fewest];
    int line = fewest;
    for (int l = 0; l < n->loops; l++)
        if (pieces[l] < most && llabs(distance_of(n, l)) < llabs(distance_of(n, line)))
            line = l;
    return line;
}

static void inspect_piece(const nest *n, long t, long by, long count)
{
    const fpr_array *a = n->array;
    fpr_piece p = {.array = a, .restricted = n->executors, .count = count};
    for (int d = 0; d < a->rank; d++)
        p.at = p.at * a->extent[d] + n->index[d].value;
    if (n->loops) {
        p.by = by * distance_of(n, n->line);
        p.at += t * distance_of(n, n->line);
    }
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_axis *x = a->alignment[k].axis;
        p.owner[k] = x ? fpr_owner(x, n->cell[k].value + t * step_of(n, &n->cell[k])) : -1;
    }
    for (int i = 0; i < n->executors; i++) {
        p.axis[i] = n->executor[i].axis;
        p.executor[i] = fpr_owner(p.axis[i], n->home[i].value + t * step_of(n, &n->home[i]));
    }
    fpr_record_piece(n->schedule, &p, n->is_write_back);
}

/* The values of the other loops as they are. */
static void inspect_line(const nest *n)
{
    fpr_range all = inside(n);
    for (long t = all.lower; t <= all.upper;) {
        rhythm r = rhythm_from(n, t, all.upper + 1 - t);
        for (long i = 0; i < r.period && i < r.same; i++)
            inspect_piece(n, t + i, r.period, (r.same - 1 - i) / r.period + 1);
        t += r.same;
    }
}

/* So many iterations of loop l on. */
static void move(nest *n, int l, long iterations)
{
    for (int d = 0; d < n->array->rank; d++)
        n->index[d].value += iterations * n->index[d].by[l];
    for (int k = 0; k < n->array->grid->rank; k++)
        n->cell[k].value += iterations * n->cell[k].by[l];
    for (int i = 0; i < n->executors; i++)
        n->home[i].value += iterations * n->home[i].by[l];
}

/* For how many iterations of loop l, from where it is, the executing processors stay the same. */
static long same_homes(const nest *n, int l)
{
    long same = LONG_MAX;
    for (int i = 0; i < n->executors; i++)
        same =
            fpr_min(same, fpr_same_owner(n->executor[i].axis, n->home[i].value, n->home[i].by[l]));
    return same;
}

static long common_divisor(long a, long b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* After how many iterations of loop l the same processors execute again; its count if never. */
static long homes_period(const nest *n, int l)
{
    long period = 1;
    for (int i = 0; i < n->executors && period < n->count[l]; i++) {
        const fpr_axis *x = n->executor[i].axis;
        long by = labs(n->home[i].by[l]), ring = x->block * x->grid->extent[x->axis];
        if (by == 0 || x->grid->extent[x->axis] == 1)
            continue;
        if (x->before)
            return n->count[l];
        long own = ring / common_divisor(ring, by);
        period *= own / common_divisor(own, period);
    }
    return fpr_min(period, n->count[l]);
}

/* Of an idle loop each executing processor counts once. */
static void inspect_from(nest *n, int l)
{
    if (l == n->loops) {
        inspect_line(n);
        return;
    }
    if (l == n->line) {
        inspect_from(n, l + 1);
        return;
    }
    bool idle = is_idle(n, l);
    long t = 0, count = idle ? homes_period(n, l) : n->count[l];
    while (t < count) {
        inspect_from(n, l + 1);
        long by = idle ? fpr_min(same_homes(n, l), count - t) : 1;
        move(n, l, by);
        t += by;
    }
    move(n, l, -t);
}

/* The indices of the first iteration and, by each loop, of the last. */
static void note_indices(fpr_schedule *s, const nest *n)
{
    for (int d = 0; d < n->array->rank; d++) {
        long low = n->index[d].value, high = low;
        for (int l = 0; l < n->loops; l++) {
            long by = (n->count[l] - 1) * n->index[d].by[l];
            low += fpr_min(by, 0);
            high += fpr_max(by, 0);
        }
        s->low[d] = fpr_min(s->low[d], low);
        s->high[d] = fpr_max(s->high[d], high);
    }
}

static void record(fpr_site *site, const fpr_array *a, bool is_write_back, int loops,
                   const fpr_range *range, const fpr_sum *index, int executors,
                   const fpr_executor *executor)
{
    nest n = {.array = a,
              .schedule = site->last,
              .is_write_back = is_write_back,
              .loops = loops,
              .executors = executors,
              .executor = executor};
    for (int l = 0; l < loops; l++) {
        n.count[l] = iterations_of(range[l]);
        if (n.count[l] == 0)
            return;
    }
    for (int d = 0; d < a->rank; d++)
        n.index[d] = moved_by(&index[d], loops, range);
    note_indices(site->last, &n);
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *alignment = &a->alignment[k];
        n.cell[k].value =
            alignment->offset +
            (alignment->dim < 0 ? 0 : alignment->stride * n.index[alignment->dim].value);
        for (int l = 0; l < loops && alignment->dim >= 0; l++)
            n.cell[k].by[l] = alignment->stride * n.index[alignment->dim].by[l];
    }
    for (int i = 0; i < executors; i++)
        n.home[i] = moved_by(&executor[i].cell, loops, range);
    n.line = choose_line(&n);
    inspect_from(&n, 0);
}

void fpr_inspect(fpr_site *site, const fpr_array *a, int loops, const fpr_range *range,
                 const fpr_sum *index, int executors, const fpr_executor *executor)
{
    record(site, a, false, loops, range, index, executors, executor);
}

void fpr_inspect_written(fpr_site *site, const fpr_array *a, int loops, const fpr_range *range,
                         const fpr_sum *index, int executors, const fpr_executor *executor)
{
    record(site, a, true, loops, range, index, executors, executor);
}

/* --- As a schedule ------------------------------------------------------------------------ */

/* Of what all have recorded of all: as a collective, where it is one. */
static void join_inspected(const fpr_array *a, fpr_schedule *s)
{
    int me = fpr_me, size = a->grid->size;
    for (int i = 0; i < size * size; i++) /* here, for several messages are packed from each */
        fpr_sort_elements(&s->inspected[i]);
    if (s->pattern == FPR_BROADCAST)
        fpr_make_trees(a, s);
    bool is = s->pattern == FPR_BROADCAST || fpr_make_parts(a, s);
    if (!is && me < size) {
        fpr_take_recorded(a, s->inspected + me * size, 1, &s->send);
        fpr_take_recorded(a, s->inspected + me, size, &s->receive);
    }
    for (int i = 0; i < size * size; i++)
        fpr_free_stretches(&s->inspected[i]);
}

fpr_schedule *fpr_inspected(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                            bool is_write_back)
{
    fpr_schedule *s = site->last;
    if (s->inspected_send) {
        s->pattern = pattern;
        fpr_hold_begin(site, a);
        if (s->inspected) {
            join_inspected(a, s);
        } else {
            fpr_take_recorded(a, s->inspected_send, 1, is_write_back ? &s->receive : &s->send);
            fpr_take_recorded(a, s->inspected_receive, 1, is_write_back ? &s->send : &s->receive);
        }
        fpr_hold_for(site, s);
        free(s->inspected_send);
        free(s->inspected_receive);
        free(s->inspected);
        s->inspected_send = s->inspected_receive = s->inspected = NULL;
        fpr_schedule_ready(s);
    }
    return s;
}

void fpr_fetch_inspected(fpr_site *site, fpr_array *a, fpr_pattern pattern)
{
    fpr_send(a, fpr_inspected(site, a, pattern, false));
}
