/* if. */

#include "frontend/lower/branch.h"

#include <string.h>

#include "frontend/lower/assign.h"
#include "frontend/lower/carried.h"
#include "frontend/lower/reduction_form.h"
#include "frontend/value/access_path.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/member.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/null_test.h"

/* Copies of statements that `continue`s may make in one function. */
#define MOST_COPIES 16

/* How often an intrinsic function finds a new largest or smallest element: of n in
 * random order it is expected to find about ln n + 0.58, and 1 in 100 is that of
 * some 600. */
static const double NEW_EXTREME = 0.01;

/* --- if ------------------------------------------------------------------ */

/* The element of an array that is combined as scalars are; else null. */
static const reference *combined_element(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s);
    const reference *r =
        p.kind == PLACE_ELEMENT && !p.is_indirect ? access_path_reference(lo, &p, s->where) : NULL;
    return r && !lower_has_owner(r) ? r : NULL;
}

/* Has every parameter in it a value, or gets one with each call? Those of main have none. */
static bool has_values(const lowering *lo, const expr *e)
{
    if (e->kind == EXPR_PARAM && e->u.param->origin == PARAM_FORMAL)
        return strcmp(lo->fn.decl->name, "main") != 0;
    if (e->kind == EXPR_PARAM)
        return e->u.param->value && has_values(lo, e->u.param->value);
    if (!e->uses_param)
        return true;
    for (int i = 0; i < e->u.op.count; i++)
        if (!has_values(lo, e->u.op.operand[i]))
            return false;
    return true;
}

bool lower_is_decided(const lowering *lo, const expr *condition)
{
    return condition && !condition->uses_loop_var && !condition->uses_coord &&
           has_values(lo, condition);
}

/* May a variable have the one value or the other after branches? Loops around others are few
 * iterations: levels. In an innermost loop, a subscript that is one or the other is of no use to
 * plans; and better a parameter for the variable than one for the condition. */
static bool may_select(const lowering *lo, const expr *condition, bool is_by_level)
{
    return condition && (!condition->uses_loop_var || is_by_level) && has_values(lo, condition);
}

/* Is the innermost loop around the statement one with loops in it? */
static bool is_in_outer_loop(const lowering *lo)
{
    const loop_frame *around = lo->around.frame;
    while (around && !around->loop)
        around = around->outer;
    return around && lower_is_outer(around->loop);
}

/* Is it known what both sides of the test hold, integers? Then `if (end > n) end = n;` tells what
 * `end` is, as any other `if` does. */
static bool is_clamp(lowering *lo, const syntax *test, const decl *d)
{
    const expr *condition = d && decl_is_integer(d) ? value_integer(lo, test, false) : NULL;
    return may_select(lo, condition, is_in_outer_loop(lo));
}

/* The scalar that is assigned: a variable, or a member of one; else null. */
static const variable *assigned_scalar(const lowering *lo, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : value_scalar_member(lo, s);
    return d ? lo->info[d->id].var : NULL;
}

/* if (e > s) s = e; is one statement, an accumulation. With more in its body,
 * the assignment of s is noted as one. Returns whether all is done. */
static bool lower_extremum(lowering *lo, node_list *out, const syntax *s)
{
    const extremum_form form = lower_reduce_if(s);
    const syntax *assignment = form.assignment;
    const reference *element = NULL;
    if (!assignment || is_clamp(lo, s->child[0], syntax_scalar_name(assignment->child[0])))
        return false;
    bool is_alone = assignment == s->child[1] || s->child[1]->child_count == 1;
    const syntax *left = assignment->child[0];
    if (left->kind == SYNTAX_SUBSCRIPT) {
        element = is_alone ? combined_element(lo, left) : NULL;
        if (!element)
            return false;
    } else if (left->kind == SYNTAX_MEMBER && !assigned_scalar(lo, left)) {
        return false;
    } else if (!is_alone) {
        lo->at.extremum = form;
        return false;
    }
    gather g = {.before = out};
    lower_value(lo, &g, s->child[0]);
    if (element)
        lower_count(&g, OP_STORE, 1);
    node *n = lower_gathered(lo, out, &g, s->where);
    n->u.stmt.write = element;
    n->u.stmt.scalar = element ? NULL : assigned_scalar(lo, left);
    n->u.stmt.reduce = form.op;
    value_forget(lo, s->child[1]);
    return true;
}

/* --- continue ------------------------------------------------------------ */

/* A `continue` in a branch skips what follows the if: what follows is
 * lowered into the branches that reach it. */
static void lower_branch(lowering *lo, node_list *out, const syntax *s, const continuation *after)
{
    if (!s && after)
        lower_after(lo, out, after);
    if (!s)
        return;
    const syntax alone = {
        .kind = SYNTAX_BLOCK, .unit = s->unit, .where = s->where, .child_count = 1, .child = &s};
    lower_sequence(lo, out, s->kind == SYNTAX_BLOCK ? s : &alone, 0, after);
}

