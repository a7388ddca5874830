#include "support/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Longer words are not looked at: nobody mistypes them into something near. */
#define LONGEST 63

static int lower_at(const char *text, size_t i)
{
    return tolower((unsigned char)text[i]);
}

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Optimal string alignment distance, three rows at a time. */
static int distance(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    if (la > LONGEST || lb > LONGEST)
        return INT_MAX;
    int before[LONGEST + 1] = {0}, last[LONGEST + 1], row[LONGEST + 1];
    for (size_t j = 0; j <= lb; j++)
        last[j] = (int)j;
    for (size_t i = 1; i <= la; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= lb; j++) {
            int change = lower_at(a, i - 1) != lower_at(b, j - 1);
            row[j] = smallest(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
            bool is_swap = i > 1 && j > 1 && lower_at(a, i - 1) == lower_at(b, j - 2) &&
                           lower_at(a, i - 2) == lower_at(b, j - 1);
            if (is_swap && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
        memcpy(before, last, sizeof before);
        memcpy(last, row, sizeof last);
    }
    return last[lb];
}

/* Is `word` the candidate with one letter typed twice? */
static bool has_letter_twice(const char *word, const char *candidate)
{
    size_t length = strlen(candidate), i = 0;
    if (strlen(word) != length + 1)
        return false;
    while (i < length && lower_at(word, i) == lower_at(candidate, i))
        i++;
    return i > 0 && lower_at(word, i) == lower_at(word, i - 1) &&
           strcasecmp(word + i + 1, candidate + i) == 0;
}

const char *suggest_closest(const char *word, const char *const *candidates, int count)
{
    int limit = (int)strlen(word) / 3, best = INT_MAX;
    const char *closest = NULL;
    for (int i = 0; i < count; i++) {
        if (strcmp(word, candidates[i]) == 0)
            continue;
        int d = distance(word, candidates[i]);
        if ((d <= limit || has_letter_twice(word, candidates[i])) && d < best) {
            best = d;
            closest = candidates[i];
        }
    }
    return closest;
}

bool suggest_is_near(const char *word, const char *other)
{
    return distance(word, other) <= 1;
}
