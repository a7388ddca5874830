/* String literals: the bytes that they stand for. */

#include <string.h>

#include "frontend/clang/import.h"

/* One byte of a literal as clang spells it, with escapes of a letter or of three octal digits. */
static char read_byte(const char **at)
{
    static const char letters[] = "abfnrtv", bytes[] = "\a\b\f\n\r\t\v";
    const char *c = *at;
    if (*c != '\\') {
        *at = c + 1;
        return *c;
    }
    if (c[1] >= '0' && c[1] <= '7' && c[2] && c[3]) {
        *at = c + 4;
        return (char)((c[1] - '0') * 64 + (c[2] - '0') * 8 + (c[3] - '0'));
    }
    const char *letter = c[1] ? strchr(letters, c[1]) : NULL;
    *at = c + 1 + (c[1] != 0);
    return letter ? bytes[letter - letters] : c[1];
}

syntax *clang_import_text(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_parts(in, SYNTAX_STRING, cursor, children);
    const char *spelling = clang_import_string(in, clang_getCursorSpelling(cursor));
    const size_t length = strlen(spelling);
    if (length < 2 || spelling[0] != '"' || spelling[length - 1] != '"')
        return s;
    char *text = arena_alloc(in->ctx->arena, length);
    size_t count = 0;
    for (const char *c = spelling + 1; c < spelling + length - 1;)
        if (!(text[count++] = read_byte(&c)))
            return s; /* it has a byte 0 before its end */
    text[count] = 0;
    s->text = text;
    return s;
}
