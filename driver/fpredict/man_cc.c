#include <string.h>

#include "driver/fpredict/cc_option.h"
#include "driver/fpredict/help.h"

/* The man page of fpredict-cc. */

typedef struct entry {
    const char *name, *meaning;
} entry;

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

static void print_option(const cc_option_spec *spec, FILE *out)
{
    char typed[CC_WRITTEN_MOST];
    print_entry(cc_option_written(spec, typed), cc_option_meaning(spec), out);
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
    for (int i = 0; i < cc_option_count; i++)
        print_option(&cc_option_table[i], out);
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
