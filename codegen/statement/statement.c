/* Statements: the source's, with what the plan puts between and around them.
 *
 * A list of the node program is written over the statements of one block (statement/node_list.c).
 * Each node says where it comes from, and so which statement it is part of; statements without a
 * node are copied. Here is what becomes of the statement that one or more nodes come from. */

#include "codegen/statement/statement.h"
#include "codegen/check/guarded_effects.h"
#include "codegen/check/whole_array.h"
#include "codegen/communication/communication.h"
#include "codegen/data/allocation.h"
#include "codegen/data/exchange.h"
#include "codegen/data/own_part.h"
#include "codegen/data/place.h"
#include "codegen/statement/as_written.h"
#include "codegen/statement/body.h"
#include "codegen/statement/chain.h"
#include "codegen/statement/copies.h"
#include "codegen/statement/drawn.h"
#include "codegen/statement/function.h"
#include "codegen/statement/guarded_call.h"
#include "codegen/statement/hoist_comm.h"
#include "codegen/statement/invariant.h"
#include "codegen/statement/live_out.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/node_list.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/statement/row_copy.h"
#include "codegen/statement/simple_text.h"
#include "codegen/statement/source_loop.h"
#include "codegen/statement/switch.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

static void emit_if(emitter *e, const outline *o, const node *n, const char *indent)
{
    const source_file *file = o->where.file;
    int edits = e->edits.count;
    emit_check_addresses(e, o->head_names[1], NULL, NULL);
    if (e->parts)
        check_guarded_effects(e, o->head_names[1], n, n->next, false);
    emit_edit_references(e, n->u.cond.read_count, n->u.cond.reads);
    emit_source(e, file, emit_begin(o->where), emit_begin(o->child[0]->where));
    e->edits.count = edits;
    e->inside = emit_work_inside(e, n);
    emit_body(e, o->child[0], n->u.cond.then_body, NULL, indent, o->child_count == 2);
    if (o->child_count < 2)
        return;
    emit_source(e, file, emit_end_of(o->child[0]), emit_begin(o->child[1]->where));
    emit_body(e, o->child[1], n->u.cond.else_body, NULL, indent, false);
}

void emit_check_statement(emitter *e, const outline *o, const node *first, const node *stop,
                          bool is_guarded)
{
    emit_check_addresses(e, o->names, first, stop);
    emit_check_addresses(e, o->head_names[1], first, stop);
    if (is_guarded || e->parts) {
        check_guarded_effects(e, o->names, first, stop, is_guarded);
        check_guarded_effects(e, o->head_names[1], first, first, is_guarded);
    }
    for (int i = 0; i < o->child_count; i++)
        emit_check_statement(e, o->child[i], first, stop, is_guarded);
}

/* Loops or conditions in an expression, as assert() has them. */
static bool has_steps(const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind != NODE_STATEMENT && n->kind != NODE_CALL && n->kind != NODE_RETURN &&
            n->kind != NODE_COMM && !emit_is_guard_of_calls(n))
            return true;
    return false;
}

/* What is communicated between two parts of the statement, and cannot be so before it. */
static bool refuse_between(emitter *e, const outline *o, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind == NODE_COMM && !n->u.comm->call && !comm_is_hoistable(first, n)) {
            emit_refuse(e, o->where,
                        "this statement needs communication between two of its parts: write what "
                        "it does first, such as 'k++', or what it passes to a function, as a "
                        "separate statement before it");
            return true;
        }
    return false;
}

/* Of parts that run on different processors. scanf("%lf", &a[i]): all read, the owner stores. */
static void refuse_parts(emitter *e, const node *first, const node *stop, source_range where)
{
    const variable *stored = NULL;
    bool is_input = false;
    for (const node *n = first; n != stop; n = n->next) {
        bool is_statement = n->kind == NODE_STATEMENT;
        is_input |= is_statement && n->u.stmt.is_io;
        stored = is_statement && n->u.stmt.write ? n->u.stmt.write->var : stored;
    }
    if (is_input && stored)
        emit_refuse(e, where,
                    "all processors take part in input and output, and only the owner of the "
                    "element of '%s' can store it: read it into a variable, and assign that",
                    stored->name);
    else
        emit_refuse(e, where,
                    "parts of this statement run on different processors: write it as two");
}

