#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/options.h"

enum { VALUES_MAX = 100000 };

/* Reads a decimal integer at *s and moves past it. */
static bool read_integer(const char **s, int64_t *value)
{
    const char *digits = *s + (**s == '-' || **s == '+');
    if (!isdigit((unsigned char)*digits))
        return false;
    char *end;
    errno = 0;
    long long v = strtoll(*s, &end, 10);
    if (errno)
        return false;
    *value = v;
    *s = end;
    return true;
}

static bool is_integer_too_large(const char *s)
{
    errno = 0;
    (void)strtoll(s, NULL, 10);
    return errno == ERANGE;
}

/* Reads a shape, 4 or 2x2. */
static bool read_shape(const char **s, procs_shape *shape, const char **why)
{
    *shape = (procs_shape){0};
    int64_t total = 1;
    for (;;) {
        int64_t extent;
        if (!read_integer(s, &extent)) {
            *why = "write a number of processors (4), a shape (2x2) or several (1,2,4,8)";
            return false;
        }
        if (extent < 1 || extent > PROCS_MOST || (total *= extent) > PROCS_MOST) {
            *why = "there are between 1 and 1,048,576 processors";
            return false;
        }
        if (shape->rank == MAX_RANK) {
            *why = "a shape has at most 7 dimensions";
            return false;
        }
        shape->extent[shape->rank++] = (int)extent;
        if (**s != 'x' && **s != 'X')
            return true;
        ++*s;
    }
}

typedef VEC(int64_t) value_list;

/* Of a word where a number is asked for: another name with its value, or a word as a value. */
static const char *no_number(fp_context *ctx, const char *s)
{
    if (strchr(s, '='))
        return "a value is a whole number; give each name its own --set";
    return arena_printf(ctx->arena,
                        "'%.*s' is a word, and a value is a whole number; what a program does by "
                        "words that it is called with is compared by an estimate of each, with "
                        "--arguments '%.*s …', and by a macro's, with -DNAME=%.*s after --",
                        (int)strcspn(s, ","), s, (int)strcspn(s, ","), s, (int)strcspn(s, ","), s);
}

/* Reads V, LOW:HIGH, LOW:HIGH:STEP or LOW:HIGH:*FACTOR. */
static bool read_range(fp_context *ctx, const char **s, value_list *values, const char **why)
{
    int64_t low, high, step = 1;
    bool multiplies = false;
    *why = isalpha((unsigned char)**s) || **s == '_' ? no_number(ctx, *s)
           : is_integer_too_large(*s)
               ? "a value is at most 9,223,372,036,854,775,807"
               : "write NAME=VALUE, NAME=LOW:HIGH:STEP or NAME=LOW:HIGH:*FACTOR";
    if (!read_integer(s, &low))
        return false;
    high = low;
    if (**s == ':') {
        ++*s;
        if (!read_integer(s, &high))
            return false;
        if (**s == ':') {
            multiplies = (*s)[1] == '*';
            *s += multiplies ? 2 : 1;
            if (!read_integer(s, &step))
                return false;
        }
        if (step < (multiplies ? 2 : 1) || high < low || (multiplies && low < 1)) {
            *why =
                "a range goes up: LOW is not above HIGH, a step is 1 or more, a factor 2 or more";
            return false;
        }
    }
    for (int64_t v = low;; v = multiplies ? v * step : v + step) {
        if (values->count == VALUES_MAX) {
            *why = "more than 100,000 values";
            return false;
        }
        VEC_PUSH(ctx->arena, values, v);
        /* In unsigned numbers no difference overflows. */
        if (multiplies ? v > high / step : (uint64_t)high - (uint64_t)v < (uint64_t)step)
            return true;
    }
}

