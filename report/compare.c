#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

static double share(double part, const estimate *e)
{
    return e->time > 0 ? part / e->time : 0;
}

static const estimate *best_of(const comparison *c)
{
    return c->count > 0 && c->ranked[0].is_predicted ? &c->ranked[0].result : NULL;
}

static const char *factor_text(arena *a, const estimate *e, const estimate *best)
{
    bool is_close = e != best && explore_is_close(e, best);
    return arena_printf(a, "%s %s", format_number(a, best->time > 0 ? e->time / best->time : 1),
                        is_close ? "≈" : " ");
}

static void add_row(fp_context *ctx, table *t, const alternative *alt, const estimate *best)
{
    arena *a = ctx->arena;
    if (!alt->is_predicted) {
        const char *cells[8] = {arena_printf(a, "  %s", alt->name), "-", "-", "-  "};
        table_add(t, cells)->ink = TABLE_DIM;
        return;
    }
    const estimate *e = &alt->result;
    const char *cells[] = {arena_printf(a, "%s %s", e == best ? "▸" : " ", alt->name),
                           subject_shape(ctx, e),
                           format_time(a, e->time),
                           factor_text(a, e, best),
                           format_percent(a, share(e->parts.computation, e)),
                           format_percent(a, share(e->parts.communication, e)),
                           format_percent(a, share(e->parts.waiting, e)),
                           format_percent(a, share(e->parts.overhead, e))};
    table_row *row = table_add(t, cells);
    if (e == best)
        row->ink = TABLE_BOLD;
}

void report_compare(fp_context *ctx, FILE *out, const comparison *c, report_style style)
{
    const estimate *best = best_of(c);
    if (!best)
        return;
    const char *params = subject_parameters(ctx, best);
    subject_print_head(
        ctx, out, subject_source(ctx, best),
        arena_printf(ctx->arena, "on %s, %s%s%s", best->machine->name,
                     format_plural(ctx->arena, best->procs, "processor", "processors"),
                     params ? ", " : "", params ? params : ""),
        style);
    const table_align align[] = {TABLE_LEFT, TABLE_LEFT, TABLE_UNIT, TABLE_RIGHT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(ctx->arena, 8, align);
    t.is_kept[2] = true;
    t.note_indent = "  ";
    const char *head[] = {"  distribution", "grid",          "time",    "vs best  ",
                          "computing",      "communicating", "waiting", "overhead"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < c->count; i++)
        add_row(ctx, &t, &c->ranked[i], best);
    table_print(&t, out, "", style.width, style.color);

    report_compare_regions(ctx, out, c, style);
    if (c->sentence_count > 0)
        fputc('\n', out);
    for (int i = 0; i < c->sentence_count; i++)
        text_paragraph(ctx, out, "  ", 0, c->sentences[i], style.width);
    subject_print_assumptions(ctx, out, best, style);
}
