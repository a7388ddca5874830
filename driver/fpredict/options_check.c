#include <string.h>

#include "driver/fpredict/options.h"

static bool needs_file(const options *o)
{
    if (o->command == COMMAND_DUMP)
        return o->stage != STAGE_SAG;
    return o->command != COMMAND_MACHINES && o->command != COMMAND_COMPILERS &&
           o->command != COMMAND_HELP && o->command != COMMAND_TRAIN;
}

/* Of a compiler's training, or its fit, which only the raw data tell from a machine's. */
static bool check_compiler_training(const options *o)
{
    if (o->machines.count > 1)
        return options_usage_error(o, "a compiler is trained on one machine: choose one --machine");
    if (o->compiler && o->is_fit)
        return options_usage_error(o, "'train fit' compiles nothing: its raw data say what "
                                      "--compiler was");
    if (o->compiler && !o->machines.count)
        return options_usage_error(o, "on which machine do the compiler's programs run? --machine "
                                      "host.yaml, which 'fpredict train' makes without --compiler");
    if (o->machines.count && (o->node_of || o->network_of || o->plots || o->mpicc))
        return options_usage_error(o, "--node-of, --network-of, --plots and --mpicc are for "
                                      "machines: a compiler's profile has none of it");
    if (!o->compiler && !o->is_fit && (o->machines.count || o->procs.count))
        return options_usage_error(o, "--machine and --procs are for --compiler: the training of a "
                                      "machine has as many ranks as --mpirun starts");
    for (int i = 0; i < o->procs.count; i++)
        if (o->procs.data[i].rank != 1 || o->procs.data[i].extent[0] < 2)
            return options_usage_error(o, "--procs: the kernels have grids of their own; say "
                                          "how many processors, from 2 on: --procs 2,4");
    return true;
}

/* Of what recording takes. */
static bool check_overhead(const options *o)
{
    if (o->file)
        return options_usage_error(o, "'%s': 'train overhead' reads no file", o->file);
    if (!o->mpirun)
        return options_usage_error(o, "how is a rank started? --mpirun 'mpirun -n 1'");
    if (o->compiler || o->machines.count || o->procs.count || o->quick || o->repetitions ||
        o->node_of || o->network_of || o->ranks_per_node || o->name || o->plots || o->flag_count)
        return options_usage_error(o, "'train overhead' takes --mpirun, --mpicc, --time-limit and "
                                      "--output: the others are of machines and compilers");
    return true;
}

static bool check_training(const options *o)
{
    if (o->is_overhead)
        return check_overhead(o);
    if (!check_compiler_training(o))
        return false;
    if (o->is_fit && !o->file)
        return options_usage_error(o, "which raw data? 'fpredict train fit host.raw -o host.yaml'");
    if (!o->is_fit && o->file)
        return options_usage_error(
            o, "'%s': train reads no file; 'fpredict train fit %s' fits raw data", o->file,
            o->file);
    if (!o->is_fit && !o->mpirun)
        return options_usage_error(o, o->compiler
                                          ? "how are ranks started? --mpirun mpirun"
                                          : "how are ranks started? --mpirun 'mpirun -n 2'");
    if (!o->is_fit && !o->output && o->compiler)
        return options_usage_error(o, "which profile shall be written? -o mine.yaml");
    if (!o->is_fit && !o->output)
        return options_usage_error(o, "which machine file shall be written? -o host.yaml");
    if (o->is_fit &&
        (o->mpirun || o->mpicc || o->quick || o->repetitions || o->time_limit || o->procs.count))
        return options_usage_error(o, "'train fit' measures nothing: --mpirun, --mpicc, --quick, "
                                      "--repetitions, --time-limit and --procs are for 'fpredict "
                                      "train'");
    return true;
}

