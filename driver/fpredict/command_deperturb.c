#include <string.h>

#include "driver/fpredict/session.h"
#include "report/trace_summary.h"

int command_deperturb(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    perturbation_result result;
    bool ok = t && perturbation_remove(ctx, t, &opt->perturbation, opt->output, opt->form, &result);
    if (ok && opt->format == FORMAT_JSON)
        ok = report_perturbation_json(ctx, session_out(&s), t, &result);
    else if (ok && (!opt->output || strcmp(opt->output, "-") != 0))
        report_perturbation(ctx, session_out(&s), t, &result, session_style(&s));
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
