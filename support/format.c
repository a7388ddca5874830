#include "support/format.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/utf8.h"

/* Rounds to three significant digits, so that the unit is chosen for what is
 * printed: 999.6 µs is 1.00 ms. */
static double round3(double x)
{
    if (x == 0 || !isfinite(x))
        return x;
    double scale = pow(10, 2 - floor(log10(fabs(x))));
    return round(x * scale) / scale;
}

static const char *digits3(arena *a, double x)
{
    double r = fabs(x);
    if (r >= 1e15) /* more digits than anybody reads, or than an integer has */
        return arena_printf(a, "%.2e", x);
    if (r >= 1000)
        return format_integer(a, (int64_t)llround(x));
    return arena_printf(a, "%.*f", r >= 99.95 ? 0 : r >= 9.995 ? 1 : 2, x);
}

const char *format_integer(arena *a, int64_t value)
{
    char plain[24], out[40];
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int length = 0;
    do {
        plain[length++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    int n = 0;
    if (value < 0)
        out[n++] = '-';
    while (length > 0) {
        out[n++] = plain[--length];
        if (length > 0 && length % 3 == 0)
            out[n++] = ',';
    }
    return arena_strndup(a, out, (size_t)n);
}

const char *format_number(arena *a, double value)
{
    if (!isfinite(value))
        return isnan(value) ? "unknown" : "endless";
    return digits3(a, round3(value));
}

const char *format_time(arena *a, double seconds)
{
    static const struct {
        double from, scale;
        const char *unit;
    } units[] = {
        {86400.0 * 10, 86400, "d"}, {3600, 3600, "h"},  {1, 1, "s"},      {1e-3, 1e-3, "ms"},
        {1e-6, 1e-6, "µs"},         {1e-9, 1e-9, "ns"}, {0, 1e-12, "ps"},
    };
    if (seconds == 0)
        return "0 s";
    if (!isfinite(seconds))
        return format_number(a, seconds);
    double rounded = round3(seconds);
    size_t i = 0;
    /* A hair below the border, because the rounded value need not be exact. */
    while (fabs(rounded) < units[i].from * (1 - 1e-9))
        i++;
    return arena_printf(a, "%s %s", digits3(a, round3(seconds / units[i].scale)), units[i].unit);
}

const char *format_bytes(arena *a, double bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB"};
    if (!isfinite(bytes))
        return format_number(a, bytes);
    if (fabs(bytes) < 99999.5) {
        if (bytes == 1)
            return "1 byte";
        return arena_printf(a, "%s bytes", format_count(a, bytes));
    }
    double scaled = round3(bytes) / 1e3;
    size_t i = 0;
    while (fabs(scaled) >= 1000 * (1 - 1e-9) && i + 1 < sizeof units / sizeof *units) {
        scaled /= 1e3;
        i++;
    }
    return arena_printf(a, "%s %s", digits3(a, round3(scaled)), units[i]);
}

const char *format_count(arena *a, double count)
{
    static const char *const units[] = {"M", "G", "T", "P"};
    if (!isfinite(count))
        return format_number(a, count);
    if (fabs(count) < 1e7)
        return count == rint(count) ? format_integer(a, (int64_t)count) : format_number(a, count);
    double scaled = round3(count) / 1e6;
    size_t i = 0;
    while (fabs(scaled) >= 1000 * (1 - 1e-9) && i + 1 < sizeof units / sizeof *units) {
        scaled /= 1e3;
        i++;
    }
    return arena_printf(a, "%s %s", digits3(a, round3(scaled)), units[i]);
}

const char *format_percent(arena *a, double fraction)
{
    double percent = fraction * 100;
    if (!isfinite(percent))
        return format_number(a, percent);
    if (percent > 0 && percent < 0.05)
        return "< 0.1 %";
    if (fabs(percent) >= 1e15)
        return arena_printf(a, "%.2e %%", percent);
    return arena_printf(a, "%.*f %%", fabs(percent) >= 99.95 ? 0 : 1, percent);
}

const char *format_plural(arena *a, double count, const char *singular, const char *plural)
{
    return arena_printf(a, "%s %s", format_count(a, count), count == 1 ? singular : plural);
}

const char *format_list(arena *a, int count, const char *const *texts, const char *last)
{
    const char *list = count ? texts[0] : "";
    for (int i = 1; i < count; i++)
        list = i + 1 < count ? arena_printf(a, "%s, %s", list, texts[i])
                             : arena_printf(a, "%s %s %s", list, last, texts[i]);
    return list;
}

void format_shortest(double value, char text[FORMAT_SHORTEST_SIZE])
{
    if (value == rint(value) && fabs(value) < 1e15) {
        snprintf(text, FORMAT_SHORTEST_SIZE, "%.0f", value);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, FORMAT_SHORTEST_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

const char *format_fit(arena *a, const char *text, int width)
{
    assert(width >= 1);
    if (utf8_columns(text) <= width)
        return text;
    return arena_printf(a, "%.*s…", (int)utf8_prefix(text, width - 1), text);
}
