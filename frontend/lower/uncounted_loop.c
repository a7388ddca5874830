/* Loops that do not count: those whose integers are followed, and those whose trip count a hint or
 * --set must give. */

#include "frontend/lower/uncounted_loop.h"

#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/carried.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/lower/loop_test.h"
#include "frontend/lower/row_trips.h"
#include "frontend/lower/statement.h"
#include "frontend/lower/stretch.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer_range.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/sign.h"

void lower_loop_body(lowering *lo, node_list *out, const syntax *s, loop_frame *frame)
{
    const int leaves = lo->fn.leaves;
    frame->outer = lo->around.frame;
    lo->around.frame = frame;
    lo->fn.leaves = 0;
    if (s)
        lower_statement(lo, out, s);
    lo->around.frame = frame->outer;
    if (lo->fn.leaves && lo->fn.leaves < LEAVES_FUNCTION)
        lo->fn.leaves--;
    if (lo->fn.leaves < leaves)
        lo->fn.leaves = leaves;
}

/* The first loop of a line has the line's name; others have their columns, too. */
static const char *trip_name(lowering *lo, source_range where)
{
    int same_line = -1;
    for (int i = 0; i < lo->found.trips.count && same_line < 0; i++)
        if (lo->found.trips.data[i].file == where.file &&
            lo->found.trips.data[i].line == where.line)
            same_line = lo->found.trips.data[i].column;
    if (same_line < 0)
        VEC_PUSH(lo->ctx->arena, &lo->found.trips, where);
    return same_line < 0 || same_line == where.column
               ? arena_printf(lo->ctx->arena, "trip@%d", where.line)
               : arena_printf(lo->ctx->arena, "trip@%d@%d", where.line, where.column);
}

const expr *lower_trip_param(lowering *lo, source_range where)
{
    const char *name = trip_name(lo, where);
    param *p = expr_new_param(lo->pool, PARAM_TRIP, name, where);
    p->provenance = "trip count";
    return expr_param(lo->pool, p);
}

const expr *lower_executions(lowering *lo, const decl *d, source_range where)
{
    for (int i = 0; i < lo->found.executed.count; i++) {
        const executed_function *e = &lo->found.executed.data[i];
        if (value_calls(lo, e->function, d) && value_calls(lo, d, e->function))
            return e->trips;
    }
    param *p = expr_new_param(lo->pool, PARAM_TRIP, trip_name(lo, where), where);
    p->value = expr_int(lo->pool, 1);
    p->provenance = "executions of a function that calls itself";
    const expr *trips = expr_param(lo->pool, p);
    VEC_PUSH(lo->ctx->arena, &lo->found.executed, ((executed_function){d, trips}));
    return trips;
}

/* The condition of a loop, where it is tested; what it reads is a statement, so
 * that the reads are seen. */
static void loop_condition(lowering *lo, node *loop, node_list *out, const syntax *condition)
{
    gather g = {.before = out};
    if (!condition)
        return;
    if (loop->u.whil.tests_first)
        lower_gather_passed(lo, &g, condition);
    else
        lower_condition(lo, &g, condition);
    if (g.reads.count || g.is_io) {
        lower_gathered(lo, out, &g, condition->where);
    } else {
        loop->u.whil.condition = g.ops;
        loop->unknowns = g.unknowns;
    }
    loop->u.whil.scalar_read_count = g.reads.count || g.is_io ? 0 : g.scalars.count;
    loop->u.whil.scalar_reads = g.scalars.data;
}

const expr *lower_counted_trips(lowering *lo, source_range where, const expr *value)
{
    param *p = expr_new_param(lo->pool, PARAM_TRIP, trip_name(lo, where), where);
    p->value = value;
    p->provenance = "from the integers of the loop";
    return expr_param(lo->pool, p);
}

/* --- Loops whose integers are followed ------------------------------------------------------ */

