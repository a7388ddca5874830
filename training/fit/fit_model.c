#include "training/fit/fit_model.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "training/fit/fit_model_check.h"
#include "training/fit/fit_model_choose.h"
#include "training/fit/fit_model_squares.h"

/* The sets that are fitted. */
typedef struct taken {
    int count;
    int sets[MODEL_SETS_MOST];
    double level; /* of their intervals */
} taken;

static const model_factor no_factor = {MODEL_KEPT, -1, 1, NAN, NAN, NAN, NAN, NAN};

static void keep_all(arena *a, const model_sets *s, model_fit *out)
{
    const model_problem *p = s->p;
    out->constants = ARENA_ARRAY(a, p->constant_count, model_factor);
    for (int j = 0; j < p->constant_count; j++) {
        out->constants[j] = no_factor;
        out->constants[j].state = s->is_small[j] ? MODEL_SMALL : MODEL_KEPT;
    }
}

static void set_state(const model_sets *s, int set, model_fit *out, model_factor f)
{
    for (int j = 0; j < s->p->constant_count; j++)
        if (s->has[set][j])
            out->constants[j] = f;
}

static double error_of(const model_solution *found, int k)
{
    return sqrt(gsl_matrix_get(found->covariance, (size_t)k, (size_t)k));
}

static double reach_of(int freedom, double level)
{
    return freedom > 0 ? gsl_cdf_tdist_Pinv((1 + level) / 2, freedom) : NAN;
}

/* Takes away the set that cannot be, or, of those that were asked for, that the runs say nothing
 * of; false: there is none. */
static bool drop_one(const model_sets *s, const taken *c, const model_solution *found, double reach,
                     taken *out, model_fit *fit)
{
    int worst = -1;
    double most = 1;
    for (int k = 0; k < c->count; k++) {
        const double factor = 1 + found->shift[k];
        const double over = factor <= 0 ? INFINITY
                            : isnan(reach) || s->p->mode != MODEL_ALL
                                ? 0
                                : reach * error_of(found, k) / factor;
        if (over > most) {
            most = over;
            worst = k;
        }
    }
    if (worst < 0 || s->p->mode == MODEL_FIXED)
        return false;
    model_factor none = no_factor;
    none.state = 1 + found->shift[worst] <= 0 ? MODEL_NEGATIVE : MODEL_UNSUPPORTED;
    set_state(s, c->sets[worst], fit, none);
    *out = *c;
    out->count--;
    for (int k = worst; k < out->count; k++)
        out->sets[k] = c->sets[k + 1];
    return true;
}

/* Robust where there are runs enough to tell which of them stand apart. */
static bool fit_taken(const model_sets *s, const taken *c, const bool *counts,
                      model_solution *found, bool *is_robust)
{
    int runs = 0;
    for (int i = 0; i < s->p->run_count; i++)
        runs += counts[i];
    *is_robust = runs >= 2 * c->count + 3;
    if (*is_robust && model_squares(s, c->count, c->sets, counts, true, found))
        return true;
    if (*is_robust)
        model_forget(found);
    *is_robust = false;
    return model_squares(s, c->count, c->sets, counts, false, found);
}

/* A time there, and where one more run would be. */
static model_value value_of(const model_sets *s, const taken *c, const model_solution *found,
                            const model_row *row, double reach, double spread)
{
    const gsl_matrix *covariance = found->covariance; /* of no sets there is none */
    double columns[MODEL_SETS_MOST];
    for (int k = 0; k < c->count; k++)
        columns[k] = model_column(s, row, c->sets[k]);
    const model_reach r = model_reach_at(model_as_it_is(s->p, row), c->count, columns, found->shift,
                                         covariance ? covariance->data : NULL,
                                         covariance ? covariance->tda : 0, reach, spread);
    return (model_value){r.seconds, r.seconds - r.off, r.seconds + r.off, NAN, NAN, 1, NAN};
}

static double spread_of(const model_sets *s, const model_fit *out)
{
    const model_problem *p = s->p;
    double sum = 0, weights = 0, most = 0;
    for (int i = 0; i < p->run_count; i++)
        most = fmax(most, fabs(p->runs[i].seconds - out->runs[i].seconds) / s->scale[i]);
    for (int i = 0; i < p->run_count; i++) { /* over `most`: squares may be too large */
        const double off =
            (p->runs[i].seconds - out->runs[i].seconds) / s->scale[i] / (most > 0 ? most : 1);
        sum += out->runs[i].weight * off * off;
        weights += out->runs[i].weight;
    }
    const double freedom = weights - out->factors;
    return out->freedom > 0 && freedom > 0 ? most * sqrt(sum / freedom) : NAN;
}

