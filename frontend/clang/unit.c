#include "frontend/clang/unit.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/clang/import.h"

/* --- Places -------------------------------------------------------------- */

const char *clang_import_string(clang_import *in, CXString text)
{
    const char *c = clang_getCString(text);
    const char *name = intern(in->ctx->names, c ? c : "");
    clang_disposeString(text);
    return name;
}

/* The files that hold the bodies of <hpf.h>. */
static bool has_intrinsics(const char *path)
{
    static const char *const names[] = {"hpf_bodies.h", "hpf_shifts.h", "hpf_reductions.h"};
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Files of the system have no source_file: nothing in them is reported. */
static file_entry import_file(clang_import *in, CXFile handle, CXSourceLocation location)
{
    for (int i = in->files.count - 1; i >= 0; i--)
        if (in->files.data[i].handle == handle)
            return in->files.data[i];
    file_entry entry = {.handle = handle};
    const char *path = handle ? clang_import_string(in, clang_getFileName(handle)) : NULL;
    entry.has_intrinsics = handle && has_intrinsics(path);
    if (handle && (entry.has_intrinsics || !clang_Location_isInSystemHeader(location))) {
        size_t length = 0;
        const char *text = clang_getFileContents(in->tu, handle, &length);
        entry.rewritten = clang_import_rewritten(in, path);
        if (strcmp(path, source_path(in->main_file)) == 0)
            entry.file = in->main_file;
        else if (entry.rewritten)
            entry.file = entry.rewritten->file;
        else if (text && strcmp(path, SECTION_HEADER) != 0)
            entry.file = source_add(in->ctx->sources, path, text, length);
        if (entry.file)
            VEC_PUSH(in->ctx->arena, &in->user_files, (user_file){.file = entry.file});
    }
    VEC_PUSH(in->ctx->arena, &in->files, entry);
    return entry;
}

bool clang_import_is_intrinsic(clang_import *in, CXSourceLocation location)
{
    CXFile handle;
    clang_getFileLocation(location, &handle, NULL, NULL, NULL);
    return handle && import_file(in, handle, location).has_intrinsics;
}

source_range clang_import_place(clang_import *in, CXSourceLocation location)
{
    CXFile handle;
    unsigned seen_line, seen_column;
    clang_getFileLocation(location, &handle, &seen_line, &seen_column, NULL);
    file_entry entry = handle ? import_file(in, handle, location) : (file_entry){0};
    int line = (int)seen_line, column = (int)seen_column;
    if (!entry.file)
        return (source_range){0};
    if (entry.rewritten)
        rewrite_place(entry.rewritten, &line, &column);
    return (source_range){entry.file, line, column, line, column + 1};
}

source_range clang_import_range(clang_import *in, CXCursor cursor)
{
    CXSourceRange extent = clang_getCursorExtent(cursor);
    source_range range = clang_import_place(in, clang_getRangeStart(extent));
    source_range end = clang_import_place(in, clang_getRangeEnd(extent));
    if (range.file && end.file == range.file && !source_is_before(end, range)) {
        range.end_line = end.line;
        range.end_column = end.column;
    }
    return range;
}

/* --- The translation unit ------------------------------------------------ */

/* A header that only holds directives is known by its inclusion alone. */
static void import_inclusion(clang_import *in, CXCursor cursor)
{
    CXFile included = clang_getIncludedFile(cursor);
    if (included)
        import_file(in, included, clang_getLocationForOffset(in->tu, included, 0));
}

static bool is_leftover(CXCursor cursor)
{
    CXString name = clang_getCursorSpelling(cursor);
    const char *text = clang_getCString(name);
    bool is = text && strncmp(text, LEFTOVER_NAME, sizeof LEFTOVER_NAME - 1) == 0;
    clang_disposeString(name);
    return is;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    clang_import *in = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind != CXCursor_MacroDefinition && kind != CXCursor_MacroExpansion &&
        kind != CXCursor_InclusionDirective && kind != CXCursor_FunctionDecl &&
        kind != CXCursor_VarDecl && kind != CXCursor_EnumDecl)
        return CXChildVisit_Continue;
    CXSourceLocation location = clang_getCursorLocation(cursor);
    if (clang_Location_isInSystemHeader(location) || clang_import_is_intrinsic(in, location) ||
        is_leftover(cursor))
        return CXChildVisit_Continue;
    if (kind == CXCursor_MacroDefinition)
        clang_import_macro(in, cursor);
    else if (kind == CXCursor_MacroExpansion)
        clang_import_expansion(in, cursor);
    else if (kind == CXCursor_InclusionDirective)
        import_inclusion(in, cursor);
    else if (kind == CXCursor_VarDecl)
        clang_import_variable(in, cursor);
    else if (kind == CXCursor_EnumDecl)
        clang_import_enumerators(in, cursor);
    else if (clang_isCursorDefinition(cursor))
        clang_import_function(in, cursor);
    return CXChildVisit_Continue;
}

