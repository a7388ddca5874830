#include "trace/format/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "trace/format/source.h"

bool trace_fail(fp_context *ctx, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = arena_vprintf(ctx->arena, format, args);
    va_end(args);
    diag_report(ctx->diags, DIAG_ERROR, "trace", (source_range){0}, "'%s': %s", path, what);
    return false;
}

void trace_raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), most = strlen(end);
    return length >= most && strcmp(text + length - most, end) == 0;
}

trace *trace_open_path(fp_context *ctx, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return trace_fail(ctx, path, "%s", strerror(errno)), NULL;
    if (!S_ISDIR(status.st_mode) && ends_in(path, ".otf2"))
        return trace_open_otf2(ctx, path);
    if (!S_ISDIR(status.st_mode))
        return trace_is_ti(ctx, path) ? trace_open_ti(ctx, path) : trace_open_text(ctx, path);
    const char *anchor = arena_printf(ctx->arena, "%s/traces.otf2", path);
    if (stat(anchor, &status) != 0)
        return trace_fail(ctx, path,
                          "this folder has no traces.otf2; an archive of another name is named by "
                          "its .otf2 file"),
               NULL;
    return trace_open_otf2(ctx, anchor);
}

void trace_close(trace *t)
{
    if (t->source->close)
        t->source->close(t);
}

trace_cursor *trace_rank_events(fp_context *ctx, trace *t, uint32_t rank)
{
    trace_cursor *c = t->source->begin(ctx, t, rank);
    c->ctx = ctx;
    c->of = t;
    c->rank = rank;
    return c;
}

/* Does what the event names exist? Whoever reads on may then index with it. */
static const char *nonsense_of(const trace *t, const trace_event *e)
{
    const bool is_region = e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE;
    const bool has_comm = e->kind == TRACE_SEND || e->kind == TRACE_ISEND ||
                          e->kind == TRACE_RECV || e->kind == TRACE_IRECV ||
                          e->kind == TRACE_COLLECTIVE_END || e->kind == TRACE_GET ||
                          e->kind == TRACE_PUT;
    if (is_region && e->region >= t->region_count)
        return "names a region that is not defined";
    if (!has_comm)
        return NULL;
    if (e->comm >= t->comm_count)
        return "names a communicator that is not defined";
    const trace_comm *comm = &t->comms[e->comm];
    if (e->peer >= (comm->ranks ? comm->size : 1) &&
        !(e->kind == TRACE_COLLECTIVE_END && e->peer == TRACE_NO_ROOT))
        return "names a rank that its communicator does not have";
    return NULL;
}

bool trace_next(trace_cursor *c, trace_event *out)
{
    if (c->is_broken)
        return false;
    if (c->next == c->count) {
        c->next = c->count = 0;
        if (!c->of->source->fill(c)) {
            c->is_broken = true;
            return false;
        }
        if (c->count == 0)
            return false;
    }
    *out = c->events[c->next++];
    c->given++;
    const char *wrong = nonsense_of(c->of, out);
    if (!wrong && out->time < c->last_time)
        wrong = "is earlier than the one before: the clock ran backward, or the file is damaged";
    if (!wrong && out->cpu != TRACE_NO_CPU && out->cpu < c->last_cpu)
        wrong = "has less processor time than one before";
    if (wrong) {
        c->is_broken = true;
        return trace_fail(c->ctx, c->of->path, "event %" PRIu64 " of rank %" PRIu32 " (%s) %s",
                          c->given, c->rank, trace_kind_name(out->kind), wrong);
    }
    c->last_time = out->time;
    c->last_cpu = out->cpu != TRACE_NO_CPU ? out->cpu : c->last_cpu;
    return true;
}

void trace_end_events(trace_cursor *c)
{
    if (c->of->source->end)
        c->of->source->end(c);
}

bool trace_is_broken(const trace_cursor *c)
{
    return c->is_broken;
}

bool trace_form_is_ordered(trace_form form)
{
    return form == TRACE_AS_PAJE;
}

trace_writer *trace_create(fp_context *ctx, const char *path, trace_form form,
                           const trace *definitions)
{
    static trace_writer *(*const create[TRACE_FORM_COUNT])(
        fp_context *, const char *, const trace *) = {[TRACE_AS_OTF2] = trace_create_otf2,
                                                      [TRACE_AS_TEXT] = trace_create_text,
                                                      [TRACE_AS_CHROME] = trace_create_chrome,
                                                      [TRACE_AS_PAJE] = trace_create_paje,
                                                      [TRACE_AS_TI] = trace_create_ti};
    trace_writer *w = create[form](ctx, path, definitions);
    if (!w)
        return NULL;
    w->ctx = ctx;
    w->path = path;
    w->definitions = definitions;
    return w;
}

bool trace_write(trace_writer *w, uint32_t rank, const trace_event *event)
{
    return w->write(w, rank, event);
}

bool trace_finish(trace_writer *w)
{
    return w->finish(w);
}
