#include <inttypes.h>
#include <string.h>

#include "driver/fpredict/critical_path.h"
#include "driver/fpredict/session.h"
#include "report/trace_screening.h"
#include "report/trace_summary.h"

/* What a flop takes where nobody says it: an addition or a multiplication, as they come. */
static double flops_rate_of(const sag *machine)
{
    const sag_processing *p = machine->processing;
    const double both = p->op[SAG_OP_double_add].value + p->op[SAG_OP_double_multiply].value;
    return both > 0 ? 2 / both : 0;
}

/* How many times as fast as the trace says. */
static bool find_speed(fp_context *ctx, const options *opt, const trace *t, replay_options *o)
{
    const double rate = opt->flops_rate > 0 ? opt->flops_rate : flops_rate_of(o->machine);
    o->speed = opt->speed > 0 ? opt->speed : 1;
    if (!t->counts_flops)
        return !(opt->flops_rate > 0) ||
               trace_fail(ctx, t->path,
                          "--flops-rate is for traces that count flops; this one has times: "
                          "--speed RATIO");
    if (!(rate > 0))
        return trace_fail(ctx, t->path,
                          "this trace counts flops, and the machine has no arithmetic: "
                          "--flops-rate 1G");
    o->speed *= rate / (double)t->ticks_per_s;
    return true;
}

static bool open_machine(fp_context *ctx, const options *opt, const trace *t, replay_options *o)
{
    o->machine = session_open_machine_for(ctx, opt, t->rank_count, &o->procs);
    o->has_exchange = opt->estimating.override_exchange;
    o->exchange = opt->estimating.exchange;
    if (o->machine && o->procs > t->rank_count)
        return trace_fail(ctx, t->path,
                          "it has %" PRIu32 " ranks, and %" PRIu32 " processors are asked for",
                          t->rank_count, o->procs);
    return o->machine != NULL;
}

static bool print(session *s, const replay_result *r, const timeline *path)
{
    const options *opt = s->opt;
    if (opt->format == FORMAT_JSON)
        return report_replay_json(s->ctx, session_out(s), r, path);
    if (!opt->output || strcmp(opt->output, "-") != 0)
        report_replay(s->ctx, session_out(s), r, path, session_style(s));
    return true;
}

static bool screen(session *s, trace *t, const replay_options *o)
{
    screening_result result;
    if (!screening_run(s->ctx, t, o, s->opt->screen, &result))
        return false;
    if (s->opt->format == FORMAT_JSON)
        return report_screening_json(s->ctx, session_out(s), t, o->machine, &result);
    report_screening(s->ctx, session_out(s), t, o->machine, &result, session_style(s));
    return true;
}

int command_replay(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    replay_options o = {.machine = NULL};
    replay_result result;
    critical_path path;
    const timeline *line;
    bool ok = t && open_machine(ctx, opt, t, &o) && find_speed(ctx, opt, t, &o);
    if (opt->screen > 0) {
        ok = ok && screen(&s, t, &o);
    } else {
        ok = critical_path_open(&path, ctx, opt) && ok &&
             replay_run(ctx, t, &o, path.output, path.form, &result) &&
             critical_path_find(&path, ctx, opt, &line) && print(&s, &result, line);
        critical_path_close(&path, ctx);
    }
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
