#include "explore/incomplete.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

static double share(double part, const estimate *e)
{
    return e->time > 0 ? part / e->time : 0;
}

static const estimate *best_of(const comparison *c)
{
    return c->count > 0 && c->ranked[0].is_predicted ? &c->ranked[0].result : NULL;
}

/* What the ratio of two times is: at least that much where only the first may grow. */
static estimate_bound factor_bound(const estimate *e, const estimate *best)
{
    estimate_bound mine = estimate_bound_of(e);
    if (e == best)
        return BOUND_BOTH;
    return estimate_bound_of(best) == BOUND_BOTH ? mine : BOUND_NEITHER;
}

static const char *factor_text(arena *a, const estimate *e, const estimate *best)
{
    bool is_close = e != best && explore_is_close(e, best);
    const char *factor = format_number(a, best->time > 0 ? e->time / best->time : 1);
    return arena_printf(a, "%s %s", unknown_figure(a, factor, factor_bound(e, best)),
                        is_close ? "≈" : " ");
}

static const char *title_of(const alternative *alt)
{
    return alt->title ? alt->title : alt->name;
}

/* `best` is the first row; it is marked where it is the fastest (`is_decided`). */
static void add_row(fp_context *ctx, table *t, const alternative *alt, const estimate *best,
                    bool is_decided)
{
    arena *a = ctx->arena;
    if (!alt->is_predicted) {
        const char *cells[8] = {arena_printf(a, "  %s", title_of(alt)), "-", "-", "-  "};
        table_add(t, cells)->ink = TABLE_DIM;
        return;
    }
    const estimate *e = &alt->result;
    bool is_fastest = e == best && is_decided;
    const char *cells[] = {arena_printf(a, "%s %s", is_fastest ? "▸" : " ", title_of(alt)),
                           subject_shape(ctx, e),
                           unknown_figure(a, format_time(a, e->time), estimate_bound_of(e)),
                           factor_text(a, e, best),
                           format_percent(a, share(e->parts.computation, e)),
                           format_percent(a, share(e->parts.communication, e)),
                           format_percent(a, share(e->parts.waiting, e)),
                           format_percent(a, share(e->parts.overhead, e))};
    table_row *row = table_add(t, cells);
    if (is_fastest)
        row->ink = TABLE_BOLD;
}

/* Reasons stand in the sentences of a comparison of several; marks are explained. */
static void print_unknowns(fp_context *ctx, FILE *out, const comparison *c, int predicted,
                           report_style style)
{
    const estimate **all = ARENA_ARRAY(ctx->arena, predicted, const estimate *);
    const unknown_effect *const *unknowns;
    for (int i = 0; i < predicted; i++)
        all[i] = &c->ranked[i].result;
    int found = explore_unknowns(ctx->arena, predicted, all, &unknowns);
    if (predicted == 1)
        unknown_print(ctx, out, 1, all, style);
    else
        unknown_print_legend(ctx, out, found, unknowns, style);
}

/* Those of the best that all have: sizes that are ranked are in the table. */
static const char *common_parameters(fp_context *ctx, const comparison *c, const estimate *best)
{
    if (c->case_count <= 1)
        return subject_parameters(ctx, best);
    estimate common = *best;
    parameter_value *kept = ARENA_ARRAY(ctx->arena, best->parameter_count, parameter_value);
    common.parameters = kept;
    common.parameter_count = 0;
    for (int i = 0; i < best->parameter_count; i++) {
        bool is_common = true;
        for (int k = 0; k < c->count && c->ranked[k].is_predicted; k++) {
            const estimate *e = &c->ranked[k].result;
            for (int j = 0; j < e->parameter_count; j++)
                is_common &= e->parameters[j].param->name != best->parameters[i].param->name ||
                             e->parameters[j].value == best->parameters[i].value;
        }
        if (is_common)
            kept[common.parameter_count++] = best->parameters[i];
    }
    return subject_parameters(ctx, &common);
}

void report_compare(fp_context *ctx, FILE *out, const comparison *c, report_style style)
{
    const estimate *best = best_of(c);
    if (!best)
        return;
    const char *params = common_parameters(ctx, c, best);
    subject_print_head(
        ctx, out, subject_source(ctx, best),
        arena_printf(ctx->arena, "on %s, %s%s%s", sag_heading(ctx->arena, best->machine),
                     format_plural(ctx->arena, best->procs, "processor", "processors"),
                     params ? ", " : "", params ? params : ""),
        style);
    const table_align align[] = {TABLE_LEFT, TABLE_LEFT, TABLE_UNIT, TABLE_RIGHT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    int predicted = 0;
    while (predicted < c->count && c->ranked[predicted].is_predicted)
        predicted++;
    bool is_decided =
        explore_is_decided(predicted, c->ranked) && !explore_is_draw(predicted, c->ranked);
    table t = table_new(ctx->arena, 8, align);
    t.is_kept[2] = t.goes_first[1] = true;
    t.note_indent = "  ";
    const char *head[] = {
        "  distribution", "grid",          "time",    is_decided ? "vs best  " : "vs first  ",
        "computing",      "communicating", "waiting", "overhead"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < c->count; i++)
        add_row(ctx, &t, &c->ranked[i], best, is_decided);
    table_print(&t, out, "", style.width, style.color);
    print_unknowns(ctx, out, c, predicted, style);

    report_compare_regions(ctx, out, c, style);
    if (c->sentence_count > 0)
        fputc('\n', out);
    for (int i = 0; i < c->sentence_count; i++)
        text_paragraph(ctx, out, "  ", 0, c->sentences[i], style.width);
    subject_print_assumptions(ctx, out, best, style);
}
