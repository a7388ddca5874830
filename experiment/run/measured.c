#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "experiment/run/run.h"
#include "support/content_hash.h"
#include "support/suggest.h"

enum { COLUMNS_MOST = 64, COLUMN_TIME = EXPERIMENT_AXES, COLUMN_NONE };

/* A cell of a line, without the quotes around it. */
typedef struct cell {
    const char *text;
    source_range where;
} cell;

typedef struct run {
    int point;
    double time;
} run;

typedef struct reader {
    fp_context *ctx;
    const experiment *e;
    database *d;
    int64_t id;
    const source_file *file;
    int count;
    cell cells[COLUMNS_MOST];
    int meaning[COLUMNS_MOST]; /* of columns: an axis, COLUMN_TIME, COLUMN_NONE */
    int columns;
    VEC(run) runs; /* of the lines before */
} reader;

static bool fail(reader *r, source_range where, const char *message)
{
    diag_report(r->ctx->diags, DIAG_ERROR, "experiment-measured", where, "%s", message);
    return false;
}

/* Reads one cell at *at (RFC 4180), and moves past it and the comma. */
static cell read_cell(reader *r, size_t line, const char *text, size_t length, size_t *at)
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

/* Reads the cells of a line; false after reporting that there are too many. */
static bool read_line(reader *r, int number)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8's byte order, as spreadsheets write it */
    size_t length, at = 0;
    const char *text = source_line(r->file, number, &length);
    const size_t line = source_offset(r->file, number, 1);
    r->count = 0;
    if (number == 1 && length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0)
        at = sizeof mark - 1;
    while (at <= length && length > 0) {
        if (r->count == COLUMNS_MOST)
            return fail(r, source_range_of(r->file, line + at, line + length),
                        "a line has at most 64 columns");
        r->cells[r->count++] = read_cell(r, line, text, length, &at);
    }
    return true;
}

/* --- The heading --------------------------------------------------------------------- */

/* An axis, or COLUMN_TIME, by its name in the heading. */
static const char *meaning_name(const reader *r, int meaning)
{
    return meaning == COLUMN_TIME ? "time_s" : r->e->axes[meaning].called;
}

/* The column that has a meaning; -1: none. */
static int find_column(const reader *r, int count, int meaning)
{
    for (int i = 0; i < count; i++)
        if (r->meaning[i] == meaning)
            return i;
    return -1;
}

/* What else is known of runs does not matter here. */
static bool read_name(reader *r, int column)
{
    const cell *c = &r->cells[column];
    r->meaning[column] = COLUMN_NONE;
    for (int k = 0; k <= r->e->axis_count; k++) {
        const int meaning = k < r->e->axis_count ? k : COLUMN_TIME;
        if (strcmp(meaning_name(r, meaning), c->text) != 0)
            continue;
        if (find_column(r, column, meaning) >= 0)
            return fail(
                r, c->where,
                arena_printf(r->ctx->arena, "the first line names '%s' a second time", c->text));
        r->meaning[column] = meaning;
    }
    return true;
}

/* Reports that no column has a meaning: another one may be called nearly so. */
static bool report_missing(reader *r, int meaning)
{
    const char *wanted = meaning_name(r, meaning), *others[COLUMNS_MOST];
    int count = 0;
    for (int i = 0; i < r->columns; i++)
        if (r->meaning[i] == COLUMN_NONE)
            others[count++] = r->cells[i].text;
    const char *near = suggest_closest(wanted, others, count);
    for (int i = 0; i < r->columns && near; i++)
        if (r->meaning[i] == COLUMN_NONE && strcmp(r->cells[i].text, near) == 0)
            return fail(r, r->cells[i].where,
                        arena_printf(r->ctx->arena,
                                     "no parameter that varies is called '%s'; did you mean '%s'?",
                                     near, wanted));
    return fail(r, source_range_of(r->file, 0, 0),
                arena_printf(r->ctx->arena, "the first line names no column '%s'", wanted));
}