static bool check_validation(const options *o)
{
    if (o->machines.count > 1)
        return options_usage_error(o, "a validation is of one machine: choose one --machine");
    if (!o->is_serial && o->under)
        return options_usage_error(o,
                                   "--under is for the sequential programs of --serial; generated "
                                   "ones have --mpirun");
    if (o->is_serial && o->with.count)
        return options_usage_error(o, "--with is for generated programs; a sequential one of "
                                      "--serial is one file");
    if (o->is_serial && o->has_tolerance)
        return options_usage_error(
            o, "--tolerance is for what generated programs print; the sequential "
               "ones of --serial are compared with nothing");
    if (o->jobs > 1 && !o->counts_work)
        return options_usage_error(o,
                                   "--jobs %d: real runs at the same time slow each other down; "
                                   "those of simulated time (--count-work) do not",
                                   o->jobs);
    if (o->is_serial && (o->mpicc || o->mpirun || o->counts_work))
        return options_usage_error(o,
                                   "--mpicc, --mpirun and --count-work are for generated programs; "
                                   "the sequential ones of --serial have --cc and --under");
    if (o->is_serial && (o->procs.count || o->distributes.count || o->alternatives || o->exchange))
        return options_usage_error(o,
                                   "--serial is of one processor and of no distribution: leave out "
                                   "--procs, --distribute, --alternatives and --exchange");
    return true;
}

/* Where a trace is written: OTF2 is a folder of files, and the time-independent form several. */
static bool check_copy(const options *o)
{
    return !o->output || strcmp(o->output, "-") != 0 ||
           (o->form != TRACE_AS_OTF2 && o->form != TRACE_AS_TI) ||
           options_usage_error(o, "standard output, '-', takes what is one file: --as text, chrome "
                                  "or paje");
}

static bool check_statistics(const options *o)
{
    if (o->has_statistics && o->wish != TRACE_STATS)
        return options_usage_error(o, "--region, --processor, --window, --window-step, --unit, "
                                      "--normalize and --format are for 'fpredict trace stats'");
    return !(o->statistics.step > 0) || o->statistics.to > 0 ||
           options_usage_error(o, "--window-step: how long is the window that slides? --window "
                                  "0s:10ms");
}

static bool check_trace(const options *o)
{
    if (o->wish == TRACE_NOTHING)
        return options_usage_error(
            o, "what shall be done? 'fpredict trace show FOLDER', convert, draw, compare or stats");
    if (!o->file)
        return options_usage_error(o, "which trace? A folder of OTF2, or a text");
    if (o->wish == TRACE_CONVERT && !o->output)
        return options_usage_error(o, "where shall the copy be written? -o COPY");
    if (o->wish == TRACE_COMPARE && o->files.count != 2)
        return options_usage_error(o, "which other trace? 'fpredict trace compare %s B'", o->file);
    if (o->wish == TRACE_DRAW && !o->output)
        return options_usage_error(o, "where shall the drawing be written? -o FILE.svg");
    if (o->wish != TRACE_CONVERT && o->wish != TRACE_DRAW && o->output)
        return options_usage_error(o, "--output is for 'fpredict trace convert' and draw");
    if (o->has_window && o->wish != TRACE_DRAW)
        return options_usage_error(o, "--from and --to are for 'fpredict trace draw'");
    if (o->with_startup && o->wish != TRACE_DRAW && o->wish != TRACE_STATS)
        return options_usage_error(o, "--startup is for 'fpredict trace draw' and stats");
    if (o->to >= 0 && o->to <= o->from)
        return options_usage_error(o, "--to is before --from: nothing is between them");
    if (!check_statistics(o))
        return false;
    if (o->wish == TRACE_DRAW && !o->has_form)
        return true;
    if (o->wish != TRACE_CONVERT && o->has_form)
        return options_usage_error(o, "--as is for 'fpredict trace convert'");
    return check_copy(o);
}

static bool check_perturbation(const options *o)
{
    if (!o->file)
        return options_usage_error(o, "which trace? A folder of OTF2, or a text");
    if (!o->has_overhead)
        return options_usage_error(o,
                                   "what does recording an event take? --overhead 1us, or for "
                                   "each class: user=1us,runtime=1us,message=1us,collective=1us");
    if (o->machines.count > 1)
        return options_usage_error(o, "a trace is of one machine: choose one --machine");
    if (!o->machines.count && (o->changes.count || o->estimating.override_exchange))
        return options_usage_error(o, "--exchange, --param and the like are of a machine: which? "
                                      "--machine NAME");
    return check_copy(o);
}

