/* Expressions as statements: assignments, increments, calls. */

#include "frontend/lower/assign.h"

#include <string.h>

#include "frontend/lower/image.h"
#include "frontend/lower/mapped_pointer.h"
#include "frontend/lower/operand_order.h"
#include "frontend/lower/reduction_form.h"
#include "frontend/lower/section.h"
#include "frontend/lower/unknown.h"
#include "frontend/value/alias.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/index_variable.h"
#include "frontend/value/integer.h"
#include "frontend/value/made_array.h"
#include "frontend/value/member.h"
#include "frontend/value/pointer_flow.h"

node *lower_gathered(lowering *lo, node_list *out, const gather *g, source_range where)
{
    bool is_something = op_tally_total(&g->ops) || g->reads.count || g->is_io || g->unknowns;
    return is_something ? lower_reading(lo, out, g, where) : NULL;
}

node *lower_reading(lowering *lo, node_list *out, const gather *g, source_range where)
{
    node *n = node_new(lo->ctx, NODE_STATEMENT, where);
    statement_node *s = &n->u.stmt;
    s->ops = g->ops;
    s->read_count = g->reads.count;
    s->reads = g->reads.data;
    s->scalar_read_count = g->scalars.count;
    s->scalar_reads = g->scalars.data;
    s->path_count = g->paths.count;
    s->paths = g->paths.data;
    s->is_io = g->is_io;
    s->io_bytes = g->io_bytes;
    n->unknowns = g->unknowns;
    node_append(&out->head, &out->tail, n);
    return n;
}

/* The type that the operands of a compound assignment are converted to. */
static const c_type *common_type(const c_type *a, const c_type *b)
{
    static const type_kind order[] = {TYPE_DOUBLE, TYPE_FLOAT};
    for (size_t i = 0; a && b && i < sizeof order / sizeof *order; i++)
        if (a->kind == order[i] || b->kind == order[i])
            return a->kind == order[i] ? a : b;
    return a;
}

/* An operand, and its conversion to the type in which both are put together. */
static void converted(lowering *lo, gather *g, const syntax *s, bool is_read, const c_type *type)
{
    const int first = g->paths.count;
    if (!is_read)
        lower_value(lo, g, s);
    const op_tally before = g->ops;
    if (!lower_is_constant(s))
        lower_count_conversion(g, s->type, type);
    lower_operate(g, first, &before);
}

/* Left op right; `is_drawn`: the right one has been, apart. */
static void compound(lowering *lo, gather *g, const syntax *s, bool is_drawn)
{
    const c_type *left = s->child[0]->type, *type = common_type(left, s->child[1]->type);
    const bool swaps = !is_drawn && lower_is_right_first(s->child[0], s->child[1]);
    converted(lo, g, s->child[swaps], false, type);
    converted(lo, g, s->child[!swaps], is_drawn, type);
    const op_tally before = g->ops;
    lower_count_binary(g, s->op, type);
    lower_count_conversion(g, type, left);
    lower_operate(g, 0, &before);
}

/* The index arithmetic of a left side that has just been read is done. */
static void store(lowering *lo, gather *g, const syntax *left, bool is_read, statement_node *into)
{
    place p = access_path_of(lo, left);
    if (is_read)
        p.index_operations = -1;
    else
        lower_index_ops(lo, g, &p);
    if (p.kind == PLACE_ELEMENT || p.kind == PLACE_MEMORY) {
        const reference *r = access_path_reference(lo, &p, left->where);
        lower_count(g, OP_STORE, 1);
        if (!is_read)
            lower_unknown_access(lo, g, left);
        if (!p.is_indirect)
            into->write = r;
        else if (!is_read) { /* the pointer is read, and what it points at written */
            lower_count(g, OP_LOAD, 1);
            VEC_PUSH(lo->ctx->arena, &g->reads, r);
        }
    } else if (p.kind == PLACE_SCALAR && p.base) {
        into->scalar = lo->info[p.base->id].var;
    }
    const decl *member = value_scalar_member(lo, left);
    if (!member)
        member = value_union_variable(left);
    if (member)
        into->scalar = lo->info[member->id].var;
}

static void finish(lowering *lo, node_list *out, const gather *g, const statement_node *target,
                   source_range where)
{
    node *n = lower_gathered(lo, out, g, where);
    if (!n && !target->write && !target->scalar && !target->draws)
        return;
    if (!n)
        n = lower_reading(lo, out, g, where);
    n->u.stmt.write = target->write;
    n->u.stmt.scalar = target->scalar;
    n->u.stmt.value = target->value;
    n->u.stmt.reduce = target->reduce;
    n->u.stmt.keeps_first = target->keeps_first;
    n->u.stmt.draws = target->draws;
}

