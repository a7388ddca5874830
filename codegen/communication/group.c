/* Some of the processors: who takes part in a collective, and tasks with collectives in them. */

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"

bool emit_is_of_all(const communication *c)
{
    switch (c->kind) {
    case COMM_REDUCE:
    case COMM_BARRIER:
        return true;
    case COMM_BROADCAST:
        return c->need_count == 0;
    case COMM_SHIFT:
    case COMM_GATHER:
    case COMM_ALLGATHER:
    case COMM_TRANSPOSE:
    case COMM_REDISTRIBUTE:
    case COMM_ELEMENT:
    case COMM_WRITE_BACK:
    case COMM_IRREGULAR:
    case COMM_WAIT:
    case COMM_POST:
    case COMM_PUT:
    case COMM_GET:
    case COMM_WAIT_POST:
        return false;
    }
    return false;
}

static bool has_collective(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is = n->kind == NODE_COMM && !n->u.comm->is_called && emit_is_of_all(n->u.comm);
        for (int i = node_below(n, inner); i-- > 0 && !is;)
            is = has_collective(inner[i]);
        if (is)
            return true;
    }
    return false;
}

bool emit_is_crew(const node *task)
{
    return task->u.task.on_explicit && !task->u.task.is_placement && task->u.task.on.grid &&
           (task->u.task.queries_rank || has_collective(task->u.task.body));
}

unsigned emit_axes_along(const communication *c)
{
    unsigned along = 0;
    for (int k = 0; c->group.grid && k < c->group.grid->rank; k++)
        along |= c->along[k] ? 1u << k : 0;
    return along;
}

unsigned emit_axes_of_task(const node *task)
{
    const proc_grid *g = task->u.task.on.grid;
    return (1u << (g->rank - g->own_count)) - 1;
}

bool emit_is_of_copies(emitter *e, const communication *c)
{
    const array_info *a = emit_array(e, c->var);
    if (!a || !c->is_explicit || c->is_of_loop || c->first || c->location_count ||
        c->group.grid != a->map->grid)
        return false;
    for (int k = 0; k < c->group.grid->rank; k++)
        if (c->along[k] && a->map->axis[k].source != AXIS_REPLICATED)
            return false;
    return true;
}

bool emit_names_some(const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted)
            return true;
    return false;
}

static void emit_cell(emitter *e, const home_axis *h, const expr *index)
{
    expr_pool *pool = e->planned->program->pool;
    emit_expr(e, expr_add(pool, expr_mul(pool, h->map.stride, index), h->map.offset));
}

void emit_some(emitter *e, const home *at, unsigned along)
{
    int count = 0;
    for (int k = 0; k < at->grid->rank; k++)
        count += at->axis[k].is_restricted;
    fprintf(e->out, "(fpr_some){&%s, %u", emit_grid_name(e, at->grid), along);
    for (int k = 0, shown = 0; k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (!h->is_restricted)
            continue;
        if (!shown++)
            fprintf(e->out, ", %d, (fpr_span[]){", count);
        else
            fputs(", ", e->out);
        fprintf(e->out, "{&%s, ", emit_axis(e, &h->map));
        emit_cell(e, h, h->index);
        fputs(", ", e->out);
        emit_cell(e, h, h->last ? h->last : h->index);
        fputs(", ", e->out);
        emit_expr(e, expr_mul(e->planned->program->pool, h->map.stride,
                              expr_int(e->planned->program->pool, h->step ? h->step : 1)));
        fputs("}", e->out);
    }
    fputs(count ? "}}" : "}", e->out);
}
