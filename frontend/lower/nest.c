/* Directives before a loop: the loops of the nest that they apply to, and the plan of each. */

#include "frontend/lower/nest.h"

#include "frontend/lower/check_directive.h"
#include "frontend/lower/forall.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/lower/margins.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/reduction.h"

planned_loop *lower_find_plan(lowering *lo, const syntax *s)
{
    for (int i = lo->fn.planned.count - 1; i >= 0; i--)
        if (lo->fn.planned.data[i].loop == s)
            return &lo->fn.planned.data[i];
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

/* The loops of the nest at `s`, none if it is no `for`. Gives each its variable, so that
 * clauses can name them. */
static loop_nest open_nest(lowering *lo, const syntax *s)
{
    loop_nest nest = {0};
    for (const syntax *f = s->kind == SYNTAX_FOR ? s : NULL; f && nest.count < NEST_DEPTH_MAX;
         f = inner_for(f->child[3])) {
        const decl *var = lower_for_variable(lo, f);
        if (!var)
            break;
        planned_loop *plan = lower_find_plan(lo, f);
        if (!plan || plan->is_used) {
            planned_loop fresh = {.loop = f, .var = lower_counter(lo, f, var)};
            VEC_PUSH(lo->ctx->arena, &lo->fn.planned, fresh);
            plan = lower_find_plan(lo, f);
        }
        VEC_PUSH(lo->ctx->arena, &lo->around.bound, ((bound_loop){var, plan->var}));
        nest.loop[nest.count++] = f;
    }
    return nest;
}

static bool is_named(const directive_loop *loop, const char *name)
{
    for (int i = 0; i < loop->var_count; i++)
        if (loop->vars[i].text == name)
            return true;
    return false;
}

static bool check_names(lowering *lo, const directive_loop *loop, const loop_nest *nest)
{
    bool all_found = true;
    for (int v = 0; v < loop->var_count; v++) {
        bool found = false;
        for (int i = 0; i < nest->count; i++)
            found |= lower_for_variable(lo, nest->loop[i])->name == loop->vars[v].text;
        bool is_again = false;
        for (int k = 0; k < v; k++)
            is_again |= loop->vars[k].text == loop->vars[v].text;
        if (!found || is_again)
            diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", loop->vars[v].where,
                        found ? "'%s' is listed twice; name each loop once"
                              : "'%s' is not the variable of a loop of this nest; name the "
                                "variables of its 'for's",
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

/* XMP: variables that are listed, and that `on` does not mention. */
static void check_listed(lowering *lo, const directive_loop *loop, const on_clause *on,
                         const loop_nest *nest)
{
    bool any = false;
    for (int i = 0; i < nest->count; i++)
        any |= clause_mentions(on, lower_find_plan(lo, nest->loop[i])->var);
    for (int v = 0; v < loop->var_count && any; v++)
        for (int i = 0; i < nest->count; i++) {
            const loop_var *var = lower_find_plan(lo, nest->loop[i])->var;
            if (var->name == loop->vars[v].text && !clause_mentions(on, var))
                diag_report(lo->ctx->diags, DIAG_WARNING, "loop-variable", loop->vars[v].where,
                            "'%s' is not in 'on', so that its loop is not divided; leave it out "
                            "of the list, or name a dimension for it",
                            var->name);
        }
}

/* A loop's variable has no value after the loop. */
static bool check_reduced(lowering *lo, const directive_loop *loop, const loop_nest *nest)
{
    bool is_right = true;
    for (int r = 0; r < loop->reduction_count; r++)
        for (int i = 0; i < nest->count; i++)
            if (lower_for_variable(lo, nest->loop[i])->name == loop->reductions[r].var.text) {
                is_right = false;
                diag_report(lo->ctx->diags, DIAG_ERROR, "reduction", loop->reductions[r].var.where,
                            "'%s' is the variable of a loop of this nest, and cannot be reduced; "
                            "leave it out of the reduction",
                            loop->reductions[r].var.text);
            }
    return is_right;
}

/* HPF: the variables of loops are private anyway. */
static void check_new_counters(lowering *lo, const directive_loop *loop, const loop_nest *nest)
{
    for (int v = 0; v < loop->new_count; v++)
        for (int i = 0; i < nest->count; i++)
            if (lower_for_variable(lo, nest->loop[i])->name == loop->news[v].text && i == 0)
                diag_report(lo->ctx->diags, DIAG_ERROR, "new", loop->news[v].where,
                            "'%s' is the variable of this loop, which is private anyway; leave it "
                            "out of new(..)",
                            loop->news[v].text);
}

/* Does each loop from `first` on hold the next one and nothing else? */
static bool is_tight(const loop_nest *nest, int first)
{
    bool is_alone = true;
    for (int i = first; i + 1 < nest->count && is_alone; i++) {
        const syntax *body = nest->loop[i]->child[3];
        while (body->kind == SYNTAX_BLOCK && body->child_count == 1)
            body = body->child[0];
        is_alone = body == nest->loop[i + 1];
    }
    return is_alone;
}

/* The clause for what stands in loop `level` beside the loops inside, whose variables
 * have no value there: all along their dimensions execute it. */
static const on_clause *clause_at(lowering *lo, const on_clause *on, const loop_nest *nest,
                                  int level)
{
    if (is_tight(nest, level))
        return on;
    on_clause *out = arena_copy(lo->ctx->arena, on, sizeof *on);
    reference *ref = on->ref ? arena_copy(lo->ctx->arena, on->ref, sizeof *on->ref) : NULL;
    out->ref = ref;
    for (int i = level + 1; i < nest->count; i++) {
        const loop_var *inner = lower_find_plan(lo, nest->loop[i])->var;
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

/* The directive's clause, read with the variables of the nest; null: there is none, or it
 * is wrong. */
static const on_clause *clause_of(lowering *lo, const directive *d, const loop_nest *nest)
{
    const directive_loop *loop = &d->u.loop;
    on_clause *on = ARENA_NEW(lo->ctx->arena, on_clause);
    if (!check_names(lo, loop, nest) || !loop->has_on ||
        !directive_on(lo->table, &loop->on, lo->reading.names, on))
        return NULL;
    if (d->kind == DIRECTIVE_LOOP) {
        lower_check_divided(lo, on);
        check_listed(lo, loop, on, nest);
    }
    return on;
}

/* Does the directive apply to this loop of the nest? */
static bool applies_to(lowering *lo, const directive *d, const on_clause *on, const loop_nest *nest,
                       int level)
{
    const directive_loop *loop = &d->u.loop;
    const loop_var *var = lower_find_plan(lo, nest->loop[level])->var;
    bool is_in_clause = on && clause_mentions(on, var);
    /* A home of more than the outermost loop belongs where its variables have values. */
    bool is_home =
        d->kind == DIRECTIVE_ON_HOME || d->kind == DIRECTIVE_FORALL || !is_tight(nest, 0);
    if (is_home && is_in_clause)
        return true;
    if (loop->var_count)
        return is_named(loop, var->name);
    bool has_xmp_clause = loop->has_on && d->kind == DIRECTIVE_LOOP;
    return has_xmp_clause ? is_in_clause : level == 0;
}

/* Fixes who executes the loops that the directive applies to. */
static void plan_loops(lowering *lo, const directive *d, const on_clause *on, const loop_nest *nest)
{
    bool is_divided = !on || d->kind != DIRECTIVE_LOOP;
    for (int i = 0; i < nest->count; i++) {
        planned_loop *plan = lower_find_plan(lo, nest->loop[i]);
        if (!applies_to(lo, d, on, nest, i))
            continue;
        is_divided |= on && clause_mentions(on, plan->var);
        plan->directive = d->where;
        lower_check_jumps(lo, d, nest->loop[i]);
        if (on)
            plan->on = clause_at(lo, on, nest, i);
        if (on || plan->parallel == LOOP_UNSAID)
            plan->parallel = on || plan->on ? LOOP_ON : LOOP_INDEPENDENT;
    }
    if (!is_divided)
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", d->u.loop.on.where,
                    "'on' must say which processor executes which iteration, but '%s', the "
                    "variable of this loop, is not in it",
                    lower_find_plan(lo, nest->loop[0])->var->name);
}

/* What the directive combines, and the private variables that it lists. */
static void plan_variables(lowering *lo, const directive *d, const on_clause *on,
                           const loop_nest *nest)
{
    const directive_loop *loop = &d->u.loop;
    planned_loop *outermost = lower_find_plan(lo, nest->loop[0]);
    bool is_combinable = check_reduced(lo, loop, nest);
    if (on && loop->reach.kind != DIRECTIVE_REACH_NONE)
        lower_plan_reach(lo, d, on, nest);
    if (loop->reduction_count && !lo->around.piece &&
        (!directive_reductions(lo->table, loop, lo->reading.names, &outermost->reduction_count,
                               &outermost->reductions) ||
         !is_combinable))
        outermost->reduction_count = 0;
    if (on && loop->reduction_count && d->kind == DIRECTIVE_LOOP)
        lower_plan_combined(lo, d, on, nest);
    check_new_counters(lo, loop, nest);
    if (loop->new_count)
        directive_news(lo->table, loop, lo->reading.names, &outermost->new_count, &outermost->news);
}

/* What stands where a loop must, in C's words; of a macro, what it expands to. */
static void note_no_loop(diag *d, const syntax *s)
{
    const char *what = s->kind == SYNTAX_FOR ? "a 'for' of another form than 'for (v = a; v < b; "
                                               "v += c)', with an integer v"
                       : s->kind == SYNTAX_WHILE ? "a 'while'"
                       : s->kind == SYNTAX_DO    ? "a 'do'"
                       : s->kind == SYNTAX_BLOCK ? "a block in braces"
                       : s->kind == SYNTAX_IF    ? "an 'if'"
                                                 : "a statement that is no loop";
    diag_note(d, s->where, s->in_macro ? "what the macro makes here is %s" : "here stands %s",
              what);
}

void lower_plan_nest(lowering *lo, const attached *with, const syntax *s)
{
    int outer = lo->around.bound.count;
    const loop_nest nest = open_nest(lo, s);
    bool is_independent = false;
    for (int i = 0; i < with->loop_count; i++) {
        const directive *d = with->loop[i];
        is_independent |= d->kind == DIRECTIVE_INDEPENDENT;
        bool has_home = d->kind == DIRECTIVE_FORALL && d->u.loop.has_on;
        if (lower_is_forall(d) && !(nest.count && has_home))
            continue;
        if (nest.count) {
            const on_clause *on = clause_of(lo, d, &nest);
            plan_loops(lo, d, on, &nest);
            plan_variables(lo, d, on, &nest);
        } else {
            diag *one = diag_report(
                lo->ctx->diags, DIAG_ERROR, "loop-form", d->where,
                "'%s' must stand before a 'for' that counts an integer variable", d->word);
            note_no_loop(one, s);
        }
    }
    for (int i = 0; i < with->loop_count; i++)
        if (lower_is_forall(with->loop[i]))
            lower_plan_forall(lo, with->loop[i], s, is_independent, with->probability);
    lo->around.bound.count = outer;
}
