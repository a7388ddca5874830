#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "experiment/database/internal.h"

/* "FPRx" in the file's header tells it from other programs' databases. */
enum { APPLICATION = 0x46505278, VERSION = 1, PATIENCE_MS = 2000 };

static const char tables[] =
    "CREATE TABLE experiment ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,"
    " text TEXT NOT NULL, folder TEXT NOT NULL, points INTEGER NOT NULL, made TEXT NOT NULL);"
    "CREATE TABLE axis ("
    " experiment INTEGER NOT NULL REFERENCES experiment, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (experiment, number));"
    "CREATE TABLE result ("
    " id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
    " state TEXT NOT NULL CHECK (state IN ('done', 'failed')), complete INTEGER NOT NULL,"
    " time_s REAL, low_s REAL, high_s REAL, message TEXT, command TEXT, folder TEXT,"
    " version TEXT, program TEXT, machine TEXT, trace TEXT, made TEXT NOT NULL,"
    " CHECK (state = 'failed' OR time_s IS NOT NULL));"
    "CREATE TABLE setting ("
    " result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (result, number));"
    "CREATE TABLE part ("
    " result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE, number INTEGER NOT NULL,"
    " name TEXT NOT NULL, time_s REAL NOT NULL, PRIMARY KEY (result, number));"
    "CREATE TABLE point ("
    " experiment INTEGER NOT NULL REFERENCES experiment, number INTEGER NOT NULL,"
    " result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE,"
    " PRIMARY KEY (experiment, number, result));"
    "CREATE INDEX setting_by_value ON setting (name, value);";

static bool say(database *d, const char *what)
{
    diag_report(d->ctx->diags, DIAG_ERROR, "database", (source_range){0}, "the database '%s' %s",
                d->path, what);
    return false;
}

bool database_fail(database *d)
{
    const int code = d->handle ? sqlite3_errcode(d->handle) : SQLITE_NOMEM;
    const int errnum = d->handle ? sqlite3_system_errno(d->handle) : 0;
    arena *a = d->ctx->arena;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return say(d, "is locked: another program writes to it, and has not finished within 2 "
                      "seconds; try again later");
    if (code == SQLITE_NOTADB)
        return say(d, "is no file of SQLite: name another one, --database FILE");
    if (code == SQLITE_CORRUPT)
        return say(d, arena_printf(a,
                                   "is damaged (%s); what can be saved of it, 'sqlite3 FILE "
                                   ".recover' prints",
                                   sqlite3_errmsg(d->handle)));
    if (code == SQLITE_FULL)
        return say(d, "cannot be written: there is no room left; the results that are in it stay");
    if (code == SQLITE_READONLY)
        return say(d, "cannot be written: it, or its folder, is read only");
    if (code == SQLITE_CANTOPEN || code == SQLITE_IOERR)
        return say(d, arena_printf(a, "cannot be %s: %s",
                                   code == SQLITE_IOERR ? "read or written" : "opened",
                                   errnum ? strerror(errnum) : sqlite3_errmsg(d->handle)));
    return say(d, arena_printf(a, "cannot be used: %s", sqlite3_errmsg(d->handle)));
}

/* --- Statements -------------------------------------------------------------- */

bool database_execute(database *d, const char *sql)
{
    return sqlite3_exec(d->handle, sql, NULL, NULL, NULL) == SQLITE_OK || database_fail(d);
}

sqlite3_stmt *database_prepare(database *d, const char *sql)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(d->handle, sql, -1, &s, NULL) != SQLITE_OK)
        database_fail(d);
    return s;
}

bool database_step(database *d, sqlite3_stmt *s, bool *is_row)
{
    const int code = sqlite3_step(s);
    *is_row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE || database_fail(d);
}

bool database_run(database *d, sqlite3_stmt *s)
{
    bool is_row;
    const bool ok = s && database_step(d, s, &is_row);
    sqlite3_finalize(s);
    return ok;
}

void database_bind_text(sqlite3_stmt *s, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(s, at);
}

void database_bind_real(sqlite3_stmt *s, int at, double value)
{
    if (isnan(value))
        sqlite3_bind_null(s, at);
    else
        sqlite3_bind_double(s, at, value);
}

const char *database_text(database *d, sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    return text ? arena_strdup(d->ctx->arena, (const char *)text) : NULL;
}

double database_real(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
}

bool database_transaction(database *d)
{
    return database_execute(d, "BEGIN IMMEDIATE");
}

bool database_commit(database *d)
{
    if (database_execute(d, "COMMIT"))
        return true;
    sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* --- Opening ------------------------------------------------------------------ */

static bool read_number(database *d, const char *sql, int64_t *value)
{
    bool is_row = false;
    sqlite3_stmt *s = database_prepare(d, sql);
    const bool ok = s && database_step(d, s, &is_row);
    *value = is_row ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_finalize(s);
    return ok;
}

static bool make_tables(database *d)
{
    return database_execute(d, tables) &&
           database_execute(d, arena_printf(d->ctx->arena,
                                            "PRAGMA application_id = %d; PRAGMA user_version = %d",
                                            APPLICATION, VERSION));
}

/* Is it ours, and of this version? One without any table becomes it. */
static bool check_version(database *d, bool is_to_write)
{
    int64_t application, version, count;
    if (!read_number(d, "PRAGMA application_id", &application) ||
        !read_number(d, "PRAGMA user_version", &version) ||
        !read_number(d, "SELECT count(*) FROM sqlite_schema", &count))
        return false;
    if (count == 0 && is_to_write)
        return make_tables(d);
    if (count == 0 && application == 0)
        return say(d, "is empty: nothing has been kept in it yet");
    if (application != APPLICATION)
        return say(d, "is one of another program: name another file, --database FILE");
    return version == VERSION ||
           say(d, arena_printf(d->ctx->arena,
                               "is of version %lld, and this fpredict reads version %d: name "
                               "another file, --database FILE",
                               (long long)version, VERSION));
}

/* What SQLite would say less of. */
static bool check_path(database *d, bool is_to_write)
{
    struct stat s;
    if (stat(d->path, &s) != 0)
        return (errno == ENOENT && is_to_write) ||
               say(d, arena_printf(d->ctx->arena, "cannot be opened: %s", strerror(errno)));
    return S_ISREG(s.st_mode) ||
           say(d, S_ISDIR(s.st_mode) ? "is a folder: name a file, --database FILE"
                                     : "is no file: name another one, --database FILE");
}

database *database_open(fp_context *ctx, const char *path, bool is_to_write)
{
    database *d = ARENA_NEW(ctx->arena, database);
    *d = (database){.ctx = ctx, .path = path};
    if (!check_path(d, is_to_write))
        return NULL;
    const int flags =
        is_to_write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    bool ok = sqlite3_open_v2(path, &d->handle, flags, NULL) == SQLITE_OK || database_fail(d);
    if (ok)
        sqlite3_busy_timeout(d->handle, PATIENCE_MS);
    ok = ok && database_execute(d, "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL");
    if (ok && is_to_write) { /* whether it can be written is known before anything is run */
        ok = database_transaction(d);
        ok = ok && check_version(d, true) && database_commit(d);
    } else if (ok) {
        ok = check_version(d, false);
    }
    if (ok)
        return d;
    database_close(d);
    return NULL;
}

void database_close(database *d)
{
    if (d)
        sqlite3_close(d->handle);
}
