#include "validate/output_difference.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t\r");
}

static bool begins_number(const char *s)
{
    s += *s == '-' || *s == '+';
    return isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])) ||
           strncmp(s, "nan", 3) == 0 || strncmp(s, "inf", 3) == 0;
}

/* What one more or less in the last digit is, of a number printed as from `s` to `end`; 0 of
 * whole numbers, which are counts. */
static double unit_of(const char *s, const char *end)
{
    int decimals = 0;
    bool is_after_point = false, is_whole = true;
    for (; s < end && *s != 'e' && *s != 'E'; s++) {
        decimals += is_after_point;
        is_after_point |= *s == '.';
    }
    is_whole = !is_after_point && s == end;
    long exponent = s < end ? strtol(s + 1, NULL, 10) : 0;
    return is_whole ? 0 : pow(10, (double)(exponent - decimals));
}

static bool are_close(double x, double y, double unit, double tolerance)
{
    if (isnan(x) || isnan(y) || isinf(x) || isinf(y))
        return (isnan(x) && isnan(y)) || x == y;
    double size = fmax(fmax(fabs(x), fabs(y)), 1);
    /* The units themselves are not exact in binary. */
    return fabs(x - y) <= tolerance * size + unit * (1 + 1e-6);
}

static bool is_same_line(const char *a, const char *b, double tolerance)
{
    for (;;) {
        a = skip_blanks(a);
        b = skip_blanks(b);
        if (begins_number(a) && begins_number(b)) {
            char *after_a, *after_b;
            double x = strtod(a, &after_a), y = strtod(b, &after_b);
            double unit = fmax(unit_of(a, after_a), unit_of(b, after_b));
            if (!are_close(x, y, unit, tolerance))
                return false;
            a = after_a;
            b = after_b;
        } else if (*a != *b) {
            return false;
        } else if (!*a) {
            return true;
        } else {
            a++;
            b++;
        }
    }
}

typedef struct reader {
    FILE *file;
    char *line;
    size_t room;
} reader;

/* The next line without its end; null after the last one. */
static const char *next_line(reader *r)
{
    if (!r->file || getline(&r->line, &r->room, r->file) < 0)
        return NULL;
    r->line[strcspn(r->line, "\n")] = '\0';
    return r->line;
}

static const char *quoted(arena *a, const char *line)
{
    enum { COLUMNS = 72 };
    char *text = arena_strdup(a, skip_blanks(line));
    for (char *at = text; *at; at++)
        *at = iscntrl((unsigned char)*at) ? ' ' : *at;
    return arena_printf(a, "'%s'", format_fit(a, text, COLUMNS));
}

static const char *describe(arena *a, int number, const char *found, const char *wanted)
{
    if (!found)
        return arena_printf(a, "it ends before line %d, %s", number, quoted(a, wanted));
    if (!wanted)
        return arena_printf(a, "line %d is too much: %s", number, quoted(a, found));
    return arena_printf(a, "line %d: %s instead of %s", number, quoted(a, found),
                        quoted(a, wanted));
}

const char *output_difference(arena *a, const char *path, const char *wanted_path, double tolerance)
{
    reader x = {.file = fopen(path, "r")}, y = {.file = fopen(wanted_path, "r")};
    const char *difference = NULL;
    if (!x.file || !y.file)
        difference =
            arena_printf(a, "cannot read '%s': %s", x.file ? wanted_path : path, strerror(errno));
    for (int number = 1; !difference; number++) {
        const char *found = next_line(&x), *wanted = next_line(&y);
        if (!found && !wanted)
            break;
        if (!found || !wanted || !is_same_line(found, wanted, tolerance))
            difference = describe(a, number, found, wanted);
    }
    free(x.line);
    free(y.line);
    if (x.file)
        fclose(x.file);
    if (y.file)
        fclose(y.file);
    return difference;
}
