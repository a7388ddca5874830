#include "driver/fpredict/help_page.h"

static const help_page overview = {
    "fpredict",
    "predicts the run time of a data-parallel C program",
    "fpredict COMMAND FILE.c... [options] [-- compile flags]",
    "Predicts, without running it, how long a C program with HPF or XcalableMP\n"
    "directives takes on a distributed-memory machine, and what would be faster.",
    {"fpredict estimate samples/laplace/laplace.c",
     "fpredict compare  samples/laplace/laplace.c --procs 4 --set N=256", NULL},
};

static const help_page pages[COMMAND_COUNT] = {
    [COMMAND_ESTIMATE] =
        {"fpredict-estimate",
         "predicts a program: how long it takes, and where the time goes",
         "fpredict estimate FILE.c... [options] [-- compile flags]",
         "Prints a profile: the time of the slowest processor, its parts, and the lines\n"
         "that it is spent on. With several machines, processor counts or sizes, a table\n"
         "of all combinations. Several files are one program, linked as C says; -p DIR reads\n"
         "their flags. Nothing to predict, nothing printed. '-' is standard input.",
         {"fpredict estimate samples/laplace/laplace.c --procs 2x2",
          "fpredict estimate samples/laplace/laplace.c --at 37",
          "fpredict estimate samples/laplace/laplace.c --remarks",
          "fpredict estimate samples/pi/pi.c --procs 1,2,4,8 --format csv",
          "fpredict estimate samples/xmp/membrane.c --format json -- -O2", NULL}},
    [COMMAND_COMPARE] =
        {"fpredict-compare",
         "ranks data distributions by predicted time",
         "fpredict compare FILE.c... [options] [-- compile flags]",
         "Ranks alternatives for the program's first distributed template: the usual ones\n"
         "for its rank, or those of --alternatives or --distribute; each holds all through the\n"
         "program, which is one more where it redistributes. Says why the others lose, and at\n"
         "which sizes and processor counts another one would win; of the regions that\n"
         "'#pragma fpredict region NAME' marks, which alternative is fastest in each. Grids of as\n"
         "many processors are ranked together, and so are the values of --tune.",
         {"fpredict compare samples/laplace/laplace.c --procs 4 --set N=256",
          "fpredict compare samples/laplace/laplace.c --alternatives 'T: (block,*) (*,block)'",
          "fpredict compare samples/laplace/laplace.c --set N=20 --procs 8",
          "fpredict compare samples/hpl/hpl.c --procs 1x8,2x4,4x2,8x1",
          "fpredict compare samples/hpl/hpl.c --tune NB=8,16,32",
          "fpredict compare samples/laplace/laplace.c --procs 4 --set N=64 --compiler f90d",
          "fpredict compare samples/pi/pi.c --format json", NULL}},
    [COMMAND_ANNOTATE] =
        {"fpredict-annotate",
         "shows the source with the time of each line beside it",
         "fpredict annotate FILE.c... [options] [-- compile flags]",
         "The line of a loop, a condition or a call shows the time of all that is inside it.\n"
         "With --output, a copy of the source with the times as comments, which compiles.",
         {"fpredict annotate samples/laplace/laplace.c",
          "fpredict annotate samples/laplace/laplace.c --distribute 'T(block,*)'",
          "fpredict annotate samples/redblack/redblack.c --procs 16",
          "fpredict annotate samples/laplace/laplace.c -o annotated.c",
          "fpredict annotate samples/laplace/laplace.c --procs 2,8,32 --set N=64,256 --scaling",
          "fpredict annotate samples/xmp/membrane.c --color always | less -R", NULL}},
    [COMMAND_MACHINES] =
        {"fpredict-machines",
         "lists the machines, or shows one",
         "fpredict machines [--show NAME|FILE] [--costs NAME|FILE] [options]",
         "A machine is a YAML file. It is looked for in the folders of $FPREDICT_MACHINES\n"
         "(separated by ':'), then among those that come with fpredict.",
         {"fpredict machines", "fpredict machines --show ipsc860",
          "fpredict machines --costs ipsc860", NULL}},
    [COMMAND_COMPILERS] =
        {"fpredict-compilers",
         "lists the compilers' profiles, or shows one",
         "fpredict compilers [--show NAME|FILE]",
         "Whether neighbours exchange all at once or one direction after the other, whether each\n"
         "message is copied into a buffer, what a call takes and how collectives are done is up\n"
         "to the compiler's run-time system as much as to the machine. A profile, a YAML file,\n"
         "says so of one compiler; of what it leaves out, the machine's file is asked. --compiler\n"
         "NAME predicts with it, --exchange wins over it. Profiles are looked for in the folders\n"
         "of $FPREDICT_COMPILERS (separated by ':'), then among those that come with fpredict.",
         {"fpredict compilers", "fpredict compilers --show f90d",
          "fpredict machines --show ipsc860 --compiler f90d", NULL}},
    [COMMAND_DUMP] =
        {"fpredict-dump",
         "shows a stage of the prediction",
         "fpredict dump --stage NAME [FILE.c...] [options] [-- compile flags]",
         "directives: as they were read. program: loops, statements and references. plan:\n"
         "the node program with its communication. aag, saag: the application abstraction\n"
         "graph, without and with its communication edges. sag: the machine.",
         {"fpredict dump --stage directives samples/laplace/laplace.c",
          "fpredict dump --stage plan samples/laplace/laplace.c --distribute 'T(block,*)'",
          "fpredict dump --stage saag samples/laplace/laplace.c --as dot",
          "fpredict dump --stage sag --machine ipsc860", NULL}},
    [COMMAND_EMIT] =
        {"fpredict-emit",
         "writes the program as C with MPI",
         "fpredict emit FILE.c [options] [-- compile flags]",
         "The same plan that is predicted, as a program for that many processors: arrays in\n"
         "local memory, loops over what a processor owns, and the messages of the plan.\n"
         "With --shared the processors are threads on one processor, which record accesses\n"
         "to what others own.",
         {"fpredict emit samples/laplace/laplace.c > laplace_mpi.c",
          "fpredict emit samples/lu/lu.c --procs 8 --distribute 'T(block,*)' -o lu_mpi.c",
          "fpredict emit samples/cg/cg.c --count-work -o cg_mpi.c",
          "fpredict emit samples/laplace/laplace.c --shared -o laplace_shared.c", NULL}},
    [COMMAND_TRAIN] =
        {"fpredict-train",
         "measures this machine, and writes its machine file",
         "fpredict train --mpirun COMMAND -o FILE.yaml [options] [-- compile flags]\n"
         "       fpredict train --compiler COMMAND --machine FILE --mpirun COMMAND -o FILE.yaml\n"
         "       fpredict train fit FILE.raw [-o FILE.yaml] [options]\n"
         "       fpredict train overhead --mpirun 'mpirun -n 1' [-o FILE] [options]",
         "Compiles the training set, runs it on as many ranks as COMMAND starts, and fits\n"
         "functions to what operations, memory and messages took. It may be interrupted: the\n"
         "same command continues. 'train fit' only fits raw data, and without -o prints what\n"
         "they say. fpredict estimate --machine FILE.yaml predicts with the result.\n"
         "\n"
         "With --compiler it is a compiler that is measured, on a machine that is known: small\n"
         "data-parallel programs (halos, sums, broadcasts, transposes) are compiled with that\n"
         "command and run, '-np P' and the program added to --mpirun. What comes nearest to\n"
         "what they took is its profile: exchange rule, packing, the time of a call and the\n"
         "algorithms of collectives; what the measurements leave open stays out, and it says\n"
         "so. fpredict estimate --compiler FILE.yaml predicts with it. After a change of the\n"
         "compiler's run-time library, run it again.\n"
         "\n"
         "'train overhead' measures what 'fpredict record' takes for an event of each class, with\n"
         "a small program on one rank: what 'fpredict deperturb --overhead' takes away.",
         {"fpredict train --mpirun 'mpirun -n 2' -o host.yaml",
          "fpredict train --mpirun 'mpirun.mpich -n 2' -o host.yaml -- -O1",
          "fpredict train fit cluster.raw --node-of hdr-cluster -o cluster.yaml",
          "fpredict train --compiler 'fpredict-cc -fpredict-spmd' --machine host.yaml "
          "--mpirun mpirun --procs 2 -o mine.yaml",
          "fpredict train fit mine.raw --machine host.yaml",
          "fpredict train overhead --mpirun 'mpirun -n 1' -o overhead.txt", NULL}},
    [COMMAND_VALIDATE] =
        {"fpredict-validate",
         "runs programs, and compares what they take with what was predicted",
         "fpredict validate FILE.c... --machine FILE [options] [-- compile flags]",
         "Predicts, generates, builds and runs each program in the distributions that compare\n"
         "ranks (or those of --alternatives or --distribute), for each --set and --procs. Prints\n"
         "the least, median and largest error, how often the faster one was predicted, and\n"
         "where one overtakes another. Runs may be simulated (SimGrid's smpicc and smpirun).\n"
         "With --serial it runs the sources unchanged, on one processor.",
         {"fpredict validate samples/laplace/laplace.c --set N=64,128 --procs 1,2",
          "fpredict validate samples/pi/pi.c --machine host.yaml --mpirun mpirun.mpich",
          "fpredict validate samples/*/*.c --serial --cc 'clang -O1' --set N=128,256", NULL}},
    [COMMAND_SCALE] =
        {"fpredict-scale",
         "says how a program on a machine scales",
         "fpredict scale FILE.c... --procs P,... --set NAME=SIZE [options] [-- compile flags]",
         "As more processors take part, the size grows until each is as fast as before, in\n"
         "operations a second: the smallest such size, for each number of processors. The less\n"
         "the work has to grow, the better it scales; the scalability from p to p' is\n"
         "p' W / (p W'), 1 where work in proportion is enough (Sun and others 1999). Beside it\n"
         "speed-up, efficiency and serial fraction at the size to begin with, and the size that\n"
         "keeps the efficiency. The first number of processors and the size of --set say how\n"
         "fast.",
         {"fpredict scale samples/laplace/laplace.c --machine t3e --procs 4,8,16,32,64 --set "
          "N=1024",
          "fpredict scale samples/laplace/laplace.c --procs 1,2,4,8 --set N=64 --work 'N^2'",
          "fpredict scale samples/redblack/redblack.c --procs 2,4,8,16,32 --set N=32 "
          "--alternatives "
          "'T: (block,block) (*,block)'",
          "fpredict scale samples/laplace/laplace.c --machine ipsc860 --machine cm5 --procs 8 "
          "--set N=64 --alternatives 'T: (block,block) (block,*)' --effects",
          NULL}},
    [COMMAND_FIT_MODEL] =
        {"fpredict-fit-model",
         "fits a machine's values to a few measured runs of a program",
         "fpredict fit-model FILE.c... --measured RUNS [options] [-- compile flags]\n"
         "       fpredict fit-model FILE.c... --experiment NAME [options]",
         "The time is a formula in the machine's values (fpredict estimate --formula). Those that\n"
         "the runs support are fitted by least squares, runs that stand apart counting less; the\n"
         "others stay as they are, and are named. Prints values with intervals, how far each run\n"
         "is off, and with --predict the time elsewhere. Runs are comma-separated values whose\n"
         "first line names processors, sizes and time_s; JSON; what Extra-P reads as JSON; or\n"
         "what was measured of an experiment in the database. With -o the machine file is written\n"
         "with fitted values (docs/fitting.md). As an example of runs:",
         {"fpredict fit-model samples/laplace/laplace.c --machine cm5 --measured runs.csv",
          "fpredict fit-model samples/laplace/laplace.c --machine cm5 --measured runs.csv "
          "--predict processors=64,N=1024 -o cm5-fitted.yaml",
          "fpredict fit-model samples/laplace/laplace.c --machine cm5 --measured runs.csv "
          "--constant cube.communication.startup_us --format json",
          NULL}},
    [COMMAND_TRACE] =
        {"fpredict-trace",
         "shows, draws or compares traces of MPI programs, has statistics of them, or writes them "
         "in\n"
         "another form",
         "fpredict trace show TRACE [options]\n"
         "       fpredict trace draw TRACE -o FILE.svg [--from TIME] [--to TIME]\n"
         "       fpredict trace compare TRACE TRACE\n"
         "       fpredict trace stats TRACE [TRACE] [options]\n"
         "       fpredict trace convert TRACE -o COPY [--as FORM]",
         "A trace is a folder of OTF2, as Score-P writes it, its .otf2 file, or a text of\n"
         "fpredict's own (docs/traces.md). 'show' prints how long it is, which regions the time\n"
         "is spent in, what each rank does, and its collectives; 'draw' draws ranks by time, with\n"
         "messages, collectives and the critical path; 'compare' says whether two do the same in\n"
         "the same order, and how long regions take in both. 'stats' says\n"
         "how times are spread over processors and over occurrences of regions, how even the load\n"
         "is, and which processors do the like. 'convert' writes OTF2, text, "
         "Chrome's\n"
         "and Perfetto's JSON, Paje, or SMPI's time-independent form. Only what MPI does and when\n"
         "regions begin and end is read. 'fpredict estimate --trace' writes one of a prediction.",
         {"fpredict trace show tests/trace/cases/ring.trace",
          "fpredict trace draw tests/trace/cases/ring.trace -o ring.svg",
          "fpredict trace stats tests/trace/cases/ring.trace --region 'work,MPI_*'",
          "fpredict trace convert tests/trace/cases/ring.trace -o ring",
          "fpredict trace convert scorep-2026/traces.otf2 --as text -o - | less", NULL}},
    [COMMAND_DEPERTURB] =
        {"fpredict-deperturb",
         "takes away from a trace what recording it has changed",
         "fpredict deperturb TRACE --overhead TIME|FILE [-o COPY] [options]",
         "Recording takes time, and what one rank loses by it others wait for. From a trace, and\n"
         "what recording an event takes, this works out when each event would have been without:\n"
         "who would have waited for whom, and for how long. Where a trace does not tell how long "
         "a\n"
         "message was under way, it gives the least and the most, too (docs/traces.md). 'fpredict\n"
         "train overhead' measures what recording takes. With the machine that the program ran on\n"
         "(--machine) it knows which sends wait for their receivers, and replays what is left.",
         {"fpredict deperturb tests/trace/cases/ring.trace --overhead 2us",
          "fpredict deperturb tests/trace/cases/ring.trace --overhead 2us -o without",
          "fpredict deperturb tests/trace/cases/ring.trace --overhead user=1us,message=3us",
          "fpredict deperturb tests/trace/cases/ring.trace --overhead 2us --machine cm5", NULL}},
    [COMMAND_RECORD] =
        {"fpredict-record",
         "runs an MPI program, and writes a trace of what its ranks do",
         "fpredict record -o FOLDER [options] -- mpirun -n 4 ./program [arguments]\n"
         "       fpredict record --compile -- smpicc program.c -o program",
         "What each rank sends, receives and calls of MPI goes into a trace (OTF2) that 'fpredict\n"
         "trace' and others read, with what it has computed between two calls: so all ranks may\n"
         "share one processor. The program needs no change: a library comes between it and MPI,\n"
         "which is compiled by mpicc once and then kept. Where programs cannot be given a library\n"
         "(SimGrid's SMPI, static programs), --compile before the command that links them puts it\n"
         "in. The exit code is the program's; docs/traces.md has what is recorded.",
         {"fpredict record -o run -- mpirun -n 4 ./heat2d",
          "fpredict record -o run --functions 'solve*' -- mpirun -n 4 ./instrumented",
          "fpredict record --compile -- smpicc -O2 heat2d.c -o heat2d",
          "fpredict record -o run -- smpirun -np 4 -platform star.xml ./heat2d", NULL}},
    [COMMAND_REPLAY] =
        {"fpredict-replay",
         "runs a trace on a machine that is not there",
         "fpredict replay TRACE --machine NAME|FILE [options]",
         "Each rank computes as long as in the trace, by its processor's time where that was\n"
         "recorded, and sends, receives and calls collectives as there; when is worked out by the\n"
         "machine's prices and exchange rule, which predictions have too. Prints when each rank "
         "is\n"
         "through, and what it has spent its time on; names ranks that wait for what does not\n"
         "come. Reads time-independent traces of SMPI as well (docs/traces.md).",
         {"fpredict replay tests/trace/cases/ring.trace --machine cm5",
          "fpredict replay tests/trace/cases/ring.trace --machine roce100 --procs 1",
          "fpredict replay run/traces.otf2 --machine t3e --speed 0.1 -o on-t3e", NULL}},
    [COMMAND_EXTRAPOLATE] =
        {"fpredict-extrapolate",
         "predicts from a recording of threads on one processor what they take on many",
         "fpredict extrapolate TRACE --machine NAME [--procs P] [-o COPY] [options]",
         "The trace is of threads that ran on one processor, each until it came to a barrier,\n"
         "read and wrote what others own, and met at barriers. Their computing is the trace's,\n"
         "scaled by --speed; accesses and barriers are simulated as the machine has them: its\n"
         "section 'extrapolation', which --param changes, and what messages cost there\n"
         "(docs/traces.md).",
         {"fpredict extrapolate tests/extrapolation/cases/ring.trace --machine cm5",
          "fpredict extrapolate run.trace --machine cm5 --procs 16 --speed 0.01 -o on-cm5",
          "fpredict extrapolate run.trace --machine cm5 --param "
          "cube.communication.extrapolation.requests=no_interrupt --format json",
          NULL}},
    [COMMAND_EXPERIMENT] =
        {"fpredict-experiment",
         "predicts for each value of one or two parameters, and keeps the results",
         "fpredict experiment FILE.yaml [options]\n"
         "       fpredict experiment FILE.yaml --add-measured RUNS.csv [options]\n"
         "       fpredict experiment --list | --show NAME [options]\n"
         "       fpredict experiment --show NAME --export-extrap FILE.json",
         "Each result is kept in a database (SQLite) before the next one begins: after Ctrl-C the\n"
         "same command runs what is missing, and what has changed. Curves of the time and of the\n"
         "speed-up are drawn as results come. The file says what is predicted (a program, or a\n"
         "trace that is extrapolated or replayed) and what varies, over which values: processors,\n"
         "a size, a value of the machine, the distribution, the machine, an option. All of it is\n"
         "in docs/experiments.md. As an example:",
         {"fpredict experiment samples/poisson/figure7.yaml",
          "fpredict experiment samples/poisson/figure7.yaml --only processors=1,32 --plots curves",
          "fpredict experiment --list", "fpredict experiment --show poisson-latency --format csv",
          "fpredict experiment --show poisson-latency --export-extrap poisson.json", NULL}},
    [COMMAND_HELP] =
        {"fpredict-help",
         "shows the help of a command",
         "fpredict help [COMMAND] [--man | --completion SHELL]",
         "The same as COMMAND --help; with --man as a man page ('fpredict-cc' has one,\n"
         "too). --completion prints what a shell completes command lines with.",
         {"fpredict help compare", "fpredict help estimate --man | man -l -", NULL}},
};

