#include <string.h>

#include "driver/fpredict/help.h"

/* The man page of fpredict-cc: what it takes of fpredict estimate, the option table describes. */

typedef struct entry {
    const char *name, *meaning;
} entry;

static const entry own[] = {
    {"-fpredict, -fno-predict", "predict, or not; the last one counts"},
    {"-fpredict-compare[=LIST]", "rank distributions: the usual ones, or 'T: (block,*) (*,block)'"},
    {"-fpredict-annotate[=FILE]",
     "the source with the time of each line beside it; with FILE, a copy that compiles"},
    {"-fpredict-report=FORMAT[:FILE]",
     "a report as text, json or csv; a FILE that ends with '/' is a folder, with a file in it for "
     "each object"},
    {"-fpredict-spmd", "compile the MPI program that is generated instead of the source"},
    {"-Rpredict, -Rno-predict", "remarks: where the time goes; on"},
    {"-Wpredict, -Wno-predict", "warnings: what makes a prediction doubtful; on"},
    {"-Werror=predict", "a warning or error of a prediction fails the build"},
};

/* Options of fpredict estimate that are options of fpredict-cc, too. */
static const char *const taken[] = {"machine",  "procs",   "set",         "distribute", "entry",
                                    "exchange", "overlap", "host",        "optimize",   "scale",
                                    "load",     "param",   "granularity", "jobs"};

static const entry environment[] = {
    {"FPREDICT_CC", "the compiler, with arguments if need be; otherwise clang, or clang-19"},
    {"FPREDICT_MPICC", "that of -fpredict-spmd; otherwise mpicc"},
    {"FPREDICT_PREDICTOR", "the predictor; otherwise the fpredict beside fpredict-cc"},
};

static void print_entry(const char *name, const char *meaning, FILE *out)
{
    fputs(".TP\n.B \"", out);
    help_print_roff(name, out);
    fputs("\"\n", out);
    help_print_roff(meaning, out);
    fputs(".\n", out);
}

static void print_taken(const char *name, FILE *out)
{
    for (int i = 0; i < option_table_count; i++) {
        const option_spec *spec = &option_table[i];
        if (strcmp(spec->name, name) != 0 || !(spec->commands >> COMMAND_ESTIMATE & 1))
            continue;
        char typed[128];
        snprintf(typed, sizeof typed, "-fpredict-%s%s%s", name, spec->argument ? "=" : "",
                 spec->argument ? spec->argument : "");
        print_entry(typed, spec->help, out);
    }
}

void help_print_man_cc(FILE *out)
{
    fprintf(out, ".TH \"fpredict\\-cc\" 1 \"\" \"fpredict %s\"\n", FPREDICT_VERSION);
    fputs(
        ".SH NAME\nfpredict\\-cc \\- compiles as clang does, and predicts while that runs\n"
        ".SH SYNOPSIS\n.B fpredict\\-cc\n[\\-fpredict] [\\-fpredict\\-\\fINAME\\fR=\\fIVALUE\\fR] "
        "\\fIarguments of the compiler\\fR\n"
        ".SH DESCRIPTION\n"
        "Give it to make as CC: builds give the same objects, dependency files, messages and exit\n"
        "codes as before. With \\-fpredict among the flags, each C source with directives is also\n"
        "predicted, beside its compile; what the prediction says comes on standard error after\n"
        "what the compiler said. The compiler may also stand first on the command line.\n"
        ".SH OPTIONS\n",
        out);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        print_entry(own[i].name, own[i].meaning, out);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        print_taken(taken[i], out);
    fputs(".SH ENVIRONMENT\n", out);
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
        print_entry(environment[i].name, environment[i].meaning, out);
    fputs(".SH EXAMPLES\n.nf\n", out);
    help_print_roff(
        "make CC=fpredict-cc CFLAGS='-O2 -fpredict'\n"
        "fpredict-cc -fpredict -fpredict-procs=2x2 -fpredict-compare -O2 -c laplace.c\n",
        out);
    fputs(".fi\n.SH EXIT STATUS\nThat of the compiler; 2 for an option \\-fpredict\\-\\fI...\\fR "
          "that "
          "there is not.\n.SH SEE ALSO\n.BR fpredict (1)\n",
          out);
}
