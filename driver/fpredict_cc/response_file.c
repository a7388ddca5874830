#include <ctype.h>

#include "driver/fpredict_cc/fpredict_cc.h"

/* Words are separated by white space; quotes of either kind hold one together;
 * a backslash takes the next character as it is, inside quotes too. */
void cc_split_response(arena *a, const char *text, size_t length, text_list *out)
{
    char *word = arena_alloc(a, length + 1);
    size_t at = 0;
    while (at < length) {
        while (at < length && isspace((unsigned char)text[at]))
            at++;
        if (at == length)
            break;
        size_t used = 0;
        char quote = '\0';
        for (; at < length && (quote || !isspace((unsigned char)text[at])); at++) {
            char c = text[at];
            if (c == '\\' && at + 1 < length)
                word[used++] = text[++at];
            else if (quote ? c == quote : c == '"' || c == '\'')
                quote = quote ? '\0' : c;
            else
                word[used++] = c;
        }
        VEC_PUSH(a, out, arena_strndup(a, word, used));
    }
}

void cc_write_response(FILE *out, const char *argument)
{
    fputc('"', out);
    for (const char *s = argument; *s; s++) {
        if (*s == '"' || *s == '\\')
            fputc('\\', out);
        fputc(*s, out);
    }
    fputs("\"\n", out);
}
