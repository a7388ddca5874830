#include "training/fit/fit_model_choose.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Thousands of choices are tried, so that least squares are solved from sums of products, made
 * once: what a choice leaves, and what one more set would take of that, is a few products then.
 * In long double, since sums of squares lose half the digits. */

/* How many of one size are gone on from. */
enum { WIDTH = 64 };

/* The part of a set that is in no other one has to be so much of its square to be told. */
static const long double least_apart = 1e-12L;

typedef struct search {
    const model_sets *s;
    int runs, points, kinds; /* kinds: sets that are not nearly in proportion */
    long double *products;   /* [sets + 1][sets + 1]; the last: what is to be explained */
    double floor;            /* squares that are as good as none */
} search;

typedef struct projection {
    long double lower[MODEL_CHOICE_MOST][MODEL_CHOICE_MOST]; /* Cholesky's */
    long double of_y[MODEL_CHOICE_MOST];
    long double squares;
} projection;

static long double product(const search *x, int one, int other)
{
    return x->products[one * (x->s->count + 1) + other];
}

static void add_products(search *x, const bool *counts)
{
    const model_problem *p = x->s->p;
    const int all = x->s->count + 1;
    double row[MODEL_SETS_MOST + 1];
    for (int i = 0; i < p->run_count; i++) {
        if (!counts[i])
            continue;
        x->runs++;
        for (int k = 0; k < all - 1; k++)
            row[k] = model_set_column(p, &p->runs[i], x->s->has[k]) / x->s->scale[i];
        row[all - 1] = (p->runs[i].seconds - model_as_it_is(p, &p->runs[i])) / x->s->scale[i];
        for (int k = 0; k < all; k++)
            for (int l = 0; l < all; l++)
                x->products[k * all + l] += (long double)row[k] * row[l];
        bool is_new = true;
        for (int k = 0; k < i; k++)
            is_new = is_new && !(counts[k] && model_rows_meet(p, &p->runs[i], &p->runs[k]));
        x->points += is_new;
    }
}

/* Tests of sets that are nearly in proportion are one test. */
static int count_kinds(const search *x)
{
    int first[MODEL_SETS_MOST], count = 0;
    for (int k = 0; k < x->s->count; k++) {
        bool is_new = true;
        for (int l = 0; l < count; l++) {
            const long double both = product(x, k, first[l]);
            is_new =
                is_new && both * both < 0.99L * product(x, k, k) * product(x, first[l], first[l]);
        }
        if (is_new)
            first[count++] = k;
    }
    return count;
}

/* The part of a set that is not in the choice's, of which `of` are the coefficients before. */
static long double apart(const search *x, const model_choice *c, const projection *j, int set,
                         int count, long double *of)
{
    long double rest = product(x, set, set);
    for (int k = 0; k < count; k++) {
        long double sum = product(x, set, c->sets[k]);
        for (int l = 0; l < k; l++)
            sum -= of[l] * j->lower[k][l];
        of[k] = sum / j->lower[k][k];
        rest -= of[k] * of[k];
    }
    return rest;
}

/* Least squares of a choice; false: its sets are not told apart. */
static bool project(const search *x, model_choice *c, projection *j)
{
    const int y = x->s->count;
    j->squares = product(x, y, y);
    c->rank = 0;
    for (int k = 0; k < c->count; k++) {
        const int set = c->sets[k];
        const long double rest = apart(x, c, j, set, k, j->lower[k]);
        if (rest <= least_apart * product(x, set, set))
            return false;
        j->lower[k][k] = sqrtl(rest);
        long double sum = product(x, y, set);
        for (int l = 0; l < k; l++)
            sum -= j->of_y[l] * j->lower[k][l];
        j->of_y[k] = sum / j->lower[k][k];
        j->squares -= j->of_y[k] * j->of_y[k];
        c->rank += x->s->rank[set];
    }
    c->squares = fmax((double)j->squares, x->floor);
    for (int k = c->count - 1; k >= 0; k--) {
        long double sum = j->of_y[k];
        for (int l = k + 1; l < c->count; l++)
            sum -= j->lower[l][k] * (c->factors[l] - 1);
        c->factors[k] = 1 + (double)(sum / j->lower[k][k]);
    }
    return true;
}

