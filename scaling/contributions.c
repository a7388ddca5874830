#include "scaling/contributions.h"

#include <string.h>

static contribution *find(fp_context *ctx, contributions *all, const quantity *value)
{
    for (int i = 0; i < all->of.count; i++)
        if (strcmp(all->of.data[i].value->path, value->path) == 0)
            return &all->of.data[i];
    const contribution none = {value, 0};
    VEC_PUSH(ctx->arena, &all->of, none);
    return &all->of.data[all->of.count - 1];
}

contributions contributions_of(fp_context *ctx, const formula *f, env *e)
{
    contributions all = {.fixed = 0};
    bool ok = true;
    for (int i = 0; i < f->term_count; i++) {
        const formula_term *t = &f->terms[i];
        if (!t->times) {
            all.fixed += seconds_of(t->ticks);
            continue;
        }
        const double times = (double)expr_eval(e, t->times, &ok) * t->price.left;
        for (int k = 0; k < t->price.count; k++) {
            const formula_factor *factor = &t->price.factors[k];
            const double seconds =
                times * (double)expr_eval(e, factor->times, &ok) * factor->value->value;
            if (factor->value->path)
                find(ctx, &all, factor->value)->seconds += seconds;
            else
                all.fixed += seconds;
        }
    }
    return all;
}