static void import_skipped(clang_import *in)
{
    CXSourceRangeList *list = clang_getAllSkippedRanges(in->tu);
    for (int f = 0; f < in->user_files.count; f++) {
        VEC(source_range) skipped = {0};
        for (unsigned i = 0; list && i < list->count; i++) {
            source_range begin = clang_import_place(in, clang_getRangeStart(list->ranges[i]));
            source_range end = clang_import_place(in, clang_getRangeEnd(list->ranges[i]));
            if (begin.file != in->user_files.data[f].file)
                continue;
            begin.end_line = end.line;
            begin.end_column = end.column;
            VEC_PUSH(in->ctx->arena, &skipped, begin);
        }
        in->user_files.data[f].skipped = skipped.data;
        in->user_files.data[f].skipped_count = skipped.count;
    }
    clang_disposeSourceRangeList(list);
}

static const c_unit *import_unit(clang_import *in, const source_file *file)
{
    CXFile main_file = clang_getFile(in->tu, source_path(file));
    import_file(in, main_file, clang_getLocationForOffset(in->tu, main_file, 0));
    clang_visitChildren(clang_getTranslationUnitCursor(in->tu), visit_top, in);
    for (int i = 0; i < in->intrinsics.count; i++) /* which may call others */
        clang_import_function(in, in->intrinsics.data[i]);
    clang_import_links(in);
    import_skipped(in);
    clang_import_system(in);
    c_unit *unit = ARENA_NEW(in->ctx->arena, c_unit);
    *unit = (c_unit){
        .file = file,
        .file_count = in->user_files.count,
        .files = in->user_files.data,
        .macro_count = in->macros.count,
        .macros = in->macros.data,
        .system_macro_count = in->system_macros.count,
        .system_macros = in->system_macros.data,
        .size_count = in->size_count,
        .sizes = in->sizes,
        .expansion_count = in->expansions.count,
        .expansions = in->expansions.data,
        .condition_count = in->conditions.count,
        .conditions = in->conditions.data,
        .decl_count = in->decls.count,
        .decls = in->decls.data,
        .function_count = in->functions.count,
        .functions = in->functions.data,
        .too_deep = in->too_deep,
        .depth_most = in->depth_most,
    };
    return unit;
}

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
    import_file(in, file, clang_getLocationForOffset(in->tu, file, 0));
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
    import_skipped(in);
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

static const c_unit *report_unparsed(clang_import *in)
{
    diag_report(in->ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                "'%s' is not predicted: libclang cannot parse it with these compile flags",
                source_path(in->main_file));
    return NULL;
}

/* Parses until nothing more is to be rewritten: a file may be included only by
 * what an earlier parse could not read. */
static const c_unit *read_unit(fp_context *ctx, const frontend_options *options,
                               const source_file *file, CXIndex index)
{
    rewritten_list rewrites = {0};
    for (bool more = true;;) {
        clang_import in = {.ctx = ctx, .main_file = file, .rewrites = &rewrites};
        bool is_parsed = clang_import_parse(&in, index, options), is_right = is_parsed;
        const c_unit *unit = NULL;
        if (is_parsed)
            is_right = rewrite_files(&in, &more);
        if (is_right && !more)
            clang_import_report_pragmas(&in, options);
        if (!is_parsed)
            unit = report_unparsed(&in);
        else if (is_right && !more && !clang_import_report_errors(&in, options))
            unit = import_unit(&in, file);
        if (in.tu)
            clang_disposeTranslationUnit(in.tu);
        if (!is_right || !more)
            return unit;
    }
}

const c_unit *clang_unit_read(fp_context *ctx, const frontend_options *options)
{
    const source_file *file = open_source(ctx, options);
    if (!file)
        return NULL;
    CXIndex index = clang_createIndex(0, 0);
    bool is_right = clang_flags_check(ctx, index, options);
    const c_unit *unit = is_right ? read_unit(ctx, options, file, index) : NULL;
    clang_disposeIndex(index);
    return unit;
}
