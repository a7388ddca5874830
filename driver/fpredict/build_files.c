/* The files of --build, where none are named. */

#include "driver/fpredict/options.h"
#include "frontend/frontend.h"

bool options_take_build(fp_context *ctx, options *o)
{
    const char *const *files;
    source_range where;
    if (!o->build || o->file || o->help || o->version)
        return true;
    int count = frontend_database_files(ctx, o->build, &files);
    if (count < 0)
        return options_usage_error(o, "%s", diag_first_error(ctx->diags, &where));
    if (!count)
        return options_usage_error(o, "'%s/compile_commands.json' has no C file", o->build);
    for (int i = 0; i < count; i++)
        VEC_PUSH(ctx->arena, &o->files, files[i]);
    o->file = files[0];
    return options_check(o);
}
