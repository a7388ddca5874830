/* Statements: blocks, jumps, and the way to the others. */

#include "frontend/lower/statement.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/carried.h"
#include "frontend/lower/check_directive.h"
#include "frontend/lower/forall.h"
#include "frontend/lower/jump.h"
#include "frontend/lower/loop.h"
#include "frontend/lower/margins.h"
#include "frontend/lower/nest.h"
#include "frontend/lower/section.h"
#include "frontend/lower/single_trip.h"
#include "frontend/lower/switch.h"
#include "frontend/lower/unknown.h"
#include "frontend/resolve/executable.h"
#include "frontend/resolve/on.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/node_queries.h"

static void lower_with(lowering *lo, node_list *out, const syntax *s, const attached *with);

/* --- Blocks -------------------------------------------------------------- */

/* May it skip what follows it in its block? */
static bool may_skip(const lowering *lo, const syntax *s)
{
    bool in_switch = lo->around.frame && lo->around.frame->is_switch;
    return syntax_may_continue(s) || (in_switch && syntax_may_break(s));
}

void lower_after(lowering *lo, node_list *out, const continuation *after)
{
    loop_frame *frame = lo->around.frame;
    lo->around.frame = after->frame;
    lower_skip_directives(lo, after->block->child[after->from - 1]);
    lower_sequence(lo, out, after->block, after->from, after->outer);
    lo->around.frame = frame;
}

/* Is what follows `s` to be lowered into it? */
static bool takes_rest(lowering *lo, const syntax *s, const attached *with)
{
    bool is_switch = s->kind == SYNTAX_SWITCH;
    if ((s->kind != SYNTAX_BLOCK && s->kind != SYNTAX_IF && !is_switch) ||
        !(is_switch ? syntax_may_continue(s) : may_skip(lo, s)) ||
        (s->kind == SYNTAX_IF && !lower_can_copy(lo, s)))
        return false;
    return !with->task; /* that one runs to its end */
}

/* Does a label lead to what follows in the block? */
static bool is_entered(const syntax *block, int from)
{
    for (int i = from; i < block->child_count; i++)
        if (syntax_has(block->child[i], SYNTAX_LABEL) || syntax_has(block->child[i], SYNTAX_CASE))
            return true;
    return false;
}

void lower_sequence(lowering *lo, node_list *out, const syntax *block, int from,
                    const continuation *after)
{
    for (int i = from; i < block->child_count; i++) {
        const syntax *s = block->child[i];
        lo->at.previous = i > 0 ? block->child[i - 1] : NULL;
        attached with = lower_directives(lo, out, s);
        continuation follows = {block, i + 1, lo->around.frame, after};
        if (s->kind == SYNTAX_CONTINUE) {
            lower_before_jump(lo, out, s);
            return;
        }
        if (s->kind == SYNTAX_BREAK && lo->around.frame && lo->around.frame->is_switch) {
            lower_before_jump(lo, out, s);
            if (lo->around.frame->rest)
                lower_after(lo, out, lo->around.frame->rest);
            return;
        }
        const pointer_exchange *exchange = exchange_beginning(lo, s);
        if (exchange) {
            lower_exchange(lo, out, exchange);
            i += exchange->following - 1;
            continue;
        }
        if (exchange_has(lo, s))
            continue; /* of one that is later in the block */
        if (takes_rest(lo, s, &with)) {
            if (s->kind == SYNTAX_BLOCK)
                lower_sequence(lo, out, s, 0, &follows);
            else if (s->kind == SYNTAX_IF)
                lower_if(lo, out, s, &with, &follows);
            else
                lower_switch(lo, out, s, &follows);
            return;
        }
        lower_with(lo, out, s, &with);
        if (syntax_ends_program(s) && !is_entered(block, i + 1))
            return;
    }
    lower_last_directives(lo, out, block);
    if (after)
        lower_after(lo, out, after);
}

/* --- Statements ---------------------------------------------------------- */

