#include "plan/analysis/bounds.h"

#include "plan/analysis/section.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Subscripts that leave their array, and clauses that leave their template. What
 * is outside has no owner, so that a prediction would say nothing of it, in
 * silence. What does so whatever the sizes are is reported here; the rest is left to
 * the values of a run. */

/* Does the condition ask only loop variables that the subscript does not go by? Then those that
 * it lets through leave the array as all would. What data or sizes say may be just that they do
 * not. */
static bool is_beside(planner *p, const expr *condition, const subscript *sub)
{
    const loop_var **vars = NULL;
    if (!condition || !condition->uses_loop_var || condition->uses_param ||
        sub->kind != SUBSCRIPT_VALUE)
        return false;
    for (int i = expr_loop_vars(p->pool, condition, &vars); i-- > 0;)
        if (expr_mentions(sub->value, vars[i]))
            return false;
    return true;
}

/* May a condition, or a jump out of a loop, keep the subscript within its array? */
static bool is_guarded(planner *p, const site *s, const reference *ref, const subscript *sub)
{
    if (ref->is_conditional && !is_beside(p, ref->only_where, sub))
        return true;
    for (int i = 0; i < s->depth; i++) {
        const node *n = s->path[i].child;
        bool is_own = i + 1 == s->depth; /* it is in the condition */
        if (n->kind == NODE_IF &&
            !(is_own ? n->u.cond.reads_all : is_beside(p, n->u.cond.condition, sub)))
            return true;
        if (n->kind == NODE_LOOP && !n->u.loop.is_exact)
            return true;
    }
    return false;
}

/* Is a - b known to be at least `least`? */
static bool is_at_least(planner *p, const expr *a, const expr *b, int64_t least)
{
    return expr_sub(p->pool, a, b)->at_least >= least;
}

/* Does a reflect fetch what is beyond the ends of dimension `d`, from the other end? */
static bool is_periodic(const planner *p, const variable *v, int d)
{
    for (int i = 0; i < p->periodic.count; i++) {
        const reflect_node *r = p->periodic.data[i];
        if (r->var == v && r->is_periodic[d])
            return true;
    }
    return false;
}

/* The elements that there are: with a shadow that is filled from the other end, further ones. */
static void room_of(planner *p, const variable *v, int d, const expr **first, const expr **end)
{
    *first = expr_int(p->pool, 0);
    *end = v->extent[d];
    if (!*end || (!v->shadow_lower[d] && !v->shadow_upper[d]) || !is_periodic(p, v, d))
        return;
    if (v->shadow_lower[d])
        *first = expr_sub(p->pool, *first, v->shadow_lower[d]);
    if (v->shadow_upper[d])
        *end = expr_add(p->pool, *end, v->shadow_upper[d]);
}

static void report(planner *p, const access *a, int d, const char *end, const expr *reached)
{
    const reference *ref = a->ref;
    const variable *v = ref->var;
    diag *out = diag_report(p->ctx->diags, DIAG_WARNING, "out-of-bounds", ref->where,
                            "'%s' is %s %s: index %s of dimension %d, which has %s "
                            "elements; what lies outside is not predicted",
                            v->name, a->is_write ? "written" : "read", end,
                            expr_text(p->ctx, reached), d + 1, expr_text(p->ctx, v->extent[d]));
    diag_note(out, v->where, "'%s' is declared here; check the bounds of the loop", v->name);
}

/* The loops around the site, as far as their bounds are the same all through the run.
 * False: a jump may end one of them early. */
static bool list_ranges(planner *p, const site *s, bound_check *out)
{
    VEC(loop_range) ranges = {0};
    for (int i = 0; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && !l->is_exact)
            return false;
        if (l && !l->range.lower->uses_loop_var && !l->range.upper->uses_loop_var)
            VEC_PUSH(p->arena, &ranges, l->range);
    }
    out->range_count = ranges.count;
    out->ranges = ranges.data;
    return true;
}

static void leave_to_run(planner *p, const site *s, const span *t, bound_check one)
{
    one.slack = t->step > 1 ? t->step - 1 : 0;
    one.lower = t->lower;
    one.upper = t->upper;
    if (!site_intrinsic(s) && list_ranges(p, s, &one))
        VEC_PUSH(p->arena, &p->bounds, one);
}

/* Is the array's extent one that a call of an intrinsic function says wrongly? That is told
 * at the call, once. */
static bool is_told(planner *p, const access *a, int d)
{
    const reference *ref = a->ref;
    if (!site_intrinsic(&p->sites.data[a->site]))
        return false;
    for (int i = 0; i < p->bounds.count; i++) {
        const bound_check *b = &p->bounds.data[i];
        if (b->dim == d && b->name == ref->var->name &&
            b->declared_at.line == ref->var->where.line && b->where.line == ref->where.line &&
            b->where.column == ref->where.column)
            return true;
    }
    return false;
}

