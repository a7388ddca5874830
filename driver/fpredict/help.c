#include "driver/fpredict/help.h"

#include <string.h>

#include "driver/fpredict/help_page.h"
#include "support/fold.h"

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

const char *help_summary(command c)
{
    return help_page_of(c)->summary;
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

/* The commands of traces share a line: all of them are to fit a screen. */
static void print_commands(FILE *out, int columns)
{
    enum { COLUMN = 13 };
    fputs("\nCommands:\n", out);
    for (int i = 0; i < COMMAND_TRACES; i++) {
        const int used = fprintf(out, "  %s", command_name((command)i));
        fold_words(out, help_page_of((command)i)->summary, used, COLUMN, columns);
    }
    char traces[128] = "";
    for (int i = COMMAND_TRACES, used = 0; i < COMMAND_HELP; i++)
        used += snprintf(traces + used, sizeof traces - (size_t)used, "%s%s", used ? ", " : "",
                         command_name((command)i));
    fold_words(out, traces, fprintf(out, "Of traces:"), COLUMN, columns);
    fputc('\n', out);
    fold_words(out,
               "Each has --help. 'fpredict-cc -fpredict' compiles as clang does, and predicts.", 0,
               0, columns < PAGE ? columns : PAGE);
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
    const help_page *p = help_page_of(c);
    const int wanted = terminal_columns(out, WIDE),
              columns = wanted < NARROWEST ? NARROWEST : wanted;
    const int page_columns = columns < PAGE ? columns : PAGE;
    print_synopsis(p->synopsis, out, columns);
    fputc('\n', out);
    fold_words(out, p->text, 0, 0, page_columns);
    if (help_file_of(c))
        fprintf(out, "\n%s", help_file_of(c));
    fputs("\nExamples:\n", out);
    for (int i = 0; p->examples[i]; i++)
        print_example(p->examples[i], out, columns);
    if (c == COMMAND_COUNT) { /* on one screen: exit codes are of each command */
        print_commands(out, columns);
        return;
    }
    print_options(c, out, columns);
    fold_words(out, help_exit_codes_of(c), fprintf(out, "\nExit codes: ") - 1, 0, page_columns);
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
        help_print_roff(help_page_of((command)i)->name, out);
        fputs(" (1),\n", out);
    }
    if (c == COMMAND_COUNT)
        fputs(".BR fpredict\\-cc (1)\n", out);
}

void help_print_man(command c, FILE *out)
{
    const help_page *p = help_page_of(c);
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
    if (help_file_of(c)) {
        fputs(".PP\n.nf\n", out);
        help_print_roff(help_file_of(c), out);
        fputs(".fi\n", out);
    }
    if (c == COMMAND_COUNT) {
        fputs(".SH COMMANDS\n", out);
        for (int i = 0; i < COMMAND_COUNT; i++) {
            fprintf(out, ".TP\n.B %s\n", command_name((command)i));
            help_print_roff(help_page_of((command)i)->summary, out);
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
    help_print_roff(help_exit_codes_of(c), out);
    fputc('\n', out);
    print_see_also(c, out);
}