static void lower_task(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    on_clause *on = ARENA_NEW(lo->ctx->arena, on_clause);
    int outer = lo->around.executing.count;
    attached rest = *with;
    rest.task = NULL;
    node_list body = {0};
    lower_check_task(lo, with->task, s);
    bool is_known = directive_on(lo->table, &with->task->u.task, lo->reading.names, on);
    if (is_known && lower_check_executing(lo, on))
        VEC_PUSH(lo->ctx->arena, &lo->around.executing, on);
    lower_with(lo, &body, s, &rest);
    lo->around.executing.count = outer;
    node *n = node_new(lo->ctx, NODE_TASK, with->task->where);
    n->u.task.on_explicit = is_known ? on : NULL;
    n->u.task.body = body.head;
    n->u.task.queries_rank = value_queries_rank(lo, s);
    node_append(&out->head, &out->tail, n);
}

static void take_strip(lowering *lo, node *loop, const directive *d)
{
    if (loop && loop->kind == NODE_LOOP) {
        loop->u.loop.strip = directive_strip(lo->table, d, lo->reading.names);
        loop->u.loop.strip_at = d->where;
    } else
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", d->where,
                    "'pipeline' must stand before a 'for' that counts an integer variable");
}

/* Lowers a statement whose directives say how; false: they do not. */
static bool lower_as_directed(lowering *lo, node_list *out, const syntax *s, const attached *with,
                              const expr *trips)
{
    if (with->task) {
        lower_task(lo, out, s, with);
        return true;
    }
    if (lower_margin_directive(with)) {
        lower_margin_pieces(lo, out, s, with, trips);
        return true;
    }
    if (with->loop_count)
        lower_plan_nest(lo, with, s);
    bool is_several = s->kind == SYNTAX_BLOCK && s->child_count > 0;
    if (with->move)
        for (int i = 0; i < (is_several ? s->child_count : 1); i++)
            lower_move(lo, out, is_several ? s->child[i] : s, with->move);
    else if (with->array)
        lower_array_on(lo, out, s, with);
    return with->move || with->array;
}

static void lower_loop(lowering *lo, node_list *out, const syntax *s, const attached *with,
                       const expr *trips)
{
    bool is_for = s->kind == SYNTAX_FOR, is_planned = is_for && with->loop_count;
    node_list setting = {0}; /* up rows: what it costs is with the memory of these */
    if (s->is_allocation)
        out = &setting;
    if (!trips && !is_planned && lower_single_trip(lo, out, s))
        return;
    if (is_for)
        lower_for(lo, out, s, trips);
    else
        lower_while(lo, out, s, trips);
    if (is_for && with->pipeline)
        take_strip(lo, out->tail, with->pipeline);
}

const syntax *lower_copy_body(const syntax *copy)
{
    return copy->kind == SYNTAX_IF && copy->is_copy ? copy->child[1] : copy;
}

/* What has been lowered of a copy; what is of one in it knows that. */
static void mark_copy(node *n, const syntax *copy)
{
    for (; n; n = n->next) {
        n->copy = n->copy ? n->copy : lower_copy_body(copy)->copy;
        if (n->kind != NODE_IF || !copy->is_copy)
            continue;
        n->u.cond.is_copy = true;
        mark_copy(n->u.cond.then_body, lower_copy_body(copy));
    }
}

/* The directives in the text are those of each copy. */
static void lower_copies(lowering *lo, node_list *out, const syntax *s)
{
    int pragma_before = lo->fn.next_pragma;
    for (int i = 3; i < s->child_count; i++) {
        const node *before = out->tail;
        lo->fn.next_pragma = pragma_before;
        lower_statement(lo, out, s->child[i]);
        mark_copy(before ? before->next : out->head, s->child[i]);
    }
    if (s->child_count == 3)
        lower_skip_directives(lo, s);
}

/* The parts of what is not modelled; what is below a label or a case. */
static void lower_parts(lowering *lo, node_list *out, const syntax *s)
{
    if (s->kind == SYNTAX_LABEL && !lower_is_only_left_to(lo, s))
        value_forget(lo, lo->fn.decl->body); /* control may come from anywhere */
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i])
            lower_statement(lo, out, s->child[i]);
}

