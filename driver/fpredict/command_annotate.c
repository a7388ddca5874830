#include <errno.h>
#include <string.h>

#include "driver/fpredict/session.h"

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

int command_annotate(fp_context *ctx, const options *opt)
{
    session s;
    if (!session_open(&s, ctx, opt))
        return session_close(&s, false);
    bool ok = true;
    VEC(const estimate *) found = {0};
    for (int i = 0; i < s.entry_count; i++)
        for (int m = 0; m < s.machine_count; m++)
            for (int c = 0; c < s.combination_count; c++) {
                estimate *e = ARENA_NEW(ctx->arena, estimate);
                const aag_graph *graph;
                if (explore_estimate(ctx, s.program, s.entries[i], s.machines[m],
                                     &s.combinations[c], s.override_count, s.overrides,
                                     &opt->graphs, &opt->estimating, &graph, e))
                    VEC_PUSH(ctx->arena, &found, e);
                else
                    ok = false;
            }
    for (int i = 0; i < found.count; i++)
        session_check_complete(&s, found.data[i]);
    if (found.count > 1 && opt->output) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "--output takes one prediction, not %d: choose one machine, size, shape and "
                    "--entry",
                    found.count);
        return session_close(&s, false);
    }
    if (found.count == 1 && opt->output)
        return session_close(&s, write_copy(&s, found.data[0]) && ok);
    session_say(&s);
    for (int i = 0; i < found.count; i++) {
        if (i)
            fputc('\n', session_out(&s));
        report_annotate(ctx, session_out(&s), found.data[i], session_style(&s));
    }
    return session_close(&s, ok);
}
