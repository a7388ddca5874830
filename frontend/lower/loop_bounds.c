/* The heads of loops: variable, bounds and step. */

#include "frontend/lower/loop_bounds.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/lower/loop_wrap.h"
#include "frontend/lower/stretch.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/conversion.h"
#include "frontend/value/integer.h"
#include "frontend/value/integer_range.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/names.h"

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
        return syntax_scalar_name(s->child[0]);
    }
    if (s->kind != SYNTAX_ASSIGN)
        return NULL;
    const decl *var = syntax_scalar_name(s->child[0]);
    const syntax *by = s->child[1];
    syntax_op op = s->op;
    if (op == OPERATOR_NONE && by->kind == SYNTAX_BINARY) {
        op = by->op;
        bool is_first = syntax_scalar_name(by->child[0]) == var;
        if (!is_first && (op != OPERATOR_ADD || syntax_scalar_name(by->child[1]) != var))
            return NULL;
        by = by->child[is_first ? 1 : 0];
    }
    const expr *k = op == OPERATOR_ADD || op == OPERATOR_SUB ? value_integer(lo, by, true) : NULL;
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

const syntax *lower_begin_of(const syntax *s, const decl *var)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const syntax *last = lower_begin_of(s->child[1], var);
        return last ? last : lower_begin_of(s->child[0], var);
    }
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
        syntax_scalar_name(s->child[0]) == var) {
        const syntax *value = s->child[1];
        while (value->kind == SYNTAX_ASSIGN && value->op == OPERATOR_NONE)
            value = value->child[1];
        return value;
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl == var)
            return syntax_part(s, i);
    return NULL;
}

/* Does it read what the head sets, and not to the only value that it ever has? */
static bool reads_set(lowering *lo, const syntax *head, const syntax *s)
{
    if (!s)
        return false;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && (value_is_set_in(head, d) || value_callees_assign(lo, head, d)))
        return lo->info[d->id].assignments != 1 || lo->info[d->id].is_assigned_in_loop;
    for (int i = 0; i < s->child_count; i++)
        if (reads_set(lo, head, syntax_part(s, i)))
            return true;
    return false;
}

const expr *lower_initial_value(lowering *lo, const syntax *s, const decl *var)
{
    if (!s)
        return value_of_decl(lo, var, false);
    const syntax *value = lower_begin_of(s, var);
    bool is_plain = value && value_assignments_in(s, var) == 1 &&
                    !value_callees_assign(lo, s, var) && !reads_set(lo, s, value);
    return is_plain ? value_integer(lo, value, true) : value_slice_after(lo, s, var);
}

/* --- The condition ------------------------------------------------------- */

syntax_op lower_mirrored(syntax_op op)
{
    return op == OPERATOR_LT   ? OPERATOR_GT
           : op == OPERATOR_GT ? OPERATOR_LT
           : op == OPERATOR_LE ? OPERATOR_GE
           : op == OPERATOR_GE ? OPERATOR_LE
                               : op;
}

/* Is the step below zero? A parameter is taken to be positive. */
bool lower_is_downwards(const expr *step)
{
    int64_t number;
    if (expr_is_int(step, &number))
        return number < 0;
    return step->kind == EXPR_MUL && expr_is_int(step->u.op.operand[0], &number) && number < 0;
}

/* A sum of integers that do not wrap round: i + n - 1. */
static bool is_sum(const syntax *s)
{
    return s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
           s->type && s->type->kind == TYPE_INT && !s->type->is_unsigned;
}

/* What a sum in which the variable stands once, and is not subtracted, adds to it; null: it is no
 * such sum. The variable itself: 0. */
