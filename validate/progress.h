#ifndef FPREDICT_VALIDATE_PROGRESS_H
#define FPREDICT_VALIDATE_PROGRESS_H

/* A bar on standard error: how much is done, how long the rest takes at that rate. */

#include <stdbool.h>
#include <time.h>

typedef struct progress {
    bool is_shown;
    int total, shown_at;
    struct timespec begun;
} progress;

/* `total` may be set, and grow, later. */
progress progress_begin(bool is_shown);
/* `what` is being done now. */
void progress_show(progress *p, int done, const char *what);
void progress_end(progress *p);

#endif
