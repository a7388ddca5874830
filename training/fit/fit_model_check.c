#include "training/fit/fit_model_check.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static void widen(double low, double high, double *least, double *most)
{
    *least = isnan(*least) ? low : fmin(*least, low);
    *most = isnan(*most) ? high : fmax(*most, high);
}

/* The factor that a choice gives a constant, and its interval; 1 where it has none. */
static bool factor_in(const model_sets *s, const model_choice *c, int constant, double reach,
                      double *low, double *high)
{
    *low = *high = 1;
    for (int k = 0; k < c->count; k++) {
        if (!s->has[c->sets[k]][constant])
            continue;
        const double error = reach * sqrt(c->covariance[k][k]);
        *low = fmax(c->factors[k] - error, 0);
        *high = c->factors[k] + error;
        return true;
    }
    return false;
}

static void tell_constants(const model_sets *s, const model_choice *c, double reach, model_fit *out)
{
    for (int j = 0; j < s->p->constant_count; j++) {
        model_factor *f = &out->constants[j];
        double low, high;
        const bool has = factor_in(s, c, j, reach, &low, &high);
        if (has && (f->state == MODEL_KEPT || f->state == MODEL_SMALL)) {
            f->state = MODEL_POSSIBLE;
            f->other_low = f->other_high = 1; /* as the choice has it */
        }
        if (f->state == MODEL_FITTED || f->state == MODEL_POSSIBLE)
            widen(low, high, &f->other_low, &f->other_high);
    }
}

static void tell_prediction(const model_sets *s, const model_choice *c, double reach, double spread,
                            const model_row *row, model_value *out)
{
    double of[MODEL_CHOICE_MOST], change[MODEL_CHOICE_MOST];
    for (int k = 0; k < c->count; k++) {
        of[k] = model_set_column(s->p, row, s->has[c->sets[k]]);
        change[k] = c->factors[k] - 1;
    }
    const model_reach r = model_reach_at(model_as_it_is(s->p, row), c->count, of, change,
                                         &c->covariance[0][0], MODEL_CHOICE_MOST, reach, spread);
    widen(r.seconds - r.off, r.seconds + r.off, &out->other_low, &out->other_high);
}

static model_other other_of(arena *a, const model_sets *s, const model_choice *c, double reach,
                            double spread)
{
    const bool **has = ARENA_ARRAY(a, c->count, const bool *);
    double *numbers = ARENA_ARRAY(a, 3 * c->count, double);
    for (int k = 0; k < c->count; k++) {
        const double error = reach * sqrt(c->covariance[k][k]);
        has[k] = s->has[c->sets[k]];
        numbers[k] = c->factors[k];
        numbers[c->count + k] = fmax(c->factors[k] - error, 0);
        numbers[2 * c->count + k] = c->factors[k] + error;
    }
    return (model_other){c->count, has, numbers, numbers + c->count, numbers + 2 * c->count,
                         spread};
}

void model_tell_others(arena *a, const model_sets *s, const model_choices *c, model_fit *out)
{
    const int freedom = s->p->run_count - c->of.data[0].count;
    const double reach = freedom > 0 ? gsl_cdf_tdist_Pinv((3 + s->p->level) / 4, freedom) : NAN;
    model_other *others = ARENA_ARRAY(a, MODEL_OTHERS_MOST, model_other);
    out->others = others;
    out->choices = c->of.count;
    for (int j = 0; c->left >= 0 && j < s->p->constant_count && out->left < 0; j++)
        if (s->has[c->left][j])
            out->left = j;
    for (int i = 1; i < c->of.count && freedom > 0; i++) {
        const model_choice *o = &c->of.data[i];
        const double spread = sqrt(o->squares / freedom);
        if (out->other_count < MODEL_OTHERS_MOST)
            others[out->other_count++] = other_of(a, s, o, reach, spread);
        tell_constants(s, o, reach, out);
        for (int k = 0; k < s->p->prediction_count; k++)
            tell_prediction(s, o, reach, spread, &s->p->predictions[k], &out->predictions[k]);
    }
}

void model_compare_scatter(const model_sets *s, model_fit *out)
{
    const model_problem *p = s->p;
    const int repeated = p->run_count - p->distinct, rest = p->distinct - out->factors;
    double within = 0, all = 0;
    out->scatter = NAN;
    if (repeated < 1)
        return;
    for (int i = 0; i < p->run_count; i++) {
        double sum = 0;
        int count = 0;
        for (int k = 0; k < p->run_count; k++)
            if (k == i || model_rows_meet(p, &p->runs[i], &p->runs[k])) {
                sum += p->runs[k].seconds;
                count++;
            }
        const double off = (p->runs[i].seconds - sum / count) / s->scale[i];
        const double fitted = (p->runs[i].seconds - out->runs[i].seconds) / s->scale[i];
        within += off * off;
        all += out->runs[i].weight * fitted * fitted;
    }
    out->scatter = sqrt(within / repeated);
    if (rest > 0 && all > within)
        out->is_misfit = (all - within) / rest >
                         within / repeated * gsl_cdf_fdist_Qinv(1 - p->level, rest, repeated);
}
