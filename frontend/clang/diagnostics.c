/* Clang's diagnostics, passed on as ours. */

#include <string.h>

#include "frontend/clang/import.h"

/* The place of a diagnostic, wide as the range that clang underlines there. */
static source_range diagnostic_range(clang_import *in, CXDiagnostic d)
{
    source_range where = clang_import_place(in, clang_getDiagnosticLocation(d));
    unsigned count = clang_getDiagnosticNumRanges(d);
    for (unsigned i = 0; i < count && where.file; i++) {
        CXSourceRange r = clang_getDiagnosticRange(d, i);
        source_range begin = clang_import_place(in, clang_getRangeStart(r));
        source_range end = clang_import_place(in, clang_getRangeEnd(r));
        if (begin.file == where.file && begin.line == where.line && begin.column == where.column &&
            end.line == where.line && end.column > where.column) {
            where.end_line = end.line;
            where.end_column = end.column;
        }
    }
    return where;
}

/* XcalableMP compilers take declarations of one function that differ, say, in a
 * const; what its body does is known all the same. */
static bool is_harmless(const clang_import *in, const char *text)
{
    return strncmp(text, "conflicting types for ", 22) == 0 &&
           strstr(source_text(in->main_file), "#pragma xmp");
}

/* An assignment to a variable that only is const because it is an extent. */
static bool is_change_of_extent(clang_import *in, const char *text, CXDiagnostic d)
{
    if (strncmp(text, "cannot assign to variable ", 26) != 0)
        return false;
    bool found = false;
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        source_range at =
            clang_import_place(in, clang_getDiagnosticLocation(clang_getDiagnosticInSet(notes, i)));
        const rewritten *r = at.file ? clang_import_rewritten(in, source_path(at.file)) : NULL;
        found |= r && rewrite_made_const(r, at.line, at.column);
    }
    return found;
}

static void add_notes(clang_import *in, CXDiagnostic d, diag *reported)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        source_range where = diagnostic_range(in, note);
        if (where.file)
            diag_note(reported, where, "%s",
                      clang_import_string(in, clang_getDiagnosticSpelling(note)));
    }
}

/* Passes on one error; returns whether it was one. */
static bool report_error(clang_import *in, CXDiagnostic d, bool is_quiet)
{
    enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(d);
    if (severity != CXDiagnostic_Error && severity != CXDiagnostic_Fatal)
        return false;
    const char *text = clang_import_string(in, clang_getDiagnosticSpelling(d));
    bool is_tolerated = is_harmless(in, text);
    in->has_conflicts |= is_tolerated;
    if (is_quiet)
        return !is_tolerated;
    if (is_change_of_extent(in, text, d))
        diag_report(in->ctx->diags, DIAG_ERROR, NULL, diagnostic_range(in, d),
                    "this variable is the extent of an array at file scope, which is fixed when "
                    "the program starts: use another variable for the value that changes");
    else
        add_notes(in, d,
                  diag_report(in->ctx->diags, is_tolerated ? DIAG_WARNING : DIAG_ERROR, NULL,
                              diagnostic_range(in, d), "%s", text));
    return !is_tolerated;
}

bool clang_import_report_errors(clang_import *in, const frontend_options *options)
{
    bool found = false;
    unsigned count = clang_getNumDiagnostics(in->tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic d = clang_getDiagnostic(in->tu, i);
        found |= report_error(in, d, options->quiet_compiler);
        clang_disposeDiagnostic(d);
    }
    if (found && options->quiet_compiler)
        diag_report(in->ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "'%s' is not predicted: the source does not compile", options->path);
    return found;
}
