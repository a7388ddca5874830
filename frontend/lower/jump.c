#include "frontend/lower/jump.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/expression.h"
#include "frontend/lower/statement.h"
#include "frontend/lower/unknown.h"

/* Functions that clean up are called first. */
void lower_before_jump(lowering *lo, node_list *out, const syntax *s)
{
    if (s->child_count)
        lower_statement(lo, out, s->child[s->child_count - 1]);
}

/* A jump ends what so many loops around do. */
static void note_leaves(lowering *lo, int loops)
{
    if (lo->fn.leaves < loops)
        lo->fn.leaves = loops;
}

void lower_break(lowering *lo, node_list *out, source_range where)
{
    if (!lo->around.frame || lo->around.frame->is_switch)
        return;
    lo->around.frame->may_leave = true;
    note_leaves(lo, 1);
    node *n = lo->has_remaps ? node_new(lo->ctx, NODE_BREAK, where) : NULL;
    bool is_last = lo->around.condition && lo->around.condition == lo->around.frame->is_last;
    const unknown_effect *u = is_last ? NULL : lower_unknown_end(lo, where, "the loop ends");
    if (u && !n)
        n = node_new(lo->ctx, NODE_STATEMENT, where);
    if (n) {
        n->unknowns = u;
        node_append(&out->head, &out->tail, n);
    }
}

/* Is it in `s`? */
static bool is_in(const syntax *s, const syntax *part)
{
    if (s == part)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (is_in(syntax_part(s, i), part))
            return true;
    return false;
}

static const syntax *last_of(const syntax *block)
{
    return block && block->kind == SYNTAX_BLOCK && block->child_count
               ? block->child[block->child_count - 1]
               : block;
}

/* Does it return in the last iteration of a loop, where neither that nor the function does anything
 * more? */
static bool returns_at_end(const lowering *lo, const syntax *s)
{
    const loop_frame *frame = lo->around.frame;
    const syntax *loop = last_of(lo->fn.decl->body);
    const syntax *last = loop && loop->kind == SYNTAX_FOR ? last_of(loop->child[3]) : NULL;
    return frame && !frame->outer && lo->around.condition &&
           lo->around.condition == frame->is_last && last && last->kind == SYNTAX_IF &&
           is_in(last, s);
}

void lower_return(lowering *lo, node_list *out, const syntax *s)
{
    lower_exchanged_formals(lo, out, s->where);
    if (s->child[0]) {
        gather g = {.before = out};
        lower_value(lo, &g, s->child[0]);
        /* The caller uses what it returns, even where that costs nothing. */
        if (!lower_gathered(lo, out, &g, s->where) && g.scalars.count)
            lower_reading(lo, out, &g, s->where);
    }
    if (s->child_count > 1)
        lower_before_jump(lo, out, s);
    for (loop_frame *f = lo->around.frame; f; f = f->outer)
        f->may_leave = true;
    note_leaves(lo, LEAVES_FUNCTION);
    node *n = node_new(lo->ctx, NODE_RETURN, s->where);
    n->unknowns =
        returns_at_end(lo, s) ? NULL : lower_unknown_end(lo, s->where, "the function returns");
    node_append(&out->head, &out->tail, n);
}

/* --- goto ----------------------------------------------------------------------------------- */

static bool is_label(const syntax *s, const char *name)
{
    return s->kind == SYNTAX_LABEL && s->member == name;
}

/* Has a block in `s` the jump in one of its statements, and the label before a later one? */
static bool leads_on(const syntax *s, const syntax *jump)
{
    if (!s || !is_in(s, jump))
        return false;
    bool has_jump = false;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (s->kind == SYNTAX_BLOCK && has_jump && is_label(part, jump->member))
            return true;
        has_jump |= is_in(part, jump);
        if (leads_on(part, jump))
            return true;
    }
    return false;
}

bool lower_goto_leaves(const lowering *lo, const syntax *jump)
{
    return jump->member && leads_on(lo->fn.decl->body, jump);
}

static bool is_left_to(const lowering *lo, const syntax *s, const char *label)
{
    if (s && s->kind == SYNTAX_GOTO && (!s->member || s->member == label) &&
        !lower_goto_leaves(lo, s))
        return false;
    for (int i = 0; s && i < s->child_count; i++)
        if (!is_left_to(lo, syntax_part(s, i), label))
            return false;
    return true;
}

bool lower_is_only_left_to(const lowering *lo, const syntax *label)
{
    return label->member && is_left_to(lo, lo->fn.decl->body, label->member);
}

static void mark_left(lowering *lo, const syntax *jump)
{
    int loops = 1;
    bool is_inside = false; /* the label, in a loop around */
    for (loop_frame *f = lo->around.frame; f; f = f->outer) {
        f->may_leave = true;
        is_inside |= f->loop && leads_on(f->loop, jump);
        loops += !f->is_switch && !is_inside;
    }
    note_leaves(lo, is_inside ? loops : LEAVES_FUNCTION);
}

/* What is left is executed to its end in the prediction, where only data decides. */
static bool lower_leaving(lowering *lo, node_list *out, const syntax *s)
{
    if (lo->has_remaps || !(lo->around.is_conditional || lo->around.frame) ||
        !lower_goto_leaves(lo, s))
        return false;
    const unknown_effect *u = lower_unknown_end(lo, s->where, "this jump skips what follows");
    if (u) {
        node *n = node_new(lo->ctx, NODE_STATEMENT, s->where);
        n->unknowns = u;
        node_append(&out->head, &out->tail, n);
    }
    mark_left(lo, s);
    return true;
}

void lower_goto(lowering *lo, node_list *out, const syntax *s)
{
    if (lower_leaving(lo, out, s))
        return;
    diag_report(lo->ctx->diags, DIAG_WARNING, "goto", s->where,
                "the jump of this 'goto' is not followed: what it repeats or skips is predicted as "
                "if it ran once; write a loop or an 'if'");
    lower_unknown_jump(lo, out, s->where, "the jump of this 'goto' is not followed");
    mark_left(lo, s);
}
