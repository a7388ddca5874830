#include "report/text.h"

#include <ctype.h>
#include <string.h>

#include "support/process.h"
#include "support/utf8.h"

size_t text_word_length(const char *text)
{
    static const char *const units[] = {"s",    "ms", "µs", "ns", "bytes",
                                        "byte", "kB", "MB", "GB", "%"};
    size_t length = strcspn(text, " ");
    if (strncmp(text + length, " = ", 3) == 0)
        return length + 3 + strcspn(text + length + 3, " ");
    if (text[length] == '\0' || !isdigit((unsigned char)text[0]))
        return length;
    const char *next = text + length + 1;
    size_t unit = strcspn(next, " .,:;");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i]) == unit && strncmp(next, units[i], unit) == 0)
            return length + 1 + strcspn(next, " ");
    return length;
}

void text_paragraph(fp_context *ctx, FILE *out, const char *indent, int column, const char *text,
                    int width)
{
    const int margin = utf8_columns(indent);
    bool is_start = column == 0;
    if (is_start) {
        fputs(indent, out);
        column = margin;
    }
    while (*text) {
        size_t length = text_word_length(text);
        const char *word = text_plain(ctx->arena, arena_strndup(ctx->arena, text, length));
        int columns = utf8_columns(word);
        if (!is_start && column + 1 + columns > width) {
            fprintf(out, "\n%s", indent);
            column = margin;
        } else if (!is_start) {
            fputc(' ', out);
            column++;
        }
        is_start = false;
        fputs(word, out);
        column += columns;
        text += length;
        while (*text == ' ')
            text++;
    }
    fputc('\n', out);
}

const char *text_markdown(arena *a, const char *text)
{
    char *escaped = arena_alloc(a, 2 * strlen(text) + 1), *at = escaped;
    for (; *text; text++) {
        if (strchr("\\`*<|", *text))
            *at++ = '\\';
        *at++ = *text;
    }
    return escaped;
}

const char *text_plain(arena *a, const char *text)
{
    char *out = arena_strdup(a, text);
    process_make_plain(out);
    for (char *tab = out; (tab = strchr(tab, '\t')) != NULL; tab++)
        *tab = '?';
    return strcmp(out, text) == 0 ? text : out;
}
