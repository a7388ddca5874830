#ifndef FPREDICT_SUPPORT_GUARDIAN_H
#define FPREDICT_SUPPORT_GUARDIAN_H

/* A process that waits until this one ends, however that happens (SIGKILL, lack of memory), and
 * then ends the process groups that this one has started and left running. For support/process.c
 * only. */

#include <sys/types.h>

typedef struct guardian {
    pid_t pid;
    int words; /* the pipe to it; -1: there is none, and nothing is guarded */
} guardian;

guardian guardian_begin(void);
/* From here on (what was started a moment before has no guardian for so long) it ends this process
 * group when we end, by SIGTERM, and five seconds later by SIGKILL. */
void guardian_add(const guardian *g, pid_t group);
/* The group has ended. Call it when its leader is waited for: its number may be another's some
 * time later. */
void guardian_drop(const guardian *g, pid_t group);
/* Ends the guardian; no group is left that it should have ended. */
void guardian_end(guardian *g);

#endif
