/* Loops. A `for` that counts, or multiplies, becomes a loop over a range; every
 * other one, and while and do, is one of lower/uncounted_loop.c. */

#include "frontend/lower/loop.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/assign.h"
#include "frontend/lower/branch.h"
#include "frontend/lower/carried.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/lower/loop_test.h"
#include "frontend/lower/nest.h"
#include "frontend/lower/reduction_check.h"
#include "frontend/lower/statement.h"
#include "frontend/lower/uncounted_loop.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/decl_ids.h"
#include "frontend/value/exchange.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/integer.h"
#include "frontend/value/integer_range.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/pointer_flow.h"
#include "frontend/value/record_member.h"
#include "frontend/value/sign.h"

/* The variables of the head other than the loop's variable are set as the program
 * does it: before the loop, and at the end of each iteration. What sets or moves that one may
 * call, and what comes after it in the list sees it moved. */
static void other_variables(lowering *lo, node_list *out, const syntax *s, const decl *var)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        other_variables(lo, out, s->child[0], var);
        other_variables(lo, out, s->child[1], var);
    } else if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++)
            if (s->child[i]->decl == var) {
                lower_head_value(lo, out, var->init);
                value_set(lo, var, value_integer(lo, var->init, false));
            } else if (s->child[i]->decl->init) {
                syntax one = *s;
                one.child = &s->child[i];
                one.child_count = 1;
                lower_declaration(lo, out, &one);
            }
    } else if (s->kind == SYNTAX_ASSIGN && syntax_scalar_name(s->child[0]) == var) {
        lower_head_value(lo, out, s->child[1]);
        lower_variable_moved(lo, s);
    } else if (s->kind == SYNTAX_UNARY && syntax_scalar_name(s->child[0]) == var) {
        lower_variable_moved(lo, s);
    } else {
        lower_expression(lo, out, s);
    }
}

/* The same with other parts. */
static const syntax *with_parts(lowering *lo, const syntax *s, int count, int first,
                                const syntax *part)
{
    syntax *copy = ARENA_NEW(lo->ctx->arena, syntax);
    *copy = *s;
    copy->child_count = count;
    copy->child = arena_copy(lo->ctx->arena, s->child + first, (size_t)count * sizeof *copy->child);
    if (!first && s->kind != SYNTAX_DECLARATION)
        copy->child[0] = part;
    return copy;
}

static bool sets(lowering *lo, const syntax *s, const decl *var)
{
    return value_is_set_in(s, var) || value_callees_assign(lo, s, var);
}

/* `for (n = 4, i = n; …)` is `n = 4; for (i = n; …)`: what the head does before it sets the
 * variable is lowered, so that its bounds know of it. Returns the rest; null: there is none. */
static const syntax *head_begun(lowering *lo, node_list *out, const syntax *s, const decl *var)
{
    if (!s || !sets(lo, s, var)) {
        other_variables(lo, out, s, var);
        return NULL;
    }
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const syntax *rest = head_begun(lo, out, s->child[0], var);
        return rest ? with_parts(lo, s, 2, 0, rest) : head_begun(lo, out, s->child[1], var);
    }
    int first = 0;
    while (s->kind == SYNTAX_DECLARATION && first < s->child_count && s->child[first]->decl != var)
        first++;
    if (!first || first == s->child_count)
        return s;
    other_variables(lo, out, with_parts(lo, s, first, 0, NULL), var);
    return with_parts(lo, s, s->child_count - first, first, NULL);
}

/* The loop without what its head does before it sets the variable that it counts, if it may count
 * one: that has been done. */
static const syntax *loop_begun(lowering *lo, node_list *out, const syntax *s)
{
    canonical form;
    if (!s->child[0] || !lower_canonical(lo, s, &form))
        return s;
    const decl *var = lower_stepped_variable(lo, &form.loop);
    var = var ? var : lower_growing_variable(lo, &form.loop);
    const syntax *rest = var ? head_begun(lo, out, s->child[0], var) : s->child[0];
    return rest == s->child[0] ? s : with_parts(lo, s, s->child_count, 0, rest);
}