static const expr *added_to(lowering *lo, const syntax *s, const decl *var)
{
    if (syntax_scalar_name(s) == var)
        return expr_int(lo->pool, 0);
    if (!is_sum(s))
        return NULL;
    bool is_first = syntax_names(s->child[0], var), is_second = syntax_names(s->child[1], var);
    if (is_first == is_second || (is_second && s->op == OPERATOR_SUB))
        return NULL;
    const expr *more = added_to(lo, s->child[is_second], var);
    const expr *other = more ? value_integer(lo, s->child[is_first], true) : NULL;
    if (!other)
        return NULL;
    return s->op == OPERATOR_SUB ? expr_sub(lo->pool, more, other)
                                 : expr_add(lo->pool, more, other);
}

/* The last value of `var` that a single comparison allows, with something added to it or not; null:
 * it is not a comparison of the variable in the direction of the step. */
static const expr *bound_of(lowering *lo, const syntax *s, const decl *var, const expr *step)
{
    if (s->kind != SYNTAX_BINARY || s->op < OPERATOR_LT || s->op > OPERATOR_NE)
        return NULL;
    bool is_left = syntax_names(s->child[0], var);
    if (is_left == syntax_names(s->child[1], var))
        return NULL;
    syntax_op op = is_left ? s->op : lower_mirrored(s->op);
    const expr *added = added_to(lo, s->child[is_left ? 0 : 1], var);
    const expr *limit = added ? value_integer(lo, s->child[is_left ? 1 : 0], true) : NULL;
    bool is_down = lower_is_downwards(step);
    if (!limit)
        return NULL;
    limit = expr_sub(lo->pool, limit, added);
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

static const expr *tighter(lowering *lo, const expr *a, const expr *b, const expr *step)
{
    if (!a || !b)
        return a ? a : b;
    return lower_is_downwards(step) ? expr_max(lo->pool, a, b) : expr_min(lo->pool, a, b);
}

/* The comparisons of a conjunction that bound the variable. */
typedef struct limits {
    const expr *ordered;       /* the tightest of those by order; null: there are none */
    VEC(const expr *) unequal; /* of i != n, each the value before n */
    bool is_exact;             /* there is no other part */
    bool has_steps;            /* which may lead to 0, where `v` alone ends it */
} limits;

static void collect_limits(lowering *lo, const syntax *s, const decl *var, const expr *step,
                           limits *out)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_LOGICAL_AND) {
        collect_limits(lo, s->child[0], var, step, out);
        collect_limits(lo, s->child[1], var, step, out);
        return;
    }
    bool is_truth = out->has_steps && syntax_scalar_name(s) == var;
    const expr *last =
        is_truth ? expr_sub(lo->pool, expr_int(lo->pool, 0), step) : bound_of(lo, s, var, step);
    if (!last)
        out->is_exact = false;
    else if (is_truth || s->op == OPERATOR_NE)
        VEC_PUSH(lo->ctx->arena, &out->unequal, last);
    else
        out->ordered = tighter(lo, out->ordered, last, step);
}

/* Do the steps from `first` lead to the value after `last`? 0 or 1. */
static const expr *is_reached(lowering *lo, const expr *first, const expr *last, const expr *step)
{
    expr_pool *pool = lo->pool;
    const bool is_down = lower_is_downwards(step);
    const expr *zero = expr_int(pool, 0), *end = expr_add(pool, last, step);
    const expr *distance = is_down ? expr_sub(pool, first, end) : expr_sub(pool, end, first);
    const expr *rest = expr_mod(pool, distance, is_down ? expr_sub(pool, zero, step) : step);
    return expr_logic(pool, EXPR_AND, expr_logic(pool, EXPR_LE, zero, distance),
                      expr_logic(pool, EXPR_EQ, rest, zero));
}

const expr *lower_bounds(lowering *lo, const syntax *s, const decl *var, const expr *step,
                         const expr *first, bool *is_exact, bool *is_unequal)
{
    limits found = {.is_exact = true, .has_steps = first != NULL};
    collect_limits(lo, s, var, step, &found);
    if (found.ordered || found.unequal.count)
        *is_exact = *is_exact && found.is_exact;
    *is_unequal = !found.ordered && found.unequal.count == 1;
    if (*is_unequal)
        return found.unequal.data[0];
    const expr *last = found.ordered;
    for (int i = 0; i < found.unequal.count && last; i++) {
        const expr *at = found.unequal.data[i];
        last = first ? expr_select(lo->pool, is_reached(lo, first, at, step),
                                   tighter(lo, last, at, step), last)
                     : tighter(lo, last, at, step);
    }
    return last;
}

