#include "support/utf8.h"

#include <stdbool.h>
#include <string.h>

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

typedef struct code_range {
    uint32_t first, last;
} code_range;

static bool is_in(uint32_t code, const code_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* The blocks of Unicode that matter in source text and comments, not all of
 * its character database. */
int utf8_width(uint32_t code)
{
    static const code_range combining[] = {
        {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
        {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    };
    static const code_range wide[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
        {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
    };
    if (code < 0x300)
        return 1;
    if (is_in(code, combining, sizeof combining / sizeof *combining))
        return 0;
    return is_in(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

int utf8_columns(const char *text)
{
    int columns = 0;
    size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t bytes = utf8_decode(text + i, length - i, &code);
        columns += bytes ? utf8_width(code) : 1;
        i += bytes ? bytes : 1;
    }
    return columns;
}
