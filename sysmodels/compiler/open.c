#include "sysmodels/change/open.h"
#include "sysmodels/model/compiler.h"

const sag_compiler *sag_compiler_open(fp_context *ctx, const char *name_or_path, int dir_count,
                                      const char *const *dirs)
{
    static const file_kind compilers = {"compiler", "FPREDICT_COMPILERS", false};
    const source_file *file = sag_find_file(ctx, &compilers, name_or_path, dir_count, dirs);
    return file ? sag_compiler_read(ctx, file) : NULL;
}
