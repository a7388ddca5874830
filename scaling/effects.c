#include "scaling/effects.h"

#include <math.h>

/* Changes of logarithms below are none: times are whole picoseconds. */
#define NO_CHANGE 1e-9

/* --- Costs --------------------------------------------------------------------------------- */

static bool has_cost(const grid_cell *c)
{
    return c->is_made && c->work > 0 && isfinite(c->work) && c->time > 0;
}

static effect_cost cost_of(const grid_cell *c)
{
    const double each = c->work / c->procs;
    effect_cost cost = {.all = c->time / each};
    for (int k = 0; k < COST_PARTS; k++)
        cost.part[k] = c->part[k] / each;
    return cost;
}

static int64_t *sizes_of_all(arena *a, int grid_count, const scaling_grid *grids, int point,
                             int *count, int **places)
{
    int64_t *sizes = ARENA_ARRAY(a, grids[0].size_count, int64_t);
    *places = ARENA_ARRAY(a, grids[0].size_count, int);
    *count = 0;
    for (int k = 0; k < grids[0].size_count; k++) {
        bool is_there = true;
        for (int g = 0; g < grid_count; g++)
            is_there = is_there && k < grids[g].size_count &&
                       has_cost(&grids[g].cells[point * grids[g].row + k]);
        if (is_there) {
            (*places)[*count] = k;
            sizes[(*count)++] = grids[0].sizes[k];
        }
    }
    return sizes;
}

static const effect_cost *cost_at(const effects *e, int code, int machine, int size)
{
    return &e->costs[(code * e->machine_count + machine) * e->size_count + size];
}

static double log_at(const effects *e, int code, int machine, int size)
{
    return log(cost_at(e, code, machine, size)->all);
}

/* --- Level 1: effects ---------------------------------------------------------------------- */

/* The mean of ln C of those that are not -1. */
static double mean_of(const effects *e, int code, int machine, int size)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++)
            for (int k = 0; k < e->size_count; k++)
                if ((code < 0 || code == i) && (machine < 0 || machine == j) &&
                    (size < 0 || size == k)) {
                    sum += log_at(e, i, j, k);
                    count++;
                }
    return sum / count;
}

/* The mean of each code on each machine is the mean of all + code + machine + both. */
static void find_effects(arena *a, effects *e)
{
    double *code = ARENA_ARRAY(a, e->code_count, double);
    double *machine = ARENA_ARRAY(a, e->machine_count, double);
    double *both = ARENA_ARRAY(a, e->code_count * e->machine_count, double);
    e->mean = mean_of(e, -1, -1, -1);
    for (int i = 0; i < e->code_count; i++) {
        code[i] = mean_of(e, i, -1, -1) - e->mean;
        e->best_code = code[i] < code[e->best_code] - NO_CHANGE ? i : e->best_code;
    }
    for (int j = 0; j < e->machine_count; j++) {
        machine[j] = mean_of(e, -1, j, -1) - e->mean;
        e->best_machine = machine[j] < machine[e->best_machine] - NO_CHANGE ? j : e->best_machine;
    }
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++)
            both[i * e->machine_count + j] = mean_of(e, i, j, -1) - e->mean - code[i] - machine[j];
    e->code = code;
    e->machine = machine;
    e->both = both;
}

/* Each ln C is the mean, three effects, that of the size, and a rest; as the design is balanced,
 * their squares add up (Jain 1991, section 22.4). */
static void find_squares(effects *e)
{
    for (int k = 0; k < e->size_count; k++) {
        const double size = mean_of(e, -1, -1, k) - e->mean;
        for (int i = 0; i < e->code_count; i++)
            for (int j = 0; j < e->machine_count; j++) {
                const double both = e->both[i * e->machine_count + j],
                             off = log_at(e, i, j, k) - e->mean,
                             rest = off - e->code[i] - e->machine[j] - both - size;
                e->variation += off * off;
                e->squares[EFFECT_CODE] += e->code[i] * e->code[i];
                e->squares[EFFECT_MACHINE] += e->machine[j] * e->machine[j];
                e->squares[EFFECT_BOTH] += both * both;
                e->squares[EFFECT_SIZE] += size * size;
                e->squares[EFFECT_REST] += rest * rest;
            }
    }
    const int codes = e->code_count - 1, machines = e->machine_count - 1, sizes = e->size_count - 1;
    e->freedom[EFFECT_CODE] = codes;
    e->freedom[EFFECT_MACHINE] = machines;
    e->freedom[EFFECT_BOTH] = codes * machines;
    e->freedom[EFFECT_SIZE] = sizes;
    e->freedom[EFFECT_REST] = sizes * (e->code_count * e->machine_count - 1);
}

/* The incomplete beta function I_x(a, b), as a continued fraction (Abramowitz and Stegun 1964,
 * 26.5.8), which converges fast for x < (a + 1) / (a + b + 2). */
