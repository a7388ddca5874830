/* Arrays at file scope whose extents are variables.
 *
 * XcalableMP compilers take `int n = 8; double a[n][n];` there; C does not. With
 * `const` before the variable clang folds it, and it keeps its name. */

#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/syntax/lexer.h"

typedef struct open_extent {
    clang_import *in;
    const char *name; /* of the variable that is looked for */
    CXCursor found;
    CXFile file; /* where its declaration begins; null: not found */
    unsigned begin;
    int declared; /* variables whose declaration begins there */
} open_extent;

static void declaration_begin(CXCursor cursor, CXFile *file, unsigned *offset)
{
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), file, NULL, NULL,
                          offset);
}

static enum CXChildVisitResult find_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
    open_extent *want = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl ||
        clang_Cursor_getStorageClass(cursor) == CX_SC_Extern ||
        strcmp(clang_import_string(want->in, clang_getCursorSpelling(cursor)), want->name) != 0)
        return CXChildVisit_Continue;
    want->found = cursor;
    declaration_begin(cursor, &want->file, &want->begin);
    return CXChildVisit_Break;
}

static enum CXChildVisitResult count_declared(CXCursor cursor, CXCursor parent, CXClientData data)
{
    open_extent *want = data;
    CXFile file;
    unsigned begin;
    (void)parent;
    declaration_begin(cursor, &file, &begin);
    want->declared += file == want->file && begin == want->begin;
    return CXChildVisit_Continue;
}

static void note_extent(clang_import *in, const char *name)
{
    open_extent want = {.in = in, .name = name};
    unsigned begin, end;
    CXCursor unit = clang_getTranslationUnitCursor(in->tu);
    clang_visitChildren(unit, find_variable, &want);
    if (!want.file)
        return;
    clang_visitChildren(unit, count_declared, &want);
    clang_getFileLocation(clang_getCursorLocation(want.found), NULL, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(want.found)), NULL, NULL, NULL,
                          &end);
    CXString type = clang_getTypeSpelling(clang_getCursorType(want.found));
    extent_place place = {clang_import_string(in, clang_getFileName(want.file)),
                          {.at = want.begin,
                           .begin = begin,
                           .end = end,
                           .type = clang_import_string(in, type),
                           .is_alone = want.declared == 1}};
    VEC_PUSH(in->ctx->arena, &in->extents, place);
}

/* Notes each variable in the brackets that follow the declared name. */
static void note_extents(clang_import *in, const char *text, size_t length, size_t at)
{
    c_text s = {text, at, length};
    int depth = 0;
    c_text_skip_word(&s);
    while (s.at < length) {
        c_text_skip_space(&s);
        size_t begin = s.at;
        if (s.at == length || (depth == 0 && text[s.at] != '['))
            return;
        if (!c_text_skip_word(&s)) {
            depth += text[s.at] == '[';
            depth -= text[s.at] == ']';
            s.at++;
            continue;
        }
        note_extent(in, arena_strndup(in->ctx->arena, text + begin, s.at - begin));
    }
}

void clang_import_pointed(clang_import *in, decl *d, CXType element)
{
    CXType type = clang_getCanonicalType(element);
    if (type.kind != CXType_Pointer)
        return;
    while (type.kind == CXType_Pointer)
        type = clang_getCanonicalType(clang_getPointeeType(type));
    d->pointed_name =
        clang_import_string(in, clang_getTypeSpelling(clang_getUnqualifiedType(type)));
}

void clang_import_open_extents(clang_import *in)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(in->tu); i++) {
        CXDiagnostic d = clang_getDiagnostic(in->tu, i);
        const char *text = clang_import_string(in, clang_getDiagnosticSpelling(d));
        CXFile file;
        unsigned offset;
        size_t length = 0;
        clang_getFileLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, &offset);
        clang_disposeDiagnostic(d);
        if (!strstr(text, "variable length array declaration not allowed at file scope"))
            continue;
        const char *contents = file ? clang_getFileContents(in->tu, file, &length) : NULL;
        if (contents && offset < length)
            note_extents(in, contents, length, offset);
    }
}