/* a[i] = rand(), a[i] += rand(): all draw the value, and who has the element keeps or adds it. */
static void draw_apart(lowering *lo, node_list *out, gather *g, const syntax *s)
{
    statement_node drawn = {.draws = true};
    finish(lo, out, g, &drawn, s->where);
    *g = (gather){.before = out};
}

static const decl *scalar_target(const syntax *left)
{
    bool is_scalar = left->kind == SYNTAX_NAME && left->decl && !left->decl->rank &&
                     (left->decl->kind == DECL_VARIABLE || left->decl->kind == DECL_FORMAL);
    return is_scalar ? left->decl : NULL;
}

/* The value that an integer scalar has after the statement; null: unknown. */
static const expr *value_after(lowering *lo, const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE)
        return value_integer(lo, s->child[1], false);
    const decl *d = s->child[0]->decl;
    bool is_assignment = s->kind == SYNTAX_ASSIGN;
    if (is_assignment && s->op != OPERATOR_ADD && s->op != OPERATOR_SUB)
        return value_compound(lo, s);
    const expr *old = value_integer(lo, s->child[0], false);
    const expr *by = is_assignment ? value_integer(lo, s->child[1], false) : expr_int(lo->pool, 1);
    if (!old || !by)
        return NULL;
    const c_type *in =
        is_assignment ? c_type_common(d->type, syntax_final_type(s->child[1])) : d->type;
    bool is_minus = is_assignment ? s->op == OPERATOR_SUB
                                  : s->op == OPERATOR_PRE_DEC || s->op == OPERATOR_POST_DEC;
    const expr *after = is_minus ? expr_sub(lo->pool, old, by) : expr_add(lo->pool, old, by);
    return value_stored(lo, after, in, d, s->where);
}

static bool is_scattered(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind == SUBSCRIPT_INDIRECT)
            return true;
    return false;
}

bool lower_has_owner(const reference *r)
{
    return r->var->align && !is_scattered(r);
}

/* What the statement accumulates into: a scalar, or an element. a[i] = a[i] + e, where i is known
 * and a distributed, is an assignment like others: its owner has the old value. */
static reduce_op accumulation(lowering *lo, const syntax *s, const decl *scalar,
                              const statement_node *target)
{
    if (scalar && s->kind == SYNTAX_ASSIGN)
        return s == lo->at.extremum.assignment ? lo->at.extremum.op : lower_reduce_form(s, scalar);
    if (scalar)
        return REDUCE_SUM;
    const decl *array = target->write ? access_path_of(lo, s->child[0]).base : NULL;
    bool is_spelled_out = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    if (!array || (is_spelled_out && lower_has_owner(target->write)))
        return REDUCE_NONE;
    reduce_op op = lower_reduce_element(s, array);
    bool is_scaled = is_spelled_out && op == REDUCE_PRODUCT && !is_scattered(target->write);
    return is_scaled ? REDUCE_NONE : op; /* a[i] = 2 * a[i] is nothing to be combined */
}

/* Have two elements one owner, whatever is distributed how? Of formals without a mapping of their
 * own only calls tell. */
static bool is_beside(const reference *a, const reference *b)
{
    const alignment *x = a->var->align, *y = b ? b->var->align : NULL;
    if (!b || !x != !y || (!x && (a->var->formal_index >= 0 || b->var->formal_index >= 0)) ||
        (x && x->target != y->target) || a->var->rank != b->var->rank)
        return false;
    for (int d = 0; d < a->var->rank; d++)
        if (a->sub[d].kind != SUBSCRIPT_VALUE || b->sub[d].kind != SUBSCRIPT_VALUE ||
            a->sub[d].value != b->sub[d].value)
            return false;
    for (int k = 0; x && k < x->target->rank; k++)
        if (x->axis[k].source != y->axis[k].source || x->axis[k].dim != y->axis[k].dim ||
            x->axis[k].stride != y->axis[k].stride || x->axis[k].offset != y->axis[k].offset)
            return false;
    return true;
}

/* In a[i] = b[i] = e, whoever sets a[i] has computed b[i]: nothing is read for it. */
static void forget_beside(const node_list *out, gather *g, const statement_node *target)
{
    const node *n = out->tail;
    const reference *set = n && n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
    int kept = 0;
    for (int i = 0; i < g->reads.count; i++)
        if (g->reads.data[i] != set || !is_beside(set, target->write))
            g->reads.data[kept++] = g->reads.data[i];
    g->reads.count = kept;
}