/* The number of iterations before the one that `v` is in; null: not known. */
static const expr *iteration_of(lowering *lo, const loop_range *range)
{
    int64_t step;
    if (!expr_is_int(range->step, &step) || step == 0)
        return NULL;
    const expr *distance = expr_sub(lo->pool, expr_loop_var(lo->pool, range->var), range->lower);
    return expr_floor_div(lo->pool,
                          step < 0 ? expr_sub(lo->pool, expr_int(lo->pool, 0), distance) : distance,
                          expr_int(lo->pool, step < 0 ? -step : step));
}

/* A hint that contradicts the loop's bounds, or repeats them. */
static void check_hint(lowering *lo, const loop_node *l, const expr *by_bounds, source_range where)
{
    const expr *hinted = expr_trips(lo->pool, l->range.lower, l->range.upper, l->range.step);
    int64_t here, there;
    if (!by_bounds || !l->is_exact || !expr_known(by_bounds, &here) || !expr_known(hinted, &there))
        return;
    if (here == there)
        diag_report(lo->ctx->diags, DIAG_WARNING, "hint", where,
                    "by its own bounds the loop is executed %lld times; leave 'trip' out, so that "
                    "the prediction follows the source",
                    (long long)here);
    else
        diag_report(lo->ctx->diags, DIAG_WARNING, "hint", where,
                    "by its own bounds the loop is executed %lld times, but 'trip' says %lld, "
                    "which is what is predicted; leave 'trip' out, or correct it",
                    (long long)here, (long long)there);
}

/* What the directives before its nest say of the loop. */
static void take_plan(loop_node *l, const planned_loop *plan)
{
    l->parallel = plan->parallel;
    l->is_elsewhere = plan->is_elsewhere;
    l->directive = plan->directive;
    l->on_explicit = plan->on;
    l->reduction_count = plan->reduction_count;
    l->reductions = plan->reductions;
    l->new_count = plan->new_count;
    l->news = plan->news;
    l->reach = plan->reach;
}

/* What the loop's clauses combine, after it. */
static void append_combination(lowering *lo, node_list *out, const xmp_comm_node *combined,
                               source_range where)
{
    node *after = node_new(lo->ctx, NODE_REDUCE, where);
    after->u.xmp_comm = *combined;
    node_append(&out->head, &out->tail, after);
}

/* What the loop's variable holds in an iteration. */
static const expr *variable_value(lowering *lo, const counted *c, const loop_var *v,
                                  source_range where)
{
    if (c->powers)
        return lower_geometric_value(lo, c->powers, v);
    const expr *number = expr_loop_var(lo->pool, v);
    return c->wraps ? value_stored(lo, number, c->var->type, c->var, where) : number;
}

/* --- What is known around a loop ----------------------------------------------------------- */

/* What was known of the variables that a loop names. */
typedef struct known {
    decl_ids names;
    const flow_state *state; /* of each */
} known;

static void add_names(lowering *lo, decl_ids *out, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && decl_ids_has(&lo->fn.tracked, d->id))
        decl_ids_add(lo->ctx->arena, out, d->id);
    for (int i = 0; i < s->child_count; i++)
        add_names(lo, out, syntax_part(s, i));
}

/* What is known now, to be known again after the loop's assignments are forgotten. */
static const known *known_before(lowering *lo, const syntax *loop)
{
    known *k = ARENA_NEW(lo->ctx->arena, known);
    add_names(lo, &k->names, loop);
    decl_ids_sort(&k->names);
    flow_state *state = ARENA_ARRAY(lo->ctx->arena, k->names.count + 1, flow_state);
    for (int i = 0; i < k->names.count; i++)
        state[i] = lo->info[k->names.data[i]].now;
    k->state = state;
    return k;
}

static void know_all(lowering *lo, const known *before)
{
    for (int i = 0; i < before->names.count; i++)
        *flow_writable(lo, lo->source->decls[before->names.data[i]]) = before->state[i];
}

static void know_pointers(lowering *lo, const known *before)
{
    for (int i = 0; i < before->names.count; i++)
        if (!decl_is_integer(lo->source->decls[before->names.data[i]]))
            *flow_writable(lo, lo->source->decls[before->names.data[i]]) = before->state[i];
}

/* --- Loops that exchange pointers --------------------------------------------------------- */

