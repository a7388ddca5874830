#include <string.h>

#include "driver/fpredict/scale.h"
#include "support/gnuplot.h"

static const source_range nowhere = {0};

static bool fail(session *s, const char *text)
{
    diag_report(s->ctx->diags, DIAG_ERROR, "scale", nowhere, "%s", text);
    return false;
}

/* The parameter that grows: that of --vary, or the only one of --set. Null after reporting. */
static const set_values *choose_size(session *s)
{
    const options *opt = s->opt;
    const set_values *found = NULL;
    for (int i = 0; i < opt->sets.count; i++) {
        const set_values *set = &opt->sets.data[i];
        if (opt->vary ? strcmp(set->name, opt->vary) == 0 : opt->sets.count == 1)
            found = set;
        if (set->count > 1 && !(opt->effects && found == set)) {
            fail(s, arena_printf(s->ctx->arena,
                                 "--set %s has %d values: one is enough, from which %s grows",
                                 set->name, set->count, set->name));
            return NULL;
        }
    }
    if (!found) {
        fail(s, opt->vary             ? arena_printf(s->ctx->arena,
                                                     "--vary %s: with which size shall it begin? --set %s=...",
                                                     opt->vary, opt->vary)
                : opt->sets.count > 1 ? "which of those of --set grows? --vary NAME"
                                      : "which size grows, and from where on? --set N=1024, say");
        return NULL;
    }
    const int which = (int)(found - opt->sets.data);
    if (s->is_in_text && s->is_in_text[which]) {
        fail(s, arena_printf(s->ctx->arena,
                             "%s decides what the text of the program is, so that each size would "
                             "be another program: what grows is a size of loops and arrays",
                             found->name));
        return NULL;
    }
    if (found->values[0] < 1) {
        fail(s, "a size to begin with is 1 or more");
        return NULL;
    }
    return found;
}

typedef VEC(scaling) scaling_list;

/* One code on each machine. */
static bool scale_code_on_all(session *s, const scale_code *code, const char *size,
                              scaling_list *out)
{
    const aag_graph *graph = code->graph;
    arena *a = s->ctx->arena;
    const explore_effort effort = session_effort(s);
    bindings *values = ARENA_ARRAY(a, s->combination_count, bindings);
    for (int i = 0; i < s->combination_count; i++)
        values[i] = explore_fit_procs(graph, &s->combinations[i]);
    bool ok = true;
    for (int m = 0; m < s->machine_count && ok; m++) {
        const char *machine = s->machines[m]->name;
        const scaling_question q = {.name = s->machine_count > 1
                                                ? arena_printf(a, "%s on %s", code->name, machine)
                                                : code->name,
                                    .graph = graph,
                                    .machine = s->machines[m],
                                    .options = &s->estimating,
                                    .size = size,
                                    .count = s->combination_count,
                                    .values = values,
                                    .work = s->opt->work,
                                    .by_formula = s->opt->by_formula};
        scaling found;
        ok = scaling_solve(s->ctx, &q, &effort, &found);
        if (ok)
            VEC_PUSH(a, out, found);
    }
    if (!ok)
        session_report_missing(s, graph);
    return ok;
}

bool scale_find_codes(session *s, scale_codes *out)
{
    arena *a = s->ctx->arena;
    bool all_ok = true;
    for (int k = 0; k < s->entry_count; k++) {
        const char *entry = s->entries[k]->name;
        alternative *others = NULL;
        const int count = s->opt->alternatives
                              ? explore_parse(s->ctx, s->program, s->opt->alternatives, &others)
                              : 1;
        bool ok = count > 0;
        for (int i = 0; i < count && ok; i++) {
            meter_say(s->meter, "planning");
            const char *name = !others ? entry
                               : s->entry_count > 1
                                   ? arena_printf(a, "%s, %s", entry, others[i].name)
                                   : others[i].name;
            const aag_graph *graph =
                explore_graph(s->ctx, s->program, s->entries[k],
                              others ? others[i].override_count : s->override_count,
                              others ? others[i].overrides : s->overrides, &s->graphs);
            ok = graph != NULL;
            if (ok)
                VEC_PUSH(a, out, ((scale_code){name, graph}));
        }
        all_ok = all_ok && ok;
    }
    return all_ok;
}

static bool print(session *s, int count, const scaling *all)
{
    switch (s->opt->format) {
    case FORMAT_JSON:
        return report_scaling_json(s->ctx, session_out(s), count, all);
    case FORMAT_CSV:
        report_scaling_csv(session_out(s), count, all);
        return true;
    case FORMAT_TEXT:
    case FORMAT_MARKDOWN: /* of validations only */
        break;
    }
    for (int i = 0; i < count; i++) {
        if (i)
            fputc('\n', session_out(s));
        report_scaling(s->ctx, session_out(s), &all[i], session_style(s));
    }
    if (count > 1) {
        fputc('\n', session_out(s));
        report_scaling_ranges(s->ctx, session_out(s), count, all, session_style(s));
    }
    return true;
}

/* Sizes of a surface: from the first on, each twice as large. */
enum { SURFACE_SIZES = 7 };

/* --plots */
static bool draw(session *s, int count, const scaling *all)
{
    if (!s->opt->plots || count == 0)
        return true;
    scaling_grid *grids = ARENA_ARRAY(s->ctx->arena, count, scaling_grid);
    const explore_effort effort = session_effort(s);
    for (int i = 0; i < count; i++) {
        const int64_t *sizes;
        const int most = scaling_doublings(s->ctx->arena, all[i].size, SURFACE_SIZES, &sizes);
        if (!scaling_grid_make(s->ctx, all[i].of, most, sizes, &effort, &grids[i]))
            return false;
    }
    meter_say(s->meter, "drawing");
    const char *wrong = report_scaling_figures(s->ctx, count, all, grids, s->opt->plots);
    if (wrong)
        diag_report(s->ctx->diags, DIAG_ERROR, "plots", nowhere, "%s", wrong);
    return !wrong;
}

int command_scale(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    const set_values *size = choose_size(&s);
    const char *wrong = size && opt->plots ? gnuplot_check(ctx->arena, opt->plots) : NULL;
    if (wrong)
        diag_report(ctx->diags, DIAG_ERROR, "plots", nowhere, "%s", wrong);
    if (!size || wrong)
        return session_close(&s, false);
    scale_codes codes = {0};
    bool ok = scale_find_codes(&s, &codes);
    if (opt->effects)
        return session_close(&s, ok && scale_print_effects(&s, &codes, size));
    if (opt->crossings)
        return session_close(&s, ok && scale_print_crossings(&s, &codes, size));
    scaling_list all = {0};
    for (int i = 0; i < codes.count; i++)
        ok = scale_code_on_all(&s, &codes.data[i], size->name, &all) && ok;
    for (int i = 0; i < all.count; i++)
        session_check_complete(&s, all.data[i].start);
    ok = draw(&s, all.count, all.data) && ok;
    session_say(&s);
    ok = all.count > 0 && print(&s, all.count, all.data) && ok;
    return session_close(&s, ok);
}
