/* Statements that are neither loops nor expressions. */

#include "frontend/lower.h"

static void statement_with(lowering *lo, node_list *out, const syntax *s, const attached *with);

/* --- Blocks -------------------------------------------------------------- */

/* Does the statement always end in `continue`? */
static bool ends_in_continue(const syntax *s)
{
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && ends_in_continue(s->child[s->child_count - 1]);
    return s->kind == SYNTAX_CONTINUE;
}

static void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
                     const syntax *rest, int rest_from);

/* The statements of a block from `from` on. What follows `if (c) continue;`
 * becomes part of its else. */
static void lower_list(lowering *lo, node_list *out, const syntax *block, int from)
{
    for (int i = from; i < block->child_count; i++) {
        const syntax *s = block->child[i];
        attached with = lower_directives(lo, out, s->where, false);
        if (s->kind == SYNTAX_IF && ends_in_continue(s->child[1])) {
            lower_if(lo, out, s, &with, block, i + 1);
            return;
        }
        statement_with(lo, out, s, &with);
    }
    source_range end = block->where;
    end.line = end.end_line;
    end.column = end.end_column;
    lower_directives(lo, out, end, true);
}

static node *lower_part(lowering *lo, const syntax *s)
{
    node_list list = {0};
    if (s)
        lower_statement(lo, &list, s);
    return list.head;
}

/* --- if ------------------------------------------------------------------ */

/* Can the condition be told when the program's parameters are? A parameter that
 * nothing gives would be asked for only to decide a branch. */
static bool is_decidable(const lowering *lo, const expr *e)
{
    switch (e->kind) {
    case EXPR_INT: case EXPR_LOOP_VAR: case EXPR_COORD: case EXPR_EXTENT: return true;
    case EXPR_PARAM:
        if (e->u.param->origin == PARAM_FORMAL)
            return lo->function->name != intern(lo->ctx->names, "main");
        return e->u.param->value != NULL;
    case EXPR_ADD: case EXPR_MUL: case EXPR_FLOOR_DIV: case EXPR_MOD: case EXPR_MIN: case EXPR_MAX:
    case EXPR_SELECT: case EXPR_LT: case EXPR_LE: case EXPR_EQ: case EXPR_NE: case EXPR_AND:
    case EXPR_OR: case EXPR_NOT: case EXPR_COUNT: break;
    }
    for (int i = 0; i < e->u.op.count; i++)
        if (!is_decidable(lo, e->u.op.operand[i]))
            return false;
    return true;
}

/* Does the statement always end the program? */
static bool ends_program(const syntax *s)
{
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && ends_program(s->child[s->child_count - 1]);
    return lower_never_returns(s);
}

static const expr *condition_value(lowering *lo, const syntax *s)
{
    const expr *e = lower_integer(lo, s, false);
    return e && is_decidable(lo, e) ? e : NULL;
}

/* if (e > s) s = e; is one statement, an accumulation. With more in its body,
 * the assignment of s is noted as one. Returns whether all is done. */
static bool lower_extremum(lowering *lo, node_list *out, const syntax *s)
{
    reduce_op op;
    const syntax *assignment = lower_reduce_if(s, &op);
    if (!assignment)
        return false;
    if (assignment != s->child[1] && s->child[1]->child_count > 1) {
        lo->extremum = assignment;
        lo->extremum_op = op;
        return false;
    }
    gather g = {.before = out};
    lower_value(lo, &g, s->child[0]);
    node *n = lower_gathered(lo, out, &g, s->where);
    n->u.stmt.scalar = lo->info[assignment->child[0]->decl->id].var;
    n->u.stmt.reduce = op;
    lower_forget(lo, s->child[1]);
    return true;
}

