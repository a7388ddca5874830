/* Does each participant that the run-time library expects execute a communication? It takes all
 * processors of an arrangement for participants, or of those in a task. Where only some execute it,
 * they would wait for the others' messages for ever. */

#include "codegen/check/collective_participation.h"
#include "codegen/communication/communication.h"
#include "codegen/text/emitter.h"

/* What is around a node, the innermost. */
typedef struct around {
    const node *task; /* that only some processors execute; or null */
    const node *test; /* a condition that asks which processor this is; or null */
} around;

static bool is_for_some(const emitter *e, const node *n)
{
    const home *on = &n->u.task.on;
    if (n->kind != NODE_TASK || !n->u.task.on_explicit || n->u.task.is_placement)
        return false;
    for (int k = 0; on->grid && k < on->grid->rank; k++)
        if (on->axis[k].is_restricted && env_extent(e->env, on->grid, k) > 1)
            return true;
    return on->grid && env_grid_size(e->env, on->grid) < env_procs(e->env); /* a part of all */
}

static bool is_between_two(const communication *c)
{
    return c->kind == COMM_POST || c->kind == COMM_WAIT_POST || c->kind == COMM_WAIT ||
           c->kind == COMM_PUT || c->kind == COMM_GET;
}

static void check_communication(emitter *e, const around *in, const communication *c)
{
    bool is_one_sided = c->move && c->move->mode != GMOVE_COLLECTIVE;
    bool is_xmp = e->planned->program->spelling == DIALECT_XMP; /* each node has its variables */
    if (in->task && !is_xmp && emit_is_of_all(c))
        emit_refuse(e, c->where,
                    "only the processors of the task of line %d execute this, and all have to "
                    "take part: write it after the task",
                    in->task->where.line);
    else if (in->task && is_one_sided)
        emit_refuse(e, c->where,
                    "only the processors of the task of line %d execute this 'gmove %s', and the "
                    "others have to send or receive: write a 'gmove' after the task",
                    in->task->where.line, c->move->mode == GMOVE_IN ? "in" : "out");
    else if (in->test && !is_between_two(c))
        emit_refuse(e, c->where,
                    "the condition of line %d asks which processor this is, and all that take part "
                    "must execute this: write it after the condition",
                    in->test->where.line);
}

static void check_list(emitter *e, const node *list, around in)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        around inside = in;
        if (n->kind == NODE_COMM && !n->u.comm->is_called)
            check_communication(e, &in, n->u.comm);
        if (is_for_some(e, n))
            inside.task = n;
        if (n->kind == NODE_IF && n->u.cond.queries_rank)
            inside.test = n;
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            check_list(e, inner[i], inside);
    }
}

void check_participants(emitter *e)
{
    check_list(e, e->planned->body, (around){NULL, NULL});
}

/* On so many processors as the program is for, does who executes it own what it writes? The plan is
 * for any number. */
static bool is_own_write(emitter *e, const unsent_write *w)
{
    const array_map *m = e->planned->layout->map[w->ref->var->id];
    if (!m || !m->grid || w->at.grid != m->grid)
        return false;
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        const int d = axis->source == AXIS_BY_DIM ? axis->dim : -1;
        bool is_own = axis->source == AXIS_REPLICATED || env_extent(e->env, m->grid, k) == 1 ||
                      (d >= 0 && w->is_bounded[d] &&
                       env_home_owns(e->env, &w->at, k, axis, w->first[d], w->last[d]));
        if (!is_own)
            return false;
    }
    return true;
}

void emit_check_writes(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->unsent_count; i++)
        if (!is_own_write(e, &p->unsent[i]))
            emit_refuse(
                e, p->unsent[i].ref->where,
                "this element of '%s' may be written by a processor that stores no copy of it: "
                "have its owner execute this, with 'loop on' or 'task on'",
                p->unsent[i].ref->var->name);
}
