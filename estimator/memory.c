#include <math.h>

#include "estimator/run.h"

/* Misses of a block, from its access patterns and the structure of the memory
 * (the heuristic of seed 004, section 2.3, "Modeling Access to the Memory
 * Hierarchy", worked out once for a loop instead of counted access by access).
 *
 * References to one array that differ by constants form a group. For each loop
 * of a nest, the lines that a group touches while that loop and those inside it
 * run are counted. The outermost loop one iteration of which fits in the cache
 * finds each of its lines once; all loops outside it find them anew each time.
 * docs/model.md has the formulas. */

/* Inline, where fmin and fmax are calls. */
static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* --- Lines ----------------------------------------------------------------- */

typedef struct pattern {
    run *r;
    const block_info *block;
    const wide *counts;
    const double *entries; /* by unit of the block: executions of loops */
    const double *trips;   /* likewise: mean iterations each time, at least 1 */
    int level;
    double line; /* bytes */
} pattern;

static double count_at(const pattern *p, int slot)
{
    return double_of(p->counts[slot - p->block->slot]);
}

static void read_loops(pattern *p, double *entries, double *trips)
{
    const aag_unit *root = p->block->unit;
    for (int id = root->id; id <= root->last; id++) {
        if (!aag_is_iteration(p->r->est->graph->units[id]->cls))
            continue;
        int slot = p->r->est->unit[id].slot, at = id - root->id;
        entries[at] = count_at(p, slot);
        trips[at] = entries[at] > 0 ? larger(1, count_at(p, slot + 1) / entries[at]) : 1;
    }
    p->entries = entries;
    p->trips = trips;
}

static double trips_of(const pattern *p, const aag_unit *loop)
{
    return p->trips[loop->id - p->block->unit->id];
}

static double local_extent(const pattern *p, const variable *v, int d)
{
    return (double)p->r->extents[v->id * MAX_RANK + d];
}

/* Largest minus smallest of the constant offsets in one dimension. */
static double spread(const pattern *p, const ref_group *g, int d)
{
    if (!isnan(g->spread[d]))
        return g->spread[d];
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < g->offset_count[d]; i++) {
        int64_t v = run_eval(p->r, g->offset[d][i], g->unit->where);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    return (double)high - (double)low;
}

/* Elements from one iteration of loop k to the next. A step that other loops of
 * the nest decide is taken as it was last; 0 where they never ran. */
static double stride(const pattern *p, const ref_group *g, int d, int k)
{
    int at = d * g->loop_count + k;
    if (!isnan(g->stride[at]))
        return g->stride[at];
    bool ok = true;
    double elements = (double)expr_eval(p->r->env, g->coefficient[at], &ok);
    elements *= (double)expr_eval(p->r->env, g->loops[k]->range.step, &ok);
    if (!ok)
        env_forget_failure(p->r->env);
    return ok ? fabs(elements) : 0;
}

/* The indices that a group may have in one dimension: those that are the
 * processor's, or, through an index that only the run knows, all. */
static double extent_of(const pattern *p, const ref_group *g, int d)
{
    const expr *all = g->var->extent[d];
    double own = local_extent(p, g->var, d);
    if (g->access[d] != DIM_ANYWHERE || !all)
        return own;
    bool ok = true;
    double whole = (double)expr_eval(p->r->env, all, &ok);
    if (!ok)
        env_forget_failure(p->r->env);
    return ok ? whole : own;
}

/* Distinct indices in one dimension, and the span from first to last, while
 * loops `from` and inward run. */
