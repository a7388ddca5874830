#ifndef FPREDICT_VALIDATE_WORKSPACE_H
#define FPREDICT_VALIDATE_WORKSPACE_H

/* Where programs are made and run: a folder of its own, removed at the end, and the commands
 * that work in it. For validate/ only. */

#include "support/process.h"
#include "validate/validate.h"

/* What a program may take to be generated or built, seconds. */
enum { WORKSPACE_BUILD_LIMIT = 300 };

typedef struct workspace {
    fp_context *ctx;
    const validate_setup *setup;
    process_watch watch;
    const char *folder;
    const char *costs; /* seconds an operation, for FPR_COSTS; null: computation is real */
    uint64_t common;   /* fingerprint of what all programs share */
    bool has_library;
} workspace;

/* Makes the folder, and what all programs need to be told apart. Signals are the workspace's
 * until it is closed, which must follow in any case. Returns false after reporting. */
bool workspace_open(workspace *w, fp_context *ctx, const validate_setup *setup);
void workspace_close(workspace *w);

/* Builds what all programs are linked with, once. Returns false after reporting, or when the
 * watch is interrupted. */
bool workspace_build_library(workspace *w);

/* Files of case i. */
const char *workspace_file(const workspace *w, int i, const char *suffix);
void workspace_remove(const workspace *w, int i);

/* What its program is told apart by, when it has been generated. Returns false after
 * reporting. */
bool workspace_fingerprint(const workspace *w, int i, const validate_case *c, uint64_t *out);

/* The steps of case i, one after the other. */
process_command workspace_generate(const workspace *w, int i, const validate_case *c);
process_command workspace_build(const workspace *w, int i, const validate_case *c);
process_command workspace_run(const workspace *w, int i, const validate_case *c);
/* Is there no room left in the folder, or has a step of case i, which has failed, said so? */
bool workspace_is_full(const workspace *w, int i);
/* What the run has reported: the time of the last rank. Returns false when not all have. */
bool workspace_read_time(const workspace *w, int i, const validate_case *c, double *seconds);

/* The sequential program of a case's source, run once for all that share it. */
typedef struct workspace_sequential {
    int program, size;
    const char *printed; /* the file with what it prints; null: there is none */
    const char *why;     /* then: the reason, or null when it was interrupted */
} workspace_sequential;
workspace_sequential workspace_run_sequential(workspace *w, const validate_case *c);

#endif
