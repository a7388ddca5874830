#include "driver/fpredict/session.h"
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

int command_trace(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    const bool ok = t && (opt->wish == TRACE_SHOW ? show(&s, t) : convert(ctx, opt, t));
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
