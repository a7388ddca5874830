#include "report/table.h"

#include <assert.h>
#include <string.h>

#include "report/text.h"
#include "support/format.h"
#include "support/utf8.h"

enum { GAP = 2, NARROW_GAP = 1, FILL_LEAST = 12, WRAP_LEAST = 20 };

typedef struct widths {
    int gap;                          /* between columns */
    int number[TABLE_COLUMNS_MAX];    /* TABLE_UNIT: before the space; else the cell */
    int unit[TABLE_COLUMNS_MAX];      /* TABLE_UNIT: the space and what follows */
    bool is_gone[TABLE_COLUMNS_MAX];  /* there is no room for it */
    bool is_empty[TABLE_COLUMNS_MAX]; /* it has a heading and nothing else */
} widths;

table table_new(arena *a, int columns, const table_align *align)
{
    assert(columns <= TABLE_COLUMNS_MAX);
    table t = {.arena = a, .columns = columns};
    memcpy(t.align, align, (size_t)columns * sizeof *align);
    return t;
}

const char *table_time(arena *a, double seconds)
{
    return seconds > 0 ? format_time(a, seconds) : NULL;
}

table_row *table_add(table *t, const char *const *cells)
{
    table_row row = {0};
    for (int c = 0; c < t->columns; c++)
        row.cell[c] = cells[c] ? text_plain(t->arena, cells[c]) : NULL;
    VEC_PUSH(t->arena, &t->rows, row);
    return &t->rows.data[t->rows.count - 1];
}

/* Returns the bytes of a cell before its unit: up to the last space. A heading
 * has none and is all number. */
static size_t number_length(const char *cell)
{
    const char *space = strrchr(cell, ' ');
    bool is_figure = cell[0] == '-' || cell[0] == '<' || (cell[0] >= '0' && cell[0] <= '9') ||
                     strncmp(cell, "≥ ", strlen("≥ ")) == 0 || strncmp(cell, "? ", 2) == 0;
    return space && is_figure ? (size_t)(space - cell) : strlen(cell);
}

static int number_columns(const table *t, const char *cell)
{
    return utf8_columns(arena_strndup(t->arena, cell, number_length(cell)));
}

static void grow(int *width, int needed)
{
    if (needed > *width)
        *width = needed;
}

static bool has_heading(const table *t)
{
    return t->rows.count > 1 && t->rows.data[0].ink == TABLE_DIM;
}

static bool is_empty(const table *t, int column)
{
    for (int r = 1; r < t->rows.count; r++)
        if (t->rows.data[r].cell[column] && *t->rows.data[r].cell[column])
            return false;
    return has_heading(t);
}

static widths measure(const table *t)
{
    widths w = {.gap = GAP};
    for (int c = 0; c < t->columns; c++)
        w.is_empty[c] = is_empty(t, c);
    for (int r = 0; r < t->rows.count; r++)
        for (int c = 0; c < t->columns; c++) {
            const char *cell = t->rows.data[r].cell[c];
            if (!cell || w.is_empty[c])
                continue;
            if (t->align[c] != TABLE_UNIT) {
                grow(&w.number[c], utf8_columns(cell));
            } else if (number_length(cell) < strlen(cell)) {
                grow(&w.number[c], number_columns(t, cell));
                grow(&w.unit[c], utf8_columns(cell + number_length(cell)));
            }
        }
    /* Headings of figures end where the units do. */
    for (int r = 0; r < t->rows.count; r++)
        for (int c = 0; c < t->columns; c++) {
            const char *cell = t->rows.data[r].cell[c];
            bool is_shown = cell && !w.is_empty[c];
            if (is_shown && t->align[c] == TABLE_UNIT && number_length(cell) == strlen(cell))
                grow(&w.number[c], utf8_columns(cell) - w.unit[c]);
        }
    return w;
}

/* --- Room ------------------------------------------------------------------- */

static bool is_open(const table *t, int column)
{
    return t->align[column] == TABLE_FILL || t->align[column] == TABLE_WRAP;
}

/* The columns that the widest row takes; what can be cut or broken, the least. */
static int total_columns(const table *t, const widths *w)
{
    int total = 0;
    for (int c = 0; c < t->columns; c++) {
        int width = w->number[c] + w->unit[c];
        int least = t->align[c] == TABLE_FILL   ? FILL_LEAST
                    : t->align[c] == TABLE_WRAP ? WRAP_LEAST
                                                : width;
        width = width < least ? width : least;
        total += width + (width && total ? w->gap : 0);
    }
    return total;
}

