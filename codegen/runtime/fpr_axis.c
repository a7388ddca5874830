/* Which cells of a template a coordinate owns. */

#include <limits.h>
#include <stdlib.h>

#include "codegen/runtime/fpr_internal.h"

static int coordinate_here(const fpr_axis *x)
{
    return x->grid->me[x->axis];
}

static bool is_power_of_two(long n)
{
    return (n & (n - 1)) == 0;
}

/* Notes the cells of this process, where that is simple. */
static fpr_axis with_own(fpr_axis x)
{
    int me = coordinate_here(&x), procs = x.grid->extent[x.axis];
    if (!x.before && is_power_of_two(x.block) && is_power_of_two(procs)) {
        while (1L << x.shift < x.block)
            x.shift++;
        while (1L << x.around < procs)
            x.around++;
        x.mask = procs - 1;
    }
    if (me < 0 || (!x.before && procs > 1 && x.block * procs < x.extent))
        return x;
    long first = x.before ? x.before[me] : me * x.block;
    long end = x.before ? x.before[me + 1] : fpr_min(first + x.block, x.extent);
    if (procs == 1)
        end = x.extent;
    x.is_interval = true;
    x.owned_first = x.lower + first;
    x.owned_count = end > first ? (size_t)(end - first) : 0;
    return x;
}

fpr_axis fpr_distribute(const fpr_grid *g, int axis, fpr_format format, long lower, long extent,
                        long block)
{
    int procs = g->extent[axis];
    if (block <= 0)
        block = format == FPR_BLOCK ? (extent + procs - 1) / procs : 1;
    return with_own((fpr_axis){.grid = g,
                               .axis = axis,
                               .format = format,
                               .lower = lower,
                               .extent = extent,
                               .block = block > 0 ? block : 1});
}

fpr_axis fpr_distribute_sizes(const fpr_grid *g, int axis, long lower, long extent,
                              const long *size)
{
    int procs = g->extent[axis];
    long *before = fpr_allocate((size_t)procs + 1, sizeof *before);
    for (int p = 0; p < procs; p++)
        before[p + 1] = before[p] + size[p];
    return with_own((fpr_axis){.grid = g,
                               .axis = axis,
                               .format = FPR_BLOCK,
                               .lower = lower,
                               .extent = extent,
                               .block = 1,
                               .before = before});
}

/* a / b and a mod b of no negative numbers: small ones are divided in fewer cycles. */
static long quotient(long a, long b)
{
    return (a | b) >> 32 ? a / b : (long)((unsigned)a / (unsigned)b);
}

static long rest(long a, long b)
{
    return (a | b) >> 32 ? a % b : (long)((unsigned)a % (unsigned)b);
}

int fpr_owner(const fpr_axis *x, long cell)
{
    int procs = x->grid->extent[x->axis];
    long at = cell - x->lower;
    if (x->before) {
        int p = 0;
        while (p < procs - 1 && at >= x->before[p + 1])
            p++;
        return p;
    }
    if (x->mask)
        return (int)(at >> x->shift & x->mask);
    if (at < 0)
        return (int)fpr_mod(fpr_div(at, x->block), procs);
    long block = x->block == 1 ? at : quotient(at, x->block);
    return (int)(block < procs ? block : rest(block, procs));
}

/* How many steps of `by` lead back to the same of `procs` in a ring. */
static long period_of(long by, long procs)
{
    long period = 1;
    by = fpr_mod(by, procs);
    for (long moved = by; moved != 0; moved = rest(moved + by, procs))
        period++;
    return period;
}

long fpr_owner_period(const fpr_axis *x, long by)
{
    bool is_dealt = !x->is_interval && !x->before && x->block == 1;
    return is_dealt ? period_of(by, x->grid->extent[x->axis]) : 0;
}

long fpr_same_owner(const fpr_axis *x, long cell, long by)
{
    long at = cell - x->lower, first = 0, end = x->extent;
    int procs = x->grid->extent[x->axis];
    if (by == 0 || procs == 1 || (!x->before && by % (x->block * procs) == 0))
        return LONG_MAX;
    if (at < 0 || at >= x->extent)
        return 1;
    if (x->before) {
        int p = fpr_owner(x, cell);
        first = x->before[p];
        end = x->before[p + 1];
    } else {
        first = quotient(at, x->block) * x->block;
        end = first + x->block;
    }
    return (by > 0 ? end - 1 - at : at - first) / labs(by) + 1;
}

bool fpr_is_any_mine(const fpr_axis *x, long first, long last, long step)
{
    for (long cell = first; step > 0 ? cell <= last : cell >= last; cell += step)
        if (fpr_is_mine(x, cell))
            return true;
    return false;
}

/* --- Runs ------------------------------------------------------------------------ */

static long ceil_div(long a, long b)
{
    return -fpr_div(-a, b);
}

fpr_range fpr_within(long scale, long offset, long first, long last)
{
    if (scale > 0)
        return (fpr_range){ceil_div(first - offset, scale), fpr_div(last - offset, scale), 1};
    return (fpr_range){ceil_div(offset - last, -scale), fpr_div(offset - first, -scale), 1};
}