/* A loop over the numbers of its iterations. */
static void followed_loop(lowering *lo, node_list *out, const syntax *s, const expr *trips,
                          bool is_counted)
{
    const syntax *body = s->child[s->kind == SYNTAX_FOR ? 3 : s->kind == SYNTAX_WHILE];
    const syntax *condition = s->child[s->kind == SYNTAX_FOR || s->kind == SYNTAX_DO];
    node *n = node_new(lo->ctx, NODE_LOOP, s->where);
    loop_node *l = &n->u.loop;
    const expr *one = expr_int(lo->pool, 1);
    const char *name = arena_printf(lo->ctx->arena, "iteration(%d)", s->where.line);
    l->is_followed = true;
    l->direction = LOOP_UP;
    l->range = (loop_range){expr_new_loop_var(lo->pool, name, s->where), expr_int(lo->pool, 0),
                            expr_sub(lo->pool, trips, one), one};
    const expr *number = expr_loop_var(lo->pool, l->range.var);
    carried_vec carried = lower_carried(lo, s, number);
    /* In a generated program nothing has the number of iterations that was asked for. */
    const bool is_known = is_counted || !lo->keeps_loops;
    const carried_vec none = {0};
    carried_vec left = is_known ? lower_left(lo, s, is_counted ? NULL : trips) : none;
    carried_vec tested = lower_tested(lo, s, number);
    carried_vec last = is_known ? lower_tested(lo, s, trips) : none;
    bool tests_first = s->kind != SYNTAX_DO && condition;
    value_forget(lo, s);
    value_note_loop(lo, &l->range);
    value_set_floor(lo, l->range.var, l->range.lower);
    loop_frame frame = {.loop = s};
    node_list inside = {0};
    bool is_moved = tests_first && syntax_assigns(condition);
    lower_set_carried(lo, is_moved ? &tested : &carried);
    if (tests_first)
        lower_test_passed(lo, &inside, condition, NULL);
    if (is_moved)
        lower_set_carried(lo, &carried);
    lower_loop_body(lo, &inside, body, &frame);
    if (s->kind == SYNTAX_FOR && s->child[2])
        lower_expression(lo, &inside, s->child[2]);
    if (s->kind == SYNTAX_DO)
        lower_test_open(lo, &inside, condition);
    l->body = inside.head;
    l->is_exact = true;
    node_append(&out->head, &out->tail, n);
    value_forget(lo, s);
    lower_set_carried(lo, is_moved ? &last : &left);
    if (tests_first && lower_has_effects(lo, condition))
        lower_test_open(lo, out, condition);
    value_forget(lo, s);
    lower_set_carried(lo, &left);
}

bool lower_followed_loop(lowering *lo, node_list *out, const syntax *s)
{
    const expr *trips = value_slice_trips(lo, s);
    if (!trips)
        return false;
    if (!trips->uses_loop_var && !trips->uses_coord)
        trips = lower_counted_trips(lo, s->where, trips);
    followed_loop(lo, out, s, trips, true);
    return true;
}

/* The array of integers an element of which is looked at, as rows of a sparse matrix end where
 * one says; null: none is. */
static const char *bounding_array(const syntax *s)
{
    if (!s)
        return NULL;
    const decl *d =
        s->kind == SYNTAX_SUBSCRIPT && s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    if (d && s->type->kind == TYPE_INT)
        return d->name;
    const char *found = NULL;
    for (int i = 0; i < s->child_count && !found; i++)
        found = bounding_array(syntax_part(s, i));
    return found;
}

/* Does main's argc or argv end it, and is it not told what the program is called with? */
static bool is_of_words(const syntax *s)
{
    if (s && s->kind == SYNTAX_NAME && s->decl && s->decl->is_words)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (is_of_words(s->child[i]))
            return true;
    return false;
}

/* The count of a loop that nothing counts: asked for, but for rows whose mean is assumed, and words
 * that nothing tells. */
static const expr *open_trips(lowering *lo, const syntax *s, const syntax *condition,
                              const decl *stepped, const stretch *along)
{
    param *p = expr_new_param(lo->pool, PARAM_TRIP, trip_name(lo, s->where), s->where);
    p->provenance = "trip count";
    if (along->array && along->rows == 1)
        p->value = lower_row_trips(lo, s, stepped, along, &p->provenance);
    if (!p->value && is_of_words(condition)) {
        p->value = expr_int(lo->pool, 0);
        p->provenance = "no words without --arguments";
    }
    p->is_assumption = p->value;
    p->bounds = s->kind == SYNTAX_FOR ? bounding_array(condition) : NULL;
    return expr_param(lo->pool, p);
}

