/* Directives before a loop: which loops of the nest they speak of, and what they say of each. */

#include "frontend/lower/nest.h"

#include "frontend/lower/check_directive.h"
#include "frontend/lower/forall.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/lower/margins.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/reduction.h"

enum { NEST_DEPTH_MAX = 16 }; /* loops that directives may speak of */

planned_loop *lower_find_plan(lowering *lo, const syntax *s)
{
    for (int i = lo->planned.count - 1; i >= 0; i--)
        if (lo->planned.data[i].loop == s)
            return &lo->planned.data[i];
    return NULL;
}

const planned_loop *lower_planned(lowering *lo, const syntax *s)
{
    planned_loop *plan = lower_find_plan(lo, s);
    if (plan)
        plan->is_used = true;
    return plan;
}

/* The first `for` in a loop's body, through blocks. */
static const syntax *inner_for(const syntax *s)
{
    if (!s || s->kind == SYNTAX_FOR)
        return s;
    if (s->kind != SYNTAX_BLOCK)
        return NULL;
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i]->kind == SYNTAX_FOR)
            return s->child[i];
    return NULL;
}

/* Gives each loop of the nest its variable, so that clauses can speak of them.
 * Returns the number of loops in *nest. */
static int open_nest(lowering *lo, const syntax *s, const syntax *nest[NEST_DEPTH_MAX])
{
    int count = 0;
    for (const syntax *f = s; f && count < NEST_DEPTH_MAX; f = inner_for(f->child[3])) {
        const decl *var = lower_for_variable(lo, f);
        if (!var)
            break;
        planned_loop *plan = lower_find_plan(lo, f);
        if (!plan || plan->is_used) {
            planned_loop fresh = {.loop = f,
                                  .var = expr_new_loop_var(lo->pool, var->name, f->where)};
            VEC_PUSH(lo->ctx->arena, &lo->planned, fresh);
            plan = lower_find_plan(lo, f);
        }
        VEC_PUSH(lo->ctx->arena, &lo->bound, ((bound_loop){var, plan->var}));
        nest[count++] = f;
    }
    return count;
}

static bool is_named(const directive_loop *loop, const char *name)
{
    for (int i = 0; i < loop->var_count; i++)
        if (loop->vars[i].text == name)
            return true;
    return false;
}

static bool check_names(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                        int count)
{
    bool all_found = true;
    for (int v = 0; v < loop->var_count; v++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found |= lower_for_variable(lo, nest[i])->name == loop->vars[v].text;
        bool is_again = false;
        for (int k = 0; k < v; k++)
            is_again |= loop->vars[k].text == loop->vars[v].text;
        if (!found || is_again)
            diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", loop->vars[v].where,
                        found ? "'%s' is listed twice; name each loop once"
                              : "'%s' is not the variable of a loop of this nest",
                        loop->vars[v].text);
        all_found &= found && !is_again;
    }
    return all_found;
}

static bool clause_mentions(const on_clause *on, const loop_var *var)
{
    bool found = false;
    for (int i = 0; i < MAX_RANK; i++)
        found |= (on->index[i] && expr_mentions(on->index[i], var)) ||
                 (on->last[i] && expr_mentions(on->last[i], var));
    return found;
}

/* XMP: variables that are listed, and that `on` says nothing of. */
static void check_listed(lowering *lo, const directive_loop *loop, const on_clause *on,
                         const syntax *const *nest, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= clause_mentions(on, lower_find_plan(lo, nest[i])->var);
    for (int v = 0; v < loop->var_count && any; v++)
        for (int i = 0; i < count; i++) {
            const loop_var *var = lower_find_plan(lo, nest[i])->var;
            if (var->name == loop->vars[v].text && !clause_mentions(on, var))
                diag_report(lo->ctx->diags, DIAG_WARNING, "loop-variable", loop->vars[v].where,
                            "'%s' is not in 'on', so that its loop is not divided; leave it out "
                            "of the list, or name a dimension for it",
                            var->name);
        }
}

/* A loop's own variable has no value behind the loop. */
static bool check_reduced(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                          int count)
{
    bool is_right = true;
    for (int r = 0; r < loop->reduction_count; r++)
        for (int i = 0; i < count; i++)
            if (lower_for_variable(lo, nest[i])->name == loop->reductions[r].var.text) {
                is_right = false;
                diag_report(lo->ctx->diags, DIAG_ERROR, "reduction", loop->reductions[r].var.where,
                            "'%s' counts a loop of this nest; there is nothing to combine",
                            loop->reductions[r].var.text);
            }
    return is_right;
}

/* HPF: each iteration has a value of the variables that count it anyway. */
static void check_new_counters(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                               int count)
{
    for (int v = 0; v < loop->new_count; v++)
        for (int i = 0; i < count; i++)
            if (lower_for_variable(lo, nest[i])->name == loop->news[v].text && i == 0)
                diag_report(lo->ctx->diags, DIAG_ERROR, "new", loop->news[v].where,
                            "'%s' counts this loop, and has a value in each iteration anyway; "
                            "leave it out of new(..)",
                            loop->news[v].text);
}

