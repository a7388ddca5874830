#include "estimator/result/check_ranges.h"

#include <inttypes.h>

/* Integers that leave their types under given sizes. What is predicted is of the mathematical
 * value. */

/* "-36 (N - 100)" */
static const char *value_text(run *r, const expr *e, int64_t value)
{
    fp_context *ctx = r->est->ctx;
    return e->kind == EXPR_INT
               ? arena_printf(ctx->arena, "%" PRId64, value)
               : arena_printf(ctx->arena, "%" PRId64 " (%s)", value, expr_text(ctx, e));
}

static void report_overflow(run *r, const range_check *c, const char *value)
{
    diag *d = diag_report(r->est->ctx->diags, DIAG_ERROR, "overflow", c->where,
                          "this is %s here, which '%s' does not hold: C does not say what the "
                          "program does then; compute it in a wider type",
                          value, c->type);
    diag_note(d, (source_range){0}, "or choose other values with --set");
    r->has_failed = true;
}

static void add_unknown(run *r, const range_check *c, const char *reason)
{
    unknown_effect *u = ARENA_NEW(r->est->ctx->arena, unknown_effect);
    *u = (unknown_effect){
        .kind = UNKNOWN_FLOW, .where = c->where, .reason = reason, .next = r->unknowns};
    r->unknowns = u;
}

static void report_wrap(run *r, const range_check *c, const char *value)
{
    fp_context *ctx = r->est->ctx;
    diag *d = diag_report(ctx->diags, DIAG_WARNING, "wraps", c->where,
                          "this is %s here, which '%s' does not hold: the program goes on with "
                          "another value than the prediction",
                          value, c->type);
    diag_note(d, (source_range){0}, "choose other values with --set, or a wider or signed type");
    add_unknown(
        r, c, arena_printf(ctx->arena, "a value is %s, which '%s' does not hold", value, c->type));
}

static void report_rounding(run *r, const range_check *c, const char *value)
{
    fp_context *ctx = r->est->ctx;
    diag *d = diag_report(ctx->diags, DIAG_WARNING, "rounds", c->where,
                          "what is divided here, or divides, is %s: C rounds the quotient towards "
                          "0, and the prediction rounds it down, as of values from 0 on",
                          value);
    diag_note(d, (source_range){0}, "choose other values with --set");
    add_unknown(r, c, arena_printf(ctx->arena, "a value of a division is %s", value));
}

static void report_missed(run *r, const range_check *c, const char *value)
{
    (void)value;
    diag *d = diag_report(r->est->ctx->diags, DIAG_WARNING, "missed-end", c->where,
                          "the steps of this loop lead past the value that ends it: it does not "
                          "end there, and the prediction goes on as if it did; compare with '<' or "
                          "'>'");
    diag_note(d, (source_range){0}, "or choose other values with --set");
    add_unknown(r, c, "the steps of a loop lead past the value that ends it");
}

void check_ranges(run *r)
{
    const program *p = r->est->graph->program;
    for (int i = 0; i < p->range_count; i++) {
        const range_check *c = &p->ranges[i];
        int64_t least, most;
        if (!run_value(r, c->least, &least) || !run_value(r, c->most, &most) || least > most ||
            (least >= c->first && most <= c->last))
            continue;
        bool is_low = least < c->first;
        const char *value = value_text(r, is_low ? c->least : c->most, is_low ? least : most);
        static void (*const report[])(run *, const range_check *,
                                      const char *) = {[RANGE_WRAPS] = report_wrap,
                                                       [RANGE_OVERFLOWS] = report_overflow,
                                                       [RANGE_ROUNDS] = report_rounding,
                                                       [RANGE_MISSED] = report_missed};
        report[c->kind](r, c, value);
    }
}
