#include <string.h>

#include "driver/fpredict/session.h"
#include "report/trace_summary.h"

int command_deperturb(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    trace_writer *out = t && opt->output ? trace_create(ctx, opt->output, opt->form, t) : NULL;
    bool ok = t && (out || !opt->output);
    perturbation_result result;
    ok = ok && perturbation_remove(ctx, t, &opt->perturbation, out, &result);
    if (out)
        ok &= trace_finish(out);
    if (ok && (!opt->output || strcmp(opt->output, "-") != 0))
        report_perturbation(ctx, session_out(&s), t, &result, session_style(&s));
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
