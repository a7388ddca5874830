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

/* Which header declares the function that an error says is not declared: "" for another error. */
static const char *header_of(const char *text)
{
    static const char before[] = "call to undeclared function 'xmp";
    return strncmp(text, before, sizeof before - 1) == 0
               ? "; <xmp.h>, which fpredict has, declares it: write '#include <xmp.h>'"
               : "";
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
                              diagnostic_range(in, d), "%s%s", text, header_of(text)));
    return !is_tolerated;
}

/* Does the place begin with the name that directives have after #pragma? */
static bool is_directive(source_range at)
{
    static const char *const names[] = {"hpf", "xmp", "fpredict"};
    size_t length = 0;
    const char *line = source_line(at.file, at.line, &length);
    size_t begin = (size_t)at.column - 1;
    for (size_t i = 0; line && i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);
        if (begin + size <= length && strncmp(line + begin, names[i], size) == 0)
            return true;
    }
    return false;
}

void clang_import_report_pragmas(clang_import *in, const frontend_options *options)
{
    bool is_error = options->pragma_severity == DIAG_ERROR;
    unsigned count = options->pragmas ? clang_getNumDiagnostics(in->tu) : 0;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic d = clang_getDiagnostic(in->tu, i);
        const char *option = clang_import_string(in, clang_getDiagnosticOption(d, NULL));
        source_range at = diagnostic_range(in, d);
        if (strcmp(option, "-Wunknown-pragmas") == 0 && at.file && !is_directive(at))
            diag_report(options->pragmas, options->pragma_severity,
                        is_error ? "-Werror,-Wunknown-pragmas" : option, at, "%s",
                        clang_import_string(in, clang_getDiagnosticSpelling(d)));
        clang_disposeDiagnostic(d);
    }
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
