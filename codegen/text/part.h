#ifndef FPREDICT_CODEGEN_TEXT_PART_H
#define FPREDICT_CODEGEN_TEXT_PART_H

/* The parts of a comma expression in the text: `s = 0` and `i = 1` of `s = 0, i = 1`. */

#include <stddef.h>

/* Where the part that begins there ends: at the next comma that stands in no brackets, literal or
 * comment, or at `end`. */
size_t emit_part_end(const char *text, size_t begin, size_t end);
/* After blanks and comments from there on. */
size_t emit_skip_space(const char *text, size_t at, size_t end);

#endif