const char *help_exit_codes_of(command c)
{
    static const char *const codes[COMMAND_COUNT] = {
        [COMMAND_MACHINES] = "0 shown, 1 no such machine, or an error in its file, 2 wrong usage.",
        [COMMAND_COMPILERS] = "0 shown, 1 no such profile, or an error in it, 2 wrong usage.",
        [COMMAND_DUMP] = "0 shown, 1 errors in the input, 2 wrong usage.",
        [COMMAND_EMIT] = "0 written, 1 errors in the input, or no program can be made of it,\n"
                         "2 wrong usage.",
        [COMMAND_TRAIN] = "0 the machine file is written, 1 an error, or interrupted, 2 wrong\n"
                          "usage, 3 the time limit ended it: the same command continues.",
        [COMMAND_VALIDATE] = "0 programs were compared, and no result was wrong, 1 nothing to\n"
                             "compare, a wrong result, an error, or interrupted, 2 wrong usage.",
        [COMMAND_FIT_MODEL] = "0 fitted, 1 too few runs, or an error in the input, 2 wrong usage.",
        [COMMAND_TRACE] = "0 shown or written, 1 an error in the trace, 2 wrong usage.",
        [COMMAND_DEPERTURB] = "0 done, 1 an error in the trace, 2 wrong usage.",
        [COMMAND_RECORD] =
            "that of the command; if that is 0, 1 where no trace could be written or\n"
            "a rank was not recorded to its end; 2 wrong usage.",
        [COMMAND_REPLAY] = "0 done, 1 an error in the trace or the machine, 2 wrong usage.",
        [COMMAND_EXTRAPOLATE] =
            "0 predicted, 1 an error in the trace or the machine, 2 wrong usage.",
        [COMMAND_EXPERIMENT] =
            "0 all points that were asked for have a result, or were shown, 1 a point failed,\n"
            "an error, or interrupted: the same command continues, 2 wrong usage.",
        [COMMAND_HELP] = "0 shown, 2 wrong usage.",
    };
    const char *own = c == COMMAND_COUNT ? NULL : codes[c];
    return own ? own : "0 predicted, 1 errors in the input, 2 wrong usage.";
}

const char *help_file_of(command c)
{
    static const char experiment[] =
        "  schema: fpredict/experiment-file/1\n"
        "  name: startup\n"
        "  command: estimate\n"
        "  sources: [laplace.c]\n"
        "  vary:\n"
        "    - {what: processors, values: [1, 2, 4, 8]}\n"
        "    - what: parameter\n"
        "      name: cube.communication.startup_us\n"
        "      from: 10\n"
        "      to: 100\n"
        "      step: 10                    # or factor: 2, or count: 10\n";
    static const char runs[] = "  processors,N,time_s\n"
                               "  1,64,0.568\n"
                               "  2,64,0.313\n"
                               "  4,64,0.188\n"
                               "  4,64,0.189\n"
                               "  8,128,0.376\n";
    return c == COMMAND_EXPERIMENT ? experiment : c == COMMAND_FIT_MODEL ? runs : NULL;
}

const help_page *help_page_of(command c)
{
    return c == COMMAND_COUNT ? &overview : &pages[c];
}
