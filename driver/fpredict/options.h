#ifndef FPREDICT_DRIVER_FPREDICT_OPTIONS_H
#define FPREDICT_DRIVER_FPREDICT_OPTIONS_H

/* The command line of fpredict. One table (fpredict/option_table.c) has all of an
 * option: name, argument, help and what it sets; parsing, --help and the man pages read it. */

#include "report/formula.h"
#include "report/report.h"
#include "report/trace_statistics.h"
#include "support/terminal.h"
#include "support/vec.h"
#include "sysmodels/model/adjust.h"
#include "trace/extrapolation/extrapolation.h"
#include "trace/perturbation/perturbation.h"

typedef enum command {
    COMMAND_ESTIMATE,
    COMMAND_COMPARE,
    COMMAND_ANNOTATE,
    COMMAND_MACHINES,
    COMMAND_COMPILERS,
    COMMAND_DUMP,
    COMMAND_EMIT,
    COMMAND_TRAIN,
    COMMAND_VALIDATE,
    COMMAND_SCALE,
    COMMAND_FIT_MODEL,
    COMMAND_TRACES, /* from here on those of traces: */
    COMMAND_TRACE = COMMAND_TRACES,
    COMMAND_DEPERTURB,
    COMMAND_RECORD,
    COMMAND_REPLAY,
    COMMAND_EXTRAPOLATE,
    COMMAND_EXPERIMENT, /* takes one file, as they do */
    COMMAND_HELP,
    COMMAND_COUNT
} command;

struct options;

/* A command may have an option that others have too, and say something else of it: each then has
 * a row. */
typedef struct option_spec {
    const char *name;
    const char *argument; /* null: takes none */
    unsigned commands;    /* bit set of 1u << command; of COMMAND_COUNT: before a command */
    const char *help;     /* one line, at most 60 columns */
    /* Takes the argument, or null. Returns false after saying on standard error what is wrong. */
    bool (*set)(fp_context *ctx, struct options *o, const struct option_spec *spec,
                const char *text);
    size_t field; /* offset in `options`, for a setter that several options share */
} option_spec;

enum { OPTIONS_MOST = 192 }; /* lines of the table */
extern const option_spec option_table[];
extern const int option_table_count;

typedef enum output_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN } output_format;
typedef enum stage {
    STAGE_DIRECTIVES,
    STAGE_PROGRAM,
    STAGE_PLAN,
    STAGE_AAG,
    STAGE_SAAG,
    STAGE_SAG
} stage;

/* What `fpredict trace` is asked for, by the word after it. */
typedef enum trace_wish {
    TRACE_NOTHING,
    TRACE_SHOW,
    TRACE_CONVERT,
    TRACE_DRAW,
    TRACE_COMPARE,
    TRACE_STATS,
    TRACE_WISH_COUNT
} trace_wish;

/* Whose completions `help --completion` prints. */
typedef enum completion_shell { SHELL_NONE, SHELL_BASH, SHELL_ZSH, SHELL_FISH } completion_shell;

typedef struct procs_shape {
    int rank;
    int extent[MAX_RANK];
} procs_shape;

/* --set NAME=VALUE,…; a range is written out. */
typedef struct set_values {
    const char *name;
    int count;
    const int64_t *values;
    bool is_tuned; /* --tune: the values are ranked */
} set_values;

/* --scale, --load or --param, as what reads its argument: what if the machine were another? */
typedef struct change_request {
    bool (*read)(fp_context *ctx, const char *text, sag_change *out);
    const char *text;
} change_request;

