#include "support/fold.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/utf8.h"

static int columns_of(const char *text, size_t length)
{
    char *part = strndup(text, length);
    const int columns = part ? utf8_columns(part) : (int)length;
    free(part);
    return columns;
}

static void fold_line(FILE *out, const char *line, size_t length, int columns, int indent)
{
    const size_t margin = strspn(line, " ");
    int at = 0;
    for (size_t i = 0; i < length;) {
        const size_t gap = strspn(line + i, " ");
        const size_t word = strcspn(line + i + gap, " \n");
        const int wide = columns_of(line + i + gap, word);
        const bool is_first = i == 0;
        if (word == 0) /* spaces at the end */
            break;
        if (!is_first && at + (int)gap + wide > columns) {
            at = (int)margin + indent;
            fprintf(out, "\n%*s", at, "");
        } else {
            fprintf(out, "%*s", (int)gap, "");
            at += (int)gap;
        }
        fwrite(line + i + gap, 1, word, out);
        at += wide;
        i += gap + word;
    }
    fputc('\n', out);
}

void fold_lines(FILE *out, const char *text, int columns, int indent)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (columns_of(text, length) <= columns)
            fprintf(out, "%.*s\n", (int)length, text);
        else
            fold_line(out, text, length, columns, indent);
        text += length + (text[length] == '\n');
    }
}

void fold_words(FILE *out, const char *text, int used, int column, int columns)
{
    int at = used < column ? column : used;
    bool is_first = true;
    fprintf(out, "%*s", at - used, "");
    for (size_t word; *(text += strspn(text, " \n")) != '\0'; text += word) {
        word = strcspn(text, " \n");
        if (strncmp(text + word, " %", 2) == 0) /* a figure and its unit stay together */
            word += 1 + strcspn(text + word + 1, " \n");
        const int wide = columns_of(text, word);
        if (!is_first && at + 1 + wide > columns) {
            fprintf(out, "\n%*s", column, "");
            at = column;
        } else if (!is_first) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, word, out);
        at += wide;
        is_first = false;
    }
    fputc('\n', out);
}