/* Does each loop from `first` on hold the next one and nothing else? */
static bool is_tight(const syntax *const *nest, int first, int count)
{
    bool is_alone = true;
    for (int i = first; i + 1 < count && is_alone; i++) {
        const syntax *body = nest[i]->child[3];
        while (body->kind == SYNTAX_BLOCK && body->child_count == 1)
            body = body->child[0];
        is_alone = body == nest[i + 1];
    }
    return is_alone;
}

/* The clause for what stands in loop `level` beside the loops inside, whose variables
 * have no value there: all along their dimensions execute it. */
static const on_clause *clause_at(lowering *lo, const on_clause *on, const syntax *const *nest,
                                  int level, int count)
{
    if (is_tight(nest, level, count))
        return on;
    on_clause *out = arena_copy(lo->ctx->arena, on, sizeof *on);
    reference *ref = on->ref ? arena_copy(lo->ctx->arena, on->ref, sizeof *on->ref) : NULL;
    out->ref = ref;
    for (int i = level + 1; i < count; i++) {
        const loop_var *inner = lower_find_plan(lo, nest[i])->var;
        for (int k = 0; k < MAX_RANK; k++) {
            bool moves = (on->index[k] && expr_mentions(on->index[k], inner)) ||
                         (on->last[k] && expr_mentions(on->last[k], inner));
            if (!moves)
                continue;
            out->index[k] = out->last[k] = NULL;
            if (ref)
                ref->sub[k] = (subscript){.kind = SUBSCRIPT_WHOLE};
        }
    }
    return out;
}

static void plan_directive(lowering *lo, const directive *d, const syntax *const *nest, int count)
{
    const directive_loop *loop = &d->u.loop;
    on_clause *on = NULL;
    bool is_named_right = check_names(lo, loop, nest, count);
    if (loop->has_on && is_named_right) {
        on = ARENA_NEW(lo->ctx->arena, on_clause);
        if (!directive_on(lo->table, &loop->on, lo->names, on))
            on = NULL;
    }
    if (on && d->kind == DIRECTIVE_LOOP) {
        lower_check_divided(lo, on);
        check_listed(lo, loop, on, nest, count);
    }
    bool is_divided = !on || d->kind != DIRECTIVE_LOOP;
    for (int i = 0; i < count; i++) {
        planned_loop *plan = lower_find_plan(lo, nest[i]);
        /* Without a list of variables: those that the clause speaks of. */
        bool is_meant = loop->var_count ? is_named(loop, plan->var->name)
                        : loop->has_on && d->kind == DIRECTIVE_LOOP
                            ? on && clause_mentions(on, plan->var)
                            : i == 0;
        /* A home of more than the outermost loop is said where its variables have values. */
        bool is_home = d->kind == DIRECTIVE_ON_HOME || d->kind == DIRECTIVE_FORALL ||
                       !is_tight(nest, 0, count);
        is_meant |= is_home && on && clause_mentions(on, plan->var);
        if (!is_meant)
            continue;
        is_divided |= on && clause_mentions(on, plan->var);
        plan->directive = d->where;
        lower_check_jumps(lo, d, nest[i]);
        if (on)
            plan->on = clause_at(lo, on, nest, i, count);
        if (on || plan->parallel == LOOP_UNSAID)
            plan->parallel = on || plan->on ? LOOP_ON : LOOP_INDEPENDENT;
    }
    if (!is_divided)
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", loop->on.where,
                    "'on' must say which processor executes which '%s'; '%s' is not in it",
                    lower_find_plan(lo, nest[0])->var->name,
                    lower_find_plan(lo, nest[0])->var->name);
    planned_loop *outermost = lower_find_plan(lo, nest[0]);
    bool is_combinable = check_reduced(lo, loop, nest, count);
    if (on && loop->reach.kind != DIRECTIVE_REACH_NONE)
        lower_plan_reach(lo, d, on, nest, count);
    if (loop->reduction_count && !lo->piece &&
        (!directive_reductions(lo->table, loop, lo->names, &outermost->reduction_count,
                               &outermost->reductions) ||
         !is_combinable))
        outermost->reduction_count = 0;
    if (on && loop->reduction_count && d->kind == DIRECTIVE_LOOP)
        lower_plan_combined(lo, d, on, nest, count);
    check_new_counters(lo, loop, nest, count);
    if (loop->new_count)
        directive_news(lo->table, loop, lo->names, &outermost->new_count, &outermost->news);
}

void lower_plan_nest(lowering *lo, const attached *with, const syntax *s)
{
    const syntax *nest[NEST_DEPTH_MAX];
    int outer = lo->bound.count;
    int count = s->kind == SYNTAX_FOR ? open_nest(lo, s, nest) : 0;
    bool is_independent = false;
    for (int i = 0; i < with->loop_count; i++) {
        const directive *d = with->loop[i];
        is_independent |= d->kind == DIRECTIVE_INDEPENDENT;
        if (lower_is_forall(d) && (!count || d->kind != DIRECTIVE_FORALL || !d->u.loop.has_on))
            continue;
        if (count)
            plan_directive(lo, d, nest, count);
        else
            diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", d->where,
                        "'%s' must stand before a 'for' that counts an integer variable", d->word);
    }
    for (int i = 0; i < with->loop_count; i++)
        if (lower_is_forall(with->loop[i]))
            lower_plan_forall(lo, with->loop[i], s, is_independent, with->probability);
    lo->bound.count = outer;
}
