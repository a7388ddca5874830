#include "training/fit/fit_model.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <string.h>

#include "training/fit/fit_model_sets.h"

/* Deviations of a millionth are those of ticks: no run is more exact. */
static const double least_spread = 1e-6;

typedef struct solution {
    double squares; /* of deviations over times */
    double shift[MODEL_SETS_MOST];
    gsl_matrix *covariance;
    gsl_vector *weights; /* of the robust fit; or null */
} solution;

static double set_column(const model_sets *s, const model_row *row, int set)
{
    return model_set_column(s->p, row, s->has[set]);
}

static double as_it_is(const model_problem *p, const model_row *row)
{
    double sum = row->fixed;
    for (int j = 0; j < p->constant_count; j++)
        sum += row->of[j];
    return sum;
}

/* Where most runs are as good as exact, the robust fit takes the last digits for deviations: it is
 * made once more with weights as if deviations were a millionth. */
static int weigh_again(const gsl_matrix *x, const gsl_vector *y, gsl_vector *c, gsl_matrix *cov,
                       solution *out)
{
    static const double tuning = 4.685; /* of the bisquare, as GSL has it */
    gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(x->size1, x->size2);
    gsl_vector *off = gsl_vector_alloc(x->size1);
    double sum = 0;
    gsl_multifit_linear_residuals(x, y, c, off);
    for (size_t i = 0; i < x->size1; i++) {
        const double u = gsl_vector_get(off, i) / (tuning * least_spread);
        const double weight = fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0;
        gsl_vector_set(out->weights, i, weight);
        sum += weight;
    }
    const int failed = gsl_multifit_wlinear(x, out->weights, y, c, cov, &out->squares, w);
    const double freedom = fmax(sum - (double)x->size2, 1);
    gsl_matrix_scale(cov, out->squares / freedom);
    gsl_vector_free(off);
    gsl_multifit_linear_free(w);
    return failed;
}

/* Fits the sets' factors, less 1: y = Σ x · shift, in parts of what was measured. */
static bool least_squares(const model_sets *s, int count, const int *sets, bool is_robust,
                          solution *out)
{
    const size_t n = (size_t)s->p->run_count, m = (size_t)count;
    gsl_matrix *x = gsl_matrix_alloc(n, m), *cov = gsl_matrix_alloc(m, m);
    gsl_vector *y = gsl_vector_alloc(n), *c = gsl_vector_alloc(m);
    for (size_t i = 0; i < n; i++) {
        const model_row *run = &s->p->runs[i];
        gsl_vector_set(y, i, (run->seconds - as_it_is(s->p, run)) / run->seconds);
        for (size_t k = 0; k < m; k++)
            gsl_matrix_set(x, i, k, set_column(s, run, sets[k]) / run->seconds);
    }
    int failed;
    if (is_robust) {
        gsl_multifit_robust_workspace *w =
            gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, n, m);
        failed = gsl_multifit_robust(x, y, c, cov, w);
        out->squares = gsl_multifit_robust_statistics(w).sse;
        out->weights = gsl_vector_alloc(n);
        gsl_vector_memcpy(out->weights, gsl_multifit_robust_statistics(w).weights);
        if (!failed && gsl_multifit_robust_statistics(w).sigma_mad < least_spread)
            failed = weigh_again(x, y, c, cov, out);
        gsl_multifit_robust_free(w);
    } else {
        gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(n, m);
        failed = gsl_multifit_linear(x, y, c, cov, &out->squares, w);
        gsl_multifit_linear_free(w);
        out->weights = NULL;
    }
    for (size_t k = 0; k < m; k++)
        out->shift[k] = gsl_vector_get(c, k);
    out->covariance = cov;
    gsl_matrix_free(x);
    gsl_vector_free(y);
    gsl_vector_free(c);
    return !failed && isfinite(out->squares) && isfinite(out->shift[0]);
}

static void forget(solution *s)
{
    gsl_matrix_free(s->covariance);
    if (s->weights)
        gsl_vector_free(s->weights);
    s->weights = NULL;
}

/* --- Which the runs support -------------------------------------------------------------- */

static double squares_of(const model_sets *s, int count, const int *sets)
{
    const double least = s->p->run_count * least_spread * least_spread;
    solution found = {.squares = 0};
    if (count == 0) {
        for (int i = 0; i < s->p->run_count; i++) {
            const model_row *run = &s->p->runs[i];
            const double off = (run->seconds - as_it_is(s->p, run)) / run->seconds;
            found.squares += off * off;
        }
        return fmax(found.squares, least);
    }
    bool ok = least_squares(s, count, sets, false, &found);
    for (int k = 0; k < count; k++) /* no value of a machine is negative */
        ok = ok && 1 + found.shift[k] > 0;
    forget(&found);
    return ok ? fmax(found.squares, least) : INFINITY;
}

