#ifndef FPREDICT_SUPPORT_GUARDIAN_H
#define FPREDICT_SUPPORT_GUARDIAN_H

/* Who ends what we have started when we cannot: a process that does nothing but wait for our end,
 * which it learns of even if it is SIGKILL's, or that of memory. For support/process.c only. */

#include <sys/types.h>

typedef struct guardian {
    pid_t pid;
    int words; /* what it is told by; -1: there is none, and nothing is guarded */
} guardian;

guardian guardian_begin(void);
/* From here on (what was started a moment before has no guardian for so long) it ends this process
 * group when we end, by SIGTERM, and five seconds later by SIGKILL. */
void guardian_add(const guardian *g, pid_t group);
/* That group is no more. To be said when its leader is waited for, whose number may be another's
 * some time later. */
void guardian_drop(const guardian *g, pid_t group);
/* It ends; nothing is left that it should have ended. */
void guardian_end(guardian *g);

#endif
