#include "driver/fpredict/session.h"

typedef VEC(comparison) comparison_list;
typedef VEC(comparison_label) label_list;

/* What to compare: --alternatives, or each --distribute, or the usual ones. */
static int choose(session *s, alternative **out)
{
    const options *opt = s->opt;
    if (opt->alternatives)
        return explore_parse(s->ctx, s->program, opt->alternatives, out);
    if (s->override_count == 0)
        return explore_usual(s->ctx, s->program, out);
    alternative *all = ARENA_ARRAY(s->ctx->arena, s->override_count, alternative);
    for (int i = 0; i < s->override_count; i++)
        all[i] = (alternative){
            .name = opt->distributes.data[i], .override_count = 1, .overrides = &s->overrides[i]};
    *out = all;
    return s->override_count;
}

static bool has_one_shape(const session *s)
{
    return s->opt->procs.count <= 1;
}

/* "cm5, 2x2", or what of it others do not share; "N = 64". */
static comparison_label label_of(const session *s, const function *entry, const sag *machine,
                                 const bindings *values, const comparison *c)
{
    arena *a = s->ctx->arena;
    const char *row = "", *column = "";
    if (s->entry_count > 1)
        row = arena_printf(a, "%s(), ", entry->name);
    if (s->machine_count > 1)
        row = arena_printf(a, "%s%s, ", row, machine->name);
    bool is_total = values->procs_rank == 0 || (c->case_count > 1 && !has_one_shape(s));
    if (is_total && c->count > 0)
        row = arena_printf(a, "%s%d", row, c->ranked[0].result.procs);
    for (int k = 0; k < values->procs_rank && !is_total; k++)
        row = arena_printf(a, "%s%s%d", row, k ? "x" : "", values->procs[k]);
    for (int i = 0; i < values->count; i++)
        if (s->opt->sets.data[i].count > 1 && !s->opt->sets.data[i].is_tuned)
            column = arena_printf(a, "%s%s%s = %lld", column, *column ? ", " : "",
                                  values->set[i].name, (long long)values->set[i].value);
    return (comparison_label){row, *column ? column : "fastest"};
}

static void print_text(session *s, int count, const comparison *all, const comparison_label *labels)
{
    report_compare_map(s->ctx, session_out(s), count, all, labels, session_style(s));
    for (int i = 0; i < count; i++) {
        if (i)
            fputc('\n', session_out(s));
        report_compare(s->ctx, session_out(s), &all[i], session_style(s));
    }
}

/* What data cannot say: the alternatives without a prediction. */
static void report_missing(session *s, const comparison *c)
{
    for (int j = 0; j < c->count; j++)
        if (!c->ranked[j].is_predicted)
            diag_report(s->ctx->diags, DIAG_WARNING, "compare", c->ranked[j].why_at,
                        "%s is left out: %s", c->ranked[j].name,
                        c->ranked[j].why ? c->ranked[j].why : "it cannot be planned");
}

static void check_complete(session *s, const comparison *c)
{
    for (int j = 0; j < c->count; j++)
        if (c->ranked[j].is_predicted)
            session_check_complete(s, &c->ranked[j].result);
}

/* The estimates of all comparisons in one array, as ranked. */
static bool print_csv(session *s, int count, const comparison *all)
{
    VEC(const estimate *) ranked = {0};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < all[i].count; j++)
            if (all[i].ranked[j].is_predicted)
                VEC_PUSH(s->ctx->arena, &ranked, &all[i].ranked[j].result);
    return report_csv(s->ctx, session_out(s), ranked.count, ranked.data);
}

static bool print_comparisons(session *s, int count, const comparison *all,
                              const comparison_label *labels)
{
    switch (s->opt->format) {
    case FORMAT_TEXT:
        print_text(s, count, all, labels);
        return true;
    case FORMAT_JSON:
        return report_json_compare(s->ctx, session_out(s), count, all);
    case FORMAT_CSV:
        return print_csv(s, count, all);
    case FORMAT_MARKDOWN: /* of validations only */
        break;
    }
    return false;
}

