#include <string.h>

#include "report/subject.h"
#include "report/table.h"
#include "report/unknown.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

/* One line a prediction; only what differs between them has a column. */

typedef const char *(*describe)(fp_context *ctx, const estimate *e);

static const char *machine_of(fp_context *ctx, const estimate *e)
{
    (void)ctx;
    return e->machine->name;
}

static const char *entry_of(fp_context *ctx, const estimate *e)
{
    (void)ctx;
    return e->graph->entry->name;
}

static bool differs(fp_context *ctx, int count, const estimate *const *estimates, describe text)
{
    for (int i = 1; i < count; i++)
        if (strcmp(text(ctx, estimates[i]), text(ctx, estimates[0])) != 0)
            return true;
    return false;
}

static const char *value_text(arena *a, const estimate *e, const char *name)
{
    for (int i = 0; i < e->parameter_count; i++)
        if (strcmp(e->parameters[i].param->name, name) == 0)
            return arena_printf(a, "%lld", (long long)e->parameters[i].value);
    return "-";
}

static bool parameter_differs(fp_context *ctx, int count, const estimate *const *estimates,
                              const char *name)
{
    const char *first = value_text(ctx->arena, estimates[0], name);
    for (int i = 1; i < count; i++)
        if (strcmp(value_text(ctx->arena, estimates[i], name), first) != 0)
            return true;
    return false;
}

typedef struct columns {
    bool entry, machine, procs;
    int param_count;
    const char *param[TABLE_COLUMNS_MAX - 9];
} columns;

static columns find_columns(fp_context *ctx, int count, const estimate *const *estimates)
{
    columns c = {.entry = differs(ctx, count, estimates, entry_of),
                 .machine = differs(ctx, count, estimates, machine_of),
                 .procs = differs(ctx, count, estimates, subject_shape)};
    const int most = sizeof c.param / sizeof *c.param;
    const parameter_value *values = subject_values(ctx, estimates[0]);
    for (int i = 0; i < estimates[0]->parameter_count && c.param_count < most; i++) {
        const char *name = values[i].param->name;
        if (parameter_differs(ctx, count, estimates, name))
            c.param[c.param_count++] = name;
    }
    return c;
}

/* What all predictions share stands in the heading. */
static void print_head(fp_context *ctx, FILE *out, const estimate *e, const columns *c,
                       report_style style)
{
    arena *a = ctx->arena;
    const char *text = c->machine ? sag_compiled_by(a, e->machine)
                                  : arena_printf(a, "on %s", sag_heading(a, e->machine));
    if (!c->procs)
        text = arena_printf(a, "%s%s%s", text, *text ? ", " : "on ", subject_procs(ctx, e));
    const char *spread = subject_distributions(ctx, e);
    if (spread && !c->entry)
        text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", spread);
    const parameter_value *values = subject_values(ctx, e);
    for (int i = 0; i < e->parameter_count; i++) {
        bool is_column = false;
        for (int j = 0; j < c->param_count; j++)
            is_column = is_column || strcmp(c->param[j], values[i].param->name) == 0;
        if (!is_column)
            text = arena_printf(a, "%s%s%s = %lld", text, *text ? ", " : "", values[i].param->name,
                                (long long)values[i].value);
    }
    const char *path = source_path(e->graph->program->file);
    subject_print_head(ctx, out, c->entry ? path : subject_source(ctx, e), text, style);
}

static table new_table(fp_context *ctx, const columns *c)
{
    table_align align[TABLE_COLUMNS_MAX];
    const char *head[TABLE_COLUMNS_MAX];
    int n = 0;
    const struct {
        bool is_used;
        const char *title;
        table_align align;
    } first[] = {{c->entry, "function", TABLE_LEFT},
                 {c->machine, "machine", TABLE_LEFT},
                 {c->procs, "processors", TABLE_RIGHT}};
    for (int i = 0; i < 3; i++)
        if (first[i].is_used) {
            align[n] = first[i].align;
            head[n++] = first[i].title;
        }
    for (int i = 0; i < c->param_count; i++) {
        align[n] = TABLE_RIGHT;
        head[n++] = c->param[i];
    }
    static const char *const rest[] = {"time",    "computing", "communicating",
                                       "waiting", "overhead",  "balance"};
    const int time = n;
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        align[n] = i < 5 ? TABLE_UNIT : TABLE_RIGHT;
        head[n++] = rest[i];
    }
    table t = table_new(ctx->arena, n, align);
    for (int i = 0; i <= time; i++)
        t.is_kept[i] = true;
    table_add(&t, head)->ink = TABLE_DIM;
    return t;
}

static void add_row(fp_context *ctx, table *t, const estimate *e, const columns *c)
{
    arena *a = ctx->arena;
    const char *cells[TABLE_COLUMNS_MAX];
    int n = 0;
    if (c->entry)
        cells[n++] = e->graph->entry->name;
    if (c->machine)
        cells[n++] = e->machine->name;
    if (c->procs)
        cells[n++] = subject_shape(ctx, e);
    for (int i = 0; i < c->param_count; i++)
        cells[n++] = value_text(a, e, c->param[i]);
    cells[n++] = unknown_figure(a, format_time(a, e->time), estimate_bound_of(e));
    const double parts[] = {e->parts.computation, e->parts.communication, e->parts.waiting,
                            e->parts.overhead};
    for (int i = 0; i < 4; i++)
        cells[n++] = format_percent(a, e->time > 0 ? parts[i] / e->time : 0);
    cells[n++] = arena_printf(a, "%.2f", e->balance);
    table_add(t, cells);
}

void report_sweep(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                  report_style style)
{
    columns c = find_columns(ctx, count, estimates);
    print_head(ctx, out, estimates[0], &c, style);
    table t = new_table(ctx, &c);
    for (int i = 0; i < count; i++)
        add_row(ctx, &t, estimates[i], &c);
    table_print(&t, out, "  ", style.width, style.color);
    unknown_print(ctx, out, count, estimates, style);
}
