#include <math.h>

#include "explore/incomplete.h"
#include "report/annotate_cells.h"
#include "report/lines.h"
#include "report/parts.h"
#include "report/subject.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"
#include "support/utf8.h"
#include "support/vec.h"
#include "sysmodels/model/compiler.h"

/* On a terminal narrower than WIDE, the share of communication is left out. */
enum { TIME_COLUMNS = 8, SHARE_COLUMNS = 6, TAB_STOP = 8, WIDE = 60 };

static int margin_columns(report_style style)
{
    return style.width < WIDE ? TIME_COLUMNS + 3 : TIME_COLUMNS + SHARE_COLUMNS + 4;
}

static int share_columns(report_style style)
{
    return style.width < WIDE ? 0 : SHARE_COLUMNS + 1;
}

static const line_cost *cost_of(const line_cost *lines, int count, const source_file *file,
                                int line)
{
    for (int i = 0; i < count; i++)
        if (lines[i].file == file && lines[i].line == line)
            return &lines[i];
    return NULL;
}

/* ▁ to █ for a share of the program; nothing below half a percent. */
static const char *bar_of(double fraction)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (fraction < 0.005)
        return " ";
    int level = (int)ceil(fraction * 8) - 1;
    return bars[level < 0 ? 0 : level > 7 ? 7 : level];
}

const char *annotate_padded(fp_context *ctx, const char *text, int columns)
{
    return arena_printf(ctx->arena, "%*s%s", columns - utf8_columns(text), "", text);
}

/* "1.53 s " over "14.6 ms": units of one and two letters end alike. "≥14.6 ms" and "?14.6 ms"
 * are marked as in tables, but for the space, for which there is no column. */
const char *annotate_time(fp_context *ctx, double seconds, estimate_bound bound)
{
    const char *text = format_time(ctx->arena, seconds);
    const char *mark = bound == BOUND_BOTH ? "" : bound == BOUND_LOWER ? "≥" : "?";
    if (seconds <= 0 && *mark)
        return annotate_padded(ctx, mark, TIME_COLUMNS);
    size_t length = 0;
    while (text[length] && text[length] != ' ')
        length++;
    bool is_short = text[length] && utf8_columns(text + length) == 2;
    return annotate_padded(ctx, arena_printf(ctx->arena, "%s%s%s", mark, text, is_short ? " " : ""),
                           TIME_COLUMNS);
}

/* A source line as a terminal shows it. */
const char *annotate_text(fp_context *ctx, const source_file *file, int number)
{
    size_t length;
    const char *line = source_line(file, number, &length);
    VEC(char) out = {0};
    int column = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code;
        size_t bytes = utf8_decode(line + i, length - i, &code);
        if (line[i] == '\t') {
            do
                VEC_PUSH(ctx->arena, &out, ' ');
            while (++column % TAB_STOP);
            i++;
            continue;
        }
        bool is_text = bytes && code >= 0x20 && code != 0x7F;
        if (line[i] != '\r' || i + 1 < length) {
            for (size_t k = 0; k < (is_text ? bytes : 1); k++)
                VEC_PUSH(ctx->arena, &out, is_text ? line[i + k] : '?');
            column += is_text ? utf8_width(code) : 1;
        }
        i += bytes ? bytes : 1;
    }
    VEC_PUSH(ctx->arena, &out, '\0');
    return out.data;
}

static void print_line(fp_context *ctx, FILE *out, const estimate *e, const source_file *file,
                       const line_cost *cost, int number, report_style style)
{
    double time = cost ? breakdown_total(&cost->time) : 0;
    estimate_bound bound = unknown_line_bound(e, file, number);
    if (cost && cost->bound > bound)
        bound = cost->bound;
    if (time > 0 || bound != BOUND_BOTH) {
        double part = e->time > 0 ? time / e->time : 0;
        double comm = time > 0 ? cost->time.communication : 0;
        style_on(out, style, part >= 0.1 ? STYLE_BOLD : "0");
        int share = share_columns(style);
        const char *text = comm > 0 && share ? format_percent(ctx->arena, comm / time) : "";
        fprintf(out, "%s %s %s", annotate_time(ctx, time, bound), annotate_padded(ctx, text, share),
                bar_of(part));
        style_off(out, style);
    } else {
        fprintf(out, "%*s", margin_columns(style), "");
    }
    int left = style.width - margin_columns(style) - 9;
    const char *text = annotate_text(ctx, file, number);
    fputs("│", out);
    style_on(out, style, STYLE_DIM);
    fprintf(out, "%5d", number);
    style_off(out, style);
    fprintf(out, "%s%s\n", *text ? "   " : "", *text ? format_fit(ctx->arena, text, left) : "");
}