static bool read_heading(reader *r)
{
    bool ok = read_line(r, 1);
    r->columns = r->count;
    for (int i = 0; i < r->columns && ok; i++)
        ok = read_name(r, i);
    for (int k = 0; k <= r->e->axis_count && ok; k++) {
        const int meaning = k < r->e->axis_count ? k : COLUMN_TIME;
        ok = find_column(r, r->columns, meaning) >= 0 || report_missing(r, meaning);
    }
    return ok;
}

/* --- Lines ----------------------------------------------------------------------------- */

/* Which value of its axis a cell has; -1 after reporting that it is none. */
static int find_value(reader *r, int axis, const cell *c)
{
    const experiment_axis *x = &r->e->axes[axis];
    const bool is_number = x->is_number && !strpbrk(c->text, "xX"); /* a shape is not its number */
    for (int i = 0; i < x->count; i++)
        if (strcmp(x->values[i], c->text) == 0 ||
            (is_number && stored_number(x->values[i]) == stored_number(c->text)))
            return i;
    fail(r, c->where,
         arena_printf(r->ctx->arena, "no point of the experiment has '%s' = '%s'", x->called,
                      c->text));
    return -1;
}

/* How many lines before this one say the same: repetitions may take the same time. */
static int count_same(reader *r, int point, double time)
{
    int count = 0;
    const run this = {point, time};
    for (int i = 0; i < r->runs.count; i++)
        count += r->runs.data[i].point == point && r->runs.data[i].time == time;
    VEC_PUSH(r->ctx->arena, &r->runs, this);
    return count;
}

static bool add_line(reader *r)
{
    arena *a = r->ctx->arena;
    stored_result result = {.kind = RESULT_MEASURED,
                            .is_done = true,
                            .is_complete = true,
                            .time = NAN,
                            .low = NAN,
                            .high = NAN};
    int at[EXPERIMENT_AXES] = {0};
    if (r->count != r->columns)
        return fail(
            r, r->cells[r->count - 1].where,
            arena_printf(a, "this line has %d columns, and the first %d", r->count, r->columns));
    for (int i = 0; i < r->count; i++) {
        const int meaning = r->meaning[i];
        char *end = NULL;
        if (meaning == COLUMN_TIME) {
            result.time = strtod(r->cells[i].text, &end);
            if (end == r->cells[i].text || *end || !(result.time > 0) || isinf(result.time))
                return fail(r, r->cells[i].where, "a time is a number of seconds above 0");
        } else if (meaning != COLUMN_NONE) {
            at[meaning] = find_value(r, meaning, &r->cells[i]);
            if (at[meaning] < 0)
                return false;
        }
    }
    const char *all = arena_printf(a, "%s %s %.17g", RESULT_MEASURED, r->e->name, result.time);
    for (int k = 0; k < r->e->axis_count; k++) {
        const named_text s = {r->e->axes[k].called, r->e->axes[k].values[at[k]]};
        VEC_PUSH(a, &result.settings, s);
        result.point = result.point * r->e->axes[k].count + at[k];
        all = arena_printf(a, "%s\n%s=%s", all, s.name, s.text);
    }
    all = arena_printf(a, "%s\n%d", all, count_same(r, result.point, result.time));
    result.key = content_hash(a, all, strlen(all));
    return database_add(r->d, r->id, &result);
}

bool experiment_add_measured(fp_context *ctx, const experiment *e, database *d, int64_t id,
                             const char *path, int *added)
{
    reader *r = ARENA_NEW(ctx->arena, reader);
    *r = (reader){.ctx = ctx, .e = e, .d = d, .id = id};
    errno = 0;
    r->file = source_open(ctx->sources, path);
    *added = 0;
    if (!r->file)
        return fail(r, (source_range){0},
                    arena_printf(ctx->arena, "'%s' cannot be read: %s", path, strerror(errno)));
    if (!read_heading(r) || !database_transaction(d))
        return false;
    for (int i = 2; i <= source_line_count(r->file); i++) {
        if (!read_line(r, i))
            return false; /* what is not committed is not there */
        if (r->count == 0)
            continue;
        if (!add_line(r))
            return false;
        ++*added;
    }
    return database_commit(d);
}
