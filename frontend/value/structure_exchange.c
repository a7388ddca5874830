/* Statements that exchange pointers to structures: value/structure_exchange.h. */

#include "frontend/value/exchange_run.h"
#include "frontend/value/structure_exchange_state.h"
#include "frontend/value/structure_state.h"

/* --- Which there are ------------------------------------------------------------------------ */

static bool is_of_kind(const void *data, const decl *d)
{
    const structure_exchanges *x = data;
    return flow_is_record_pointer(d->type) && d->type->kind == TYPE_POINTER && !d->is_static &&
           !d->is_replaceable && x->is_mapped(x->data, d);
}

/* Makes one group of two. */
static void join(structure_exchanges *x, int group, int other)
{
    for (int i = 0; i < x->source->decl_count; i++) {
        x->group[i] = x->group[i] == other ? group : x->group[i];
        x->helped[i] = x->helped[i] == other ? group : x->helped[i];
    }
    for (int i = 0; i < x->all.count; i++)
        x->all.data[i].group = x->all.data[i].group == other ? group : x->all.data[i].group;
}

static void keep(void *data, const exchange_run *r, exchange_statements found)
{
    structure_exchanges *x = data;
    arena *a = x->ctx->arena;
    one_exchange one = {.count = found.count,
                        .is_apart = found.is_apart,
                        .statement = found.statement,
                        .group = ++x->groups};
    one.pointer = ARENA_ARRAY(a, r->count, const decl *);
    one.from = ARENA_ARRAY(a, r->count, int);
    int at[EXCHANGED_MOST];
    for (int i = 0; i < r->count; i++) {
        bool is_exchanged = exchange_takes_part(r, i) && r->holds[i] != i;
        int *group = &(is_exchanged ? x->group : x->helped)[r->cell[i]->id];
        if (is_exchanged) {
            at[i] = one.pointer_count;
            one.pointer[one.pointer_count++] = r->cell[i];
        }
        if (!is_exchanged && r->is_inner[i])
            continue;
        if (*group)
            join(x, one.group, *group);
        *group = one.group;
    }
    for (int i = 0, k = 0; i < r->count; i++)
        if (exchange_takes_part(r, i) && r->holds[i] != i)
            one.from[k++] = at[r->holds[i]];
    VEC_PUSH(a, &x->all, one);
}

structure_exchanges *structure_exchanges_find(fp_context *ctx, const c_program *source,
                                              structure_is_mapped is_mapped, void *data)
{
    structure_exchanges *x = ARENA_NEW(ctx->arena, structure_exchanges);
    *x = (structure_exchanges){.ctx = ctx, .source = source, .is_mapped = is_mapped, .data = data};
    x->group = ARENA_ARRAY(ctx->arena, source->decl_count + 1, int);
    x->helped = ARENA_ARRAY(ctx->arena, source->decl_count + 1, int);
    x->reason = ARENA_ARRAY(ctx->arena, source->decl_count + 1, drop_reason);
    for (int i = 0; i < source->function_count; i++)
        exchange_search((exchanged_kind){is_of_kind, x, true}, ctx->arena,
                        source->functions[i]->body, keep, x);
    return x;
}

int structure_exchange_group(const structure_exchanges *x, const syntax *s)
{
    for (int i = 0; i < x->all.count; i++)
        for (int k = 0; k < x->all.data[i].count; k++)
            if (x->all.data[i].statement[k] == s)
                return x->all.data[i].group;
    return 0;
}

bool structure_exchanges_has(const structure_exchanges *x, const syntax *s)
{
    return structure_exchange_group(x, s) != 0;
}

const char *structure_exchanges_dropped(const structure_exchanges *x, const decl *structure,
                                        source_range *where)
{
    *where = x->reason[structure->id].where;
    return x->reason[structure->id].why;
}

void structure_exchanges_keep(const structure_exchanges *x, structure_flow *flow, c_program *source)
{
    arena *a = x->ctx->arena;
    structure_exchange *all = ARENA_ARRAY(a, x->all.count + 1, structure_exchange);
    for (int i = 0; i < x->all.count; i++) {
        const one_exchange *one = &x->all.data[i];
        decl **whole = ARENA_ARRAY(a, one->pointer_count, decl *);
        for (int k = 0; k < one->pointer_count; k++)
            whole[k] = flow->set[one->pointer[k]->id].of.data[0].whole;
        all[i] = (structure_exchange){one->count,         one->is_apart, one->statement,
                                      one->pointer_count, whole,         one->from};
    }
    source->structure_exchange_count = x->all.count;
    source->structure_exchanges = all;
}