/* The values of an ascending range whose cells are in first..last. */
static fpr_run within(fpr_range r, long scale, long offset, long first, long last)
{
    fpr_range in = fpr_within(scale, offset, first, last);
    long low = fpr_max(in.lower, r.lower), high = fpr_min(in.upper, r.upper);
    long from = r.lower + ceil_div(low - r.lower, r.step) * r.step;
    return (fpr_run){from, r.step, high < from ? 0 : (high - from) / r.step + 1};
}

/* The same values, ascending, the last among them. */
static fpr_range ascending(fpr_range r)
{
    if (r.step > 0) {
        if (r.upper >= r.lower)
            r.upper = r.lower + (r.upper - r.lower) / r.step * r.step;
        return r;
    }
    if (r.lower < r.upper)
        return (fpr_range){0, -1, 1};
    long count = (r.lower - r.upper) / -r.step;
    return (fpr_range){r.lower + count * r.step, r.lower, -r.step};
}

static void say(fpr_each_run *each, void *data, fpr_run run)
{
    if (run.count > 0)
        each(data, run);
}

/* Of blocks of one cell, or where a single coordinate has all: the iterations of a range, which is
 * not empty, whose cells coordinate p owns. Of a descending range they descend. */
static fpr_run dealt_to(const fpr_axis *x, int p, long scale, long offset, fpr_range r)
{
    long procs = x->grid->extent[x->axis], by = fpr_mod(scale * r.step, procs);
    long owner = fpr_mod(scale * r.lower + offset - x->lower, procs);
    long most = (r.upper - r.lower) / r.step, first = 0, period = by == 0 ? 1 : procs;
    if (by == 1 || by == procs - 1) {
        first = by == 1 ? fpr_mod(p - owner, procs) : fpr_mod(owner - p, procs);
    } else {
        period = period_of(by, procs);
        while (first < period && owner != p) {
            owner = rest(owner + by, procs);
            first++;
        }
    }
    if (first >= period || first > most)
        return (fpr_run){r.lower, r.step, 0};
    return (fpr_run){r.lower + first * r.step, period * r.step, (most - first) / period + 1};
}

void fpr_owned_runs(const fpr_axis *x, int p, long scale, long offset, fpr_range range,
                    fpr_each_run *each, void *data)
{
    fpr_range r = ascending(range);
    int procs = x->grid->extent[x->axis];
    if (r.upper < r.lower || p < 0) /* outside of the grid */
        return;
    if (scale == 0) {
        if (fpr_owner(x, offset) == p)
            say(each, data, (fpr_run){r.lower, r.step, (r.upper - r.lower) / r.step + 1});
        return;
    }
    if (x->before) {
        say(each, data,
            within(r, scale, offset, x->lower + x->before[p], x->lower + x->before[p + 1] - 1));
        return;
    }
    if (x->block == 1 || procs == 1) {
        say(each, data, dealt_to(x, p, scale, offset, r));
        return;
    }
    long a = scale * r.lower + offset, b = scale * r.upper + offset;
    long first_block = fpr_div(fpr_min(a, b) - x->lower, x->block);
    long last_block = fpr_div(fpr_max(a, b) - x->lower, x->block);
    long block = first_block + fpr_mod(p - first_block, procs);
    for (; block <= last_block; block += procs)
        say(each, data,
            within(r, scale, offset, x->lower + block * x->block,
                   x->lower + (block + 1) * x->block - 1));
}

/* --- Loops ------------------------------------------------------------------------ */

static void keep_first(void *data, fpr_run run)
{
    fpr_run *first = data;
    if (first->count == 0)
        *first = run;
}

static void keep_last(void *data, fpr_run run)
{
    *(fpr_run *)data = run;
}

fpr_range fpr_inside(const fpr_axis *x, long scale, long offset)
{
    return fpr_within(scale, offset, x->lower, x->lower + x->extent - 1);
}

/* Are the processor's cells one interval, in which the loop goes upwards? Bounds of inner loops are
 * asked for again and again, and need no search for its runs then. */
static bool is_interval_of(const fpr_axis *x, long scale, long step)
{
    return x->is_interval && scale == 1 && step > 0;
}

long fpr_first(const fpr_axis *x, long scale, long offset, long from, long step)
{
    if (is_interval_of(x, scale, step) && from + offset >= x->lower) {
        long first = fpr_max(x->owned_first - offset, from);
        if (step > 1)
            first = from + quotient(first - from + step - 1, step) * step;
        return first + offset < x->owned_first + (long)x->owned_count
                   ? first
                   : fpr_max(x->lower + x->extent - 1 - offset, from) + 1;
    }
    fpr_range all = fpr_inside(x, scale, offset);
    fpr_run run = {0, 1, 0};
    fpr_range r = {from, step > 0 ? all.upper : all.lower, step};
    fpr_owned_runs(x, coordinate_here(x), scale, offset, r, step > 0 ? keep_first : keep_last,
                   &run);
    if (run.count == 0)
        return step > 0 ? fpr_max(all.upper, from) + 1 : fpr_min(all.lower, from) - 1;
    return step > 0 ? run.first : run.first + (run.count - 1) * run.step;
}

