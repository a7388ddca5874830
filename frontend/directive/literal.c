#include "frontend/directive/literal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static typed_value fail(reading *x, const directive_token *t, const char *what)
{
    reading_fail(x, "expression", t->where,
                 arena_printf(x->r->ctx->arena, "'%s' %s", t->text, what));
    return (typed_value){0};
}

static int bytes_of(const reading *x, const char *type)
{
    named_type found = {0};
    const directive_names *names = x->names;
    bool is_found = names->type && names->type(names->data, intern(x->r->ctx->names, type), &found);
    return is_found ? (int)found.bytes : 8;
}

/* An integer's suffix: u, l or ll, in any order and letter case. */
static bool read_suffix(const char *text, bool *is_unsigned, int *longs)
{
    static const char *const all[] = {"", "u", "l", "ul", "lu", "ll", "ull", "llu"};
    *is_unsigned = strpbrk(text, "uU") != NULL;
    *longs = 0;
    for (const char *at = text; *at; at++)
        *longs += *at == 'l' || *at == 'L';
    if (strstr(text, "lL") || strstr(text, "Ll"))
        return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcasecmp(text, all[i]) == 0)
            return true;
    return false;
}

/* The first type of the list in C17, 6.4.4.1 that holds it; of no bytes: none does. */
static c_integer_type type_of(const reading *x, c_wide value, bool is_unsigned, int longs,
                              bool is_decimal)
{
    const int sizes[] = {4, bytes_of(x, "long"), 8};
    for (int i = longs; i < 3; i++) {
        const c_integer_type with_sign = {.bytes = sizes[i]};
        const c_integer_type without = {.bytes = sizes[i], .is_unsigned = true};
        if (!is_unsigned && c_integer_is_within(with_sign, value))
            return with_sign;
        if ((is_unsigned || !is_decimal) && c_integer_is_within(without, value))
            return without;
    }
    return (c_integer_type){0};
}

typed_value literal_number(reading *x, const directive_token *t)
{
    const char *text = t->text;
    bool is_binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    bool is_unsigned;
    int longs;
    char *rest;
    errno = 0;
    unsigned long long value = strtoull(is_binary ? text + 2 : text, &rest, is_binary ? 2 : 0);
    bool is_too_large = errno == ERANGE;
    if (!read_suffix(rest, &is_unsigned, &longs) || rest == text + 2 * is_binary)
        return fail(x, t, "is not an integer");
    c_integer_type type = type_of(x, value, is_unsigned, longs, text[0] != '0');
    if (is_too_large || type.bytes == 0)
        return fail(x, t, "does not fit into 64 bits");
    return typed_number(x, value, type);
}

/* --- Characters ------------------------------------------------------------ */

/* What an escape sequence after its backslash stands for; -1: none. *end becomes its end. */
static long escape(const char *at, const char **end)
{
    static const char letters[] = "abefnrtv\\'\"?";
    static const char values[] = "\a\b\033\f\n\r\t\v\\'\"?";
    const char *letter = *at ? strchr(letters, *at) : NULL;
    char digits[4] = {0};
    *end = at + 1;
    if (letter)
        return values[letter - letters];
    if (*at == 'x') {
        char *after;
        long value = strtol(at + 1, &after, 16);
        *end = after;
        return after > at + 1 ? value : -1;
    }
    size_t count = strspn(at, "01234567");
    memcpy(digits, at, count < 3 ? count : 3);
    *end = at + strlen(digits);
    return count ? strtol(digits, NULL, 8) : -1;
}

typed_value literal_character(reading *x, const directive_token *t)
{
    const char *at = t->text + 1, *end = at + 1;
    long value = *at == '\\' ? escape(at + 1, &end) : (unsigned char)*at;
    bool is_one = *at && *at != '\'' && value >= 0 && strcmp(end, "'") == 0;
    if (!is_one)
        return fail(x, t, "is not one character");
    if (value > 127)
        return fail(x, t, "is no character of ASCII; write its number");
    return typed_number(x, value, (c_integer_type){.bytes = 4});
}
