#include "estimator/result/check_bounds.h"

#include <inttypes.h>

#include "estimator/run/run.h"

/* Indices under given sizes. An element outside of its array is nobody's, and an
 * iteration whose template element is outside of the template is executed by nobody:
 * a prediction would leave them out in silence. */

/* The value; false: nothing tells it, which is said where it is needed. */
static bool value_of(run *r, const expr *e, int64_t *value)
{
    bool ok = true;
    *value = expr_eval(r->env, e, &ok);
    return ok;
}

/* Does every loop around it run at least once? */
static bool is_reached(run *r, const bound_check *b)
{
    for (int i = 0; i < b->range_count; i++) {
        int64_t lower, upper, step;
        if (value_of(r, b->ranges[i].lower, &lower) && value_of(r, b->ranges[i].upper, &upper) &&
            value_of(r, b->ranges[i].step, &step) && run_trips(lower, upper, step) == 0)
            return false;
    }
    return true;
}

static void report(run *r, const bound_check *b, int64_t index, int64_t first, int64_t last)
{
    diag_list *diags = r->est->ctx->diags;
    const char *room =
        arena_printf(r->est->ctx->arena, "dimension %d, which has %" PRId64 " to %" PRId64,
                     b->dim + 1, first, last);
    diag *d =
        b->is_home
            ? diag_report(diags, DIAG_WARNING, "out-of-bounds", b->where,
                          "loops reach index %" PRId64 " of '%s' in %s; no processor executes what "
                          "is 'on' an element that does not exist",
                          index, b->name, room)
            : diag_report(diags, DIAG_WARNING, "out-of-bounds", b->where,
                          "'%s' is %s outside of its bounds: index %" PRId64 " of %s; what lies "
                          "outside is not predicted",
                          b->name, b->is_write ? "written" : "read", index, room);
    diag_note(d, b->declared_at, "'%s' is declared here; check the bounds of the loops", b->name);
}

static void add_unknown(run *r, const bound_check *b, const char *reason)
{
    unknown_effect *u = ARENA_NEW(r->est->ctx->arena, unknown_effect);
    *u = (unknown_effect){
        .kind = UNKNOWN_FLOW, .where = b->where, .reason = reason, .next = r->unknowns};
    r->unknowns = u;
}

/* The elements that it leads to are others than was predicted. */
static void report_row(run *r, const bound_check *b, int64_t index, int64_t last)
{
    diag *d = diag_report(r->est->ctx->diags, DIAG_WARNING, "linear-subscript", b->where,
                          "the subscript of '%s' leads from one row of %" PRId64
                          " elements into another: to place %" PRId64
                          " of dimension %d%s. Who owns such elements is not followed",
                          b->name, last + 1, index, b->dim + 1,
                          b->is_guarded ? ", unless a condition around keeps it" : "");
    diag_note(d, b->declared_at, "'%s' is declared here; check the bounds of the loops", b->name);
    add_unknown(r, b,
                arena_printf(r->est->ctx->arena, "a subscript of '%s' %s into another row", b->name,
                             b->is_guarded ? "may lead" : "leads"));
}

/* The last evaluation has failed. */
static void report_open_row(run *r, const bound_check *b)
{
    const param *open = env_unresolved(r->env);
    fp_context *ctx = r->est->ctx;
    const char *remedy = open ? arena_printf(ctx->arena, "; say --set %s=VALUE", open->name) : "";
    diag *d = diag_report(ctx->diags, DIAG_WARNING, "linear-subscript", b->where,
                          "whether the subscript of '%s' stays within a row depends on %s%s%s, "
                          "which nothing tells%s",
                          b->name, open ? "'" : "", open ? open->name : "a value", open ? "'" : "",
                          remedy);
    diag_note(d, b->declared_at, "'%s' is declared here", b->name);
    add_unknown(r, b,
                arena_printf(ctx->arena, "which element of '%s' a subscript means depends on %s",
                             b->name, open ? open->name : "an unknown value"));
}

/* A function that takes an array's rows for shorter ones works on other elements than it
 * seems to, at other places. */
static void report_short(run *r, const bound_check *b, int64_t said, int64_t there)
{
    diag *d = diag_report(r->est->ctx->diags, DIAG_ERROR, "intrinsic", b->where,
                          "dimension %d of '%s' has %" PRId64 " element%s, but this %s says "
                          "%" PRId64 "; give it the extents of its arrays",
                          b->dim + 1, b->name, there, there == 1 ? "" : "s", b->intrinsic, said);
    diag_note(d, b->declared_at, "'%s' is declared here", b->name);
    r->has_failed = true;
}

void check_bounds(run *r)
{
    const program *p = r->est->graph->program;
    const bound_check *told = NULL; /* each call that says wrong extents once */
    for (int i = 0; i < p->bound_count; i++) {
        const bound_check *b = &p->bounds[i];
        if (told && source_begin_together(told->where, b->where))
            continue;
        int64_t lower, upper, first, end;
        env_forget_failure(r->env);
        if (!value_of(r, b->lower, &lower) || !value_of(r, b->upper, &upper) ||
            !value_of(r, b->first, &first) || !value_of(r, b->end, &end)) {
            if (b->is_row)
                report_open_row(r, b);
            continue;
        }
        if (b->intrinsic && upper + 1 < end) {
            report_short(r, b, upper + 1, end);
            told = b;
        }
        if (upper < lower || !is_reached(r, b))
            continue;
        if (b->is_row && (upper >= end || lower < first))
            report_row(r, b, upper >= end ? upper : lower, end - 1);
        else if (upper - b->slack >= end)
            report(r, b, upper - b->slack, first, end - 1);
        else if (lower + b->slack < first)
            report(r, b, lower + b->slack, first, end - 1);
    }
}
