#include "sysmodels/network/residual.h"

#include <stddef.h>

#include "support/format.h"
#include "sysmodels/network/price.h"

const quantity *sag_residual(const sag_communication *c, sag_pattern_kind kind)
{
    const quantity *of[PATTERN_COUNT] = {
        [PATTERN_shift] = &c->residual_shift,
        [PATTERN_gather] = &c->residual_gather,
        [PATTERN_transpose] = &c->residual_transpose,
        [PATTERN_redistribute] = &c->residual_transpose,
        [PATTERN_write_back] = &c->residual_transpose,
        [PATTERN_irregular] = &c->residual_transpose,
        [PATTERN_broadcast] = &c->residual_broadcast,
        [PATTERN_reduce] = &c->residual_reduce,
        [PATTERN_allgather] = &c->residual_allgather,
        [PATTERN_barrier] = &c->residual_barrier,
    };
    const quantity *q = of[sag_more_general(kind)];
    return q && q->is_set ? q : NULL;
}

const char *sag_residuals_text(arena *a, const sag_communication *c)
{
    const struct {
        const quantity *residual;
        const char *name;
    } all[] = {
        {&c->residual_shift, "shifts"},         {&c->residual_gather, "gathers"},
        {&c->residual_transpose, "transposes"}, {&c->residual_broadcast, "broadcasts"},
        {&c->residual_reduce, "reductions"},    {&c->residual_allgather, "all-gathers"},
        {&c->residual_barrier, "barriers"},
    };
    const char *text = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].residual->is_set && all[i].residual->value > SAG_RESIDUAL_POOR)
            text = arena_printf(a, "%s%s%s to %s", text ? text : "", text ? ", " : "", all[i].name,
                                format_percent(a, all[i].residual->value));
    return text;
}