/* A simple statement, of one or more nodes. */
static void emit_simple(emitter *e, const outline *o, const node *first, const node *stop,
                        const char *indent)
{
    if (has_steps(first, stop) && emit_if_undistributed(e, o, first, stop))
        return;
    if (emit_is_drawn(first, stop)) {
        emit_drawn(e, o, first, stop);
        return;
    }
    if (emit_chain(e, o, first, stop, indent) || refuse_between(e, o, first, stop))
        return;
    const home *at = NULL;
    int edits = e->edits.count;
    work own_work = {0};
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind == NODE_STATEMENT) {
            const home *own = &n->u.stmt.at;
            if (emit_is_restricted(own)) {
                emit_add_node(e, &own_work, n);
                emit_check_scalar(e, o, n);
            }
            if (at && !home_equal(at, own))
                refuse_parts(e, first, stop, n->where);
            at = own;
            emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
            emit_edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
        } else if (n->kind == NODE_CALL) {
            e->takes_pointers = true;
            emit_edit_callee(e, n);
            e->takes_pointers = false;
            own_part_edit(e, o, n);
        } else if (emit_is_guard_of_calls(n)) {
            emit_edit_guarded(e, n);
        } else if (n->kind != NODE_RETURN && n->kind != NODE_COMM) {
            emit_refuse(e, n->where,
                        "this statement is executed in several steps, not all by the same "
                        "processors; write it as several");
        }
    emit_edit_repeated(e, o);
    emit_edit_again(e, o);
    emit_keep_operands(e, o, first, stop);
    bool is_guarded = at && at->grid;
    emit_check_statement(e, o, first, stop, is_guarded);
    if (is_guarded) {
        if (o->kind == OUTLINE_DECLARATION)
            emit_refuse(e, o->where,
                        "a variable is declared with a value that only some "
                        "processors have: declare it before");
        e->has_guard = true;
        fputs("if (", e->out);
        emit_owner_test(e, at);
        fputs(") ", e->out);
    }
    if (emit_is_in_row_copy(e, first))
        emit_row_copy(e, o);
    else
        emit_text_of_simple(e, o, first, stop, emit_work_text(e, &own_work));
    e->has_inserted |= emit_exchanged_pointers(e, first, stop);
    e->edits.count = edits;
}

/* A condition that the plan knows to be true, or false: the branch that is left. */
static void emit_branch(emitter *e, const outline *o, const node *first, const node *stop)
{
    for (int i = 0; i < o->child_count; i++) {
        const outline *branch = o->child[i];
        bool is_this = true;
        for (const node *n = first; n != stop; n = n->next)
            is_this &= n->kind == NODE_COMM || is_generated_node(n) || emit_holds(branch, n->text);
        if (is_this) {
            emit_nodes(e, &branch, 1, emit_begin(branch->where), emit_end_of(branch), first, stop);
            return;
        }
    }
    emit_refuse(e, o->where,
                "this condition sets a variable or calls a function, and what it guards is "
                "distributed: do that in a statement before it");
}

/* Is it a condition that calls functions, or sets what all processors have alike, which the plan
 * has before it? */
static bool is_of_calls(const outline *o, const node *first, const node *stop)
{
    for (; first->next != stop; first = first->next) {
        const statement_node *s = &first->u.stmt;
        bool is_part = first->kind == NODE_COMM || first->kind == NODE_CALL ||
                       emit_is_guard_of_calls(first) ||
                       (first->kind == NODE_STATEMENT && !s->write && s->reduce == REDUCE_NONE &&
                        !emit_is_restricted(&s->at));
        if (!is_part || (first->kind != NODE_COMM && !emit_is_in_head(o, 1, first)))
            return false;
    }
    return first->kind == NODE_IF && emit_begin(first->text) == emit_begin(o->where);
}

/* What is communicated for the condition comes before it. */
static void emit_comms_of_calls(emitter *e, const outline *o, const node *first, const node *stop,
                                const char *indent)
{
    bool may_move = true; /* nothing before changes what it sends, or says which elements */
    for (const node *n = first; n->next != stop; n = n->next) {
        if (n->kind != NODE_COMM) {
            may_move &=
                n->kind == NODE_STATEMENT ? !n->u.stmt.scalar : emit_is_call_in_head(e, o, n);
            continue;
        }
        if (!may_move)
            emit_refuse(e, n->u.comm->where,
                        "something is communicated between the calls of this condition; assign "
                        "what they return before it");
        emit_comm(e, n->u.comm, indent);
        fprintf(e->out, "\n%s", indent);
    }
}

