/* The operations and the reads of an expression. Both sides of ?:, && and ||
 * are counted: which one runs is not known, and compilers evaluate both where
 * it is cheap. Constant parts cost nothing: compilers fold them. */

#include "frontend/lower/expression.h"

#include "frontend/lower/alternative_read.h"
#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/call.h"
#include "frontend/lower/image.h"
#include "frontend/lower/operand_order.h"
#include "frontend/lower/statement.h"
#include "frontend/lower/unknown.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/inline_result.h"
#include "frontend/value/integer.h"
#include "frontend/value/member.h"
#include "frontend/value/member_value.h"

void lower_count(gather *g, op_kind kind, unsigned times)
{
    g->ops.n[kind] += times;
}

void lower_operate(gather *g, int first, const op_tally *before)
{
    for (int i = first; i < g->paths.count; i++)
        for (int k = 0; k < OP_KIND_COUNT; k++)
            g->paths.data[i].ops.n[k] += g->ops.n[k] - before->n[k];
}

bool lower_is_constant(const syntax *s)
{
    switch (s->kind) {
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
        return true;
    case SYNTAX_NAME:
        return s->decl &&
               (s->decl->kind == DECL_ENUMERATOR ||
                (s->decl->kind == DECL_VARIABLE && s->decl->type->is_const && s->decl->init &&
                 s->decl->type->kind == TYPE_INT && lower_is_constant(s->decl->init)));
    case SYNTAX_UNARY:
        if (s->op < OPERATOR_NEGATE || s->op > OPERATOR_NOT)
            return false;
        break;
    case SYNTAX_BINARY:
    case SYNTAX_CAST:
    case SYNTAX_CONDITIONAL:
        break;
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_SECTION:
    case SYNTAX_IMAGE:
    case SYNTAX_MEMBER:
    case SYNTAX_CALL:
    case SYNTAX_ASSIGN:
    case SYNTAX_INIT_LIST:
    case SYNTAX_OTHER:
    case SYNTAX_BLOCK:
    case SYNTAX_DECLARATION:
    case SYNTAX_IF:
    case SYNTAX_FOR:
    case SYNTAX_COPIES:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
    case SYNTAX_SWITCH:
    case SYNTAX_CASE:
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
    case SYNTAX_GOTO:
    case SYNTAX_LABEL:
    case SYNTAX_EMPTY:
        return false;
    }
    for (int i = 0; i < s->child_count; i++)
        if (!lower_is_constant(s->child[i]))
            return false;
    return true;
}

/* --- Operators ----------------------------------------------------------- */