/* One iteration, in which the variable has that value. */
static void lower_iteration(lowering *lo, node_list *out, const canonical *form, const decl *var,
                            const expr *value)
{
    const syntax *s = &form->loop;
    loop_frame frame = {.loop = s};
    value_forget_integers(lo, s);
    *flow_writable(lo, var) = (flow_state){.flow = FLOW_VALUE, .value = value};
    lower_loop_body(lo, out, s->child[3], &frame);
    other_variables(lo, out, s->child[2], var);
}

/* The iterations that the loop over whole periods leaves, each where there is one. */
static void lower_rest(lowering *lo, node_list *out, const canonical *form, const counted *c,
                       const expr *trips, int period)
{
    const expr *rest = expr_mod(lo->pool, trips, expr_int(lo->pool, period));
    const expr *first = expr_sub(lo->pool, trips, rest);
    for (int i = 0; i + 1 < period; i++) {
        const expr *number = expr_add(lo->pool, first, expr_int(lo->pool, i));
        const expr *value = expr_add(lo->pool, c->lower, expr_mul(lo->pool, number, c->step));
        const expr *runs = expr_logic(lo->pool, EXPR_LT, expr_int(lo->pool, i), rest);
        int64_t is_run;
        bool is_known = expr_is_int(runs, &is_run);
        if (is_known && !is_run)
            return;
        if (is_known) {
            lower_iteration(lo, out, form, c->var, value);
            continue;
        }
        node *n = node_new(lo->ctx, NODE_IF, form->loop.where);
        node_list body = {0};
        n->u.cond.condition = runs;
        n->u.cond.probability = 0.5;
        n->u.cond.is_decided = true;
        n->u.cond.is_operator = true;
        lower_iteration(lo, &body, form, c->var, value);
        n->u.cond.then_body = body.head;
        node_append(&out->head, &out->tail, n);
    }
}

/* Iterations after which pointers are as before, or 0: the loop is lowered as it stands. */
static int period_of(lowering *lo, const canonical *form, const counted *c,
                     const planned_loop *plan)
{
    const syntax *body = form->loop.child[3];
    int64_t step;
    bool is_plain = !plan && !c->powers && !c->wraps && !c->hinted && c->is_exact &&
                    !c->moved.count && !form->move && expr_is_int(c->step, &step) && step != 0 &&
                    !lower_test_acts(lo, form->loop.child[1], c->var);
    if (!is_plain || !body || syntax_may_break(body) || syntax_may_continue(body) ||
        syntax_has(body, SYNTAX_RETURN) || syntax_has(body, SYNTAX_LABEL))
        return 0;
    int period = pointer_period(lo, body);
    return period > 1 ? period : 0;
}

/* A loop over periods, whose body is one iteration after the other, and the rest: in each the
 * pointers name fixed arrays. */
static void periodic_loop(lowering *lo, node_list *out, const canonical *form, const counted *c,
                          int period, const known *before)
{
    const syntax *s = &form->loop;
    const expr *trips = expr_trips(lo->pool, c->lower, c->upper, c->step);
    const expr *ahead = expr_mul(lo->pool, c->step, expr_int(lo->pool, period - 1));
    other_variables(lo, out, s->child[0], c->var);
    node *n = node_new(lo->ctx, NODE_LOOP, s->where);
    loop_node *l = &n->u.loop;
    l->direction = c->direction;
    l->period = period;
    l->range =
        (loop_range){lower_counter(lo, s, c->var), c->lower, expr_sub(lo->pool, c->upper, ahead),
                     expr_mul(lo->pool, c->step, expr_int(lo->pool, period))};
    value_forget(lo, s);
    know_pointers(lo, before);
    value_note_loop(lo, &l->range);
    value_set_floor(lo, l->range.var, lower_is_downwards(c->step) ? c->upper : c->lower);
    VEC_PUSH(lo->ctx->arena, &lo->around.bound, ((bound_loop){c->var, l->range.var}));
    node_list body = {0};
    int pragma_before = lo->fn.next_pragma;
    for (int i = 0; i < period; i++) {
        const expr *ahead_here = expr_mul(lo->pool, c->step, expr_int(lo->pool, i));
        lo->fn.next_pragma = pragma_before;
        lower_iteration(lo, &body, form, c->var,
                        expr_add(lo->pool, expr_loop_var(lo->pool, l->range.var), ahead_here));
    }
    l->body = body.head;
    l->is_exact = true;
    lo->around.bound.count--;
    node_append(&out->head, &out->tail, n);
    int pragma_after = lo->fn.next_pragma;
    lo->fn.next_pragma = pragma_before;
    know_pointers(lo, before);
    lower_rest(lo, out, form, c, trips, period);
    lo->fn.next_pragma = pragma_after;
    int64_t number;
    if (expr_is_int(trips, &number)) {
        value_forget_integers(lo, s);
        return;
    }
    value_forget(lo, s);
}

