#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/file/cells.h"
#include "experiment/measurement/measurement.h"

static bool fail(fp_context *ctx, source_range where, const char *text)
{
    diag_report(ctx->diags, DIAG_ERROR, "measurements", where, "%s", text);
    return false;
}

/* --- Comma-separated values ------------------------------------------------------------ */

/* What is said of a run beside its point: columns that fpredict and people write. A size that is
 * called so is a column "size:run". */
static bool is_remark(const char *name)
{
    static const char words[] =
        " kind state low_s high_s speed_up complete message program machine "
        "trace version made command host date repetition run ";
    char padded[64];
    snprintf(padded, sizeof padded, " %.60s ", name);
    return *name == '\0' || strstr(words, padded) != NULL;
}

/* Columns whose values say whether a run is one of those: all runs have the same of these. */
enum { SAME_MACHINE, SAME_PROGRAM, SAME_COUNT };
static const char *const same_names[SAME_COUNT] = {"machine", "program"};

/* The columns of parameters, and those of the time and of remarks (-1: there is none). */
typedef struct heading {
    int count, time, kind;
    int column[CELLS_MOST];
    int same[SAME_COUNT];
    const char *said[SAME_COUNT]; /* by the runs so far; or null */
    bool is_ignored[CELLS_MOST];  /* a remark … */
    bool is_number[CELLS_MOST];   /* … that is a whole number in each line, as a size is */
    cell cells[CELLS_MOST];       /* of the first line */
    int left_out;                 /* lines that are predictions */
} heading;

/* Notes a column that is no parameter. */
static void read_remark(heading *h, int column, const char *name)
{
    h->is_ignored[column] = h->is_number[column] = *name != '\0';
    if (strcmp(name, "kind") == 0)
        h->kind = column;
    for (int k = 0; k < SAME_COUNT; k++)
        if (strcmp(name, same_names[k]) == 0)
            h->same[k] = column;
}

static bool read_heading(fp_context *ctx, cell_reader *r, heading *h, measurement_set *out)
{
    const char **names = ARENA_ARRAY(ctx->arena, CELLS_MOST, const char *);
    *h = (heading){.time = -1, .kind = -1, .same = {-1, -1}};
    if (!cells_read_line(r, 1))
        return false;
    for (int i = 0; i < r->count; i++) {
        const cell *c = &r->cells[i];
        h->cells[i] = *c;
        if (strcmp(c->text, "time_s") == 0 || strcmp(c->text, "seconds") == 0) {
            if (h->time >= 0)
                return fail(ctx, c->where, "the first line names the time a second time");
            h->time = i;
            continue;
        }
        for (int k = 0; k < h->count; k++)
            if (strcmp(names[k], c->text) == 0)
                return fail(
                    ctx, c->where,
                    arena_printf(ctx->arena, "the first line names '%s' a second time", c->text));
        if (is_remark(c->text)) {
            read_remark(h, i, c->text);
            continue;
        }
        names[h->count] = c->text;
        h->column[h->count++] = i;
    }
    out->name_count = h->count;
    out->names = names;
    if (h->time < 0 || h->count == 0)
        return fail(ctx, source_range_of(r->file, 0, 0),
                    h->time < 0
                        ? "the first line names no column 'time_s'"
                        : "the first line names no parameter beside the time: 'processors', "
                          "or a size");
    return true;
}