static bool is_floating(const c_type *type)
{
    return type && (type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

static op_kind arithmetic_kind(syntax_op op, const c_type *type)
{
    bool is_double = type && type->kind == TYPE_DOUBLE, is_float = type && type->kind == TYPE_FLOAT;
    if (op == OPERATOR_MUL)
        return is_double ? OP_DOUBLE_MUL : is_float ? OP_FLOAT_MUL : OP_INT_MUL;
    if (op == OPERATOR_DIV || op == OPERATOR_REM)
        return is_double ? OP_DOUBLE_DIV : is_float ? OP_FLOAT_DIV : OP_INT_DIV;
    return is_double ? OP_DOUBLE_ADD : is_float ? OP_FLOAT_ADD : OP_INT_ADD;
}

void lower_count_binary(gather *g, syntax_op op, const c_type *type)
{
    if (op >= OPERATOR_LT && op <= OPERATOR_NE)
        lower_count(g, is_floating(type) ? OP_FLOAT_COMPARE : OP_INT_COMPARE, 1);
    else if (op != OPERATOR_COMMA)
        lower_count(g, arithmetic_kind(op, type), 1);
}

void lower_count_conversion(gather *g, const c_type *from, const c_type *to)
{
    if (!from || !to || from->kind == to->kind)
        return;
    if (from->kind == TYPE_INT && is_floating(to))
        lower_count(g, OP_INT_TO_FLOAT, 1);
    else if (is_floating(from) && to->kind == TYPE_INT)
        lower_count(g, OP_FLOAT_TO_INT, 1);
    else if (is_floating(from) && is_floating(to))
        lower_count(g, OP_FLOAT_TO_DOUBLE, 1);
}

/* --- Places -------------------------------------------------------------- */

/* A variable that the innermost loop does not change, nor counts by: in it, a constant. */
static bool is_invariant(lowering *lo, const syntax *s)
{
    const loop_frame *f = lo->around.frame;
    while (f && !f->loop)
        f = f->outer;
    if (s->kind == SYNTAX_MEMBER)
        return value_of_member(lo, s, false) != NULL;
    if (!f || s->kind != SYNTAX_NAME || !s->decl || !decl_is_integer(s->decl) ||
        !s->decl->function || value_is_assigned_in(f->loop, s->decl))
        return false;
    for (int i = 0; i < lo->around.bound.count; i++)
        if (lo->around.bound.data[i].var == s->decl)
            return lo->info[s->decl->id].now.value && /* of a power of it, which is one number */
                   lo->info[s->decl->id].now.value->kind != EXPR_LOOP_VAR;
    return true;
}

/* A subscript that is a variable, a constant, or one plus or minus the other is
 * an induction variable and costs nothing. */
static bool is_plain_index(lowering *lo, const syntax *s)
{
    if (s->kind == SYNTAX_NAME || lower_is_constant(s) ||
        (s->kind == SYNTAX_MEMBER && value_of_member(lo, s, false)))
        return true;
    if (s->kind != SYNTAX_BINARY || (s->op != OPERATOR_ADD && s->op != OPERATOR_SUB))
        return false;
    bool is_fixed = false;
    for (int i = 0; i < 2; i++)
        is_fixed |= lower_is_constant(s->child[i]) || is_invariant(lo, s->child[i]);
    return is_fixed && is_plain_index(lo, s->child[0]) && is_plain_index(lo, s->child[1]);
}

void lower_index_reads(lowering *lo, gather *g, const syntax *s)
{
    bool is_arithmetic = s->kind == SYNTAX_BINARY || s->kind == SYNTAX_UNARY ||
                         s->kind == SYNTAX_CAST || s->kind == SYNTAX_CONDITIONAL;
    bool is_place = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_DEREF;
    if (!is_arithmetic || is_place) {
        lower_value(lo, g, s);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        lower_index_reads(lo, g, s->child[i]);
}

/* The only subscript of an array of several dimensions: a function that does nothing but compute it
 * costs what a macro does. */
static void flat_index_reads(lowering *lo, gather *g, const syntax *s)
{
    if (s->kind == SYNTAX_CALL && value_of_call(lo, s, false)) {
        for (int i = 1; i < s->child_count; i++)
            lower_index_reads(lo, g, s->child[i]);
        return;
    }
    lower_index_reads(lo, g, s);
}

void lower_index_ops(lowering *lo, gather *g, place *p)
{
    int first = g->paths.count;
    const variable *v = p->base ? lo->info[p->base->id].var : NULL;
    p->index_operations = 0;
    for (int i = 0; i < p->part_count; i++) {
        p->index_operations += !is_plain_index(lo, p->part[i]);
        if (v && v->is_flat)
            flat_index_reads(lo, g, p->part[i]);
        else
            lower_index_reads(lo, g, p->part[i]);
    }
    lower_count(g, OP_INDEX, (unsigned)p->index_operations);
    g->paths.count = first; /* subscripts are known long before the elements are */
}

static bool is_loop_variable(const lowering *lo, const decl *d)
{
    for (int i = 0; i < lo->around.bound.count; i++)
        if (lo->around.bound.data[i].var == d)
            return true;
    return false;
}

static void add_scalar(lowering *lo, gather *g, const decl *d)
{
    const decl_info *info = &lo->info[d->id];
    if (!info->var || is_loop_variable(lo, d))
        return;
    int at = 0;
    while (at < g->scalars.count && g->scalars.data[at] != info->var)
        at++;
    if (at == g->scalars.count)
        VEC_PUSH(lo->ctx->arena, &g->scalars, info->var);
    VEC_PUSH(lo->ctx->arena, &g->paths, ((value_path){.read = -1, .scalar = at}));
}

/* An element of a small table of constants: a number where the index is one, else in the cache, or
 * in the code. */
static bool is_of_table(lowering *lo, const place *p, const syntax *s)
{
    return p->kind == PLACE_ELEMENT && p->base->rank == 1 && p->base->element->is_const &&
           s->kind == SYNTAX_SUBSCRIPT && value_integer(lo, s, false);
}

/* A structure as a whole: with it, those of its members that are variables by themselves. */
static void read_members(lowering *lo, gather *g, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    for (int i = 0; d && d->kind == DECL_VARIABLE && !d->rank && i < d->member_count; i++) {
        const decl *m = d->members[i];
        if (!value_is_number_member(lo, m))
            continue;
        if (m->rank)
            VEC_PUSH(lo->ctx->arena, &g->reads, lower_whole(lo, lo->info[m->id].var, s->where));
        else
            add_scalar(lo, g, m);
    }
}

/* Reads what `s` designates. */
static void read_place(lowering *lo, gather *g, const syntax *s)
{
    if (s->kind == SYNTAX_MEMBER && value_of_member(lo, s, false))
        return; /* one value all through the program: in a register, as a scalar is */
    place p = access_path_of(lo, s);
    const decl *member = value_scalar_member(lo, s);
    if (!member)
        member = value_union_variable(s);
    if (is_of_table(lo, &p, s) && lower_is_constant(s->child[1]))
        return;
    if (member)
        add_scalar(lo, g, member);
    lower_index_ops(lo, g, &p);
    if (is_of_table(lo, &p, s)) {
        lower_count(g, OP_LOAD, 1);
        return;
    }
    if (p.kind == PLACE_SCALAR)
        add_scalar(lo, g, p.base);
    if (p.kind != PLACE_ELEMENT && p.kind != PLACE_MEMORY)
        return;
    if (s->type && s->type->kind == TYPE_ARRAY)
        return;
    lower_count(g, OP_LOAD, p.is_indirect ? 2 : 1);
    if (!lower_alternative_reads(lo, g, s))
        lower_unknown_access(lo, g, s);
    if (s->type && s->type->kind == TYPE_RECORD)
        read_members(lo, g, s);
    const reference *r = access_path_reference(lo, &p, s->where);
    if (!r)
        return;
    VEC_PUSH(lo->ctx->arena, &g->paths, ((value_path){.read = g->reads.count}));
    VEC_PUSH(lo->ctx->arena, &g->reads, r);
}

void lower_condition(lowering *lo, gather *g, const syntax *s)
{
    bool is_logical =
        (s->kind == SYNTAX_BINARY && s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE) ||
        (s->kind == SYNTAX_UNARY && s->op == OPERATOR_NOT);
    lower_value(lo, g, s);
    if (!is_logical && !lower_is_constant(s))
        lower_count_binary(g, OPERATOR_NE, s->type);
}

/* --- Expressions --------------------------------------------------------- */

static void children(lowering *lo, gather *g, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i])
            lower_value(lo, g, s->child[i]);
}

static void unary(lowering *lo, gather *g, const syntax *s)
{
    if (s->op == OPERATOR_DEREF) {
        read_place(lo, g, s);
    } else if (s->op == OPERATOR_ADDRESS) {
        place p = access_path_of(lo, s);
        lower_index_ops(lo, g, &p);
    } else if (s->op >= OPERATOR_PRE_INC) {
        /* As a statement before this one: what a postfix operator leaves for
         * afterwards costs the same. */
        lower_expression(lo, g->before, s);
        if (s->child[0]->kind == SYNTAX_NAME)
            read_place(lo, g, s->child[0]);
    } else {
        int first = g->paths.count;
        lower_value(lo, g, s->child[0]);
        const op_tally before = g->ops;
        if (s->op == OPERATOR_NOT)
            lower_count_binary(g, OPERATOR_EQ, s->child[0]->type);
        else
            lower_count_binary(g, OPERATOR_SUB, s->type);
        lower_operate(g, first, &before);
    }
}

bool lower_has_effects(lowering *lo, const syntax *s)
{
    bool has_statements = syntax_has(s, SYNTAX_BLOCK); /* which may jump */
    return syntax_assigns(s) || value_may_set_globals(lo, s) || has_statements;
}

/* What has been read since there were `first` is read only where the test is not 0, or is 0. */
static void read_only_where(lowering *lo, gather *g, int first, const syntax *test, bool holds)
{
    const expr *c = g->reads.count > first ? value_integer(lo, test, false) : NULL;
    if (c && (c->kind < EXPR_LT || c->kind > EXPR_NOT))
        c = expr_logic(lo->pool, EXPR_NE, c, expr_int(lo->pool, 0));
    if (c && !holds)
        c = expr_logic(lo->pool, EXPR_NOT, c, NULL);
    for (int i = first; i < g->reads.count; i++) {
        reference *r = arena_copy(lo->ctx->arena, g->reads.data[i], sizeof *r);
        r->is_conditional = true;
        if (c)
            r->only_where = r->only_where ? expr_logic(lo->pool, EXPR_AND, c, r->only_where) : c;
        g->reads.data[i] = r;
    }
}

/* The calls and assignments of a part of the expression that a condition guards: with what they
 * cost, these are statements before this one, and the condition guards them there. */
static node *guarded_calls(lowering *lo, gather *g, const syntax *test)
{
    node *n = node_new(lo->ctx, NODE_IF, test->where);
    n->u.cond.condition = value_integer(lo, test, false);
    n->u.cond.probability = 0.5;
    n->u.cond.is_operator = true;
    node_append(&g->before->head, &g->before->tail, n);
    return n;
}

/* The statements of `s`, which is executed, or not, where the condition says so. */
static node *lower_guarded(lowering *lo, gather *g, const syntax *s)
{
    node_list calls = {0}, *before = g->before;
    g->before = &calls;
    lower_value(lo, g, s);
    g->before = before;
    return calls.head;
}

/* The right side of && and ||, and of a ?: b without a middle. */
static void guarded_side(lowering *lo, gather *g, const syntax *s)
{
    if_node *c = &guarded_calls(lo, g, s->child[0])->u.cond;
    bool is_then = s->op == OPERATOR_LOGICAL_AND;
    const flow_mark mark = flow_begin(lo);
    node *body = lower_guarded(lo, g, s->child[1]);
    *(is_then ? &c->then_body : &c->else_body) = body;
    const flow_changes then = is_then ? flow_take_back(lo, &mark) : (flow_changes){0};
    lower_join_flow(lo, s->child[1], c->condition, &mark, &then);
}

static void binary(lowering *lo, gather *g, const syntax *s)
{
    if (s->op == OPERATOR_COMMA) {
        lower_expression(lo, g->before, s->child[0]);
        lower_value(lo, g, s->child[1]);
        return;
    }
    int first = g->paths.count;
    bool is_guard =
        s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR || s->op == OPERATOR_ELSE;
    if (is_guard && lower_has_effects(lo, s->child[1])) {
        lower_value(lo, g, s->child[0]);
        guarded_side(lo, g, s);
    } else if (is_guard) {
        lower_value(lo, g, s->child[0]);
        const int read = g->reads.count;
        lower_value(lo, g, s->child[1]);
        read_only_where(lo, g, read, s->child[0], s->op == OPERATOR_LOGICAL_AND);
    } else {
        const bool swaps = lower_is_right_first(s->child[0], s->child[1]);
        lower_value(lo, g, s->child[swaps]);
        lower_value(lo, g, s->child[!swaps]);
    }
    const op_tally before = g->ops;
    lower_count_binary(g, s->op == OPERATOR_ELSE ? OPERATOR_NE : s->op, s->child[0]->type);
    lower_operate(g, first, &before);
}

static void cast(lowering *lo, gather *g, const syntax *s)
{
    int first = g->paths.count;
    lower_value(lo, g, s->child[0]);
    const op_tally before = g->ops;
    if (!lower_is_constant(s->child[0]))
        lower_count_conversion(g, s->child[0]->type, s->type);
    lower_operate(g, first, &before);
}

static void conditional(lowering *lo, gather *g, const syntax *s)
{
    lower_condition(lo, g, s->child[0]);
    if (!lower_has_effects(lo, s->child[1]) && !lower_has_effects(lo, s->child[2])) {
        for (int i = 1; i < 3; i++) {
            const int read = g->reads.count;
            lower_value(lo, g, s->child[i]);
            read_only_where(lo, g, read, s->child[0], i == 1);
        }
        return;
    }
    if_node *c = &guarded_calls(lo, g, s->child[0])->u.cond;
    const syntax *sides[] = {s->child[1], s->child[2]};
    const syntax both = {.kind = SYNTAX_OTHER, .where = s->where, .child_count = 2, .child = sides};
    const flow_mark mark = flow_begin(lo);
    c->then_body = lower_guarded(lo, g, s->child[1]);
    const flow_changes then = flow_take_back(lo, &mark);
    c->else_body = lower_guarded(lo, g, s->child[2]);
    lower_join_flow(lo, &both, c->condition, &mark, &then);
}

/* Of a formal only the calls tell. */
static bool may_have_owner(const reference *r)
{
    return lower_has_owner(r) || (r->var->formal_index >= 0 && r->var->rank > 0);
}

static bool reads_distributed(const statement_node *s)
{
    for (int i = 0; i < s->read_count; i++)
        if (s->reads[i]->var->align || s->reads[i]->var->formal_index >= 0)
            return true;
    return false;
}

/* The value of an assignment is its left side, still in a register: of an element that only its
 * owner has computed, as what it reads is distributed, others have to get it. */
static void nested_assignment(lowering *lo, gather *g, const syntax *s)
{
    lower_expression(lo, g->before, s);
    if (s->child[0]->kind == SYNTAX_NAME) {
        read_place(lo, g, s->child[0]);
        return;
    }
    const node *n = g->before->tail;
    const reference *set = n && n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
    if (set && reads_distributed(&n->u.stmt) && may_have_owner(set) &&
        source_range_equal(n->where, s->where))
        VEC_PUSH(lo->ctx->arena, &g->reads, set);
}

void lower_value(lowering *lo, gather *g, const syntax *s)
{
    if (lower_is_constant(s))
        return;
    switch (s->kind) {
    case SYNTAX_NAME:
    case SYNTAX_SUBSCRIPT:
    case SYNTAX_MEMBER:
        read_place(lo, g, s);
        return;
    case SYNTAX_IMAGE:
        lower_image_value(lo, g, s);
        return;
    case SYNTAX_CALL:
        lower_call(lo, g, s);
        return;
    case SYNTAX_UNARY:
        unary(lo, g, s);
        return;
    case SYNTAX_BINARY:
        binary(lo, g, s);
        return;
    case SYNTAX_ASSIGN:
        nested_assignment(lo, g, s);
        return;
    case SYNTAX_CAST:
        cast(lo, g, s);
        return;
    case SYNTAX_CONDITIONAL:
        conditional(lo, g, s);
        return;
    case SYNTAX_INIT_LIST:
    case SYNTAX_SECTION: /* its parts are values */
    case SYNTAX_OTHER:
        children(lo, g, s);
        return;
    case SYNTAX_INT:
    case SYNTAX_SIZEOF:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
        return;
    case SYNTAX_BLOCK:
    case SYNTAX_DECLARATION:
    case SYNTAX_IF:
    case SYNTAX_FOR:
    case SYNTAX_COPIES:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
    case SYNTAX_SWITCH:
    case SYNTAX_CASE:
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
    case SYNTAX_GOTO:
    case SYNTAX_LABEL:
    case SYNTAX_EMPTY:
        lower_statement(lo, g->before, s); /* a statement expression's block */
        return;
    }
}