/* What variables hold in its iterations and after it, by what they held `before` it. */
static void find_carried(lowering *lo, const syntax *source, const loop_node *l,
                         const known *before, carried_vec *carried, carried_vec *left)
{
    const expr *iteration = iteration_of(lo, &l->range);
    if (!iteration || l->parallel != LOOP_UNSAID)
        return;
    const known *now = known_before(lo, source);
    know_all(lo, before);
    *carried = lower_carried(lo, source, iteration);
    *left =
        lower_left(lo, source, expr_trips(lo->pool, l->range.lower, l->range.upper, l->range.step));
    know_all(lo, now);
}

/* What the variable holds where the last test is evaluated, after `number` iterations. */
static const expr *value_tested(lowering *lo, const canonical *form, const counted *c,
                                const expr *number)
{
    if (c->powers || c->wraps)
        return NULL;
    if (form->tests_old)
        number = expr_sub(lo->pool, number, expr_int(lo->pool, 1));
    return expr_add(lo->pool, c->lower, expr_mul(lo->pool, number, c->step));
}

/* The test with which the loop ends; that of `do` is in its body. */
static void last_test(lowering *lo, node_list *out, const canonical *form, const counted *c)
{
    const syntax *test = form->loop.child[1];
    if (form->runs_once || !lower_has_effects(lo, test))
        return;
    const expr *trips = expr_trips(lo->pool, c->lower, c->upper, c->step);
    value_set(lo, c->var, value_tested(lo, form, c, trips));
    lower_test_open(lo, out, test);
    value_set(lo, c->var, NULL);
}

/* The test of a counted loop in its body: before an iteration, or after one of `do`. */
static void test_inside(lowering *lo, node_list *body, const canonical *form, const counted *c,
                        const loop_var *v)
{
    const syntax *test = form->loop.child[1];
    if (!lower_test_acts(lo, test, c->var))
        return;
    if (!form->runs_once) {
        lower_test_passed(lo, body, test, c->var);
        return;
    }
    const expr *next = expr_add(lo->pool, expr_loop_var(lo->pool, v), c->step);
    *flow_writable(lo, c->var) =
        (flow_state){.flow = c->powers || c->wraps ? FLOW_VARYING : FLOW_VALUE, .value = next};
    lower_test_open(lo, body, test);
}

/* What they hold where its test is evaluated, before an iteration and at its end. */
static void find_tested(lowering *lo, const syntax *source, const loop_node *l, const known *before,
                        carried_vec *tested, carried_vec *last)
{
    const expr *iteration = iteration_of(lo, &l->range);
    if (!iteration || l->parallel != LOOP_UNSAID)
        return;
    const known *now = known_before(lo, source);
    know_all(lo, before);
    *tested = lower_tested(lo, source, iteration);
    *last = lower_tested(lo, source,
                         expr_trips(lo->pool, l->range.lower, l->range.upper, l->range.step));
    know_all(lo, now);
}

/* What its variable holds after the loop, where numbers tell. */
static void leave_variable(lowering *lo, const canonical *form, const counted *c)
{
    bool is_plain = !form->move && !form->moves_first && !form->tests_old && !form->runs_once;
    if (!is_plain || c->powers || c->wraps || c->hinted)
        return;
    const expr *trips = expr_trips(lo->pool, c->lower, c->upper, c->step);
    const expr *end = expr_add(lo->pool, c->lower, expr_mul(lo->pool, trips, c->step));
    if (end->kind == EXPR_INT || lower_is_decided(lo, end))
        value_set(lo, c->var, value_stored(lo, end, c->var->type, c->var, form->loop.where));
}

