#ifndef FPREDICT_REPORT_JSON_WRITE_H
#define FPREDICT_REPORT_JSON_WRITE_H

/* Writes jansson's values so that people can read and diff them: keys in the
 * order they were set, an object of plain values on one line, and each number
 * with the fewest digits that read back to the same double. */

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns false when a string is not UTF-8 or `out` cannot be written. */
bool json_write(const json_t *value, FILE *out);

/* Sets a number; null where it is not finite, which JSON cannot say. */
void json_set_real(json_t *object, const char *key, double value);

#endif