/* Adds 4, 2x2, or the numbers of 1:16, 8:64:8 or 1:1024:*2. */
static bool read_procs(fp_context *ctx, const char **s, options *out, const char **why)
{
    procs_shape shape;
    value_list range = {0};
    const char *from = *s;
    if (!read_shape(s, &shape, why))
        return false;
    if (**s != ':' || shape.rank > 1) {
        VEC_PUSH(ctx->arena, &out->procs, shape);
        return true;
    }
    if (!read_range(ctx, &from, &range, why)) {
        *why = "a range is LOW:HIGH, LOW:HIGH:STEP or LOW:HIGH:*FACTOR, and goes up";
        return false;
    }
    *s = from;
    for (int i = 0; i < range.count; i++) {
        if (range.data[i] > PROCS_MOST) {
            *why = "there are between 1 and 1,048,576 processors";
            return false;
        }
        shape.extent[0] = (int)range.data[i];
        VEC_PUSH(ctx->arena, &out->procs, shape);
    }
    return true;
}

bool options_parse_procs(fp_context *ctx, const char *text, options *out, const char **why)
{
    for (const char *s = text;; s++) {
        if (!read_procs(ctx, &s, out, why))
            return false;
        if (*s == '\0')
            return true;
        if (*s != ',') {
            *why = "write a number of processors (4), a shape (2x2) or several (1,2,4,8)";
            return false;
        }
    }
}

static bool parse_set(fp_context *ctx, const char *text, bool is_tuned, options *out,
                      const char **why)
{
    size_t length = 0;
    /* trip@23 is how often the loop of line 23 runs; cfg.n is a member, m[2] or m[N - 1] an
     * element. */
    for (;; length++) {
        if (isalnum((unsigned char)text[length]) || text[length] == '_' ||
            (length > 0 && (text[length] == '@' || text[length] == '.')))
            continue;
        const size_t index =
            length > 0 && text[length] == '[' ? strcspn(text + length + 1, "[]=") : 0;
        if (index == 0 || text[length + 1 + index] != ']')
            break;
        length += index + 1;
    }
    if (length == 0 || text[length] != '=' || isdigit((unsigned char)text[0])) {
        *why = "write NAME=VALUE, NAME=LOW:HIGH:STEP or NAME=LOW:HIGH:*FACTOR";
        return false;
    }
    const char *name = intern_n(ctx->names, text, length);
    value_list values = {0};
    for (const char *s = text + length + 1;; s++) {
        if (!read_range(ctx, &s, &values, why))
            return false;
        if (*s == '\0')
            break;
        if (*s != ',') {
            *why = "write NAME=VALUE, NAME=LOW:HIGH:STEP or NAME=LOW:HIGH:*FACTOR";
            return false;
        }
    }
    set_values set = {name, values.count, values.data, is_tuned};
    for (int i = 0; i < out->sets.count; i++)
        if (out->sets.data[i].name == name) {
            out->sets.data[i] = set; /* the last one counts, as with -D */
            return true;
        }
    VEC_PUSH(ctx->arena, &out->sets, set);
    return true;
}

bool options_parse_set(fp_context *ctx, const char *text, options *out, const char **why)
{
    return parse_set(ctx, text, false, out, why);
}

bool options_parse_tune(fp_context *ctx, const char *text, options *out, const char **why)
{
    return parse_set(ctx, text, true, out, why);
}

/* LINE, or LINE:COLUMN as messages have it: the whole line is meant. */
static bool read_line(const char **s, int64_t *line)
{
    int64_t column;
    if (!isdigit((unsigned char)**s) || !read_integer(s, line) || *line < 1 || *line > INT32_MAX)
        return false;
    if (**s != ':')
        return true;
    ++*s;
    return isdigit((unsigned char)**s) && read_integer(s, &column);
}

bool options_parse_at(fp_context *ctx, const char *text, options *out, const char **why)
{
    int64_t first, last;
    const char *s = text + strlen(text);
    *why = "write a line (23), lines (23-25), or those of a file (sweep.c:23)";
    while (s > text && strchr("0123456789:-", s[-1]))
        s--;
    const char *file = s > text ? arena_strndup(ctx->arena, text, (size_t)(s - text)) : NULL;
    if ((file && *s++ != ':') || !read_line(&s, &first))
        return false;
    last = first;
    if (*s == '-') {
        s++;
        if (!read_line(&s, &last))
            return false;
    }
    if (*s != '\0' || last < first)
        return false;
    out->at_file = file;
    out->at_first = (int)first;
    out->at_last = (int)last;
    return true;
}
