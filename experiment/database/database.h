#ifndef FPREDICT_EXPERIMENT_DATABASE_DATABASE_H
#define FPREDICT_EXPERIMENT_DATABASE_DATABASE_H

/* The database of results, a file of SQLite (docs/architecture.md has its tables). A result is
 * found again by its key, a hash of all that it depends on, whatever experiment it was made for;
 * an experiment lists the results of its points. Each result is there for good once
 * database_add returns. */

#include <stdint.h>

#include "support/context.h"
#include "support/vec.h"

typedef struct database database;

/* A name with a text: a setting. */
typedef struct named_text {
    const char *name, *text;
} named_text;

/* A name with seconds: a part of a time. */
typedef struct named_time {
    const char *name;
    double seconds;
} named_time;

/* Which kind of result: "estimate", "extrapolate", "replay" or this. */
#define RESULT_MEASURED "measured"

/* A result. Texts that it has not are null; times that it has not, NaN. */
typedef struct stored_result {
    int point;       /* of its experiment */
    const char *key; /* a hash */
    const char *kind;
    bool is_hidden;   /* not printed; speed-ups count it */
    bool is_done;     /* else it has failed, and `message` says why */
    bool is_complete; /* nothing is known to be missing in the time */
    double time, low, high;
    const char *message;
    const char *command;                   /* the words to type, for a shell … */
    const char *folder;                    /* … in this folder */
    const char *version;                   /* of fpredict */
    const char *program, *machine, *trace; /* hashes of what it read */
    const char *made;                      /* 2026-11-27T20:15:00Z; set by database_add */
    VEC(named_text) settings;
    VEC(named_time) parts;
} stored_result;

typedef VEC(stored_result) result_list;

/* What the database says of an experiment. */
typedef struct stored_experiment {
    int64_t id;
    const char *name, *title;
    const char *text, *folder; /* its file, and where that is */
    const char *made;
    int point_count;      /* it has in all */
    int done, failed;     /* of these */
    int measured;         /* results that were measured */
    VEC(named_text) axes; /* "processors" of "processors", "N" of "size" */
} stored_experiment;

typedef VEC(stored_experiment) experiment_list;

/* Opens the database at `path`; where there is none, begins one if `is_to_write`. Returns null
 * after reporting: it is no database, or one of another version, or cannot be read or written. */
database *database_open(fp_context *ctx, const char *path, bool is_to_write);
/* `d` may be null. */
void database_close(database *d);

/* All below return false after reporting. */

/* Notes an experiment under its name, with its axes and no points; what was predicted before
 * stays in the database, what was measured stays with the experiment. Sets e->id and e->made, which
 * is when it was begun first. */
bool database_begin(database *d, stored_experiment *e);

/* Lists a result that is there already as that of a point; *is_found: of that key, it has not
 * failed. */
bool database_take(database *d, int64_t experiment, int point, const char *key, bool *is_found);

/* Adds a result of a point, in the place of one of the same key. Sets r->made. */
bool database_add(database *d, int64_t experiment, stored_result *r);

/* What was measured of an experiment, of points that it has now, and of those that it had. */
bool database_measured(database *d, int64_t experiment, result_list *out);
/* Says of which point such a result is now; -1: of none, until the experiment has it again. */
bool database_move(database *d, int64_t experiment, const char *key, int point);

/* The experiments, by name; their results, by point. */
bool database_experiments(database *d, experiment_list *out);
bool database_results(database *d, int64_t experiment, result_list *out);

/* Begin and end what is there as a whole or not at all. */
bool database_transaction(database *d);
bool database_commit(database *d);

#endif
