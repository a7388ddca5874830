#include "frontend/syntax/lexer.h"

#include <ctype.h>
#include <string.h>

bool c_text_is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

bool c_text_skip_splice(c_text *s)
{
    size_t i = s->at;
    if (i >= s->length || s->text[i] != '\\')
        return false;
    i++;
    if (i < s->length && s->text[i] == '\r')
        i++;
    if (i >= s->length || s->text[i] != '\n')
        return false;
    s->at = i + 1;
    return true;
}

bool c_text_skip_comment(c_text *s)
{
    if (s->at + 1 >= s->length || s->text[s->at] != '/')
        return false;
    if (s->text[s->at + 1] == '*') {
        size_t i = s->at + 2;
        while (i + 1 < s->length && !(s->text[i] == '*' && s->text[i + 1] == '/'))
            i++;
        s->at = i + 2 < s->length ? i + 2 : s->length;
        return true;
    }
    if (s->text[s->at + 1] != '/')
        return false;
    while (s->at < s->length && s->text[s->at] != '\n')
        if (!c_text_skip_splice(s))
            s->at++;
    return true;
}

void c_text_skip_literal(c_text *s)
{
    char quote = s->text[s->at++];
    while (s->at < s->length && s->text[s->at] != quote && s->text[s->at] != '\n') {
        if (c_text_skip_splice(s))
            continue;
        s->at += s->text[s->at] == '\\' && s->at + 1 < s->length ? 2 : 1;
    }
    s->at += s->at < s->length && s->text[s->at] == quote;
}

void c_text_skip_blanks(c_text *s)
{
    while (s->at < s->length) {
        char c = s->text[s->at];
        if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r')
            s->at++;
        else if (!c_text_skip_splice(s) && !c_text_skip_comment(s))
            return;
    }
}

void c_text_skip_line(c_text *s)
{
    while (s->at < s->length && s->text[s->at] != '\n') {
        if (c_text_skip_splice(s) || c_text_skip_comment(s))
            continue;
        if (s->text[s->at] == '"' || s->text[s->at] == '\'')
            c_text_skip_literal(s);
        else
            s->at++;
    }
}

static bool skip_pragma_operator(c_text *s)
{
    if (!c_text_take_word(s, "_Pragma"))
        return false;
    while (s->at < s->length && s->text[s->at] != ')' && s->text[s->at] != ';')
        if (s->text[s->at] == '"')
            c_text_skip_literal(s);
        else
            s->at++;
    s->at += s->at < s->length && s->text[s->at] == ')';
    return true;
}

void c_text_skip_space(c_text *s)
{
    bool at_line_start = false;
    for (;;) {
        c_text_skip_blanks(s);
        if (s->at < s->length && s->text[s->at] == '\n') {
            at_line_start = true;
            s->at++;
        } else if (s->at < s->length && s->text[s->at] == '#' && at_line_start) {
            c_text_skip_line(s);
        } else if (!skip_pragma_operator(s)) {
            return;
        }
    }
}

static bool is_word_at(const c_text *s, size_t i)
{
    return i < s->length && c_text_is_name_part(s->text[i]);
}

bool c_text_take_word(c_text *s, const char *word)
{
    size_t length = strlen(word);
    if (s->length - s->at < length || memcmp(s->text + s->at, word, length) != 0 ||
        is_word_at(s, s->at + length))
        return false;
    s->at += length;
    return true;
}

static bool is_digit_at(const c_text *s, size_t i)
{
    return i < s->length && isdigit((unsigned char)s->text[i]);
}

/* An exponent's sign and a separator of digits are parts of a number. */
static bool is_number_at(const c_text *s, size_t i)
{
    if (i >= s->length)
        return false;
    char c = s->text[i];
    if (is_word_at(s, i) || c == '.')
        return true;
    if (c == '\'')
        return is_word_at(s, i + 1);
    return (c == '+' || c == '-') && strchr("eEpP", s->text[i - 1]) != NULL;
}

bool c_text_skip_word(c_text *s)
{
    bool is_number = is_digit_at(s, s->at) ||
                     (s->at < s->length && s->text[s->at] == '.' && is_digit_at(s, s->at + 1));
    if (!is_number && !is_word_at(s, s->at))
        return false;
    s->at++;
    while (is_number ? is_number_at(s, s->at) : is_word_at(s, s->at))
        s->at++;
    return true;
}