static bool check_recording(const options *o)
{
    if (o->file)
        return options_usage_error(o,
                                   "'%s': the command that is recorded stands at the end, after "
                                   "'--': 'fpredict record -o run -- %s ...'",
                                   o->file, o->file);
    if (o->is_compile && (o->output || o->raw_folder))
        return options_usage_error(o, "--compile records nothing yet: without --output and --from");
    if (!o->is_compile && (o->record_loops || o->record_commands))
        return options_usage_error(o, "--loops and --commands are of what compiles the program: "
                                      "'fpredict record --compile --loops -- mpicc ...'");
    if (!o->is_compile && !o->output)
        return options_usage_error(o, "where shall the trace be written? -o FOLDER");
    if (o->raw_folder && o->flag_count)
        return options_usage_error(o, "--from runs nothing: what has been written is read");
    return o->raw_folder || o->flag_count ||
           options_usage_error(o, o->is_compile ? "which command compiles? 'fpredict record "
                                                  "--compile -- smpicc a.c -o a'"
                                                : "what shall be recorded? 'fpredict record -o run "
                                                  "-- mpirun -n 4 ./a.out'");
}

static bool check_replay(const options *o)
{
    if (!o->file)
        return options_usage_error(o, "which trace? A folder of OTF2, a text, or SMPI's list");
    if (o->machines.count > 1)
        return options_usage_error(o, "a replay is on one machine: choose one --machine");
    if (o->procs.count > 1)
        return options_usage_error(o, "a replay is on one number of processors");
    if (o->estimating.is_sendrecv)
        return options_usage_error(o, "--exchange sendrecv: a trace says itself how messages go");
    if (o->output && o->screen > 0)
        return options_usage_error(o, "--screen replays it many times: no trace is written");
    if (o->wants_path && o->screen > 0)
        return options_usage_error(o, "--screen replays it many times: --critical-path is of one");
    if (o->output && strcmp(o->output, "-") == 0 && o->format == FORMAT_JSON)
        return options_usage_error(o, "--format json and -o - both write to standard output");
    return check_copy(o);
}

static bool check_extrapolation(const options *o)
{
    if (!o->file)
        return options_usage_error(o, "which trace? A folder of OTF2, or a text");
    if (o->machines.count > 1)
        return options_usage_error(o, "it is extrapolated to one machine: choose one --machine");
    if (o->procs.count > 1 || (o->procs.count == 1 && o->procs.data[0].rank != 1))
        return options_usage_error(o, "--procs is a number of processors here: 16");
    if (o->format != FORMAT_TEXT && o->format != FORMAT_JSON)
        return options_usage_error(o, "--format is text or json here");
    return check_copy(o);
}

static bool check_experiment(const options *o)
{
    if (o->lists && o->show)
        return options_usage_error(o, "--list prints all experiments, and --show one: choose");
    if (!o->file && !o->lists && !o->show)
        return options_usage_error(
            o, "which experiment? 'fpredict experiment FILE.yaml'; --list prints those of the "
               "database");
    if (o->file && (o->lists || o->show))
        return options_usage_error(o, "'%s': --list and --show only read the database", o->file);
    if (!o->file && (o->only.count || o->measured || o->jobs))
        return options_usage_error(
            o, "--only, --jobs and --add-measured are of an experiment: name its file");
    if (o->exported && !o->show)
        return options_usage_error(o, "--export-extrap writes the results of --show NAME");
    if (o->crossings && (!o->show || o->exported))
        return options_usage_error(o, "--crossings compares the results of --show NAME");
    if (o->exported && o->has_format)
        return options_usage_error(o, "--export-extrap writes Extra-P's JSON and prints nothing: "
                                      "leave out --format");
    return !o->measured || (!o->only.count && !o->jobs) ||
           options_usage_error(o, "--add-measured runs nothing: leave out --only and --jobs");
}

static bool check_interpretation(const options *o)
{
    if (o->has_form && !o->trace)
        return options_usage_error(o, "--as is the form of --trace, which is not there");
    if (o->trace_limit && !o->trace)
        return options_usage_error(o, "--trace-limit is of --trace, which is not there");
    return !o->trace || strcmp(o->trace, "-") != 0 ||
           options_usage_error(o, "--trace is the name of a folder or a file; '-' is none");
}

