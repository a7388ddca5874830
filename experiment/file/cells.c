#include "experiment/file/cells.h"

#include <string.h>

/* Reads one cell at *at, and moves past it and the comma. */
static cell read_cell(cell_reader *r, size_t line, const char *text, size_t length, size_t *at)
{
    arena *a = r->ctx->arena;
    char *out = arena_alloc(a, length + 1);
    size_t n = 0, begin = *at;
    bool is_quoted = false;
    for (; *at < length && (is_quoted || text[*at] != ','); ++*at) {
        if (text[*at] != '"')
            out[n++] = text[*at];
        else if (is_quoted && *at + 1 < length && text[*at + 1] == '"')
            out[n++] = text[++*at];
        else
            is_quoted = !is_quoted;
    }
    const source_range where = source_range_of(r->file, line + begin, line + *at);
    ++*at;
    while (n > 0 && (out[n - 1] == ' ' || out[n - 1] == '\r'))
        out[--n] = '\0';
    while (*out == ' ')
        out++;
    return (cell){out, where};
}

cell_reader *cells_new(fp_context *ctx, const source_file *file, const char *rule)
{
    cell_reader *r = ARENA_NEW(ctx->arena, cell_reader);
    *r = (cell_reader){.ctx = ctx, .file = file, .rule = rule};
    return r;
}

bool cells_read_line(cell_reader *r, int number)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8's byte order, as spreadsheets write it */
    size_t length, at = 0;
    const char *text = source_line(r->file, number, &length);
    const size_t line = source_offset(r->file, number, 1);
    r->count = 0;
    if (number == 1 && length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0)
        at = sizeof mark - 1;
    while (at <= length && length > 0) {
        if (r->count == CELLS_MOST) {
            diag_report(r->ctx->diags, DIAG_ERROR, r->rule,
                        source_range_of(r->file, line + at, line + length),
                        "a line has at most 64 columns");
            return false;
        }
        r->cells[r->count++] = read_cell(r, line, text, length, &at);
    }
    return true;
}
