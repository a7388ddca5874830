#include "report/scaling_effects.h"

#include <math.h>

#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

const char *effects_part_name(cost_part part)
{
    switch (part) {
    case COST_COMPUTING:
        return "computing";
    case COST_MEMORY:
        return "memory";
    case COST_COMMUNICATION:
        return "communication";
    case COST_OVERHEAD:
        return "overhead";
    case COST_WAITING:
        return "waiting";
    case COST_PARTS:
        break;
    }
    return NULL;
}

/* A logarithm as the factor that it is. */
static const char *factor(arena *a, double value)
{
    return arena_printf(a, "×%.3f", exp(value));
}

static const char *unit_of_work(arena *a, const effects_report *r)
{
    return r->work ? arena_printf(a, "a unit of %s", r->work) : "an operation";
}

static void print_heading(fp_context *ctx, FILE *out, const char *title, const char *meaning,
                          report_style style)
{
    fputc('\n', out);
    style_on(out, style, STYLE_BOLD);
    fprintf(out, "%s\n", title);
    style_off(out, style);
    text_paragraph(ctx, out, "  ", 0, meaning, style.width);
}

static void print_head(fp_context *ctx, FILE *out, const effects_report *r, report_style style)
{
    arena *a = ctx->arena;
    const effects *e = r->of;
    const char *sizes = arena_printf(a, "%s = %s", r->size, format_integer(a, e->sizes[0]));
    if (e->size_count > 1)
        sizes = arena_printf(a, "%s to %s, %d sizes", sizes,
                             format_integer(a, e->sizes[e->size_count - 1]), e->size_count);
    subject_print_head(ctx, out, subject_source(ctx, r->first),
                       arena_printf(a, "on %s; %s on %s; %s",
                                    format_plural(a, e->procs, "processor", "processors"),
                                    format_plural(a, e->code_count, "code", "codes"),
                                    format_plural(a, e->machine_count, "machine", "machines"),
                                    sizes),
                       style);
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a,
                                "The cost is a processor's time for %s: time × processors / work. "
                                "On average it is %s (averages are geometric).",
                                unit_of_work(a, r), format_time(a, exp(e->mean))),
                   style.width);
}

/* --- Level 1 ------------------------------------------------------------------------------- */

static const char *verdict(arena *a, const effects *e, effect_source source)
{
    if (source == EFFECT_REST)
        return "sizes change some costs more than others";
    if (isnan(e->chance[source]))
        return e->size_count < 2 ? "one size: not tested" : "not tested";
    const char *chance = e->chance[source] < 0.001
                             ? "below 0.1 %"
                             : arena_printf(a, "%.1f %%", 100 * e->chance[source]);
    return arena_printf(a, "%s: by chance in %s of cases",
                        effect_exists(e, source) ? "an effect" : "no effect that stands out",
                        chance);
}

static void print_shares(fp_context *ctx, FILE *out, const effects *e, report_style style)
{
    static const char *const names[EFFECT_SOURCES] = {"code", "machine", "code with machine",
                                                      "size, alike for all", "size, not alike"};
    const table_align align[] = {TABLE_LEFT, TABLE_RIGHT, TABLE_WRAP};
    table t = table_new(ctx->arena, 3, align);
    table_add(&t, (const char *[]){"source", "variation", NULL})->ink = TABLE_DIM;
    for (int s = 0; s < EFFECT_SOURCES; s++)
        if (e->freedom[s] > 0 && e->variation > 0)
            table_add(&t, (const char *[]){names[s],
                                           format_percent(ctx->arena, e->squares[s] / e->variation),
                                           verdict(ctx->arena, e, (effect_source)s)});
    table_print(&t, out, "  ", style.width, style.color);
}

