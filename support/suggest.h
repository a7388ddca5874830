#ifndef FPREDICT_SUPPORT_SUGGEST_H
#define FPREDICT_SUPPORT_SUGGEST_H

#include <stdbool.h>

/* "Did you mean": the nearest of some known words. */

/* Returns the candidate that is fewest edits (insert, delete, replace, swap of
 * neighbours; letter case is ignored) from `word`; null when none is within a
 * third of the word's length, nor the word without a letter that it has twice in
 * a row. The first of equally near ones; never the word itself. */
const char *suggest_closest(const char *word, const char *const *candidates, int count);

/* Are the words one such edit apart, or equal but for letter case? */
bool suggest_is_near(const char *word, const char *other);

#endif
