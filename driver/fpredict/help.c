#include "driver/fpredict/help.h"

#include <string.h>

#include "support/fold.h"

typedef struct page {
    const char *name;    /* of the man page */
    const char *summary; /* what it does, on one line */
    const char *synopsis;
    const char *text;        /* paragraphs, lines of at most 78 columns */
    const char *examples[8]; /* as typed in the repository; null ends them */
} page;

static const page overview = {
    "fpredict",
    "predicts the run time of a data-parallel C program",
    "fpredict COMMAND FILE.c... [options] [-- compile flags]",
    "fpredict reads a C program with HPF or XcalableMP directives and predicts,\n"
    "without running it, how long it would take on a distributed-memory machine,\n"
    "where the time goes, and which data distribution would be faster.",
    {"fpredict estimate samples/laplace/laplace.c",
     "fpredict compare  samples/laplace/laplace.c --procs 4 --set N=256", NULL},
};

/* What fpredict reads of the environment: in the man page, --help is one screen. */
static const struct {
    const char *name, *meaning;
} environment[] = {
    {"FPREDICT_MACHINES", "folders of machine files, separated by colons"},
    {"FPREDICT_COMPILERS", "folders of compilers' profiles, separated by colons"},
    {"NO_COLOR", "set and not empty: no colour (no-color.org)"},
    {"CLICOLOR_FORCE", "set, and neither empty nor 0: colour in files, too"},
    {"COLUMNS", "the width of the output, instead of the terminal's"},
    {"LC_ALL, LC_CTYPE, LANG", "not of UTF-8: terminals get ASCII"},
};
enum { ENVIRONMENT_COUNT = sizeof environment / sizeof *environment };

static const page pages[COMMAND_COUNT] = {
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
         "local memory, loops over what a processor owns, and the messages of the plan.",
         {"fpredict emit samples/laplace/laplace.c > laplace_mpi.c",
          "fpredict emit samples/lu/lu.c --procs 8 --distribute 'T(block,*)' -o lu_mpi.c",
          "fpredict emit samples/cg/cg.c --count-work -o cg_mpi.c", NULL}},
    [COMMAND_TRAIN] =
        {"fpredict-train",
         "measures this machine, and writes its machine file",
         "fpredict train --mpirun COMMAND -o FILE.yaml [options] [-- compile flags]\n"
         "       fpredict train --compiler COMMAND --machine FILE --mpirun COMMAND -o FILE.yaml\n"
         "       fpredict train fit FILE.raw [-o FILE.yaml] [options]",
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
         "compiler's run-time library, run it again.",
         {"fpredict train --mpirun 'mpirun -n 2' -o host.yaml",
          "fpredict train --mpirun 'mpirun.mpich -n 2' -o host.yaml -- -O1",
          "fpredict train fit cluster.raw --node-of hdr-cluster -o cluster.yaml",
          "fpredict train --compiler 'fpredict-cc -fpredict-spmd' --machine host.yaml "
          "--mpirun mpirun --procs 2 -o mine.yaml",
          "fpredict train fit mine.raw --machine host.yaml", NULL}},
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
    [COMMAND_TRACE] =
        {"fpredict-trace",
         "shows a trace of an MPI program, or writes it in another form",
         "fpredict trace show TRACE [options]\n"
         "       fpredict trace convert TRACE -o COPY [--as FORM]",
         "A trace is a folder of OTF2, as Score-P writes it, its .otf2 file, or a text of\n"
         "fpredict's own (docs/traces.md). 'show' prints how long it is, which regions the time\n"
         "is spent in, what each rank does, and its collectives. Only what MPI does and when\n"
         "regions begin and end is read.",
         {"fpredict trace show tests/trace/cases/ring.trace",
          "fpredict trace convert tests/trace/cases/ring.trace -o ring",
          "fpredict trace convert scorep-2026/traces.otf2 --as text -o - | less", NULL}},
    [COMMAND_DEPERTURB] =
        {"fpredict-deperturb",
         "takes away from a trace what recording it has changed",
         "fpredict deperturb TRACE --overhead TIME [-o COPY] [options]",
         "Recording takes time, and what one rank loses by it others wait for. From a trace, and\n"
         "what recording an event takes, this works out when each event would have been without:\n"
         "who would have waited for whom, and for how long. Where a trace does not tell how long "
         "a\n"
         "message was under way, it gives the least and the most, too (docs/traces.md).",
         {"fpredict deperturb tests/trace/cases/ring.trace --overhead 2us",
          "fpredict deperturb tests/trace/cases/ring.trace --overhead 2us -o true",
          "fpredict deperturb tests/trace/cases/ring.trace --overhead user=1us,message=3us", NULL}},
    [COMMAND_HELP] =
        {"fpredict-help",
         "shows the help of a command",
         "fpredict help [COMMAND] [--man | --completion SHELL]",
         "The same as COMMAND --help; with --man as a man page ('fpredict-cc' has one,\n"
         "too). --completion prints what a shell completes command lines with.",
         {"fpredict help compare", "fpredict help estimate --man | man -l -", NULL}},
};

