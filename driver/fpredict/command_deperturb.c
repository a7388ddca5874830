#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict/session.h"
#include "report/trace_summary.h"

/* fpredict deperturb (docs/traces.md). A machine tells which sends wait for their receiver; and
 * what is left of a trace is replayed on it, since a trace by itself does not tell how messages
 * that were apart when they were recorded share what they pass by. */

/* Of a blocking send, in bytes; 0: none waits. */
static uint64_t waits_from(const sag *machine)
{
    const sag_communication *c = machine->communication;
    const bool has_own = c->send_piece_count > 0;
    const message_piece *pieces = has_own ? c->send_pieces : c->pieces;
    const int count = has_own ? c->send_piece_count : c->piece_count;
    for (int i = 0; i < count; i++)
        if (pieces[i].handshake.is_set)
            return (uint64_t)fmax(ceil(pieces[i].from.value), 1);
    return 0;
}

static bool replay(fp_context *ctx, const char *path, const sag *machine, uint32_t procs,
                   const options *opt, double *time)
{
    trace *t = trace_open_path(ctx, path);
    const replay_options o = {.machine = machine,
                              .procs = procs,
                              .has_exchange = opt->estimating.override_exchange,
                              .exchange = opt->estimating.exchange,
                              .speed = 1};
    replay_result result;
    const bool ok = t && replay_run(ctx, t, &o, NULL, TRACE_AS_TEXT, &result);
    if (ok)
        *time = result.end;
    if (t)
        trace_close(t);
    return ok;
}

/* A file for what is left, where nobody wants to keep it in a form that can be read again. */
static const char *spare_file(fp_context *ctx)
{
    const char *folder = getenv("TMPDIR");
    char *path =
        arena_printf(ctx->arena, "%s/fpredict-XXXXXX", folder && *folder ? folder : "/tmp");
    const int file = mkstemp(path);
    if (file < 0)
        return trace_fail(ctx, path, "cannot be made: %s; $TMPDIR says where", strerror(errno)),
               NULL;
    close(file);
    return path;
}

static bool is_readable(trace_form form)
{
    return form == TRACE_AS_OTF2 || form == TRACE_AS_TEXT;
}

/* What is left, replayed: `path` is where it was written, or null. */
static bool run_on_machine(fp_context *ctx, trace *t, const options *opt,
                           const perturbation_options *o, const sag *machine, uint32_t procs,
                           perturbation_on_machine *on)
{
    const char *output =
        opt->output && strcmp(opt->output, "-") != 0 && is_readable(opt->form) ? opt->output : NULL;
    perturbation_result again;
    const char *spare = output ? NULL : spare_file(ctx);
    if (!output && !spare)
        return false;
    const bool ok = (output || perturbation_remove(ctx, t, o, spare, TRACE_AS_TEXT, &again)) &&
                    replay(ctx, output ? output : spare, machine, procs, opt, &on->time);
    if (spare)
        unlink(spare);
    return ok;
}

static bool print(session *s, const trace *t, const perturbation_result *r,
                  const perturbation_on_machine *on)
{
    const options *opt = s->opt;
    if (opt->format == FORMAT_JSON)
        return report_perturbation_json(s->ctx, session_out(s), t, r, on);
    if (!opt->output || strcmp(opt->output, "-") != 0)
        report_perturbation(s->ctx, session_out(s), t, r, on, session_style(s));
    return true;
}

int command_deperturb(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    trace *t = trace_open_path(ctx, opt->file);
    perturbation_options o = opt->perturbation;
    o.with_startup = opt->with_startup;
    perturbation_result result;
    perturbation_on_machine on = {.name = NULL};
    const sag *machine = NULL;
    uint32_t procs;
    bool ok = t != NULL;
    if (ok && opt->machines.count) {
        machine = session_open_machine_for(ctx, opt, t->rank_count, &procs);
        ok = machine != NULL;
    }
    if (ok && machine) {
        on.name = machine->name;
        on.waits_from = o.synchronous_from ? o.synchronous_from : waits_from(machine);
        o.synchronous_from = on.waits_from;
    }
    ok = ok && perturbation_remove(ctx, t, &o, opt->output, opt->form, &result);
    if (ok && machine)
        ok = run_on_machine(ctx, t, opt, &o, machine, procs, &on);
    ok = ok && print(&s, t, &result, machine ? &on : NULL);
    if (t)
        trace_close(t);
    return session_close(&s, ok);
}
