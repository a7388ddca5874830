#ifndef FPREDICT_DRIVER_FPREDICT_CC_FPREDICT_CC_H
#define FPREDICT_DRIVER_FPREDICT_CC_FPREDICT_CC_H

/* fpredict-cc: runs the compiler as it was asked to, and predicts beside it.
 *
 * It understands its arguments only as far as it must: which are its own, which
 * are C sources, which say how those are read. It links neither libclang nor
 * LLVM, so that a compile with nothing to predict costs no more than an exec. */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "driver/fpredict_cc/input.h"
#include "support/arena.h"
#include "support/source.h"
#include "support/terminal.h"
#include "support/vec.h"

typedef VEC(const char *) text_list;

/* An error of use, as in fpredict. */
enum { EXIT_USE = 2 };

/* The options that are fpredict's own. */
typedef struct cc_options {
    bool predicts;    /* -fpredict */
    bool generates;   /* -fpredict-spmd, -fpredict-shared */
    bool is_shared;   /* -fpredict-shared */
    bool remarks;     /* -Rpredict, on unless -Rno-predict */
    bool warnings;    /* -Wpredict, on unless -Wno-predict */
    bool werror;      /* -Werror=predict */
    text_list common; /* --machine, --procs, …, as fpredict takes them */
    bool compares;
    const char *alternatives; /* null: the usual ones */
    bool annotates;
    const char *annotated; /* file of the annotated copy; null: shown */
    text_list reports;     /* FORMAT or FORMAT:FILE */
    const char *records;   /* folder in which records are found by what objects hold; or null */
    bool is_recorded;      /* -fpredict-record, and what it is to record, null: none: */
    const char *recorded_functions, *recorded_commands;
    bool records_loops;
    text_list mistakes; /* messages about options that are none */
} cc_options;

/* One argument, after @response files were replaced by what they hold. */
typedef struct cc_argument {
    const char *text;
    int origin;   /* index in argv */
    bool is_ours; /* not for the compiler */
} cc_argument;

typedef struct cc_source {
    const char *path;               /* "-": standard input */
    bool has_language;              /* -x c, whatever its name says */
    const cc_input *input;          /* what it holds, where it can be read only once; or null */
    bool has_directives;            /* its text, and its headers', mention some */
    VEC(const source_file *) files; /* itself, and the headers of the program that it includes */
} cc_source;

typedef enum cc_stage { CC_PREPROCESS, CC_CHECK, CC_ASSEMBLY, CC_OBJECT, CC_LINK } cc_stage;

/* What the command line asks for. */
typedef struct cc_command {
    arena *arena;
    text_list launched; /* the launcher form: the words of the compiler, as in `ccache clang` */
    int argc;           /* of what follows these words; argv[0] is the last of them */
    char **argv;
    VEC(cc_argument) arguments;
    cc_options options;
    cc_stage stage;         /* where the compiler stops */
    bool only_shows;        /* -###, --version, …: nothing is compiled */
    const char *output;     /* -o, or null */
    VEC(cc_source) sources; /* the C sources */
    int input_count;        /* all inputs */
    text_list flags;        /* those that say how a source is read */
    text_list include_dirs; /* of -I and its kind */
    text_list forced;       /* of -include */
    source_set *files;      /* that are looked through */
    cc_inputs inputs;       /* what can be read only once, and has been */
    int inputs_from;        /* index in argv of what holds --, or argc */
    color_choice color;
} cc_command;

/* Returns the path of a program as a shell finds it, or null. In fpredict_cc/main.c. */
const char *cc_find_program(arena *a, const char *name);

/* Reads the command line, in fpredict_cc/arguments.c. */
cc_command *cc_read_arguments(arena *a, int argc, char **argv);

/* Returns the arguments for the compiler, argv[0] being `compiler`: the ones
 * given without ours, with `added` (or null) after the last option. A response
 * file with some of ours is written anew without them, its name added to
 * `temporary`. Returns false after an error message. */
bool cc_compiler_arguments(cc_command *command, const text_list *compiler, const char *added,
                           text_list *out, text_list *temporary);

/* Takes one of fpredict's own options; false when it is not one. In
 * fpredict_cc/options.c. */
bool cc_take_option(arena *a, cc_options *options, const char *text);

/* The text with fpredict's options as they are spelled here: --procs is -fpredict-procs. In
 * fpredict_cc/options.c. */
const char *cc_spelled_here(arena *a, const char *text);

/* Would the compiler speak of pragmas that it does not know, as directives are? */
typedef enum cc_speech { CC_SILENT, CC_WARNS, CC_REFUSES } cc_speech;
cc_speech cc_on_unknown_pragmas(const cc_command *command);

/* Splits the contents of a response file as clang does. In
 * fpredict_cc/response_file.c. */