/* Average costs of codes (down) on machines (across), and the factor that each is. */
static void print_averages(fp_context *ctx, FILE *out, const effects_report *r, report_style style)
{
    arena *a = ctx->arena;
    const effects *e = r->of;
    const int shown =
        e->machine_count < TABLE_COLUMNS_MAX - 2 ? e->machine_count : TABLE_COLUMNS_MAX - 2;
    table_align align[TABLE_COLUMNS_MAX] = {TABLE_LEFT};
    const char *cells[TABLE_COLUMNS_MAX] = {"average cost"};
    for (int j = 0; j < shown; j++) {
        align[1 + j] = TABLE_UNIT;
        cells[1 + j] = r->machines[j];
    }
    align[1 + shown] = TABLE_RIGHT;
    cells[1 + shown] = e->code_count > 1 ? "code" : NULL;
    table t = table_new(a, shown + 2, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < e->code_count; i++) {
        cells[0] = r->codes[i];
        for (int j = 0; j < shown; j++)
            cells[1 + j] = format_time(
                a, exp(e->mean + e->code[i] + e->machine[j] + e->both[i * e->machine_count + j]));
        cells[1 + shown] = e->code_count > 1 ? factor(a, e->code[i]) : NULL;
        table_add(&t, cells);
    }
    if (e->machine_count > 1) {
        cells[0] = "machine";
        for (int j = 0; j < shown; j++)
            cells[1 + j] = factor(a, e->machine[j]);
        cells[1 + shown] = NULL;
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

/* --- Levels 2 to 4 ------------------------------------------------------------------------- */

static table table_of_changes(arena *a, const char *what, const char *change)
{
    enum { COLUMNS = COST_PARTS + 3 };
    table_align align[COLUMNS] = {TABLE_LEFT};
    const char *cells[COLUMNS] = {what, change};
    for (int k = 1; k < COLUMNS - 1; k++)
        align[k] = TABLE_RIGHT;
    align[COLUMNS - 1] = TABLE_WRAP;
    for (int k = 0; k < COST_PARTS; k++)
        cells[2 + k] = effects_part_name((cost_part)k);
    cells[COLUMNS - 1] = "cause";
    table t = table_new(a, COLUMNS, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    return t;
}

static void add_change(table *t, const char *name, const effect_change *c)
{
    const char *cells[COST_PARTS + 3] = {name, factor(t->arena, c->all)};
    for (int k = 0; k < COST_PARTS; k++)
        cells[2 + k] = fabs(c->part[k]) < 5e-4 ? "-" : factor(t->arena, c->part[k]);
    cells[COST_PARTS + 2] = c->cause < 0 ? NULL : effects_part_name((cost_part)c->cause);
    table_add(t, cells);
}

static void print_causes_of(fp_context *ctx, FILE *out, const char *what, effect_source source,
                            const effects *e, int best, const char *const *names,
                            const effect_change *changes, report_style style)
{
    arena *a = ctx->arena;
    const int count = source == EFFECT_CODE ? e->code_count : e->machine_count;
    if (count < 2)
        return;
    if (e->chance[source] >= EFFECT_CHANCE) {
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "The %s has no effect that stands out.", what), style.width);
        return;
    }
    table t = table_of_changes(a, what, "cost");
    for (int i = 0; i < count; i++) {
        if (i == best)
            table_add(&t, (const char * [COST_PARTS + 3]){names[i], "×1"});
        else
            add_change(&t, names[i], &changes[i]);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static const char *pair_name(arena *a, const effects_report *r, int code, int machine)
{
    return r->of->machine_count == 1 ? r->codes[code]
           : r->of->code_count == 1
               ? r->machines[machine]
               : arena_printf(a, "%s on %s", r->codes[code], r->machines[machine]);
}

/* Costs at up to SHOWN sizes, the first and the last among them. */
static void print_growth(fp_context *ctx, FILE *out, const effects_report *r, report_style style)
{
    enum { SHOWN = 5 };
    arena *a = ctx->arena;
    const effects *e = r->of;
    const int shown = e->size_count < SHOWN ? e->size_count : SHOWN, last = e->size_count - 1;
    int at[SHOWN];
    table_align align[SHOWN + 3] = {TABLE_LEFT};
    const char *cells[SHOWN + 3] = {arena_printf(a, "%s =", r->size)};
    for (int k = 0; k < shown; k++) {
        at[k] = k * last / (shown - 1);
        align[1 + k] = TABLE_UNIT;
        cells[1 + k] = format_integer(a, e->sizes[at[k]]);
    }
    align[1 + shown] = align[2 + shown] = TABLE_RIGHT;
    cells[1 + shown] = "in all";
    cells[2 + shown] = "as";
    table t = table_new(a, shown + 3, align);
    t.is_kept[1 + shown] = true;
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++) {
            const int row = i * e->machine_count + j;
            cells[0] = pair_name(a, r, i, j);
            for (int k = 0; k < shown; k++)
                cells[1 + k] = format_time(a, e->costs[row * e->size_count + at[k]].all);
            cells[1 + shown] = factor(a, e->growth[row].all);
            cells[2 + shown] =
                arena_printf(a, "%s^%.2f", r->size, effect_exponent(e, i, j, 0, last));
            table_add(&t, cells);
        }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_growth_causes(fp_context *ctx, FILE *out, const effects_report *r,
                                report_style style)
{
    const effects *e = r->of;
    table t = table_of_changes(ctx->arena, NULL, "in all");
    for (int i = 0; i < e->code_count; i++)
        for (int j = 0; j < e->machine_count; j++)
            add_change(&t, pair_name(ctx->arena, r, i, j), &e->growth[i * e->machine_count + j]);
    table_print(&t, out, "  ", style.width, style.color);
}

void report_effects(fp_context *ctx, FILE *out, const effects_report *r, report_style style)
{
    arena *a = ctx->arena;
    const effects *e = r->of;
    print_head(ctx, out, r, style);
    if (e->code_count * e->machine_count > 1) {
        print_heading(ctx, out, "1. What the cost depends on, on average over sizes",
                      "How much of all differences between costs is due to what; an effect is a "
                      "factor over the average of all.",
                      style);
        print_shares(ctx, out, e, style);
        fputc('\n', out);
        print_averages(ctx, out, r, style);
        print_heading(
            ctx, out, "2. Why",
            "The cost over that of the cheapest on average, and the factors of its parts, "
            "whose product that is.",
            style);
        print_causes_of(ctx, out, "code", EFFECT_CODE, e, e->best_code, r->codes, e->code_change,
                        style);
        print_causes_of(ctx, out, "machine", EFFECT_MACHINE, e, e->best_machine, r->machines,
                        e->machine_change, style);
    }
    if (e->size_count < 2)
        return;
    print_heading(ctx, out, arena_printf(a, "3. As %s grows", r->size),
                  "The cost at each size, and by how much it changes from the first to the last: "
                  "×1 where the memory, and all else, keeps up.",
                  style);
    print_growth(ctx, out, r, style);
    print_heading(ctx, out, "4. Why it changes", "The factors of the parts in that change.", style);
    print_growth_causes(ctx, out, r, style);
}
