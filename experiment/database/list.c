#include "experiment/database/internal.h"

/* Appends name and text of each row: of settings, of axes. */
static bool read_texts(database *d, const char *sql, int64_t id, stored_result *result,
                       stored_experiment *experiment)
{
    bool is_row = false, ok = true;
    sqlite3_stmt *s = database_prepare(d, sql);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, id);
    while ((ok = database_step(d, s, &is_row)) && is_row) {
        const named_text t = {database_text(d, s, 0), database_text(d, s, 1)};
        if (result)
            VEC_PUSH(d->ctx->arena, &result->settings, t);
        else
            VEC_PUSH(d->ctx->arena, &experiment->axes, t);
    }
    sqlite3_finalize(s);
    return ok;
}

static bool read_parts(database *d, int64_t id, stored_result *r)
{
    bool is_row = false, ok = true;
    sqlite3_stmt *s =
        database_prepare(d, "SELECT name, time_s FROM part WHERE result = ? ORDER BY number");
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, id);
    while ((ok = database_step(d, s, &is_row)) && is_row) {
        const named_time t = {database_text(d, s, 0), database_real(s, 1)};
        VEC_PUSH(d->ctx->arena, &r->parts, t);
    }
    sqlite3_finalize(s);
    return ok;
}

/* Appends the results of an experiment that fulfil a condition, by point. */
static bool list_results(database *d, int64_t experiment, const char *condition, result_list *out)
{
    bool is_row = false, ok = true;
    sqlite3_stmt *s = database_prepare(
        d, arena_printf(d->ctx->arena,
                        "SELECT id, number, key, kind, state = 'done', complete, time_s, low_s, "
                        "high_s, message,"
                        " command, folder, version, program, machine, trace, made"
                        " FROM point JOIN result ON result = id WHERE experiment = ? AND %s"
                        " ORDER BY number, kind = '" RESULT_MEASURED "', id",
                        condition));
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, experiment);
    while (ok && (ok = database_step(d, s, &is_row)) && is_row) {
        stored_result r = {.point = sqlite3_column_int(s, 1),
                           .key = database_text(d, s, 2),
                           .kind = database_text(d, s, 3),
                           .is_done = sqlite3_column_int(s, 4) != 0,
                           .is_complete = sqlite3_column_int(s, 5) != 0,
                           .time = database_real(s, 6),
                           .low = database_real(s, 7),
                           .high = database_real(s, 8),
                           .message = database_text(d, s, 9),
                           .command = database_text(d, s, 10),
                           .folder = database_text(d, s, 11),
                           .version = database_text(d, s, 12),
                           .program = database_text(d, s, 13),
                           .machine = database_text(d, s, 14),
                           .trace = database_text(d, s, 15),
                           .made = database_text(d, s, 16)};
        const int64_t id = sqlite3_column_int64(s, 0);
        ok = read_texts(d, "SELECT name, value FROM setting WHERE result = ? ORDER BY number", id,
                        &r, NULL) &&
             read_parts(d, id, &r);
        VEC_PUSH(d->ctx->arena, out, r);
    }
    sqlite3_finalize(s);
    return ok;
}

bool database_results(database *d, int64_t experiment, result_list *out)
{
    return list_results(d, experiment, "number >= 0", out);
}

bool database_measured(database *d, int64_t experiment, result_list *out)
{
    return list_results(d, experiment, "kind = '" RESULT_MEASURED "'", out);
}

bool database_experiments(database *d, experiment_list *out)
{
    bool is_row = false, ok = true;
    sqlite3_stmt *s = database_prepare(
        d, "SELECT e.id, e.name, e.title, e.text, e.folder, e.made, e.points,"
           " count(*) FILTER (WHERE r.kind <> '" RESULT_MEASURED "' AND r.state = 'done'),"
           " count(*) FILTER (WHERE r.state = 'failed'),"
           " count(*) FILTER (WHERE r.kind = '" RESULT_MEASURED "')"
           " FROM experiment e LEFT JOIN point p ON p.experiment = e.id AND p.number >= 0"
           " LEFT JOIN result r ON r.id = p.result GROUP BY e.id ORDER BY e.name");
    if (!s)
        return false;
    while (ok && (ok = database_step(d, s, &is_row)) && is_row) {
        stored_experiment e = {.id = sqlite3_column_int64(s, 0),
                               .name = database_text(d, s, 1),
                               .title = database_text(d, s, 2),
                               .text = database_text(d, s, 3),
                               .folder = database_text(d, s, 4),
                               .made = database_text(d, s, 5),
                               .point_count = sqlite3_column_int(s, 6),
                               .done = sqlite3_column_int(s, 7),
                               .failed = sqlite3_column_int(s, 8),
                               .measured = sqlite3_column_int(s, 9)};
        ok = read_texts(d, "SELECT name, kind FROM axis WHERE experiment = ? ORDER BY number", e.id,
                        NULL, &e);
        VEC_PUSH(d->ctx->arena, out, e);
    }
    sqlite3_finalize(s);
    return ok;
}
