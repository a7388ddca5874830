#include <stddef.h>
#include <string.h>

#include "driver/fpredict/option_setters.h"

/* The last column: a setter that several options share, with its field, or an option's own. */
#define FLAG(name) option_set_flag, offsetof(options, name)
#define TEXT(name) option_set_text, offsetof(options, name)
#define NUMBER(name) option_set_number, offsetof(options, name)
#define OWN(setter) setter, 0

#define E (1u << COMMAND_ESTIMATE)
#define C (1u << COMMAND_COMPARE)
#define A (1u << COMMAND_ANNOTATE)
#define M (1u << COMMAND_MACHINES)
#define K (1u << COMMAND_COMPILERS)
#define D (1u << COMMAND_DUMP)
#define S (1u << COMMAND_EMIT)
#define T (1u << COMMAND_TRAIN)
#define V (1u << COMMAND_VALIDATE)
#define G (1u << COMMAND_SCALE) /* how sizes grow */
#define R (1u << COMMAND_TRACE)
#define P (1u << COMMAND_DEPERTURB)
#define X (1u << COMMAND_EXTRAPOLATE)
#define H (1u << COMMAND_HELP)
#define N (1u << COMMAND_COUNT) /* before a command */

const option_spec option_table[] = {
    {"machine", "NAME|FILE", E | C | A | G | D,
     "the machine, by name or as a file; repeatable (ipsc860)", OWN(option_set_machine)},
    {"machine", "NAME|FILE", S, "whose collective algorithms it uses, name or file (ipsc860)",
     OWN(option_set_machine)},
    {"machine", "NAME|FILE", V, "the machine that programs run on (ipsc860)",
     OWN(option_set_machine)},
    {"machine", "NAME|FILE", X, "the machine that it is to run on, by name or as a file (ipsc860)",
     OWN(option_set_machine)},
    {"procs", "P", X, "its processors (as many as there are threads)", OWN(option_set_procs)},
    {"speed", "R|CLASS=R[,...]", X,
     "times as fast as the recording processor: 0.1, or user=2,runtime=1", OWN(option_set_speed)},
    {"format", "text|json", X, "form of the output (text)", OWN(option_set_format)},
    {"compiler", "NAME|FILE", E | C | A | G | M | D | S | V,
     "whose run-time system: f90d, vfcs or a profile (fpredict)", TEXT(compiler)},
    {"procs", "P[xP...][,...]", E | C | A | G | V, "processors: 4, 2x2, or several: 1,2,4,8",
     OWN(option_set_procs)},
    {"procs", "P[xP...]", S, "processors: 4, or 2x2", OWN(option_set_procs)},
    {"set", "NAME=V[,...]", E | C | A | G | V,
     "a size; N=64:1024:*2 and N=8:64:8 are ranges; repeatable", OWN(option_set_size)},
    {"set", "NAME=V", S, "a size: the program as if the source said so; repeatable",
     OWN(option_set_size)},
    {"vary", "NAME", G, "the size that grows, of several of --set", TEXT(vary)},
    {"work", "EXPRESSION", G, "what work is, as in 'N^2' (the operations that are counted)",
     TEXT(work)},
    {"tune", "NAME=V[,...]", C, "a size that is chosen, as a block's: its values are ranked",
     OWN(option_set_tuned)},
    {"distribute", "T(F,...)", E | C | A | G | D | S | V,
     "instead of the directive: 'T(block,*)'; repeatable", OWN(option_set_distribute)},
    {"alternatives", "LIST", C | G | V, "what to compare: 'T: (block,*) (*,block)'",
     TEXT(alternatives)},
    {"format", "text|json|csv", E | C | G, "form of the output (text)", OWN(option_set_format)},
    {"format", "text|json|markdown", V, "form of the output (text)",
     OWN(option_set_validation_format)},
    {"jobs", "N", E | C | A | G, "predict N at once (as many as there are processors)",
     NUMBER(jobs)},
    {"at", "[FILE:]LINE[-LINE]", E, "the arithmetic of these lines, step by step",
     OWN(option_set_lines)},
    {"by", "unit|line|region", E, "one table: of units and branches, lines or regions",
     OWN(option_set_table)},
    {"remarks", NULL, E, "only remarks on standard error, as clang writes them", FLAG(remarks)},
    {"no-remarks", NULL, E, "only warnings and errors on standard error", FLAG(no_remarks)},
    {"build", "DIR", E | C | A | G | D | S,
     "take each file's flags of DIR/compile_commands.json; -p DIR", TEXT(build)},
    {"arguments", "WORDS", E | C | A | G | D, "what the program is called with: '512 100', or ''",
     OWN(option_set_arguments)},
    {"entry", "[FILE:]NAME", E | C | A | G | D, "predict this function (main)", TEXT(entry)},
    {"exchange", "posted|phased|pushed|adapter|sendrecv", E | C | A | G | S | V,
     "how neighbours exchange (as --compiler and --machine say)", OWN(option_set_exchange)},
    {"collectives", "library|own", E | C | A | G | S | V,
     "who does collectives: the MPI library, or the program (as --machine says)",
     OWN(option_set_collectives)},
    {"memory-model", "sampled|reuse|paper", E | C | A | G,
     "how cache misses are found: from how far back lines were used, and by samples; without "
     "these; or by sizes (sampled)",
     OWN(option_set_memory_model)},
    {"overlap", "FRACTION", E | C | A | G, "share of communication hidden by computation",
     OWN(option_set_overlap)},
    {"ask", NULL, E, "ask at the terminal for values that are not known", FLAG(ask)},
    {"host", NULL, E | C | A | G, "include starting the nodes, and input and output",
     FLAG(estimating.host)},
    {"optimize", "inline|loop-order", E | C | A | G | D | S,
     "what if the compiler did this; repeatable", OWN(option_set_optimization)},
    {"scale", "WHAT=FACTOR", E | C | A | G | M,
     "what if: processor=2, memory=2 or bandwidth=0.5; repeatable", OWN(option_set_scale)},
    {"load", "WHAT=FRACTION", E | C | A | G | M,
     "what if others use this: network=0.3, processor=0.2", OWN(option_set_load)},
    {"ranks-per-node", "N", E | C | A | G | M | X, "what if a node has N processors",
     OWN(option_set_ranks_per_node)},
    {"placement", "in_order|by_grid|NODES", E | C | A | G | M | X,
     "what if processors are on these nodes, as in 0,0,1,1", OWN(option_set_placement)},
    {"param", "PATH=VALUE", E | C | A | G | M | X,
     "what if: a value of the machine, by its path; repeatable", OWN(option_set_param)},
    {"granularity", "statement|line|block", E | C | A | G | D,
     "how many statements are one unit (line)", OWN(option_set_granularity)},
    {"output", "FILE", A, "write a copy there that compiles", TEXT(output)},
    {"output", "FILE|DIR/", S,
     "write the program there: a file for each source below DIR, under its name", TEXT(output)},
    {"output", "FILE", V, "write the tables there", TEXT(output)},
    {"mpirun", "COMMAND", V, "starts a program; -np and the program are added (mpirun)",
     TEXT(mpirun)},
    {"mpicc", "COMMAND", V, "compiles a program (mpicc -O1)", TEXT(mpicc)},
    {"serial", NULL, V, "the sequential program instead, directives ignored", FLAG(is_serial)},
    {"cc", "COMMAND", V, "compiles the sequential programs (cc -O1)", TEXT(cc)},
    {"under", "COMMAND", V, "--serial: runs a program: 'taskset -c 1'", TEXT(under)},
    {"repetitions", "N", V, "runs of each program (3; counted operations: 1)", NUMBER(repetitions)},
    {"time-limit", "S", V, "seconds that one run may take (120)", NUMBER(time_limit)},
    {"jobs", "N", V, "N runs at once, of simulated time: with --count-work (1)", NUMBER(jobs)},
    {"tolerance", "PART", V, "how far printed numbers may be off sequential ones (1e-9)",
     OWN(option_set_tolerance)},
    {"with", "FILE", V, "a further file of each program; repeatable", OWN(option_set_with)},
    {"result-cache", "FILE", V, "keep results in FILE, and take those that it has", TEXT(cache)},
    {"plots", "DIR", V, "draw time over processors of each program (gnuplot)", TEXT(plots)},
    {"count-work", NULL, S | V, "the program counts its operations, for simulation",
     FLAG(counts_work)},
    {"stage", "NAME", D, "directives, program, plan, aag, saag or sag", OWN(option_set_stage)},
    {"as", "text|dot|json", D, "form of aag and saag (text)", OWN(option_set_dump_format)},
    {"show", "NAME|FILE", M, "the machine's values, with their provenance", TEXT(show)},
    {"show", "NAME|FILE", K, "what its profile tells, with provenance", TEXT(show)},
    {"costs", "NAME|FILE", M, "what each operation takes, for programs that count", TEXT(costs)},
    {"warnings-as-errors", NULL, E | C | A | G | D | S | V,
     "a warning, or an incomplete prediction, makes the exit code 1", FLAG(warnings_as_errors)},
    {"no-warnings", NULL, E | C | A | G | M | D | S | V, "errors only", FLAG(no_warnings)},
    {"quiet-compiler", NULL, E | C | A | G | D | S | V,
     "do not repeat what the compiler says about the source", FLAG(quiet_compiler)},
    {"part", NULL, E | C | A, "say nothing but errors of a source that is a part of a program",
     FLAG(is_part)},
    {"file-flags", "FLAGS", E | C | A,
     "how one of the files is read, in their order; a flag on each line; repeatable",
     OWN(option_set_file_flags)},
    {"unknown-pragmas", "warning|error", E,
     "report unknown pragmas, as a compiler does that was told not to",
     OWN(option_set_unknown_pragmas)},
    {"color", "auto|always|never", E | C | A | G | M | K | D | S | V,
     "auto: on terminals, as NO_COLOR and CLICOLOR_FORCE say", OWN(option_set_color)},
    {"output", "FILE", T, "the machine file, or the profile; raw data stay beside it",
     TEXT(output)},
    {"mpirun", "COMMAND", T, "how ranks are started: 'mpirun -n 2'", TEXT(mpirun)},
    {"compiler", "COMMAND", T, "train for this compiler, which writes its profile", TEXT(compiler)},
    {"machine", "NAME|FILE", T, "--compiler: the machine that its programs run on",
     OWN(option_set_machine)},
    {"procs", "P[,...]", T, "--compiler: processors of its programs (2,4)", OWN(option_set_procs)},
    {"mpicc", "COMMAND", T, "the MPI compiler (that of mpirun)", TEXT(mpicc)},
    {"quick", NULL, T, "few sizes and repetitions, for a trial", FLAG(quick)},
    {"repetitions", "N", T, "measure each point N times (15)", NUMBER(repetitions)},
    {"patience", "S", T, "end it when nothing is measured for S seconds (120)", NUMBER(patience)},
    {"time-limit", "S", T, "begin no measurement after S seconds", NUMBER(time_limit)},
    {"node-of", "NAME|FILE", T, "take the node from this machine", TEXT(node_of)},
    {"network-of", "NAME|FILE", T, "take the network's topology from this machine",
     TEXT(network_of)},
    {"ranks-per-node", "N", T, "ranks are on nodes of N, in their order (1)",
     NUMBER(ranks_per_node)},
    {"name", "NAME", T, "its name, instead of the host's or the profile's file's", TEXT(name)},
    {"plots", "DIR", T, "draw each function over its data, as SVG (gnuplot)", TEXT(plots)},
    {"color", "auto|always|never", T, "auto: on terminals, as NO_COLOR and CLICOLOR_FORCE say",
     OWN(option_set_color)},
    {"output", "FOLDER|FILE", R, "convert: where the copy is written", TEXT(output)},
    {"as", "otf2|text", R, "convert: form of the copy (otf2)", OWN(option_set_trace_form)},
    {"output", "FOLDER|FILE", P, "write the trace as it would have been", TEXT(output)},
    {"output", "FOLDER|FILE", X, "write the trace of that execution", TEXT(output)},
    {"as", "otf2|text", P | X, "form of what is written (otf2)", OWN(option_set_trace_form)},
    {"overhead", "TIME|CLASS=TIME[,...]", P,
     "what recording an event takes: 6us, or user=2us,message=5us", OWN(option_set_overhead)},
    {"barrier-exit", "as-recorded|last-in-first-out", P, "how ranks leave a barrier (as-recorded)",
     OWN(option_set_barrier_exit)},
    {"color", "auto|always|never", R | P | X,
     "auto: on terminals, as NO_COLOR and CLICOLOR_FORCE say", OWN(option_set_color)},
    {"help", NULL, T, "this help", FLAG(help)},
    {"version", NULL, T, "the version", FLAG(version)},
    {"man", NULL, H, "as a man page (troff)", FLAG(man)},
    {"completion", "bash|zsh|fish", H, "what this shell completes command lines with",
     OWN(option_set_completion)},
    {"help", NULL, E | C | A | G | M | K | D | S | H | V | R | P | X | N, "this help", FLAG(help)},
    {"version", NULL, E | C | A | G | M | K | D | S | H | V | R | P | X | N, "the version",
     FLAG(version)},
};
const int option_table_count = sizeof option_table / sizeof *option_table;

static const char *const names[COMMAND_COUNT] = {
    "estimate", "compare",  "annotate", "machines", "compilers", "dump",        "emit",
    "train",    "validate", "scale",    "trace",    "deperturb", "extrapolate", "help"};

const char *command_name(command c)
{
    return names[c];
}

command command_by_name(const char *name)
{
    int c = 0;
    while (c < COMMAND_COUNT && strcmp(names[c], name) != 0)
        c++;
    return (command)c;
}
