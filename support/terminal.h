#ifndef FPREDICT_SUPPORT_TERMINAL_H
#define FPREDICT_SUPPORT_TERMINAL_H

/* What a stream is written to: a terminal or not, how wide, with or without colour, and
 * whether it shows UTF-8. All is read anew from the environment and the stream at each call. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

bool terminal_is(FILE *stream);

/* Returns the columns of the stream: those that COLUMNS names (POSIX, XBD 8.3), else those of
 * the terminal that it is, else `otherwise`. */
int terminal_columns(FILE *stream, int otherwise);

/* Is the stream written in colour? COLOR_AUTO: not if NO_COLOR is set and not empty
 * (no-color.org), else if CLICOLOR_FORCE is set and neither empty nor 0
 * (bixense.com/clicolors), else on terminals that TERM tells more of than "dumb". */
bool terminal_has_color(FILE *stream, color_choice choice);

/* Does a terminal take the controls that write a line anew? */
bool terminal_can_rewrite(FILE *stream);

/* Do the locale's characters (LC_ALL, LC_CTYPE, LANG) include those of Unicode? */
bool terminal_is_utf8(void);

/* Text in UTF-8 on its way to a stream. Where the locale is not of UTF-8, the letters and signs of
 * reports become what is most like them in ASCII ("µs": "us", "█": "#"), when all of it is there;
 * others, of names and sources, become '?' on a terminal, and stay in a file. */
typedef struct terminal_text {
    FILE *to, *out; /* `out` is `to` where nothing is to be replaced */
    char *text;
    size_t length;
} terminal_text;

/* Returns the stream to write the text to. */
FILE *terminal_open(terminal_text *t, FILE *to);
/* Returns false when the text cannot be written. */
bool terminal_close(terminal_text *t);

/* The same for a text that is there already. */
bool terminal_write(FILE *to, const char *text, size_t length);

#endif