static bool may_go(const table *t, const widths *w, int column)
{
    return !t->is_kept[column] && !is_open(t, column) && !w->is_gone[column] &&
           !w->is_empty[column];
}

static bool drop_one(const table *t, widths *w)
{
    int last = 0;
    for (int c = 1; c < t->columns; c++)
        if (may_go(t, w, c) && (t->goes_first[c] || !last || !t->goes_first[last]))
            last = c;
    if (last == 0)
        return false;
    w->is_gone[last] = true;
    w->number[last] = w->unit[last] = 0;
    return true;
}

/* The heading of fewer letters, where there is one. */
static const char *brief(const char *heading)
{
    static const struct {
        const char *whole, *brief;
    } all[] = {{"computing", "comp"},   {"communicating", "comm"}, {"waiting", "wait"},
               {"overhead", "ovhd"},    {"processors", "procs"},   {"messages", "msgs"},
               {"vs best  ", "ratio "}, {"vs first  ", "ratio "},  {"so far", "sum"}};
    for (size_t i = 0; heading && i < sizeof all / sizeof *all; i++)
        if (strcmp(heading, all[i].whole) == 0)
            return all[i].brief;
    return heading;
}

/* The same table with such headings. */
static table with_brief_headings(const table *t)
{
    table out = *t;
    if (!has_heading(t))
        return out;
    out.rows.data =
        arena_copy(t->arena, t->rows.data, (size_t)t->rows.count * sizeof *t->rows.data);
    for (int c = 0; c < t->columns; c++)
        out.rows.data[0].cell[c] = brief(t->rows.data[0].cell[c]);
    return out;
}

/* Columns go; then the first one, if it is text, is cut. */
static void make_room(const table *t, widths *w, int room)
{
    while (total_columns(t, w) > room && drop_one(t, w))
        continue;
    int excess = total_columns(t, w) - room;
    if (excess > 0 && t->align[0] == TABLE_LEFT && w->number[0] > FILL_LEAST)
        w->number[0] = w->number[0] - excess > FILL_LEAST ? w->number[0] - excess : FILL_LEAST;
}

/* The heading of a column without the blanks that align it; null: it has none. */
static const char *heading(const table *t, int column)
{
    const char *text = t->rows.count ? t->rows.data[0].cell[column] : NULL;
    if (!text || t->rows.data[0].ink != TABLE_DIM)
        return NULL;
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    return length ? arena_strndup(t->arena, text, length) : NULL;
}

static void print_gone(const table *t, const widths *w, FILE *out, const char *indent, int width,
                       bool color)
{
    static const char begin[] = "no room for";
    int column = 0;
    for (int c = 0; c < t->columns; c++) {
        const char *name = w->is_gone[c] ? heading(t, c) : NULL;
        if (!name)
            continue;
        int needed = utf8_columns(name) + 2;
        if (column == 0) {
            fprintf(out, "%s%s%s", indent, color ? "\033[2m" : "", begin);
            column = utf8_columns(indent) + utf8_columns(begin);
        } else {
            fputc(',', out);
        }
        bool fits = column + needed < width;
        fprintf(out, fits ? " %s" : "\n    %s", name);
        column = (fits ? column : 3) + needed;
    }
    if (column)
        fprintf(out, "%s\n", color ? "\033[0m" : "");
}

/* --- Lines ------------------------------------------------------------------ */

static int pad_to(char *line, size_t capacity, size_t *used, int from, int to)
{
    for (; from < to && *used + 1 < capacity; from++)
        line[(*used)++] = ' ';
    return to;
}

static const char *cell_text(const table *t, const widths *w, int column, const char *cell,
                             int left)
{
    arena *a = t->arena;
    int width = w->number[column] + w->unit[column], used = utf8_columns(cell);
    switch (t->align[column]) {
    case TABLE_LEFT:
        return used > width ? format_fit(a, cell, width) : cell;
    case TABLE_FILL:
    case TABLE_WRAP: /* a word that is longer than the column */
        return left < 2 ? "" : format_fit(a, cell, left);
    case TABLE_RIGHT:
        return arena_printf(a, "%*s%s", width - used, "", cell);
    case TABLE_UNIT:
        break;
    }
    int before = number_length(cell) < strlen(cell) ? w->number[column] - number_columns(t, cell)
                                                    : width - used;
    return arena_printf(a, "%*s%s", before, "", cell);
}

