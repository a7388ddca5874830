#include <string.h>

#include "report/lines.h"
#include "report/parts.h"
#include "report/subject.h"
#include "report/unknown.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"

/* Comments at line ends may not change what the text means: none after a line
 * that goes on (a backslash, a comment that is still open). */

enum { COMMENT_COLUMN_MAX = 80 };

typedef enum lexing { IN_CODE, IN_STRING, IN_CHARACTER, IN_LINE_COMMENT, IN_COMMENT } lexing;

/* How a line ends. */
typedef struct line_end {
    bool goes_on;    /* by a backslash */
    bool in_comment; /* a block comment is open */
    bool in_line_comment;
} line_end;

/* A line is spliced to the next by a backslash, which compilers also see before
 * blanks, or by its trigraph. */
static bool is_spliced(const char *line, size_t length)
{
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    return (length > 0 && line[length - 1] == '\\') || (length > 2 && memcmp(line + length - 3,
                                                                             "?"
                                                                             "?/",
                                                                             3) == 0);
}

/* Reads one line in the state the last one left, and returns how it ends. */
static line_end scan_line(const char *line, size_t length, lexing *state)
{
    for (size_t i = 0; i < length; i++) {
        char c = line[i], next = i + 1 < length ? line[i + 1] : '\0';
        switch (*state) {
        case IN_CODE:
            if (c == '"')
                *state = IN_STRING;
            else if (c == '\'')
                *state = IN_CHARACTER;
            else if (c == '/' && next == '/')
                *state = IN_LINE_COMMENT;
            else if (c == '/' && next == '*') {
                *state = IN_COMMENT;
                i++;
            }
            break;
        case IN_STRING:
        case IN_CHARACTER:
            if (c == '\\')
                i++;
            else if (c == (*state == IN_STRING ? '"' : '\''))
                *state = IN_CODE;
            break;
        case IN_LINE_COMMENT:
            break;
        case IN_COMMENT:
            if (c == '*' && next == '/') {
                *state = IN_CODE;
                i++;
            }
            break;
        }
    }
    line_end end = {.goes_on = is_spliced(line, length),
                    .in_comment = *state == IN_COMMENT,
                    .in_line_comment = *state == IN_LINE_COMMENT};
    /* Only comments and spliced lines reach past a line's end. */
    if (*state != IN_COMMENT && !end.goes_on)
        *state = IN_CODE;
    return end;
}

static const line_cost *cost_of(const line_cost *lines, int count, const source_file *file,
                                int line)
{
    for (int i = 0; i < count; i++)
        if (lines[i].file == file && lines[i].line == line)
            return breakdown_total(&lines[i].time) > 0 ? &lines[i] : NULL;
    return NULL;
}

/* The source's own text is not to end the comment. */
static bool is_safe(const char *text)
{
    return !strstr(text, "*/") && !strstr(text, "/*");
}

/* What is not known on a line, as its comment says it; null: nothing. */
static const char *unknown_remark(arena *a, const estimate *e, int line)
{
    const char *reasons = unknown_on_line(a, e, e->graph->program->file, line);
    if (!reasons)
        return NULL;
    return is_safe(reasons) ? arena_printf(a, "not known: %s", reasons) : "not known";
}

static const char *cost_remark(fp_context *ctx, const estimate *e, const line_cost *cost)
{
    arena *a = ctx->arena;
    double time = breakdown_total(&cost->time);
    const char *text = arena_printf(a, "%s, %s", unknown_time(a, time, cost->bound),
                                    format_percent(a, e->time > 0 ? time / e->time : 0));
    const char *shared = parts_elsewhere(ctx, e, cost->file, cost->line);
    if (cost->time.communication > 0)
        text = arena_printf(a, "%s, communication %s", text,
                            format_percent(a, cost->time.communication / time));
    if (shared && is_safe(shared))
        text = arena_printf(a, "%s; %s", text, shared);
    return text;
}

/* The comment of a line: its cost, and what is not known; null: none. */
static const char *remark(fp_context *ctx, const estimate *e, const line_cost *cost, int line)
{
    const char *unknown = unknown_remark(ctx->arena, e, line);
    const char *text = cost ? cost_remark(ctx, e, cost) : NULL;
    if (text && unknown)
        return arena_printf(ctx->arena, "%s; %s", text, unknown);
    return text ? text : unknown;
}

/* The column that comments begin in: past the longest line that has one. */
static int comment_column(const estimate *e, const line_cost *lines, int count)
{
    const source_file *file = e->graph->program->file;
    size_t longest = 0;
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length;
        source_line(file, n, &length);
        bool is_told =
            cost_of(lines, count, file, n) || unknown_line_bound(e, file, n) != BOUND_BOTH;
        if (length > longest && length < COMMENT_COLUMN_MAX && is_told)
            longest = length;
    }
    return (int)longest + 2;
}

bool report_annotate_copy(fp_context *ctx, FILE *out, const estimate *e)
{
    const source_file *file = e->graph->program->file;
    line_cost *lines;
    int count = lines_inclusive(ctx, e, &lines), column = comment_column(e, lines, count);
    lexing state = IN_CODE;
    line_end end = {0};
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length;
        const char *line = source_line(file, n, &length);
        end = scan_line(line, length, &state);
        size_t past = source_offset(file, n, 1) + length;
        bool has_return = past < source_length(file) && source_text(file)[past] == '\r';
        fwrite(line, 1, length, out);
        const char *text = remark(ctx, e, cost_of(lines, count, file, n), n);
        if (text && !end.goes_on && !end.in_comment) {
            int blanks = column - (int)length;
            fprintf(out, end.in_line_comment ? "%*s[%s]" : "%*s/* %s */", blanks < 2 ? 2 : blanks,
                    "", text);
        }
        fputs(has_return ? "\r\n" : "\n", out);
    }
    const char *spread = subject_distributions(ctx, e);
    const char *params = subject_parameters(ctx, e);
    if (!end.in_comment && !end.goes_on)
        fprintf(out, "/* fpredict: %s on %s, %s%s%s%s%s */\n",
                unknown_time(ctx->arena, e->time, estimate_bound_of(e)),
                sag_heading(ctx->arena, e->machine), subject_procs(ctx, e), spread ? ", " : "",
                spread ? spread : "", params ? ", " : "", params ? params : "");
    return !ferror(out);
}
