/* Calls libclang, with the flags that decide what a source means. */

#include <string.h>

#include "frontend/clang_import.h"

typedef struct flag {
    const char *text;
    bool is_prefix;  /* text is only how the flag begins: -Idir, -DN=4 */
    bool takes_next; /* `-I dir`: the flag alone has its value in the next word */
} flag;

/* The flags that decide what a source means; all others (output, optimisation,
 * warnings) are dropped. */
static const flag kept_flags[] = {
    {"-I", true, true},
    {"-D", true, true},
    {"-U", true, true},
    {"-isystem", true, true},
    {"-iquote", true, true},
    {"-idirafter", true, true},
    {"-include", false, true},
    {"-imacros", false, true},
    {"-isysroot", false, true},
    {"-iprefix", false, true},
    {"-iwithprefix", false, true},
    {"-iwithprefixbefore", false, true},
    {"--sysroot", false, true},
    {"--sysroot=", true, false},
    {"-nostdinc", false, false},
    {"-std=", true, false},
    {"--std=", true, false},
    {"-ansi", false, false},
    {"-x", true, true},
    {"-target", false, true},
    {"--target=", true, false},
    {"-m", true, false},
    {"-pthread", false, false},
    {"-undef", false, false},
    {"-fsigned-char", false, false},
    {"-funsigned-char", false, false},
    {"-fshort-enums", false, false},
    {"-fgnu89-inline", false, false},
    {"-fms-extensions", false, false},
    {"-trigraphs", false, false},
};

/* Flags that are dropped together with the word after them. */
static const char *const dropped_with_next[] = {
    "-o",     "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang",
    "-mllvm", "-L",  "-l",  "-u",  "-T",  "-z",       "-arch",       "--param",        "-aux-info",
};

static const flag *find_flag(const char *word)
{
    for (size_t i = 0; i < sizeof kept_flags / sizeof *kept_flags; i++) {
        const flag *f = &kept_flags[i];
        size_t length = strlen(f->text);
        if (f->is_prefix ? strncmp(word, f->text, length) == 0 : strcmp(word, f->text) == 0)
            return f;
    }
    return NULL;
}

static bool is_dropped_with_next(const char *word)
{
    for (size_t i = 0; i < sizeof dropped_with_next / sizeof *dropped_with_next; i++)
        if (strcmp(word, dropped_with_next[i]) == 0)
            return true;
    return false;
}

typedef VEC(const char *) argument_list;

static argument_list parse_arguments(fp_context *ctx, const frontend_options *options)
{
    argument_list list = {0};
    VEC_PUSH(ctx->arena, &list, "-resource-dir");
    VEC_PUSH(ctx->arena, &list, FPREDICT_CLANG_RESOURCE_DIR);
    VEC_PUSH(ctx->arena, &list, "-w"); /* the compiler warns; a prediction does not repeat it */
    if (strcmp(options->path, "-") == 0) {
        VEC_PUSH(ctx->arena, &list, "-x");
        VEC_PUSH(ctx->arena, &list, "c");
    }
    for (int i = 0; i < options->argument_count; i++) {
        const char *word = options->arguments[i];
        const flag *f = find_flag(word);
        if (f) {
            VEC_PUSH(ctx->arena, &list, word);
            if (f->takes_next && strcmp(word, f->text) == 0 && i + 1 < options->argument_count)
                VEC_PUSH(ctx->arena, &list, options->arguments[++i]);
        } else if (is_dropped_with_next(word)) {
            i++;
        }
    }
    if (options->header_dir) {
        VEC_PUSH(ctx->arena, &list, "-idirafter");
        VEC_PUSH(ctx->arena, &list, options->header_dir);
    }
    return list;
}

/* --- Parsing ------------------------------------------------------------- */

const rewritten *clang_import_rewritten(const clang_import *in, const char *path)
{
    for (int i = 0; i < in->rewrites->count; i++)
        if (strcmp(source_path(in->rewrites->data[i].file), path) == 0)
            return &in->rewrites->data[i];
    return NULL;
}

bool clang_import_parse(clang_import *in, CXIndex index, const frontend_options *options)
{
    static const char declaration[] = "int " SECTION_FUNCTION "(int, ...);\n";
    fp_context *ctx = in->ctx;
    argument_list arguments = parse_arguments(ctx, options);
    VEC(struct CXUnsavedFile) contents = {0};
    struct CXUnsavedFile main_file = {source_path(in->main_file), source_text(in->main_file),
                                      (unsigned long)source_length(in->main_file)};
    if (!clang_import_rewritten(in, main_file.Filename))
        VEC_PUSH(ctx->arena, &contents, main_file);
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
