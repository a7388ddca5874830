#include "plan/planner.h"

/* Subscripts that leave their array whatever the sizes are. What lies outside
 * has no owner, so that a prediction would say nothing of it, in silence. */

static bool is_guarded(const site *s)
{
    for (int i = 0; i < s->depth; i++) {
        if (s->path[i].child->kind == NODE_IF)
            return true;
    }
    return false;
}

/* Is a - b known to be at least `least`? */
static bool is_at_least(planner *p, const expr *a, const expr *b, int64_t least)
{
    return expr_sub(p->pool, a, b)->at_least >= least;
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

static void check(planner *p, const access *a)
{
    const site *s = &p->sites.data[a->site];
    const expr *zero = expr_int(p->pool, 0);
    for (int d = 0; d < a->ref->var->rank; d++) {
        const expr *extent = a->ref->var->extent[d];
        span t = span_of(p, s, 0, &a->ref->sub[d]);
        if (!extent || !t.is_finite || t.unit)
            continue;
        /* The last value of a loop may fall short of its bound by step - 1. */
        int64_t slack = t.step > 1 ? t.step - 1 : 0;
        if (is_at_least(p, t.upper, extent, slack)) {
            report(p, a, d, "past its end", t.upper);
            return;
        }
        if (is_at_least(p, zero, t.lower, slack + 1)) {
            report(p, a, d, "before its beginning", t.lower);
            return;
        }
    }
}

void bounds_check(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++) {
        if (!is_guarded(&p->sites.data[p->accesses.data[i].site]))
            check(p, &p->accesses.data[i]);
    }
}