/* Several files are one program, of which one is read from a pipe. */
static bool check_files(const options *o)
{
    int piped = 0;
    for (int i = 0; i < o->files.count; i++)
        piped += strcmp(o->files.data[i], "-") == 0;
    if (piped > 1)
        return options_usage_error(o, "standard input, '-', is one file: it is named %d times",
                                   piped);
    if (o->file_flags.count > 0 && o->file_flags.count != o->files.count)
        return options_usage_error(o, "--file-flags is there %d times, for %d files",
                                   o->file_flags.count, o->files.count);
    if (o->command == COMMAND_EMIT && (!o->output || strcmp(o->output, "-") == 0))
        return options_usage_error(
            o, "each of the %d files becomes one: name the folder for them, --output DIR/",
            o->files.count);
    if (o->command == COMMAND_ANNOTATE && o->output)
        return options_usage_error(o,
                                   "--output writes a copy of one file: without it, the lines of "
                                   "all %d are printed",
                                   o->files.count);
    return true;
}

static bool check_fit(const options *o)
{
    if (!o->measured == !o->experiment)
        return options_usage_error(o, "fit-model needs measured runs: --measured FILE, or "
                                      "--experiment NAME of a --database");
    if (o->machines.count > 1)
        return options_usage_error(o, "the runs were on one machine: choose one --machine");
    return true;
}

bool options_check(const options *o)
{
    if (o->command == COMMAND_TRAIN)
        return check_training(o);
    if (o->command == COMMAND_TRACE)
        return check_trace(o);
    if (o->command == COMMAND_DEPERTURB)
        return check_perturbation(o);
    if (o->command == COMMAND_RECORD)
        return check_recording(o);
    if (o->command == COMMAND_REPLAY)
        return check_replay(o);
    if (o->command == COMMAND_EXTRAPOLATE)
        return check_extrapolation(o);
    if (o->command == COMMAND_EXPERIMENT)
        return check_experiment(o);
    if (o->command == COMMAND_DUMP && !o->has_stage)
        return options_usage_error(
            o, "dump needs --stage: directives, program, plan, aag, saag or sag");
    if (o->command == COMMAND_DUMP && o->as != DUMP_TEXT && o->stage != STAGE_AAG &&
        o->stage != STAGE_SAAG)
        return options_usage_error(o, "--as dot and --as json are for the stages aag and saag");
    if (needs_file(o) && !o->file && !o->build)
        return options_usage_error(o, "which file? '-' reads standard input");
    if (!needs_file(o) && o->file)
        return options_usage_error(o, "'%s': this command reads no program", o->file);
    if (o->command == COMMAND_VALIDATE && !check_validation(o))
        return false;
    if (o->command == COMMAND_FIT_MODEL && !check_fit(o))
        return false;
    if (o->files.count > 1 && !check_files(o))
        return false;
    if (o->remarks && o->format != FORMAT_TEXT)
        return options_usage_error(o, "--remarks goes with --format text only");
    if (o->at_first && (o->format == FORMAT_CSV || o->remarks))
        return options_usage_error(o,
                                   "--at goes with --format text or json, and not with --remarks");
    if (o->ask && (!terminal_is(stdin) || !terminal_is(stderr)))
        return options_usage_error(
            o, "--ask needs a terminal to ask at; say --set NAME=VALUE instead");
    if (o->has_table && (o->format == FORMAT_CSV || o->remarks || o->at_first))
        return options_usage_error(
            o, "--by goes with --format text or json, and not with --remarks or "
               "--at");
    if (o->by_formula && (o->effects || (o->crossings && !o->scaled)))
        return options_usage_error(
            o, "--formula is of many sizes: it goes with --crossings --scaled, and "
               "not with --crossings alone or --effects");
    if (o->scaled && !o->crossings)
        return options_usage_error(o, "--scaled goes with --crossings: at equal speed they cross");
    if (o->has_formula && (o->format != FORMAT_TEXT || o->remarks || o->at_first || o->has_table))
        return options_usage_error(o, "--formula has its own forms, and goes without --format, "
                                      "--by, --at and --remarks");
    return o->command != COMMAND_ESTIMATE || check_interpretation(o);
}
