#include <math.h>

#include "report/annotate_cells.h"
#include "report/annotate_scaling.h"
#include "report/json_write.h"
#include "report/lines.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

/* --- For people ---------------------------------------------------------------------------- */

enum { TIME_COLUMNS = 8, SHARE_COLUMNS = 7, POWER_COLUMNS = 8 };

static int margin_columns(const scaled_source *s)
{
    return TIME_COLUMNS + (s->wider ? 1 + SHARE_COLUMNS : 0) + (s->larger ? 1 + POWER_COLUMNS : 0) +
           1;
}

static const char *efficiency_text(arena *a, const scaled_range *r)
{
    return isnan(r->efficiency) ? "" : format_percent(a, r->efficiency);
}

static const char *power_text(arena *a, const scaled_source *s, const scaled_range *r)
{
    if (isnan(r->exponent))
        return "";
    const double shown = fabs(r->exponent) < 0.005 ? 0 : r->exponent;
    return arena_printf(a, "%s^%.2f", s->size, shown);
}

static void print_heading(fp_context *ctx, FILE *out, const scaled_source *s, report_style style)
{
    arena *a = ctx->arena;
    const char *spread = subject_distributions(ctx, s->base), *what = "";
    if (s->wider)
        what = arena_printf(a, "; efficiency from %d to %d processors", s->base->procs,
                            s->wider->procs);
    if (s->larger)
        what = arena_printf(a, "%s; growth from %s = %s to %s", what, s->size,
                            format_integer(a, s->size_from), format_integer(a, s->size_to));
    subject_print_head(ctx, out, subject_source(ctx, s->base),
                       arena_printf(a, "%s%son %s of %s%s", spread ? spread : "", spread ? " " : "",
                                    subject_shape(ctx, s->base), sag_heading(a, s->base->machine),
                                    what),
                       style);
    fprintf(out, "%s ", annotate_padded(ctx, "time ", TIME_COLUMNS));
    if (s->wider)
        fprintf(out, "%s ", annotate_padded(ctx, "effic.", SHARE_COLUMNS));
    if (s->larger)
        fprintf(out, "%s ", annotate_padded(ctx, "growth", POWER_COLUMNS));
    fputs("│\n", out);
}

static void print_line(fp_context *ctx, FILE *out, const scaled_source *s, const scaled_range *r,
                       const source_file *file, int line, report_style style)
{
    arena *a = ctx->arena;
    const bool is_limit = file == s->limit_file && line == s->limit_line;
    if (r) {
        style_on(out, style, is_limit ? STYLE_BOLD : "0");
        fputs(annotate_time(ctx, r->base, unknown_line_bound(s->base, file, line)), out);
        fputc(' ', out);
        if (s->wider)
            fprintf(out, "%s ", annotate_padded(ctx, efficiency_text(a, r), SHARE_COLUMNS));
        if (s->larger)
            fprintf(out, "%s ", annotate_padded(ctx, power_text(a, s, r), POWER_COLUMNS));
        style_off(out, style);
    } else {
        fprintf(out, "%*s", margin_columns(s), "");
    }
    const char *text = annotate_text(ctx, file, line);
    fprintf(out, "│%5d%s%s\n", line, *text ? is_limit ? " ▸ " : "   " : "",
            *text ? format_fit(a, text, style.width - margin_columns(s) - 9) : "");
}

static void print_sources(fp_context *ctx, FILE *out, const scaled_source *s, report_style style)
{
    const program *p = s->base->graph->program;
    int at = 0; /* lines stand first, by place */
    for (int i = 0; i < p->file_count; i++) {
        if (p->file_count > 1)
            fprintf(out, "%*s│ %s\n", margin_columns(s), "", source_path(p->files[i]));
        for (int line = 1; line <= source_line_count(p->files[i]); line++) {
            const scaled_range *r = at < s->range_count ? &s->ranges[at] : NULL;
            const bool is_here =
                r && r->kind == SCALED_LINE && r->file == p->files[i] && r->first == line;
            print_line(ctx, out, s, is_here ? r : NULL, p->files[i], line, style);
            at += is_here;
        }
    }
}

