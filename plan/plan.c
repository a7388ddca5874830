#include "plan/planner.h"

const node_program *plan_entry(fp_context *ctx, const program *source, const layout *where,
                               const function *entry)
{
    planner p = {
        .ctx = ctx, .arena = ctx->arena, .program = source, .pool = source->pool, .layout = where};
    int errors = diag_count(ctx->diags, DIAG_ERROR);
    p.body = instance_entry(&p, entry);
    if (diag_count(ctx->diags, DIAG_ERROR) > errors)
        return NULL;
    foralls_settle(&p);
    if (diag_count(ctx->diags, DIAG_ERROR) > errors)
        return NULL;
    sites_collect(&p);
    bounds_check(&p);
    partition_homes(&p);
    if (source->spelling == DIALECT_XMP)
        stated_check(&p);
    exchanges_infer(&p);
    reductions_infer(&p);
    rebuild(&p);
    if (!tree_verify(p.program, entry, p.body, true))
        return NULL;
    node_program *out = ARENA_NEW(ctx->arena, node_program);
    const communication **comms = ARENA_ARRAY(ctx->arena, p.comm_count + 1, const communication *);
    for (int i = 0; i < p.exchanges.count; i++)
        comms[p.exchanges.data[i]->comm->id] = p.exchanges.data[i]->comm;
    *out = (node_program){.program = p.program,
                          .layout = p.layout,
                          .entry = entry,
                          .body = p.body,
                          .comm_count = p.comm_count,
                          .comms = comms};
    return out;
}