bool lower_always_continues(const lowering *lo, const syntax *s)
{
    if (s && s->kind == SYNTAX_BLOCK)
        return s->child_count && lower_always_continues(lo, s->child[s->child_count - 1]);
    bool breaks = s && s->kind == SYNTAX_BREAK && lo->around.frame && lo->around.frame->is_switch;
    return s && (s->kind == SYNTAX_CONTINUE || breaks);
}

bool lower_can_copy(lowering *lo, const syntax *s)
{
    return lower_always_continues(lo, s->child[1]) || lower_always_continues(lo, s->child[2]) ||
           lower_may_copy(lo, s->where); /* else one branch only goes on */
}

bool lower_may_copy(lowering *lo, source_range where)
{
    if (lo->fn.copies++ < MOST_COPIES)
        return true;
    if (lo->fn.copies > MOST_COPIES + 1)
        return false; /* reported already */
    diag_report(lo->ctx->diags, DIAG_WARNING, "continue", where,
                "this function has too many 'continue's in nested branches; from here on, what "
                "they skip is predicted as if it ran; use 'else' instead");
    return false;
}

/* --- if ------------------------------------------------------------------ */

void lower_enter_condition(lowering *lo, const expr *condition)
{
    lo->around.condition = condition;
    lo->around.is_conditional = true;
    lo->around.is_guessed |= !condition;
    lo->around.is_by_iteration |= condition && condition->uses_loop_var;
}

void lower_leave_condition(lowering *lo, const around_state *around)
{
    lo->around.condition = around->condition;
    lo->around.is_conditional = around->is_conditional;
    lo->around.is_guessed = around->is_guessed;
    lo->around.is_by_iteration = around->is_by_iteration;
}

/* Does one part of the condition decide whether another is looked at? */
static bool is_guarded_inside(const syntax *s)
{
    if (!s)
        return false;
    bool found =
        s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_CALL ||
        (s->kind == SYNTAX_BINARY &&
         (s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR || s->op == OPERATOR_ELSE));
    for (int i = 0; i < s->child_count && !found; i++)
        found = is_guarded_inside(s->child[i]);
    return found;
}

/* Mistakes of use and missing memory end a program so; where nothing decides it, they do not occur.
 */
static bool ends_program(const lowering *lo, const syntax *s)
{
    const bool in_main = strcmp(lo->fn.decl->name, "main") == 0;
    return in_main ? syntax_ends_main(s) : syntax_ends_program(s);
}

/* The condition, which may set variables; null: not known. */
static const expr *condition_of(lowering *lo, const syntax *s)
{
    const expr *e = value_integer(lo, s, false);
    if (e)
        return e;
    e = value_slice_tested(lo, s);
    return e && (e->kind == EXPR_INT || lower_is_decided(lo, e)) ? e : NULL;
}

/* if (!a) return;, after a = malloc(n): what a program is predicted for, it has memory for. */
static void note_memory(const lowering *lo, const syntax *s, if_node *c)
{
    const memory_test test = value_memory_test(lo, s);
    if (test == MEMORY_UNASKED || c->then_ends || c->else_ends)
        return;
    c->probability = test == MEMORY_THERE;
    c->assumed = test == MEMORY_THERE ? "'if' always taken: there is memory"
                                      : "'if' never taken: there is memory";
}

static node *new_if(lowering *lo, node_list *out, const syntax *s, const attached *with)
{
    gather g = {.before = out};
    const expr *condition = condition_of(lo, s->child[0]);
    lower_condition(lo, &g, s->child[0]);
    node *n = node_new(lo->ctx, NODE_IF, s->where);
    if_node *c = &n->u.cond;
    c->condition = condition;
    c->ops = g.ops;
    c->read_count = g.reads.count;
    c->reads = g.reads.data;
    c->scalar_read_count = g.scalars.count;
    c->scalar_reads = g.scalars.data;
    c->reads_all = !is_guarded_inside(s->child[0]);
    c->then_ends = ends_program(lo, s->child[1]);
    c->else_ends = ends_program(lo, s->child[2]);
    c->probability = c->then_ends ? 0.0 : c->else_ends ? 1.0 : 0.5;
    n->unknowns = g.unknowns;
    const directive *hint = s == lo->at.mask ? lo->at.mask_probability : with->probability;
    if (c->probability == 0)
        c->assumed = "'if' never taken: it ends the program";
    if (c->probability == 1)
        c->assumed = "'if' always taken: 'else' ends the program";
    note_memory(lo, s, c);
    if (lo->fn.decl->intrinsic) {
        c->probability = NEW_EXTREME;
        c->assumed = arena_printf(lo->ctx->arena, "'%s' finds a new extreme at 1 element of %g",
                                  lo->fn.decl->intrinsic, 1 / NEW_EXTREME);
    }
    if (hint) {
        c->probability = hint->u.probability;
        c->is_hinted = true;
    }
    return n;
}

