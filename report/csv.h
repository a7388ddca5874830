#ifndef FPREDICT_REPORT_CSV_H
#define FPREDICT_REPORT_CSV_H

/* Comma-separated values, as RFC 4180 has them. */

#include <stdio.h>

/* Writes a field, quoted where that must be; null is an empty one. */
void csv_put_text(FILE *out, const char *text);

/* Writes a comma and a number with the fewest digits that read back; nothing after the comma where
 * it is not finite. */
void csv_put_number(FILE *out, double value);

#endif
