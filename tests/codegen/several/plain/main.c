/* Nothing is distributed, and no directive says how it could be: all processors execute all of it. */
#include <stdio.h>
#include <stdlib.h>
#include "plain.h"

static const step steps[] = {twice, less, twice};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7;
    record *r = malloc((size_t)n * sizeof *r);
    if (!r)
        return 2;
    for (int i = 0; i < n; i++)
        r[i] = (record){.key = 97 * i % 13, .name = {(char)('a' + i)}};
    qsort(r, (size_t)n, sizeof *r, by_key);
    int at = 0, value = 5;
again:
    value = steps[at % 3](value);
    printf("%d: %s %d %d\n", at, r[at].name, r[at].key, value);
    if (++at < n)
        goto again;
    while (value > 1)
        value /= 2;
    printf("%d calls, %d\n", calls, value);
    free(r);
    return calls == n ? 0 : 1;
}