/* The one loop variable that the subscript follows, as `v` or `v + c`; null: another form. */
static const loop_var *follows(planner *p, const subscript *sub)
{
    const loop_var **vars = NULL;
    if (sub->kind != SUBSCRIPT_VALUE || expr_loop_vars(p->pool, sub->value, &vars) != 1 ||
        expr_mentions(expr_sub(p->pool, sub->value, expr_loop_var(p->pool, vars[0])), vars[0]))
        return NULL;
    return vars[0];
}

/* A loop inside that has an iteration only up to, or only from, some value of the variable around
 * it (j from i + 1 to N: i up to N - 1) keeps what it executes from the rest. */
static void leave_empty_out(planner *p, const site *s, const subscript *sub, span *t)
{
    const loop_var *v = follows(p, sub);
    for (int i = 0; v && i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        int64_t step;
        if (!l || !expr_is_int(l->range.step, &step) || step == 0)
            continue;
        const expr *var = expr_loop_var(p->pool, v);
        const expr *beyond = expr_sub(p->pool, sub->value, var);
        const expr *room = step > 0 ? expr_sub(p->pool, l->range.upper, l->range.lower)
                                    : expr_sub(p->pool, l->range.lower, l->range.upper);
        const expr *most = expr_add(p->pool, room, var), *least = expr_sub(p->pool, var, room);
        if (!most->uses_loop_var && is_at_least(p, t->upper, expr_add(p->pool, most, beyond), 0))
            t->upper = expr_add(p->pool, most, beyond);
        if (!least->uses_loop_var && is_at_least(p, expr_add(p->pool, least, beyond), t->lower, 0))
            t->lower = expr_add(p->pool, least, beyond);
    }
}

static void check(planner *p, const access *a)
{
    const site *s = &p->sites.data[a->site];
    const variable *v = a->ref->var;
    int count = a->ref->is_split ? 1 : v->rank; /* linear_subscripts_split sees to the others */
    for (int d = 0; d < count; d++) {
        const expr *first, *end;
        span t = span_of(p, s, 0, &a->ref->sub[d]);
        if (!v->extent[d] || !t.is_finite || t.unit || is_told(p, a, d) ||
            is_guarded(p, s, a->ref, &a->ref->sub[d]))
            continue;
        leave_empty_out(p, s, &a->ref->sub[d], &t);
        room_of(p, v, d, &first, &end);
        /* The last value of a loop may fall short of its bound by step - 1. */
        int64_t slack = t.step > 1 ? t.step - 1 : 0;
        if (is_at_least(p, t.upper, end, slack)) {
            report(p, a, d, "past its end", t.upper);
            return;
        }
        if (is_at_least(p, first, t.lower, slack + 1)) {
            report(p, a, d, "before its beginning", t.lower);
            return;
        }
        if (map_of(p, v))
            leave_to_run(p, s, &t,
                         (bound_check){.where = a->ref->where,
                                       .declared_at = v->where,
                                       .name = v->name,
                                       .dim = d,
                                       .first = first,
                                       .end = end,
                                       .is_write = a->is_write});
    }
}

/* The clause of the innermost loop or task around the site that has one. */
static const on_clause *clause_of(const site *s)
{
    for (int i = s->depth - 1; i >= 0; i--) {
        const node *n = s->path[i].child;
        const on_clause *on = n->kind == NODE_LOOP   ? n->u.loop.on_explicit
                              : n->kind == NODE_TASK ? n->u.task.on_explicit
                                                     : NULL;
        if (on)
            return on;
    }
    return NULL;
}

static void check_clause(planner *p, const site *s, const on_clause *on)
{
    const dist_template *t = on->target;
    const variable *v = on->ref ? on->ref->var : NULL;
    int rank = t ? t->rank : v ? v->rank : 0;
    for (int d = 0; d < rank; d++) {
        if (!on->index[d] || on->last[d] || !on->index[d]->uses_loop_var || (v && !v->extent[d]))
            continue;
        span reached = span_of(p, s, 0, &(subscript){SUBSCRIPT_VALUE, on->index[d]});
        const expr *first = t ? t->lower[d] : expr_int(p->pool, 0);
        if (!reached.is_finite || reached.unit)
            continue;
        leave_to_run(p, s, &reached,
                     (bound_check){.where = on->where,
                                   .declared_at = t ? t->where : v->where,
                                   .name = t ? t->name : v->name,
                                   .dim = d,
                                   .first = first,
                                   .end = expr_add(p->pool, first, t ? t->extent[d] : v->extent[d]),
                                   .is_home = true});
    }
}

void bounds_check(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++)
        check(p, &p->accesses.data[i]);
    const on_clause *last = NULL;
    for (int i = 0; i < p->sites.count; i++) {
        const on_clause *on = clause_of(&p->sites.data[i]);
        if (on && on != last)
            check_clause(p, &p->sites.data[i], on);
        last = on ? on : last;
    }
}
