#ifndef FPREDICT_SUPPORT_GUARDIAN_H
#define FPREDICT_SUPPORT_GUARDIAN_H

/* A process that waits until this one ends, however that happens (SIGKILL, lack of memory), and
 * then ends the processes and process groups that this one has started and left running. For what
 * starts programs: support/process.c, driver/fpredict_cc/process.c. */

#include <sys/types.h>

typedef struct guardian {
    pid_t pid;
    int words; /* the pipe to it; -1: there is none, and nothing is guarded */
} guardian;

guardian guardian_begin(void);
/* From here on (what was started a moment before has no guardian for so long) it ends `which` when
 * we end, by SIGTERM, and five seconds later by SIGKILL: a process, or a process group where it is
 * negative, as in kill(). */
void guardian_add(const guardian *g, pid_t which);
/* It has ended. Call it when the process, or the group's leader, is waited for: its number may be
 * another's some time later. */
void guardian_drop(const guardian *g, pid_t which);
/* Ends the guardian; nothing is left that it should have ended. */
void guardian_end(guardian *g);

#endif