/* Lowers a statement by its kind. */
static void lower_kind(lowering *lo, node_list *out, const syntax *s, const attached *with,
                       const expr *trips)
{
    switch (s->kind) {
    case SYNTAX_BLOCK:
        lower_sequence(lo, out, s, 0, NULL);
        return;
    case SYNTAX_DECLARATION:
        lower_declaration(lo, out, s);
        return;
    case SYNTAX_IF:
        if (!lo->around.nest && syntax_has(s->child[0], SYNTAX_SECTION))
            lower_array_statement(lo, out, s, with);
        else
            lower_if(lo, out, s, with, NULL);
        return;
    case SYNTAX_FOR:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
        lower_loop(lo, out, s, with, trips);
        return;
    case SYNTAX_COPIES:
        lower_copies(lo, out, s);
        return;
    case SYNTAX_SWITCH:
        lower_switch(lo, out, s, NULL);
        return;
    case SYNTAX_CASE:
    case SYNTAX_LABEL:
        if (s->kind == SYNTAX_LABEL ? !lower_is_only_left_to(lo, s)
                                    : syntax_has(lo->fn.decl->body, SYNTAX_GOTO))
            lower_unknown_jump(lo, out, s->where, "the jumps to this label are not followed");
        lower_parts(lo, out, s);
        return;
    case SYNTAX_OTHER:
        if (s->is_assembly)
            lower_assembly(lo, out, s);
        else
            lower_parts(lo, out, s);
        return;
    case SYNTAX_BREAK:
        lower_before_jump(lo, out, s);
        lower_break(lo, out, s->where);
        return;
    case SYNTAX_RETURN:
        lower_return(lo, out, s);
        return;
    case SYNTAX_GOTO:
        lower_goto(lo, out, s);
        return;
    case SYNTAX_CONTINUE:
        lower_before_jump(lo, out, s);
        return;
    case SYNTAX_EMPTY:
        return;
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
    case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_SECTION:
    case SYNTAX_IMAGE:
    case SYNTAX_MEMBER:
    case SYNTAX_CALL:
    case SYNTAX_UNARY:
    case SYNTAX_BINARY:
    case SYNTAX_ASSIGN:
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
    case SYNTAX_INIT_LIST:
        lower_expression(lo, out, s);
        return;
    }
}

/* What a directive for a loop or an assignment is meant for: alone in braces, it is that. */
static const syntax *inside_braces(const syntax *s, const attached *with)
{
    bool is_for_one = with->loop_count || with->move || with->array;
    while (is_for_one && s->kind == SYNTAX_BLOCK && s->child_count == 1)
        s = s->child[0];
    return s;
}

/* Lowers a statement and what the directives before it say of it. */
static void lower_with(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    s = inside_braces(s, with);
    lower_check_hints(lo, with, s);
    if (with->tasks)
        lower_check_tasks(lo, with->tasks, s);
    const expr *trips =
        with->trip ? directive_trips(lo->table, with->trip, lo->reading.names) : NULL;
    lo->at.trip_at = with->trip ? with->trip->where : (source_range){0};
    lo->at.executions = syntax_is_loop(s) ? NULL : trips;
    flow_mark before;
    const bool has_parts = lower_begin_parts(lo, s, &before);
    /* What a directive moves, not all processors may execute. */
    const bool is_directed = lower_as_directed(lo, out, s, with, trips);
    if (!is_directed)
        lower_kind(lo, out, s, with, trips);
    if (has_parts)
        lower_end_parts(lo, is_directed ? NULL : s, &before);
}

void lower_statement(lowering *lo, node_list *out, const syntax *s)
{
    attached with = lower_directives(lo, out, s);
    const pointer_exchange *exchange = exchange_beginning(lo, s);
    if (exchange)
        lower_exchange(lo, out, exchange);
    else
        lower_with(lo, out, s, &with);
}
