#include "training/fit/fit_model_sets.h"

#include <math.h>
#include <string.h>

static const double least_share = 1e-3;

static bool is_small(const model_problem *p, int j)
{
    for (int i = 0; i < p->run_count; i++)
        if (p->runs[i].of[j] > least_share * p->runs[i].seconds)
            return false;
    return true;
}

double model_set_column(const model_problem *p, const model_row *row, const bool *has)
{
    double sum = 0;
    for (int j = 0; j < p->constant_count; j++)
        sum += has[j] ? row->of[j] : 0;
    return sum;
}

const double model_least_spread = 1e-6;

double model_as_it_is(const model_problem *p, const model_row *row)
{
    double sum = row->fixed;
    for (int j = 0; j < p->constant_count; j++)
        sum += row->of[j];
    return sum;
}

model_reach model_reach_at(double as_it_is, int count, const double *columns, const double *change,
                           const double *covariance, size_t stride, double reach, double spread)
{
    double sum = as_it_is, variance = 0;
    for (int k = 0; k < count; k++) {
        sum += columns[k] * change[k];
        for (int l = 0; l < count; l++)
            variance += columns[k] * columns[l] * covariance[(size_t)k * stride + (size_t)l];
    }
    return (model_reach){sum, reach * sqrt(variance + spread * spread * sum * sum)};
}

bool model_rows_meet(const model_problem *p, const model_row *one, const model_row *other)
{
    return one->fixed == other->fixed &&
           memcmp(one->of, other->of, (size_t)p->constant_count * sizeof(double)) == 0;
}

/* Are two sets in the same proportion in all runs, to a millionth? */
static bool is_proportional(const model_problem *p, const bool *one_has, const bool *other_has)
{
    double one = 0, other = 0, both = 0;
    for (int i = 0; i < p->run_count; i++) {
        const double x = model_set_column(p, &p->runs[i], one_has) / p->runs[i].seconds;
        const double y = model_set_column(p, &p->runs[i], other_has) / p->runs[i].seconds;
        one += x * x;
        other += y * y;
        both += x * y;
    }
    return one * other - both * both <= 1e-12 * one * other;
}

bool model_sets_meet(const model_sets *s, int one, int other)
{
    for (int j = 0; j < s->p->constant_count; j++)
        if (s->has[one][j] && s->has[other][j])
            return true;
    return false;
}

static bool *add_set(arena *a, model_sets *s, int rank)
{
    if (s->count == MODEL_SETS_MOST)
        return NULL;
    bool *has = ARENA_ARRAY(a, s->p->constant_count, bool);
    s->rank[s->count] = rank;
    s->has[s->count++] = has;
    return has;
}

/* Is it one of the first sets? */
static bool is_there(const model_sets *s, int count, const bool *has)
{
    for (int k = 0; k < count; k++)
        if (memcmp(s->has[k], has, (size_t)s->p->constant_count * sizeof(bool)) == 0)
            return true;
    return false;
}

/* Is a component another one, or a part of it? */
static bool is_within(const char *part, const char *whole)
{
    const size_t length = strlen(whole);
    return strncmp(part, whole, length) == 0 && (part[length] == '\0' || part[length] == '.');
}

/* A set that is there already goes. */
static void drop_twin(model_sets *s)
{
    if (is_there(s, s->count - 1, s->has[s->count - 1]))
        s->count--;
}

/* All of each kind: a machine whose processor is another one has none of its times. */
static void add_kinds(arena *a, model_sets *s, const bool *small)
{
    const model_problem *p = s->p;
    for (int j = 0; j < p->constant_count; j++) {
        bool is_first = !small[j];
        for (int k = 0; k < j; k++)
            is_first = is_first && (small[k] || strcmp(p->kind[k], p->kind[j]) != 0);
        bool *has = is_first ? add_set(a, s, 0) : NULL;
        for (int k = 0; has && k < p->constant_count; k++)
            has[k] = strcmp(p->kind[k], p->kind[j]) == 0;
    }
}