/* A variable of the sum that the increment moves. */
static const decl *moved_in_sum(lowering *lo, const syntax *s, const syntax *increment)
{
    const decl *var = syntax_scalar_name(s);
    if (var || !is_sum(s))
        return var && step_of(lo, increment, var) ? var : NULL;
    const decl *first = moved_in_sum(lo, s->child[0], increment);
    return first || s->op == OPERATOR_SUB ? first : moved_in_sum(lo, s->child[1], increment);
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
        const decl *var = moved_in_sum(lo, condition->child[i], increment);
        if (var)
            return var;
    }
    return NULL;
}

/* Where `s` names it, and no macro does; null: nowhere. */
static const syntax *name_of(const syntax *s, const decl *var)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_NAME && s->decl == var && !s->in_macro)
        return s;
    const syntax *found = NULL;
    for (int i = 0; i < s->child_count && !found; i++)
        found = name_of(s->child[i], var);
    return found;
}

/* "g->t" of memory that a pointer g is set to, which a macro names; else "g.t". */
static const char *spelled_out(lowering *lo, const decl *var)
{
    const decl *pointer = var->whole;
    while (pointer->whole)
        pointer = pointer->whole;
    return pointer->rank
               ? intern(lo->ctx->names, arena_printf(lo->ctx->arena, "%s->%s", pointer->name,
                                                     strchr(var->name, '.') + 1))
               : var->name;
}

const char *lower_counter_name(lowering *lo, const syntax *s, const decl *var)
{
    if (!var->whole)
        return var->name;
    const syntax *name = name_of(s, var);
    if (!name)
        return spelled_out(lo, var);
    source_range at = name->where;
    size_t begin = source_offset(at.file, at.line, at.column);
    size_t end = source_offset(at.file, at.end_line, at.end_column);
    return intern(lo->ctx->names,
                  arena_strndup(lo->ctx->arena, source_text(at.file) + begin, end - begin));
}