static const char *exit_codes_of(command c)
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
        [COMMAND_TRACE] = "0 shown or written, 1 an error in the trace, 2 wrong usage.",
        [COMMAND_DEPERTURB] = "0 done, 1 an error in the trace, 2 wrong usage.",
        [COMMAND_HELP] = "0 shown, 2 wrong usage.",
    };
    const char *own = c == COMMAND_COUNT ? NULL : codes[c];
    return own ? own : "0 predicted, 1 errors in the input, 2 wrong usage.";
}

static const page *page_of(command c)
{
    return c == COMMAND_COUNT ? &overview : &pages[c];
}

const char *help_summary(command c)
{
    return pages[c].summary;
}

void help_print_version(FILE *out)
{
    fprintf(out, "fpredict %s\n", FPREDICT_VERSION);
}

/* What --help shows beside an option begins at this column, where there is room. */
enum { WIDE_COLUMN = 35, NARROW_COLUMN = 26, WIDE = 96, PAGE = 80, NARROWEST = 40 };

static void print_options(command c, FILE *out, int columns)
{
    const int column = columns < WIDE ? NARROW_COLUMN : WIDE_COLUMN;
    fputs("\nOptions:\n", out);
    for (int i = 0; i < option_table_count; i++) {
        const option_spec *spec = &option_table[i];
        if (!(spec->commands >> c & 1))
            continue;
        int used = fprintf(out, "  --%s%s%s", spec->name, spec->argument ? " " : "",
                           spec->argument ? spec->argument : "");
        if (used >= column) {
            fputc('\n', out);
            used = 0;
        }
        fold_words(out, spec->help, used, column, columns);
    }
}

/* A command, which may go on where a backslash ends its line. */
static void print_example(const char *example, FILE *out, int columns)
{
    int used = fprintf(out, "  ");
    while (*example) {
        const char *next = strstr(example + 1, " --");
        const int length = next ? (int)(next - example) : (int)strlen(example);
        if (used > 2 && used + length + 2 > columns)
            used = fprintf(out, " \\\n     ") - 3;
        used += fprintf(out, "%.*s", length, example);
        example += length;
    }
    fputc('\n', out);
}

static void print_commands(FILE *out, int columns)
{
    enum { COLUMN = 13 };
    fputs("\nCommands:\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (i == COMMAND_HELP)
            continue;
        const int used = fprintf(out, "  %s", command_name((command)i));
        fold_words(out, pages[i].summary, used, COLUMN, columns);
    }
    fputc('\n', out);
    fold_words(out,
               "'fpredict COMMAND --help' lists its options; 'fpredict --version' the version. "
               "'fpredict-cc -fpredict' compiles as clang does, and predicts while that runs.",
               0, 0, columns < PAGE ? columns : PAGE);
}

static void print_synopsis(const char *synopsis, FILE *out, int columns)
{
    int used = fprintf(out, "Usage: ");
    while (*synopsis) {
        const char *end = synopsis + strcspn(synopsis, "\n");
        char line[256];
        snprintf(line, sizeof line, "%.*s", (int)(end - synopsis), synopsis);
        fold_words(out, line, used, 7, columns);
        used = 0;
        synopsis = end + (*end == '\n');
    }
}

