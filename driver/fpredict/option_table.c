#include <string.h>

#include "driver/fpredict/options.h"

#define E (1u << COMMAND_ESTIMATE)
#define C (1u << COMMAND_COMPARE)
#define A (1u << COMMAND_ANNOTATE)
#define M (1u << COMMAND_MACHINES)
#define D (1u << COMMAND_DUMP)
#define S (1u << COMMAND_EMIT)
#define T (1u << COMMAND_TRAIN)
#define V (1u << COMMAND_VALIDATE)
#define H (1u << COMMAND_HELP)

const option_spec option_table[] = {
    {OPTION_MACHINE, "machine", "NAME|FILE", E | C | A | D,
     "the machine, by name or as a file; repeatable (ipsc860)"},
    {OPTION_MACHINE, "machine", "NAME|FILE", S,
     "whose algorithms it has, by name or file (ipsc860)"},
    {OPTION_MACHINE, "machine", "NAME|FILE", V, "the machine that programs run on (ipsc860)"},
    {OPTION_PROCS, "procs", "P[xP...][,...]", E | C | A | V,
     "processors: 4, 2x2, or several: 1,2,4,8"},
    {OPTION_PROCS, "procs", "P[xP...]", S, "processors: 4, or 2x2"},
    {OPTION_SET, "set", "NAME=V[,...]", E | C | A | V,
     "a size; N=64:1024:*2 and N=8:64:8 are ranges; repeatable"},
    {OPTION_DISTRIBUTE, "distribute", "T(F,...)", E | C | A | D | S | V,
     "instead of the directive: 'T(block,*)'; repeatable"},
    {OPTION_ALTERNATIVES, "alternatives", "LIST", C | V,
     "what to compare: 'T: (block,*) (*,block)'"},
    {OPTION_FORMAT, "format", "text|json|csv", E | C, "form of the output (text)"},
    {OPTION_FORMAT, "format", "text|json|markdown", V, "form of the output (text)"},
    {OPTION_AT, "at", "LINE[-LINE]", E, "the arithmetic of these lines, step by step"},
    {OPTION_BY, "by", "unit|line|region", E, "one table: of units and branches, lines or regions"},
    {OPTION_REMARKS, "remarks", NULL, E, "only remarks on standard error, as clang writes them"},
    {OPTION_NO_REMARKS, "no-remarks", NULL, E, "only warnings and errors on standard error"},
    {OPTION_ENTRY, "entry", "NAME", E | C | A | D, "predict this function (main)"},
    {OPTION_EXCHANGE, "exchange", "posted|phased|pushed|adapter", E | C | A | S,
     "how neighbours exchange (as the machine's file says)"},
    {OPTION_OVERLAP, "overlap", "FRACTION", E | C | A,
     "share of communication hidden by computation"},
    {OPTION_ASK, "ask", NULL, E, "ask at the terminal for values that nothing tells"},
    {OPTION_HOST, "host", NULL, E | C | A, "with starting the nodes, and input and output"},
    {OPTION_OPTIMIZE, "optimize", "inline|loop-order", E | C | A | D | S,
     "what if the compiler did this; repeatable"},
    {OPTION_SCALE, "scale", "WHAT=FACTOR", E | C | A | M,
     "what if: processor=2, memory=2 or bandwidth=0.5; repeatable"},
    {OPTION_LOAD, "load", "WHAT=FRACTION", E | C | A | M,
     "what if others use this: network=0.3, processor=0.2"},
    {OPTION_PARAM, "param", "PATH=VALUE", E | C | A | M,
     "what if: a value of the machine, by its path; repeatable"},
    {OPTION_GRANULARITY, "granularity", "statement|line|block", E | C | A | D,
     "how far statements join into one unit (line)"},
    {OPTION_OUTPUT, "output", "FILE", A, "write a copy there that compiles"},
    {OPTION_OUTPUT, "output", "FILE", S, "write the program there"},
    {OPTION_OUTPUT, "output", "FILE", V, "write the tables there"},
    {OPTION_MPIRUN, "mpirun", "COMMAND", V,
     "starts a program; -np and the program are added (mpirun)"},
    {OPTION_MPICC, "mpicc", "COMMAND", V, "compiles a program (mpicc -O1)"},
    {OPTION_SERIAL, "serial", NULL, V, "the sequential program instead, directives ignored"},
    {OPTION_CC, "cc", "COMMAND", V, "compiles the sequential programs (cc -O1)"},
    {OPTION_UNDER, "under", "COMMAND", V, "--serial: runs a program: 'taskset -c 1'"},
    {OPTION_REPETITIONS, "repetitions", "N", V, "runs of each program (3; counted operations: 1)"},
    {OPTION_TIME_LIMIT, "time-limit", "S", V, "seconds that one run may take (120)"},
    {OPTION_JOBS, "jobs", "N", V, "N runs at once, of simulated time: with --count-work (1)"},
    {OPTION_TOLERANCE, "tolerance", "PART", V,
     "what is printed may differ from the sequential result (1e-9)"},
    {OPTION_RESULT_CACHE, "result-cache", "FILE", V,
     "keep each result there, and go on from there"},
    {OPTION_PLOTS, "plots", "DIR", V, "draw time over processors of each program (gnuplot)"},
    {OPTION_COUNT_WORK, "count-work", NULL, S | V,
     "the program counts its operations, for simulation"},
    {OPTION_STAGE, "stage", "NAME", D, "directives, program, plan, aag, saag or sag"},
    {OPTION_AS, "as", "text|dot|json", D, "form of aag and saag (text)"},
    {OPTION_SHOW, "show", "NAME|FILE", M, "the machine's values, with their provenance"},
    {OPTION_COSTS, "costs", "NAME|FILE", M, "what each operation takes, for programs that count"},
    {OPTION_WARNINGS_AS_ERRORS, "warnings-as-errors", NULL, E | C | A | D | S | V,
     "a warning makes the exit code 1"},
    {OPTION_NO_WARNINGS, "no-warnings", NULL, E | C | A | D | S | V, "errors only"},
    {OPTION_QUIET_COMPILER, "quiet-compiler", NULL, E | C | A | D | S | V,
     "do not repeat what the compiler says about the source"},
    {OPTION_COLOR, "color", "auto|always|never", E | C | A | M | D | S | V,
     "auto: on terminals; see NO_COLOR in 'fpredict --help'"},
    {OPTION_OUTPUT, "output", "FILE", T, "the machine file; raw data stay beside it"},
    {OPTION_MPIRUN, "mpirun", "COMMAND", T, "how ranks are started: 'mpirun -n 2'"},
    {OPTION_MPICC, "mpicc", "COMMAND", T, "the MPI compiler (that of mpirun)"},
    {OPTION_QUICK, "quick", NULL, T, "few sizes and repetitions: to try it"},
    {OPTION_REPETITIONS, "repetitions", "N", T, "measure each point N times (15)"},
    {OPTION_PATIENCE, "patience", "S", T, "end it when nothing is measured for S seconds (120)"},
    {OPTION_TIME_LIMIT, "time-limit", "S", T, "begin no measurement after S seconds"},
    {OPTION_NODE_OF, "node-of", "NAME|FILE", T, "the machine's node is that of this machine"},
    {OPTION_NETWORK_OF, "network-of", "NAME|FILE", T,
     "the shape of its network is that of this one"},
    {OPTION_NAME, "name", "NAME", T, "its name, instead of the host's"},
    {OPTION_PLOTS, "plots", "DIR", T, "draw each function over its data, as SVG (gnuplot)"},
    {OPTION_COLOR, "color", "auto|always|never", T, "auto: on terminals; see NO_COLOR in 'fpredict --help'"},
    {OPTION_HELP, "help", NULL, T, "this help"},
    {OPTION_VERSION, "version", NULL, T, "the version"},
    {OPTION_MAN, "man", NULL, H, "as a man page (troff)"},
    {OPTION_HELP, "help", NULL, E | C | A | M | D | S | H | V, "this help"},
    {OPTION_VERSION, "version", NULL, E | C | A | M | D | S | H | V, "the version"},
};
const int option_table_count = sizeof option_table / sizeof *option_table;

static const char *const names[COMMAND_COUNT] = {
    "estimate", "compare", "annotate", "machines", "dump", "emit", "train", "validate", "help"};

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
