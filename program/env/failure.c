/* What went wrong in an evaluation, in sentences. */

#include "program/env/internal.h"
#include "program/expr/slice.h"

#include <inttypes.h>
#include <string.h>

const param *env_unresolved(const env *e)
{
    return e->fault.kind == FAULT_UNRESOLVED ? e->fault.param : NULL;
}

static const param *unknown_param(const env *e, const expr *x, int depth);

static const param *unknown_in(const env *e, const param *p, int depth)
{
    if (p->id < e->param_count && e->param[p->id].is_known)
        return NULL;
    for (int i = 0; i < e->values.count; i++)
        if (expr_is_set_by(p, e->values.set[i].name))
            return NULL;
    return p->value ? unknown_param(e, p->value, depth + 1) : p;
}

static const param *unknown_param(const env *e, const expr *x, int depth)
{
    enum { DEEPEST = 64 }; /* definitions that lead back to themselves are another fault */
    if (x->kind == EXPR_PARAM)
        return depth < DEEPEST ? unknown_in(e, x->u.param, depth) : NULL;
    if (x->kind == EXPR_INT || x->kind == EXPR_LOOP_VAR || x->kind == EXPR_COORD ||
        x->kind == EXPR_EXTENT)
        return NULL;
    const param *found = NULL;
    for (int i = 0; i < x->u.op.count && !found; i++)
        found = unknown_param(e, x->u.op.operand[i], depth);
    return found;
}

const param *env_unknown_param(const env *e, const expr *x)
{
    return unknown_param(e, x, 0);
}

void env_forget_failure(env *e)
{
    e->fault = (env_fault){0};
}

/* The rule that diagnostics name in brackets. */
static const char *rule_of(env_fault_kind kind)
{
    switch (kind) {
    case FAULT_UNRESOLVED:
    case FAULT_LOOP_VAR:
    case FAULT_ARRAY:
    case FAULT_STEPS:
        return "unresolved";
    case FAULT_ENDLESS:
        return "endless";
    case FAULT_INDEX:
        return "bounds";
    case FAULT_CIRCULAR:
        return "circular";
    case FAULT_OVERFLOW:
        return "overflow";
    case FAULT_DIVISION:
        return "division";
    case FAULT_STEP:
        return "step";
    case FAULT_MESSAGES:
    case FAULT_GRID:
        return "processors";
    case FAULT_EXTENT:
    case FAULT_BLOCK:
    case FAULT_BLOCK_SUM:
    case FAULT_GEN_COUNT:
    case FAULT_GEN_SURPLUS:
    case FAULT_GEN_NEGATIVE:
    case FAULT_GEN_SUM:
        return "distribution";
    case FAULT_NONE:
        break;
    }
    return NULL;
}

static const char *axis_text(const env *e, const axis_map *axis)
{
    return arena_printf(e->ctx->arena, "axis %d of '%s'", axis->axis, axis->grid->name);
}

/* "'m'", or what stands for a list without a name. */
static const char *sizes_text(const env *e, const axis_map *axis)
{
    return axis->sizes->name ? arena_printf(e->ctx->arena, "'%s'", axis->sizes->name)
                             : "its gen_block";
}

/* A name without a value: a loop's trip count, a size that calls give differently, or any other. */
static const char *unresolved_text(arena *a, const env_fault *f)
{
    const param *p = f->param;
    if (p->origin == PARAM_TRIP && p->value)
        return arena_printf(
            a,
            "the integers of this loop tell how often it runs, but they leave their "
            "types, or take more than %" PRId64
            " steps to follow; write '#pragma fpredict trip(COUNT)' before it, or "
            "say --set %s=COUNT (-fpredict-set=%s=COUNT)",
            f->extent, p->name, p->name);
    if (p->origin == PARAM_TRIP && p->bounds)
        return arena_printf(
            a,
            "nothing tells how often this loop runs, whose bounds are elements of '%s'; write "
            "'#pragma fpredict trip(COUNT)' before it, COUNT being the mean: how far the elements "
            "of '%s' lead in all, divided by how often the loop begins; or say --set %s=COUNT "
            "(-fpredict-set=%s=COUNT)",
            p->bounds, p->bounds, p->name, p->name);
    if (p->origin == PARAM_TRIP)
        return arena_printf(a,
                            "nothing tells how often this loop runs; write '#pragma fpredict "
                            "trip(COUNT)' before it, or say --set %s=COUNT "
                            "(-fpredict-set=%s=COUNT)",
                            p->name, p->name);
    if (p->has_different)
        return arena_printf(a,
                            "the calls pass different values for '%s', and what is declared "
                            "with it has one size; say --set %s=VALUE (-fpredict-set=%s=VALUE), "
                            "or distribute an array of the caller's",
                            p->name, p->name, p->name);
    const char *quote = strchr(p->name, ' ') ? "'" : ""; /* of the shell: m[N - 1] */
    return arena_printf(a,
                        "nothing tells the value of '%s'; say --set %s%s=VALUE%s "
                        "(%s-fpredict-set=%s=VALUE%s)%s",
                        p->name, quote, p->name, quote, quote, p->name, quote,
                        p->is_word ? ", or --arguments 'WORDS' (-fpredict-arguments='WORDS'), what "
                                     "the program is called with"
                                   : "");
}

static const char *endless_text(arena *a, const env_fault *f)
{
    const char *often =
        f->extent == 1 ? "an iteration" : arena_printf(a, "%" PRId64 " iterations", f->extent);
    return arena_printf(a,
                        "this loop does not end: after %s its integers are what they were before, "
                        "and its condition still holds; change in its body, or in its head, what "
                        "the condition looks at",
                        often);
}