void help_print(command c, FILE *out)
{
    const page *p = page_of(c);
    const int wanted = terminal_columns(out, WIDE),
              columns = wanted < NARROWEST ? NARROWEST : wanted;
    const int page_columns = columns < PAGE ? columns : PAGE;
    print_synopsis(p->synopsis, out, columns);
    fputc('\n', out);
    fold_words(out, p->text, 0, 0, page_columns);
    fputs("\nExamples:\n", out);
    for (int i = 0; p->examples[i]; i++)
        print_example(p->examples[i], out, columns);
    if (c == COMMAND_COUNT)
        print_commands(out, columns);
    else
        print_options(c, out, columns);
    fold_words(out, exit_codes_of(c), fprintf(out, "\nExit codes: ") - 1, 0, page_columns);
}

/* --- Man pages ------------------------------------------------------------- */

void help_print_roff(const char *text, FILE *out)
{
    bool at_start = true;
    for (const char *s = text; *s; s++) {
        if (at_start && (*s == '.' || *s == '\''))
            fputs("\\&", out);
        if (*s == '\\')
            fputs("\\e", out);
        else if (*s == '-')
            fputs("\\-", out);
        else
            fputc(*s, out);
        at_start = *s == '\n';
    }
}

static void print_man_options(command c, FILE *out)
{
    fputs(".SH OPTIONS\n", out);
    for (int i = 0; i < option_table_count; i++) {
        const option_spec *spec = &option_table[i];
        if (!(spec->commands >> c & 1))
            continue;
        fputs(".TP\n.B ", out);
        help_print_roff("--", out);
        help_print_roff(spec->name, out);
        if (spec->argument) {
            fputs(" \\fI", out);
            help_print_roff(spec->argument, out);
            fputs("\\fR", out);
        }
        fputc('\n', out);
        help_print_roff(spec->help, out);
        fputs(".\n", out);
    }
}

static void print_see_also(command c, FILE *out)
{
    fputs(".SH SEE ALSO\n", out);
    if (c != COMMAND_COUNT)
        fputs(".BR fpredict (1)\n", out);
    for (int i = 0; c == COMMAND_COUNT && i < COMMAND_COUNT; i++) {
        fputs(".BR ", out);
        help_print_roff(pages[i].name, out);
        fputs(" (1),\n", out);
    }
    if (c == COMMAND_COUNT)
        fputs(".BR fpredict\\-cc (1)\n", out);
}

void help_print_man(command c, FILE *out)
{
    const page *p = page_of(c);
    fputs(".TH \"", out);
    help_print_roff(p->name, out);
    fprintf(out, "\" 1 \"\" \"fpredict %s\"\n.SH NAME\n", FPREDICT_VERSION);
    help_print_roff(p->name, out);
    fputs(" \\- ", out);
    help_print_roff(p->summary, out);
    fputs("\n.SH SYNOPSIS\n", out);
    help_print_roff(p->synopsis, out);
    fputs("\n.SH DESCRIPTION\n", out);
    help_print_roff(p->text, out);
    fputc('\n', out);
    if (c == COMMAND_COUNT) {
        fputs(".SH COMMANDS\n", out);
        for (int i = 0; i < COMMAND_COUNT; i++) {
            fprintf(out, ".TP\n.B %s\n", command_name((command)i));
            help_print_roff(pages[i].summary, out);
            fputs(".\n", out);
        }
        fputs(".SH ENVIRONMENT\n", out);
        for (int i = 0; i < ENVIRONMENT_COUNT; i++) {
            fprintf(out, ".TP\n.B %s\n", environment[i].name);
            help_print_roff(environment[i].meaning, out);
            fputs(".\n", out);
        }
    } else {
        print_man_options(c, out);
    }
    fputs(".SH EXAMPLES\n.nf\n", out);
    for (int i = 0; p->examples[i]; i++) {
        help_print_roff(p->examples[i], out);
        fputc('\n', out);
    }
    fputs(".fi\n.SH EXIT STATUS\n", out);
    help_print_roff(exit_codes_of(c), out);
    fputc('\n', out);
    print_see_also(c, out);
}
