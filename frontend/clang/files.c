/* Which files a source is made of. */

#include "frontend/clang/import.h"
#include "frontend/frontend.h"

typedef struct file_search {
    fp_context *ctx;
    CXTranslationUnit tu;
    frontend_files *out;
} file_search;

/* What the system's headers include is the system's. */
static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned count, CXClientData data)
{
    const file_search *s = data;
    (void)stack;
    if (!count || clang_Location_isInSystemHeader(clang_getLocationForOffset(s->tu, file, 0)))
        return;
    CXString name = clang_getFileName(file);
    VEC_PUSH(s->ctx->arena, s->out, arena_strdup(s->ctx->arena, clang_getCString(name)));
    clang_disposeString(name);
}

/* An error that ends the reading, as that of a header which is not there. */
static bool is_cut_off(CXTranslationUnit tu)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !found; i++) {
        CXDiagnostic d = clang_getDiagnostic(tu, i);
        found = clang_getDiagnosticSeverity(d) == CXDiagnostic_Fatal;
        clang_disposeDiagnostic(d);
    }
    return found;
}

bool frontend_list_files(fp_context *ctx, const frontend_options *options, frontend_files *out)
{
    CXIndex index = clang_createIndex(0, 0);
    const flag_list flags = clang_flags_kept(ctx, options);
    file_search s = {.ctx = ctx, .out = out};
    bool is_read = clang_parseTranslationUnit2(index, options->path, flags.data, flags.count, NULL,
                                               0, CXTranslationUnit_None, &s.tu) == CXError_Success;
    is_read = is_read && !is_cut_off(s.tu);
    if (is_read)
        clang_getInclusions(s.tu, visit_inclusion, &s);
    if (s.tu)
        clang_disposeTranslationUnit(s.tu);
    clang_disposeIndex(index);
    return is_read;
}