typedef struct options {
    fp_context
        *asked; /* it is only asked whether words are options: errors go to its diagnostics */
    command command;
    const char *file;        /* the first; null: none given */
    VEC(const char *) files; /* of one program; validate: each is one, or the main file of one */
    VEC(const char *) with;  /* validate: the other files of each */
    const char *build;       /* the folder of compile_commands.json; or null */
    VEC(const char *) machines;
    const char *compiler;        /* by name or file; null: the default */
    VEC(change_request) changes; /* in order */
    VEC(procs_shape) procs;
    VEC(set_values) sets;
    VEC(const char *) distributes;
    const char *alternatives;
    output_format format;
    bool has_format;       /* --format was said, where it may be text or json */
    const char *at_file;   /* of those lines; null: the one with main */
    int at_first, at_last; /* 0: not asked */
    bool ask;              /* at the terminal, for values that nothing tells */
    bool has_table;        /* --by */
    report_table table;
    bool has_formula; /* --formula */
    formula_form formula;
    bool remarks, no_remarks; /* no_remarks: warnings and errors only */
    const char *entry;
    bool has_arguments; /* what the program is called with, after its name: */
    VEC(const char *) arguments;
    estimate_options estimating;
    collectives_choice collectives;
    const char *exchange; /* the word of --exchange, which estimating has, too; or null */
    graph_options graphs;
    bool has_stage;
    stage stage;
    dump_format as;
    const char *show, *costs;
    bool counts_work;
    bool is_shared; /* emit --shared */
    const char *output;
    bool is_fit, quick; /* train fit; train --quick */
    bool is_overhead;   /* train overhead */
    trace_wish wish;
    bool has_window;
    statistics_options statistics; /* trace stats; */
    VEC(rank_range) ranks;         /* of it */
    time_unit unit;
    bool has_statistics; /* one of its options was given */
    double from, to;     /* trace draw: seconds; to below 0: until its end */
    bool with_startup;   /* trace draw, stats, deperturb: MPI_Init and MPI_Finalize, too */
    bool has_overhead;
    perturbation_options perturbation;
    const char *trace; /* estimate: where what it does is written */
    uint64_t trace_limit;
    bool has_form;
    trace_form form; /* trace convert: of what is written */
    /* record: words for its library's environment; null: as usual */
    const char *record_classes, *record_functions, *record_cpu;
    const char *raw_folder;      /* record: what ranks have written already */
    bool is_compile;             /* record: the command after -- compiles the program */
    bool record_loops;           /* record --compile: all of them */
    const char *record_commands; /* likewise: a file that names functions and loops; or null */
    double speed, flops_rate;    /* replay; 0: not told */
    bool wants_path;             /* replay, extrapolate: --critical-path */
    double screen;               /* replay: regions are slowed down by this part; 0: none is */
    extrapolation_options extrapolation;
    const char *mpirun, *mpicc;
    bool is_serial; /* validate: with these two instead */
    const char *cc, *under;
    int ranks_per_node; /* train */
    const char *node_of, *network_of, *name, *plots;
    const char *vary, *work; /* scale: the size that grows, what work is; or null */
    bool scaling;            /* annotate: how parts of the source go with processors and sizes */
    bool has_graph;          /* annotate --scaling: `as` a graph */
    bool by_formula;         /* scale: times at many sizes, where there is a formula */
    bool crossings;          /* scale: at one size, on many numbers of processors */
    bool scaled;             /* these crossings at equal speed */
    bool effects;            /* scale: of codes and machines over sizes, in place of sizes */
    int repetitions;         /* 0: as many as usual */
    int patience;            /* seconds that a program may do nothing */
    const char *cache;
    VEC(const char *) only;          /* experiment: points that are run */
    const char *database, *measured; /* experiment; or null */
    bool lists;                      /* experiment --list */
    const char *exported;            /* experiment: Extra-P's file; or null */
    /* fit-model: the experiment in the database, and of Extra-P's file; or null */
    const char *experiment, *metric, *callpath;
    VEC(const char *) constants; /* fit-model: values that are fitted; none: as the runs support */
    VEC(const char *) wishes;    /* fit-model: points that are to be predicted */
    int time_limit;              /* seconds */
    int jobs;                    /* 0: not told */
    bool has_tolerance;
    double tolerance;
    bool warnings_as_errors, no_warnings, quiet_compiler;
    bool is_part; /* other files may belong to the program: of a part only errors are said */
    VEC(const char *) file_flags;  /* of each file, before those after --: one on each line */
    bool tells_pragmas;            /* unknown ones, in place of the compiler, */
    diag_severity pragma_severity; /* as this */
    color_choice color;
    const char *script; /* before a command: a file of commands; or null */
    bool keeps_going;   /* of it */
    bool man, help, version;
    const char *topic; /* help COMMAND */
    completion_shell completion;
    int flag_count; /* after -- */
    const char *const *flags;
} options;

const char *command_name(command c);
/* Returns COMMAND_COUNT for a name that is none. */
command command_by_name(const char *name);

/* Parses the command line, argv[0] being the program. Returns false after
 * saying on standard error what is wrong with it. */
bool options_parse(fp_context *ctx, int argc, char **argv, options *out);

/* What is wrong with a word as an option of that command; null: nothing that the table of options
 * tells. */
const char *options_mistake(fp_context *ctx, const char *command_word, const char *word);

/* The arguments of single options; each returns false, with what is wrong in
 * *why, when the text is none. */
bool options_parse_procs(fp_context *ctx, const char *text, options *out, const char **why);
bool options_parse_set(fp_context *ctx, const char *text, options *out, const char **why);
/* The same of --tune. */
bool options_parse_tune(fp_context *ctx, const char *text, options *out, const char **why);
bool options_parse_at(fp_context *ctx, const char *text, options *out, const char **why);

/* Leaves those of the words after `--` that say how a source is read; false, with
 * what is wrong in *why, when one is no flag (fpredict/compile_flags.c). */
bool options_keep_flags(fp_context *ctx, options *o, const char **why);

/* Takes the C files that the compile_commands.json of --build has, where none are named; false
 * after saying on standard error why it cannot (fpredict/build_files.c). */
bool options_take_build(fp_context *ctx, options *o);

/* --- Shared by options*.c ----------------------------------------------------- */

/* Says what is wrong with the command line, and where help is; returns false. */
bool options_usage_error(const options *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is what one option demands of the others so? Returns false after saying what is not. */
bool options_check(const options *o);

#endif