static void dim_extent(const pattern *p, const ref_group *g, int d, int from, double *distinct,
                       double *span)
{
    double extent = extent_of(p, g, d);
    *distinct = *span = 1;
    switch (g->access[d]) {
    case DIM_WHOLE:
        *distinct = *span = larger(1, extent);
        return;
    case DIM_ANYWHERE:
        for (int k = from; k < g->loop_count; k++)
            *distinct *= trips_of(p, g->loops[k]);
        if (extent > 0)
            *distinct = smaller(*distinct, extent);
        *span = *distinct > 1 ? larger(extent, *distinct) : 1;
        return;
    case DIM_AFFINE:
        break;
    }
    *span = *distinct = 1 + spread(p, g, d);
    for (int k = from; k < g->loop_count; k++) {
        bool jumps = g->jumps[d * g->loop_count + k];
        if (!g->coefficient[d * g->loop_count + k] && !jumps)
            continue;
        double trips = trips_of(p, g->loops[k]);
        *span += (jumps ? larger(1, extent) : stride(p, g, d, k)) * (trips - 1);
        *distinct *= trips;
    }
    *distinct = smaller(*distinct, *span);
    if (extent > 0) {
        *distinct = smaller(*distinct, extent);
        *span = smaller(*span, extent);
    }
}

/* Lines of the local array at the pattern's level; remembered. */
static double array_lines(const pattern *p, const variable *v)
{
    double *known =
        &p->r->array_lines[p->level * p->r->est->graph->program->variable_count + v->id];
    if (*known > 0)
        return *known;
    double bytes = v->elem_bytes;
    for (int d = 0; d < v->rank && bytes < INFINITY; d++)
        bytes = local_extent(p, v, d) < 0 ? INFINITY : bytes * local_extent(p, v, d);
    return *known = bytes / p->line + 1;
}

/* The lines that a group can touch at most. */
static double most_lines(const pattern *p, const ref_group *g)
{
    double bytes = g->var->elem_bytes;
    if (!g->goes_anywhere)
        return array_lines(p, g->var);
    for (int d = 0; d < g->var->rank; d++) {
        double extent = extent_of(p, g, d);
        if (extent < 0)
            return INFINITY;
        bytes *= extent;
    }
    return bytes / p->line + 1;
}

/* What a group touches while loops `from` and inward run, in elements. */
typedef struct reach {
    double rows;           /* distinct indices in all dimensions but the last */
    double distinct, span; /* in the last one */
} reach;

static reach group_reach(const pattern *p, const ref_group *g, int from)
{
    reach all = {1, 1, 1};
    for (int d = 0; d < g->var->rank; d++) {
        double distinct, span;
        dim_extent(p, g, d, from, &distinct, &span);
        if (d < g->var->rank - 1) {
            all.rows *= distinct;
        } else {
            all.distinct = distinct;
            all.span = span;
        }
    }
    return all;
}

/* Distinct lines. In the last dimension, neighbours in memory share lines; a
 * stretch of s bytes that begins anywhere meets s/L + 1 - e/L of them on
 * average, e bytes an element. */
static double reach_lines(const pattern *p, const ref_group *g, const reach *all)
{
    double element = g->var->elem_bytes, parts = element / p->line;
    double gap = all->distinct > 1 ? (all->span - 1) / (all->distinct - 1) * element : element;
    double in_row = all->distinct * larger(1, parts);
    if (gap < p->line)
        in_row = all->span * parts + 1 - smaller(1, parts);
    int d = g->var->rank - 1;
    double row = d > 0 ? extent_of(p, g, d) * parts : 0;
    if (row > 0)
        in_row = smaller(in_row, larger(1, row));
    return smaller(all->rows * in_row, most_lines(p, g));
}

/* Lines of one whole row. */
static double row_lines(const pattern *p, const ref_group *g)
{
    int d = g->var->rank - 1;
    double extent = d < 0 ? 1 : extent_of(p, g, d);
    double parts = g->var->elem_bytes / p->line;
    double lines = larger(1, extent * parts);
    return extent < 0 ? INFINITY : d > 0 ? lines : lines + 1 - smaller(1, parts);
}

static bool is_streamed(const run *r, int level, const ref_group *g)
{
    return !g->is_read && !r->est->level[level].allocates;
}

