#ifndef FPREDICT_DRIVER_FPREDICT_RECORD_H
#define FPREDICT_DRIVER_FPREDICT_RECORD_H

/* What the files of `fpredict record` share. */

#include "driver/fpredict/session.h"
#include "support/process.h"

/* Who starts the ranks: how they are given variables depends on it. */
typedef enum record_launcher {
    LAUNCHER_OTHER,    /* they have those of whoever starts it */
    LAUNCHER_OPEN_MPI, /* -x NAME=VALUE */
    LAUNCHER_HYDRA,    /* MPICH's, and of those who took it over: -genv NAME VALUE */
    LAUNCHER_SIMULATED /* SimGrid's smpirun: the program has the library in itself */
} record_launcher;

typedef struct recording {
    fp_context *ctx;
    const options *opt;
    process_watch watch;
    record_launcher launcher;
    int launcher_at; /* the word of the command that is it: "timeout 60 mpirun ..." */
    const char *mpicc;
    const char *raw;     /* folder that ranks write into */
    const char *library; /* that is preloaded; null: none */
} recording;

/* Reports an error; returns false. */
bool record_fail(const recording *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last lines of a text file, to stand below an error; "" of none. */
const char *record_said(const recording *r, const char *path);

/* --- record_launcher.c --- */

/* Finds the word of the command that starts ranks, r->launcher_at, behind words such as "timeout
 * 60" and "env A=B", and asks an MPI's for its version. */
record_launcher record_find_launcher(recording *r);

/* --- record_library.c --- */

/* Compiles the library with r->mpicc, unless that was done before: as one that is preloaded, or as
 * an object that programs are linked with. Returns its path; null after reporting. It is kept in
 * $XDG_CACHE_HOME/fpredict, or ~/.cache/fpredict; where these cannot be written in `spare`, or, if
 * that is null, not at all. */
const char *record_library(recording *r, bool is_object, const char *spare);

#endif
