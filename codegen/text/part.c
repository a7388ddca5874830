#include "codegen/text/part.h"

#include <stdbool.h>
#include <string.h>

/* After the literal or comment that begins there; `at`: none does. */
static size_t skip_quoted(const char *text, size_t at, size_t end)
{
    const char quote = text[at];
    const bool is_comment = strncmp(text + at, "/*", 2) == 0;
    const bool is_line = strncmp(text + at, "//", 2) == 0;
    if (quote != '"' && quote != '\'' && !is_comment && !is_line)
        return at;
    const char *close = is_comment ? "*/" : is_line ? "\n" : quote == '"' ? "\"" : "'";
    for (at += is_comment || is_line ? 2 : 1; at < end; at++) {
        if (strncmp(text + at, close, strlen(close)) == 0)
            return at + strlen(close);
        at += text[at] == '\\' && !is_comment; /* a quote, or a line that goes on */
    }
    return end;
}

size_t emit_part_end(const char *text, size_t begin, size_t end)
{
    int depth = 0;
    for (size_t at = begin; at < end;) {
        const size_t behind = skip_quoted(text, at, end);
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += (text[at] == '(' || text[at] == '[' || text[at] == '{') -
                 (text[at] == ')' || text[at] == ']' || text[at] == '}');
        if (text[at] == ',' && !depth)
            return at;
        at++;
    }
    return end;
}

size_t emit_skip_space(const char *text, size_t at, size_t end)
{
    while (at < end) {
        const bool is_line = strncmp(text + at, "//", 2) == 0;
        const bool is_comment = is_line || strncmp(text + at, "/*", 2) == 0;
        if (!is_comment && !strchr(" \t\r\n", text[at]))
            return at;
        const char *close = is_line ? "\n" : "*/";
        const char *last = is_comment ? strstr(text + at + 2, close) : NULL;
        at = last ? (size_t)(last - text) + strlen(close) : is_comment ? end : at + 1;
    }
    return end;
}