/* Groups that go over the same rows touch no more than these, together. */
static void share_rows(const pattern *p, int level, reach *const *reaches, double **lines,
                       int family)
{
    const block_info *b = p->block;
    const ref_group *g = &b->groups[family];
    for (int k = 0; k <= g->loop_count; k++) {
        double all = 0;
        for (int i = family; i < b->group_count; i++)
            if (b->groups[i].family == family && !is_streamed(p->r, level, &b->groups[i]))
                all += lines[i][k];
        double most = smaller(reaches[family][k].rows * row_lines(p, g), most_lines(p, g));
        for (int i = family; i < b->group_count && all > most; i++)
            if (b->groups[i].family == family)
                lines[i][k] *= most / all;
    }
}

/* --- Misses ---------------------------------------------------------------- */

static double step_count(const pattern *p, const ref_group *g)
{
    const unit_info *info = &p->r->est->unit[g->unit->id];
    return count_at(p, g->unit->cls == AAG_SEQ ? info->slot + 1 + g->step : info->slot);
}

/* How often the iterations of its loop k bring a group that goes anywhere to a line
 * that one before has touched, and others may have pushed out. */
static double returns(const pattern *p, const ref_group *g, int k, const double *lines, double once)
{
    if (!g->goes_anywhere || lines[k] <= 0)
        return 0;
    double iterations = count_at(p, p->r->est->unit[g->loops[k]->id].slot + 1);
    return larger(0, iterations * lines[k + 1] - once);
}

/* Misses of group i; `body[k]` is what one iteration of the group's loop k
 * touches, in bytes. */
static double group_misses(const pattern *p, const ref_group *g, const double *lines,
                           const double *body, double capacity)
{
    for (int k = 0; k < g->loop_count; k++) {
        int at = g->loops[k]->id - p->block->unit->id;
        if (body[at] > capacity)
            continue;
        double once = p->entries[at] * lines[k];
        return once + returns(p, g, k, lines, once) * larger(0, 1 - capacity / p->line / lines[k]);
    }
    return step_count(p, g) * lines[g->loop_count];
}

static bool is_read_within(const run *r, const aag_unit *loop, const variable *v)
{
    for (int i = 0; i < r->est->block_count; i++) {
        const block_info *b = &r->est->blocks[i];
        if (b->unit->id <= loop->id || b->unit->id > loop->last)
            continue;
        for (int k = 0; k < b->group_count; k++)
            if (b->groups[k].var == v && b->groups[k].is_read)
                return true;
    }
    return false;
}

/* Misses of a group when the cache still holds all that the last iteration of
 * the loop around, which communicates, has touched. A stream of stores is not
 * in the cache, unless something reads there. */
static double misses_again(run *r, const block_info *b, const ref_group *g, int level,
                           double misses)
{
    const aag_unit *loop = r->est->unit[b->unit->id].loop;
    if (!loop)
        return misses;
    if (is_streamed(r, level, g) && !is_read_within(r, loop, g->var))
        return misses;
    return misses * memory_fresh_share(r, loop, g, r->est->level[level].line);
}

/* What one class of processors touches in a block. */
typedef struct touched {
    pattern pattern;
    reach **reaches; /* [group][loop] */
    double **lines;  /* likewise, at one level */
    double *body;    /* by loop: bytes that an iteration touches */
} touched;

static void count_lines(touched *t)
{
    pattern *p = &t->pattern;
    const block_info *b = p->block;
    for (int i = 0; i < b->group_count; i++)
        for (int k = 0; k <= b->groups[i].loop_count; k++)
            t->lines[i][k] = reach_lines(p, &b->groups[i], &t->reaches[i][k]);
    for (int i = 0; i < b->group_count; i++)
        if (b->groups[i].family == i)
            share_rows(p, p->level, t->reaches, t->lines, i);
}

