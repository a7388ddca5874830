#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support/folder.h"
#include "trace/format/merge.h"
#include "trace/format/source.h"

/* A form that wants all ranks in the order of time, of events that come as they are worked out:
 * they go into an archive of their own first. */

typedef struct sorted_writer {
    trace_writer writer; /* first */
    trace_form form;
    const char *folder; /* for the archive */
    const char *archive;
    trace_writer *first;
} sorted_writer;

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    return trace_write(((sorted_writer *)of)->first, rank, e);
}

bool trace_copy_in_order(fp_context *ctx, trace *t, trace_writer *to)
{
    trace_event e;
    uint32_t rank;
    trace_merge *m = trace_merge_new(ctx, t);
    while (trace_merge_next(m, &rank, &e))
        if (!trace_write(to, rank, &e))
            return false;
    return !trace_merge_is_broken(m);
}

static bool sort(sorted_writer *w)
{
    fp_context *ctx = w->writer.ctx;
    trace *t = trace_open_path(ctx, w->archive);
    trace_writer *to = t ? trace_create(ctx, w->writer.path, w->form, w->writer.definitions) : NULL;
    bool is_good = to != NULL;
    if (to) {
        is_good = trace_copy_in_order(ctx, t, to);
        is_good &= trace_finish(to);
    }
    if (t)
        trace_close(t);
    return is_good;
}

static bool finish(trace_writer *of)
{
    sorted_writer *w = (sorted_writer *)of;
    const bool is_good = trace_finish(w->first) && sort(w);
    folder_remove(of->ctx->arena, w->folder);
    return is_good;
}

trace_writer *trace_create_sorted(fp_context *ctx, const char *path, trace_form form,
                                  const trace *definitions)
{
    if (!trace_form_is_ordered(form))
        return trace_create(ctx, path, form, definitions);
    const char *parent = getenv("TMPDIR");
    char *folder = arena_printf(ctx->arena, "%s/fpredict-sorted-XXXXXX",
                                parent && *parent == '/' ? parent : "/tmp");
    if (!mkdtemp(folder))
        return trace_fail(ctx, folder, "it cannot be made: %s", strerror(errno)), NULL;
    sorted_writer *w = ARENA_NEW(ctx->arena, sorted_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    w->form = form;
    w->folder = folder;
    w->archive = arena_printf(ctx->arena, "%s/trace", folder);
    w->first = trace_create(ctx, w->archive, TRACE_AS_OTF2, definitions);
    if (w->first)
        return &w->writer;
    folder_remove(ctx->arena, folder);
    return NULL;
}
