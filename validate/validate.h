#ifndef FPREDICT_VALIDATE_VALIDATE_H
#define FPREDICT_VALIDATE_VALIDATE_H

/* How good are the predictions? Programs are generated, built and run, and what they take
 * is put beside what was predicted. All times are seconds. */

#include <stdbool.h>
#include <stdio.h>

#include "report/report.h"
#include "support/context.h"

/* The distribution_index of a case that stands for all of a program that could not be read. */
enum { VALIDATE_NO_DISTRIBUTION = -1 };

/* One program in one distribution, of one size, on one number of processors. Lists of them are in
 * the order of programs, and each program has one. */
typedef struct validate_case {
    const char *path; /* the source, or that of several which has main */
    int other_count;  /* the other sources of the program */
    const char *const *others;
    const char *name; /* of the program, for people: "laplace"; its path, if two have that */
    const char *distribution;
    bool is_as_written; /* no override */
    const char *size;   /* "N = 64"; "" without sizes */
    const char *procs;  /* "2x2" */
    int processors;
    /* Where it stands in the lists that were asked for: what two cases share. */
    int program_index, distribution_index, size_index, procs_index;
    bool is_unordered; /* sizes differ in several macros: they do not grow with their index */
    int flag_count;    /* compile flags of that size */
    const char *const *flags;
    const char *changed; /* the source with the sizes that flags do not reach; null: as it is */
    int set_count;       /* "n=200": sizes that the program reads, and is generated for */
    const char *const *sets;
    bool is_predicted;
    double predicted, low, high;
    /* What was measured, a time each repetition, in the order of the runs. */
    int run_count;
    const double *runs;
    const char *why;    /* not predicted, or not measured: the reason; or null */
    bool is_incomplete; /* … which is what the prediction does not know (struct estimate), */
    bool is_late;       /* or that it takes too long, */
    bool is_wrong;      /* or that it does not print what the sequential program prints: where */
    /* Why nobody knows what it prints; null: it prints the same, or is_wrong. */
    const char *uncompared;
} validate_case;

/* The middle one of the runs, and half the distance of the extremes over it. */
double validate_median(const validate_case *c);
double validate_spread(const validate_case *c);
/* The shortest and the longest of its runs. */
void validate_extremes(const validate_case *c, double *least, double *most);
/* |predicted - measured| / measured */
double validate_error(const validate_case *c);
/* Is there something to compare? */
bool validate_is_scored(const validate_case *c);

/* How programs are made and run. Commands are read by the shell. */
typedef struct validate_setup {
    const char *predictor;    /* the path of fpredict, whose `emit` generates */
    const char *machine;      /* as given: its exchange rule and algorithms are generated */
    const char *compiler;     /* likewise; null: the default */
    const char *collectives;  /* "library", "own"; null: as the machine says */
    const char *exchange;     /* the word of --exchange; null: likewise */
    const char *mpicc;        /* "mpicc -O1" */
    const char *mpirun;       /* "mpirun.mpich": -np and the program are added */
    const char *runtime_root; /* the folder of codegen/runtime */
    const char *header_dir;   /* of xmp.h */
    bool is_injected;         /* programs count, and computation takes what the machine says */
    /* The sources as they stand are built and run instead: mpicc is a C compiler then, and
     * mpirun what programs are run under, "" for nothing. */
    bool is_serial;
    const char *cc;    /* compiles the sequential programs that results are compared with */
    double tolerance;  /* as far as their numbers may differ: printed.h */
    const char *cache; /* results are kept there, and found there */
    int repetitions;
    int jobs;       /* so many runs at once; 1 where time is real */
    int time_limit; /* seconds that one run may take */
    FILE *progress; /* null: it is not shown how far the runs are */
} validate_setup;

typedef struct validate_tally {
    int measured, found, failed; /* runs; found: in the result cache */
    int wrong;                   /* those that printed something else */
    int checked, unsteady; /* simulated cases that were run once more, and that then differed */
    bool is_interrupted;   /* by a signal: the rest was left out */
} validate_tally;

/* Finds where programs will run by running a small one, and warns of a machine file that is not of
 * that place, and of ranks that share a host or a processor. Where that one does not run nothing
 * is said: nor will the others. Returns false after reporting, or when a signal came. */
bool validate_check_environment(fp_context *ctx, const validate_setup *setup, const sag *machine,
                                int count, const validate_case *cases);

/* Generates, builds and runs all cases, repetitions outside, and sets their runs. What goes
 * wrong with one is noted there, and the others go on. Simulated cases that are to be run once
 * are believed to take the same each time: one of each program is run again, and where it does
 * not, all are run three times. Returns false after reporting when
 * nothing can be run at all, or the result cache cannot be used. */
bool validate_measure(fp_context *ctx, const validate_setup *setup, int count, validate_case *cases,
                      validate_tally *tally);

/* Warns where real runs differ so much that they say little. */
void validate_check_noise(fp_context *ctx, int count, const validate_case *cases);

/* --- What is printed ---------------------------------------------------------- */

typedef struct validate_subject {
    const char *machine, *title; /* of the machine file */
    const char *compiler;        /* its name */
    const char *heading;         /* "ipsc860, compiled by f90d" */
    const char *mpicc, *mpirun;
    bool is_injected, is_serial;
    const validate_tally *tally;
    int warning_count; /* what readers of the tables must know of what was compared, a sentence
                        * or two each */
    const char *const *warnings;
} validate_subject;

void validate_print(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                    const validate_case *cases, report_style style);
/* The same for a page of docs, without colour. */
void validate_print_markdown(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                             const validate_case *cases);
/* Schema fpredict/validation/1. */
bool validate_json(FILE *out, const validate_subject *subject, int count,
                   const validate_case *cases);
/* Draws each program into `folder`, NAME.svg, which is made where it is not there yet. Returns
 * what is wrong, or null. */
const char *validate_plot(arena *a, int count, const validate_case *cases, const char *folder);

#endif