static void emit_if_of_calls(emitter *e, const outline *o, const node *first, const node *stop,
                             const char *indent)
{
    int edits = e->edits.count;
    emit_comms_of_calls(e, o, first, stop, indent);
    for (; first->next != stop; first = first->next) {
        if (first->kind == NODE_CALL)
            emit_edit_callee(e, first);
        else if (first->kind == NODE_STATEMENT)
            emit_edit_references(e, first->u.stmt.read_count, first->u.stmt.reads);
        else if (first->kind != NODE_COMM)
            emit_edit_guarded(e, first);
    }
    emit_if(e, o, first, indent);
    e->edits.count = edits;
}

/* Is the whole `if` one statement, as in `if (a[i] > s) s = a[i];`? Calls in its head are done by
 * whom it is. */
static bool is_all_of(emitter *e, const outline *o, const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if (n->next != stop && emit_is_call_in_head(e, o, n))
            continue;
        else if (n->kind != NODE_STATEMENT || is_generated_node(n) ||
                 (n->u.stmt.write && n->u.stmt.reduce == REDUCE_NONE) ||
                 emit_begin(n->text) != emit_begin(o->where))
            return false;
    return true;
}

void emit_item(emitter *e, const outline *o, const node *first, const node *stop,
               const char *indent)
{
    if (emit_is_allocation(e, o)) {
        emit_source(e, o->where.file, emit_begin(o->where), emit_end_of(o));
        return;
    }
    if (first->kind == NODE_STATEMENT && first->u.stmt.exchange) {
        emit_exchange(e, o, first->u.stmt.exchange);
        return;
    }
    if (o->in_macro && !emit_is_simple(o)) {
        if (emit_has_copies(o) || !emit_as_written(e, o, first, stop))
            emit_refuse_macro(e, o->where, o->where, "a macro writes this statement; write it out");
        return;
    }
    bool is_alone = first->next == stop;
    switch (o->kind) {
    case OUTLINE_BLOCK:
        emit_source(e, o->where.file, emit_begin(o->where), emit_begin(o->inside));
        emit_nodes(e, o->child, o->child_count, emit_begin(o->inside), emit_end(o->inside), first,
                   stop);
        emit_source(e, o->where.file, emit_end(o->inside), emit_end(o->where));
        return;
    case OUTLINE_FOR:
    case OUTLINE_WHILE:
    case OUTLINE_DO:
        if (emit_runs_once(o, first))
            emit_body_once(e, o, first, stop, indent);
        else if ((!is_alone || emit_sets_more(o->head_names[2])) &&
                 emit_if_undistributed(e, o, first, stop))
            return;
        else if (is_alone && (first->kind == NODE_LOOP || first->kind == NODE_WHILE))
            emit_source_loop(e, o, first, indent);
        else
            emit_loop_of_nodes(e, o, first, stop, indent);
        return;
    case OUTLINE_COPIES:
        emit_copies(e, o, first, stop, indent);
        return;
    case OUTLINE_IF:
        if (is_alone && first->kind == NODE_IF)
            emit_if(e, o, first, indent);
        else if (is_all_of(e, o, first, stop))
            emit_simple(e, o, first, stop, indent);
        else if (is_of_calls(o, first, stop))
            emit_if_of_calls(e, o, first, stop, indent);
        else if (!emit_if_undistributed(e, o, first, stop))
            emit_branch(e, o, first, stop);
        return;
    case OUTLINE_SIMPLE:
    case OUTLINE_DECLARATION:
    case OUTLINE_RETURN:
        emit_simple(e, o, first, stop, indent);
        return;
    case OUTLINE_SWITCH:
        emit_switch(e, o, first, stop, indent);
        return;
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        if (!emit_as_written(e, o, first, stop))
            emit_refuse(e, o->where,
                        "a label stands before a statement that is divided among processors; write "
                        "an 'if' instead of the jump");
        return;
    }
}
