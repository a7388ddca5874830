/* Directives that are statements by themselves. */

#include "frontend/lower/standalone_directive.h"

#include "frontend/lower/check_directive.h"
#include "frontend/resolve/executable.h"
#include "frontend/resolve/remap.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/constant_propagation.h"

static void lower_reflect(lowering *lo, node_list *out, const directive *d)
{
    int count = 0;
    const reflect_node *reflects;
    if (!directive_reflects(lo->table, d, lo->reading.names, &count, &reflects))
        return;
    for (int i = 0; i < count; i++) {
        node *n = node_new(lo->ctx, NODE_REFLECT, d->where);
        n->u.reflect = reflects[i];
        node_append(&out->head, &out->tail, n);
    }
}

/* Each array as the last reflect_init before it in the text says. */
static void lower_reflect_do(lowering *lo, node_list *out, const directive *d)
{
    for (int i = 0; i < d->u.reflect.count; i++) {
        const directive *init = NULL;
        for (int k = 0; k < lo->found.reflect_inits.count; k++) {
            const directive *one = lo->found.reflect_inits.data[k];
            for (int v = 0; v < one->u.reflect.count; v++)
                init = one->u.reflect.vars[v].text == d->u.reflect.vars[i].text ? one : init;
        }
        if (!init) {
            diag_report(lo->ctx->diags, DIAG_ERROR, "reflect", d->u.reflect.vars[i].where,
                        "no 'reflect_init' before this says how '%s' is reflected; write one, or "
                        "use 'reflect (%s)'",
                        d->u.reflect.vars[i].text, d->u.reflect.vars[i].text);
            continue;
        }
        if (init->is_broken)
            continue;
        directive one = *init;
        one.where = d->where;
        one.async = d->async;
        one.u.reflect.count = 1;
        one.u.reflect.vars = &d->u.reflect.vars[i];
        lower_reflect(lo, out, &one);
    }
}

/* What is wrong is reported here, and not at each reflect_do. */
void lower_reflect_init(lowering *lo, const directive *d)
{
    int count;
    const reflect_node *reflects;
    directive *init = arena_copy(lo->ctx->arena, d, sizeof *d);
    init->is_broken = !directive_reflects(lo->table, d, lo->reading.names, &count, &reflects);
    VEC_PUSH(lo->ctx->arena, &lo->found.reflect_inits, init);
}

static bool is_alike(const expr *value)
{
    return value && !value->uses_coord;
}

/* What a variable holds on all processors stays, if it was the same; sums and products differ. */
static void forget_combined(lowering *lo, const xmp_comm_node *comm)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        const flow_state *now = &lo->info[d->id].now;
        bool is_kept = true, is_followed = now->elements != NULL;
        for (int k = 0; k < comm->count; k++) {
            const reduce_op op = comm->items[k].op;
            if (!lo->info[d->id].var || comm->items[k].var != lo->info[d->id].var)
                continue;
            is_kept = op != REDUCE_SUM && op != REDUCE_PRODUCT && op != REDUCE_XOR;
            is_kept &= now->flow != FLOW_VALUE || is_alike(now->value);
            const int count = is_followed ? array_followed(lo, d) : 0;
            for (int e = 0; e < count; e++)
                is_kept &= !now->elements[e] || is_alike(now->elements[e]);
        }
        if (!is_kept && is_followed)
            array_set(lo, d, NULL);
        if (!is_kept && decl_is_integer(d))
            value_set(lo, d, NULL);
    }
}

static void lower_xmp_comm(lowering *lo, node_list *out, const directive *d)
{
    xmp_comm_node comm = {0};
    if (!directive_executable(lo->table, d, lo->reading.names, &comm) ||
        !lower_check_executing(lo, comm.on_explicit) ||
        !lower_check_executing(lo, comm.from_explicit))
        return;
    if (!comm.on_explicit)
        lower_check_collective(lo, d);
    node_kind kind = d->kind == DIRECTIVE_REDUCTION ? NODE_REDUCE
                     : d->kind == DIRECTIVE_BCAST   ? NODE_BCAST
                                                    : NODE_BARRIER;
    node *n = node_new(lo->ctx, kind, d->where);
    n->u.xmp_comm = comm;
    node_append(&out->head, &out->tail, n);
    forget_combined(lo, &comm);
}

static void lower_remap(lowering *lo, node_list *out, const directive *d)
{
    remap_node remap = {0};
    if (!directive_remap(lo->table, d, lo->reading.names, &remap))
        return;
    node *n = node_new(lo->ctx, NODE_REMAP, d->where);
    n->u.remap = remap;
    node_append(&out->head, &out->tail, n);
}

static void lower_waits(lowering *lo, node_list *out, const directive *d)
{
    int count = 0;
    const xmp_comm_node *waits;
    if (!directive_waits(lo->table, d, lo->reading.names, &count, &waits))
        return;
    for (int i = 0; i < count; i++) {
        node *n = node_new(lo->ctx, NODE_WAIT, d->where);
        n->u.xmp_comm = waits[i];
        node_append(&out->head, &out->tail, n);
    }
}

static void lower_post(lowering *lo, node_list *out, const directive *d)
{
    xmp_comm_node post;
    if (!directive_post(lo->table, d, lo->reading.names, &post))
        return;
    node *n = node_new(lo->ctx, d->kind == DIRECTIVE_POST ? NODE_POST : NODE_WAIT_POST, d->where);
    n->u.xmp_comm = post;
    node_append(&out->head, &out->tail, n);
}

bool lower_is_standalone(const directive *d)
{
    return d->kind >= DIRECTIVE_REFLECT && d->kind <= DIRECTIVE_WAIT &&
           d->kind != DIRECTIVE_REFLECT_INIT;
}

void lower_standalone(lowering *lo, node_list *out, const directive *d)
{
    bool is_reflect = d->kind == DIRECTIVE_REFLECT || d->kind == DIRECTIVE_REFLECT_DO;
    if (is_reflect)
        lower_check_collective(lo, d);
    if (d->kind == DIRECTIVE_REFLECT)
        lower_reflect(lo, out, d);
    else if (d->kind == DIRECTIVE_REFLECT_DO)
        lower_reflect_do(lo, out, d);
    else if (d->kind == DIRECTIVE_REDISTRIBUTE || d->kind == DIRECTIVE_REALIGN)
        lower_remap(lo, out, d);
    else if (d->kind == DIRECTIVE_POST || d->kind == DIRECTIVE_WAIT)
        lower_post(lo, out, d);
    else if (d->kind == DIRECTIVE_WAIT_ASYNC)
        lower_waits(lo, out, d);
    else
        lower_xmp_comm(lo, out, d);
}
