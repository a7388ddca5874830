/* The critical path of what is replayed or extrapolated: that of the trace of it, which is written
 * for this alone where --output does not ask for one that can be read. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/critical_path.h"
#include "support/folder.h"

bool critical_path_open(critical_path *p, fp_context *ctx, const options *opt)
{
    *p = (critical_path){.output = opt->output, .form = opt->form};
    if (!opt->wants_path)
        return true;
    const bool is_readable = opt->output && strcmp(opt->output, "-") != 0 &&
                             (opt->form == TRACE_AS_OTF2 || opt->form == TRACE_AS_TEXT);
    if (opt->output && !is_readable) {
        diag_report(ctx->diags, DIAG_ERROR, "critical-path", (source_range){0},
                    "--critical-path reads the trace that --output writes: let it be a folder of "
                    "OTF2, or a text (--as text), or leave it out");
        return false;
    }
    if (is_readable)
        return true;
    const char *parent = getenv("TMPDIR");
    char *folder = arena_printf(ctx->arena, "%s/fpredict-path-XXXXXX",
                                parent && *parent == '/' ? parent : "/tmp");
    if (!mkdtemp(folder))
        return trace_fail(ctx, folder, "it cannot be made: %s", strerror(errno));
    p->folder = folder;
    p->output = arena_printf(ctx->arena, "%s/trace", folder);
    p->form = TRACE_AS_OTF2;
    return true;
}

bool critical_path_find(const critical_path *p, fp_context *ctx, const options *opt,
                        const timeline **out)
{
    static const timeline_options how = {0, -1, 1, 1, true};
    *out = NULL;
    if (!opt->wants_path)
        return true;
    trace *t = trace_open_path(ctx, p->output);
    *out = t ? timeline_make(ctx, t, &how) : NULL;
    if (t)
        trace_close(t);
    return *out != NULL;
}

void critical_path_close(const critical_path *p, fp_context *ctx)
{
    if (!p->folder)
        return;
    folder_remove(ctx->arena, p->output);
    folder_remove(ctx->arena, p->folder);
}
