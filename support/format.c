#include "support/format.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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
        {86400.0 * 10, 86400, "d"}, {3600, 3600, "h"}, {1, 1, "s"},
        {1e-3, 1e-3, "ms"},         {1e-6, 1e-6, "µs"}, {1e-9, 1e-9, "ns"},
        {0, 1e-12, "ps"},
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
    return arena_printf(a, "%.*f %%", fabs(percent) >= 99.95 ? 0 : 1, percent);
}

const char *format_plural(arena *a, double count, const char *singular, const char *plural)
{
    return arena_printf(a, "%s %s", format_count(a, count), count == 1 ? singular : plural);
}

/* --- UTF-8 ---------------------------------------------------------------- */

/* Returns the length of the sequence at `s`; a stray byte counts by itself. */
static int decode(const unsigned char *s, unsigned *code)
{
    int length = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 1;
    *code = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if (s[i] >> 6 != 2) {
            *code = s[0];
            return 1;
        }
        *code = *code << 6 | (s[i] & 0x3Fu);
    }
    return length;
}

/* Combining marks take no column; East Asian wide characters and emoji two
 * (Unicode's East Asian Width, its large blocks). */
static int columns_of(unsigned code)
{
    static const struct {
        unsigned first, last;
        int columns;
    } ranges[] = {
        {0x0300, 0x036F, 0}, {0x200B, 0x200F, 0},   {0xFE00, 0xFE0F, 0},   {0x1100, 0x115F, 2},
        {0x2E80, 0xA4CF, 2}, {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE30, 0xFE6F, 2},
        {0xFF00, 0xFF60, 2}, {0x1F300, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

int format_width(const char *text)
{
    int width = 0;
    unsigned code;
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        s += decode(s, &code);
        width += columns_of(code);
    }
    return width;
}

const char *format_fit(arena *a, const char *text, int width)
{
    assert(width >= 1);
    if (format_width(text) <= width)
        return text;
    int used = 0;
    const unsigned char *s = (const unsigned char *)text;
    for (;;) {
        unsigned code;
        int length = decode(s, &code);
        if (used + columns_of(code) > width - 1)
            break;
        used += columns_of(code);
        s += length;
    }
    return arena_printf(a, "%.*s…", (int)(s - (const unsigned char *)text), text);
}
