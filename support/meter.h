#ifndef FPREDICT_SUPPORT_METER_H
#define FPREDICT_SUPPORT_METER_H

/* Tells a person at a terminal what a computation does: from its first second on, one line,
 * whatever the computation does meanwhile, for a process beside it writes that. */

#include <stdio.h>

#include "support/arena.h"

typedef struct meter meter;

/* Begins to count the time; `what` is what is being done. Null where `out` is no terminal that can
 * write a line anew. */
meter *meter_start(arena *a, FILE *out, const char *what);

/* What is being done now. `m` may be null, here and below. */
void meter_say(meter *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes the line away; nothing is shown any more. */
void meter_stop(meter *m);

#endif
