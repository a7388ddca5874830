#ifndef FPREDICT_DRIVER_FPREDICT_HELP_H
#define FPREDICT_DRIVER_FPREDICT_HELP_H

/* What fpredict says about itself. Help and man pages are one text. */

#include "driver/fpredict/options.h"

/* `fpredict --help` for COMMAND_COUNT, else `fpredict COMMAND --help`. */
void help_print(command c, FILE *out);

/* The same in troff, for man(1). */
void help_print_man(command c, FILE *out);

/* Text in which troff sees no requests, escapes or hyphens of its own. */
void help_print_roff(const char *text, FILE *out);

/* The man page of fpredict-cc (man_cc.c). */
void help_print_man_cc(FILE *out);

/* What a command does, in a line. */
const char *help_summary(command c);

/* What the shell completes commands, options and their words with (completion.c). */
void help_print_completion(completion_shell shell, FILE *out);

/* The same of fpredict-cc (completion_cc.c). */
void help_print_completion_cc(completion_shell shell, FILE *out);

/* "text|json|csv" names words to choose from; NAME|FILE what a person fills in; null neither. */
bool help_is_choice(const char *taken);

/* The words of a choice, with spaces between them. */
void help_print_words(const char *taken, FILE *out);

/* In single quotes of a shell: those and `signs` with what makes them plain. */
void help_print_quoted(const char *text, const char *signs, FILE *out);

void help_print_version(FILE *out);

#endif
