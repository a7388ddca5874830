#include "frontend/value/row_overrun.h"

#include "frontend/directive/constant.h"
#include "frontend/value/integer_range.h"

/* Subscripts that lead from one row of an array into the next ones. */

/* Does each iteration of a loop go on by a row, or more? */
static bool steps_by_rows(lowering *lo, const expr *index, const loop_var *v, int64_t row)
{
    const expr *by, *rest;
    int64_t step;
    return expr_affine(lo->pool, index, v, &by, &rest) && expr_known(by, &step) && row > 1 &&
           (step >= row || step <= -row);
}

/* Does a subscript go on by rows, or one of several loops reach the end of the row after its own,
 * or the beginning of the one before? One loop's that goes too far, or a guarded i + j, need not
 * mean other rows. */
static bool passes_rows(lowering *lo, const expr *index, const expr *extent)
{
    const loop_var **vars;
    int64_t row, end;
    int count = expr_loop_vars(lo->pool, index, &vars);
    if (!expr_known(extent, &row))
        return false;
    for (int i = 0; i < count; i++)
        if (steps_by_rows(lo, index, vars[i], row))
            return true;
    if (count < 2)
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

/* One subscript for all dimensions. False: an index or an extent is not known. */
static bool make_linear(lowering *lo, reference *r)
{
    const variable *v = r->var;
    const expr *index = expr_int(lo->pool, 0);
    for (int d = 0; d < v->rank; d++) {
        if (r->sub[d].kind != SUBSCRIPT_VALUE || (d > 0 && !v->extent[d]))
            return false;
        if (d > 0)
            index = expr_mul(lo->pool, index, v->extent[d]);
        index = expr_add(lo->pool, index, r->sub[d].value);
    }
    r->sub[0].value = index;
    for (int d = 1; d < v->rank; d++)
        r->sub[d] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    r->is_linear = true;
    return true;
}

void value_check_rows(lowering *lo, reference *r)
{
    const variable *v = r->var;
    for (int i = 1; i < v->rank; i++)
        if (r->sub[i].kind == SUBSCRIPT_VALUE && v->extent[i] &&
            passes_rows(lo, r->sub[i].value, v->extent[i])) {
            if (!make_linear(lo, r) && v->align)
                report(lo, r, i);
            return;
        }
}