const loop_var *lower_counter(lowering *lo, const syntax *s, const decl *var)
{
    const loop_var *v = expr_new_loop_var(lo->pool, lower_counter_name(lo, s, var), s->where);
    if (var->type->is_unsigned)
        expr_mark_unsigned(lo->pool, v);
    return v;
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

/* The bounds as the loop's body sees the variable. */
static void shift_bounds(lowering *lo, const canonical *form, counted *c)
{
    if (form->moves_first && c->lower)
        c->lower = expr_add(lo->pool, c->lower, c->step);
    if (form->tests_old && c->upper)
        c->upper = expr_add(lo->pool, c->upper, c->step);
    if (form->runs_once && c->lower && c->upper)
        c->upper = lower_is_downwards(c->step) ? expr_min(lo->pool, c->lower, c->upper)
                                               : expr_max(lo->pool, c->lower, c->upper);
}

/* Is it a multiple of the number in every iteration of the loops around? */
static bool is_multiple(const lowering *lo, const expr *e, int64_t of)
{
    int64_t number;
    const loop_range *loop = e->kind == EXPR_LOOP_VAR ? value_range_of_loop(lo, e->u.var) : NULL;
    if (expr_known(e, &number))
        return number % of == 0;
    if (loop)
        return is_multiple(lo, loop->lower, of) && is_multiple(lo, loop->step, of);
    if (e->kind != EXPR_ADD && e->kind != EXPR_MUL)
        return false;
    int count = 0;
    for (int i = 0; i < e->u.op.count; i++)
        count += is_multiple(lo, e->u.op.operand[i], of);
    return e->kind == EXPR_MUL ? count > 0 : count == e->u.op.count;
}

/* Of bounds, i != n alone: do the steps lead to n? Where only the run tells, it is taken for
 * granted, and checked then. */
static bool ends(lowering *lo, const syntax *test, const counted *c, const expr *first)
{
    int64_t step;
    const expr *distance = expr_sub(lo->pool, c->upper, first);
    bool has_number = expr_known(c->step, &step) && step != 0;
    if (has_number && is_multiple(lo, distance, step < 0 ? -step : step) &&
        (distance->uses_loop_var || !distance->uses_param))
        return true;
    if (distance->uses_loop_var || c->step->uses_loop_var)
        return false;
    return value_check_reached(lo, is_reached(lo, first, c->upper, c->step), test->where);
}

/* Is it a stretch whose first element a variable stands for, and that has a count or no value that
 * is known? */
static bool is_named_stretch(lowering *lo, const syntax *s, const decl *var, const expr *trips)
{
    if (!lower_begins_as_stretch(lo, s, var))
        return false;
    return trips || !value_integer(lo, lower_begin_of(s->child[0], var)->decl->init, false);
}

static bool recognise_steps(lowering *lo, const canonical *form, const expr *trips, bool is_divided,
                            counted *out)
{
    const syntax *s = &form->loop;
    *out = (counted){.is_exact = true};
    out->var = lower_stepped_variable(lo, s);
    if (!out->var || lo->info[out->var->id].has_address_taken ||
        value_is_assigned_in(s->child[1], out->var) ||
        value_assignments_in(s->child[2], out->var) != 1 ||
        value_assignments_in(s->child[3], out->var) != (form->move != NULL))
        return false;
    for (int i = 1; i < s->child_count; i++)
        if (s->child[i] && value_callees_assign(lo, s->child[i], out->var))
            return false;
    if (!is_divided && is_named_stretch(lo, s, out->var, trips))
        return false; /* its first value would be one for all rows */
    out->lower = lower_initial_value(lo, s->child[0], out->var);
    value_forget(lo, s); /* a bound that the body changes is none */
    out->step = step_of(lo, s->child[2], out->var);
    int64_t number;
    if (!out->step) /* the body changes that, too */
        return false;
    if (expr_is_int(out->step, &number) && number == 0)
        return false; /* only a `break` ends it */
    const expr *first = out->lower && (form->runs_once || form->moves_first) && !form->tests_old
                            ? expr_add(lo->pool, out->lower, out->step)
                            : out->lower;
    out->upper =
        lower_bounds(lo, s->child[1], out->var, out->step, first, &out->is_exact, &out->is_unequal);
    if (!trips)
        out->direction = lower_is_downwards(out->step) ? LOOP_DOWN : LOOP_UP;
    if (!trips && out->lower && out->upper &&
        (!lower_stays_in_type(lo, form, out) ||
         (out->is_unequal && !ends(lo, s->child[1], out, first))))
        return lower_count_by_steps(lo, form, is_divided, out);
    shift_bounds(lo, form, out);
    if (trips && out->lower && out->upper)
        out->by_bounds = expr_trips(lo->pool, out->lower, out->upper, out->step);
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
 * is divided among processors must know its bounds; any other may have a hint
 * how often it runs than what a variable is that changes in the loops around. */
bool lower_recognise(lowering *lo, const canonical *form, const expr *trips, bool is_divided,
                     counted *out)
{
    bool was_bound = lo->reading.is_bound;
    loop_frame own = {.outer = lo->around.frame, .loop = &form->loop};
    induction_vec moved = lower_inductions(lo, &form->loop);
    lo->reading.is_bound = !is_divided;
    lo->around.frame = &own;
    bool is_counted = (is_plain(form) && recognise_powers(lo, &form->loop, trips, out)) ||
                      recognise_steps(lo, form, trips, is_divided, out);
    lo->around.frame = own.outer;
    lo->reading.is_bound = was_bound;
    out->moved = moved;
    out->hinted = trips;
    return is_counted;
}