static void assignment(lowering *lo, node_list *out, const syntax *s)
{
    gather g = {.before = out};
    statement_node target = {0};
    const decl *pointer = pointer_assigned_by(s);
    if (s->child[0]->type && s->child[0]->type->kind == TYPE_ARRAY)
        lower_row_moved(lo, &g, s);
    if (pointer && s->op == OPERATOR_NONE && pointer_follow(lo, pointer, s->child[1])) {
        lower_check_followed(lo, pointer, s->child[1]);
        return;
    }
    const decl *scalar = scalar_target(s->child[0]);
    const decl *member = value_scalar_member(lo, s->child[0]);
    const expr *after = scalar && decl_is_integer(scalar) ? value_after(lo, s) : NULL;
    target.draws = lo->spelling == DIALECT_HPF && value_draws(lo, s->child[1]);
    bool is_apart = target.draws && !scalar && !member;
    if (s->op == OPERATOR_NONE && after && value_is_only_index(lo, scalar))
        lower_index_reads(lo, &g, s->child[1]);
    else if (s->op == OPERATOR_NONE || is_apart)
        lower_value(lo, &g, s->child[1]);
    if (is_apart)
        draw_apart(lo, out, &g, s);
    target.draws &= !is_apart;
    if (s->op != OPERATOR_NONE)
        compound(lo, &g, s, is_apart);
    store(lo, &g, s->child[0], s->op != OPERATOR_NONE, &target);
    forget_beside(out, &g, &target);
    target.value = after;
    if (member && s->op == OPERATOR_NONE && member->type->kind == TYPE_INT)
        target.value = value_integer(lo, s->child[1], false);
    target.reduce = accumulation(lo, s, member ? member : scalar, &target);
    target.keeps_first = s == lo->at.extremum.assignment && lo->at.extremum.keeps_first;
    finish(lo, out, &g, &target, s->where);
    if (scalar)
        value_set(lo, scalar, after);
    array_assign(lo, s);
    if (pointer && s->op != OPERATOR_NONE) {
        pointer_forget(lo, pointer);
        lower_check_moved(lo, out, pointer, s);
    }
    if (s->op == OPERATOR_NONE && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl) {
        lower_pointer_moved(lo, &g, s->child[0]->decl, s->child[1]);
        value_check_pointer(lo, s->child[0]->decl, s->child[1]);
        lower_check_memory(lo, out, s->child[0]->decl, s->child[1]);
    }
}

static void increment(lowering *lo, node_list *out, const syntax *s)
{
    gather g = {.before = out};
    statement_node target = {0};
    const decl *scalar = scalar_target(s->child[0]);
    const decl *member = value_scalar_member(lo, s->child[0]);
    const expr *after = scalar && decl_is_integer(scalar) ? value_after(lo, s) : NULL;
    lower_value(lo, &g, s->child[0]);
    const op_tally before = g.ops;
    lower_count_binary(&g, OPERATOR_ADD, s->child[0]->type);
    lower_operate(&g, 0, &before);
    store(lo, &g, s->child[0], true, &target);
    target.reduce = accumulation(lo, s, member ? member : scalar, &target);
    finish(lo, out, &g, &target, s->where);
    if (scalar)
        value_set(lo, scalar, after);
    array_assign(lo, s);
    if (pointer_assigned_by(s)) {
        pointer_forget(lo, pointer_assigned_by(s));
        lower_check_moved(lo, out, pointer_assigned_by(s), s);
    }
}

void lower_variable_moved(lowering *lo, const syntax *s)
{
    value_set(lo, syntax_scalar_name(s->child[0]), value_after(lo, s));
}

void lower_expression(lowering *lo, node_list *out, const syntax *s)
{
    bool is_list = s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA;
    if (s == lo->around.move) {
        lower_variable_moved(lo, s);
    } else if (lower_is_image_copy(s)) {
        lower_image_copy(lo, out, s);
    } else if (!lo->around.nest && !is_list && syntax_has(s, SYNTAX_SECTION)) {
        const attached none = {0};
        lower_array_statement(lo, out, s, &none);
    } else if (s->kind == SYNTAX_ASSIGN) {
        assignment(lo, out, s);
    } else if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC) {
        increment(lo, out, s);
    } else if (is_list) {
        lower_expression(lo, out, s->child[0]);
        lower_expression(lo, out, s->child[1]);
    } else {
        gather g = {.before = out};
        lower_value(lo, &g, s);
        lower_gathered(lo, out, &g, s->where);
    }
}

/* --- Declarations -------------------------------------------------------- */

static unsigned list_leaves(const syntax *s)
{
    if (s->kind != SYNTAX_INIT_LIST)
        return 1;
    unsigned count = 0;
    for (int i = 0; i < s->child_count; i++)
        count += list_leaves(s->child[i]);
    return count;
}