void cc_split_response(arena *a, const char *text, size_t length, text_list *out);
/* Writes one argument so that it is read back the same. */
void cc_write_response(FILE *out, const char *argument);

/* What the text of a source, and of the files of the program that it includes, tells without
 * preprocessing. In fpredict_cc/scan.c. */
typedef struct cc_mentions {
    bool directives;  /* names that begin one: a yes may be wrong, a no is not */
    const char *fifo; /* a header that can be read only once, by the compiler; or null */
    VEC(const source_file *) headers; /* all of them */
} cc_mentions;
cc_mentions cc_mentions_in(const cc_command *command, const char *path, const char *text,
                           size_t length);

/* What the compiler writes for the command; null where it is several files, or none. In
 * fpredict_cc/main.c. */
const char *cc_written_file(const cc_command *command);
/* What it writes of this source before anything is linked; null where nothing is. Likewise. */
const char *cc_written_of(const cc_command *command, const cc_source *source);

/* --- Processes (fpredict_cc/process.c) ------------------------------------- */

/* A predictor, and what it printed. */
typedef struct cc_job {
    text_list arguments;
    const char *source;
    const cc_input *input; /* a FIFO, which the job reads as standard input; or null */
    const char *file;      /* where its standard output goes; null: standard error */
    bool is_in_folder;     /* which is made if need be */
    bool repeats;          /* its diagnostics are those of the source's first job */
    bool has_spoken;       /* it printed something */
    FILE *out, *err;
    pid_t pid; /* 0: not started or ended */
    bool has_run;
    int status;       /* as waitpid's */
    bool fails_build; /* for what it said */
} cc_job;

typedef struct cc_work {
    arena *arena;
    const char *compiler;  /* path */
    text_list arguments;   /* of the compiler */
    const char *predictor; /* path */
    VEC(cc_job) jobs;
    text_list notes;         /* warnings of ours, for after what the compiler says */
    const cc_inputs *inputs; /* of the command */
    bool is_unwritten;       /* a file was asked for that would have to hold several sources' */
    int stopped_by;          /* a signal: nothing is predicted; 0: none came */
} cc_work;

/* Returns the arguments as exec takes them. */
char **cc_argv(arena *a, const text_list *arguments);

/* Runs the compiler, and the jobs one after another beside it; passes signals
 * on. Returns the compiler's wait status, or -1 when it could not be started. */
int cc_run(cc_work *work);

/* --- Predictors (fpredict_cc/predict.c) ------------------------------------ */

/* A source of what is predicted, and how it is read. */
typedef struct cc_unit {
    const char *path;
    text_list flags;
    const cc_input *input; /* as in cc_source */
} cc_unit;

/* One source by itself, or all of a program. */
typedef struct cc_subject {
    const char *name; /* for messages */
    int count;
    const cc_unit *units;
    const char *written; /* what its reports in a folder are named after */
    bool is_part;        /* other files may belong to the program: nothing is said of a part */
    bool is_said;        /* the compile has predicted it: only files are written */
} cc_subject;

/* Adds the jobs for a source by itself. */
void cc_add_jobs(const cc_command *command, const cc_source *source, cc_work *work);
/* Adds those for the program that is linked, if it has directives: of the sources on the command
 * line, and of those that the objects were compiled from. Returns false where nothing is linked but
 * one source, or no program is made. In fpredict_cc/link.c. */
bool cc_add_program_jobs(const cc_command *command, cc_work *work);
/* The same of a subject that is known. */
void cc_add_subject(const cc_command *command, const cc_subject *subject, cc_work *work);

/* --- Records (fpredict_cc/compile.c) ----------------------------------------- */

/* Does the compile leave records of its objects? */
bool cc_keeps_records(const cc_command *command);
/* Leaves them, after the compiler and the predictors have ended well. */
void cc_keep_records(const cc_command *command, const cc_work *work);
/* What the options ask of a prediction, as one text: the same, where they are the same. */
const char *cc_asked(const cc_command *command);

/* --- Generated programs (fpredict_cc/spmd.c) -------------------------------- */

/* -fpredict-spmd: generates the program of all sources, if they have directives; what is generated
 * takes their places among work->arguments, mpicc's, whose options begin at `options_from`. Adds
 * the run-time library. Returns false after an error. */
bool cc_generate(const cc_command *command, cc_work *work, int options_from, text_list *temporary);

/* Prints what the jobs printed, and sets their fails_build. Returns the exit code with which the
 * build fails, or 0: unknown pragmas are errors, a value of one of our options is none (EXIT_USE),
 * or -Werror=predict was asked for and a prediction reported something. */
int cc_print_predictions(const cc_command *command, cc_work *work);

#endif
