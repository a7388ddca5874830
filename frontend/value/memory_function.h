#ifndef FPREDICT_FRONTEND_VALUE_MEMORY_FUNCTION_H
#define FPREDICT_FRONTEND_VALUE_MEMORY_FUNCTION_H

/* Functions that ask for memory or give it back: those of the library, those of the program that
 * only call these, and those of other files by convention: void free_data(void *) and
 * void *xmalloc(size_t), whose names have the word and whose declarations leave nothing else to
 * do. */

#include "frontend/syntax/syntax.h"
#include "program/tree/outline.h"

memory_use memory_use_of(const decl *f);
/* Does only the convention say so? Another file has the body, and it may do more. */
bool memory_use_is_by_name(const decl *f);

#endif
