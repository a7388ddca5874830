/* Statements: the source's, with what the plan puts between and around them.
 *
 * A list of the node program is written over the statements of one block (statement/node_list.c).
 * Each node says where it comes from, and so which statement it is part of; statements without a
 * node are copied. Here is what becomes of the statement that one or more nodes come from. */

#include <stdlib.h>
#include <string.h>

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
#include "codegen/statement/invariant.h"
#include "codegen/statement/live_out.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/node_list.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/statement/row_copy.h"
#include "codegen/statement/simple_text.h"
#include "codegen/statement/statement.h"
#include "codegen/statement/switch.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

/* --- Kinds of statements -------------------------------------------------------------------- */

static bool is_counted(const node *n)
{
    return n->kind == NODE_LOOP && strchr(n->u.loop.range.var->name, '(');
}

static bool is_in_head(const outline *o, int part, const node *n)
{
    source_range head = o->head[part];
    return head.file && !is_generated_node(n) && n->text.file == head.file &&
           emit_begin(n->text) >= emit_begin(head) && emit_begin(n->text) < emit_end(head);
}

/* A call in the head of a loop that has its name in the text, and only works out what it returns,
 * or is in the test, which all come to: the plan has it with each test, the text where it is. */
static bool is_call_in_head(emitter *e, const outline *o, const node *n)
{
    const node *lists[2];
    if (!is_in_head(o, 0, n) && !is_in_head(o, 1, n))
        return false;
    if (n->kind == NODE_CALL) {
        const char *name = emit_instance_name(e, &n->u.call);
        bool is_of_all = is_in_head(o, 1, n) && e->parts == 0;
        return is_of_all ||
               ((!name || strcmp(name, n->u.call.callee->name) == 0) && check_only_computes(n));
    }
    if (!emit_is_guard_of_calls(n))
        return false;
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *inner = lists[i]; inner; inner = inner->next)
            if (!is_call_in_head(e, o, inner))
                return false;
    return true;
}

static bool is_divided(const node *loop)
{
    return loop->kind == NODE_LOOP && (loop->u.loop.split_on || loop->u.loop.whole);
}

/* What all do with each test of a loop that is not divided, as (err = f(u)) > tol does: it may set
 * variables, and its text is in the head. */
static bool is_in_test(const outline *o, const node *n)
{
    return n->kind == NODE_STATEMENT && is_in_head(o, 1, n) && !n->u.stmt.write &&
           !emit_is_restricted(&n->u.stmt.at);
}

/* Edits the text of a test for one of its nodes. */
static void edit_test(emitter *e, const node *n)
{
    if (n->kind == NODE_STATEMENT)
        emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
    else if (n->kind == NODE_CALL)
        emit_edit_callee(e, n);
    else
        emit_edit_guarded(e, n);
}

/* Of `do … while (test)`: what the test does, which ends its body. */
static const node *find_test(emitter *e, const outline *o, const node *body)
{
    const node *found = NULL;
    for (const node *n = body; n; n = n->next) {
        bool is_test = is_in_test(o, n) || is_call_in_head(e, o, n);
        found = !is_test ? NULL : found ? found : n;
    }
    return found;
}

/* The call of a list, or under the guards in it, that has that place in the text; or null. */
static const node *find_call(const node *list, const node *stop, source_range where)
{
    const node *lists[2], *found = NULL;
    for (const node *n = list; n && n != stop && !found; n = n->next) {
        if (n->kind == NODE_CALL && n->where.file == where.file &&
            emit_begin(n->where) == emit_begin(where))
            return n;
        for (int i = emit_is_guard_of_calls(n) ? node_below(n, lists) : 0; i-- > 0 && !found;)
            found = find_call(lists[i], NULL, where);
    }
    return found;
}

/* The text has one test, the plan one in the loop and one after it: do they call the same forms of
 * functions? */
static bool calls_as(emitter *e, const node *n, const node *loop)
{
    const node *lists[2];
    const node *body = loop->kind == NODE_WHILE ? loop->u.whil.body : loop->u.loop.body;
    if (n->kind == NODE_CALL) {
        const node *inside = find_call(body, NULL, n->where);
        const char *name = emit_instance_name(e, &n->u.call);
        const char *other = inside ? emit_instance_name(e, &inside->u.call) : NULL;
        return !name || !inside || (other && strcmp(name, other) == 0);
    }
    for (int i = emit_is_guard_of_calls(n) ? node_below(n, lists) : 0; i-- > 0;)
        for (const node *c = lists[i]; c; c = c->next)
            if (!calls_as(e, c, loop))
                return false;
    return true;
}

/* Of a `for` that is none to the plan, or moves more than what it counts: the statements of its
 * increment, which end its body. What they do is counted with each iteration. */