static void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
                     const syntax *rest, int rest_from)
{
    gather g = {.before = out};
    if (lower_extremum(lo, out, s))
        return;
    const expr *condition = condition_value(lo, s->child[0]);
    lower_condition(lo, &g, s->child[0]);
    node *n = node_new(lo->ctx, NODE_IF, s->where);
    if_node *c = &n->u.cond;
    c->condition = condition;
    c->ops = g.ops;
    c->read_count = g.reads.count;
    c->reads = g.reads.data;
    c->probability = ends_program(s->child[1]) ? 0.0 : 0.5;
    if (with->probability) {
        c->probability = with->probability->u.probability;
        c->is_hinted = true;
    }
    c->then_body = lower_part(lo, s->child[1]);
    lower_forget(lo, s->child[1]);
    node_list otherwise = {0};
    if (s->child[2])
        lower_statement(lo, &otherwise, s->child[2]);
    if (rest)
        lower_list(lo, &otherwise, rest, rest_from);
    c->else_body = otherwise.head;
    lower_forget(lo, s);
    node_append(&out->head, &out->tail, n);
}

/* --- switch -------------------------------------------------------------- */

/* Does the statement always go on after the switch, or further away? */
static bool leaves_switch(const syntax *s)
{
    if (s->kind == SYNTAX_BLOCK)
        return s->child_count && leaves_switch(s->child[s->child_count - 1]);
    return s->kind == SYNTAX_BREAK || s->kind == SYNTAX_RETURN || s->kind == SYNTAX_CONTINUE
           || s->kind == SYNTAX_GOTO || lower_never_returns(s);
}

typedef struct case_group {
    node *body;
    bool falls_through; /* into the next group */
} case_group;

typedef VEC(case_group) case_vec;

/* The statements of a switch's body, grouped by the cases that lead to them.
 * Returns whether one of them is the default. */
static bool case_groups(lowering *lo, const syntax *body, case_vec *out)
{
    node_list list = {0};
    bool is_open = false, has_default = false;
    for (int i = 0; body->kind == SYNTAX_BLOCK && i < body->child_count; i++) {
        const syntax *s = body->child[i];
        if (s->kind == SYNTAX_CASE && is_open) {
            VEC_PUSH(lo->ctx->arena, out, ((case_group){list.head, true}));
            list = (node_list){0};
        }
        is_open |= s->kind == SYNTAX_CASE;
        while (s && s->kind == SYNTAX_CASE) {
            has_default |= s->is_default;
            s = s->child[0];
        }
        if (s)
            lower_statement(lo, &list, s);
        if (is_open && s && leaves_switch(s)) {
            VEC_PUSH(lo->ctx->arena, out, ((case_group){list.head, false}));
            list = (node_list){0};
            is_open = false;
        }
    }
    if (is_open)
        VEC_PUSH(lo->ctx->arena, out, ((case_group){list.head, false}));
    return has_default;
}

/* Each group of cases is equally likely; one that another falls into runs for
 * both. As ifs one after another: what each costs on the average is right. */
static void lower_switch(lowering *lo, node_list *out, const syntax *s)
{
    gather g = {.before = out};
    lower_value(lo, &g, s->child[0]);
    lower_count(&g, OP_INT_COMPARE, 1);
    lower_gathered(lo, out, &g, s->child[0]->where);
    loop_frame frame = {.is_switch = true, .outer = lo->frame};
    lo->frame = &frame;
    case_vec groups = {0};
    lower_forget(lo, s->child[1]);
    bool has_default = case_groups(lo, s->child[1], &groups);
    lower_forget(lo, s->child[1]);
    lo->frame = frame.outer;
    double alternatives = groups.count + (has_default ? 0 : 1);
    int entries = 0;
    for (int i = 0; i < groups.count; i++) {
        entries = i > 0 && groups.data[i - 1].falls_through ? entries + 1 : 1;
        if (!groups.data[i].body)
            continue;
        node *n = node_new(lo->ctx, NODE_IF, s->where);
        n->u.cond.probability = entries / alternatives;
        n->u.cond.then_body = groups.data[i].body;
        node_append(&out->head, &out->tail, n);
    }
}