/* What the fit to all other points says of each. */
static void leave_out(arena *a, const model_sets *s, const taken *c, model_fit *out)
{
    const model_problem *p = s->p;
    bool *counts = ARENA_ARRAY(a, p->run_count, bool), is_robust;
    for (int i = 0; i < p->run_count; i++) {
        model_solution found = {.squares = 0};
        int first = i;
        for (int k = 0; k < p->run_count; k++) {
            counts[k] = !model_rows_meet(p, &p->runs[i], &p->runs[k]);
            first = !counts[k] && k < first ? k : first;
        }
        if (first < i) {
            out->runs[i].left_out = out->runs[first].left_out;
            continue;
        }
        if (c->count == 0)
            out->runs[i].left_out = out->runs[i].seconds;
        else if (fit_taken(s, c, counts, &found, &is_robust))
            out->runs[i].left_out = value_of(s, c, &found, &p->runs[i], NAN, 0).seconds;
        model_forget(&found);
    }
}

static void tell(arena *a, const model_sets *s, const taken *c, const model_solution *found,
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
    out->spread = spread_of(s, out);
    for (int i = 0; i < p->prediction_count; i++)
        out->predictions[i] = value_of(s, c, found, &p->predictions[i], reach, out->spread);
    for (int k = 0; k < c->count; k++) {
        const double factor = 1 + found->shift[k];
        const double error = out->freedom > 0 ? error_of(found, k) : NAN;
        set_state(s, c->sets[k], out,
                  (model_factor){MODEL_FITTED, k, factor, error, factor - reach * error,
                                 factor + reach * error, NAN, NAN});
    }
    leave_out(a, s, c, out);
}

/* Fits, drops what cannot be told, fits again. */
static void settle(arena *a, const model_sets *s, taken c, model_fit *out)
{
    const model_problem *p = s->p;
    bool *all = ARENA_ARRAY(a, p->run_count, bool);
    memset(all, true, (size_t)p->run_count * sizeof *all);
    for (;;) {
        model_solution found = {.squares = 0};
        taken fewer;
        out->factors = c.count;
        out->freedom = p->run_count - c.count;
        out->is_robust = false;
        const double reach = reach_of(out->freedom, c.level);
        if (c.count > 0 && !fit_taken(s, &c, all, &found, &out->is_robust)) {
            out->why = "the runs do not tell these constants apart";
            model_forget(&found);
            return;
        }
        const bool is_dropped = c.count > 0 && drop_one(s, &c, &found, reach, &fewer, out);
        if (!is_dropped)
            tell(a, s, &c, &found, reach, out);
        model_forget(&found);
        if (!is_dropped)
            return;
        c = fewer;
    }
}

/* --- Which are fitted --------------------------------------------------------------------- */

/* Half of what an interval may miss is that of the choice (fit_model_choose.c). */
static taken of_choice(const model_sets *s, const model_choice *c)
{
    taken t = {.count = c->count, .level = (1 + s->p->level) / 2};
    memcpy(t.sets, c->sets, (size_t)c->count * sizeof t.sets[0]);
    return t;
}

/* Deviations in parts of fitted times, which have none in them; runs that stand far apart do not
 * choose. */
static void refine(model_sets *s, const model_choice *c, bool *counts)
{
    enum { FAR = 20 };
    const model_problem *p = s->p;
    const taken t = of_choice(s, c);
    model_solution found = {.squares = 0};
    bool is_robust = false;
    if (c->count > 0 && fit_taken(s, &t, counts, &found, &is_robust))
        for (int i = 0; i < p->run_count; i++) {
            const double time = value_of(s, &t, &found, &p->runs[i], NAN, 0).seconds;
            if (time > s->scale[i] / 2 && time < s->scale[i] * 2)
                s->scale[i] = time;
            counts[i] = !is_robust || gsl_vector_get(found.weights, (size_t)i) > 1.0 / FAR;
        }
    model_forget(&found);
}

static void solve_choosing(arena *a, model_sets *s, model_fit *out)
{
    bool *counts = ARENA_ARRAY(a, s->p->run_count, bool);
    memset(counts, true, (size_t)s->p->run_count * sizeof *counts);
    model_choices c = model_choose(a, s, counts);
    refine(s, &c.of.data[0], counts);
    c = model_choose(a, s, counts);
    settle(a, s, of_choice(s, &c.of.data[0]), out);
    model_tell_others(a, s, &c, out);
}

model_fit model_solve(arena *a, const model_problem *p)
{
    model_fit out = {.why = NULL, .left = -1, .choices = 1};
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    model_sets *s = model_sets_of(a, p);
    keep_all(a, s, &out);
    if (p->mode == MODEL_CHOOSE) {
        solve_choosing(a, s, &out);
    } else if (p->mode == MODEL_ALL && s->asked > p->distinct) {
        out.why = arena_printf(a, "%d constants are asked for, and the runs are of only %d %s",
                               s->asked, p->distinct, p->distinct == 1 ? "point" : "points");
    } else {
        taken all = {.count = s->count, .level = p->level};
        for (int k = 0; k < s->count; k++)
            all.sets[k] = k;
        settle(a, s, all, &out);
    }
    if (!out.why)
        model_compare_scatter(s, &out);
    gsl_set_error_handler(before);
    return out;
}
