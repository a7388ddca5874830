/* Calls libclang. */

#include <string.h>

#include "frontend/clang/import.h"

const rewritten *clang_import_rewritten(const clang_import *in, const char *path)
{
    for (int i = 0; i < in->rewrites->count; i++)
        if (strcmp(source_path(in->rewrites->data[i].file), path) == 0)
            return &in->rewrites->data[i];
    return NULL;
}

/* XcalableMP's operator, which its compilers know without a header (specification 1.4, 7.1). */
static bool needs_descriptors(const char *text)
{
    return strstr(text, "xmp_desc_of") && !strstr(text, "xmp.h");
}

typedef VEC(struct CXUnsavedFile) content_list;

/* Headers that read otherwise than they are written (support/source.h), where no rewriting knows
 * them yet. */
static void add_headers(const clang_import *in, content_list *out)
{
    for (int i = 0; i < source_replacement_count(in->ctx->sources); i++) {
        const source_file *file = source_replacement_at(in->ctx->sources, i);
        const char *path = source_path(file);
        struct CXUnsavedFile one = {path, source_text(file), (unsigned long)source_length(file)};
        if (strcmp(path, source_path(in->main_file)) != 0 && !clang_import_rewritten(in, path))
            VEC_PUSH(in->ctx->arena, out, one);
    }
}

bool clang_import_parse(clang_import *in, CXIndex index, const frontend_options *options)
{
    static const char declaration[] =
        "int " SECTION_FUNCTION "(int, ...); int " IMAGE_FUNCTION "(int);\n";
    fp_context *ctx = in->ctx;
    flag_list arguments = clang_flags_kept(ctx, options);
    if (needs_descriptors(source_text(in->main_file)))
        VEC_PUSH(ctx->arena, &arguments, "-Dxmp_desc_of(name)=((void *)#name)");
    content_list contents = {0};
    struct CXUnsavedFile main_file = {source_path(in->main_file), source_text(in->main_file),
                                      (unsigned long)source_length(in->main_file)};
    if (!clang_import_rewritten(in, main_file.Filename))
        VEC_PUSH(ctx->arena, &contents, main_file);
    add_headers(in, &contents);
    for (int i = 0; i < in->rewrites->count; i++) {
        const rewritten *r = &in->rewrites->data[i];
        struct CXUnsavedFile one = {source_path(r->file), r->text, (unsigned long)r->length};
        VEC_PUSH(ctx->arena, &contents, one);
    }
    if (in->rewrites->count) {
        struct CXUnsavedFile header = {SECTION_HEADER, declaration, sizeof declaration - 1};
        VEC_PUSH(ctx->arena, &contents, header);
        VEC_PUSH(ctx->arena, &arguments, "-include");
        VEC_PUSH(ctx->arena, &arguments, SECTION_HEADER);
    }
    return clang_parseTranslationUnit2(index, source_path(in->main_file), arguments.data,
                                       arguments.count, contents.data, (unsigned)contents.count,
                                       CXTranslationUnit_DetailedPreprocessingRecord,
                                       &in->tu) == CXError_Success;
}
