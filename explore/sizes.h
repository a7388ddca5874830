#ifndef FPREDICT_EXPLORE_SIZES_H
#define FPREDICT_EXPLORE_SIZES_H

#include "explore/search.h"

/* What was found, for people: "A is fastest at N = 8 to 152, B at 153 to 512. Tried:
 * …". ≈ stands where the fastest cannot be told from another one. Null where there
 * are no other sizes. */
const char *sizes_text(const search *s, const char *const *names, const char *size_name);

#endif
