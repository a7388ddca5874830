#include "estimator/formula/builder.h"
#include "sysmodels/model/operation.h"

void price_add(builder *b, price_list *p, const expr *times, const quantity *value)
{
    const formula_factor factor = {times, value};
    if (value->is_set && value->value != 0)
        VEC_PUSH(b->ctx->arena, &p->factors, factor);
}

/* In the order of machine_filter.c, so that the same doubles are added. */
void price_add_ops(builder *b, price_list *p, const op_tally *ops, int64_t times)
{
    const sag_processing *processing = b->r->est->machine->processing;
    for (int k = 0; k < OP_KIND_COUNT; k++)
        if (ops->n[k])
            price_add(b, p, expr_int(b->pool, ops->n[k] * times),
                      sag_op_cost(processing, (sag_op)k));
}

void term_add(builder *b, source_range where, formula_part part, const expr *times,
              const price_list *price)
{
    int64_t n;
    if (!price->factors.count || (expr_is_int(times, &n) && n == 0))
        return;
    const formula_term term = {.unit = b->unit,
                               .where = where,
                               .part = part,
                               .times = times,
                               .price = {price->factors.count, price->factors.data, price->left}};
    VEC_PUSH(b->ctx->arena, &b->terms, term);
}

void term_open(builder *b, source_range where, formula_part part, int128 ticks, const char *why)
{
    const formula_term term = {
        .unit = b->unit, .where = where, .part = part, .ticks = ticks, .why = why};
    if (ticks)
        VEC_PUSH(b->ctx->arena, &b->terms, term);
}
