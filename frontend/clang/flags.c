/* The compile flags: which of them decide what a source means, and whether clang
 * takes them all. */

#include <string.h>

#include "frontend/clang/import.h"

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
    {"--include-directory", false, true},
    {"--include-directory=", true, false},
    {"--include", false, true},
    {"--include=", true, false},
    {"--define-macro", false, true},
    {"--undefine-macro", false, true},
    {"-ivfsoverlay", false, true},
    {"-F", true, true},
    {"-Wp,-D", true, false},
    {"-Wp,-U", true, false},
    {"-Wp,-I", true, false},
    {"-fno-signed-char", false, false},
    {"-fno-unsigned-char", false, false},
    {"-fno-short-enums", false, false},
    {"-fshort-wchar", false, false},
    {"-fno-short-wchar", false, false},
    {"-fpack-struct", true, false},
    {"-fms-compatibility", true, false},
    {"-fno-dollars-in-identifiers", false, false},
    {"-fcommon", false, false},
    {"-fno-common", false, false},
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

int clang_flag_words(const char *word)
{
    const flag *f = find_flag(word);
    return !f ? 0 : f->takes_next && strcmp(word, f->text) == 0 ? 2 : 1;
}

static flag_list own_flags(fp_context *ctx)
{
    flag_list list = {0};
    VEC_PUSH(ctx->arena, &list, "-resource-dir");
    VEC_PUSH(ctx->arena, &list, FPREDICT_CLANG_RESOURCE_DIR);
    VEC_PUSH(ctx->arena, &list, "-w"); /* the compiler warns; a prediction does not repeat it */
    VEC_PUSH(ctx->arena, &list, "-x"); /* whatever the file is called */
    VEC_PUSH(ctx->arena, &list, "c");
    return list;
}

flag_list clang_flags_kept(fp_context *ctx, const frontend_options *options)
{
    flag_list list = own_flags(ctx);
    for (int i = 0; i < options->argument_count; i++) {
        const char *word = options->arguments[i];
        const flag *f = find_flag(word);
        if (!f)
            continue;
        VEC_PUSH(ctx->arena, &list, word);
        if (f->takes_next && strcmp(word, f->text) == 0 && i + 1 < options->argument_count)
            VEC_PUSH(ctx->arena, &list, options->arguments[++i]);
    }
    if (options->pragmas) { /* after -w nothing is a warning any more */
        for (int i = 0; i < list.count; i++)
            if (strcmp(list.data[i], "-w") == 0)
                list.data[i] = "-Wno-everything";
        VEC_PUSH(ctx->arena, &list, "-Wunknown-pragmas");
    }
    if (options->header_dir) {
        VEC_PUSH(ctx->arena, &list, "-idirafter");
        VEC_PUSH(ctx->arena, &list, options->header_dir);
    }
    const char *mpi = clang_mpi_directory(ctx);
    if (mpi) {
        VEC_PUSH(ctx->arena, &list, "-idirafter");
        VEC_PUSH(ctx->arena, &list, mpi);
    }
    return list;
}

/* --- Whether clang takes them ---------------------------------------------- */

/* Flags that are not tried: files named in them are missed, or read, when the
 * source is; and dependency files would be written. */
static bool is_tried(const char *word)
{
    static const char *const others[] = {"-I",       "-D",       "-U",        "-isystem",
                                         "-iquote",  "-include", "--include", "-idirafter",
                                         "-imacros", "-Wp,"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(word, others[i], strlen(others[i])) == 0)
            return false;
    return true;
}

/* The flags from `from` to `to`, each with the value after it. Returns whether
 * there are any. */
static bool tried_flags(fp_context *ctx, const frontend_options *options, int from, int to,
                        flag_list *out)
{
    bool has_any = false, takes_values = false;
    *out = own_flags(ctx);
    for (int i = from; i < to; i++) {
        const char *word = options->arguments[i];
        bool is_flag = word[0] == '-';
        takes_values = is_flag ? is_tried(word) : takes_values;
        if (!takes_values)
            continue;
        VEC_PUSH(ctx->arena, out, word);
        has_any = true;
    }
    return has_any;
}

/* Parses next to nothing with these flags; null when clang cannot even begin. */
static CXTranslationUnit try_flags(CXIndex index, const flag_list *flags)
{
    static const char text[] = "int fpredict_tries_flags;\n";
    struct CXUnsavedFile nothing = {"fpredict-tries-flags.c", text, sizeof text - 1};
    CXTranslationUnit tu = NULL;
    enum CXErrorCode failed =
        clang_parseTranslationUnit2(index, nothing.Filename, flags->data, flags->count, &nothing, 1,
                                    CXTranslationUnit_None, &tu);
    return failed ? NULL : tu;
}

/* Passes on what clang says of flags; returns whether it is an error. */
static bool report_refused(fp_context *ctx, CXTranslationUnit tu)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
        CXDiagnostic d = clang_getDiagnostic(tu, i);
        CXString text = clang_getDiagnosticSpelling(d);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            diag_report(ctx->diags, DIAG_ERROR, "compile-flag", (source_range){0},
                        "clang says of the compile flags: %s; correct it or leave it out",
                        clang_getCString(text));
            found = true;
        }
        clang_disposeString(text);
        clang_disposeDiagnostic(d);
    }
    return found;
}

/* Clang has not begun, and says nothing: names the flag with which it does not. */
static void report_culprit(fp_context *ctx, CXIndex index, const frontend_options *options)
{
    int count = options->argument_count, errors = diag_errors_reported(ctx->diags);
    for (int from = 0, to; from < count; from = to) {
        flag_list flags;
        for (to = from + 1; to < count && options->arguments[to][0] != '-';)
            to++;
        if (!tried_flags(ctx, options, from, to, &flags))
            continue;
        CXTranslationUnit tu = try_flags(index, &flags);
        if (!tu)
            diag_report(ctx->diags, DIAG_ERROR, "compile-flag", (source_range){0},
                        "clang does not take the compile flag '%s%s%s' for C on this machine; "
                        "correct it or leave it out",
                        options->arguments[from], to > from + 1 ? " " : "",
                        to > from + 1 ? options->arguments[from + 1] : "");
        else
            clang_disposeTranslationUnit(tu);
    }
    if (diag_errors_reported(ctx->diags) == errors)
        diag_report(ctx->diags, DIAG_ERROR, "compile-flag", (source_range){0},
                    "clang does not take these compile flags together; leave some out");
}

bool clang_flags_check(fp_context *ctx, CXIndex index, const frontend_options *options)
{
    flag_list flags;
    if (options->quiet_compiler || !tried_flags(ctx, options, 0, options->argument_count, &flags))
        return true;
    CXTranslationUnit tu = try_flags(index, &flags);
    bool is_refused = !tu || report_refused(ctx, tu);
    if (!tu)
        report_culprit(ctx, index, options);
    else
        clang_disposeTranslationUnit(tu);
    return !is_refused;
}