static const node *find_increment(emitter *e, const outline *o, const node *whole)
{
    const node *found = NULL;
    const node *body = whole->kind == NODE_WHILE ? whole->u.whil.body : whole->u.loop.body;
    if (o->kind == OUTLINE_DO && !is_divided(whole)) {
        found = find_test(e, o, body);
        for (const node *n = found; n; n = n->next) {
            emit_add_node(e, &e->inside, n);
            edit_test(e, n);
        }
        return found;
    }
    if (o->kind != OUTLINE_FOR || is_divided(whole))
        return NULL;
    for (const node *n = body; n; n = n->next) {
        if (!found && !is_in_head(o, 2, n))
            continue;
        found = found ? found : n;
        emit_add_node(e, &e->inside, n);
        if (n->kind != NODE_STATEMENT || !is_in_head(o, 2, n) ||
            emit_is_restricted(&n->u.stmt.at) || n->u.stmt.write)
            emit_refuse(e, o->where,
                        "the third part of this 'for' needs communication or runs on some "
                        "processors only; write 'while'");
    }
    return found;
}

/* The body after what its condition reads of arrays, as in k < rowptr[i + 1], which the text has in
 * the head: all that get there read it in each iteration. */
static const node *skip_condition(emitter *e, const outline *o, const node *n, work *inside)
{
    const node *body = n->kind == NODE_LOOP ? n->u.loop.body : n->u.whil.body;
    for (; body && is_in_head(o, 1, body); body = body->next) {
        if (!is_call_in_head(e, o, body) &&
            (!is_in_test(o, body) || (body->u.stmt.scalar && is_divided(n))))
            return body; /* which the text of the body does not have: refused there */
        emit_add_node(e, inside, body);
        edit_test(e, body);
    }
    return body;
}

/* A loop that the plan counts otherwise than the source does: its number of iterations
 * so far is stored beside, where something asks for it. */
static void emit_counted_body(emitter *e, const outline *o, const node *n, const node *body,
                              const char *indent)
{
    const char *name = emit_counter_name(e, n->u.loop.range.var);
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    VEC_PUSH(e->ctx->arena, &e->counters, ((counter){n->u.loop.range.var, name, false}));
    e->out = open_memstream(&text, &length);
    emit_body(e, o->child[0], body, find_increment(e, o, n), indent, false);
    fclose(e->out);
    e->out = out;
    if (!e->counters.data[--e->counters.count].is_used) {
        fputs(text, e->out);
    } else {
        emit_check_local(e, name);
        emit_declare(e, "long", arena_printf(e->ctx->arena, "%s = -1", name));
        bool is_block = *text == '{';
        fprintf(e->out, "{\n%s    %s++;%s%s%s", indent, name, is_block ? "" : "\n    ",
                is_block ? "" : indent, text + is_block);
        if (!is_block)
            fprintf(e->out, "\n%s}", indent);
        fprintf(e->out, "\n%s%s = -1;", indent, name);
        e->has_inserted = true;
    }
    free(text);
}

/* A loop over the elements of a flat array, for which the plan has one over rows and one over the
 * places in a row. */
static void emit_rows(emitter *e, const outline *o, const node *n, const char *indent)
{
    int indices = e->local_indices.count;
    const node *last = emit_row_heads(e, n, o, indent);
    if (!last) {
        emit_refuse(e, o->where,
                    "this loop goes through the elements of a distributed array row after row: "
                    "write a loop over the rows, and one in it over the elements of a row");
        return;
    }
    fprintf(e->out, " {\n%s    const %s %s = ", indent, o->declared[0]->type,
            n->u.loop.row_var->name);
    emit_expr(e, n->u.loop.row_value);
    fprintf(e->out, ";\n%s    ", indent);
    e->inside = emit_work_inside(e, n);
    emit_body(e, o->child[0], last->u.loop.body, NULL, indent, false);
    fprintf(e->out, "\n%s}", indent);
    e->has_inserted = true;
    e->local_indices.count = indices;
}

static void emit_loop_as_one(emitter *e, const outline *o, const node *n, const char *indent)
{
    int edits = e->edits.count, indices = e->local_indices.count;
    work inside = emit_work_inside(e, n);
    const node *list = n->kind == NODE_LOOP ? n->u.loop.body : n->u.whil.body;
    const node *body = skip_condition(e, o, n, &inside);
    if (o->kind == OUTLINE_DO)
        emit_loop_head(e, n, o, find_test(e, o, list), NULL);
    else
        emit_loop_head(e, n, o, list, body);
    e->inside = inside;
    if (is_counted(n))
        emit_counted_body(e, o, n, body, indent);
    else
        emit_body(e, o->child[0], body, find_increment(e, o, n), indent, false);
    if (o->kind == OUTLINE_DO)
        emit_source(e, o->where.file, emit_end_of(o->child[0]), emit_end_of(o));
    e->edits.count = edits;
    e->local_indices.count = indices;
}

static void emit_loop(emitter *e, const outline *o, const node *n, const char *indent)
{
    emit_loop_begin(e, n, o);
    e->loops.data[e->loops.count - 1]->is_row_copy = emit_is_row_copy(e, n, o);
    if (n->kind == NODE_LOOP && n->u.loop.is_of_rows)
        emit_rows(e, o, n, indent);
    else
        emit_loop_as_one(e, o, n, indent);
    emit_loop_end(e, indent);
}

