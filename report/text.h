#ifndef FPREDICT_REPORT_TEXT_H
#define FPREDICT_REPORT_TEXT_H

/* Running text. */

#include <stdio.h>

#include "support/context.h"

/* Prints `text` and a newline, broken between words so that no line is wider
 * than `width`; a figure and its unit stay together. Lines begin with `indent`,
 * but the first one goes on after the `column` columns that it has, if any. */
void text_paragraph(fp_context *ctx, FILE *out, const char *indent, int column, const char *text,
                    int width);

/* The bytes of the first word: up to a space, but a figure and its unit are one, and "N = 256"
 * is. */
size_t text_word_length(const char *text);

/* The text with '?' for control characters but line ends, and for bytes that are not UTF-8: names
 * come from traces, and a terminal is to show them and do nothing else. */
const char *text_plain(arena *a, const char *text);

/* The text so that Markdown shows it as it is. */
const char *text_markdown(arena *a, const char *text);

#endif