/* All of each path with what is below it. */
static void add_components(arena *a, model_sets *s, const bool *small)
{
    const model_problem *p = s->p;
    for (int j = 0; j < p->constant_count; j++) {
        bool is_first = !small[j];
        for (int k = 0; k < j; k++)
            is_first = is_first && (small[k] || strcmp(p->component[k], p->component[j]) != 0);
        bool *has = is_first ? add_set(a, s, 1) : NULL;
        for (int k = 0; has && k < p->constant_count; k++)
            has[k] = is_within(p->component[k], p->component[j]);
        if (has)
            drop_twin(s);
    }
}

/* Each constant by itself; without small ones. */
static void add_single(arena *a, model_sets *s, const bool *small)
{
    for (int j = 0; j < s->p->constant_count; j++) {
        bool *has = small[j] ? NULL : add_set(a, s, 2);
        if (has)
            has[j] = true;
    }
}

/* Sets from the one at `from` on that are proportional to each other become one; the same as a set
 * that is there before them goes. */
static void join_proportional(model_sets *s, int from)
{
    const int count = s->count;
    s->count = from;
    for (int k = from; k < count; k++) {
        int at = from;
        while (at < s->count && !is_proportional(s->p, s->has[at], s->has[k]))
            at++;
        if (at == s->count) {
            s->rank[s->count] = s->rank[k];
            s->has[s->count++] = s->has[k];
            continue;
        }
        for (int j = 0; j < s->p->constant_count; j++)
            s->has[at][j] = s->has[at][j] || s->has[k][j];
    }
    for (int k = from; k < s->count; k++)
        if (is_there(s, from, s->has[k]))
            s->has[k--] = s->has[--s->count]; /* from `from` on, all have one rank */
}

/* Those with the same number; a set that is small as a whole is none. */
static void add_numbered(arena *a, model_sets *s, bool *small)
{
    const model_problem *p = s->p;
    for (int set = 0; set < p->constant_count; set++) {
        bool is_asked = false, is_large = false;
        for (int j = 0; j < p->constant_count; j++) {
            is_asked = is_asked || p->set[j] == set;
            is_large = is_large || (p->set[j] == set && !small[j]);
        }
        s->asked += is_asked;
        bool *has = is_asked && (is_large || p->mode == MODEL_FIXED) ? add_set(a, s, 2) : NULL;
        for (int j = 0; has && j < p->constant_count; j++)
            has[j] = p->set[j] == set;
    }
}

/* Deviations count in parts of what a point takes: the mean of what was measured there. A fitted
 * problem says it without a run's own deviation in it, where that is not out of all proportion. */
static double *scale_of(arena *a, const model_problem *p)
{
    double *scale = ARENA_ARRAY(a, p->run_count, double);
    for (int i = 0; i < p->run_count; i++) {
        double sum = 0;
        int count = 0;
        for (int k = 0; k < p->run_count; k++) {
            if (k == i || model_rows_meet(p, &p->runs[i], &p->runs[k])) {
                sum += p->runs[k].seconds;
                count++;
            }
        }
        const double as_it_is = model_as_it_is(p, &p->runs[i]), part = as_it_is / (sum / count);
        scale[i] = p->mode == MODEL_FIXED && part > 0.5 && part < 2 ? as_it_is : sum / count;
    }
    return scale;
}

model_sets *model_sets_of(arena *a, const model_problem *p)
{
    model_sets *s = ARENA_NEW(a, model_sets);
    bool *small = ARENA_ARRAY(a, p->constant_count, bool);
    for (int j = 0; j < p->constant_count; j++)
        small[j] = is_small(p, j);
    *s = (model_sets){.p = p, .is_small = small, .scale = scale_of(a, p)};
    switch (p->mode) {
    case MODEL_FIXED:
        add_numbered(a, s, small);
        break;
    case MODEL_ALL:
        add_numbered(a, s, small);
        join_proportional(s, 0);
        break;
    case MODEL_CHOOSE:
        add_kinds(a, s, small);
        add_components(a, s, small);
        const int components = s->count;
        add_single(a, s, small);
        join_proportional(s, components);
        break;
    }
    return s;
}
