#ifndef FPREDICT_REPORT_JSON_WRITE_H
#define FPREDICT_REPORT_JSON_WRITE_H

/* Writes jansson's values so that people can read and diff them: keys in the
 * order they were set, an object of plain values on one line, and each number
 * with the fewest digits that read back to the same double. */

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "support/arena.h"

/* Returns false when a string is not UTF-8 or `out` cannot be written. */
bool json_write(const json_t *value, FILE *out);

/* The same of an array, which it takes over: where it has one element, that is written alone. */
bool json_write_all(json_t *array, FILE *out);

/* Text that JSON can hold: a byte that is no UTF-8 (a path, say) becomes the replacement character.
 * Null of null. */
json_t *json_text(arena *a, const char *s);

/* Sets a number; null where it is not finite, which JSON cannot say. */
void json_set_real(json_t *object, const char *key, double value);
void json_set_count(json_t *object, const char *key, uint64_t count);

#endif
