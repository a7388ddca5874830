/* Compiler-generated nodes: tasks, loops over tiles, and conditions, around statements of the
 * source or around nothing of it. */

#include "codegen/statement/synthesized.h"
#include "codegen/communication/communication.h"
#include "codegen/data/exchange.h"
#include "codegen/statement/copy.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/node_list.h"
#include "codegen/statement/owner_test.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

/* What stands in a compiler-generated node, over the statements that it comes from. */
static void emit_inside(emitter *e, const outline *const *items, int count, const node *list,
                        const char *indent)
{
    item_span covered = {0, -1};
    for (const node *m = list; m; m = m->next)
        covered = emit_join(covered, emit_span_of(items, count, m));
    const char *deeper = arena_printf(e->ctx->arena, "%s    ", indent);
    fprintf(e->out, " {\n%s", deeper);
    if (covered.last >= covered.first)
        emit_nodes(e, items + covered.first, covered.last - covered.first + 1,
                   emit_begin(items[covered.first]->where), emit_end_of(items[covered.last]), list,
                   NULL);
    else
        emit_nodes(e, items, 0, 0, 0, list, NULL);
    fprintf(e->out, "\n%s}", indent);
}

/* XcalableMP's library answers for the nodes of a task in it: the run-time library knows those of
 * tasks that directives state. */
static void check_asking(emitter *e, const node *task)
{
    if (task->u.task.queries_rank && task->u.task.on_explicit && !emit_is_crew(task))
        emit_refuse(e, task->where,
                    "in this task the program asks XcalableMP's library about the executing nodes, "
                    "or has them work together, and which ones they are is not known: call it "
                    "outside of the task");
}

void emit_generated_node(emitter *e, const outline *const *items, int count, const node *n,
                         const char *indent)
{
    e->has_inserted = true;
    e->inside = emit_work_inside(e, n);
    if (emit_is_undone(n)) {
        emit_undone(e, n);
    } else if (n->kind == NODE_STATEMENT) {
        emit_copy_statement(e, n);
    } else if (n->kind == NODE_TASK) {
        check_asking(e, n);
        if (emit_is_crew(n)) { /* once, and then it is at its end */
            fprintf(e->out, "for (bool fpr_here = %s(",
                    n->u.task.queries_rank ? "fpr_asking_task_begin" : "fpr_task_begin");
            emit_some(e, &n->u.task.on, emit_axes_of_task(n));
            fputs("); fpr_here; fpr_here = fpr_task_end())", e->out);
        } else {
            fputs("if (", e->out);
            emit_owner_test(e, &n->u.task.on);
            fputs(")", e->out);
        }
        emit_inside(e, items, count, n->u.task.body, indent);
    } else if (n->kind == NODE_LOOP) {
        int indices = e->local_indices.count;
        emit_generated_loop_head(e, n);
        emit_inside(e, items, count, n->u.loop.body, indent);
        e->local_indices.count = indices;
    } else if (n->u.cond.condition) {
        fputs("if (", e->out);
        emit_expr(e, n->u.cond.condition);
        fputs(")", e->out);
        emit_inside(e, items, count, n->u.cond.then_body, indent);
        if (n->u.cond.else_body) {
            fputs(" else", e->out);
            emit_inside(e, items, count, n->u.cond.else_body, indent);
        }
    } else {
        emit_refuse(e, n->where,
                    "this statement is executed under a condition that it does not have in the "
                    "source; write it with 'if'");
    }
}
