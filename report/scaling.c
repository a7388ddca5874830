#include "report/scaling.h"

#include <math.h>

#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "scaling/ranges.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

static const char *procs_text(arena *a, const scaling_point *p)
{
    const scaling_trial *t = &p->begin;
    if (t->shape_rank < 2)
        return arena_printf(a, "%d", t->procs);
    const char *text = "";
    for (int k = 0; k < t->shape_rank; k++)
        text = arena_printf(a, "%s%s%d", text, k ? "×" : "", t->shape[k]);
    return text;
}

static const char *number(arena *a, double value)
{
    return isnan(value) ? NULL : arena_printf(a, "%.3f", value);
}

static const char *share(arena *a, double value)
{
    return isnan(value) ? NULL : format_percent(a, value);
}

/* The parameters but the one that grows. */
static const char *others(fp_context *ctx, const scaling *s)
{
    const char *text = "";
    const parameter_value *values = subject_values(ctx, s->start);
    for (int i = 0; i < s->start->parameter_count; i++)
        if (values[i].param->name != s->of->size)
            text = arena_printf(ctx->arena, "%s, %s = %lld", text, values[i].param->name,
                                (long long)values[i].value);
    return text;
}

static void print_head(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    const char *spread = subject_distributions(ctx, s->start);
    subject_print_head(ctx, out, subject_source(ctx, s->start),
                       arena_printf(a, "on %s%s%s%s", sag_heading(a, s->of->machine),
                                    spread ? ", " : "", spread ? spread : "", others(ctx, s)),
                       style);
}

static void print_heading(FILE *out, const char *text, report_style style)
{
    style_on(out, style, STYLE_BOLD);
    fprintf(out, "%s\n", text);
    style_off(out, style);
}

/* Why there is no size, for a cell. */
static const char *why_none(arena *a, const scaling *s, const size_answer *answer)
{
    switch (answer->end) {
    case SIZE_BEYOND_MEMORY:
        if (!answer->last)
            return arena_printf(a, "none: %s = %s is more than the memory holds", s->of->size,
                                format_integer(a, s->size));
        return arena_printf(a, "none: memory ends after %s = %s", s->of->size,
                            format_integer(a, answer->last));
    case SIZE_BEYOND_EFFORT:
        return arena_printf(a, "not up to %s: more takes too long to try",
                            format_integer(a, answer->last));
    case SIZE_BEYOND_MOST:
        return answer->last ? arena_printf(a, "not up to %s", format_integer(a, answer->last))
               : s->size > SIZE_MOST
                   ? arena_printf(a, "sizes are tried up to %s", format_integer(a, SIZE_MOST))
                   : "cannot be predicted";
    case SIZE_FOUND:
    case SIZE_BROKEN_OFF:
        break;
    }
    return NULL;
}