typedef struct choice {
    int count;
    int sets[MODEL_SETS_MOST];
    double squares;
} choice;

/* Tries all choices that begin with the first `at` sets of `c`; keeps the best of `size`. */
static void try_choices(const model_sets *s, choice *c, int at, int from, int size, choice *best)
{
    if (at == size) {
        c->count = size;
        c->squares = squares_of(s, size, c->sets);
        if (c->squares < best->squares * (1 - 1e-9))
            *best = *c;
        return;
    }
    for (int k = from; k < s->count; k++) {
        bool is_apart = true;
        for (int i = 0; i < at; i++)
            is_apart = is_apart && !model_sets_meet(s, c->sets[i], k);
        c->sets[at] = k;
        if (is_apart)
            try_choices(s, c, at + 1, k + 1, size, best);
    }
}

/* The best choice of `size` sets: among all of up to three, else one more than those before. */
static choice best_of(const model_sets *s, int size, const choice *before)
{
    enum { TRIED = 3 };
    choice c = {.count = 0}, best = {.squares = INFINITY};
    if (size <= TRIED) {
        try_choices(s, &c, 0, 0, size, &best);
        return best;
    }
    for (int k = 0; k < s->count && before->count == size - 1; k++) {
        c = *before;
        bool is_apart = true;
        for (int i = 0; i < c.count; i++)
            is_apart = is_apart && !model_sets_meet(s, c.sets[i], k);
        c.sets[c.count++] = k;
        c.squares = is_apart ? squares_of(s, size, c.sets) : INFINITY;
        if (c.squares < best.squares)
            best = c;
    }
    return best;
}

/* As many sets as an F-test at 5 %, shared among all sets, finds worth having. */
static choice choose(const model_sets *s)
{
    enum { MOST = 6 };
    const model_problem *p = s->p;
    choice taken = {.squares = squares_of(s, 0, NULL)}, last = taken;
    for (int size = 1; size < p->distinct && size <= MOST && size <= s->count; size++) {
        const choice c = best_of(s, size, &last);
        if (c.count != size)
            break;
        last = c;
        const int freedom = p->run_count - size, more = size - taken.count;
        const double f = (taken.squares - c.squares) / more / (c.squares / freedom);
        if (f > gsl_cdf_fdist_Qinv((1 - p->level) / s->count, more, freedom))
            taken = c;
    }
    return taken;
}

/* --- What is found ----------------------------------------------------------------------- */

static void keep_all(arena *a, const model_sets *s, model_fit *out)
{
    const model_problem *p = s->p;
    out->constants = ARENA_ARRAY(a, p->constant_count, model_factor);
    for (int j = 0; j < p->constant_count; j++)
        out->constants[j] =
            (model_factor){s->is_small[j] ? MODEL_SMALL : MODEL_KEPT, -1, 1, NAN, NAN, NAN};
}

static void set_state(const model_sets *s, int set, model_fit *out, model_factor f)
{
    for (int j = 0; j < s->p->constant_count; j++)
        if (s->has[set][j])
            out->constants[j] = f;
}

/* Takes away the set that cannot be, or that the runs say nothing of; false: there is none. */
static bool drop_one(const model_sets *s, const choice *c, const solution *found, double reach,
                     choice *out, model_fit *fit)
{
    int worst = -1;
    double most = 1;
    for (int k = 0; k < c->count; k++) {
        const double factor = 1 + found->shift[k];
        const double error = sqrt(gsl_matrix_get(found->covariance, (size_t)k, (size_t)k));
        const double over = factor <= 0 ? INFINITY : isnan(reach) ? 0 : reach * error / factor;
        if (over > most) {
            most = over;
            worst = k;
        }
    }
    if (worst < 0 || s->p->mode == MODEL_FIXED)
        return false;
    const bool is_negative = 1 + found->shift[worst] <= 0;
    set_state(
        s, c->sets[worst], fit,
        (model_factor){is_negative ? MODEL_NEGATIVE : MODEL_UNSUPPORTED, -1, 1, NAN, NAN, NAN});
    *out = *c;
    out->count--;
    for (int k = worst; k < out->count; k++)
        out->sets[k] = c->sets[k + 1];
    return true;
}

