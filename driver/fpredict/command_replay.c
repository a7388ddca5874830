#include <string.h>

#include "driver/fpredict/session.h"
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

/* The machine with as many nodes as the trace, or --procs, needs. */
static bool open_machine(fp_context *ctx, const options *opt, const trace *t, replay_options *o)
{
    options sized = *opt;
    int procs = 1;
    for (int k = 0; opt->procs.count && k < opt->procs.data[0].rank; k++)
        procs *= opt->procs.data[0].extent[k];
    if (!opt->procs.count || (uint32_t)procs > t->rank_count)
        procs = (int)t->rank_count;
    procs_shape shape = {.rank = 1, .extent = {procs}};
    sized.procs.data = &shape;
    sized.procs.count = sized.procs.capacity = 1;
    o->procs = (uint32_t)procs;
    o->machine =
        session_open_machine(ctx, &sized, opt->machines.count ? opt->machines.data[0] : "ipsc860");
    o->has_exchange = opt->estimating.override_exchange;
    o->exchange = opt->estimating.exchange;
    return o->machine != NULL;
}

int command_replay(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    replay_options o = {.machine = NULL};
    replay_result result;
    const bool ok = t && open_machine(ctx, opt, t, &o) && find_speed(ctx, opt, t, &o) &&
                    replay_run(ctx, t, &o, opt->output, opt->form, &result);
    if (ok && opt->format == FORMAT_JSON)
        report_replay_json(session_out(&s), &result);
    else if (ok && (!opt->output || strcmp(opt->output, "-") != 0))
        report_replay(ctx, session_out(&s), &result, session_style(&s));
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
