#ifndef FPREDICT_DRIVER_FPREDICT_RECORD_H
#define FPREDICT_DRIVER_FPREDICT_RECORD_H

/* What the files of `fpredict record` share. */

#include "driver/fpredict/session.h"
#include "frontend/marks.h"
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

/* --- record_choice.c --- */

/* A loop of the file of commands. */
typedef struct record_loop {
    source_range where; /* in that file */
    const char *file;   /* the last parts of its path */
    int line;           /* 0: all of them */
    bool is_found;
} record_loop;

/* A pattern of names of functions. */
typedef struct record_pattern {
    source_range where; /* in that file; of none: an option's */
    const char *text;   /* '*' and '?' */
    bool is_found;
} record_pattern;

/* What is recorded of a program, by --functions, --loops and --commands. */
typedef struct record_choice {
    VEC(record_pattern) functions;
    VEC(record_loop) loops;
    bool all_loops;
    bool is_unread; /* a source that clang does not read: what it has is not known */
} record_choice;

/* Reads the options, and the file of commands; false after reporting what is wrong with it. */
bool record_choose(const recording *r, record_choice *out);

/* --- record_marks.c --- */

/* A command of a compiler whose sources are marked. */
typedef struct record_marks {
    VEC(const char *) words;         /* of the command, in place of those that it had */
    VEC(const char *) made, sources; /* texts that were made, and of what */
    const char *folder;              /* where these are; null: none */
    const char *object;              /* -o; or null */
    const char *depends;             /* -MF; or null */
} record_marks;

/* Marks what is chosen in the C sources of the command, and writes them into a new folder. What
 * cannot be marked is a warning, but where nothing can be written. */
bool record_mark(const recording *r, record_choice *choice, record_marks *out);
/* Has dependencies that the compiler has written name the sources; removes the folder. */
void record_marks_end(const recording *r, const record_marks *marks);

#endif
