#include "plan/planner/planner.h"

/* Lists the sites and finds their homes, again after the tree has changed. */
static void survey(planner *p)
{
    p->sites.count = p->accesses.count = p->scalars.count = p->reducing.count = 0;
    p->undivided.count = 0;
    sites_collect(p);
    for (int i = 0; i < p->sites.count; i++) {
        for (int k = 0; k < p->sites.data[i].depth; k++) {
            node *n = p->sites.data[i].path[k].child;
            if (n->kind == NODE_LOOP)
                n->u.loop.split_on = NULL;
        }
    }
    partition_homes(p);
}

const node_program *plan_entry(fp_context *ctx, const program *source, const layout *where,
                               const function *entry, const plan_options *options)
{
    planner p = {
        .ctx = ctx, .arena = ctx->arena, .program = source, .pool = source->pool, .layout = where};
    p.params_before = expr_pool_param_count(source->pool);
    int errors = diag_errors_reported(ctx->diags);
    p.body = instance_entry(&p, entry);
    if (diag_errors_reported(ctx->diags) > errors)
        return NULL;
    remaps_lower(&p, entry, options && options->moves_all);
    if (diag_errors_reported(ctx->diags) > errors)
        return NULL;
    foralls_lower(&p);
    if (diag_errors_reported(ctx->diags) > errors)
        return NULL;
    independents_check(&p);
    scalars_expand(&p, entry);
    sites_collect(&p);
    bounds_check(&p);
    survey(&p);
    if (options && options->orders_loops) {
        loops_order(&p);
        survey(&p);
    }
    while (source->spelling != DIALECT_XMP && pipelines_make(&p))
        survey(&p);
    pipelines_check(&p, p.body);
    if (source->spelling == DIALECT_XMP)
        xmp_comm_check(&p);
    members_check(&p);
    async_check(&p);
    exchanges_infer(&p);
    reductions_infer(&p);
    conditions_place(&p);
    rebuild(&p, options && options->copies_all);
    undivided_report(&p);
    if (diag_errors_reported(ctx->diags) > errors || !tree_verify(p.program, entry, p.body, true))
        return NULL;
    program *planned = arena_copy(ctx->arena, p.program, sizeof *p.program);
    planned->bound_count = p.bounds.count;
    planned->bounds = p.bounds.data;
    planned->member_count = p.members.count;
    planned->members = p.members.data;
    planned->unsent_count = p.unsent.count;
    planned->unsent = p.unsent.data;
    node_program *out = ARENA_NEW(ctx->arena, node_program);
    const communication **comms = ARENA_ARRAY(ctx->arena, p.comm_count + 1, const communication *);
    for (int i = 0; i < p.exchanges.count; i++)
        comms[p.exchanges.data[i]->comm->id] = p.exchanges.data[i]->comm;
    *out = (node_program){.program = planned,
                          .layout = p.layout,
                          .entry = entry,
                          .body = p.body,
                          .comm_count = p.comm_count,
                          .comms = comms};
    return out;
}