static void print_same_speed(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    print_heading(
        out,
        arena_printf(a, "At the speed of %s = %lld on %s: %s%s a second and processor", s->of->size,
                     (long long)s->size, procs_text(a, &s->points[0]), format_count(a, s->speed),
                     s->of->work ? arena_printf(a, " of %s", s->of->work) : " operations"),
        style);
    const table_align align[] = {TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT, TABLE_UNIT,
                                 TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    table t = table_new(a, 7, align);
    table_add(&t, (const char *[]){"processors", s->of->size, "work", "time", "scalability",
                                   "speed-up", NULL})
        ->ink = TABLE_DIM;
    for (int i = 0; i < s->count; i++) {
        const scaling_point *p = &s->points[i];
        const bool is_found = p->same_speed.end == SIZE_FOUND;
        table_add(&t, (const char *[]){procs_text(a, p),
                                       is_found ? format_integer(a, p->same_speed.size) : "-",
                                       is_found ? format_count(a, p->at_speed.work) : NULL,
                                       is_found ? format_time(a, p->at_speed.time) : NULL,
                                       number(a, scaling_psi(s, i)), number(a, p->scaled_speed_up),
                                       why_none(a, s, &p->same_speed)});
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_same_size(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    print_heading(out, arena_printf(a, "At %s = %lld", s->of->size, (long long)s->size), style);
    const table_align align[] = {TABLE_RIGHT, TABLE_UNIT,  TABLE_RIGHT,
                                 TABLE_UNIT,  TABLE_RIGHT, TABLE_RIGHT};
    table t = table_new(a, 6, align);
    table_add(&t,
              (const char *[]){"processors", "time", "speed-up", "efficiency", "serial fraction",
                               arena_printf(a, "%s for the first's efficiency", s->of->size)})
        ->ink = TABLE_DIM;
    for (int i = 0; i < s->count; i++) {
        const scaling_point *p = &s->points[i];
        const bool is_found = p->same_efficiency.end == SIZE_FOUND;
        table_add(&t, (const char *[]){
                          procs_text(a, p), p->begin.is_made ? format_time(a, p->begin.time) : "-",
                          number(a, p->speed_up), share(a, p->efficiency),
                          number(a, p->serial_fraction),
                          is_found ? format_integer(a, p->same_efficiency.size) : "-"});
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_pairs(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    if (s->count < 3 || s->pair_count == 0 || s->count > TABLE_COLUMNS_MAX)
        return;
    fputc('\n', out);
    print_heading(out, "Scalability from (down) to (across)", style);
    table_align align[TABLE_COLUMNS_MAX];
    for (int i = 0; i < s->count; i++)
        align[i] = TABLE_RIGHT;
    table t = table_new(a, s->count, align);
    const char *cells[TABLE_COLUMNS_MAX] = {""};
    for (int i = 1; i < s->count; i++)
        cells[i] = procs_text(a, &s->points[i]);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int from = 0; from + 1 < s->count; from++) {
        const char *row[TABLE_COLUMNS_MAX] = {procs_text(a, &s->points[from])};
        for (int k = 0; k < s->pair_count; k++)
            if (s->pairs[k].from == from)
                row[s->pairs[k].to] = number(a, s->pairs[k].psi);
        table_add(&t, row);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static const char *spans_text(arena *a, const size_answer *answer)
{
    enum { SHOWN = 3 };
    const char *text = "";
    for (int i = 1; i < answer->span_count && i <= SHOWN; i++) {
        const size_span *span = &answer->spans[i];
        text = arena_printf(a, "%s%s%s", text, i > 1 ? ", " : "", format_integer(a, span->first));
        if (span->last > span->first)
            text = arena_printf(a, "%s to %s", text, format_integer(a, span->last));
    }
    return answer->span_count > SHOWN + 1 ? arena_printf(a, "%s and more", text) : text;
}

/* That the speed falls below in between, and what was not tried. */
static void print_doubts(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    bool is_first = true;
    for (int i = 0; i < s->count; i++) {
        const scaling_point *p = &s->points[i];
        const size_answer *answer = &p->same_speed;
        if (answer->end != SIZE_FOUND || (answer->span_count < 2 && answer->step == 1))
            continue;
        if (is_first)
            fputc('\n', out);
        is_first = false;
        const char *text = arena_printf(a, "On %s: ", procs_text(a, p));
        if (answer->span_count > 1)
            text = arena_printf(a, "%snot as fast any more after %s = %s, and again at %s", text,
                                s->of->size, format_integer(a, answer->spans[0].last),
                                spans_text(a, answer));
        if (answer->step > 1)
            text =
                arena_printf(a, "%s%sof the sizes below, every %s-th was tried", text,
                             answer->span_count > 1 ? "; " : "", format_integer(a, answer->step));
        text_paragraph(ctx, out, "  ", 0, arena_printf(a, "%s.", text), style.width);
    }
}

/* Where less work than in proportion is enough; where the size to begin with is, even less might
 * be. */
static void print_above_one(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    enum { ABOVE = 1000001 }; /* millionths: what is equal but for whole ticks is not above */
    arena *a = ctx->arena;
    const char **above = ARENA_ARRAY(a, s->count, const char *),
               **at_first = ARENA_ARRAY(a, s->count, const char *);
    int count = 0, at_first_count = 0;
    for (int i = 1; i < s->count; i++) {
        const double psi = scaling_psi(s, i);
        if (isnan(psi) || psi * 1e6 <= ABOVE)
            continue;
        above[count++] = procs_text(a, &s->points[i]);
        if (s->points[i].same_speed.size == s->size)
            at_first[at_first_count++] = procs_text(a, &s->points[i]);
    }
    if (count == 0)
        return;
    const char *text = arena_printf(
        a, "On %s scalability is above 1: less work than in proportion keeps the speed",
        format_list(a, count, above, "and"));
    if (at_first_count > 0)
        text = arena_printf(a, "%s; on %s already %s = %s does, and none below it is tried", text,
                            format_list(a, at_first_count, at_first, "and"), s->of->size,
                            format_integer(a, s->size));
    fputc('\n', out);
    text_paragraph(ctx, out, "  ", 0, arena_printf(a, "%s.", text), style.width);
}

/* --formula: by how many pieces the sizes were found. */
static void print_formula(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    arena *a = ctx->arena;
    const scaling_formula_use *use = &s->use;
    if (!s->of->by_formula)
        return;
    const char *text = "Few sizes were tried: each was predicted";
    if (use->by_formula > 0)
        text = arena_printf(a,
                            "Of %s sizes the times are by formula, in %s; %s of them predicted, "
                            "too, the same to the picosecond",
                            format_integer(a, use->by_formula),
                            format_plural(a, use->pieces, "piece", "pieces"),
                            format_integer(a, use->held));
    if (use->by_prediction > 0)
        text = arena_printf(a, "%s%s sizes were predicted%s%s",
                            use->by_formula > 0 ? arena_printf(a, "%s; ", text) : "",
                            format_integer(a, use->by_prediction), use->why_not ? ": " : "",
                            use->why_not ? use->why_not : "");
    fputc('\n', out);
    text_paragraph(ctx, out, "  ", 0, arena_printf(a, "%s.", text), style.width);
}

void report_scaling(fp_context *ctx, FILE *out, const scaling *s, report_style style)
{
    print_head(ctx, out, s, style);
    print_same_speed(ctx, out, s, style);
    print_above_one(ctx, out, s, style);
    print_doubts(ctx, out, s, style);
    print_formula(ctx, out, s, style);
    print_pairs(ctx, out, s, style);
    fputc('\n', out);
    print_same_size(ctx, out, s, style);
}
