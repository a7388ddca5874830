#ifndef FPREDICT_SYSMODELS_MODEL_REFERENCE_H
#define FPREDICT_SYSMODELS_MODEL_REFERENCE_H

/* The publications that the values of a machine are from. A source names one by its key, such
 * as "dunigan1991, table 3"; people read "Dunigan 1991, table 3". */

#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

/* What stands for the year of what has no date. */
#define REFERENCE_UNDATED "undated"

typedef struct sag_reference {
    const char *key;   /* "dunigan1991" */
    const char *label; /* "Dunigan 1991" */
    int author_count;
    const char *const *authors; /* "Dunigan, T.", or the name of a body */
    const char *title;
    const char *published; /* by whom, or in what */
    const char *year;      /* four digits, or REFERENCE_UNDATED */
    const char *pages;     /* these three: or null */
    const char *doi, *url;
} sag_reference;

/* Returns whether a text has the form of a key: a name in small letters, and the year or
 * "-undated", and a letter where one name has several works of a year. */
bool reference_is_key(const char *text, size_t length);

/* Returns whether a key, of that form, is of a work of this year. */
bool reference_has_year(const char *key, const char *year);

/* Returns the next key in a source, and its length in *length; null where none follows. */
const char *reference_next(const char *source, size_t *length);

/* Returns the one with this key, or null. */
const sag_reference *reference_find(int count, const sag_reference *references, const char *key,
                                    size_t length);

/* Returns how people cite it: "Sun and others 1999"; its authors, year and key are set. */
const char *reference_label(arena *a, const sag_reference *reference);

/* Returns a source as people read it, with labels instead of keys. */
const char *reference_readable(arena *a, int count, const sag_reference *references,
                               const char *source);

/* Returns all that is known of one, on a line: authors, title, publisher, year and where it is. */
const char *reference_entry(arena *a, const sag_reference *reference);

#endif
