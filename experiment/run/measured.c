#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "experiment/file/cells.h"
#include "experiment/run/run.h"
#include "support/content_hash.h"
#include "support/format.h"
#include "support/suggest.h"

enum { COLUMN_TIME = EXPERIMENT_AXES, COLUMN_NONE };

typedef struct run {
    int point;
    double time;
} run;

typedef struct reader {
    fp_context *ctx;
    const experiment *e;
    database *d;
    int64_t id;
    cell_reader *line;
    int meaning[CELLS_MOST]; /* of columns: an axis, COLUMN_TIME, COLUMN_NONE */
    int columns;
    int kind;      /* the column that tells runs from predictions; -1: there is none */
    int left_out;  /* lines of predictions */
    VEC(run) runs; /* of the lines before */
} reader;

static bool fail(reader *r, source_range where, const char *message)
{
    diag_report(r->ctx->diags, DIAG_ERROR, "experiment-measured", where, "%s", message);
    return false;
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
    const cell *c = &r->line->cells[column];
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
    const char *wanted = meaning_name(r, meaning), *others[CELLS_MOST];
    int count = 0;
    for (int i = 0; i < r->columns; i++)
        if (r->meaning[i] == COLUMN_NONE)
            others[count++] = r->line->cells[i].text;
    const char *near = suggest_closest(wanted, others, count);
    for (int i = 0; i < r->columns && near; i++)
        if (r->meaning[i] == COLUMN_NONE && strcmp(r->line->cells[i].text, near) == 0)
            return fail(r, r->line->cells[i].where,
                        arena_printf(r->ctx->arena,
                                     "no parameter that varies is called '%s'; did you mean '%s'?",
                                     near, wanted));
    return fail(r, source_range_of(r->line->file, 0, 0),
                arena_printf(r->ctx->arena, "the first line names no column '%s'", wanted));
}

/* What `fpredict estimate --format csv` prints has no runs in it. */
static bool check_is_measured(reader *r)
{
    int interval = -1, columns = 0;
    r->kind = -1;
    for (int i = 0; i < r->columns; i++) {
        const char *name = r->line->cells[i].text;
        if (strcmp(name, "kind") == 0)
            r->kind = i;
        if (strcmp(name, "low_s") == 0 || strcmp(name, "high_s") == 0) {
            interval = i;
            columns++;
        }
    }
    return r->kind >= 0 || columns < 2 ||
           fail(r, r->line->cells[interval].where,
                "'low_s' and 'high_s' are of predictions, and these are no measurements");
}

static bool read_heading(reader *r)
{
    bool ok = cells_read_line(r->line, 1);
    r->columns = r->line->count;
    ok = ok && check_is_measured(r);
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

/* Adds a run at these values of the axes. */
static bool add_run(reader *r, const int *at, double time)
{
    arena *a = r->ctx->arena;
    stored_result result = {.kind = RESULT_MEASURED,
                            .is_done = true,
                            .is_complete = true,
                            .time = time,
                            .low = NAN,
                            .high = NAN};
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

static bool add_line(reader *r)
{
    arena *a = r->ctx->arena;
    double time = NAN;
    int at[EXPERIMENT_AXES] = {0};
    if (r->line->count != r->columns)
        return fail(r, r->line->cells[r->line->count - 1].where,
                    arena_printf(a, "this line has %d columns, and the first %d", r->line->count,
                                 r->columns));
    if (r->kind >= 0 && strcmp(r->line->cells[r->kind].text, RESULT_MEASURED) != 0) {
        r->left_out++;
        return true;
    }
    for (int i = 0; i < r->line->count; i++) {
        const int meaning = r->meaning[i];
        char *end = NULL;
        if (meaning == COLUMN_TIME) {
            time = strtod(r->line->cells[i].text, &end);
            if (end == r->line->cells[i].text || *end || !(time > 0) || isinf(time))
                return fail(r, r->line->cells[i].where, "a time is a number of seconds above 0");
        } else if (meaning != COLUMN_NONE) {
            at[meaning] = find_value(r, meaning, &r->line->cells[i]);
            if (at[meaning] < 0)
                return false;
        }
    }
    return add_run(r, at, time);
}

/* --- JSON ------------------------------------------------------------------------------ */

/* Which parameter of the runs an axis is; -1 after reporting. */
static int find_parameter(reader *r, const measurement_set *set, int axis)
{
    for (int k = 0; k < set->name_count; k++)
        if (strcmp(set->names[k], r->e->axes[axis].called) == 0)
            return k;
    fail(r, set->all.data[0].where,
         arena_printf(r->ctx->arena, "the runs are of %s, and have no parameter '%s'",
                      format_list(r->ctx->arena, set->name_count, set->names, "and"),
                      r->e->axes[axis].called));
    return -1;
}

static bool add_json(reader *r, const source_file *file, const measurement_choice *choice,
                     int *added)
{
    measurement_set set;
    int parameter[EXPERIMENT_AXES], at[EXPERIMENT_AXES] = {0};
    if (!measurements_read_json(r->ctx, file, choice, &set))
        return false;
    for (int k = 0; k < r->e->axis_count; k++)
        if ((parameter[k] = find_parameter(r, &set, k)) < 0)
            return false;
    if (!database_transaction(r->d))
        return false;
    for (int i = 0; i < set.all.count; i++) {
        for (int k = 0; k < r->e->axis_count; k++) {
            const cell c = {set.all.data[i].values[parameter[k]], set.all.data[i].where};
            at[k] = find_value(r, k, &c);
            if (at[k] < 0)
                return false;
        }
        if (!add_run(r, at, set.all.data[i].seconds))
            return false;
        ++*added;
    }
    return database_commit(r->d);
}

bool experiment_add_measured(fp_context *ctx, const experiment *e, database *d, int64_t id,
                             const char *path, const measurement_choice *choice, int *added)
{
    reader *r = ARENA_NEW(ctx->arena, reader);
    *r = (reader){.ctx = ctx, .e = e, .d = d, .id = id};
    *added = 0;
    if (measurements_is_archive(path)) {
        const source_file *unpacked = measurements_unpack(ctx, path);
        return unpacked && add_json(r, unpacked, choice, added);
    }
    errno = 0;
    const source_file *file = source_open(ctx->sources, path);
    if (!file)
        return fail(r, (source_range){0},
                    arena_printf(ctx->arena, "'%s' cannot be read: %s", path, strerror(errno)));
    if (measurements_is_json(file))
        return add_json(r, file, choice, added);
    r->line = cells_new(ctx, file, "experiment-measured");
    if (!read_heading(r) || !database_transaction(d))
        return false;
    int lines = 0;
    for (int i = 2; i <= source_line_count(file); i++) {
        if (!cells_read_line(r->line, i))
            return false; /* what is not committed is not there */
        if (r->line->count == 0)
            continue;
        if (!add_line(r))
            return false;
        lines++;
    }
    if (r->left_out > 0 && r->left_out == lines)
        return fail(r, source_range_of(file, 0, 0),
                    "no line is of the kind 'measured': predictions are no measurements");
    if (r->left_out > 0)
        diag_report(ctx->diags, DIAG_WARNING, "experiment-measured", source_range_of(file, 0, 0),
                    "%d of %d lines are left out: their kind is not 'measured'", r->left_out,
                    lines);
    *added = lines - r->left_out;
    return database_commit(d);
}
