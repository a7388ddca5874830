#include <math.h>
#include <string.h>

#include "report/formula_forms.h"
#include "report/formula_rows.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

/* A formula for people: lines, total, what it grows as, and where it holds. */

static const char *name_value(const notation *n, const char *name, int64_t value)
{
    return arena_printf(n->ctx->arena, "%s = %s", name, format_integer(n->ctx->arena, value));
}

static void print_values(const notation *n, FILE *out, report_style style)
{
    arena *a = n->ctx->arena;
    const char *text = "  for ";
    for (int i = 0; i < n->leaves.count; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "",
                            name_value(n, n->leaves.data[i].name, n->leaves.data[i].value));
    if (n->leaves.count)
        text_paragraph(n->ctx, out, "  ", 0, text + 2, style.width);
    for (int i = 0; i < n->formula->name_count; i++) {
        const formula_name *name = &n->formula->names[i];
        fprintf(out, "  %s = %s = %s\n", name->name->name, notation_definition(n, name),
                format_integer(a, notation_value(n, name->name->value)));
    }
}

static void print_rows(const notation *n, FILE *out, report_style style)
{
    arena *a = n->ctx->arena;
    const table_align align[] = {TABLE_UNIT, TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    table t = table_new(a, 4, align);
    const char *head[] = {"time", "share", "line", "times · what each costs"};
    t.is_kept[2] = true;
    table_add(&t, head)->ink = TABLE_DIM;
    formula_rows rows = formula_rows_of(n->ctx, n->formula);
    const double all = (double)n->formula->ticks;
    for (int i = 0; i < rows.count; i++) {
        const formula_row *row = &rows.data[i];
        const char *cells[] = {format_time(a, seconds_of(row->ticks)),
                               format_percent(a, (double)row->ticks / all),
                               arena_printf(a, "%d", row->line), formula_row_text(n, row)};
        table_add(&t, cells);
    }
    const char *sum[] = {format_time(a, seconds_of(n->formula->ticks)), "100 %", "",
                         "T, their sum: what is predicted, to the tick"};
    table_add(&t, sum)->ink = TABLE_BOLD;
    table_print(&t, out, "  ", style.width, style.color);
}

/* --- What it grows as ------------------------------------------------------------ */

/* Several powers of one sign: "niter·N²". */
static const char *powers_text(const notation *n, const growth *g, int sign, int *count)
{
    static const char *const raised[] = {"", "", "²", "³", "⁴", "⁵", "⁶", "⁷"};
    const char *text = "";
    *count = 0;
    for (int i = 0; i < g->count; i++) {
        int power = sign * g->powers[i].power;
        if (power < 1)
            continue;
        const char *base = notation_expr(n, g->powers[i].base, true);
        for (int k = 0; k < n->formula->name_count; k++)
            if (n->formula->names[k].is_doubling &&
                n->formula->names[k].name == g->powers[i].base->u.param)
                base = arena_printf(n->ctx->arena, "log2(%s)",
                                    notation_expr(n, n->formula->names[k].of, false));
        text = arena_printf(n->ctx->arena, "%s%s%s%s", text, *count ? "·" : "", base,
                            power < 8 ? raised[power] : "^…");
        ++*count;
    }
    return text;
}

const char *formula_growth_text(const notation *n, const growth *g)
{
    int above, below;
    const char *up = powers_text(n, g, 1, &above), *down = powers_text(n, g, -1, &below);
    if (!above)
        up = "1";
    return below ? arena_printf(n->ctx->arena, below > 1 ? "%s / (%s)" : "%s / %s", up, down) : up;
}

static const char *largest_part(const growth *g)
{
    static const char *const names[FORMULA_PARTS] = {"computing", "communicating", "overhead",
                                                     "waiting"};
    int most = 0;
    for (int k = 1; k < FORMULA_PARTS; k++)
        most = fabs(g->parts[k]) > fabs(g->parts[most]) ? k : most;
    return names[most];
}

static void print_growth(const notation *n, FILE *out, report_style style)
{
    enum { SHOWN = 8 };
    arena *a = n->ctx->arena;
    const growth *all;
    const int count = growth_of(n->ctx, n->formula, n->env, &all);
    const table_align align[] = {TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT, TABLE_LEFT, TABLE_LEFT};
    table t = table_new(a, 5, align);
    const char *head[] = {"time", "share", "each", "grows as", "mostly"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < count && i < SHOWN; i++) {
        const char *cells[] = {
            format_time(a, fabs(all[i].seconds)),
            format_percent(a, fabs(all[i].seconds) / seconds_of(n->formula->ticks)),
            format_time(a, fabs(all[i].coefficient)),
            arena_printf(a, "%s%s", all[i].seconds < 0 ? "− " : "",
                         formula_growth_text(n, &all[i])),
            largest_part(&all[i])};
        table_add(&t, cells);
    }
    if (n->formula->open_ticks) {
        const double open = seconds_of(n->formula->open_ticks);
        const char *cells[] = {format_time(a, open),
                               format_percent(a, open / seconds_of(n->formula->ticks)), NULL,
                               "not known", "what is open, below"};
        table_add(&t, cells);
    }
    fputs("\n", out);
    table_print(&t, out, "  ", style.width, style.color);
}

/* --- Where it holds --------------------------------------------------------------- */

static void print_conditions(const notation *n, FILE *out, report_style style)
{
    arena *a = n->ctx->arena;
    const formula *f = n->formula;
    const char *text = "This is the time of the processor at (";
    for (int k = 0; k < f->coord_count; k++)
        text = arena_printf(a, "%s%s%d", text, k ? ", " : "", f->coords[k]);
    text = f->coord_count ? arena_printf(a, "%s), the slowest here", text)
                          : "This is the time of the slowest processor here";
    if (f->condition_count)
        text = arena_printf(a, "%s, while ", text);
    for (int i = 0; i < f->condition_count; i++)
        text = arena_printf(a, "%s%s%s", text, i ? "; " : "",
                            notation_condition(n, &f->conditions[i]));
    if (f->later)
        text = arena_printf(a, "%s. At %s another processor is the slowest", text, f->later);
    fputc('\n', out);
    if (f->has_caches)
        text = arena_printf(a,
                            "%s. What caches hold is taken as at these sizes, also where they hold "
                            "all, or operations hide what is missed",
                            text);
    text_paragraph(n->ctx, out, "  ", 0, arena_printf(a, "%s.", text), style.width);
}

static void print_open(const notation *n, FILE *out, report_style style)
{
    arena *a = n->ctx->arena;
    const formula *f = n->formula;
    int open_count = 0;
    for (int i = 0; i < f->term_count; i++)
        open_count += !f->terms[i].times;
    if (!open_count)
        return;
    fputc('\n', out);
    text_paragraph(n->ctx, out, "  ", 0,
                   arena_printf(a,
                                "%s of it, %s, has no closed form here; these are numbers that "
                                "hold at the sizes above only:",
                                format_time(a, seconds_of(f->open_ticks)),
                                format_percent(a, (double)f->open_ticks / (double)f->ticks)),
                   style.width);
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_WRAP};
    table t = table_new(a, 3, align);
    const char *head[] = {"name", "time", "why"};
    table_add(&t, head)->ink = TABLE_DIM;
    formula_rows rows = formula_rows_of(n->ctx, f);
    for (int i = 0; i < rows.count; i++) {
        if (rows.data[i].times)
            continue;
        const char *cells[] = {formula_row_name(n, &rows.data[i]),
                               format_time(a, seconds_of(rows.data[i].ticks)),
                               rows.data[i].terms.data[0]->why};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_symbols(const notation *n, FILE *out, report_style style)
{
    arena *a = n->ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_WRAP};
    table t = table_new(a, 3, align);
    const char *head[] = {"machine value", "", "its path"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < n->symbols.count; i++) {
        const quantity *q = n->symbols.data[i].value;
        const char *cells[] = {n->symbols.data[i].name, format_time(a, q->value), q->path};
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

void formula_print_text(const notation *n, FILE *out, report_style style)
{
    const estimate *e = n->formula->estimate;
    const char *where = subject_distributions(n->ctx, e);
    subject_print_head(n->ctx, out, subject_source(n->ctx, e),
                       arena_printf(n->ctx->arena, "on %s, %s%s%s: the time as a formula",
                                    sag_heading(n->ctx->arena, e->machine),
                                    subject_procs(n->ctx, e), where ? ", " : "",
                                    where ? where : ""),
                       style);
    if (estimate_bound_of(e) != BOUND_BOTH)
        text_paragraph(
            n->ctx, out, "  ", 0,
            estimate_bound_of(e) == BOUND_LOWER
                ? "Incomplete: costs are missing, and it takes at least this time."
                : "Incomplete: what the program does is not known, and this is no bound.",
            style.width);
    print_values(n, out, style);
    fputc('\n', out);
    print_rows(n, out, style);
    print_growth(n, out, style);
    print_conditions(n, out, style);
    print_open(n, out, style);
    print_symbols(n, out, style);
}
