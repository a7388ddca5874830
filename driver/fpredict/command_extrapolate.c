#include <string.h>

#include "driver/fpredict/critical_path.h"
#include "driver/fpredict/session.h"
#include "report/trace_summary.h"

static bool print(session *s, const trace *t, const sag *machine, const extrapolation_result *r,
                  const timeline *path)
{
    const options *opt = s->opt;
    if (opt->output && strcmp(opt->output, "-") == 0)
        return true;
    if (opt->format == FORMAT_JSON)
        return report_extrapolation_json(s->ctx, stdout, t, machine, r, path);
    report_extrapolation(s->ctx, session_out(s), t, machine, r, path, session_style(s));
    return true;
}

int command_extrapolate(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    uint32_t nodes;
    trace *t = trace_open_path(ctx, opt->file);
    const sag *machine = t ? session_open_machine_for(ctx, opt, t->rank_count, &nodes) : NULL;
    extrapolation_options how = opt->extrapolation;
    how.processors = opt->procs.count ? (uint32_t)opt->procs.data[0].extent[0] : 0;
    extrapolation_result result;
    critical_path path;
    const timeline *line;
    bool ok = critical_path_open(&path, ctx, opt) && machine &&
              extrapolation_run(ctx, t, machine, &how, path.output, path.form, &result) &&
              critical_path_find(&path, ctx, opt, &line);
    ok = ok && print(&s, t, machine, &result, line);
    critical_path_close(&path, ctx);
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
