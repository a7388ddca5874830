#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/scale.h"
#include "report/scaling_effects.h"

static const source_range nowhere = {0};

/* Sizes where --set has one: from it on, each twice as large. */
enum { EFFECT_SIZES = 7 };

static int ascending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int list_sizes(arena *a, const set_values *size, const int64_t **out)
{
    if (size->count == 1)
        return scaling_doublings(a, size->values[0], EFFECT_SIZES, out);
    int64_t *sizes = arena_copy(a, size->values, (size_t)size->count * sizeof *size->values);
    qsort(sizes, (size_t)size->count, sizeof *sizes, ascending);
    *out = sizes;
    return size->count;
}

/* The numbers of processors, each once: combinations of the first value of the size. */
static int list_points(session *s, const aag_graph *graph, const set_values *size,
                       const bindings **out)
{
    bindings *values = ARENA_ARRAY(s->ctx->arena, s->combination_count, bindings);
    int count = 0;
    for (int i = 0; i < s->combination_count; i++) {
        const bindings *b = &s->combinations[i];
        for (int k = 0; k < b->count; k++)
            if (strcmp(b->set[k].name, size->name) == 0 && b->set[k].value == size->values[0])
                values[count++] = explore_fit_procs(graph, b);
    }
    *out = values;
    return count;
}

/* One code on one machine; false after reporting. */
static bool make_grid(session *s, const scale_code *code, const sag *machine,
                      const set_values *size, scaling_grid *grid, const estimate **first)
{
    const int64_t *sizes;
    const int size_count = list_sizes(s->ctx->arena, size, &sizes);
    const explore_effort effort = session_effort(s);
    estimate *start = ARENA_NEW(s->ctx->arena, estimate);
    scaling_question q = {.graph = code->graph,
                          .machine = machine,
                          .options = &s->estimating,
                          .size = size->name,
                          .work = s->opt->work};
    q.count = list_points(s, code->graph, size, &q.values);
    if (!scaling_check_work(s->ctx, &q) ||
        !estimate_run(s->ctx, q.graph, q.machine, &q.values[0], q.options, start)) {
        session_report_missing(s, code->graph);
        return false;
    }
    session_check_complete(s, start);
    *first = start;
    return scaling_grid_make(s->ctx, &q, size_count, sizes, &effort, grid);
}

static bool print_all(session *s, int count, const effects_report *all)
{
    switch (s->opt->format) {
    case FORMAT_JSON:
        return report_effects_json(s->ctx, session_out(s), count, all);
    case FORMAT_CSV:
        report_effects_csv(session_out(s), count, all);
        return true;
    case FORMAT_TEXT:
    case FORMAT_MARKDOWN: /* of validations only */
        break;
    }
    for (int i = 0; i < count; i++) {
        if (i)
            fputc('\n', session_out(s));
        report_effects(s->ctx, session_out(s), &all[i], session_style(s));
    }
    return true;
}

/* On each number of processors. */
static bool analyse(session *s, const effects_report *given, const scaling_grid *grids)
{
    arena *a = s->ctx->arena;
    const int points = grids[0].point_count;
    effects_report *all = ARENA_ARRAY(a, points, effects_report);
    effects *found = ARENA_ARRAY(a, points, effects);
    for (int i = 0; i < points; i++) {
        all[i] = *given;
        all[i].of = &found[i];
        scaling_effects(a, given->code_count, s->machine_count, grids, i, &found[i]);
        if (found[i].size_count > 0)
            continue;
        diag_report(s->ctx->diags, DIAG_ERROR, "scale", nowhere,
                    "there is no size at which all codes can be predicted on all machines, have "
                    "work to do, and fit the memory: try other sizes, as --set %s=64,128,256",
                    given->size);
        return false;
    }
    session_say(s);
    return print_all(s, points, all);
}

bool scale_print_effects(session *s, const scale_codes *codes, const set_values *size)
{
    arena *a = s->ctx->arena;
    const int machines = s->machine_count;
    scaling_grid *grids = ARENA_ARRAY(a, codes->count * machines, scaling_grid);
    const char **code_names = ARENA_ARRAY(a, codes->count, const char *);
    const char **machine_names = ARENA_ARRAY(a, machines, const char *);
    const estimate *first = NULL;
    if (s->opt->plots) {
        diag_report(s->ctx->diags, DIAG_ERROR, "scale", nowhere,
                    "--plots draws what scale prints without --effects: choose one of them");
        return false;
    }
    for (int i = 0; i < codes->count; i++) {
        code_names[i] = codes->data[i].name;
        for (int j = 0; j < machines; j++) {
            machine_names[j] = s->machines[j]->name;
            if (!make_grid(s, &codes->data[i], s->machines[j], size, &grids[i * machines + j],
                           &first))
                return false;
        }
    }
    const effects_report given = {.first = first,
                                  .size = size->name,
                                  .work = s->opt->work,
                                  .code_count = codes->count,
                                  .codes = code_names,
                                  .machines = machine_names};
    return codes->count > 0 && analyse(s, &given, grids);
}
