#include <stdlib.h>
#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/clang/link.h"

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

/* A header is one file in all units, whatever path each has for it. */
static const source_file *shared_file(clang_import *in, CXFile handle, const char *path,
                                      const char *text, size_t length)
{
    program_import *all = in->shared;
    const char *real = clang_import_string(in, clang_File_tryGetRealPathName(handle));
    for (int i = 0; *real && i < all->files.count; i++)
        if (all->files.data[i].real_path == real)
            return all->files.data[i].file;
    const source_file *replaced = source_replaced(in->ctx->sources, path);
    const source_file *file =
        replaced ? replaced : source_add(in->ctx->sources, path, text, length);
    VEC_PUSH(in->ctx->arena, &all->files, ((known_file){real, file}));
    return file;
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
            entry.file = shared_file(in, handle, path, text, length);
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

void clang_import_file(clang_import *in, CXFile file)
{
    if (file)
        import_file(in, file, clang_getLocationForOffset(in->tu, file, 0));
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
        clang_import_file(in, clang_getIncludedFile(cursor)); /* it may hold directives alone */
    else if (kind == CXCursor_VarDecl)
        clang_import_variable(in, cursor);
    else if (kind == CXCursor_EnumDecl)
        clang_import_enumerators(in, cursor);
    else if (clang_isCursorDefinition(cursor) && clang_link_takes(in, cursor))
        clang_import_function(in, cursor);
    else if (clang_isCursorDefinition(cursor))
        VEC_PUSH(in->ctx->arena, &in->left_out, clang_import_range(in, cursor));
    return CXChildVisit_Continue;
}

void clang_import_skipped(clang_import *in)
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
        for (int i = 0; i < in->left_out.count; i++)
            if (in->left_out.data[i].file == in->user_files.data[f].file)
                VEC_PUSH(in->ctx->arena, &skipped, in->left_out.data[i]);
        in->user_files.data[f].skipped = skipped.data;
        in->user_files.data[f].skipped_count = skipped.count;
    }
    clang_disposeSourceRangeList(list);
}

/* By id: which declarations this unit has mentioned, with their members. */
static void find_declared(clang_import *in, c_unit *out)
{
    int count = in->shared->decls.count;
    bool *is_declared = ARENA_ARRAY(in->ctx->arena, count, bool);
    for (unsigned i = 0; i < in->table_size; i++) {
        const decl *d = in->table[i].decl;
        if (!d)
            continue;
        is_declared[d->id] = true;
        for (int k = 0; k < d->member_count; k++)
            is_declared[d->members[k]->id] = true;
    }
    out->declared_count = count;
    out->is_declared = is_declared;
}

void clang_import_unit(clang_import *in)
{
    clang_import_file(in, clang_getFile(in->tu, source_path(in->main_file)));
    clang_visitChildren(clang_getTranslationUnitCursor(in->tu), visit_top, in);
    for (int i = 0; i < in->intrinsics.count; i++) /* which may call others */
        clang_import_function(in, in->intrinsics.data[i]);
    clang_import_links(in);
    clang_import_skipped(in);
    clang_import_system(in);
}

c_unit clang_import_result(clang_import *in)
{
    c_unit unit = {
        .index = in->index,
        .file = in->main_file,
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
    };
    find_declared(in, &unit);
    return unit;
}
