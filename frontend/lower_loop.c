/* Loops. A `for` that counts, or multiplies, becomes a loop over a range; every
 * other one, and while and do, a loop whose trip count somebody must tell. */

#include "frontend/lower.h"

typedef struct counted {
    const decl *var;
    const expr *lower, *upper, *step; /* upper inclusive */
    loop_direction direction;
    bool is_exact;           /* the range is the whole condition */
    const expr *told;        /* with a hint: how often the source itself says; or null */
    const geometric *powers; /* the range counts multiplications of the variable */
    induction_vec moved;     /* other variables that each iteration moves */
} counted;

const decl *lower_scalar_name(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s && s->kind == SYNTAX_NAME && s->decl && lower_is_integer(s->decl) ? s->decl : NULL;
}

/* --- The increment ------------------------------------------------------- */

/* i++, i--, i += k, i -= k, i = i + k, i = k + i, i = i - k: the variable, and
 * the step when it is known. */
static const decl *increment_of(lowering *lo, const syntax *s, const expr **step)
{
    expr_pool *pool = lo->pool;
    *step = NULL;
    if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC) {
        bool is_up = s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC;
        *step = expr_int(pool, is_up ? 1 : -1);
        return lower_scalar_name(s->child[0]);
    }
    if (s->kind != SYNTAX_ASSIGN)
        return NULL;
    const decl *var = lower_scalar_name(s->child[0]);
    const syntax *by = s->child[1];
    syntax_op op = s->op;
    if (op == OPERATOR_NONE && by->kind == SYNTAX_BINARY) {
        op = by->op;
        bool is_first = lower_scalar_name(by->child[0]) == var;
        if (!is_first && (op != OPERATOR_ADD || lower_scalar_name(by->child[1]) != var))
            return NULL;
        by = by->child[is_first ? 1 : 0];
    }
    const expr *k = op == OPERATOR_ADD || op == OPERATOR_SUB ? lower_integer(lo, by, true) : NULL;
    if (k)
        *step = op == OPERATOR_ADD ? k : expr_sub(pool, expr_int(pool, 0), k);
    return k ? var : NULL;
}

/* The step of `var` in an increment that may be a list; null: it has none. */
static const expr *step_of(lowering *lo, const syntax *s, const decl *var)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const expr *first = step_of(lo, s->child[0], var);
        return first ? first : step_of(lo, s->child[1], var);
    }
    const expr *step;
    return increment_of(lo, s, &step) == var ? step : NULL;
}

/* --- The initial value --------------------------------------------------- */

const expr *lower_initial_value(lowering *lo, const syntax *s, const decl *var)
{
    if (!s)
        return lower_decl_value(lo, var, false);
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const expr *last = lower_initial_value(lo, s->child[1], var);
        return last ? last : lower_initial_value(lo, s->child[0], var);
    }
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
        lower_scalar_name(s->child[0]) == var) {
        const syntax *value = s->child[1];
        while (value->kind == SYNTAX_ASSIGN && value->op == OPERATOR_NONE)
            value = value->child[1];
        return lower_integer(lo, value, true);
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl == var && var->init)
            return lower_integer(lo, var->init, true);
    return NULL;
}

/* --- The condition ------------------------------------------------------- */

static syntax_op mirrored(syntax_op op)
{
    return op == OPERATOR_LT   ? OPERATOR_GT
           : op == OPERATOR_GT ? OPERATOR_LT
           : op == OPERATOR_LE ? OPERATOR_GE
           : op == OPERATOR_GE ? OPERATOR_LE
                               : op;
}

/* Is the step below zero? A parameter is taken to be positive. */
static bool is_downwards(const expr *step)
{
    int64_t number;
    if (expr_is_int(step, &number))
        return number < 0;
    return step->kind == EXPR_MUL && expr_is_int(step->u.op.operand[0], &number) && number < 0;
}

/* The last value of `var` that a single comparison allows; null: it is not a
 * comparison of the variable in the direction of the step. */
static const expr *bound_of(lowering *lo, const syntax *s, const decl *var, const expr *step)
{
    if (s->kind != SYNTAX_BINARY || s->op < OPERATOR_LT || s->op > OPERATOR_NE)
        return NULL;
    bool is_left = lower_scalar_name(s->child[0]) == var;
    if (!is_left && lower_scalar_name(s->child[1]) != var)
        return NULL;
    syntax_op op = is_left ? s->op : mirrored(s->op);
    const expr *limit = lower_integer(lo, s->child[is_left ? 1 : 0], true);
    bool is_down = is_downwards(step);
    if (!limit)
        return NULL;
    if (op == OPERATOR_NE) /* steps over no value, or it would not end */
        return expr_sub(lo->pool, limit, step);
    if (is_down ? op == OPERATOR_GE : op == OPERATOR_LE)
        return limit;
    if (!is_down && op == OPERATOR_LT)
        return expr_sub(lo->pool, limit, expr_int(lo->pool, 1));
    if (is_down && op == OPERATOR_GT)
        return expr_add(lo->pool, limit, expr_int(lo->pool, 1));
    return NULL;
}

