#include <time.h>

#include "experiment/database/internal.h"

/* Now, in the form that sorts as it passes. */
static const char *now(arena *a)
{
    char text[32];
    time_t t = time(NULL);
    struct tm parts;
    gmtime_r(&t, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return arena_strdup(a, text);
}

/* Executes a statement about the rows of one id. */
static bool clear(database *d, const char *sql, int64_t id)
{
    sqlite3_stmt *s = database_prepare(d, sql);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, id);
    return database_run(d, s);
}

/* --- An experiment -------------------------------------------------------------- */

static bool put_experiment(database *d, stored_experiment *e)
{
    bool is_row = false;
    sqlite3_stmt *s = database_prepare(
        d, "INSERT INTO experiment (name, title, text, folder, points, made)"
           " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET title = excluded.title,"
           " text = excluded.text, folder = excluded.folder, points = excluded.points"
           " RETURNING id, made");
    if (!s)
        return false;
    database_bind_text(s, 1, e->name);
    database_bind_text(s, 2, e->title);
    database_bind_text(s, 3, e->text);
    database_bind_text(s, 4, e->folder);
    sqlite3_bind_int(s, 5, e->point_count);
    database_bind_text(s, 6, now(d->ctx->arena));
    bool ok = database_step(d, s, &is_row);
    if (is_row) {
        e->id = sqlite3_column_int64(s, 0);
        e->made = database_text(d, s, 1); /* when it was begun first */
    }
    ok = ok && database_step(d, s, &is_row);
    sqlite3_finalize(s);
    return ok;
}

static bool put_axes(database *d, const stored_experiment *e)
{
    bool ok = true;
    for (int i = 0; i < e->axes.count && ok; i++) {
        sqlite3_stmt *s = database_prepare(d, "INSERT INTO axis VALUES (?, ?, ?, ?)");
        if (!s)
            return false;
        sqlite3_bind_int64(s, 1, e->id);
        sqlite3_bind_int(s, 2, i);
        database_bind_text(s, 3, e->axes.data[i].name);
        database_bind_text(s, 4, e->axes.data[i].text);
        ok = database_run(d, s);
    }
    return ok;
}

bool database_begin(database *d, stored_experiment *e)
{
    static const char *const before[] = {"DELETE FROM axis WHERE experiment = ?",
                                         "DELETE FROM point WHERE experiment = ? AND result IN"
                                         " (SELECT id FROM result WHERE kind <> '" RESULT_MEASURED
                                         "')"};
    bool ok = put_experiment(d, e);
    for (int i = 0; i < 2 && ok; i++)
        ok = clear(d, before[i], e->id);
    return ok && put_axes(d, e);
}

/* --- Results ---------------------------------------------------------------------- */

static bool put_point(database *d, int64_t experiment, int point, int64_t result)
{
    sqlite3_stmt *s = database_prepare(d, "INSERT OR IGNORE INTO point VALUES (?, ?, ?)");
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, experiment);
    sqlite3_bind_int(s, 2, point);
    sqlite3_bind_int64(s, 3, result);
    return database_run(d, s);
}

bool database_move(database *d, int64_t experiment, const char *key, int point)
{
    sqlite3_stmt *s = database_prepare(d, "UPDATE point SET number = ? WHERE experiment = ?"
                                          " AND result = (SELECT id FROM result WHERE key = ?)");
    if (!s)
        return false;
    sqlite3_bind_int(s, 1, point);
    sqlite3_bind_int64(s, 2, experiment);
    database_bind_text(s, 3, key);
    return database_run(d, s);
}

bool database_take(database *d, int64_t experiment, int point, const char *key, bool *is_found)
{
    sqlite3_stmt *s = database_prepare(d, "SELECT id FROM result WHERE key = ? AND state = 'done'");
    *is_found = false;
    if (!s)
        return false;
    database_bind_text(s, 1, key);
    const bool ok = database_step(d, s, is_found);
    const int64_t id = *is_found ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_finalize(s);
    return ok && (!*is_found || put_point(d, experiment, point, id));
}

/* One of the same key, which may be listed by several experiments, becomes this one. */
static bool put_result(database *d, stored_result *r, int64_t *id)
{
    bool is_row = false;
    sqlite3_stmt *s = database_prepare(
        d, "INSERT INTO result (key, kind, state, complete, time_s, low_s, high_s, message,"
           " command, folder, version, program, machine, trace, made)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (key) DO UPDATE SET state = excluded.state, complete = excluded.complete,"
           " time_s = excluded.time_s, low_s = excluded.low_s, high_s = excluded.high_s,"
           " message = excluded.message, folder = excluded.folder, made = excluded.made"
           " RETURNING id");
    if (!s)
        return false;
    r->made = now(d->ctx->arena);
    const char *const texts[] = {r->message, r->command, r->folder, r->version,
                                 r->program, r->machine, r->trace,  r->made};
    database_bind_text(s, 1, r->key);
    database_bind_text(s, 2, r->kind);
    database_bind_text(s, 3, r->is_done ? "done" : "failed");
    sqlite3_bind_int(s, 4, r->is_complete);
    database_bind_real(s, 5, r->time);
    database_bind_real(s, 6, r->low);
    database_bind_real(s, 7, r->high);
    for (int i = 0; i < 8; i++)
        database_bind_text(s, 8 + i, texts[i]);
    bool ok = database_step(d, s, &is_row);
    if (is_row)
        *id = sqlite3_column_int64(s, 0);
    ok = ok && database_step(d, s, &is_row);
    sqlite3_finalize(s);
    return ok;
}

static bool put_settings(database *d, int64_t id, const stored_result *r)
{
    bool ok = true;
    for (int i = 0; i < r->settings.count && ok; i++) {
        sqlite3_stmt *s = database_prepare(d, "INSERT INTO setting VALUES (?, ?, ?, ?)");
        if (!s)
            return false;
        sqlite3_bind_int64(s, 1, id);
        sqlite3_bind_int(s, 2, i);
        database_bind_text(s, 3, r->settings.data[i].name);
        database_bind_text(s, 4, r->settings.data[i].text);
        ok = database_run(d, s);
    }
    for (int i = 0; i < r->parts.count && ok; i++) {
        sqlite3_stmt *s = database_prepare(d, "INSERT INTO part VALUES (?, ?, ?, ?)");
        if (!s)
            return false;
        sqlite3_bind_int64(s, 1, id);
        sqlite3_bind_int(s, 2, i);
        database_bind_text(s, 3, r->parts.data[i].name);
        sqlite3_bind_double(s, 4, r->parts.data[i].seconds);
        ok = database_run(d, s);
    }
    return ok;
}

static bool put(database *d, int64_t experiment, stored_result *r)
{
    int64_t id = 0;
    return put_result(d, r, &id) && clear(d, "DELETE FROM setting WHERE result = ?", id) &&
           clear(d, "DELETE FROM part WHERE result = ?", id) && put_settings(d, id, r) &&
           put_point(d, experiment, r->point, id);
}

bool database_add(database *d, int64_t experiment, stored_result *r)
{
    const bool is_inside = !sqlite3_get_autocommit(d->handle);
    if (is_inside)
        return put(d, experiment, r);
    if (!database_transaction(d))
        return false;
    if (put(d, experiment, r))
        return database_commit(d);
    sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
