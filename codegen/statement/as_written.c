/* Statements that every processor that gets there executes as they are: their text is copied in one
 * piece, where the plan has them in another order than the text, or in parts (a macro's, those
 * after a label, loops that move two variables). */

#include "codegen/statement/as_written.h"
#include "codegen/check/output.h"
#include "codegen/communication/written_marks.h"
#include "codegen/data/own_part.h"
#include "codegen/statement/rename.h"
#include "codegen/statement/statement.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

static bool are_as_written(const emitter *e, const node *first, const node *stop);

static bool is_as_written(const emitter *e, const node *n)
{
    const node *inner[2];
    if (n->kind == NODE_COMM)
        return n->u.comm->is_called; /* the text has the call */
    if (is_generated_node(n))
        return false;
    switch (n->kind) {
    case NODE_STATEMENT:
        return !n->u.stmt.at.grid && !write_is_marked(e, n) && !print_is_of_others(e, n);
    case NODE_LOOP:
        if (n->u.loop.split_on || n->u.loop.whole || n->u.loop.piece != LOOP_ENTIRE)
            return false;
        break;
    case NODE_WHILE:
        if (n->u.whil.piece != LOOP_ENTIRE)
            return false;
        break;
    case NODE_IF:
        break;
    case NODE_CALL:
        return !own_part_is_passed(n, n->next);
    case NODE_BREAK:
    case NODE_RETURN:
        return true;
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
        return false;
    }
    for (int i = node_below(n, inner); i-- > 0;)
        if (!are_as_written(e, inner[i], NULL))
            return false;
    return true;
}

static bool are_as_written(const emitter *e, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if (!is_as_written(e, n))
            return false;
    return true;
}

static void edit_names(emitter *e, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_STATEMENT) {
            emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
            emit_edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
        } else if (n->kind == NODE_IF) {
            emit_edit_references(e, n->u.cond.read_count, n->u.cond.reads);
        }
        if (n->kind == NODE_CALL) {
            emit_edit_callee(e, n);
            continue;
        }
        for (int i = node_below(n, inner); i-- > 0;)
            edit_names(e, inner[i], NULL);
    }
}

bool emit_as_written(emitter *e, const outline *o, const node *first, const node *stop)
{
    int edits = e->edits.count;
    if (emit_counts(e) || !are_as_written(e, first, stop))
        return false;
    edit_names(e, first, stop);
    emit_check_statement(e, o, first, stop, false);
    emit_source(e, o->where.file, emit_begin(o->where), emit_end_of(o));
    e->edits.count = edits;
    return true;
}

/* Does one of the nodes call a function elsewhere in the text, after a `continue`? */
static bool calls_outside(const outline *o, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_CALL && !emit_holds(o, n->text))
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (calls_outside(o, inner[i], NULL))
                return true;
    }
    return false;
}

bool emit_if_undistributed(emitter *e, const outline *o, const node *first, const node *stop)
{
    return !mention_find_array(e, o) && !calls_outside(o, first, stop) &&
           emit_as_written(e, o, first, stop);
}