/* The inverse of L Lᵀ, times the variance. */
static void add_covariance(const search *x, const projection *j, model_choice *c)
{
    long double inverse[MODEL_CHOICE_MOST][MODEL_CHOICE_MOST] = {{0}};
    const int n = c->count;
    for (int k = 0; k < n; k++)
        for (int i = k; i < n; i++) {
            long double sum = i == k;
            for (int l = k; l < i; l++)
                sum -= j->lower[i][l] * inverse[l][k];
            inverse[i][k] = sum / j->lower[i][i];
        }
    const double variance = x->runs > n ? c->squares / (x->runs - n) : NAN;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            long double sum = 0;
            for (int i = k > l ? k : l; i < n; i++)
                sum += inverse[i][k] * inverse[i][l];
            c->covariance[k][l] = variance * (double)sum;
        }
}

/* No value of a machine is negative. */
static bool can_be(const model_choice *c)
{
    for (int k = 0; k < c->count; k++)
        if (!(c->factors[k] > 0))
            return false;
    return true;
}

/* The set that what a choice leaves goes with, by an F-test at (1 - level) / 2, divided among the
 * sets: the other half is for the intervals of what is chosen. -1: none. */
static int left_of(const search *x, const model_choice *c, const projection *j)
{
    const int freedom = x->runs - c->count - 1;
    if (freedom < 1)
        return -1;
    const double chance = (1 - x->s->p->level) / 2 / x->kinds;
    double most = gsl_cdf_fdist_Qinv(chance, 1, freedom);
    int worst = -1;
    for (int set = 0; set < x->s->count; set++) {
        long double of[MODEL_CHOICE_MOST], of_y = product(x, x->s->count, set);
        const long double rest = apart(x, c, j, set, c->count, of);
        if (rest <= least_apart * product(x, set, set))
            continue;
        for (int k = 0; k < c->count; k++)
            of_y -= of[k] * j->of_y[k];
        const double gain = (double)(of_y * of_y / rest);
        const double f = gain / (fmax(c->squares - gain, x->floor) / freedom);
        if (f > most) {
            most = f;
            worst = set;
        }
    }
    return worst;
}

static int by_squares(const void *one, const void *other)
{
    const model_choice *a = one, *b = other;
    return (a->squares > b->squares) - (a->squares < b->squares);
}

static bool is_same(const model_choice *a, const model_choice *b)
{
    return memcmp(a->sets, b->sets, (size_t)a->count * sizeof a->sets[0]) == 0;
}

typedef VEC(model_choice) choice_list;

/* `c` with one more set, in order; false: it meets one of them, or is there. */
static bool extend(const search *x, const model_choice *c, int set, const choice_list *there,
                   model_choice *out)
{
    int at = c->count;
    for (int k = 0; k < c->count; k++)
        if (model_sets_meet(x->s, c->sets[k], set))
            return false;
    *out = *c;
    for (; at > 0 && out->sets[at - 1] > set; at--)
        out->sets[at] = out->sets[at - 1];
    out->sets[at] = set;
    out->count++;
    for (int i = 0; i < there->count; i++)
        if (is_same(&there->data[i], out))
            return false;
    return true;
}

/* All choices of one set more than the best ones before have. */
static choice_list longer(arena *a, const search *x, const choice_list *before)
{
    choice_list all = {0};
    projection j;
    for (int i = 0; i < before->count && i < WIDTH; i++)
        for (int set = 0; set < x->s->count; set++) {
            model_choice c;
            if (extend(x, &before->data[i], set, &all, &c) && project(x, &c, &j))
                VEC_PUSH(a, &all, c);
        }
    if (all.count > 1)
        qsort(all.data, (size_t)all.count, sizeof all.data[0], by_squares);
    return all;
}

