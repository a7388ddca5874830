/* The step of a loop, which must lead to its end. */

#include <inttypes.h>

#include "program/env/internal.h"

int64_t env_step(env *e, const loop_range *range, loop_direction direction, bool *ok)
{
    int64_t step = 0;
    if (!env_value_of(e, range->step, &step)) {
        *ok = false;
        return 0;
    }
    if (direction == LOOP_UP ? step > 0 : direction == LOOP_DOWN ? step < 0 : step != 0)
        return step;
    *ok = env_fail(e, (env_fault){.kind = FAULT_STEP,
                                  .at = range->step,
                                  .range = range,
                                  .step = step,
                                  .direction = direction});
    return 0;
}

/* A parameter that the value depends on; null: none does. */
static const param *param_in(const expr *x)
{
    if (x->kind == EXPR_PARAM)
        return x->u.param;
    if (!x->uses_param)
        return NULL;
    for (int i = 0; i < x->u.op.count; i++) {
        const param *found = param_in(x->u.op.operand[i]);
        if (found)
            return found;
    }
    return NULL;
}

const char *env_step_text(const env *e, const env_fault *f)
{
    arena *a = e->ctx->arena;
    const expr *step = f->range->step;
    const param *by = param_in(step);
    const char *wanted = f->direction == LOOP_UP     ? ", and must be above 0"
                         : f->direction == LOOP_DOWN ? ", and must be below 0"
                                                     : "";
    const char *written =
        step->kind == EXPR_INT ? "" : arena_printf(a, " '%s'", expr_text(e->ctx, step));
    const char *text = arena_printf(a, "the loop over '%s' never ends: its step%s is %" PRId64 "%s",
                                    f->range->var->name, written, f->step, wanted);
    if (!by)
        return arena_printf(a, "%s; check what its step is made of", text);
    return arena_printf(a, "%s; choose another '%s' with --set %s=VALUE (-fpredict-set=%s=VALUE)",
                        text, by->name, by->name, by->name);
}
