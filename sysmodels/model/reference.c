#include "sysmodels/model/reference.h"

#include <string.h>

/* ---- keys ---- */

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_of_key(char c)
{
    return is_small(c) || is_digit(c) || c == '-';
}

/* Returns how many bytes at the end of a key say the year, without a letter after it; 0: none. */
static size_t year_length(const char *text, size_t length)
{
    static const char undated[] = "-" REFERENCE_UNDATED;
    const size_t word = sizeof undated - 1;
    const char *year = text + length - 4;

    if (length > word && memcmp(text + length - word, undated, word) == 0)
        return word;
    if (length < 5 || is_digit(year[-1]))
        return 0;
    for (int i = 0; i < 4; ++i)
        if (!is_digit(year[i]))
            return 0;
    /* Nodes and bytes are counted in other thousands. */
    return memcmp(year, "19", 2) == 0 || memcmp(year, "20", 2) == 0 ? 4 : 0;
}

/* The same where a letter may follow, which is then counted. */
static size_t ending_length(const char *text, size_t length)
{
    size_t n = year_length(text, length);
    if (!n && length && is_small(text[length - 1]))
        n = year_length(text, length - 1) ? year_length(text, length - 1) + 1 : 0;
    return n;
}

bool reference_is_key(const char *text, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (!is_of_key(text[i]))
            return false;
    return length && is_small(text[0]) && ending_length(text, length) > 0;
}

bool reference_has_year(const char *key, const char *year)
{
    size_t length = strlen(key), n = ending_length(key, length);
    const char *ending = key + length - n;

    ending += *ending == '-';
    return strncmp(ending, year, strlen(year)) == 0;
}

/* Whether a key can begin after this, and end before it: it is a word of its own, and no part of
 * an address. */
static bool is_before(char c)
{
    return strchr(" (\"'", c) != NULL;
}

static bool is_after(const char *text)
{
    if (*text == '.')
        return !text[1] || text[1] == ' ';
    return strchr(" ,;:)\"'", *text) != NULL; /* or the end */
}

const char *reference_next(const char *source, size_t *length)
{
    const char *begin = source;

    for (const char *at = source; *at;) {
        size_t n = 0;
        while (is_of_key(at[n]))
            ++n;
        if (n && (at == begin || is_before(at[-1])) && is_after(at + n) &&
            reference_is_key(at, n)) {
            *length = n;
            return at;
        }
        at += n ? n : 1;
    }
    return NULL;
}

const sag_reference *reference_find(int count, const sag_reference *references, const char *key,
                                    size_t length)
{
    for (int i = 0; i < count; ++i)
        if (strlen(references[i].key) == length && memcmp(references[i].key, key, length) == 0)
            return &references[i];
    return NULL;
}

/* ---- how people read them ---- */

const char *reference_label(arena *a, const sag_reference *reference)
{
    const char *first = reference->authors[0], *more = "";
    size_t length = strlen(reference->key), n = ending_length(reference->key, length);
    const char *ending = reference->key + length - n;

    if (reference->author_count == 2) {
        const char *second = reference->authors[1];
        more = arena_printf(a, " and %.*s", (int)strcspn(second, ","), second);
    } else if (reference->author_count > 2) {
        more = " and others";
    }
    bool is_undated = *ending == '-';
    return arena_printf(a, "%.*s%s %s%s%s", (int)strcspn(first, ","), first, more,
                        is_undated ? "(" : "", ending + is_undated, is_undated ? ")" : "");
}

const char *reference_readable(arena *a, int count, const sag_reference *references,
                               const char *source)
{
    const char *text = "", *rest = source, *key;
    size_t length;

    while ((key = reference_next(rest, &length))) {
        const sag_reference *of = reference_find(count, references, key, length);
        const char *label = of ? of->label : arena_strndup(a, key, length);
        text = arena_printf(a, "%s%.*s%s", text, (int)(key - rest), rest, label);
        rest = key + length;
    }
    return rest == source ? source : arena_printf(a, "%s%s", text, rest);
}

/* "T. Dunigan" of "Dunigan, T." */
static const char *written_out(arena *a, const char *author)
{
    const char *comma = strchr(author, ',');
    if (!comma)
        return author;
    return arena_printf(a, "%s %.*s", comma + 1 + strspn(comma + 1, " "), (int)(comma - author),
                        author);
}

const char *reference_entry(arena *a, const sag_reference *reference)
{
    const char *text = "";

    for (int i = 0; i < reference->author_count; ++i)
        text = arena_printf(a, "%s%s%s", text,
                            i == 0                             ? ""
                            : i + 1 == reference->author_count ? " and "
                                                               : ", ",
                            written_out(a, reference->authors[i]));
    text = arena_printf(a, "%s: %s. %s, %s", text, reference->title, reference->published,
                        reference->year);
    if (reference->pages)
        text = arena_printf(a, "%s, pp. %s", text, reference->pages);
    if (reference->doi)
        text = arena_printf(a, "%s, doi:%s", text, reference->doi);
    if (reference->url)
        text = arena_printf(a, "%s, %s", text, reference->url);
    return text;
}