static int total_of(const bindings *values)
{
    int total = 1;
    for (int k = 0; k < values->procs_rank; k++)
        total *= values->procs[k];
    return total;
}

/* The first of the combinations that differ from this one only in what is tuned, and in the shape
 * of as many processors. They are in the order of session_open: processors vary fastest. */
static int first_of(const session *s, int combination)
{
    const int shapes = s->opt->procs.count ? s->opt->procs.count : 1;
    const bindings *mine = &s->combinations[combination];
    int first = 0, rest = combination / shapes, weight = shapes;
    while (total_of(&s->combinations[first]) != total_of(mine))
        first++;
    for (int i = s->opt->sets.count; i-- > 0;) {
        const set_values *v = &s->opt->sets.data[i];
        first += v->is_tuned ? 0 : rest % v->count * weight;
        rest /= v->count;
        weight *= v->count;
    }
    return first;
}

/* Grids of as many processors are ranked together, and the values of --tune. */
static const ranked_with *find_together(session *s)
{
    arena *a = s->ctx->arena;
    ranked_with *all = ARENA_ARRAY(a, s->combination_count, ranked_with);
    for (int c = 0; c < s->combination_count; c++) {
        const bindings *values = &s->combinations[c];
        all[c].first = first_of(s, c);
        for (int i = 0; i < values->count; i++)
            if (s->opt->sets.data[i].is_tuned)
                all[c].size = arena_printf(a, "%s%s%s = %lld", all[c].size ? all[c].size : "",
                                           all[c].size ? ", " : "", values->set[i].name,
                                           (long long)values->set[i].value);
    }
    return all;
}

/* Compares in every case; those without a prediction have been reported. */
static bool compare_entry(session *s, const function *entry, comparison *out)
{
    const explore_cases cases = {s->machine_count, s->machines, s->combination_count,
                                 s->combinations, find_together(s)};
    const explore_effort effort = session_effort(s);
    alternative *alternatives;
    int count = choose(s, &alternatives);
    if (count == 0 && !diag_has_errors(s->ctx->diags))
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "there is nothing to compare: %s distributes no template",
                    source_path(s->program->file));
    return count > 0 && explore_compare(s->ctx, s->program, entry, &cases, count, alternatives,
                                        &s->graphs, &s->estimating, &effort, out);
}

/* Those of the present reading. */
static bool compare_all(session *s, comparison_list *all, label_list *labels)
{
    arena *a = s->ctx->arena;
    bool ok = true;
    const int case_count = s->machine_count * s->combination_count;
    for (int i = 0; i < s->entry_count; i++) {
        comparison *found = ARENA_ARRAY(a, case_count, comparison);
        ok = compare_entry(s, s->entries[i], found) && ok;
        for (int k = 0; k < case_count; k++) {
            const sag *machine = s->machines[k / s->combination_count];
            const bindings *values = &s->combinations[k % s->combination_count];
            if (found[k].count == 0)
                continue;
            VEC_PUSH(a, all, found[k]);
            VEC_PUSH(a, labels, label_of(s, s->entries[i], machine, values, &found[k]));
        }
    }
    return ok;
}

int command_compare(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    if (s.is_part)
        return session_close(&s, true);
    comparison_list all = {0};
    label_list labels = {0};
    bool ok = compare_all(&s, &all, &labels);
    while (session_next_reading(&s, &ok))
        ok = compare_all(&s, &all, &labels) && ok;
    for (int i = 0; opt->format != FORMAT_TEXT && i < all.count; i++)
        report_missing(&s, &all.data[i]);
    for (int i = 0; i < all.count; i++)
        check_complete(&s, &all.data[i]);
    session_say(&s);
    ok = print_comparisons(&s, all.count, all.data, labels.data) && ok;
    return session_close(&s, ok);
}
