/* The files of a program: parsed one after the other, linked, and read. */

#include <stdlib.h>
#include <string.h>

#include "frontend/clang/link.h"
#include "frontend/clang/program.h"
#include "frontend/syntax/element_variables.h"
#include "frontend/syntax/sole_user.h"

/* Of another language, by its name, and -x does not say that it is C? */
static bool is_foreign(const frontend_options *options)
{
    const char *path = options->path;
    static const char *const endings[] = {
        "cc",  "cpp", "cxx", "c++", "C",   "cp",  "CPP", "hh",  "hpp", "hxx", "m", "mm", "cu", "cl",
        "hip", "f",   "F",   "for", "f90", "F90", "f95", "f03", "f08", "rs",  "s", "S",  "o",  "a"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; i < options->argument_count; i++)
        if (strncmp(options->arguments[i], "-x", 2) == 0)
            return false;
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot + 1, endings[i]) == 0)
            return true;
    return false;
}

static const source_file *open_source(fp_context *ctx, const frontend_options *options)
{
    if (is_foreign(options)) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "'%s' is no C source by its name; only C is predicted, with HPF or XcalableMP "
                    "directives",
                    options->path);
        return NULL;
    }
    const char *path = strcmp(options->path, "-") == 0 ? "<stdin>" : options->path;
    const source_file *replaced = source_replaced(ctx->sources, path);
    if (replaced)
        return replaced;
    if (options->text)
        return source_add(ctx->sources, path, options->text, options->text_length);
    const source_file *file = source_open(ctx->sources, options->path);
    if (!file)
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0}, "cannot read '%s'",
                    options->path);
    return file;
}

/* --- Parsing ------------------------------------------------------------- */

static bool has_errors(const clang_import *in)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(in->tu) && !found; i++) {
        CXDiagnostic d = clang_getDiagnostic(in->tu, i);
        found = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(d);
    }
    return found;
}

/* What the system's headers include is the system's; to ask libclang about each of these
 * files costs a reading of all of its lines. */
static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned count, CXClientData data)
{
    clang_import *in = data;
    if (count && clang_Location_isInSystemHeader(stack[0]))
        return;
    clang_import_file(in, file);
}

/* The extents whose declarations are in that file, each once. */
static void find_consts(const clang_import *in, const source_file *file, rewrite_wishes *wishes)
{
    rewrite_const *consts = ARENA_ARRAY(in->ctx->arena, in->extents.count, rewrite_const);
    for (int i = 0; i < in->extents.count; i++) {
        const extent_place *e = &in->extents.data[i];
        bool is_new = strcmp(e->path, source_path(file)) == 0;
        for (int k = 0; k < wishes->const_count; k++)
            is_new &= consts[k].begin != e->variable.begin;
        if (is_new)
            consts[wishes->const_count++] = e->variable;
    }
    wishes->consts = consts;
}

static enum CXChildVisitResult visit_macro(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    clang_import *in = data;
    if (clang_getCursorKind(cursor) == CXCursor_MacroDefinition &&
        clang_Cursor_isMacroFunctionLike(cursor)) {
        CXString name = clang_getCursorSpelling(cursor);
        VEC_PUSH(in->ctx->arena, &in->macro_names,
                 arena_strdup(in->ctx->arena, clang_getCString(name)));
        clang_disposeString(name);
    }
    return CXChildVisit_Continue;
}

/* Rewrites those of the program's files that need it and have not been; *more: there
 * were some, and the source is to be parsed again. False after an error. */
static bool rewrite_files(clang_import *in, bool *more)
{
    *more = false;
    clang_getInclusions(in->tu, visit_inclusion, in);
    clang_import_skipped(in);
    clang_import_open_extents(in);
    bool with_sections = has_errors(in);
    if (with_sections)
        clang_visitChildren(clang_getTranslationUnitCursor(in->tu), visit_macro, in);
    for (int i = 0; i < in->user_files.count; i++) {
        rewritten r;
        if (clang_import_rewritten(in, source_path(in->user_files.data[i].file)))
            continue;
        rewrite_wishes wishes = {.with_sections = with_sections,
                                 .is_unit = true,
                                 .macro_count = in->macro_names.count,
                                 .macros = in->macro_names.data};
        find_consts(in, in->user_files.data[i].file, &wishes);
        if (!rewrite_source(in->ctx, &in->user_files.data[i], &wishes, &r))
            return false;
        if (!r.edit_count)
            continue;
        VEC_PUSH(in->ctx->arena, in->rewrites, r);
        *more = true;
    }
    return true;
}

static void report_unparsed(const clang_import *in)
{
    diag_report(in->ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                "'%s' is not predicted: libclang cannot parse it with these compile flags",
                source_path(in->main_file));
}

/* Parses until nothing more is to be rewritten: a file may be included only by what an earlier
 * parse could not read. False after reporting; in->tu then, too, may be there. */
static bool parse_unit(clang_import *in, CXIndex index)
{
    in->rewrites = ARENA_NEW(in->ctx->arena, rewritten_list);
    const clang_import fresh = *in;
    for (bool more = true;;) {
        *in = fresh;
        if (!clang_import_parse(in, index, in->options)) {
            report_unparsed(in);
            return false;
        }
        if (!rewrite_files(in, &more))
            return false;
        if (!more)
            break;
        clang_disposeTranslationUnit(in->tu);
    }
    clang_import_report_pragmas(in, in->options);
    return !clang_import_report_errors(in, in->options);
}

static bool parse_all(fp_context *ctx, const frontend_source *source, program_import *shared,
                      CXIndex index, clang_import *units)
{
    bool is_right = true;
    for (int i = 0; i < source->count; i++) {
        const frontend_options *options = &source->files[i];
        const source_file *file = open_source(ctx, options);
        units[i] = (clang_import){
            .ctx = ctx, .shared = shared, .index = i, .options = options, .main_file = file};
        is_right &= file && clang_flags_check(ctx, index, options) && parse_unit(&units[i], index);
    }
    return is_right;
}

static c_program *import_all(fp_context *ctx, int count, clang_import *units,
                             const program_import *shared)
{
    c_program *all = ARENA_NEW(ctx->arena, c_program);
    c_unit *results = ARENA_ARRAY(ctx->arena, count, c_unit);
    for (int i = 0; i < count; i++) {
        clang_import_unit(&units[i]);
        if (!source_range_is_set(all->too_deep)) {
            all->too_deep = units[i].too_deep;
            all->depth_most = units[i].depth_most;
        }
    }
    clang_link_finish(shared);
    clang_import_arguments(ctx, shared);
    for (int i = 0; i < count; i++)
        results[i] = clang_import_result(&units[i]);
    all->unit_count = count;
    all->units = results;
    all->decl_count = shared->decls.count;
    all->decls = shared->decls.data;
    all->function_count = shared->functions.count;
    all->functions = shared->functions.data;
    syntax_find_sole_users(ctx, all);
    syntax_split_counters(ctx, all);
    return all;
}

c_program *clang_program_read(fp_context *ctx, const frontend_source *source)
{
    CXIndex index = clang_createIndex(0, 0);
    program_import shared = {0};
    clang_import *units = ARENA_ARRAY(ctx->arena, source->count, clang_import);
    c_program *all = NULL;
    if (parse_all(ctx, source, &shared, index, units) &&
        clang_link(ctx, source->count, units, source->entry))
        all = import_all(ctx, source->count, units, &shared);
    for (int i = 0; i < source->count; i++)
        if (units[i].tu)
            clang_disposeTranslationUnit(units[i].tu);
    clang_disposeIndex(index);
    return all;
}
