/* The text of the source. */

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "codegen/text/emitter.h"

void emit_refuse(emitter *e, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *what = arena_vprintf(e->ctx->arena, format, arguments);
    va_end(arguments);
    diag_report(e->ctx->diags, DIAG_ERROR, "spmd", where, "no MPI program is generated: %s", what);
}

size_t emit_begin(source_range where)
{
    return source_offset(where.file, where.line, where.column);
}

size_t emit_end(source_range where)
{
    return source_offset(where.file, where.end_line, where.end_column);
}

void emit_edit(emitter *e, const source_file *file, size_t begin, size_t end, const char *text)
{
    VEC_PUSH(e->ctx->arena, &e->edits, ((edit){file, begin, end, text, 0}));
}

/* Of several, the last: it is of a reference, others of all that the file has. */
static const edit *edit_at(const emitter *e, const source_file *file, size_t at)
{
    for (int i = e->edits.count; i-- > 0;)
        if (e->edits.data[i].file == file && e->edits.data[i].begin == at)
            return &e->edits.data[i];
    return NULL;
}

/* Is the line that begins here a directive of HPF, XcalableMP or fpredict? */
static bool is_directive(const char *line)
{
    static const char *const ours[] = {"hpf", "xmp", "fpredict"};
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "pragma", 6) != 0)
        return false;
    line += 6;
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        size_t length = strlen(ours[i]);
        if (strncmp(line, ours[i], length) == 0 && !isalnum((unsigned char)line[length]))
            return true;
    }
    return false;
}

/* Behind the line, and those that it is continued on. */
static size_t skip_line(const char *text, size_t at, size_t end)
{
    while (at < end) {
        const char *newline = memchr(text + at, '\n', end - at);
        if (!newline)
            return end;
        size_t next = (size_t)(newline - text) + 1;
        if (newline == text || newline[-1] != '\\')
            return next;
        at = next;
    }
    return end;
}

void emit_source(emitter *e, const source_file *file, size_t begin, size_t end)
{
    const char *text = source_text(file);
    for (size_t at = begin; at < end;) {
        const edit *change = edit_at(e, file, at);
        if (change) {
            fputs(change->text, e->out);
            at = change->end > at ? change->end : at + 1;
        } else if ((at == 0 || text[at - 1] == '\n') && is_directive(text + at)) {
            bool is_after_blank = at < 2 || text[at - 2] == '\n';
            while (at < end && is_directive(text + at))
                at = skip_line(text, at, end);
            at += is_after_blank && at < end && text[at] == '\n';
        } else {
            fputc(text[at++], e->out);
        }
    }
}

size_t emit_skip_opaque(const char *text, size_t at, size_t end)
{
    char quote = text[at];
    if (quote == '"' || quote == '\'') {
        for (at++; at < end && text[at] != quote; at++)
            at += text[at] == '\\';
        return at + 1;
    }
    if (strncmp(text + at, "/*", 2) == 0) {
        const char *close = strstr(text + at + 2, "*/");
        return close ? (size_t)(close - text) + 2 : end;
    }
    if (strncmp(text + at, "//", 2) == 0)
        while (at < end && text[at] != '\n')
            at++;
    return at;
}

bool emit_is_member_name(const char *text, size_t at)
{
    return (at > 0 && text[at - 1] == '.') ||
           (at > 1 && text[at - 1] == '>' && text[at - 2] == '-');
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *array_named(const emitter *e, const char *word, size_t length)
{
    for (int i = 0; i < e->pointers.count; i++) {
        const char *name = e->pointers.data[i].name;
        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return name;
    }
    return NULL;
}

const char *emit_names_array(const emitter *e, const source_file *file, size_t begin, size_t end)
{
    const char *text = source_text(file);
    for (size_t at = begin; at < end;) {
        const edit *change = edit_at(e, file, at);
        size_t behind = change ? change->end : emit_skip_opaque(text, at, end);
        if (change && array_named(e, change->text, strlen(change->text)))
            return change->text;
        if (behind == at && is_word(text[at])) {
            while (behind < end && is_word(text[behind]))
                behind++;
            const char *name = array_named(e, text + at, behind - at);
            if (name)
                return name;
        }
        at = behind > at ? behind : at + 1;
    }
    return NULL;
}

const char *emit_indent(emitter *e, const source_file *file, size_t at)
{
    const char *text = source_text(file);
    size_t line = at;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    size_t length = strspn(text + line, " \t");
    return arena_strndup(e->ctx->arena, text + line, line + length > at ? at - line : length);
}
