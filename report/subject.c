#include "report/subject.h"

#include <stdlib.h>
#include <string.h>

#include "report/text.h"
#include "support/format.h"
#include "support/utf8.h"

const char *subject_source(fp_context *ctx, const estimate *e)
{
    const program *p = e->graph->program;
    const char *path = source_path(p->file), *entry = e->graph->entry->name;
    if (p->file_count > 1)
        path =
            arena_printf(ctx->arena, "%s and %s", path,
                         format_plural(ctx->arena, p->file_count - 1, "more file", "more files"));
    return strcmp(entry, "main") == 0 ? path : arena_printf(ctx->arena, "%s: %s()", path, entry);
}

const char *subject_shape(fp_context *ctx, const estimate *e)
{
    if (e->shape_rank == 0)
        return arena_printf(ctx->arena, "%d", e->procs);
    const char *text = "";
    for (int axis = 0; axis < e->shape_rank; axis++)
        text = arena_printf(ctx->arena, "%s%s%d", text, axis ? "×" : "", e->shape[axis]);
    return text;
}

const char *subject_procs(fp_context *ctx, const estimate *e)
{
    return arena_printf(ctx->arena, "%s %s", subject_shape(ctx, e),
                        e->procs == 1 ? "processor" : "processors");
}

static int by_place(const void *left, const void *right)
{
    const param *a = ((const parameter_value *)left)->param;
    const param *b = ((const parameter_value *)right)->param;
    int order = (a->where.line > b->where.line) - (a->where.line < b->where.line);
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

const parameter_value *subject_values(fp_context *ctx, const estimate *e)
{
    if (e->parameter_count == 0)
        return NULL;
    parameter_value *sorted =
        arena_copy(ctx->arena, e->parameters, (size_t)e->parameter_count * sizeof *e->parameters);
    qsort(sorted, (size_t)e->parameter_count, sizeof *sorted, by_place);
    return sorted;
}

/* Functions may have formals of one name: once is enough where they agree. */
static bool is_listed(const parameter_value *values, int i)
{
    for (int k = 0; k < i; k++)
        if (values[k].param->name == values[i].param->name && values[k].value == values[i].value)
            return true;
    return false;
}

const char *subject_parameters(fp_context *ctx, const estimate *e)
{
    const char *text = NULL;
    const parameter_value *values = subject_values(ctx, e);
    for (int i = 0; i < e->parameter_count; i++)
        if (!is_listed(values, i))
            text = arena_printf(ctx->arena, "%s%s%s = %lld", text ? text : "", text ? ", " : "",
                                values[i].param->name, (long long)values[i].value);
    return text;
}

const char *subject_distributions(fp_context *ctx, const estimate *e)
{
    const char *text = NULL;
    for (int i = 0; i < e->graph->layout->text_count; i++)
        text = arena_printf(ctx->arena, "%s%s%s", text ? text : "", text ? ", " : "",
                            e->graph->layout->text[i]);
    return text;
}

void subject_print_head(fp_context *ctx, FILE *out, const char *source, const char *rest,
                        report_style style)
{
    style_on(out, style, STYLE_BOLD);
    fputs(source, out);
    style_off(out, style);
    text_paragraph(ctx, out, "    ", utf8_columns(source), rest, style.width);
    fputc('\n', out);
}

/* "laplace.c:23": the folder of the source stands in the heading. */
static const char *short_place(fp_context *ctx, const estimate *e, source_range where)
{
    const char *path = source_path(where.file);
    const char *slash = where.file == e->graph->program->file ? strrchr(path, '/') : NULL;
    return arena_printf(ctx->arena, "%s:%d", slash ? slash + 1 : path, where.line);
}

void subject_print_assumptions(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    if (e->assumption_count == 0)
        return;
    enum { MOST = 20 }; /* the data has them all */
    int more = e->assumption_count > MOST ? e->assumption_count - MOST : 0;
    const char *text = "";
    for (int i = 0; i < e->assumption_count - more; i++) {
        const assumption *it = &e->assumptions[i];
        bool is_placed = source_range_is_set(it->where);
        text = arena_printf(a, "%s%s%s%s%s", text, i ? "; " : "",
                            is_placed ? short_place(ctx, e, it->where) : "", is_placed ? " " : "",
                            it->text);
    }
    if (more)
        text = arena_printf(a, "%s; and %s more, which --format json lists", text,
                            format_integer(a, more));
    const char *head = arena_printf(
        a, "  %s:", format_plural(a, e->assumption_count, "assumption", "assumptions"));
    fprintf(out, "\n%s", head);
    text_paragraph(ctx, out, "    ", utf8_columns(head), text, style.width);
}

void style_on(FILE *out, report_style style, const char *code)
{
    if (style.color)
        fprintf(out, "\033[%sm", code);
}

void style_off(FILE *out, report_style style)
{
    if (style.color)
        fputs("\033[0m", out);
}

const char *subject_level(arena *a, const estimate *e, int level)
{
    const cache_level *c = &e->level[level];
    int caches = 0;
    for (int k = 0; k < e->level_count; k++)
        caches += !e->level[k].is_tlb;
    if (c->is_tlb)
        return "the TLB";
    if (caches == 1)
        return "the cache";
    bool is_numbered = c->name[0] == 'L' && c->name[1] >= '1' && c->name[1] <= '9';
    return is_numbered ? c->name : arena_printf(a, "the %s cache", c->name);
}