static void memory_level(touched *t, block_class *c)
{
    pattern *p = &t->pattern;
    run *r = p->r;
    const block_info *b = p->block;
    double *footprint = c->lines + p->level * r->est->graph->program->variable_count;
    count_lines(t);
    for (int i = 0; i <= b->unit->last - b->unit->id; i++)
        t->body[i] = 0;
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        if (is_streamed(r, p->level, g) || step_count(p, g) <= 0)
            continue;
        footprint[g->var->id] = smaller(footprint[g->var->id] + t->lines[i][0], most_lines(p, g));
        for (int k = 0; k < g->loop_count; k++)
            t->body[g->loops[k]->id - b->unit->id] += t->lines[i][k + 1] * p->line;
    }
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        double misses = step_count(p, g) * g->write_count;
        if (!is_streamed(r, p->level, g))
            misses = group_misses(p, g, t->lines[i], t->body, r->est->level[p->level].capacity);
        int at = p->level * b->group_count + i;
        c->misses[at] = misses;
        c->again[at] = misses_again(r, b, g, p->level, misses);
        /* What a nearer cache holds does not reach this one. */
        if (p->level > 0 && !r->est->level[p->level].is_tlb) {
            c->misses[at] = smaller(c->misses[at], c->misses[at - b->group_count]);
            c->again[at] = smaller(c->again[at], c->again[at - b->group_count]);
        }
    }
}

void memory_block(run *r, const block_info *b, block_class *c, arena *a)
{
    int levels = r->est->level_count, units = b->unit->last - b->unit->id + 1;
    c->misses = ARENA_ARRAY(a, levels * b->group_count + 1, double);
    c->again = ARENA_ARRAY(a, levels * b->group_count + 1, double);
    c->lines = ARENA_ARRAY(a, levels * r->est->graph->program->variable_count + 1, double);
    if (!b->group_count || !levels)
        return;
    touched t = {.pattern = {.r = r, .block = b, .counts = c->counts}};
    double *numbers = ARENA_ARRAY(a, 3 * units, double);
    t.body = numbers + 2 * units;
    read_loops(&t.pattern, numbers, numbers + units);
    t.reaches = ARENA_ARRAY(a, b->group_count, reach *);
    t.lines = ARENA_ARRAY(a, b->group_count, double *);
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        t.reaches[i] = ARENA_ARRAY(a, g->loop_count + 1, reach);
        t.lines[i] = ARENA_ARRAY(a, g->loop_count + 1, double);
        for (int k = 0; k <= g->loop_count; k++)
            t.reaches[i][k] = group_reach(&t.pattern, g, k);
    }
    for (int level = 0; level < levels; level++) {
        t.pattern.level = level;
        t.pattern.line = r->est->level[level].line;
        memory_level(&t, c);
    }
}

/* --- Loops that communicate ------------------------------------------------ */

/* The most lines of a variable that any processor touches in the block. */
static double block_lines(const run *r, int block, int level, int v)
{
    const block_state *s = &r->blocks[block];
    int variables = r->est->graph->program->variable_count;
    double most = 0;
    for (int i = 0; s->is_current && i < s->class_count; i++)
        if (s->classes[i])
            most = larger(most, s->classes[i]->lines[level * variables + v]);
    return most;
}

/* Bytes that one iteration of the loop touches, on the fullest processor. */
static double loop_footprint(run *r, const aag_unit *loop, int level)
{
    const program *whole = r->est->graph->program;
    pattern p = {.r = r, .level = level, .line = r->est->level[level].line};
    double bytes = 0;
    for (int v = 0; v < whole->variable_count; v++) {
        double lines = 0;
        if (!r->est->is_used[v])
            continue;
        for (int b = 0; b < r->est->block_count; b++) {
            int id = r->est->blocks[b].unit->id;
            if (id > loop->id && id <= loop->last)
                lines += block_lines(r, b, level, v);
        }
        if (lines > 0)
            bytes += smaller(lines, array_lines(&p, whole->variables[v])) * p.line;
    }
    return bytes;
}

unsigned memory_warm_levels(run *r, const aag_unit *loop)
{
    unsigned levels = 0;
    for (int level = 0; level < r->est->level_count; level++)
        if (loop_footprint(r, loop, level) <= r->est->level[level].capacity)
            levels |= 1u << level;
    return levels;
}
