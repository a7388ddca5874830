#ifndef FPREDICT_SUPPORT_UTF8_H
#define FPREDICT_SUPPORT_UTF8_H

/* UTF-8 text and the columns that it takes on a terminal. Does not depend on
 * the locale. */

#include <stddef.h>
#include <stdint.h>

/* Decodes the character that `text`, `length` > 0 bytes, begins with into *code
 * and returns its bytes; 0 when they are not well-formed UTF-8. */
size_t utf8_decode(const char *text, size_t length, uint32_t *code);

/* Returns the columns of a character: 0 for one that joins the character before it, 2 for a wide
 * one of East Asia and most emoji, else 1 (utf8proc's table, of the East Asian Width of Unicode).
 */
int utf8_width(uint32_t code);

/* Returns the columns of a text without control characters; a byte that is not
 * well-formed counts as one column. */
int utf8_columns(const char *text);

/* Returns the bytes of the longest beginning of a text that takes at most so many columns. */
size_t utf8_prefix(const char *text, int columns);

#endif
