#ifndef FPREDICT_DRIVER_FPREDICT_MACRO_TEXT_H
#define FPREDICT_DRIVER_FPREDICT_MACRO_TEXT_H

/* Macros without arguments, as lines of a source: where they are defined and asked for. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/source.h"
#include "support/vec.h"

typedef VEC(source_change) change_list;

/* Adds a change where it belongs in the order of the text. */
void change_list_add(arena *a, change_list *all, source_change fresh);

/* Where the first use of the word in a text ends, as an offset; 0: there is none. */
size_t macro_text_word(const char *text, size_t length, const char *word);

/* Is the line an #if, #ifdef, #ifndef or #elif that names the macro? */
bool macro_text_is_asked_on(const char *line, size_t length, const char *name);
bool macro_text_is_asked(const source_file *file, const char *name);

/* Does some line define the macro, in whatever branch of an #if? */
bool macro_text_is_defined(const source_file *file, const char *name);

/* Does it use the name anywhere? */
bool macro_text_is_named(const source_file *file, const char *name);

/* Adds, in the order of the text, what gives the macro that value in each of its definitions. The
 * text keeps its lines. */
void macro_text_set(arena *a, const source_file *file, const char *name, int64_t value,
                    change_list *out);

#endif
