#ifndef FPREDICT_SUPPORT_FORMAT_H
#define FPREDICT_SUPPORT_FORMAT_H

/* Numbers as people read them: three significant digits and a unit; and as programs read them
 * back. Results live in the arena. */

#include <stdint.h>

#include "support/arena.h"

/* "1.53 s", "14.6 ms", "372 µs", "2.40 h", "0 s". */
const char *format_time(arena *a, double seconds);

/* "1 byte", "1,024 bytes"; from 100,000 on "131 kB", "1.05 MB". */
const char *format_bytes(arena *a, double bytes);

/* "1,024"; three digits where there is a fraction ("12.5") and from ten
 * million on ("12.9 M"). */
const char *format_count(arena *a, double count);

/* "12,345", every digit. */
const char *format_integer(arena *a, int64_t value);

/* "94.8 %" of a fraction of 1; "< 0.1 %" for what is there but less. */
const char *format_percent(arena *a, double fraction);

/* Three significant digits, no unit: "1.03", "12.5", "1,240". */
const char *format_number(arena *a, double value);

/* "2 messages", "1 message": the count and its noun. */
const char *format_plural(arena *a, double count, const char *singular, const char *plural);

/* "a, b and c" of the texts, where `last` is "and"; "" of none. */
const char *format_list(arena *a, int count, const char *const *texts, const char *last);

/* Writes into `text` the fewest digits that strtod reads back as the same double; a whole number
 * below 1e15 has no exponent. What is not finite is written as printf does. */
enum { FORMAT_SHORTEST_SIZE = 32 };
void format_shortest(double value, char text[FORMAT_SHORTEST_SIZE]);

/* The text cut to `width` columns, the last of them "…" when it was longer. */
const char *format_fit(arena *a, const char *text, int width);

#endif