const reference *lower_whole(lowering *lo, const variable *v, source_range where)
{
    reference *r = ARENA_NEW(lo->ctx->arena, reference);
    r->var = v;
    r->where = where;
    for (int i = 0; i < v->rank; i++)
        r->sub[i].kind = SUBSCRIPT_WHOLE;
    return r;
}

static void initialise(lowering *lo, node_list *out, const decl *d, source_range where)
{
    gather g = {.before = out};
    statement_node target = {0};
    if (!d->is_made && pointer_follow(lo, d, d->init)) {
        lower_check_followed(lo, d, d->init);
        return;
    }
    const variable *v = lo->info[d->id].var;
    const expr *after = decl_is_integer(d) ? value_integer(lo, d->init, false) : NULL;
    if (after && value_is_only_index(lo, d))
        lower_index_reads(lo, &g, d->init);
    else
        lower_value(lo, &g, d->init);
    if (d->type->kind == TYPE_ARRAY) {
        lower_count(&g, OP_STORE, list_leaves(d->init));
        target.write = v ? lower_whole(lo, v, where) : NULL;
    } else if (d->type->kind == TYPE_RECORD) {
        lower_count(&g, OP_STORE, list_leaves(d->init));
    } else if (!d->rank) {
        target.scalar = v;
        target.value = after;
    }
    target.draws = lo->spelling == DIALECT_HPF && value_draws(lo, d->init);
    finish(lo, out, &g, &target, where);
    value_set(lo, d, after);
    if (d->is_made || value_is_made(d->init))
        return; /* the memory is its own */
    lower_pointer_moved(lo, &g, d, d->init);
    value_check_pointer(lo, d, d->init);
    lower_check_memory(lo, out, d, d->init);
}

/* Members that count loops are variables by themselves (value/structure_counter.h). */
static void begin_members(lowering *lo, const decl *d)
{
    for (int i = 0; i < d->member_count; i++) {
        const decl *m = d->members[i];
        if (m->kind == DECL_VARIABLE && m->init && decl_is_integer(m))
            value_set(lo, m, value_integer(lo, m->init, false));
    }
}

void lower_declaration(lowering *lo, node_list *out, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        array_begin(lo, d);
        if (d->init && !d->is_static && d->function)
            initialise(lo, out, d, s->child[i]->where);
        begin_members(lo, d);
    }
}

/* --- Exchanges ------------------------------------------------------------ */

void lower_exchange(lowering *lo, node_list *out, const pointer_exchange *x)
{
    arena *a = lo->ctx->arena;
    const variable **arrays = ARENA_ARRAY(a, x->pointer_count, const variable *);
    source_range *statements = ARENA_ARRAY(a, x->count, source_range);
    array_exchange *exchange = ARENA_NEW(a, array_exchange);
    source_range where = x->statement[x->count - 1]->where;
    for (int i = 0; i < x->pointer_count; i++)
        arrays[i] = exchange_array(lo, x->pointer[i]);
    for (int i = 0; i < x->count; i++)
        statements[i] = x->statement[i]->where;
    *exchange = (array_exchange){x->pointer_count,
                                 arrays,
                                 x->from,
                                 x->count,
                                 statements,
                                 .keeps_text = x->of != NULL,
                                 .is_by_value = x->is_by_value};
    for (int i = 0; i < x->pointer_count; i++) {
        node *n = node_new(lo->ctx, NODE_STATEMENT, where);
        n->u.stmt.write = lower_whole(lo, arrays[i], where);
        n->u.stmt.exchange = exchange;
        node_append(&out->head, &out->tail, n);
    }
    for (int i = 0; i < x->count; i++)
        exchange_forget(lo, x->statement[i]);
    lo->fn.has_distributed |= !exchange->keeps_text; /* else the function may be called as it is */
}

void lower_exchanged_formals(lowering *lo, node_list *out, source_range where)
{
    const decl *const *formals;
    int count = exchange_formals_of(lo, lo->fn.decl, &formals);
    if (count == 0)
        return;
    const variable **arrays = ARENA_ARRAY(lo->ctx->arena, count, const variable *);
    for (int i = 0; i < count; i++)
        arrays[i] = lo->info[formals[i]->id].var;
    array_exchange *undone = ARENA_NEW(lo->ctx->arena, array_exchange);
    *undone =
        (array_exchange){.count = count, .array = arrays, .is_by_value = true, .is_undone = true};
    for (int i = 0; i < count; i++) {
        node *n = node_new_made(lo->ctx, NODE_STATEMENT, where);
        n->u.stmt.write = lower_whole(lo, arrays[i], where);
        n->u.stmt.exchange = undone;
        node_append(&out->head, &out->tail, n);
    }
}