/* What one branch leaves of a variable; null: it varies. */
static const expr *value_left(lowering *lo, const decl *d, const flow_state *state,
                              bool is_by_level)
{
    const expr *value = state->flow == FLOW_VALUE   ? state->value
                        : state->flow == FLOW_UNSET ? value_traced(lo, d)
                                                    : NULL;
    return value && (is_by_level || !value->uses_loop_var) ? value : NULL;
}

void lower_join_flow(lowering *lo, const syntax *s, const expr *condition, const flow_mark *mark,
                     const flow_changes *then)
{
    const bool is_by_level = is_in_outer_loop(lo);
    carried_vec both = {0};
    if (may_select(lo, condition, is_by_level)) {
        const decl_ids assigned = value_assigned_in(lo, s);
        const flow_changes other = flow_take_back(lo, mark);
        for (int i = 0; i < assigned.count; i++) {
            const decl *d = lo->source->decls[assigned.data[i]];
            const expr *a = value_left(lo, d, flow_left(lo, then, d), is_by_level),
                       *b = value_left(lo, d, flow_left(lo, &other, d), is_by_level);
            if (a && b)
                VEC_PUSH(lo->ctx->arena, &both,
                         ((carried_value){d, expr_select(lo->pool, condition, a, b), NULL}));
        }
        flow_do_again(lo, &other);
    }
    flow_end(lo, mark);
    value_forget(lo, s);
    lower_set_carried(lo, &both);
}

/* What the value of a variable that is set once is. */
static const syntax *set_once(const lowering *lo, const syntax *s)
{
    if (s->kind != SYNTAX_NAME || !s->decl)
        return NULL;
    const decl_info *info = &lo->info[s->decl->id];
    return info->assignments == 0 ? s->decl->init : info->assigned;
}

/* Is it the number of the node, and nothing else? MPI counts from 0. */
static bool is_node(const lowering *lo, const syntax *s)
{
    return value_node_number(s) || value_is_rank(lo, s);
}

/* Variables may be set to each other, so deep. */
enum { SET_MOST = 4 };

/* Does the value depend on the number of the node: by a call, or by a variable that has been set
 * to it once? */
static bool queries_rank(const lowering *lo, const syntax *s, int depth)
{
    if (!s || depth > SET_MOST)
        return false;
    if (value_node_number(s) || value_is_rank(lo, s) ||
        queries_rank(lo, set_once(lo, s), depth + 1))
        return true;
    for (int i = 0; s->kind != SYNTAX_NAME && i < s->child_count; i++)
        if (queries_rank(lo, s->child[i], depth))
            return true;
    return false;
}

/* `me == 2`, `me != 2`: which node that is. */
static void note_node(lowering *lo, const syntax *test, if_node *c)
{
    c->queries_rank = queries_rank(lo, test, 0) || (c->condition && c->condition->uses_coord);
    if (!c->queries_rank || test->kind != SYNTAX_BINARY ||
        (test->op != OPERATOR_EQ && test->op != OPERATOR_NE))
        return;
    for (int i = 0; i < 2; i++) {
        const syntax *me = test->child[i];
        for (int depth = 0; me && !is_node(lo, me) && depth < SET_MOST; depth++)
            me = set_once(lo, me);
        const node_number *call = me ? value_node_number(me) : NULL;
        const expr *number =
            me && is_node(lo, me) ? value_integer(lo, test->child[1 - i], false) : NULL;
        if (number && !queries_rank(lo, test->child[1 - i], 0))
            c->node_number = expr_sub(lo->pool, number, expr_int(lo->pool, call ? call->first : 0));
    }
    c->is_node_other = test->op == OPERATOR_NE;
}

void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
              const continuation *after)
{
    if (lower_extremum(lo, out, s))
        return;
    node *n = new_if(lo, out, s, with);
    const around_state around = lo->around;
    lower_enter_condition(lo, n->u.cond.is_hinted ? NULL : n->u.cond.condition);
    node_list then_body = {0}, else_body = {0};
    const int leaves = lo->fn.leaves;
    lo->fn.leaves = 0;
    const flow_mark mark = flow_begin(lo);
    int pragma_before = lo->fn.next_pragma;
    lower_branch(lo, &then_body, s->child[1], after);
    const flow_changes then = flow_take_back(lo, &mark);
    if (after)
        lo->fn.next_pragma = pragma_before;
    lower_branch(lo, &else_body, s->child[2], after);
    lower_leave_condition(lo, &around);
    const expr *condition = n->u.cond.condition;
    n->u.cond.is_decided = lower_is_decided(lo, condition);
    n->u.cond.then_body = then_body.head;
    n->u.cond.else_body = else_body.head;
    n->u.cond.leaves = lo->fn.leaves;
    if (lo->fn.leaves < leaves)
        lo->fn.leaves = leaves;
    note_node(lo, s->child[0], &n->u.cond);
    lower_join_flow(lo, s, after ? NULL : condition, &mark, &then);
    node_append(&out->head, &out->tail, n);
}
