#include <string.h>

#include "driver/fpredict/cc_option.h"
#include "driver/fpredict/help.h"

/* What shells complete of fpredict-cc's own options, of its option table; the rest of its command
 * line is the compiler's. */

/* The first of the words that an option may be, without what it takes, as "-fpredict-report=";
 * *rest is where the next one is, or null. */
static const char *next_word(const char *written, char word[CC_WRITTEN_MOST], const char **rest)
{
    const char *more = strstr(written, ", ");
    size_t end = more ? (size_t)(more - written) : strlen(written);
    size_t length = strcspn(written, "=[,");
    bool takes = written[length] == '=' && length < end && !strstr(written, "-Werror=");
    if (!takes && written[length] == '=')
        length = end;
    snprintf(word, CC_WRITTEN_MOST, "%.*s", (int)(length + takes), written);
    *rest = more ? more + 2 : NULL;
    return word;
}

/* The words to choose from, with '|' between them; null: none. */
static const char *choice_of(const cc_option_spec *spec)
{
    const char *taken = cc_option_argument(spec);
    if (spec->name && strcmp(spec->name, "report") == 0)
        return "text|json|csv"; /* cc_report_formats */
    return help_is_choice(taken) ? taken : NULL;
}

static void print_bash(FILE *out)
{
    fputs("# bash completion of fpredict-cc\n"
          "_fpredict_cc()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    local option=\n"
          "    COMPREPLY=()\n"
          "    if [ \"$word\" = = ]; then\n"
          "        option=$before word=\n"
          "    elif [ \"$before\" = = ]; then\n"
          "        option=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    case $option in\n",
          out);
    for (int i = 0; i < cc_option_count; i++) {
        const char *name = cc_option_table[i].name, *choice = choice_of(&cc_option_table[i]);
        if (!name || !choice)
            continue;
        fprintf(out, "    -fpredict-%s) words='", name);
        help_print_words(choice, out);
        fputs("' ;;\n", out);
    }
    fputs("    '') case $word in -*) words='", out);
    for (int i = 0; i < cc_option_count; i++) {
        char typed[CC_WRITTEN_MOST], word[CC_WRITTEN_MOST];
        const char *rest = cc_option_written(&cc_option_table[i], typed);
        while (rest)
            fprintf(out, " %s", next_word(rest, word, &rest));
    }
    fputs("' ;; esac ;;\n"
          "    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "    case ${COMPREPLY-} in *=) compopt -o nospace 2>/dev/null ;; esac\n"
          "}\n"
          "complete -o filenames -F _fpredict_cc fpredict-cc\n",
          out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef fpredict-cc\n_arguments", out);
    for (int i = 0; i < cc_option_count; i++) {
        const cc_option_spec *spec = &cc_option_table[i];
        char typed[CC_WRITTEN_MOST], word[CC_WRITTEN_MOST];
        const char *rest = cc_option_written(spec, typed);
        while (rest) {
            next_word(rest, word, &rest);
            fprintf(out, " \\\n    '*%s[", word);
            help_print_quoted(cc_option_meaning(spec), "[]:\\", out);
            fputc(']', out);
            if (choice_of(spec)) {
                fputs(":word:(", out);
                help_print_words(choice_of(spec), out);
                fputc(')', out);
            } else if (word[strlen(word) - 1] == '=') {
                fputs(":value:_files", out);
            }
            fputc('\'', out);
        }
    }
    fputs(" \\\n    '*:file:_files'\n", out);
}

static void print_fish_word(const char *word, const char *value, const char *meaning, FILE *out)
{
    fprintf(out,
            "complete -c fpredict-cc -n 'string match -q -- \"-*\" (commandline -ct)' -a '%s%s' "
            "-d '",
            word, value);
    for (const char *s = meaning; *s; s++)
        fprintf(out, "%s%c", strchr("'\\", *s) ? "\\" : "", *s);
    fputs("'\n", out);
}

static void print_fish(FILE *out)
{
    fputs("# fish completion of fpredict-cc\n", out);
    for (int i = 0; i < cc_option_count; i++) {
        const cc_option_spec *spec = &cc_option_table[i];
        char typed[CC_WRITTEN_MOST], word[CC_WRITTEN_MOST], value[CC_WRITTEN_MOST];
        const char *rest = cc_option_written(spec, typed), *choice = choice_of(spec);
        while (rest)
            print_fish_word(next_word(rest, word, &rest), "", cc_option_meaning(spec), out);
        for (const char *at = choice; at && *at; at += strspn(at, "|")) {
            size_t length = strcspn(at, "|");
            snprintf(value, sizeof value, "%.*s", (int)length, at);
            print_fish_word(word, value, cc_option_meaning(spec), out);
            at += length;
        }
    }
}

void help_print_completion_cc(completion_shell shell, FILE *out)
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