/* --- Jumps --------------------------------------------------------------- */

static void leave_loop(lowering *lo)
{
    if (lo->frame && !lo->frame->is_switch)
        lo->frame->may_leave = true;
}

static void lower_return(lowering *lo, node_list *out, const syntax *s)
{
    if (s->child[0]) {
        gather g = {.before = out};
        lower_value(lo, &g, s->child[0]);
        lower_gathered(lo, out, &g, s->where);
    }
    for (loop_frame *f = lo->frame; f; f = f->outer)
        f->may_leave = true;
    node *n = node_new(lo->ctx, NODE_RETURN, s->where);
    node_append(&out->head, &out->tail, n);
}

static void lower_goto(lowering *lo, const syntax *s)
{
    diag_report(lo->ctx->diags, DIAG_WARNING, "goto", s->where,
                "the jump of this 'goto' is not followed: what it repeats or skips is counted as if "
                "it ran through; write a loop or an 'if'");
    for (loop_frame *f = lo->frame; f; f = f->outer)
        f->may_leave = true;
}

/* --- Statements ---------------------------------------------------------- */

static void lower_task(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    on_clause *on = ARENA_NEW(lo->ctx->arena, on_clause);
    attached rest = *with;
    rest.task = NULL;
    node_list body = {0};
    bool is_known = directive_on(lo->table, &with->task->u.task, lo->names, on);
    statement_with(lo, &body, s, &rest);
    node *n = node_new(lo->ctx, NODE_TASK, with->task->where);
    n->u.task.on_stated = is_known ? on : NULL;
    n->u.task.body = body.head;
    node_append(&out->head, &out->tail, n);
}

static void statement_with(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    const expr *trips = with->trip ? directive_trips(lo->table, with->trip, lo->names) : NULL;
    if (with->task) {
        lower_task(lo, out, s, with);
        return;
    }
    if (with->loop_count)
        lower_plan_nest(lo, with, s);
    switch (s->kind) {
    case SYNTAX_BLOCK: lower_list(lo, out, s, 0); return;
    case SYNTAX_DECLARATION: lower_declaration(lo, out, s); return;
    case SYNTAX_IF: lower_if(lo, out, s, with, NULL, 0); return;
    case SYNTAX_FOR: lower_for(lo, out, s, trips); return;
    case SYNTAX_WHILE: case SYNTAX_DO: lower_while(lo, out, s, trips); return;
    case SYNTAX_SWITCH: lower_switch(lo, out, s); return;
    case SYNTAX_CASE: case SYNTAX_LABEL:
        if (s->kind == SYNTAX_LABEL)
            lower_forget(lo, lo->function->body); /* who knows where control comes from */
        if (s->child[0])
            lower_statement(lo, out, s->child[0]);
        return;
    case SYNTAX_BREAK: leave_loop(lo); return;
    case SYNTAX_CONTINUE: case SYNTAX_EMPTY: return;
    case SYNTAX_RETURN: lower_return(lo, out, s); return;
    case SYNTAX_GOTO: lower_goto(lo, s); return;
    case SYNTAX_INT: case SYNTAX_SIZEOF: case SYNTAX_FLOAT: case SYNTAX_STRING: case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT: case SYNTAX_MEMBER: case SYNTAX_CALL: case SYNTAX_UNARY:
    case SYNTAX_BINARY: case SYNTAX_ASSIGN: case SYNTAX_CAST: case SYNTAX_CONDITIONAL:
    case SYNTAX_INIT_LIST: lower_expression(lo, out, s); return;
    case SYNTAX_OTHER:
        for (int i = 0; i < s->child_count; i++)
            if (s->child[i])
                lower_statement(lo, out, s->child[i]);
        return;
    }
}

void lower_statement(lowering *lo, node_list *out, const syntax *s)
{
    attached with = lower_directives(lo, out, s->where, false);
    statement_with(lo, out, s, &with);
}