static void print_row(const table *t, const widths *w, const table_row *row, FILE *out,
                      const char *indent, int width, bool color)
{
    char line[4096];
    size_t used = 0;
    int column = 0, start = 0, left = width - utf8_columns(indent);
    for (int c = 0; c < t->columns; c++) {
        const char *text = row->cell[c] && !w->is_gone[c] && !w->is_empty[c]
                               ? cell_text(t, w, c, row->cell[c], left - start)
                               : "";
        if (*text) {
            column = pad_to(line, sizeof line, &used, column, start);
            size_t length = strlen(text);
            if (used + length + 1 > sizeof line)
                break;
            memcpy(line + used, text, length);
            used += length;
            column += utf8_columns(text);
        }
        start += w->number[c] + w->unit[c] + (w->number[c] + w->unit[c] ? w->gap : 0);
    }
    while (used > 0 && line[used - 1] == ' ')
        used--;
    const char *ink = row->ink == TABLE_BOLD ? "\033[1m" : row->ink == TABLE_DIM ? "\033[2m" : "";
    bool inked = color && *ink;
    fprintf(out, "%s%s%.*s%s\n", used ? indent : "", inked ? ink : "", (int)used, line,
            inked ? "\033[0m" : "");
}

/* Returns the bytes of `text` that go on a line of `width` columns: whole words,
 * at least one. */
static size_t line_length(arena *a, const char *text, int width)
{
    size_t end = text_word_length(text);
    while (text[end]) {
        size_t next = end + 1 + text_word_length(text + end + 1);
        if (utf8_columns(arena_strndup(a, text, next)) > width)
            break;
        end = next;
    }
    return end;
}

/* Prints a row whose last cell may take several lines. */
static void print_wrapped(const table *t, const widths *w, const table_row *row, FILE *out,
                          const char *indent, int width, bool color)
{
    int last = t->columns - 1, left = width - utf8_columns(indent);
    for (int c = 0; c < last; c++)
        left -= w->number[c] + w->unit[c] + (w->number[c] + w->unit[c] ? w->gap : 0);
    const char *rest = row->cell[last];
    table_row piece = *row;
    do {
        size_t length = line_length(t->arena, rest, left);
        piece.cell[last] = arena_strndup(t->arena, rest, length);
        print_row(t, w, &piece, out, indent, width, color);
        rest += length + strspn(rest + length, " ");
        piece = (table_row){.ink = row->ink};
    } while (*rest);
}

void table_print(const table *t, FILE *out, const char *indent, int width, bool color)
{
    const int room = width - utf8_columns(indent), last = t->columns - 1;
    table shown = *t;
    widths w = measure(t);
    if (total_columns(t, &w) > room) {
        shown = with_brief_headings(t);
        w = measure(&shown);
        w.gap = total_columns(t, &w) > room ? NARROW_GAP : GAP;
    }
    make_room(t, &w, room);
    w.gap = GAP; /* what went may have left room */
    w.gap = total_columns(t, &w) > room ? NARROW_GAP : GAP;
    for (int r = 0; r < t->rows.count; r++) {
        const table_row *row = &shown.rows.data[r];
        if (t->align[last] == TABLE_WRAP && row->cell[last])
            print_wrapped(t, &w, row, out, indent, width, color);
        else
            print_row(t, &w, row, out, indent, width, color);
    }
    print_gone(t, &w, out, t->note_indent ? t->note_indent : indent, width, color);
}

/* --- Markdown --------------------------------------------------------------- */

static void print_markdown_cell(const table *t, const char *cell, bool is_bold, FILE *out)
{
    const char *stars = is_bold && *cell ? "**" : "";
    fprintf(out, " %s%s%s |", stars, text_markdown(t->arena, cell), stars);
}

void table_print_markdown(const table *t, FILE *out)
{
    for (int r = 0; r < t->rows.count; r++) {
        const table_row *row = &t->rows.data[r];
        fputc('|', out);
        for (int c = 0; c < t->columns; c++)
            if (!is_empty(t, c))
                print_markdown_cell(t, row->cell[c] ? row->cell[c] : "", row->ink == TABLE_BOLD,
                                    out);
        fputc('\n', out);
        if (r > 0)
            continue;
        fputc('|', out);
        for (int c = 0; c < t->columns; c++)
            if (!is_empty(t, c))
                fputs(t->align[c] == TABLE_RIGHT || t->align[c] == TABLE_UNIT ? "---:|" : "---|",
                      out);
        fputc('\n', out);
    }
}
