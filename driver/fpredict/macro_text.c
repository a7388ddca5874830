#include "driver/fpredict/macro_text.h"

#include <ctype.h>
#include <string.h>

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

size_t macro_text_word(const char *text, size_t length, const char *word)
{
    const size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(text + at, word, size) == 0 && (at == 0 || !is_of_word(text[at - 1])) &&
            (at + size == length || !is_of_word(text[at + size])))
            return at + size;
    return 0;
}

static size_t skip_blanks(const char *line, size_t at, size_t length)
{
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    return at;
}

/* Where the directive of this word goes on after it; 0: the line is none. */
static size_t after_directive(const char *line, size_t length, const char *word)
{
    const size_t size = strlen(word);
    size_t at = skip_blanks(line, 0, length);
    if (at == length || line[at] != '#')
        return 0;
    at = skip_blanks(line, at + 1, length);
    const bool is_it = at + size <= length && memcmp(line + at, word, size) == 0 &&
                       (at + size == length || !is_of_word(line[at + size]));
    return is_it ? at + size : 0;
}

bool macro_text_is_asked_on(const char *line, size_t length, const char *name)
{
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif"};
    size_t at = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && at == 0; i++)
        at = after_directive(line, length, words[i]);
    return at > 0 && macro_text_word(line + at, length - at, name) > 0;
}

bool macro_text_is_asked(const source_file *file, const char *name)
{
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length;
        const char *line = source_line(file, n, &length);
        if (macro_text_is_asked_on(line, length, name))
            return true;
    }
    return false;
}

/* Where the value begins that the line defines the macro as; 0: it does not. */
static size_t value_of(const char *line, size_t length, const char *name)
{
    const size_t size = strlen(name);
    const size_t word = after_directive(line, length, "define");
    size_t at = word ? skip_blanks(line, word, length) : 0;
    if (at <= word || at + size > length || memcmp(line + at, name, size) != 0)
        return 0;
    at += size;
    return at < length && (is_of_word(line[at]) || line[at] == '(') ? 0
                                                                    : skip_blanks(line, at, length);
}

bool macro_text_is_defined(const source_file *file, const char *name)
{
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length;
        const char *line = source_line(file, n, &length);
        if (value_of(line, length, name))
            return true;
    }
    return false;
}

bool macro_text_is_named(const source_file *file, const char *name)
{
    return macro_text_word(source_text(file), source_length(file), name) > 0;
}

static bool is_comment(const char *at)
{
    return at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

/* The value goes to the end of the line, over those that end in '\', or to the blanks before a
 * comment, which may go on. */
static source_change value_set(arena *a, const source_file *file, size_t begin, int64_t value)
{
    const char *text = source_text(file);
    const char *breaks = "";
    size_t end = begin;
    for (; text[end] && text[end] != '\n' && !is_comment(text + end); end++) {
        const size_t mark = end + 1 + (text[end + 1] == '\r');
        if (text[end] == '\\' && text[mark] == '\n') {
            breaks = arena_printf(a, "%s\\\n", breaks);
            end = mark;
        }
    }
    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
        end--;
    const bool has_blank = text[begin - 1] == ' ' || text[begin - 1] == '\t';
    return (source_change){begin, end,
                           arena_printf(a, "%s%lld%s%s", has_blank ? "" : " ", (long long)value,
                                        *breaks ? " " : "", breaks)};
}

void change_list_add(arena *a, change_list *all, source_change fresh)
{
    VEC_PUSH(a, all, fresh);
    for (int i = all->count - 1; i > 0 && all->data[i - 1].begin > fresh.begin; i--) {
        all->data[i] = all->data[i - 1];
        all->data[i - 1] = fresh;
    }
}

void macro_text_set(arena *a, const source_file *file, const char *name, int64_t value,
                    change_list *out)
{
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length;
        const char *line = source_line(file, n, &length);
        const size_t at = value_of(line, length, name);
        if (at == 0)
            continue;
        change_list_add(a, out, value_set(a, file, source_offset(file, n, 1) + at, value));
    }
}