long fpr_last(const fpr_axis *x, long scale, long offset, long to, long step)
{
    if (is_interval_of(x, scale, step)) {
        long last = fpr_min(x->owned_first + (long)x->owned_count - 1 - offset, to);
        return x->owned_first - offset <= last ? last : x->lower - offset - 1;
    }
    fpr_range all = fpr_inside(x, scale, offset);
    fpr_run run = {0, 1, 0};
    fpr_range r = step > 0 ? (fpr_range){all.lower, fpr_min(all.upper, to), 1}
                           : (fpr_range){fpr_max(all.lower, to), all.upper, 1};
    fpr_owned_runs(x, coordinate_here(x), scale, offset, r, step > 0 ? keep_last : keep_first,
                   &run);
    if (run.count == 0)
        return step > 0 ? all.lower - 1 : all.upper + 1;
    return step > 0 ? run.first + (run.count - 1) * run.step : run.first;
}

static bool is_dealt(const fpr_axis *x)
{
    return !x->before && x->block == 1 && coordinate_here(x) >= 0;
}

long fpr_from(const fpr_axis *x, long from)
{
    long upper = x->lower + x->extent - 1;
    if (from < x->lower || x->is_interval || !is_dealt(x))
        return fpr_first(x, 1, 0, from, 1);
    int procs = x->grid->extent[x->axis];
    long by = coordinate_here(x) - rest(from - x->lower, procs);
    long first = from + (by < 0 ? by + procs : by);
    return first <= upper ? first : fpr_max(upper, from) + 1;
}

long fpr_to(const fpr_axis *x, long to)
{
    long last = fpr_min(x->lower + x->extent - 1, to);
    if (x->is_interval || !is_dealt(x) || last < x->lower)
        return fpr_last(x, 1, 0, to, 1);
    int procs = x->grid->extent[x->axis];
    long by = rest(last - x->lower, procs) - coordinate_here(x);
    last -= by < 0 ? by + procs : by;
    return last >= x->lower ? last : x->lower - 1;
}

/* Of blocks of one cell: every how many iterations have a cell of this process, and the first. */
static void own_singly(fpr_runs *runs)
{
    const fpr_axis *x = runs->axis;
    fpr_range r = runs->range;
    fpr_run mine = dealt_to(x, coordinate_here(x), runs->scale, runs->offset, r);
    runs->is_single = true;
    runs->by = mine.step;
    runs->block = mine.count ? mine.first : r.upper + r.step;
    runs->last_block = r.lower + (r.upper - r.lower) / r.step * r.step;
}

fpr_runs fpr_divided_begin(const fpr_axis *x, long scale, long offset, long lower, long upper,
                           long step)
{
    fpr_runs runs = {.axis = x, .range = {lower, upper, step}, .scale = scale, .offset = offset};
    int procs = x->grid->extent[x->axis], me = coordinate_here(x);
    runs.local_step = scale * step / (x->block == 1 ? procs : 1);
    fpr_range r = ascending(runs.range);
    if (r.upper < r.lower || me < 0)
        return (fpr_runs){.axis = x, .range = {0, -1, 1}, .block = 1, .last_block = 0, .by = 1};
    long a = scale * lower + offset, b = scale * (step > 0 ? r.upper : r.lower) + offset;
    if (x->before) {
        runs.block = runs.last_block = me;
        runs.by = 1;
        return runs;
    }
    if (x->block == 1) {
        own_singly(&runs);
        return runs;
    }
    long from = fpr_div(a - x->lower, x->block), to = fpr_div(b - x->lower, x->block);
    runs.by = to >= from ? procs : -procs;
    runs.block = from + (to >= from ? fpr_mod(me - from, procs) : -fpr_mod(from - me, procs));
    runs.last_block = to;
    return runs;
}

static bool next_single(fpr_runs *runs)
{
    if (runs->by > 0 ? runs->block > runs->last_block : runs->block < runs->last_block)
        return false;
    bool is_all = runs->by == runs->range.step;
    runs->first = runs->block;
    runs->last = is_all ? runs->last_block : runs->block;
    runs->block = is_all ? runs->last_block + runs->by : runs->block + runs->by;
    return true;
}

bool fpr_divided_next(fpr_runs *runs)
{
    if (runs->is_single)
        return next_single(runs);
    const fpr_axis *x = runs->axis;
    fpr_range r = ascending(runs->range);
    while (runs->by > 0 ? runs->block <= runs->last_block : runs->block >= runs->last_block) {
        long first = runs->block * x->block, last = first + x->block - 1;
        if (x->before) {
            first = x->before[runs->block];
            last = x->before[runs->block + 1] - 1;
        }
        fpr_run run = within(r, runs->scale, runs->offset, x->lower + first, x->lower + last);
        runs->block += runs->by;
        if (run.count <= 0)
            continue;
        bool is_up = runs->range.step > 0;
        runs->first = is_up ? run.first : run.first + (run.count - 1) * run.step;
        runs->last = is_up ? run.first + (run.count - 1) * run.step : run.first;
        return true;
    }
    return false;
}
