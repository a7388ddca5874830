#include <errno.h>
#include <string.h>

#include "driver/fpredict/session.h"
#include "report/trace_draw.h"
#include "report/trace_statistics.h"
#include "report/trace_summary.h"
#include "trace/format/merge.h"
#include "trace/profile/startup.h"

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

/* What could be read is kept, whatever comes after it. */
static bool convert(fp_context *ctx, const options *opt, trace *t)
{
    trace_writer *to = trace_create(ctx, opt->output, opt->form, t);
    bool ok = to != NULL;
    if (to && trace_form_is_ordered(opt->form))
        ok = trace_copy_in_order(ctx, t, to);
    for (uint32_t rank = 0; to && !trace_form_is_ordered(opt->form) && rank < t->rank_count; rank++)
        ok &= copy_rank(ctx, t, rank, to);
    return to && trace_finish(to) && ok;
}

/* Without other times asked for, those between MPI_Init and MPI_Finalize; *leaves: they are. False
 * after reporting. */
static bool leave_startup(fp_context *ctx, const options *opt, trace *t, bool is_asked,
                          double *from, double *to, bool *leaves)
{
    trace_startup s;
    if (opt->with_startup || is_asked || t->counts_flops)
        return true;
    if (!startup_find(ctx, t, &s))
        return false;
    *leaves = s.is_there;
    if (s.is_there) {
        *from = s.began / (double)t->ticks_per_s;
        *to = s.ended / (double)t->ticks_per_s;
    }
    return true;
}

static bool draw(fp_context *ctx, const options *opt, trace *t)
{
    timeline_options shown = {opt->from, opt->to, DRAWING_COLUMNS, DRAWING_ROWS, false};
    bool leaves = false;
    const timeline *line =
        leave_startup(ctx, opt, t, opt->has_window, &shown.from, &shown.to, &leaves)
            ? timeline_make(ctx, t, &shown)
            : NULL;
    if (!line)
        return false;
    const bool is_stdout = strcmp(opt->output, "-") == 0;
    FILE *out = is_stdout ? stdout : fopen(opt->output, "w");
    if (!out)
        return trace_fail(ctx, opt->output, "%s", strerror(errno));
    report_trace_drawing(ctx, out, line, leaves);
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

static bool print_statistics(session *s, int count, const trace_statistics *const *all)
{
    const options *opt = s->opt;
    if (opt->format == FORMAT_JSON)
        return report_trace_statistics_json(s->ctx, session_out(s), count, all, opt->unit);
    if (opt->format == FORMAT_CSV)
        return report_trace_statistics_csv(session_out(s), count, all, opt->unit);
    if (count == 2)
        report_trace_statistics_of_two(s->ctx, session_out(s), all, opt->unit, session_style(s));
    else
        report_trace_statistics(s->ctx, session_out(s), all[0], opt->unit, session_style(s));
    return true;
}

static bool statistics(session *s, trace *t)
{
    statistics_options o = s->opt->statistics;
    o.range_count = s->opt->ranks.count;
    o.ranges = s->opt->ranks.data;
    const int count = s->opt->files.count;
    trace *other = count == 2 ? trace_open_path(s->ctx, s->opt->files.data[1]) : NULL;
    const trace_statistics *all[2] = {NULL};
    bool ok = count == 1 || other;
    for (int i = 0; ok && i < count; i++) {
        statistics_options mine = o;
        trace *of = i ? other : t;
        ok = leave_startup(s->ctx, s->opt, of, o.has_window, &mine.from, &mine.to,
                           &mine.leaves_startup);
        mine.has_window |= mine.leaves_startup;
        ok = ok && (all[i] = trace_statistics_make(s->ctx, of, &mine)) != NULL;
    }
    ok = ok && print_statistics(s, count, all);
    if (other)
        trace_close(other);
    return ok;
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
    case TRACE_STATS:
        return statistics(s, t);
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
