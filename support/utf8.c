#include "support/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

size_t utf8_decode(const char *text, size_t length, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)text[0];
    size_t bytes = lead < 0x80                   ? 1
                   : lead >= 0xC2 && lead < 0xE0 ? 2
                   : lead >= 0xE0 && lead < 0xF0 ? 3
                   : lead >= 0xF0 && lead < 0xF5 ? 4
                                                 : 0;
    if (bytes == 0 || bytes > length)
        return 0;
    uint32_t value = bytes == 1 ? lead : lead & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3Fu);
    }
    bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest[bytes] || value > 0x10FFFF || is_surrogate)
        return 0;
    *code = value;
    return bytes;
}

int utf8_width(uint32_t code)
{
    /* Controls, and characters newer than the table: it would have them take no column. */
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    if (category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CN)
        return 1;
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

/* The bytes of the first character, and its columns. */
static size_t next_character(const char *text, size_t length, int *width)
{
    uint32_t code = 0;
    size_t bytes = utf8_decode(text, length, &code);
    *width = bytes ? utf8_width(code) : 1;
    return bytes ? bytes : 1;
}

int utf8_columns(const char *text)
{
    int columns = 0, width;
    for (size_t left = strlen(text), bytes; left; text += bytes, left -= bytes) {
        bytes = next_character(text, left, &width);
        columns += width;
    }
    return columns;
}

size_t utf8_prefix(const char *text, int columns)
{
    size_t at = 0, bytes;
    int width;
    for (size_t length = strlen(text); at < length; at += bytes) {
        bytes = next_character(text + at, length - at, &width);
        columns -= width;
        if (columns < 0)
            break;
    }
    return at;
}
