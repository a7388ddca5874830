#include "driver/session.h"
#include "support/utf8.h"

static bool list_machines(session *s)
{
    fp_context *ctx = s->ctx;
    int dir_count, count;
    const char *const *dirs = session_machine_dirs(ctx, &dir_count);
    const char *const *names = sag_list(ctx, dir_count, dirs, &count);
    int width = 0;
    for (int i = 0; i < count; i++)
        if (utf8_columns(names[i]) > width)
            width = utf8_columns(names[i]);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const sag *machine = sag_open(ctx, names[i], dir_count, dirs);
        ok = ok && machine;
        if (machine)
            printf("%s%*s  %s\n", names[i], width - utf8_columns(names[i]), "", machine->title);
    }
    if (count == 0) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "no machine found: name their folder in $FPREDICT_MACHINES");
        return false;
    }
    return ok;
}

int command_machines(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    if (!opt->show)
        return session_close(&s, list_machines(&s));
    int dir_count;
    const char *const *dirs = session_machine_dirs(ctx, &dir_count);
    const sag *machine = sag_open(ctx, opt->show, dir_count, dirs);
    if (machine)
        sag_print(ctx, machine, stdout);
    return session_close(&s, machine != NULL);
}
