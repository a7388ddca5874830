#include "driver/fpredict/session.h"

static bool list_machines(session *s)
{
    fp_context *ctx = s->ctx;
    int dir_count, count;
    const char *const *dirs = session_machine_dirs(ctx, &dir_count);
    const char *const *names = sag_list(ctx, dir_count, dirs, &count);
    const sag **machines = ARENA_ARRAY(ctx->arena, count, const sag *);
    const sag_compiler *compiler = session_open_compiler(ctx, s->opt);
    int good = 0;
    for (int i = 0; i < count; i++) {
        const sag *machine = compiler ? sag_open(ctx, names[i], dir_count, dirs) : NULL;
        machines[good] = machine ? sag_compiled(ctx, machine, compiler) : NULL;
        good += machines[good] != NULL;
    }
    if (count == 0) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "no machine found: name their folder in $FPREDICT_MACHINES");
        return false;
    }
    sag_print_table(ctx, good, machines, session_out(s), session_style(s).width);
    return good == count;
}

int command_machines(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    if (opt->no_warnings)
        diag_drop_warnings(ctx->diags);
    if (opt->costs) {
        const sag *priced = session_open_machine(ctx, opt, opt->costs);
        return session_close(&s, priced && sag_write_costs(ctx, priced, session_out(&s)));
    }
    if (!opt->show)
        return session_close(&s, list_machines(&s));
    const sag *machine = session_open_machine(ctx, opt, opt->show);
    if (machine)
        sag_print(ctx, machine, session_out(&s), session_style(&s).width);
    return session_close(&s, machine != NULL);
}
