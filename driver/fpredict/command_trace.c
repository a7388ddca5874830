#include <errno.h>
#include <string.h>

#include "driver/fpredict/session.h"
#include "report/trace_draw.h"
#include "report/trace_summary.h"
#include "trace/format/merge.h"

static bool show(session *s, trace *t)
{
    const trace_profile *p = trace_profile_make(s->ctx, t);
    if (p)
        report_trace_summary(s->ctx, session_out(s), p, session_style(s));
    return p != NULL;
}

static bool copy_rank(fp_context *ctx, trace *t, uint32_t rank, trace_writer *to)
{
    trace_event e;
    trace_cursor *c = trace_rank_events(ctx, t, rank);
    while (trace_next(c, &e))
        if (!trace_write(to, rank, &e))
            return false;
    return !trace_is_broken(c);
}

static bool copy_merged(fp_context *ctx, trace *t, trace_writer *to)
{
    trace_event e;
    uint32_t rank;
    trace_merge *m = trace_merge_new(ctx, t);
    while (trace_merge_next(m, &rank, &e))
        if (!trace_write(to, rank, &e))
            return false;
    return !trace_merge_is_broken(m);
}

/* What could be read is kept, whatever comes after it. */
static bool convert(fp_context *ctx, const options *opt, trace *t)
{
    trace_writer *to = trace_create(ctx, opt->output, opt->form, t);
    bool ok = to != NULL;
    if (to && trace_form_is_ordered(opt->form))
        ok = copy_merged(ctx, t, to);
    for (uint32_t rank = 0; to && !trace_form_is_ordered(opt->form) && rank < t->rank_count; rank++)
        ok &= copy_rank(ctx, t, rank, to);
    return to && trace_finish(to) && ok;
}

static bool draw(fp_context *ctx, const options *opt, trace *t)
{
    const timeline_options shown = {opt->from, opt->to, DRAWING_COLUMNS, DRAWING_ROWS, false};
    const timeline *line = timeline_make(ctx, t, &shown);
    if (!line)
        return false;
    const bool is_stdout = strcmp(opt->output, "-") == 0;
    FILE *out = is_stdout ? stdout : fopen(opt->output, "w");
    if (!out)
        return trace_fail(ctx, opt->output, "%s", strerror(errno));
    report_trace_drawing(ctx, out, line);
    const bool is_good = !ferror(out) && fflush(out) == 0;
    if (!is_good)
        trace_fail(ctx, opt->output, "%s", strerror(errno));
    return (is_stdout || fclose(out) == 0) && is_good;
}

static bool compare(session *s, trace *t)
{
    trace *other = trace_open_path(s->ctx, s->opt->files.data[1]);
    const trace_comparison *c = other ? trace_compare_make(s->ctx, t, other) : NULL;
    if (c)
        report_trace_comparison(s->ctx, session_out(s), c, session_style(s));
    if (other)
        trace_close(other);
    return c != NULL;
}

static bool do_wish(session *s, trace *t)
{
    switch (s->opt->wish) {
    case TRACE_SHOW:
        return show(s, t);
    case TRACE_CONVERT:
        return convert(s->ctx, s->opt, t);
    case TRACE_DRAW:
        return draw(s->ctx, s->opt, t);
    case TRACE_COMPARE:
        return compare(s, t);
    case TRACE_NOTHING:
    case TRACE_WISH_COUNT:
        break;
    }
    return false;
}

int command_trace(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    const bool ok = t && do_wish(&s, t);
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
