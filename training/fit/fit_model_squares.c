#include "training/fit/fit_model_squares.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_multifit.h>
#include <math.h>

double model_column(const model_sets *s, const model_row *row, int set)
{
    return model_set_column(s->p, row, s->has[set]);
}

static size_t count_runs(const model_sets *s, const bool *counts)
{
    size_t count = 0;
    for (int i = 0; i < s->p->run_count; i++)
        count += counts[i];
    return count;
}

/* Where most runs are as good as exact, the robust fit takes the last digits for deviations: it is
 * made once more with weights as if deviations were a millionth. */
static int weigh_again(const gsl_matrix *x, const gsl_vector *y, gsl_vector *c, gsl_matrix *cov,
                       model_solution *out)
{
    static const double tuning = 4.685; /* of the bisquare, as GSL has it */
    gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(x->size1, x->size2);
    gsl_vector *off = gsl_vector_alloc(x->size1);
    double sum = 0;
    gsl_multifit_linear_residuals(x, y, c, off);
    for (size_t i = 0; i < x->size1; i++) {
        const double u = gsl_vector_get(off, i) / (tuning * model_least_spread);
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

/* y = Σ x · shift, in parts of what the runs take. */
bool model_squares(const model_sets *s, int count, const int *sets, const bool *counts,
                   bool is_robust, model_solution *out)
{
    const size_t n = count_runs(s, counts), m = (size_t)count;
    out->covariance = NULL;
    out->weights = NULL;
    if (n < m)
        return false;
    gsl_matrix *x = gsl_matrix_alloc(n, m), *cov = gsl_matrix_alloc(m, m);
    gsl_vector *y = gsl_vector_alloc(n), *c = gsl_vector_alloc(m);
    size_t at = 0;
    for (int i = 0; i < s->p->run_count; i++) {
        const model_row *run = &s->p->runs[i];
        if (!counts[i])
            continue;
        gsl_vector_set(y, at, (run->seconds - model_as_it_is(s->p, run)) / s->scale[i]);
        for (size_t k = 0; k < m; k++)
            gsl_matrix_set(x, at, k, model_column(s, run, sets[k]) / s->scale[i]);
        at++;
    }
    int failed;
    if (is_robust) {
        gsl_multifit_robust_workspace *w =
            gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, n, m);
        failed = gsl_multifit_robust(x, y, c, cov, w);
        out->squares = gsl_multifit_robust_statistics(w).sse;
        out->weights = gsl_vector_alloc(n);
        gsl_vector_memcpy(out->weights, gsl_multifit_robust_statistics(w).weights);
        if (!failed && gsl_multifit_robust_statistics(w).sigma_mad < model_least_spread)
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

void model_forget(model_solution *s)
{
    if (s->covariance)
        gsl_matrix_free(s->covariance);
    s->covariance = NULL;
    if (s->weights)
        gsl_vector_free(s->weights);
    s->weights = NULL;
}