/* Does a subscript in it name the variable? */
static bool is_index_in(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_SUBSCRIPT && syntax_names(s->child[1], d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_index_in(syntax_part(s, i), d))
            return true;
    return false;
}

static const decl *array_of(const syntax *s)
{
    while (s->kind == SYNTAX_SUBSCRIPT)
        s = s->child[0];
    return s->kind == SYNTAX_NAME ? s->decl : NULL;
}

static bool writes(const syntax *s, const decl *array)
{
    if (!s)
        return false;
    bool is_set =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    if (is_set && s->child[0]->kind == SYNTAX_SUBSCRIPT && array_of(s->child[0]) == array)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (writes(syntax_part(s, i), array))
            return true;
    return false;
}

/* Is each array that the variable is an index of written in the loop? Then what is needed of it is
 * fetched in there, and not before, where a generated program has no number of iterations. */
static bool stays_inside(const syntax *s, const syntax *loop, const decl *d)
{
    if (!s)
        return true;
    if (s->kind == SYNTAX_SUBSCRIPT && syntax_names(s->child[1], d) && !writes(loop, array_of(s)))
        return false;
    for (int i = 0; i < s->child_count; i++)
        if (!stays_inside(syntax_part(s, i), loop, d))
            return false;
    return true;
}

/* Does it carry an index round and round, as that of one of two halves of an array? Then the number
 * of an iteration tells that. */
static bool cycles(lowering *lo, const syntax *s)
{
    const loop_var *number = expr_new_loop_var(lo->pool, "iteration", s->where);
    const carried_vec carried = lower_carried(lo, s, expr_loop_var(lo->pool, number));
    for (int i = 0; i < carried.count; i++)
        if (carried.data[i].value && carried.data[i].value->kind != EXPR_SLICE &&
            carried.data[i].value->uses_loop_var && is_index_in(s, carried.data[i].var) &&
            (!lo->keeps_loops || stays_inside(s, s, carried.data[i].var)))
            return true;
    return false;
}

void lower_uncounted_loop(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    const syntax *condition = s->kind == SYNTAX_DO      ? s->child[1]
                              : s->kind == SYNTAX_WHILE ? s->child[0]
                                                        : s->child[1];
    const syntax *body = s->kind == SYNTAX_DO      ? s->child[0]
                         : s->kind == SYNTAX_WHILE ? s->child[1]
                                                   : s->child[3];
    node *n = node_new(lo->ctx, NODE_WHILE, s->where);
    n->u.whil.tests_first = s->kind != SYNTAX_DO;
    const decl *stepped = lower_stepped_variable(lo, s);
    const bool is_stepped = stepped && !value_assignments_in(body, stepped);
    stretch along = {0};
    const bool is_stretch = is_stepped && lower_find_stretch(lo, s, stepped, &along);
    if (!trips)
        trips = open_trips(lo, s, condition, stepped, &along);
    if (!is_stepped && cycles(lo, s)) {
        followed_loop(lo, out, s, trips, false);
        return;
    }
    n->u.whil.trips = trips;
    if (is_stepped)
        n->u.whil.stepped = lo->info[stepped->id].var;
    if (is_stretch)
        lower_note_stretch(lo, &along, &n->u.whil);
    value_forget(lo, s);
    node_list inside = {0};
    loop_frame frame = {.loop = s};
    if (s->kind != SYNTAX_DO)
        loop_condition(lo, n, &inside, condition);
    lower_loop_body(lo, &inside, body, &frame);
    if (s->kind == SYNTAX_DO)
        loop_condition(lo, n, &inside, condition);
    if (s->kind == SYNTAX_FOR && s->child[2])
        lower_expression(lo, &inside, s->child[2]);
    n->u.whil.body = inside.head;
    value_forget(lo, s);
    node_append(&out->head, &out->tail, n);
    if (s->kind != SYNTAX_DO && condition && lower_has_effects(lo, condition))
        lower_test_open(lo, out, condition);
    value_forget(lo, s);
}
