/* Finds functions and loops, as clang sees them: macros expanded, and without what #if leaves out.
 */

#include <ctype.h>
#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/clang/marks.h"
#include "frontend/clang/marks_before.h"

/* What a statement is in, innermost first. */
typedef struct around {
    enum CXCursorKind kind;
    int loop; /* its number in the function; -1: it is none */
    struct around *up;
} around;

typedef struct finder {
    fp_context *ctx;
    CXTranslationUnit tu;
    CXFile handle;
    const source_file *file;
    marks_functions *out;
    marks_function *now;
    marks_units units; /* of its body */
    around *inside;
} finder;

/* --- Places --- */

/* The offset in the file of what stands there, and not in a macro. */
static bool place(const finder *f, CXSourceLocation at, size_t *offset, int *line)
{
    CXFile spelled, expanded;
    unsigned offset_spelled, offset_expanded, line_expanded;
    clang_getSpellingLocation(at, &spelled, NULL, NULL, &offset_spelled);
    clang_getExpansionLocation(at, &expanded, &line_expanded, NULL, &offset_expanded);
    *offset = offset_expanded;
    if (line)
        *line = (int)line_expanded;
    return spelled && expanded && clang_File_isEqual(spelled, f->handle) &&
           clang_File_isEqual(expanded, f->handle) && offset_spelled == offset_expanded;
}

/* Where it ends, a macro in it, too, by the place where that is used. */
static size_t end_of(CXCursor cursor)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeEnd(clang_getCursorExtent(cursor)), NULL, NULL, NULL,
                               &offset);
    return offset;
}

static enum CXChildVisitResult keep_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

/* Does a ';' end the statement, which its extent has not? */
static bool has_semicolon(CXCursor cursor)
{
    CXCursor last = clang_getNullCursor();
    switch ((int)clang_getCursorKind(cursor)) {
    case CXCursor_CompoundStmt:
    case CXCursor_NullStmt:
        return false;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        clang_visitChildren(cursor, keep_last, &last);
        return !clang_Cursor_isNull(last) && has_semicolon(last);
    default:
        return true;
    }
}

/* Behind blanks and comments. */
static size_t skip_blanks(const source_file *file, size_t at)
{
    const char *text = source_text(file);
    for (const size_t length = source_length(file); at < length;) {
        if (isspace((unsigned char)text[at]) || (text[at] == '\\' && text[at + 1] == '\n')) {
            at++;
        } else if (strncmp(text + at, "/*", 2) == 0) {
            const char *end = strstr(text + at + 2, "*/");
            at = end ? (size_t)(end + 2 - text) : length;
        } else if (strncmp(text + at, "//", 2) == 0) {
            at += strcspn(text + at, "\n");
        } else {
            break;
        }
    }
    return at;
}

/* --- Functions --- */

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

/* Is it the body of a loop with a directive, or all of its block? */
static bool is_in_nest(const finder *f)
{
    const around *at = f->inside;
    while (at && at->kind == CXCursor_CompoundStmt)
        at = at->up;
    if (!at || at->loop < 0)
        return false;
    const marks_loop *outer = &f->now->loops.data[at->loop];
    return outer->is_nested || outer->takes_loops || outer->hindrance;
}

/* Returns the number of the loop in its function; -1: it is not all in the text. */
static int add_loop(finder *f, CXCursor cursor)
{
    marks_loop loop = {0};
    if (!place(f, clang_getCursorLocation(cursor), &loop.begin, &loop.line))
        return -1;
    loop.end = end_of(cursor);
    if (has_semicolon(cursor)) {
        const size_t at = skip_blanks(f->file, loop.end);
        if (source_text(f->file)[at] == ';')
            loop.end = at + 1;
    }
    loop.is_nested = is_in_nest(f);
    marks_look_before(f->file, &f->units, &loop);
    VEC_PUSH(f->ctx->arena, &f->now->loops, loop);
    return f->now->loops.count - 1;
}

/* Loops between a `case` and its switch are jumped into. */
static void note_case(const finder *f)
{
    for (const around *at = f->inside; at && at->kind != CXCursor_SwitchStmt; at = at->up)
        if (at->loop >= 0)
            f->now->loops.data[at->loop].is_entered = true;
}

