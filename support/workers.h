#ifndef FPREDICT_SUPPORT_WORKERS_H
#define FPREDICT_SUPPORT_WORKERS_H

/* Parts of a computation that do not depend on each other, done by several processes at a time.
 * A worker is a copy of this process as it is when the workers start: it knows all that is there,
 * nothing that it changes is seen here, and what it hands back is in memory that both share. So
 * how many there are, and which of them does what, makes no difference to the results. */

#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

/* Does one part: from `request` to `reply`, two plain values. What the reply points to is in
 * `results`, or is older than the workers. */
typedef void (*worker_task)(void *with, arena *results, const void *request, void *reply);

typedef struct worker_job {
    worker_task task;
    void *with;
    size_t request_size, reply_size; /* bytes; at most WORKER_MESSAGE */
} worker_job;

enum { WORKER_MESSAGE = 4096 };

typedef struct workers workers;

/* How many processors this process may use. */
int workers_usual(void);

/* Starts `count` processes, which end with workers_end, or when this process ends in any way.
 * Where there would be only one, or the system has none to give, this process does the work. The
 * results live as long as `a`. */
workers *workers_start(arena *a, int count, const worker_job *job);

/* Told after each part that is done. */
typedef void (*worker_watcher)(void *with, int done);

/* Does `count` parts, in any order: `requests` and `replies` are arrays of the job's sizes; `told`
 * may be null. Returns false, with what has happened in *why, when a worker has ended before its
 * time; nothing can be done with these workers then but end them. */
bool workers_map(workers *w, int count, const void *requests, void *replies, worker_watcher told,
                 void *with, const char **why);

void workers_end(workers *w);

#endif