/* The same of a conjunction: the tighter of two bounds; a part that bounds
 * nothing may end the loop early. */
const expr *lower_bounds(lowering *lo, const syntax *s, const decl *var, const expr *step,
                         bool *is_exact)
{
    if (s->kind != SYNTAX_BINARY || s->op != OPERATOR_LOGICAL_AND)
        return bound_of(lo, s, var, step);
    const expr *a = lower_bounds(lo, s->child[0], var, step, is_exact);
    const expr *b = lower_bounds(lo, s->child[1], var, step, is_exact);
    if (a && b)
        return is_downwards(step) ? expr_max(lo->pool, a, b) : expr_min(lo->pool, a, b);
    *is_exact = false;
    return a ? a : b;
}

static const decl *condition_variable(lowering *lo, const syntax *condition,
                                      const syntax *increment)
{
    if (condition->kind != SYNTAX_BINARY)
        return NULL;
    if (condition->op == OPERATOR_LOGICAL_AND) {
        const decl *first = condition_variable(lo, condition->child[0], increment);
        return first ? first : condition_variable(lo, condition->child[1], increment);
    }
    for (int i = 0; i < 2; i++) {
        const decl *var = lower_scalar_name(condition->child[i]);
        if (var && step_of(lo, increment, var))
            return var;
    }
    return NULL;
}

const decl *lower_stepped_variable(lowering *lo, const syntax *s)
{
    if (s->kind != SYNTAX_FOR || !s->child[1] || !s->child[2])
        return NULL;
    return condition_variable(lo, s->child[1], s->child[2]);
}

const decl *lower_for_variable(lowering *lo, const syntax *s)
{
    canonical c;
    return s->kind == SYNTAX_FOR && lower_canonical(lo, s, &c) ? lower_stepped_variable(lo, &c.loop)
                                                               : NULL;
}

static bool recognise_powers(lowering *lo, const syntax *s, const expr *trips, counted *out)
{
    geometric *g = ARENA_NEW(lo->ctx->arena, geometric);
    if (!lower_geometric(lo, s, trips, g))
        return false;
    *out = (counted){.var = g->var,
                     .lower = expr_int(lo->pool, 0),
                     .upper = g->last,
                     .step = expr_int(lo->pool, 1),
                     .direction = LOOP_UP,
                     .is_exact = g->is_exact,
                     .powers = g};
    return true;
}

/* How many of the nodes in `s` assign `d`. */
static int assignments_in(const syntax *s, const decl *d)
{
    int count = 0;
    for (int i = 0; s && i < s->child_count; i++)
        count += assignments_in(s->child[i], d);
    return count + (s && lower_is_assigned_by(s, d));
}

/* The bounds as the loop's body sees the variable. */
static void shift_bounds(lowering *lo, const canonical *form, counted *c)
{
    if (form->moves_first && c->lower)
        c->lower = expr_add(lo->pool, c->lower, c->step);
    if (form->tests_old && c->upper)
        c->upper = expr_add(lo->pool, c->upper, c->step);
    if (form->runs_once && c->lower && c->upper)
        c->upper = is_downwards(c->step) ? expr_min(lo->pool, c->lower, c->upper)
                                         : expr_max(lo->pool, c->lower, c->upper);
}

/* i != n, where the steps are known to lead past n: it does not end. */
static bool steps_over(lowering *lo, const syntax *test, const counted *c)
{
    int64_t distance, step;
    return test->kind == SYNTAX_BINARY && test->op == OPERATOR_NE && c->lower && c->upper &&
           expr_known(expr_sub(lo->pool, c->upper, c->lower), &distance) &&
           expr_known(c->step, &step) && distance % step != 0;
}

static bool recognise_steps(lowering *lo, const canonical *form, const expr *trips, counted *out)
{
    const syntax *s = &form->loop;
    *out = (counted){.is_exact = true};
    out->var = lower_stepped_variable(lo, s);
    if (!out->var || lo->info[out->var->id].has_address_taken ||
        assignments_in(s->child[3], out->var) != (form->move != NULL))
        return false;
    out->lower = lower_initial_value(lo, s->child[0], out->var);
    lower_forget(lo, s); /* a bound that the body changes is none */
    out->step = step_of(lo, s->child[2], out->var);
    int64_t number;
    if (expr_is_int(out->step, &number) && number == 0)
        return false; /* only a `break` ends it */
    out->upper = lower_bounds(lo, s->child[1], out->var, out->step, &out->is_exact);
    if (!trips)
        out->direction = is_downwards(out->step) ? LOOP_DOWN : LOOP_UP;
    if (steps_over(lo, s->child[1], out))
        return false;
    shift_bounds(lo, form, out);
    if (trips && out->lower && out->upper)
        out->told = expr_trips(lo->pool, out->lower, out->upper, out->step);
    if (trips && out->lower)
        out->upper = expr_add(
            lo->pool, out->lower,
            expr_mul(lo->pool, out->step, expr_sub(lo->pool, trips, expr_int(lo->pool, 1))));
    return out->lower && out->upper;
}

