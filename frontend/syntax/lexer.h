#ifndef FPREDICT_FRONTEND_SYNTAX_LEXER_H
#define FPREDICT_FRONTEND_SYNTAX_LEXER_H

/* Walking over the text of a C source, before any compiler has seen it: what is
 * a blank, a comment, a literal or a word. Nothing here reads past the end. */

#include <stdbool.h>
#include <stddef.h>

typedef struct c_text {
    const char *text;
    size_t at, length;
} c_text;

/* May the character stand in a name? Clang takes `$`, and letters beyond ASCII, which UTF-8 writes
 * in bytes from 128 on. */
bool c_text_is_name_part(char c);
/* Skips a backslash at a line's end, which joins two lines. */
bool c_text_skip_splice(c_text *s);
bool c_text_skip_comment(c_text *s);
/* Skips from a quote past the one that closes it, or to the line's end. */
void c_text_skip_literal(c_text *s);
/* Skips blanks, comments and splices within one logical line. */
void c_text_skip_blanks(c_text *s);
/* Skips to the next token: lines, preprocessor directives and _Pragma("…") too. */
void c_text_skip_space(c_text *s);
/* Skips to the end of a preprocessor directive's logical line. */
void c_text_skip_line(c_text *s);
/* Skips `word` if it stands here as a whole word. */
bool c_text_take_word(c_text *s, const char *word);
/* Skips a name, or a number as the preprocessor sees one (3.5e-7, 0x1F, 1'000). */
bool c_text_skip_word(c_text *s);

#endif