static bool is_whole(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

/* Looks at the remarks of a run; false after reporting that it is another machine's, or another
 * program's, than those before. */
static bool read_remarks(fp_context *ctx, const cell_reader *r, heading *h)
{
    for (int i = 0; i < r->count; i++)
        h->is_number[i] = h->is_number[i] && is_whole(r->cells[i].text);
    for (int k = 0; k < SAME_COUNT; k++) {
        const cell *c = h->same[k] < 0 ? NULL : &r->cells[h->same[k]];
        if (!c || !*c->text)
            continue;
        if (h->said[k] && strcmp(h->said[k], c->text) != 0)
            return fail(ctx, c->where,
                        arena_printf(ctx->arena,
                                     "runs are of one %s, and these of '%s' and '%s': take those "
                                     "of one",
                                     same_names[k], h->said[k], c->text));
        h->said[k] = c->text;
    }
    return true;
}

static bool read_run(fp_context *ctx, cell_reader *r, int columns, heading *h, measurement_set *out)
{
    const char **values = ARENA_ARRAY(ctx->arena, h->count, const char *);
    measurement m = {.values = values};
    if (r->count != columns)
        return fail(ctx, r->cells[r->count - 1].where,
                    arena_printf(ctx->arena, "this line has %d columns, and the first %d", r->count,
                                 columns));
    if (h->kind >= 0 && strcmp(r->cells[h->kind].text, RESULT_MEASURED) != 0) {
        h->left_out++;
        return true;
    }
    if (!read_remarks(ctx, r, h))
        return false;
    const cell *time = &r->cells[h->time];
    char *end;
    m.seconds = strtod(time->text, &end);
    m.where = time->where;
    if (end == time->text || *end || !(m.seconds > 0) || isinf(m.seconds))
        return fail(ctx, time->where, "a time is a number of seconds above 0");
    for (int k = 0; k < h->count; k++)
        values[k] = r->cells[h->column[k]].text;
    VEC_PUSH(ctx->arena, &out->all, m);
    return true;
}

/* What was not taken is said; false after reporting that nothing is left. */
static bool report_ignored(fp_context *ctx, const source_file *file, const heading *h,
                           const measurement_set *out)
{
    if (h->left_out > 0 && out->all.count == 0)
        return fail(ctx, h->cells[h->kind].where,
                    "no line is of the kind 'measured': predictions are no runs");
    if (h->left_out > 0)
        diag_report(ctx->diags, DIAG_WARNING, "measurements", h->cells[h->kind].where,
                    "%d of %d lines are left out: their kind is not 'measured'", h->left_out,
                    h->left_out + out->all.count);
    for (int i = 0; i < CELLS_MOST && out->all.count > 0; i++)
        if (h->is_ignored[i] && h->is_number[i])
            diag_report(ctx->diags, DIAG_WARNING, "measurements", h->cells[i].where,
                        "the column '%s' is taken for a remark, not for a size: a size of that "
                        "name is called 'size:%s' here",
                        h->cells[i].text, h->cells[i].text);
    return out->all.count > 0 ||
           fail(ctx, source_range_of(file, 0, 0), "there is no run behind the first line");
}

static bool read_csv(fp_context *ctx, const source_file *file, measurement_set *out)
{
    cell_reader *r = cells_new(ctx, file, "measurements");
    heading h;
    if (!read_heading(ctx, r, &h, out))
        return false;
    const int columns = r->count;
    for (int i = 2; i <= source_line_count(file); i++) {
        if (!cells_read_line(r, i))
            return false;
        if (r->count > 0 && !read_run(ctx, r, columns, &h, out))
            return false;
    }
    return report_ignored(ctx, file, &h, out);
}

bool measurements_is_json(const source_file *file)
{
    const char *text = source_text(file);
    text += strspn(text, " \t\r\n");
    return *text == '{' || *text == '[';
}

bool measurements_read(fp_context *ctx, const char *path, const measurement_choice *choice,
                       measurement_set *out)
{
    *out = (measurement_set){0};
    if (measurements_is_archive(path)) {
        const source_file *unpacked = measurements_unpack(ctx, path);
        return unpacked && measurements_read_json(ctx, unpacked, choice, out);
    }
    errno = 0;
    const source_file *file = source_open(ctx->sources, path);
    if (!file)
        return fail(ctx, (source_range){0},
                    arena_printf(ctx->arena, "'%s' cannot be read: %s", path, strerror(errno)));
    return measurements_is_json(file) ? measurements_read_json(ctx, file, choice, out)
                                      : read_csv(ctx, file, out);
}
