#include "report/scaling_results.h"

#include "report/json_write.h"
#include "report/text.h"
#include "support/format.h"

static const char *count_text(arena *a, const result_count *c)
{
    return arena_printf(a, "in %s of %s", format_integer(a, c->holds), format_integer(a, c->cases));
}

/* "on 8 T(block,*) is behind T(block,block) by their scalabilities, but not slower at N = 51" */
static const char *exception_text(arena *a, const scaling *all, const result_exception *e)
{
    const scaling *slower = &all[e->slower];
    const char *procs = format_integer(a, slower->points[e->point].begin.procs),
               *size = slower->of->size;
    if (e->is_crossing)
        return arena_printf(a,
                            "on %s %s has overtaken %s, and yet is slower with each of %s = %s to "
                            "%s",
                            procs, slower->of->name, all[e->faster].of->name, size,
                            format_integer(a, e->from), format_integer(a, e->to));
    return arena_printf(
        a, "on %s %s has not overtaken %s, and yet is not slower with %s = %s, of %s to %s", procs,
        slower->of->name, all[e->faster].of->name, size, format_integer(a, e->at),
        format_integer(a, e->from), format_integer(a, e->to));
}

static const char *between_text(arena *a, const scaling *all, const scaling_results *results)
{
    const result_count *c = &results->between;
    const char *text = "";
    for (int i = 0; i < results->exception_count; i++)
        text = arena_printf(a, "%s%s %s", text,
                            i ? ";" : ", not:", exception_text(a, all, &results->exceptions[i]));
    if (c->cases - c->holds > results->exception_count)
        text = arena_printf(a, "%s; and more", text);
    if (results->thinned > 0)
        text = arena_printf(a, "%s (in %s of them only %d sizes in between were predicted)", text,
                            format_integer(a, results->thinned), RESULTS_SIZES_MOST);
    return text;
}

void report_scaling_results(fp_context *ctx, FILE *out, const scaling *all,
                            const scaling_results *results, report_style style)
{
    arena *a = ctx->arena;
    const char *text = "";
    if (results->between.cases == 0)
        return;
    if (results->crossing.cases > 0)
        text = arena_printf(
            a, "Who has overtaken by definition 1 is faster at the sizes themselves %s. ",
            count_text(a, &results->crossing));
    if (results->superior.cases > 0)
        text =
            arena_printf(a, "%sWho is faster at first and scales no worse stays so (result 1) %s. ",
                         text, count_text(a, &results->superior));
    text = arena_printf(a,
                        "%sThere is no crossing just where who is slower at first is slower with "
                        "all sizes between the two (result 2) %s%s.",
                        text, count_text(a, &results->between), between_text(a, all, results));
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

static json_t *count_of(const result_count *c)
{
    json_t *o = json_object();
    json_object_set_new(o, "cases", json_integer(c->cases));
    json_object_set_new(o, "holds", json_integer(c->holds));
    return o;
}

static json_t *exception_of(arena *a, const scaling *all, const result_exception *e)
{
    json_t *o = json_object();
    json_object_set_new(o, "processors", json_integer(all[e->slower].points[e->point].begin.procs));
    json_object_set_new(o, "slower", json_text(a, all[e->slower].of->name));
    json_object_set_new(o, "faster", json_text(a, all[e->faster].of->name));
    json_object_set_new(o, "crossing", json_boolean(e->is_crossing));
    json_object_set_new(o, "from", json_integer(e->from));
    json_object_set_new(o, "to", json_integer(e->to));
    json_object_set_new(o, "not_slower_at", e->at ? json_integer(e->at) : json_null());
    return o;
}

json_t *report_scaling_results_json(arena *a, const scaling *all, const scaling_results *results)
{
    json_t *o = json_object(), *exceptions = json_array();
    json_object_set_new(o, "definition_1", count_of(&results->crossing));
    json_object_set_new(o, "result_1", count_of(&results->superior));
    json_t *between = count_of(&results->between);
    for (int i = 0; i < results->exception_count; i++)
        json_array_append_new(exceptions, exception_of(a, all, &results->exceptions[i]));
    json_object_set_new(between, "thinned", json_integer(results->thinned));
    json_object_set_new(between, "exceptions", exceptions);
    json_object_set_new(o, "result_2", between);
    return o;
}