static void print_functions(fp_context *ctx, FILE *out, const scaled_source *s, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_RIGHT, TABLE_RIGHT};
    table t = table_new(a, 4, align);
    table_add(&t, (const char *[]){"function (its own lines)", "time", "effic.", "growth"})->ink =
        TABLE_DIM;
    for (int i = 0; i < s->range_count; i++) {
        const scaled_range *r = &s->ranges[i];
        if (r->kind == SCALED_FUNCTION)
            table_add(&t, (const char *[]){r->name, format_time(a, r->base), efficiency_text(a, r),
                                           power_text(a, s, r)});
    }
    if (t.rows.count > 2)
        table_print(&t, out, "  ", style.width, style.color);
}

void report_annotate_scaling(fp_context *ctx, FILE *out, const scaled_source *s, report_style style)
{
    arena *a = ctx->arena;
    print_heading(ctx, out, s, style);
    print_sources(ctx, out, s, style);
    print_functions(ctx, out, s, style);
    if (s->limit_file)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a,
                                    "%sline %d limits: on %d processors it takes %s more than its "
                                    "share of what it took on %d, %s of all that is lost.",
                                    lines_file(ctx, s->base->graph->program, s->limit_file),
                                    s->limit_line, s->wider->procs, format_time(a, s->lost),
                                    s->base->procs, format_percent(a, s->lost_part)),
                       style.width);
}

/* --- For programs -------------------------------------------------------------------------- */

static const char *kind_name(scaled_kind kind)
{
    switch (kind) {
    case SCALED_LINE:
        return "line";
    case SCALED_LOOP:
        return "loop";
    case SCALED_FUNCTION:
        break;
    }
    return "function";
}

static json_t *range_of(arena *a, const scaled_source *s, const scaled_range *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "kind", json_string(kind_name(r->kind)));
    json_object_set_new(o, "file", json_text(a, source_path(r->file)));
    json_object_set_new(o, "first_line", json_integer(r->first));
    json_object_set_new(o, "last_line", json_integer(r->last));
    if (r->name)
        json_object_set_new(o, "name", json_text(a, r->name));
    if (r->unit >= 0)
        json_object_set_new(o, "unit", json_integer(r->unit));
    json_set_real(o, "time_s", r->base);
    json_set_real(o, "time_on_most_s", s->wider ? r->wider : NAN);
    json_set_real(o, "time_at_largest_s", s->larger ? r->larger : NAN);
    json_set_real(o, "efficiency", r->efficiency);
    json_set_real(o, "exponent", r->exponent);
    return o;
}

static json_t *source_of(fp_context *ctx, const scaled_source *s)
{
    arena *a = ctx->arena;
    json_t *o = json_object(), *ranges = json_array(), *procs = json_array(), *limit = json_null();
    json_object_set_new(o, "schema", json_string("fpredict/source-scaling/1"));
    json_object_set_new(o, "source", json_text(a, source_path(s->base->graph->program->file)));
    json_object_set_new(o, "entry", json_text(a, s->base->graph->entry->name));
    json_object_set_new(o, "machine", json_text(a, s->base->machine->name));
    json_array_append_new(procs, json_integer(s->base->procs));
    if (s->wider)
        json_array_append_new(procs, json_integer(s->wider->procs));
    json_object_set_new(o, "processors", procs);
    if (s->larger) {
        json_t *sizes = json_array();
        json_array_append_new(sizes, json_integer(s->size_from));
        json_array_append_new(sizes, json_integer(s->size_to));
        json_object_set_new(o, "parameter", json_text(a, s->size));
        json_object_set_new(o, "sizes", sizes);
    }
    if (s->limit_file) {
        limit = json_object();
        json_object_set_new(limit, "file", json_text(a, source_path(s->limit_file)));
        json_object_set_new(limit, "line", json_integer(s->limit_line));
        json_set_real(limit, "lost_s", s->lost);
        json_set_real(limit, "share", s->lost_part);
    }
    json_object_set_new(o, "limit", limit);
    for (int i = 0; i < s->range_count; i++)
        json_array_append_new(ranges, range_of(a, s, &s->ranges[i]));
    json_object_set_new(o, "ranges", ranges);
    return o;
}

bool report_annotate_scaling_json(fp_context *ctx, FILE *out, int count, const scaled_source *all)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, source_of(ctx, &all[i]));
    return json_write_all(array, out);
}
