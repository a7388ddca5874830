#ifndef FPREDICT_SUPPORT_INTERN_H
#define FPREDICT_SUPPORT_INTERN_H

/* Interned strings: equal texts have equal addresses, so names compare by
 * pointer. */

#include <stddef.h>

#include "support/arena.h"

typedef struct intern_table intern_table;

/* Returns a new table whose strings live in `a`. */
intern_table *intern_new(arena *a);

/* Returns the one string with this text. */
const char *intern(intern_table *table, const char *text);
const char *intern_n(intern_table *table, const char *text, size_t length);

#endif
