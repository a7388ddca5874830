#include <ctype.h>
#include <string.h>

#include "driver/fpredict/help.h"

/* What shells complete: commands, options and the words that these take, of the option table. */

static bool is_of(const option_spec *spec, int c)
{
    return spec->commands >> c & 1;
}

bool help_is_choice(const char *taken)
{
    return taken && islower((unsigned char)taken[0]);
}

void help_print_words(const char *taken, FILE *out)
{
    for (; *taken; taken++)
        fputc(*taken == '|' ? ' ' : *taken, out);
}

static void print_command_names(FILE *out)
{
    for (int c = 0; c < COMMAND_COUNT; c++)
        fprintf(out, "%s%s", c ? " " : "", command_name((command)c));
}

static void print_bash(FILE *out)
{
    fputs("# bash completion of fpredict\n"
          "_fpredict()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    print_command_names(out);
    fputs(" --help --version' -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    case \"${COMP_WORDS[1]} $before\" in\n",
          out);
    for (int c = 0; c < COMMAND_COUNT; c++)
        for (int i = 0; i < option_table_count; i++) {
            const option_spec *spec = &option_table[i];
            if (!is_of(spec, c) || !help_is_choice(spec->argument))
                continue;
            fprintf(out, "    '%s --%s') words='", command_name((command)c), spec->name);
            help_print_words(spec->argument, out);
            fputs("' ;;\n", out);
        }
    fputs("    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (int c = 0; c < COMMAND_COUNT; c++) {
        fprintf(out, "    %s) words='", command_name((command)c));
        for (int i = 0; i < option_table_count; i++)
            if (is_of(&option_table[i], c))
                fprintf(out, " --%s", option_table[i].name);
        if (c == COMMAND_HELP) {
            fputc(' ', out);
            print_command_names(out);
        }
        fputs("' ;;\n", out);
    }
    fputs("    esac\n"
          "    case ${COMP_WORDS[1]} in help) word=${word:-} ;; *)\n"
          "        case $word in -*) ;; *) words= ;; esac ;;\n"
          "    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _fpredict fpredict\n",
          out);
}

void help_print_quoted(const char *text, const char *signs, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fprintf(out, "%s%c", strchr(signs, *text) ? "\\" : "", *text);
    }
}

static void print_zsh_option(const option_spec *spec, FILE *out)
{
    fprintf(out, " \\\n            '*--%s%s[", spec->name, spec->argument ? "=" : "");
    help_print_quoted(spec->help, "[]:\\", out);
    fputc(']', out);
    if (help_is_choice(spec->argument)) {
        fputs(":word:(", out);
        help_print_words(spec->argument, out);
        fputc(')', out);
    } else if (spec->argument) {
        fprintf(out, ":%s:", strstr(spec->argument, "FILE") ? "file" : "value");
        fputs(strstr(spec->argument, "FILE")       ? "_files"
              : strcmp(spec->argument, "DIR") == 0 ? "_files -/"
                                                   : " ",
              out);
    }
    fputc('\'', out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef fpredict\n"
          "_fpredict()\n"
          "{\n"
          "    if (( CURRENT == 2 )); then\n"
          "        compadd ",
          out);
    print_command_names(out);
    fputs(" -- --help --version\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n",
          out);
    for (int c = 0; c < COMMAND_COUNT; c++) {
        fprintf(out, "    %s)\n        _arguments", command_name((command)c));
        for (int i = 0; i < option_table_count; i++)
            if (is_of(&option_table[i], c))
                print_zsh_option(&option_table[i], out);
        if (c == COMMAND_HELP) {
            fputs(" \\\n            '1:command:(", out);
            print_command_names(out);
            fputs(")'", out);
        } else {
            fputs(" \\\n            '*:file:_files'", out);
        }
        fputs("\n        ;;\n", out);
    }
    fputs("    esac\n"
          "}\n"
          "_fpredict \"$@\"\n",
          out);
}

static void print_fish_option(int c, const option_spec *spec, FILE *out)
{
    fprintf(out, "complete -c fpredict -n '__fish_seen_subcommand_from %s' -l %s",
            command_name((command)c), spec->name);
    if (help_is_choice(spec->argument)) {
        fputs(" -x -a '", out);
        help_print_words(spec->argument, out);
        fputc('\'', out);
    } else if (spec->argument) {
        fputs(" -r", out);
    }
    fputs(" -d '", out);
    for (const char *s = spec->help; *s; s++)
        fprintf(out, "%s%c", strchr("'\\", *s) ? "\\" : "", *s);
    fputs("'\n", out);
}

static void print_fish(FILE *out)
{
    fputs("# fish completion of fpredict\n", out);
    for (int c = 0; c < COMMAND_COUNT; c++) {
        fprintf(out, "complete -c fpredict -n __fish_use_subcommand -f -a %s -d '",
                command_name((command)c));
        for (const char *s = help_summary((command)c); *s; s++)
            fprintf(out, "%s%c", strchr("'\\", *s) ? "\\" : "", *s);
        fputs("'\n", out);
    }
    for (int c = 0; c < COMMAND_COUNT; c++)
        for (int i = 0; i < option_table_count; i++)
            if (is_of(&option_table[i], c))
                print_fish_option(c, &option_table[i], out);
}

void help_print_completion(completion_shell shell, FILE *out)
{
    switch (shell) {
    case SHELL_NONE:
        break;
    case SHELL_BASH:
        print_bash(out);
        break;
    case SHELL_ZSH:
        print_zsh(out);
        break;
    case SHELL_FISH:
        print_fish(out);
        break;
    }
}
