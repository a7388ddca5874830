#include "estimator/formula.h"

/* A formula at other values than those that it was made with. */

env *formula_env(fp_context *ctx, const formula *f, const bindings *values)
{
    const layout *where = f->estimate->graph->layout;
    return env_new(ctx, f->estimate->graph->program->pool, where->grids, where->grid_count, values);
}

bool formula_conditions_hold(int count, const formula_condition *conditions, env *e)
{
    bool ok = true;
    for (int i = 0; i < count && ok; i++)
        ok = expr_eval(e, conditions[i].base, &ok) >= conditions[i].least && ok;
    return ok;
}

bool formula_term_ticks(const formula_term *t, env *e, int128 *ticks)
{
    bool ok = true;
    double seconds = 0;
    for (int i = 0; i < t->price.count; i++)
        seconds +=
            t->price.factors[i].value->value * (double)expr_eval(e, t->price.factors[i].times, &ok);
    *ticks = (int128)expr_eval(e, t->times, &ok) * ticks_of(t->price.left * seconds);
    return ok;
}

bool formula_ticks(const formula *f, env *e, int128 *ticks)
{
    *ticks = f->open_ticks;
    bool ok = formula_conditions_hold(f->condition_count, f->conditions, e);
    for (int i = 0; i < f->term_count && ok; i++) {
        int128 one = 0;
        ok = !f->terms[i].times || formula_term_ticks(&f->terms[i], e, &one);
        *ticks += one;
    }
    return ok;
}