static const char *spelling(const finder *f, CXCursor cursor)
{
    CXString text = clang_getCursorSpelling(cursor);
    const char *copy = arena_strdup(f->ctx->arena, clang_getCString(text));
    clang_disposeString(text);
    return copy;
}

static void note_label(finder *f, CXCursor cursor, bool is_jump)
{
    size_t at;
    place(f, clang_getCursorLocation(cursor), &at, NULL);
    const marks_label label = {spelling(f, cursor), at};
    if (is_jump)
        VEC_PUSH(f->ctx->arena, &f->now->jumps, label);
    else
        VEC_PUSH(f->ctx->arena, &f->now->labels, label);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    finder *f = data;
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    around here = {.kind = kind, .loop = is_loop(kind) ? add_loop(f, cursor) : -1, .up = f->inside};
    if (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt)
        note_case(f);
    if (kind == CXCursor_LabelStmt)
        note_label(f, cursor, false);
    if (kind == CXCursor_LabelRef)
        note_label(f, cursor, true);
    f->inside = &here;
    clang_visitChildren(cursor, visit, f);
    f->inside = here.up;
    return CXChildVisit_Continue;
}

bool marks_is_entered(const marks_function *f, const marks_loop *loop)
{
    for (int i = 0; i < f->labels.count; i++) {
        const marks_label *to = &f->labels.data[i];
        for (int k = 0; k < f->jumps.count; k++) {
            const marks_label *from = &f->jumps.data[k];
            if (to->at >= loop->begin && to->at < loop->end && strcmp(to->name, from->name) == 0 &&
                (from->at < loop->begin || from->at >= loop->end))
                return true;
        }
    }
    return loop->is_entered;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    finder *f = data;
    CXCursor body = clang_getNullCursor();
    size_t at;
    marks_function found = {0};
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        !place(f, clang_getCursorLocation(cursor), &at, &found.line))
        return CXChildVisit_Continue;
    clang_visitChildren(cursor, keep_last, &body);
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    found.name = spelling(f, cursor);
    if (place(f, clang_getCursorLocation(body), &at, NULL))
        found.body = at + 1;
    f->now = &found;
    f->units = (marks_units){0};
    if (found.body)
        marks_read_units(f->ctx, f->tu, f->handle, f->file, at, end_of(body), &f->units);
    clang_visitChildren(body, visit, f);
    VEC_PUSH(f->ctx->arena, f->out, found);
    return CXChildVisit_Continue;
}

/* --- The file --- */

/* The first error of clang's, which the compiler will report; false: there is none. */
static bool has_error(const finder *f)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(f->tu) && !found; i++) {
        CXDiagnostic d = clang_getDiagnostic(f->tu, i);
        CXString text = clang_getDiagnosticSpelling(d);
        found = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        if (found)
            diag_report(
                f->ctx->diags, DIAG_WARNING, "not-recorded", (source_range){0},
                "functions and loops of '%s' are not recorded: clang, which looks for them, "
                "says: %s",
                source_path(f->file), clang_getCString(text));
        clang_disposeString(text);
        clang_disposeDiagnostic(d);
    }
    return found;
}

bool marks_find(fp_context *ctx, const frontend_options *options, const source_file *file,
                marks_functions *out)
{
    CXIndex index = clang_createIndex(0, 0);
    const flag_list flags = clang_flags_kept(ctx, options);
    finder f = {.ctx = ctx, .file = file, .out = out};
    *out = (marks_functions){0};
    bool is_read =
        clang_parseTranslationUnit2(index, source_path(file), flags.data, flags.count, NULL, 0,
                                    CXTranslationUnit_None, &f.tu) == CXError_Success;
    if (!is_read)
        diag_report(ctx->diags, DIAG_WARNING, "not-recorded", (source_range){0},
                    "functions and loops of '%s' are not recorded: libclang, which looks for them, "
                    "cannot parse it with these compile flags",
                    source_path(file));
    is_read = is_read && !has_error(&f);
    if (is_read) {
        f.handle = clang_getFile(f.tu, source_path(file));
        clang_visitChildren(clang_getTranslationUnitCursor(f.tu), visit_top, &f);
    }
    if (f.tu)
        clang_disposeTranslationUnit(f.tu);
    clang_disposeIndex(index);
    return is_read;
}