/* Powers begin at the first value and move at the end. */
static bool is_plain(const canonical *form)
{
    return !form->move && !form->moves_first && !form->tests_old && !form->runs_once;
}

/* With a hint, `trips` says how often; the variable goes on counting. A loop that
 * is divided among processors must know its bounds; any other may rather be told
 * how often it runs than what a variable is that changes in the loops around. */
static bool recognise(lowering *lo, const canonical *form, const expr *trips, bool is_divided,
                      counted *out)
{
    bool was_bound = lo->is_bound;
    loop_frame own = {.outer = lo->frame, .loop = &form->loop};
    induction_vec moved = lower_inductions(lo, &form->loop);
    lo->is_bound = !is_divided;
    lo->frame = &own;
    bool is_counted = (is_plain(form) && recognise_powers(lo, &form->loop, trips, out)) ||
                      recognise_steps(lo, form, trips, out);
    lo->frame = own.outer;
    lo->is_bound = was_bound;
    out->moved = moved;
    return is_counted;
}

/* --- Lowering ------------------------------------------------------------ */

static void lower_body(lowering *lo, node_list *out, const syntax *s, loop_frame *frame)
{
    frame->outer = lo->frame;
    lo->frame = frame;
    if (s)
        lower_statement(lo, out, s);
    lo->frame = frame->outer;
}

/* The variables of the head other than the loop's own are set as the program
 * does it: before the loop, and at the end of each iteration. */
static void other_variables(lowering *lo, node_list *out, const syntax *s, const decl *var)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        other_variables(lo, out, s->child[0], var);
        other_variables(lo, out, s->child[1], var);
    } else if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++)
            if (s->child[i]->decl != var && s->child[i]->decl->init) {
                syntax one = *s;
                one.child = &s->child[i];
                one.child_count = 1;
                lower_declaration(lo, out, &one);
            }
    } else if (!((s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_UNARY) &&
                 lower_scalar_name(s->child[0]) == var)) {
        lower_expression(lo, out, s);
    }
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

/* A hint that says otherwise than the source, or the same. */
static void check_told(lowering *lo, const loop_node *l, const expr *told, source_range where)
{
    const expr *hinted = expr_trips(lo->pool, l->range.lower, l->range.upper, l->range.step);
    int64_t here, there;
    if (!told || !l->is_exact || !expr_known(told, &here) || !expr_known(hinted, &there))
        return;
    if (here == there)
        diag_report(lo->ctx->diags, DIAG_WARNING, "hint", where,
                    "the source tells that the loop is executed %lld times; leave 'trip' out, so "
                    "that it follows when the source changes",
                    (long long)here);
    else
        diag_report(lo->ctx->diags, DIAG_WARNING, "hint", where,
                    "the source tells that the loop is executed %lld times, but this 'trip' says "
                    "%lld, which is predicted; leave one of the two out",
                    (long long)here, (long long)there);
}