/* The titles of the columns, and beside them what is predicted, in as many lines
 * as it takes. */
static void print_heading(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const char *spread = subject_distributions(ctx, e);
    const char *params = subject_parameters(ctx, e);
    const char *source = subject_source(ctx, e), *shape = subject_shape(ctx, e);
    const char *where = arena_printf(ctx->arena, "%s%son %s of %s", spread ? spread : "",
                                     spread ? " " : "", shape, sag_heading(ctx->arena, e->machine));
    const char *part[] = {where, unknown_time(ctx->arena, e->time, estimate_bound_of(e))};
    fprintf(out, "%s %s  │ ", annotate_padded(ctx, "time ", TIME_COLUMNS),
            annotate_padded(ctx, share_columns(style) ? "comm" : "", share_columns(style)));
    int margin = margin_columns(style) + 2;
    source = format_fit(ctx->arena, source, style.width - margin);
    style_on(out, style, STYLE_BOLD);
    fputs(source, out);
    style_off(out, style);
    int column = margin + utf8_columns(source);
    for (int i = 0; i < 2; i++) {
        const char *between = i > 0 || spread ? " · " : " ";
        bool fits = column + utf8_columns(between) + utf8_columns(part[i]) <= style.width;
        if (fits)
            fprintf(out, "%s%s", between, part[i]);
        else
            fprintf(out, "\n%*s│ %s", margin - 2, "",
                    format_fit(ctx->arena, part[i], style.width - margin));
        column = (fits ? column + utf8_columns(between) : margin) + utf8_columns(part[i]);
    }
    fputc('\n', out);
    if (params)
        fprintf(out, "%*s│ %s\n", margin - 2, "",
                format_fit(ctx->arena, params, style.width - margin));
}

/* Below the source, what is not known: with its line where it is of this file. */
static void print_unknowns(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const source_file *file = e->graph->program->file;
    const char *margin = arena_printf(a, "%*s│", margin_columns(style), "");
    for (int i = 0; i < e->unknown_count; i++) {
        const unknown_effect *u = e->unknowns[i];
        bool is_here = u->where.file == file;
        const char *line = is_here ? arena_printf(a, "%5d  ", u->where.line) : "       ";
        fprintf(out, "%s%s", margin, line);
        text_paragraph(ctx, out, arena_printf(a, "%s        ", margin),
                       utf8_columns(margin) + utf8_columns(line),
                       arena_printf(a, "%s: %s%s",
                                    u->kind == UNKNOWN_COST ? "not counted" : "not known",
                                    is_here ? "" : explore_place(a, u->where), u->reason),
                       style.width);
    }
}

/* The lines of one file; below them, what parts of their time is spent elsewhere. */
static void print_file(fp_context *ctx, FILE *out, const estimate *e, const source_file *file,
                       report_style style)
{
    line_cost *lines;
    int count = lines_inclusive(ctx, e, &lines);
    for (int line = 1; line <= source_line_count(file); line++)
        print_line(ctx, out, e, file, cost_of(lines, count, file, line), line, style);
    for (int line = 1; line <= source_line_count(file); line++) {
        const char *shared = parts_elsewhere(ctx, e, file, line);
        if (shared)
            fprintf(out, "%*s│%5d   %s\n", margin_columns(style), "", line,
                    format_fit(ctx->arena, shared, style.width - margin_columns(style) - 9));
    }
}

static bool is_of_program(const program *p, const source_file *file)
{
    for (int i = 0; i < p->file_count; i++)
        if (p->files[i] == file)
            return true;
    return false;
}

void report_annotate(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const program *p = e->graph->program;
    print_heading(ctx, out, e, style);
    for (int i = 0; i < p->file_count; i++) {
        if (p->file_count > 1)
            fprintf(out, "%*s│ %s\n", margin_columns(style), "", source_path(p->files[i]));
        print_file(ctx, out, e, p->files[i], style);
    }
    print_unknowns(ctx, out, e, style);
    breakdown elsewhere = {0};
    estimate_bound elsewhere_bound = BOUND_BOTH;
    line_cost *own;
    int own_count = lines_exclusive(ctx, e, &own);
    for (int i = 0; i < own_count; i++)
        if (own[i].file && !is_of_program(p, own[i].file)) {
            elsewhere.computation += breakdown_total(&own[i].time);
            elsewhere_bound = own[i].bound > elsewhere_bound ? own[i].bound : elsewhere_bound;
        }
    if (elsewhere.computation > 0)
        fprintf(out, "%s in other files\n",
                annotate_time(ctx, elsewhere.computation, elsewhere_bound));
}
