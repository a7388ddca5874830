#include "estimator/formula.h"
#include "sysmodels/network/ticks.h"

/* A formula at other values than those that it was made with. */

env *formula_env(fp_context *ctx, const formula *f, const bindings *values)
{
    const layout *where = f->estimate->graph->layout;
    return env_new(ctx, f->estimate->graph->program->pool, where->grids, where->grid_count, values);
}

bool formula_holds(const formula *f, env *e)
{
    bool ok = true;
    for (int i = 0; i < f->condition_count && ok; i++)
        ok = expr_eval(e, f->conditions[i].base, &ok) >= f->conditions[i].least && ok;
    return ok;
}

bool formula_price_value(const formula_price *p, env *e, double *seconds)
{
    bool ok = true;
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += p->factors[i].value->value * (double)expr_eval(e, p->factors[i].times, &ok);
    *seconds = p->left * sum;
    return ok;
}

bool formula_value(const formula *f, env *e, bool is_rounded, int128 *ticks, double *seconds)
{
    bool ok = true;
    *ticks = 0;
    *seconds = 0;
    for (int i = 0; i < f->term_count && ok; i++) {
        const formula_term *t = &f->terms[i];
        double each;
        if (!t->times) {
            *ticks += t->ticks;
            *seconds += seconds_of(t->ticks);
            continue;
        }
        int64_t n = expr_eval(e, t->times, &ok);
        ok = ok && formula_price_value(&t->price, e, &each);
        if (!ok)
            return false;
        *ticks += (int128)n * ticks_of(each);
        *seconds += (double)n * each;
    }
    if (is_rounded)
        *seconds = seconds_of(*ticks);
    return ok;
}

bool formula_roundings(const formula *f, env *e, double *count)
{
    bool ok = true;
    *count = 0;
    for (int i = 0; i < f->term_count; i++)
        if (f->terms[i].times)
            *count += (double)expr_eval(e, f->terms[i].times, &ok);
    return ok;
}
