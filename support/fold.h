#ifndef FPREDICT_SUPPORT_FOLD_H
#define FPREDICT_SUPPORT_FOLD_H

/* Lines that are wider than what shows them. */

#include <stdio.h>

/* Writes `text`, whole lines, so that none is wider than `columns` where its words allow that: a
 * line is broken at spaces, never in a word, and what follows begins `indent` columns further
 * right than the line. Spaces between words stay as they are. */
void fold_lines(FILE *out, const char *text, int columns, int indent);

/* Writes running text, in which every space and end of line is one between words, and a newline:
 * from `column` on, of a line that has `used` columns already, and of those that follow. A figure
 * and its '%' stay together. */
void fold_words(FILE *out, const char *text, int used, int column, int columns);

#endif
