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

/* What is said of a run beside its point: columns that fpredict and people write. */
static bool is_remark(const char *name)
{
    static const char words[] =
        " kind state low_s high_s speed_up complete message program machine "
        "trace version made command host date repetition run ";
    char padded[64];
    snprintf(padded, sizeof padded, " %.60s ", name);
    return *name == '\0' || strstr(words, padded) != NULL;
}

/* The columns of parameters, and that of the time. */
typedef struct heading {
    int count, time;
    int column[CELLS_MOST];
} heading;

static bool read_heading(fp_context *ctx, cell_reader *r, heading *h, measurement_set *out)
{
    const char **names = ARENA_ARRAY(ctx->arena, CELLS_MOST, const char *);
    *h = (heading){.time = -1};
    if (!cells_read_line(r, 1))
        return false;
    for (int i = 0; i < r->count; i++) {
        const cell *c = &r->cells[i];
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
        if (is_remark(c->text))
            continue;
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

static bool read_run(fp_context *ctx, cell_reader *r, int columns, const heading *h,
                     measurement_set *out)
{
    const char **values = ARENA_ARRAY(ctx->arena, h->count, const char *);
    measurement m = {.values = values};
    if (r->count != columns)
        return fail(ctx, r->cells[r->count - 1].where,
                    arena_printf(ctx->arena, "this line has %d columns, and the first %d", r->count,
                                 columns));
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
    return out->all.count > 0 ||
           fail(ctx, source_range_of(file, 0, 0), "there is no run behind the first line");
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
    errno = 0;
    const source_file *file = source_open(ctx->sources, path);
    *out = (measurement_set){0};
    if (!file)
        return fail(ctx, (source_range){0},
                    arena_printf(ctx->arena, "'%s' cannot be read: %s", path, strerror(errno)));
    return measurements_is_json(file) ? measurements_read_json(ctx, file, choice, out)
                                      : read_csv(ctx, file, out);
}