/* Blocks of one size that do not fit the processors. */
static const char *block_sum_text(const env *e, const env_fault *f)
{
    int64_t least = (f->extent - 1) / f->procs + 1;
    return arena_printf(e->ctx->arena,
                        "block(%" PRId64 ") on %" PRId64 " processors has no place for all "
                        "%" PRId64 " cells along %s; use block(%" PRId64 ") or more, or "
                        "cyclic(%" PRId64 ")",
                        f->block, f->procs, f->extent, axis_text(e, f->axis), least, f->block);
}

static const char *gen_count_text(const env *e, const env_fault *f)
{
    return arena_printf(e->ctx->arena,
                        "%s gives %" PRId64 " block%s, but %s has %" PRId64
                        " processors; give each processor a size, 0 if it gets nothing",
                        sizes_text(e, f->axis), f->block, f->block == 1 ? "" : "s",
                        axis_text(e, f->axis), f->procs);
}

static const char *gen_surplus_text(const env *e, const env_fault *f)
{
    return arena_printf(e->ctx->arena,
                        "block %" PRId64 " of %s, of size %" PRId64
                        ", has no processor: %s has fewer; make it 0, or use as many "
                        "processors as there are sizes",
                        f->procs, sizes_text(e, f->axis), f->block, axis_text(e, f->axis));
}

static const char *gen_sum_text(const env *e, const env_fault *f)
{
    return arena_printf(e->ctx->arena,
                        "the blocks of %s hold %" PRId64 " of %" PRId64
                        " cells along %s; their sizes must add up to that, or more",
                        sizes_text(e, f->axis), f->block, f->extent, axis_text(e, f->axis));
}

const char *env_failure(const env *e)
{
    const env_fault *f = &e->fault;
    arena *a = e->ctx->arena;
    switch (f->kind) {
    case FAULT_NONE:
        return NULL;
    case FAULT_UNRESOLVED:
        return unresolved_text(a, f);
    case FAULT_CIRCULAR:
        return arena_printf(a, "the definition of '%s' leads back to itself; say --set %s=VALUE",
                            f->param->name, f->param->name);
    case FAULT_OVERFLOW:
        return arena_printf(a, "'%s' does not fit 64 bits; the sizes are too large",
                            expr_text(e->ctx, f->at));
    case FAULT_DIVISION:
        return arena_printf(a, "'%s' divides by 0 (a divisor or a loop's step)",
                            expr_text(e->ctx, f->at));
    case FAULT_STEP:
        return env_step_text(e, f);
    case FAULT_LOOP_VAR:
        return arena_printf(a, "'%s' has no value outside its loop", f->at->u.var->name);
    case FAULT_GRID:
        return arena_printf(a, "the processors '%s' are not bound here",
                            f->axis ? f->axis->grid->name : f->at->u.on.grid->name);
    case FAULT_EXTENT:
        return arena_printf(a,
                            "what is distributed has %" PRId64 " cells along a dimension; it "
                            "needs at least 1",
                            f->extent);
    case FAULT_BLOCK:
        return arena_printf(a, "the blocks on %s have %" PRId64 " cells; they need at least 1",
                            axis_text(e, f->axis), f->block);
    case FAULT_BLOCK_SUM:
        return block_sum_text(e, f);
    case FAULT_GEN_COUNT:
        return gen_count_text(e, f);
    case FAULT_GEN_SURPLUS:
        return gen_surplus_text(e, f);
    case FAULT_GEN_NEGATIVE:
        return arena_printf(a, "block %" PRId64 " of %s has size %" PRId64 "; a size is 0 or more",
                            f->procs, sizes_text(e, f->axis), f->block);
    case FAULT_GEN_SUM:
        return gen_sum_text(e, f);
    case FAULT_MESSAGES:
        return arena_printf(a,
                            "moving elements of '%s' among %" PRId64 " processors takes more than "
                            "%" PRId64 " messages, too many to follow one by one; choose fewer "
                            "processors with --procs (-fpredict-procs)",
                            f->array, f->procs, f->extent);
    case FAULT_STEPS:
        return arena_printf(a,
                            "the integers that this depends on take more than %" PRId64
                            " steps to follow, or are nested too deeply: they may lead to no end; "
                            "say how often a loop runs with '#pragma fpredict trip(COUNT)' before "
                            "it, or give their values with --set (-fpredict-set)",
                            f->extent);
    case FAULT_ENDLESS:
        return endless_text(a, f);
    case FAULT_INDEX:
        return "the program looks at an element that an array of integers does not have";
    case FAULT_ARRAY:
        return arena_printf(a,
                            "nothing tells how many elements dimension %d of '%s' has; declare "
                            "its extent",
                            f->dim + 1, f->array);
    }
    return NULL;
}

void env_report_failure(env *e, source_range where)
{
    const env_fault *f = &e->fault;
    if (f->kind == FAULT_NONE)
        return;
    if (f->param && source_range_is_set(f->param->where))
        where = f->param->where;
    if (f->range && source_range_is_set(f->range->var->where))
        where = f->range->var->where;
    if (f->kind == FAULT_ENDLESS && !f->param)
        where = f->at->code->where;
    if (f->axis && !source_range_is_set(where))
        where = f->axis->grid->where;
    diag_report(e->ctx->diags, DIAG_ERROR, rule_of(f->kind), where, "%s", env_failure(e));
}
