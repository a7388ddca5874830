#include "frontend/value/row_overrun.h"

#include "frontend/directive/constant.h"
#include "frontend/value/integer_range.h"

/* Subscripts that lead from one row of an array into the next ones. */

/* Does a subscript of several loops reach the end of the row after its own, or the beginning of the
 * one before? One loop's that goes too far, or a guarded i + j, need not mean other rows. */
static bool passes_rows(lowering *lo, const expr *index, const expr *extent)
{
    const loop_var **vars;
    int64_t row, end;
    if (expr_loop_vars(lo->pool, index, &vars) < 2 || !expr_known(extent, &row))
        return false;
    const expr *least = value_extreme(lo, index, false), *most = value_extreme(lo, index, true);
    return (most && expr_known(most, &end) && end - row >= row - 1) ||
           (least && expr_known(least, &end) && end <= -row);
}

static void report(lowering *lo, const reference *r, int dim)
{
    fp_context *ctx = lo->ctx;
    const variable *v = r->var;
    diag *d = diag_report(ctx->diags, DIAG_WARNING, "rows", r->where,
                          "%s in dimension %d of '%s' leads into other rows, and who owns these "
                          "elements is not followed; write a subscript for each dimension",
                          expr_text(ctx, r->sub[dim].value), dim + 1, v->name);
    diag_note(d, v->where, "'%s' is declared here", v->name);
    unknown_effect *u = ARENA_NEW(ctx->arena, unknown_effect);
    const variable **arrays = ARENA_ARRAY(ctx->arena, 1, const variable *);
    arrays[0] = v;
    *u = (unknown_effect){
        .kind = UNKNOWN_FLOW,
        .where = r->where,
        .reason = arena_printf(
            ctx->arena, "which rows of '%s' a subscript leads into is not followed", v->name),
        .array_count = 1,
        .arrays = arrays,
        .next = lo->found.unknowns};
    lo->found.unknowns = u;
}

void value_check_rows(lowering *lo, const reference *r)
{
    const variable *v = r->var;
    for (int i = 1; i < v->rank && v->align; i++)
        if (r->sub[i].kind == SUBSCRIPT_VALUE && v->extent[i] &&
            passes_rows(lo, r->sub[i].value, v->extent[i])) {
            report(lo, r, i);
            return;
        }
}
