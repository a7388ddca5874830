/* Checks before hours of measurement where programs will run, and afterwards how far the runs
 * agree. */

#include <stdlib.h>

#include "support/format.h"
#include "validate/environment.h"
#include "validate/validate.h"
#include "validate/workspace.h"

static void warn(fp_context *ctx, const char *rule, const char *what)
{
    if (what)
        diag_report(ctx->diags, DIAG_WARNING, rule, (source_range){0}, "%s", what);
}

/* Builds the probe and runs it on so many ranks. False where that fails: programs will, too, and
 * it is said then. */
static bool probe(workspace *w, int ranks, environment *out)
{
    enum { LIMIT = 60, MOST_BYTES = 1 << 20 }; /* of what takes a moment, and prints nothing */
    arena *a = w->ctx->arena;
    int limit = w->setup->time_limit < LIMIT ? w->setup->time_limit : LIMIT;
    const char *executable = process_quote(a, arena_printf(a, "%s/where", w->folder));
    const char *report = arena_printf(a, "%s/where.report", w->folder);
    const char *source = arena_printf(a, "%s/training/probe/where.c", w->setup->runtime_root);
    const char *const commands[] = {
        arena_printf(a, "%s -w %s -o %s", w->setup->mpicc, process_quote(a, source), executable),
        arena_printf(a, "%s -np %d %s %s", w->setup->mpirun, ranks, executable,
                     process_quote(a, report))};
    for (int i = 0; i < 2; i++) {
        const process_command c = {.shell = commands[i],
                                   .output = arena_printf(a, "%s/where.log", w->folder),
                                   .most_bytes = MOST_BYTES,
                                   .limit_s = i == 0 ? WORKSPACE_BUILD_LIMIT : limit};
        if (process_run(&w->watch, a, &c).end != PROCESS_OK)
            return false;
    }
    return environment_read(a, report, out);
}

/* On as many ranks as the largest case, or if so many cannot be started, the smallest one. */
static bool find_place(workspace *w, int count, const validate_case *cases, environment *out)
{
    int most = 1, least = cases[0].processors;
    for (int i = 0; i < count; i++) {
        most = cases[i].processors > most ? cases[i].processors : most;
        least = cases[i].processors < least ? cases[i].processors : least;
    }
    return probe(w, most, out) || (least < most && probe(w, least, out));
}

bool validate_check_environment(fp_context *ctx, const validate_setup *setup, const sag *machine,
                                int count, const validate_case *cases)
{
    workspace w;
    environment p;
    if (setup->is_serial) {
        warn(ctx, "machine-foreign", environment_mismatch(ctx->arena, NULL, machine, NULL, false));
        return true;
    }
    bool ok = workspace_open(&w, ctx, setup);
    if (ok && find_place(&w, count, cases, &p)) {
        warn(ctx, "machine-foreign",
             environment_mismatch(ctx->arena, &p, machine, setup->mpirun, setup->is_injected));
        warn(ctx, "shared-hosts", environment_shared_hosts(ctx->arena, &p, machine, count, cases));
        warn(ctx, "shared-cores", environment_shared_cores(ctx->arena, &p, machine, count, cases));
    }
    ok = ok && !w.watch.is_interrupted;
    workspace_close(&w);
    return ok;
}

void validate_check_noise(fp_context *ctx, int count, const validate_case *cases)
{
    static const double much = 0.25;
    int noisy = 0, scored = 0;
    double widest = 0;
    for (int i = 0; i < count; i++) {
        if (!validate_is_scored(&cases[i]))
            continue;
        double spread = validate_spread(&cases[i]);
        scored++;
        noisy += spread > much;
        widest = spread > widest ? spread : widest;
    }
    if (noisy)
        diag_report(ctx->diags, DIAG_WARNING, "noise", (source_range){0},
                    "runs of %d of %s differ by more than ±%.0f %%, up to ±%.0f %%: something else "
                    "uses the machine, and errors are known no better than that; repeat it when "
                    "the machine is idle, or with more --repetitions",
                    noisy, format_plural(ctx->arena, scored, "case", "cases"), 100 * much,
                    100 * widest);
}