/* What is known where the test of an iteration is evaluated: in a generated program nothing, where
 * one text is also the test with which the loop ends early. True: the body knows other things. */
static bool know_test(lowering *lo, const canonical *form, const counted *c,
                      const carried_vec *carried, const carried_vec *tested)
{
    const syntax *test = form->loop.child[1];
    const bool is_moved = !form->runs_once && syntax_assigns(test);
    const bool is_open =
        lo->keeps_loops && !c->is_exact && !form->runs_once && lower_has_effects(lo, test);
    if (!is_open)
        lower_set_carried(lo, is_moved ? tested : carried);
    return is_moved || is_open;
}

/* `source` is the loop as it is written. */
static void counted_loop(lowering *lo, node_list *out, const syntax *source, const canonical *form,
                         const counted *c, const known *before)
{
    const syntax *s = &form->loop;
    const planned_loop *plan = lower_planned(lo, source);
    const xmp_comm_node *combined = plan ? plan->combined : NULL;
    source_range trip_at = lo->at.trip_at, combined_at = plan ? plan->directive : (source_range){0};
    know_pointers(lo, before);
    int period = period_of(lo, form, c, plan);
    if (period) {
        periodic_loop(lo, out, form, c, period, before);
        return;
    }
    node *n = node_new(lo->ctx, NODE_LOOP, s->where);
    loop_node *l = &n->u.loop;
    l->direction = c->direction;
    l->hinted = c->hinted;
    const loop_var *var = plan ? plan->var : lower_counter(lo, s, c->var);
    if (!plan && c->powers)
        var = expr_new_loop_var(lo->pool, arena_printf(lo->ctx->arena, "log(%s)", var->name),
                                s->where);
    l->range = (loop_range){var, c->lower, c->upper, c->step};
    if (plan)
        take_plan(l, plan);
    carried_vec carried = {0}, left = {0}, tested = {0}, last = {0};
    find_carried(lo, source, l, before, &carried, &left);
    find_tested(lo, source, l, before, &tested, &last);
    other_variables(lo, out, s->child[0], c->var);
    value_forget(lo, s);
    const bool is_moved = !form->runs_once && syntax_assigns(s->child[1]);
    const bool is_set_late = know_test(lo, form, c, &carried, &tested);
    value_note_loop(lo, &l->range);
    *flow_writable(lo, c->var) =
        (flow_state){.flow = FLOW_VALUE, .value = variable_value(lo, c, l->range.var, s->where)};
    VEC_PUSH(lo->ctx->arena, &lo->around.bound, ((bound_loop){c->var, l->range.var}));
    value_set_floor(lo, l->range.var, lower_is_downwards(c->step) ? c->upper : c->lower);
    const expr *iteration = iteration_of(lo, &l->range);
    induction_vec moved = c->moved;
    if (iteration)
        lower_enter_inductions(lo, &moved, l->range.var, iteration);
    loop_frame frame = {
        .loop = s,
        .is_divided = l->parallel == LOOP_ON,
        .on = l->on_explicit,
        .is_last = expr_logic(lo->pool, EXPR_EQ, expr_loop_var(lo->pool, l->range.var), c->upper)};
    node_list body = {0};
    const syntax *outer_move = lo->around.move;
    if (!form->runs_once)
        test_inside(lo, &body, form, c, l->range.var);
    if (is_set_late)
        lower_set_carried(lo, &carried);
    lo->around.move = form->move;
    lower_loop_body(lo, &body, s->child[3], &frame);
    lo->around.move = outer_move;
    other_variables(lo, &body, s->child[2], c->var);
    if (form->runs_once)
        test_inside(lo, &body, form, c, l->range.var);
    l->body = body.head;
    lower_check_operations(lo, l, s);
    lo->around.bound.count--;
    flow_writable(lo, c->var)->flow = FLOW_VARYING;
    l->is_exact = c->is_exact && !frame.may_leave;
    l->moves_inside = form->move != NULL;
    check_hint(lo, l, c->by_bounds, trip_at);
    node_append(&out->head, &out->tail, n);
    value_forget(lo, s);
    /* A generated program may leave the loop before the iteration with which it ends here. */
    if (l->is_exact || !lo->keeps_loops)
        lower_set_carried(lo, is_moved ? &last : &left);
    last_test(lo, out, form, c);
    value_forget(lo, s);
    if (l->is_exact) {
        lower_set_carried(lo, &left);
        leave_variable(lo, form, c);
    }
    if (iteration && l->is_exact)
        lower_leave_inductions(lo, &moved, expr_trips(lo->pool, c->lower, c->upper, c->step));
    if (combined)
        append_combination(lo, out, combined,
                           combined_at.file ? combined_at : combined->items->where);
}