/* Those of a size that leave nothing but chance. */
static void keep_enough(arena *a, const search *x, const choice_list *all, model_choices *out)
{
    projection j;
    for (int i = 0; i < all->count; i++) {
        model_choice c = all->data[i];
        project(x, &c, &j);
        if (!can_be(&c) || left_of(x, &c, &j) >= 0)
            continue;
        add_covariance(x, &j, &c);
        VEC_PUSH(a, &out->of, c);
    }
}

/* The largest of a choice's factors, or the inverse of the smallest: as a logarithm. */
static double strangeness(const model_choice *c)
{
    double most = 0;
    for (int k = 0; k < c->count; k++)
        most = fmax(most, fabs(log(c->factors[k])));
    return most;
}

/* Whole components first, then what has to change least. */
static int by_likelihood(const void *one, const void *other)
{
    const model_choice *a = one, *b = other;
    const double x = strangeness(a), y = strangeness(b);
    return a->rank != b->rank ? a->rank - b->rank : (x > y) - (x < y);
}

/* Of those that are as good as the best, the one of components comes first: a machine whose
 * processor is another one is likelier than one whose loads alone are. */
static void prefer_components(const search *x, model_choices *out)
{
    model_choice *c = out->of.data;
    const int freedom = x->runs - c[0].count;
    const double most =
        freedom < 1
            ? INFINITY
            : c[0].squares * (1 + gsl_cdf_fdist_Qinv(1 - x->s->p->level, 1, freedom) / freedom);
    int taken = 0;
    for (int i = 1; i < out->of.count && c[i].squares <= most; i++)
        if (c[i].rank < c[taken].rank)
            taken = i;
    const model_choice first = c[taken];
    memmove(c + 1, c, (size_t)taken * sizeof first);
    c[0] = first;
    if (out->of.count > 2)
        qsort(c + 1, (size_t)out->of.count - 1, sizeof *c, by_likelihood);
}

/* Where none is enough: the last that is worth its factors. */
static void take_worth(arena *a, const search *x, const choice_list *all, model_choice *taken,
                       model_choices *out)
{
    projection j;
    for (int i = 0; i < all->count; i++) {
        model_choice c = all->data[i];
        const int freedom = x->runs - c.count, more = c.count - taken->count;
        project(x, &c, &j);
        if (!can_be(&c) || freedom < 1)
            continue;
        const double f = (taken->squares - c.squares) / more / (c.squares / freedom);
        if (more > 0 && f > gsl_cdf_fdist_Qinv((1 - x->s->p->level) / x->kinds, more, freedom)) {
            add_covariance(x, &j, &c);
            *taken = c;
        }
        break; /* the best one of its size */
    }
    out->of.count = 0;
    VEC_PUSH(a, &out->of, *taken);
}

model_choices model_choose(arena *a, const model_sets *s, const bool *counts)
{
    const int all = s->count + 1;
    search x = {.s = s, .products = ARENA_ARRAY(a, all * all, long double)};
    add_products(&x, counts);
    x.kinds = count_kinds(&x);
    x.floor = x.runs * model_least_spread * model_least_spread;
    model_choice none = {.count = 0};
    projection j;
    project(&x, &none, &j);
    choice_list list = {0};
    VEC_PUSH(a, &list, none);
    model_choices out = {.left = -1}, worth = out;
    model_choice taken = none;
    for (int size = 0;
         size <= MODEL_CHOICE_MOST && list.count > 0 && (size == 0 || size < x.points); size++) {
        keep_enough(a, &x, &list, &out);
        if (out.of.count > 0) {
            prefer_components(&x, &out);
            return out;
        }
        take_worth(a, &x, &list, &taken, &worth);
        if (size < MODEL_CHOICE_MOST)
            list = longer(a, &x, &list);
    }
    project(&x, &taken, &j);
    worth.left = left_of(&x, &taken, &j);
    return worth;
}
