/* Loops of the source: their heads, and what stands in these besides, over the nodes of the plan.
 */

#include "codegen/statement/source_loop.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/check/guarded_effects.h"
#include "codegen/communication/communication.h"
#include "codegen/statement/body.h"
#include "codegen/statement/function.h"
#include "codegen/statement/guarded_call.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/rename.h"
#include "codegen/statement/row_copy.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/names.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

static bool is_counted(const node *n)
{
    return n->kind == NODE_LOOP && strchr(n->u.loop.range.var->name, '(');
}

bool emit_is_in_head(const outline *o, int part, const node *n)
{
    source_range head = o->head[part];
    /* The plan's own, of a loop by pointers, stand where the loop does. */
    const bool is_own = head.file == o->where.file && emit_begin(head) == emit_begin(o->where);
    return head.file && !is_own && !is_generated_node(n) && n->text.file == head.file &&
           emit_begin(n->text) >= emit_begin(head) && emit_begin(n->text) < emit_end(head);
}

bool emit_is_call_in_head(emitter *e, const outline *o, const node *n)
{
    const node *lists[2];
    if (!emit_is_in_head(o, 0, n) && !emit_is_in_head(o, 1, n))
        return false;
    if (n->kind == NODE_CALL) {
        const char *name = emit_instance_name(e, &n->u.call);
        bool is_of_all = emit_is_in_head(o, 1, n) && e->parts == 0;
        return is_of_all ||
               ((!name || strcmp(name, n->u.call.callee->name) == 0) && check_only_computes(n));
    }
    if (!emit_is_guard_of_calls(n))
        return false;
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *inner = lists[i]; inner; inner = inner->next)
            if (!emit_is_call_in_head(e, o, inner))
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
    return n->kind == NODE_STATEMENT && emit_is_in_head(o, 1, n) && !n->u.stmt.write &&
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
        bool is_test = is_in_test(o, n) || emit_is_call_in_head(e, o, n);
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
        if (!found && !emit_is_in_head(o, 2, n))
            continue;
        found = found ? found : n;
        emit_add_node(e, &e->inside, n);
        if (n->kind != NODE_STATEMENT || !emit_is_in_head(o, 2, n) ||
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
    for (; body && emit_is_in_head(o, 1, body); body = body->next) {
        if (!emit_is_call_in_head(e, o, body) &&
            (!is_in_test(o, body) || (body->u.stmt.scalar && is_divided(n))))
            return body; /* which the text of the body does not have: refused there */
        emit_add_node(e, inside, body);
        edit_test(e, body);
    }
    return body;
}

/* A loop that the plan counts otherwise than the source does: its number of iterations
 * so far is stored beside, where something asks for it. So is what the variable was when an
 * iteration began, of a loop that moves it in the midst of its body. */
static void emit_counted_body(emitter *e, const outline *o, const node *n, const node *body,
                              const char *indent)
{
    const bool is_kept = !is_counted(n);
    const char *name =
        is_kept ? emit_begun_name(e, &n->u.loop) : emit_counter_name(e, n->u.loop.range.var);
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
        if (!is_kept)
            emit_move(e, e->loops.data[e->loops.count - 1],
                      (moved_value){.type = "long", .name = name, .text = "-1"});
        bool is_block = *text == '{';
        const char *first = is_kept ? arena_printf(e->ctx->arena, "const long %s = %s", name,
                                                   n->u.loop.range.var->name)
                                    : arena_printf(e->ctx->arena, "%s++", name);
        fprintf(e->out, "{\n%s    %s;%s%s%s", indent, first, is_block ? "" : "\n    ",
                is_block ? "" : indent, text + is_block);
        if (!is_block)
            fprintf(e->out, "\n%s}", indent);
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
    if (is_counted(n) || (n->kind == NODE_LOOP && n->u.loop.moves_inside))
        emit_counted_body(e, o, n, body, indent);
    else
        emit_body(e, o->child[0], body, find_increment(e, o, n), indent, false);
    if (o->kind == OUTLINE_DO)
        emit_source(e, o->where.file, emit_end_of(o->child[0]), emit_end_of(o));
    e->edits.count = edits;
    e->local_indices.count = indices;
}

void emit_source_loop(emitter *e, const outline *o, const node *n, const char *indent)
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

void emit_body_once(emitter *e, const outline *o, const node *first, const node *stop,
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
void emit_loop_of_nodes(emitter *e, const outline *o, const node *first, const node *stop,
                        const char *indent)
{
    bool ok = true, sets = false, is_tested_by_call = false;
    int edits = e->edits.count;
    const node *piece = find_piece(first, stop), *loop = first;
    for (const node *n = first; n != stop; n = n->next) {
        is_tested_by_call |= n->kind == NODE_CALL && emit_is_in_head(o, 1, n);
        if (!emit_is_call_in_head(e, o, n) && !(n != first && is_in_test(o, n)))
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
        } else if (!emit_is_call_in_head(e, o, first)) {
            sets = true;
            ok = ok && first->kind == NODE_STATEMENT && emit_is_in_head(o, 0, first) &&
                 !emit_is_restricted(&first->u.stmt.at) && !first->u.stmt.write;
            if (ok)
                emit_edit_references(e, first->u.stmt.read_count, first->u.stmt.reads);
        }
    bool is_whole =
        loop->kind == NODE_WHILE ||
        (loop->kind == NODE_LOOP && (!sets || loop->u.loop.is_followed || !is_divided(loop)));
    if (ok && is_whole && !piece)
        emit_source_loop(e, o, first, indent);
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
