#include <ctype.h>

#include "support/diag_list.h"
#include "support/utf8.h"

/* Clang's colours. */
#define BOLD "\033[1m"
#define RED "\033[0;1;31m"
#define GREEN "\033[0;1;32m"
#define BLUE "\033[0;1;34m"
#define MAGENTA "\033[0;1;35m"
#define CYAN "\033[0;1;36m"
#define PLAIN "\033[0m"

/* A longer line is shown around the caret only. */
enum { TAB_STOP = 8, LINE_MOST = 200, LINE_BEFORE = 60 };

typedef struct printer {
    FILE *out;
    bool color;
} printer;

static void set_color(const printer *p, const char *color)
{
    if (p->color)
        fputs(color, p->out);
}

/* Returns how many columns the character at line[at] takes when `column`
 * columns precede it, and its bytes in *bytes. Prints it, if `out` is not null,
 * as plain text: tabs as spaces, what cannot be shown as <XX>. */
static int show_character(const char *line, size_t length, size_t at, int column, size_t *bytes,
                          FILE *out)
{
    uint32_t code = 0;
    unsigned char first = (unsigned char)line[at];
    *bytes = 1;
    if (first == '\t') {
        int width = TAB_STOP - column % TAB_STOP;
        if (out)
            fprintf(out, "%*s", width, "");
        return width;
    }
    size_t decoded = utf8_decode(line + at, length - at, &code);
    if (decoded == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0)) {
        if (out)
            fprintf(out, "<%02X>", first);
        return 4;
    }
    *bytes = decoded;
    if (out)
        fwrite(line + at, 1, decoded, out);
    return utf8_width(code);
}

/* Returns the display column of a byte offset in a line, both from 0; a place
 * past the end is as far past the last column. */
static int display_column(const char *line, size_t length, size_t offset)
{
    int column = 0;
    size_t bytes;
    for (size_t at = 0; at < length && at < offset; at += bytes)
        column += show_character(line, length, at, column, &bytes, NULL);
    return offset > length ? column + (int)(offset - length) : column;
}

/* The columns of a line that are shown: [from, to); "…" stands for the others. */
typedef struct window {
    int from, to;
} window;

static window window_around(int caret, int columns)
{
    window all = {0, columns};
    if (columns <= LINE_MOST)
        return all;
    int from = caret > columns ? columns - LINE_BEFORE : caret - LINE_BEFORE;
    if (from > columns - LINE_MOST)
        from = columns - LINE_MOST;
    from = from > 0 ? from : 0;
    return (window){from, from + LINE_MOST < columns ? from + LINE_MOST : columns};
}

/* Returns the column at which the first character that is shown begins. */
static int print_line(const printer *p, int number, const char *line, size_t length, window seen)
{
    fprintf(p->out, "%5d | %s", number, seen.from > 0 ? "…" : "");
    int column = 0, first = -1;
    size_t bytes, at = 0;
    for (; at < length && column < seen.to; at += bytes) {
        bool is_seen = column >= seen.from;
        first = is_seen && first < 0 ? column : first;
        column += show_character(line, length, at, column, &bytes, is_seen ? p->out : NULL);
    }
    fprintf(p->out, "%s\n", at < length ? "…" : "");
    return first > 0 ? first - 1 : 0; /* the "…" takes a column */
}

/* Prints the line and a caret below where the range begins; the rest of what it
 * has of that line is underlined. */
static void print_snippet(const printer *p, source_range where)
{
    size_t length;
    const char *line = source_line(where.file, where.line, &length);
    if (!line || where.column < 1)
        return;
    int first = display_column(line, length, (size_t)where.column - 1);
    window seen = window_around(first, display_column(line, length, length));
    int shift = print_line(p, where.line, line, length, seen);

    size_t end = length; /* of a range that goes on below: the end of this line's text */
    while (end > 0 && isspace((unsigned char)line[end - 1]))
        end--;
    if (where.end_line <= where.line)
        end = where.end_column > where.column ? (size_t)where.end_column - 1 : 0;
    int last = display_column(line, length, end);
    last = last < seen.to ? last : seen.to;

    int gutter = snprintf(NULL, 0, "%5d", where.line);
    fprintf(p->out, "%*s | ", gutter, "");
    fprintf(p->out, "%*s", first - shift, "");
    set_color(p, GREEN);
    fputc('^', p->out);
    for (int column = first + 1; column < last; column++)
        fputc('~', p->out);
    set_color(p, PLAIN);
    fputc('\n', p->out);
}

static void print_place(const printer *p, source_range where)
{
    if (!source_range_is_set(where))
        fputs("fpredict: ", p->out);
    else if (where.line < 1)
        fprintf(p->out, "%s: ", source_path(where.file));
    else
        fprintf(p->out, "%s:%d:%d: ", source_path(where.file), where.line, where.column);
}

static void print_severity(const printer *p, diag_severity severity)
{
    switch (severity) {
    case DIAG_REMARK:
        set_color(p, BLUE);
        fputs("remark: ", p->out);
        break;
    case DIAG_WARNING:
        set_color(p, MAGENTA);
        fputs("warning: ", p->out);
        break;
    case DIAG_ERROR:
        set_color(p, RED);
        fputs("error: ", p->out);
        break;
    }
    set_color(p, PLAIN);
}

static void print_diag(const printer *p, const diag *d)
{
    set_color(p, BOLD);
    print_place(p, d->message.where);
    set_color(p, PLAIN);
    print_severity(p, d->severity);
    set_color(p, BOLD);
    fputs(d->message.text, p->out);
    if (d->is_promoted)
        fprintf(p->out, " [-Werror=predict%s%s]", d->rule ? "," : "", d->rule ? d->rule : "");
    else if (d->rule)
        fprintf(p->out, " [%s]", d->rule);
    set_color(p, PLAIN);
    fputc('\n', p->out);
    if (source_range_is_set(d->message.where))
        print_snippet(p, d->message.where);
}

/* Notes at one place show its line once. */
static void print_note(const printer *p, const diag_entry *note, source_range shown)
{
    set_color(p, BOLD);
    print_place(p, note->where);
    set_color(p, PLAIN);
    set_color(p, CYAN);
    fputs("note: ", p->out);
    set_color(p, PLAIN);
    fprintf(p->out, "%s\n", note->text);
    if (source_range_is_set(note->where) && !source_begin_together(note->where, shown))
        print_snippet(p, note->where);
}

void diag_print(const diag_list *list, FILE *out, bool color, diag_severity min)
{
    const printer p = {out, color};
    for (int i = 0; i < list->diags.count; i++) {
        const diag *d = list->diags.data[i];
        bool is_dropped = list->drops_warnings && d->severity == DIAG_WARNING;
        if (d->severity < min || is_dropped)
            continue;
        print_diag(&p, d);
        source_range shown = d->message.where;
        for (int j = 0; j < d->notes.count; j++) {
            print_note(&p, &d->notes.data[j], shown);
            shown = d->notes.data[j].where;
        }
    }
}
