#include "driver/fpredict/session.h"
#include "sysmodels/model/compiler.h"

static bool list_compilers(session *s, int dir_count, const char *const *dirs)
{
    fp_context *ctx = s->ctx;
    int count, good = 0;
    const char *const *names = sag_list(ctx, dir_count, dirs, &count);
    const sag_compiler **compilers = ARENA_ARRAY(ctx->arena, count, const sag_compiler *);
    for (int i = 0; i < count; i++) {
        compilers[good] = sag_compiler_open(ctx, names[i], dir_count, dirs);
        good += compilers[good] != NULL;
    }
    if (count == 0) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "no compiler found: name the folder of their profiles in $FPREDICT_COMPILERS");
        return false;
    }
    sag_compiler_print_table(ctx, good, compilers, session_out(s), session_style(s).width);
    return good == count;
}

int command_compilers(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    int dir_count;
    const char *const *dirs = session_compiler_dirs(ctx, &dir_count);
    if (!opt->show)
        return session_close(&s, list_compilers(&s, dir_count, dirs));
    const sag_compiler *compiler = sag_compiler_open(ctx, opt->show, dir_count, dirs);
    if (compiler)
        sag_compiler_print(ctx, compiler, session_out(&s), session_style(&s).width);
    return session_close(&s, compiler != NULL);
}