/* How often a hint says that a loop is executed, where it may decide which iterations these are. A
 * generated program does what its loops say, however often that is: there it decides nothing. */
static const expr *believed(const lowering *lo, const expr *trips)
{
    return lo->keeps_loops ? NULL : trips;
}

/* A directive divides a loop that does not count. */
static void report_form(lowering *lo, const syntax *s, const planned_loop *plan)
{
    const decl *stepped = lower_stepped_variable(lo, s);
    if (stepped && !value_assignments_in(s->child[3], stepped))
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", plan->directive,
                    "the loop below cannot be divided among processors: which values '%s' has is "
                    "not known before it; give its bounds as integers that the loop leaves as "
                    "they are, 'int end = …;' before it where one is an element of an array",
                    stepped->name);
    else
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", plan->directive,
                    "the loop below cannot be divided among processors: it does not count an "
                    "integer variable from one value to another in equal steps");
}

/* A loop up to a member of a structure that nothing tells: that is asked for, by its name. */
static bool counts_by_members(lowering *lo, const syntax *s, canonical *form, counted *c)
{
    lo->reading.asks_members = true;
    bool is_counted =
        lower_canonical(lo, s, form) && lower_recognise(lo, form, NULL, false, c) && !c->powers;
    const expr *by_bounds = is_counted ? expr_trips(lo->pool, c->lower, c->upper, c->step) : NULL;
    is_counted &=
        by_bounds && (value_asks_members(lo, by_bounds) || value_asks_members(lo, c->lower));
    if (is_counted && value_asks_elements(lo, c->lower) && value_asks_elements(lo, c->upper))
        is_counted = false; /* of two elements, as a->row[i] and a->row[i + 1] */
    if (is_counted && !by_bounds->uses_loop_var && !by_bounds->uses_coord && c->is_exact)
        is_counted =
            lower_recognise(lo, form, lower_counted_trips(lo, s->where, by_bounds), false, c);
    lo->reading.asks_members = false;
    return is_counted;
}

void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    canonical *form = ARENA_NEW(lo->ctx->arena, canonical);
    counted c;
    const syntax *begun = loop_begun(lo, out, s);
    const known *before = known_before(lo, s);
    const planned_loop *plan = lower_find_plan(lo, s);
    bool is_divided = plan && plan->parallel != LOOP_UNSAID;
    if (lower_canonical(lo, begun, form) &&
        lower_recognise(lo, form, believed(lo, trips), is_divided, &c)) {
        counted_loop(lo, out, s, form, &c, before);
        return;
    }
    if (!trips && !lo->keeps_loops && counts_by_members(lo, begun, form, &c)) {
        counted_loop(lo, out, s, form, &c, before);
        return;
    }
    plan = lower_planned(lo, s);
    if (plan && plan->parallel != LOOP_UNSAID)
        report_form(lo, s, plan);
    if (!believed(lo, trips))
        know_all(lo, before);
    if (begun->child[0])
        lower_statement(lo, out, begun->child[0]);
    if (believed(lo, trips) || !lower_followed_loop(lo, out, s))
        lower_uncounted_loop(lo, out, s, trips);
}

void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    canonical *form = ARENA_NEW(lo->ctx->arena, canonical);
    counted c;
    const known *before = known_before(lo, s);
    if (lower_canonical(lo, s, form) && lower_recognise(lo, form, believed(lo, trips), false, &c))
        counted_loop(lo, out, s, form, &c, before);
    else {
        if (!believed(lo, trips))
            know_all(lo, before);
        if (believed(lo, trips) || !lower_followed_loop(lo, out, s))
            lower_uncounted_loop(lo, out, s, trips);
    }
}