static double beta_part(double a, double b, double x)
{
    enum { STEPS = 200 };
    if (x <= 0)
        return 0;
    if (x > (a + 1) / (a + b + 2))
        return 1 - beta_part(b, a, 1 - x);
    double fraction = 1;
    for (int m = STEPS; m > 0; m--) {
        const int k = m / 2;
        const double d = m % 2 ? -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))
                               : k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
        fraction = 1 + d / fraction;
    }
    return exp(a * log(x) + b * log1p(-x) - log(a) - lgamma(a) - lgamma(b) + lgamma(a + b)) /
           fraction;
}

double effect_f_tail(double f, int above, int below)
{
    return beta_part(below / 2.0, above / 2.0, below / (below + above * f));
}

static void test_effects(effects *e)
{
    const int below = e->freedom[EFFECT_REST];
    const double rest = e->squares[EFFECT_REST];
    for (int s = 0; s < EFFECT_SOURCES; s++) {
        const int above = e->freedom[s];
        e->chance[s] = NAN;
        if (s == EFFECT_REST || above < 1 || below < 1)
            continue;
        const double f = e->squares[s] / above / (rest / below);
        e->chance[s] = e->squares[s] <= NO_CHANGE * NO_CHANGE ? 1
                       : isfinite(f)                          ? effect_f_tail(f, above, below)
                                                              : 0;
    }
}

bool effect_exists(const effects *e, effect_source source)
{
    return e->chance[source] < EFFECT_CHANCE;
}

/* --- Levels 2 and 4: causes ---------------------------------------------------------------- */

static double logarithmic_mean(double x, double y)
{
    const double ratio = log(x / y);
    return fabs(ratio) < NO_CHANGE ? (x + y) / 2 : (x - y) / ratio;
}

/* Adds ln(x / y) and its parts, times a weight. */
static void add_change(effect_change *to, const effect_cost *x, const effect_cost *y, double weight)
{
    const double mean = logarithmic_mean(x->all, y->all);
    to->all += weight * log(x->all / y->all);
    for (int k = 0; k < COST_PARTS; k++)
        to->part[k] += weight * (x->part[k] - y->part[k]) / mean;
}

static void find_cause(effect_change *c)
{
    c->cause = -1;
    if (fabs(c->all) < NO_CHANGE)
        return;
    const double sign = c->all > 0 ? 1 : -1;
    for (int k = 0; k < COST_PARTS; k++)
        if (c->cause < 0 || sign * c->part[k] > sign * c->part[c->cause])
            c->cause = k;
}

/* Of each code over the cheapest, averaged over machines and sizes; and likewise of machines. */
static void find_causes(arena *a, effects *e)
{
    effect_change *code = ARENA_ARRAY(a, e->code_count, effect_change);
    effect_change *machine = ARENA_ARRAY(a, e->machine_count, effect_change);
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++)
            for (int k = 0; k < e->size_count; k++) {
                const effect_cost *c = cost_at(e, i, j, k);
                add_change(&code[i], c, cost_at(e, e->best_code, j, k),
                           1.0 / (e->machine_count * e->size_count));
                add_change(&machine[j], c, cost_at(e, i, e->best_machine, k),
                           1.0 / (e->code_count * e->size_count));
            }
    for (int i = 0; i < e->code_count; i++)
        find_cause(&code[i]);
    for (int j = 0; j < e->machine_count; j++)
        find_cause(&machine[j]);
    e->code_change = code;
    e->machine_change = machine;
}

static void find_growth(arena *a, effects *e)
{
    effect_change *growth = ARENA_ARRAY(a, e->code_count * e->machine_count, effect_change);
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++) {
            effect_change *change = &growth[i * e->machine_count + j];
            add_change(change, cost_at(e, i, j, e->size_count - 1), cost_at(e, i, j, 0), 1);
            find_cause(change);
        }
    e->growth = growth;
}

double effect_exponent(const effects *e, int code, int machine, int from, int to)
{
    return (log_at(e, code, machine, to) - log_at(e, code, machine, from)) /
           log((double)e->sizes[to] / (double)e->sizes[from]);
}

void scaling_effects(arena *a, int code_count, int machine_count, const scaling_grid *grids,
                     int point, effects *out)
{
    int *places;
    const int grid_count = code_count * machine_count;
    *out = (effects){.code_count = code_count, .machine_count = machine_count};
    out->sizes = sizes_of_all(a, grid_count, grids, point, &out->size_count, &places);
    if (out->size_count == 0)
        return;
    effect_cost *costs = ARENA_ARRAY(a, grid_count * out->size_count, effect_cost);
    for (int g = 0; g < grid_count; g++)
        for (int k = 0; k < out->size_count; k++)
            costs[g * out->size_count + k] =
                cost_of(&grids[g].cells[point * grids[g].row + places[k]]);
    out->procs = grids[0].cells[point * grids[0].row + places[0]].procs;
    out->costs = costs;
    find_effects(a, out);
    find_squares(out);
    test_effects(out);
    find_causes(a, out);
    find_growth(a, out);
}
