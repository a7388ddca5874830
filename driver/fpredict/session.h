#ifndef FPREDICT_DRIVER_FPREDICT_SESSION_H
#define FPREDICT_DRIVER_FPREDICT_SESSION_H

/* One run of a command: the source and the machines read, the combinations of
 * sizes and processors that were asked for, and how it ends. */

#include "driver/fpredict/options.h"
#include "report/report.h"
#include "support/meter.h"
#include "support/terminal.h"
#include "sysmodels/model/compiler.h"

typedef struct session {
    fp_context *ctx;
    const options *opt;
    graph_options graphs; /* what `opt` says, and the compiler's order of loops, and of messages */
    estimate_options estimating; /* what `opt` says, and what takes long is told at once */
    const program *program;      /* null: read nothing */
    int machine_count;
    const sag *const *machines;
    /* Values of --set that stand in the text before it is read, [opt->sets.count]; null: none. Of
     * several, each combination is a reading, with a program of its own. */
    const bool *is_in_text;
    const program *as_written; /* before any stands there; null where that is no C */
    int reading, reading_count;
    int combination_count; /* of --set and --procs, of this reading */
    const bindings *combinations;
    int override_count;
    const distribute_override *overrides;
    int entry_count;
    const function *const *entries;
    const diag_list *pragmas; /* what was said of unknown pragmas; or null */
    bool is_part;             /* of a program that has more files: only errors are said */
    bool has_said;            /* session_say was called */
    terminal_text text;       /* of session_out */
    meter *meter;             /* of what is being done, at a terminal; or null */
} session;

/* Folders that machines are looked for in. */
const char *const *session_machine_dirs(fp_context *ctx, int *count);
/* The same of the profiles of compilers. */
const char *const *session_compiler_dirs(fp_context *ctx, int *count);

/* Returns `relative` to the folder of the running program, or null where there is none. */
const char *session_beside_program(fp_context *ctx, const char *relative);

/* The folder of what programs are built with that are not fpredict's: codegen/runtime and
 * training. */
const char *session_runtime_root(fp_context *ctx);
/* That of the headers of directives (xmp.h). */
const char *session_header_dir(fp_context *ctx);

/* fpredict-fit, beside fpredict or where $FPREDICT_FIT says; null after reporting
 * (fpredict/fit_program.c). */
const char *session_fit_program(fp_context *ctx);

/* The profile of --compiler, or the default one; null after reporting. */
const sag_compiler *session_open_compiler(fp_context *ctx, const options *opt);

/* The machine of that name or file, as --compiler uses it, with what --scale, --load and --param
 * change and as many nodes as --procs asks for; null after reporting. */
const sag *session_open_machine(fp_context *ctx, const options *opt, const char *name);

/* The same without a compiler and of its own nodes: as its file is, with those changes. */
const sag *session_machine_file(fp_context *ctx, const options *opt, const char *name);

/* The one of --machine, by default ipsc860, with as many nodes as the ranks of a trace need: one
 * each, or as many as --procs says (*procs); null after reporting. */
const sag *session_open_machine_for(fp_context *ctx, const options *opt, uint32_t ranks,
                                    uint32_t *procs);

/* Warns of a machine that was trained on this host, but before it was what it is now, or
 * long ago; of one that is named after another host; and of a quick trial
 * (fpredict/training_check.c). */
void session_check_training(fp_context *ctx, const sag *machine);

/* Opens the machines that --machine names, by default ipsc860. */
bool session_open_machines(session *s);
/* All of it. Returns false after reporting. */
bool session_open(session *s, fp_context *ctx, const options *opt);

/* The lines of --at; false after reporting: no such file has code in the program, or more than one
 * (fpredict/at_lines.c). */
bool session_find_lines(const session *s, source_lines *lines);

/* Puts the values of --set into the source: its path stands for the text with them from now on, for
 * the next session_open, and `opt` has none any more. Returns false after reporting
 * (fpredict/set_source.c). */
bool session_set_sizes(session *s, fp_context *ctx, options *opt);
/* Reads the files (fpredict/reading.c): for the values of the present reading. False after
 * reporting. */
bool session_read(session *s);
/* Is a combination one of the present reading? */
bool session_is_read(const session *s, const bindings *values);
/* Reads the next one, its entries and combinations; false where there is none, or after reporting:
 * *ok becomes false then. */
bool session_next_reading(session *s, bool *ok);

/* What the source reads with one --set; false after saying why it cannot. */
bool session_value_change(const session *s, const set_values *set, int64_t value,
                          source_change *out);
/* Does one line of the program's own files give the name its value? */
bool session_is_given_once(const session *s, const set_values *set);
/* What --set NAME sets, in the program that was read; or null. */
const param *session_param(const program *p, const char *name);

/* Does -DNAME=VALUE give the name that value in the file? Not where this defines it itself without
 * a condition, or where it is a variable. */
bool session_flag_reaches(const source_file *file, const char *name);

/* Tells from here on at a terminal what is being done, until session_say or session_out. */
void session_show_progress(session *s);

/* The options of predictions, which print a remark as soon as it shows that one takes long: once in
 * a run, by whichever process is first (fpredict/long_remark.c). */
estimate_options session_estimating(const session *s);

/* How much may be predicted at once, and what tells of it. */
explore_effort session_effort(const session *s);

/* Reports names of --set that the program, read with such flags, has another value of than the last
 * flag of that name says: a header defines them. Returns false then. */
bool session_check_flags(session *s, int count, const char *const *flags);

/* Opens the file of --output for writing; null after reporting: it cannot be written, or is
 * the source itself. */
FILE *session_create(session *s, const char *path);

/* Where results are printed: standard output, as its terminal can show them (support/terminal.h).
 */
FILE *session_out(session *s);

/* Colour and width of standard output. */
report_style session_style(const session *s);

/* Prints the diagnostics on standard error: before the output, so that what
 * matters most stands last. */
void session_say(session *s);

/* Reports an error for a prediction that is not complete where warnings are errors, whether they
 * are printed or not; nothing where there are errors, which the reasons may have been reported as
 * (fpredict/completeness_check.c). */
void session_check_complete(session *s, const estimate *e);

/* Asks at the terminal for values that nothing tells and that loops or conditions
 * need, and binds the answers in every combination (fpredict/prompt.c). */
void session_ask(session *s);
/* A prediction has failed for want of a value: reports the others that are missing, too. */
void session_report_missing(session *s, const aag_graph *graph);

/* Prints diagnostics not yet said, checks that everything could be written, and
 * returns the exit code. `ok` is false when the command failed. */
int session_close(session *s, bool ok);

/* --- Commands (command_*.c); each returns the exit code ------------------- */

int command_estimate(fp_context *ctx, const options *opt);
int command_compare(fp_context *ctx, const options *opt);
int command_annotate(fp_context *ctx, const options *opt);
int command_machines(fp_context *ctx, const options *opt);
int command_compilers(fp_context *ctx, const options *opt);
int command_dump(fp_context *ctx, const options *opt);
int command_emit(fp_context *ctx, const options *opt);
int command_train(fp_context *ctx, const options *opt);
int command_validate(fp_context *ctx, const options *opt);
int command_scale(fp_context *ctx, const options *opt);
int command_fit_model(fp_context *ctx, const options *opt);
int command_trace(fp_context *ctx, const options *opt);
int command_deperturb(fp_context *ctx, const options *opt);
int command_record(fp_context *ctx, const options *opt);
int command_replay(fp_context *ctx, const options *opt);
int command_extrapolate(fp_context *ctx, const options *opt);
int command_experiment(fp_context *ctx, const options *opt);
int command_help(const options *opt);

#endif