/* `source` is the loop as it is written. */
static void counted_loop(lowering *lo, node_list *out, const syntax *source, const canonical *form,
                         const counted *c)
{
    const syntax *s = &form->loop;
    const planned_loop *plan = lower_planned(lo, source);
    const stated_node *combined = plan ? plan->combined : NULL;
    source_range trip_at = lo->trip_at, combined_at = plan ? plan->directive : (source_range){0};
    other_variables(lo, out, s->child[0], c->var);
    node *n = node_new(lo->ctx, NODE_LOOP, s->where);
    loop_node *l = &n->u.loop;
    l->direction = c->direction;
    const char *name =
        c->powers ? arena_printf(lo->ctx->arena, "log(%s)", c->var->name) : c->var->name;
    l->range = (loop_range){plan ? plan->var : expr_new_loop_var(lo->pool, name, s->where),
                            c->lower, c->upper, c->step};
    if (plan) {
        l->parallel = plan->parallel;
        l->is_elsewhere = plan->is_elsewhere;
        l->directive = plan->directive;
        l->on_stated = plan->on;
        l->reduction_count = plan->reduction_count;
        l->reductions = plan->reductions;
        l->new_count = plan->new_count;
        l->news = plan->news;
        l->reach = plan->reach;
    }
    lower_forget(lo, s);
    decl_info *info = &lo->info[c->var->id];
    info->now.flow = FLOW_VALUE;
    info->now.value = c->powers ? lower_geometric_value(lo, c->powers, l->range.var)
                                : expr_loop_var(lo->pool, l->range.var);
    VEC_PUSH(lo->ctx->arena, &lo->bound, ((bound_loop){c->var, l->range.var}));
    lower_set_floor(lo, l->range.var, is_downwards(c->step) ? c->upper : c->lower);
    const expr *iteration = iteration_of(lo, &l->range);
    induction_vec moved = c->moved;
    if (iteration)
        lower_enter_inductions(lo, &moved, l->range.var, iteration);
    loop_frame frame = {.loop = s, .is_divided = l->parallel == LOOP_ON, .on = l->on_stated};
    node_list body = {0};
    const syntax *outer_move = lo->move;
    lo->move = form->move;
    lower_body(lo, &body, s->child[3], &frame);
    lo->move = outer_move;
    other_variables(lo, &body, s->child[2], c->var);
    l->body = body.head;
    lower_check_operations(lo, l, s);
    lo->bound.count--;
    info->now.flow = FLOW_VARYING;
    l->is_exact = c->is_exact && !frame.may_leave;
    check_told(lo, l, c->told, trip_at);
    lower_forget(lo, s);
    if (iteration && l->is_exact)
        lower_leave_inductions(lo, &moved, expr_trips(lo->pool, c->lower, c->upper, c->step));
    node_append(&out->head, &out->tail, n);
    if (combined) {
        node *after = node_new(lo->ctx, NODE_REDUCE, combined_at);
        after->u.stated = *combined;
        node_append(&out->head, &out->tail, after);
    }
}

/* The first loop of a line has the line's name; others have their columns, too. */
static const char *trip_name(lowering *lo, source_range where)
{
    int same_line = -1;
    for (int i = 0; i < lo->trips.count && same_line < 0; i++)
        if (lo->trips.data[i].file == where.file && lo->trips.data[i].line == where.line)
            same_line = lo->trips.data[i].column;
    if (same_line < 0)
        VEC_PUSH(lo->ctx->arena, &lo->trips, where);
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

/* The condition of a loop, where it is tested; what it reads is a statement, so
 * that the reads are seen. */
static void loop_condition(lowering *lo, node *loop, node_list *out, const syntax *condition)
{
    gather g = {.before = out};
    if (!condition)
        return;
    lower_condition(lo, &g, condition);
    if (g.reads.count || g.is_io)
        lower_gathered(lo, out, &g, condition->where);
    else
        loop->u.whil.condition = g.ops;
}

static void uncounted_loop(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    const syntax *condition = s->kind == SYNTAX_DO      ? s->child[1]
                              : s->kind == SYNTAX_WHILE ? s->child[0]
                                                        : s->child[1];
    const syntax *body = s->kind == SYNTAX_DO      ? s->child[0]
                         : s->kind == SYNTAX_WHILE ? s->child[1]
                                                   : s->child[3];
    node *n = node_new(lo->ctx, NODE_WHILE, s->where);
    n->u.whil.tests_first = s->kind != SYNTAX_DO;
    n->u.whil.trips = trips ? trips : lower_trip_param(lo, s->where);
    lower_forget(lo, s);
    node_list inside = {0};
    loop_frame frame = {.loop = s};
    if (s->kind != SYNTAX_DO)
        loop_condition(lo, n, &inside, condition);
    lower_body(lo, &inside, body, &frame);
    if (s->kind == SYNTAX_DO)
        loop_condition(lo, n, &inside, condition);
    if (s->kind == SYNTAX_FOR && s->child[2])
        lower_expression(lo, &inside, s->child[2]);
    n->u.whil.body = inside.head;
    lower_forget(lo, s);
    node_append(&out->head, &out->tail, n);
}

void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    canonical *form = ARENA_NEW(lo->ctx->arena, canonical);
    counted c;
    const planned_loop *plan = lower_find_plan(lo, s);
    bool is_divided = plan && plan->parallel != LOOP_UNSAID;
    if (lower_canonical(lo, s, form) && recognise(lo, form, trips, is_divided, &c)) {
        counted_loop(lo, out, s, form, &c);
        return;
    }
    plan = lower_planned(lo, s);
    if (plan && plan->parallel != LOOP_UNSAID)
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", plan->directive,
                    "the loop below cannot be divided among processors: it does not count an "
                    "integer variable from one value to another in equal steps");
    if (s->child[0])
        lower_statement(lo, out, s->child[0]);
    uncounted_loop(lo, out, s, trips);
}

void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips)
{
    canonical *form = ARENA_NEW(lo->ctx->arena, canonical);
    counted c;
    if (lower_canonical(lo, s, form) && recognise(lo, form, trips, false, &c))
        counted_loop(lo, out, s, form, &c);
    else
        uncounted_loop(lo, out, s, trips);
}
