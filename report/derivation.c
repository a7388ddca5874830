#include <string.h>

#include "explore/incomplete.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"
#include "support/utf8.h"
#include "sysmodels/model/compiler.h"

typedef VEC(const quantity *) quantity_list;

static void add_quantity(fp_context *ctx, quantity_list *list, const quantity *q)
{
    for (int i = 0; q && i < list->count; i++)
        if (list->data[i] == q)
            return;
    if (q)
        VEC_PUSH(ctx->arena, list, q);
}

static const char *value_text(arena *a, const quantity *q)
{
    return arena_printf(a, "%.15g%s%s", q->stated, q->unit && *q->unit ? " " : "",
                        q->unit ? q->unit : "");
}

/* Where each machine value that the steps use stands. */
static void print_values(fp_context *ctx, FILE *out, const quantity_list *values,
                         report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_LEFT, TABLE_WRAP};
    table t = table_new(a, 4, align);
    t.is_kept[1] = true;
    const char *head[] = {"machine value", "", "", "from"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < values->count; i++) {
        const quantity *q = values->data[i];
        const char *cells[] = {q->path, value_text(a, q), provenance_name(q->from),
                               q->source ? q->source : ""};
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

/* What is not known on the lines, and that something is elsewhere. Returns whether there is any
 * on them. */
static bool print_unknowns(fp_context *ctx, FILE *out, const estimate *e, const source_lines *lines,
                           report_style style)
{
    arena *a = ctx->arena;
    VEC(const unknown_effect *) here = {0};
    for (int i = 0; i < e->unknown_count; i++) {
        if (source_begins_in(e->unknowns[i]->where, lines))
            VEC_PUSH(a, &here, e->unknowns[i]);
    }
    int elsewhere = e->unknown_count - here.count;
    if (here.count)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "Not known, and not counted here: %s.",
                                    explore_unknown_text(a, here.count, here.data, here.count)),
                       style.width);
    if (elsewhere)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a,
                                    "The prediction is not complete: %s not known on other "
                                    "lines. Without --at they are named.",
                                    format_plural(a, elsewhere, "thing is", "things are")),
                       style.width);
    if (e->unknown_count)
        fputc('\n', out);
    return here.count > 0;
}

/* What the lines take together, before each of them. */
static void print_total(fp_context *ctx, FILE *out, const estimate *e, int count,
                        const arithmetic *steps, report_style style)
{
    arena *a = ctx->arena;
    double total = 0;
    for (int i = 0; i < count; i++)
        if (steps[i].depth == 0 && steps[i].seconds > 0)
            total += steps[i].seconds;
    const char *share = e->time > 0 ? format_percent(a, total / e->time) : "all";
    const char *text = arena_printf(a, "  %s", format_time(a, total));
    style_on(out, style, STYLE_BOLD);
    fputs(text, out);
    style_off(out, style);
    fputc(',', out);
    text_paragraph(ctx, out, "    ", utf8_columns(text) + 1,
                   arena_printf(a, "%s of %s", share, unknown_whole(e)), style.width);
    fputc('\n', out);
}

/* At which sizes loops come out of the caches, or would fit them. */
static void print_limits(fp_context *ctx, FILE *out, const estimate *e, int count,
                         const reuse_limit *limits, report_style style)
{
    arena *a = ctx->arena;
    if (count)
        fputc('\n', out);
    for (int i = 0; i < count; i++) {
        const reuse_limit *l = &limits[i];
        const char *level = subject_level(a, e, l->level);
        const char *text =
            l->is_from
                ? arena_printf(a,
                               "From %s = %s on the loop in line %d does not find %s in %s again: "
                               "%s lie between.",
                               l->param->name, format_integer(a, l->value),
                               l->note.loop->where.line, l->note.text, level,
                               format_bytes(a, l->bytes))
                : arena_printf(a, "Up to %s = %s the loop in line %d would find %s in %s again.",
                               l->param->name, format_integer(a, l->value),
                               l->note.loop->where.line, l->note.text, level);
        text_paragraph(ctx, out, "  ", 0, text, style.width);
    }
}

void report_derivation(fp_context *ctx, FILE *out, const estimate *e, const bindings *values,
                       const estimate_options *options, const source_lines *lines,
                       report_style style)
{
    arena *a = ctx->arena;
    const arithmetic *steps;
    int count = estimate_explain(ctx, e, values, options, lines, &steps);
    const char *path = source_path(lines->file);
    const char *which = lines->first == lines->last
                            ? arena_printf(a, "line %d", lines->first)
                            : arena_printf(a, "lines %d-%d", lines->first, lines->last);
    style_on(out, style, STYLE_BOLD);
    fprintf(out, "%s, %s", path, which);
    style_off(out, style);
    text_paragraph(ctx, out, "    ", utf8_columns(path) + 2 + utf8_columns(which),
                   arena_printf(a, "on %s, processor %d of %s", sag_heading(a, e->machine),
                                e->slowest, subject_shape(ctx, e)),
                   style.width);
    fputc('\n', out);
    bool is_incomplete = print_unknowns(ctx, out, e, lines, style);
    if (count == 0) {
        text_paragraph(ctx, out, "  ", 0,
                       e->procs > PROCS_FOLLOWED
                           ? arena_printf(a,
                                          "How it is worked out is told of up to %s processors; "
                                          "choose fewer with --procs.",
                                          format_integer(a, PROCS_FOLLOWED))
                       : is_incomplete
                           ? "Nothing else there takes time. 'fpredict annotate' shows what does."
                           : "Nothing there takes time. 'fpredict annotate' shows what does.",
                       style.width);
        return;
    }
    print_total(ctx, out, e, count, steps, style);
    const table_align align[] = {TABLE_UNIT, TABLE_WRAP};
    table t = table_new(a, 2, align);
    quantity_list used = {0};
    for (int i = 0; i < count; i++) {
        const char *cells[] = {steps[i].seconds >= 0 ? format_time(a, steps[i].seconds) : NULL,
                               arena_printf(a, "%*s%s", 2 * steps[i].depth, "", steps[i].text)};
        table_row *row = table_add(&t, cells);
        if (steps[i].depth == 0)
            row->ink = TABLE_BOLD;
        add_quantity(ctx, &used, steps[i].value);
    }
    table_print(&t, out, "  ", style.width, style.color);
    const reuse_limit *limits;
    int found = estimate_reuse_limits(ctx, e, values, options, lines, REPORT_FURTHEST, &limits);
    print_limits(ctx, out, e, found, limits, style);
    if (used.count > 0)
        print_values(ctx, out, &used, style);
}