bool emit_runs_once(const outline *o, const node *leader)
{
    return o->kind == OUTLINE_DO && !is_generated_node(leader) &&
           emit_holds(o->child[0], leader->text);
}

static void emit_once(emitter *e, const outline *o, const node *first, const node *stop,
                      const char *indent)
{
    const outline *body = o->child[0];
    emit_source(e, o->where.file, emit_begin(o->where), emit_begin(body->where));
    emit_body(e, body, first, stop, indent, false);
    emit_source(e, o->where.file, emit_end_of(body), emit_end_of(o));
}

/* Of nodes that are one statement, the first that is a piece of a loop; or null. */
static const node *find_piece(const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        if ((n->kind == NODE_WHILE && n->u.whil.piece != LOOP_ENTIRE) ||
            (n->kind == NODE_LOOP && n->u.loop.piece != LOOP_ENTIRE))
            return n;
    return NULL;
}

/* A `for` of several nodes: what it begins with, and a loop that is none to the plan. What is
 * communicated between the two may be so before. */
static void emit_for(emitter *e, const outline *o, const node *first, const node *stop,
                     const char *indent)
{
    bool ok = true, sets = false, is_tested_by_call = false;
    int edits = e->edits.count;
    const node *piece = find_piece(first, stop), *loop = first;
    for (const node *n = first; n != stop; n = n->next) {
        is_tested_by_call |= n->kind == NODE_CALL && is_in_head(o, 1, n);
        if (!is_call_in_head(e, o, n) && !(n != first && is_in_test(o, n)))
            loop = n;
        else if (loop->kind == NODE_WHILE || loop->kind == NODE_LOOP)
            ok &= calls_as(e, n, loop);
    }
    /* What else is written for a divided loop looks at the first node. */
    if (loop != first && is_divided(loop))
        ok = false;
    for (; first != loop; first = first->next)
        if (first->kind == NODE_COMM) {
            emit_comm(e, first->u.comm, indent);
            fprintf(e->out, "\n%s", indent);
        } else if (!is_call_in_head(e, o, first)) {
            sets = true;
            ok = ok && first->kind == NODE_STATEMENT && is_in_head(o, 0, first) &&
                 !emit_is_restricted(&first->u.stmt.at) && !first->u.stmt.write;
            if (ok)
                emit_edit_references(e, first->u.stmt.read_count, first->u.stmt.reads);
        }
    bool is_whole =
        loop->kind == NODE_WHILE ||
        (loop->kind == NODE_LOOP && (!sets || loop->u.loop.is_followed || !is_divided(loop)));
    if (ok && is_whole && !piece)
        emit_loop(e, o, first, indent);
    else if (piece)
        emit_refuse_piece(e, piece);
    else if (is_tested_by_call)
        emit_refuse(e, o->where,
                    "the condition of this loop calls a function: assign what that returns to a "
                    "variable, before the loop and in its body");
    else
        emit_refuse(
            e, o->where,
            "this loop moves more than the variable that it counts with, or its head calls a "
            "function: compute the others from that variable in the body");
    e->edits.count = edits;
}

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

/* A simple statement, of one or more nodes. */
static void emit_simple(emitter *e, const outline *o, const node *first, const node *stop)
{
    if (has_steps(first, stop) && emit_if_undistributed(e, o, first, stop))
        return;
    if (emit_is_drawn(first, stop)) {
        emit_drawn(e, o, first, stop);
        return;
    }
    if (emit_chain(e, o, first, stop))
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
                emit_refuse(e, n->where,
                            "parts of this statement run on different processors: write it as two");
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
        if (!is_part || (first->kind != NODE_COMM && !is_in_head(o, 1, first)))
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
            may_move &= n->kind == NODE_STATEMENT ? !n->u.stmt.scalar : is_call_in_head(e, o, n);
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
        if (n->next != stop && is_call_in_head(e, o, n))
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
            emit_once(e, o, first, stop, indent);
        else if ((!is_alone || emit_sets_more(o->head_names[2])) &&
                 emit_if_undistributed(e, o, first, stop))
            return;
        else if (is_alone && (first->kind == NODE_LOOP || first->kind == NODE_WHILE))
            emit_loop(e, o, first, indent);
        else
            emit_for(e, o, first, stop, indent);
        return;
    case OUTLINE_COPIES:
        emit_copies(e, o, first, stop, indent);
        return;
    case OUTLINE_IF:
        if (is_alone && first->kind == NODE_IF)
            emit_if(e, o, first, indent);
        else if (is_all_of(e, o, first, stop))
            emit_simple(e, o, first, stop);
        else if (is_of_calls(o, first, stop))
            emit_if_of_calls(e, o, first, stop, indent);
        else if (!emit_if_undistributed(e, o, first, stop))
            emit_branch(e, o, first, stop);
        return;
    case OUTLINE_SIMPLE:
    case OUTLINE_DECLARATION:
    case OUTLINE_RETURN:
        emit_simple(e, o, first, stop);
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
