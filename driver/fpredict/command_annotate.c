#include <errno.h>
#include <string.h>

#include "driver/fpredict/session.h"
#include "report/annotate_scaling.h"

static const source_range nowhere = {0};

/* Writes the annotated copy where --output says. */
static bool write_copy(session *s, const estimate *e)
{
    const char *path = s->opt->output;
    if (strcmp(path, "-") == 0)
        return report_annotate_copy(s->ctx, stdout, e);
    FILE *out = session_create(s, path);
    if (!out)
        return false;
    bool ok = report_annotate_copy(s->ctx, out, e) && !ferror(out);
    if (fclose(out) != 0)
        ok = false;
    if (!ok)
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot write '%s': %s", path,
                    strerror(errno));
    return ok;
}

typedef VEC(const estimate *) estimate_list;

/* Adds what is predicted of one entry; false when anything was not. */
static bool annotate_entry(session *s, const function *entry, estimate_list *out)
{
    fp_context *ctx = s->ctx;
    const explore_cases cases = {s->machine_count, s->machines, s->combination_count,
                                 s->combinations, NULL};
    const explore_effort effort = session_effort(s);
    const int count = s->machine_count * s->combination_count;
    prediction *found = ARENA_ARRAY(ctx->arena, count, prediction);
    const aag_graph *graph =
        explore_graph(ctx, s->program, entry, s->override_count, s->overrides, &s->graphs);
    const bool is_done = graph && explore_sweep(ctx, graph, &cases, &s->estimating, &effort, found);
    bool ok = is_done;
    for (int i = 0; i < count && is_done; i++) {
        diag_add_all(ctx->diags, found[i].reported);
        ok = ok && found[i].is_made;
        if (found[i].is_made)
            VEC_PUSH(ctx->arena, out, &found[i].result);
    }
    return ok;
}

/* All that is predicted of the present reading: the text that is shown is the one that was read. */
static bool annotate_all(session *s, int *shown)
{
    bool ok = true;
    estimate_list found = {0};
    for (int i = 0; i < s->entry_count; i++)
        ok = annotate_entry(s, s->entries[i], &found) && ok;
    meter_stop(s->meter);
    for (int i = 0; i < found.count; i++)
        session_check_complete(s, found.data[i]);
    const int count = found.count * s->reading_count;
    if (count > 1 && s->opt->output) {
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "--output takes one prediction, not %d: choose one machine, size, shape and "
                    "--entry",
                    count);
        return false;
    }
    if (count == 1 && s->opt->output)
        return write_copy(s, found.data[0]) && ok;
    if (s->reading_count == 1) /* else what is said of all readings stands after them */
        session_say(s);
    for (int i = 0; i < found.count; i++) {
        if ((*shown)++)
            fputc('\n', session_out(s));
        report_annotate(s->ctx, session_out(s), found.data[i], session_style(s));
    }
    return ok;
}

/* --scaling: each entry on each machine. */
static bool annotate_scaling(session *s)
{
    estimate_list found = {0};
    VEC(scaled_source) all = {0};
    bool ok = true;
    for (int i = 0; i < s->entry_count; i++)
        ok = annotate_entry(s, s->entries[i], &found) && ok;
    meter_stop(s->meter);
    for (int i = 0; i < found.count; i++)
        session_check_complete(s, found.data[i]);
    for (int i = 0; ok && i < found.count; i += s->combination_count) {
        scaled_source one;
        const char *why = scaled_source_of(s->ctx, s->combination_count, &found.data[i], &one);
        if (why) {
            diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere, "%s", why);
            return false;
        }
        VEC_PUSH(s->ctx->arena, &all, one);
    }
    session_say(s);
    if (ok && s->opt->has_graph) {
        report_annotate_scaling_graph(s->ctx, session_out(s), &all.data[0], s->opt->as);
        return true;
    }
    if (!ok || s->opt->format == FORMAT_JSON)
        return ok && report_annotate_scaling_json(s->ctx, session_out(s), all.count, all.data);
    for (int i = 0; i < all.count; i++) {
        if (i)
            fputc('\n', session_out(s));
        report_annotate_scaling(s->ctx, session_out(s), &all.data[i], session_style(s));
    }
    return true;
}

/* What is wrong with --scaling and --format here, or null. */
static const char *wrong_of_scaling(const session *s)
{
    if (s->opt->has_graph && !s->opt->scaling)
        return "--as writes the graph of --scaling; 'fpredict dump --stage aag' has it without "
               "figures";
    if (!s->opt->scaling)
        return s->opt->format == FORMAT_JSON ? "annotate writes JSON of --scaling only; "
                                               "'fpredict estimate --format json' has lines and "
                                               "units of a prediction"
                                             : NULL;
    if (s->opt->has_graph && s->machine_count * s->entry_count > 1)
        return "--as writes one graph: of one --entry on one --machine";
    if (s->opt->has_graph && s->opt->has_format)
        return "--as says what the graph of --scaling is written as: leave out --format";
    if (s->opt->output)
        return "--output takes one prediction, and --scaling compares several";
    return s->reading_count > 1 ? "--scaling compares predictions of one program: a size that "
                                  "decides what its text is makes several"
                                : NULL;
}

int command_annotate(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    if (s.is_part)
        return session_close(&s, true);
    const char *wrong = wrong_of_scaling(&s);
    if (wrong)
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "%s", wrong);
    if (wrong || opt->scaling)
        return session_close(&s, !wrong && annotate_scaling(&s));
    int shown = 0;
    bool ok = annotate_all(&s, &shown);
    while ((ok || !opt->output) && session_next_reading(&s, &ok))
        ok = annotate_all(&s, &shown) && ok;
    return session_close(&s, ok);
}