/* Robust where there are runs enough to tell which of them stand apart. */
static bool fit_choice(const model_sets *s, const choice *c, solution *found, bool *is_robust)
{
    *is_robust = s->p->run_count >= 2 * c->count + 3;
    if (*is_robust && least_squares(s, c->count, c->sets, true, found))
        return true;
    if (*is_robust)
        forget(found);
    *is_robust = false;
    return least_squares(s, c->count, c->sets, false, found);
}

/* A time there, and where one more run would be. */
static model_value value_of(const model_sets *s, const choice *c, const solution *found,
                            const model_row *row, double reach, double spread)
{
    double sum = as_it_is(s->p, row), variance = 0;
    for (int k = 0; k < c->count; k++) {
        const double x = set_column(s, row, c->sets[k]);
        sum += x * found->shift[k];
        for (int l = 0; l < c->count; l++)
            variance += x * set_column(s, row, c->sets[l]) *
                        gsl_matrix_get(found->covariance, (size_t)k, (size_t)l);
    }
    const double error = reach * sqrt(variance + spread * spread * sum * sum);
    return (model_value){sum, sum - error, sum + error, 1};
}

static double spread_of(const model_problem *p, const model_fit *out)
{
    double sum = 0, weights = 0, most = 0;
    for (int i = 0; i < p->run_count; i++)
        most = fmax(most, fabs(p->runs[i].seconds - out->runs[i].seconds) / p->runs[i].seconds);
    for (int i = 0; i < p->run_count; i++) { /* over `most`: squares may be too large */
        const double off = (p->runs[i].seconds - out->runs[i].seconds) / p->runs[i].seconds /
                           (most > 0 ? most : 1);
        sum += out->runs[i].weight * off * off;
        weights += out->runs[i].weight;
    }
    const double freedom = weights - out->factors;
    return out->freedom > 0 && freedom > 0 ? most * sqrt(sum / freedom) : NAN;
}

static void tell(arena *a, const model_sets *s, const choice *c, const solution *found,
                 double reach, model_fit *out)
{
    const model_problem *p = s->p;
    out->runs = ARENA_ARRAY(a, p->run_count, model_value);
    out->predictions = ARENA_ARRAY(a, p->prediction_count, model_value);
    for (int i = 0; i < p->run_count; i++) {
        out->runs[i] = value_of(s, c, found, &p->runs[i], NAN, 0);
        if (found->weights)
            out->runs[i].weight = gsl_vector_get(found->weights, (size_t)i);
    }
    out->spread = spread_of(p, out);
    for (int i = 0; i < p->prediction_count; i++)
        out->predictions[i] = value_of(s, c, found, &p->predictions[i], reach, out->spread);
    for (int k = 0; k < c->count; k++) {
        const double factor = 1 + found->shift[k];
        const double error =
            out->freedom > 0 ? sqrt(gsl_matrix_get(found->covariance, (size_t)k, (size_t)k)) : NAN;
        set_state(s, c->sets[k], out,
                  (model_factor){MODEL_FITTED, k, factor, error, factor - reach * error,
                                 factor + reach * error});
    }
}

/* Fits, drops what cannot be told, fits again. */
static void settle(arena *a, const model_sets *s, choice c, model_fit *out)
{
    const model_problem *p = s->p;
    for (;;) {
        solution found = {.squares = 0};
        choice fewer;
        out->factors = c.count;
        out->freedom = p->run_count - c.count;
        out->is_robust = false;
        const double reach =
            out->freedom > 0 ? gsl_cdf_tdist_Pinv((1 + p->level) / 2, out->freedom) : NAN;
        if (c.count > 0 && !fit_choice(s, &c, &found, &out->is_robust)) {
            out->why = "the runs do not tell these constants apart";
            forget(&found);
            return;
        }
        const bool is_dropped = c.count > 0 && drop_one(s, &c, &found, reach, &fewer, out);
        if (!is_dropped)
            tell(a, s, &c, &found, reach, out);
        if (c.count > 0)
            forget(&found);
        if (!is_dropped)
            return;
        c = fewer;
    }
}

model_fit model_solve(arena *a, const model_problem *p)
{
    model_fit out = {.why = NULL};
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    const model_sets *s = model_sets_of(a, p);
    choice c = {.count = 0};
    keep_all(a, s, &out);
    if (p->mode == MODEL_CHOOSE) {
        c = choose(s);
    } else {
        c.count = s->count;
        for (int k = 0; k < s->count; k++)
            c.sets[k] = k;
    }
    if (p->mode == MODEL_ALL && s->asked > p->distinct)
        out.why = arena_printf(a, "%d constants are asked for, and the runs are of only %d %s",
                               s->asked, p->distinct, p->distinct == 1 ? "point" : "points");
    else
        settle(a, s, c, &out);
    gsl_set_error_handler(before);
    return out;
}
