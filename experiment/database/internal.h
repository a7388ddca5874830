#ifndef FPREDICT_EXPERIMENT_DATABASE_INTERNAL_H
#define FPREDICT_EXPERIMENT_DATABASE_INTERNAL_H

/* What the files of experiment/database/ share. */

#include <sqlite3.h>

#include "experiment/database/database.h"

struct database {
    fp_context *ctx;
    const char *path;
    sqlite3 *handle;
};

/* Reports what SQLite says of the last call, in terms of the file; returns false. */
bool database_fail(database *d);

/* Executes statements without results. */
bool database_execute(database *d, const char *sql);

/* A statement with its values still to be set; null after reporting. */
sqlite3_stmt *database_prepare(database *d, const char *sql);

/* The next row. *is_row false: there is none. */
bool database_step(database *d, sqlite3_stmt *s, bool *is_row);

/* Executes a statement that has no rows, and ends its life. */
bool database_run(database *d, sqlite3_stmt *s);

/* Set the value of ?`at`; a text that is null, a number that is none, are NULL. */
void database_bind_text(sqlite3_stmt *s, int at, const char *text);
void database_bind_real(sqlite3_stmt *s, int at, double value);

/* Return what a column has, in the arena; null, NaN of NULL. */
const char *database_text(database *d, sqlite3_stmt *s, int column);
double database_real(sqlite3_stmt *s, int column);

#endif
