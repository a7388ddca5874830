/* fpredict-papers-tables FPREDICT NAME
 *
 * Prints one of the papers' tables, in Markdown. */

#include "tests/papers/tables/tables.h"

#include <stdio.h>
#include <string.h>

#include "tests/papers/measure/measure.h"

static int print(const table *tables, const char *name)
{
    for (; tables->name; tables++) {
        if (strcmp(tables->name, name) == 0) {
            tables->print();
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: fpredict-papers-tables FPREDICT NAME\n", stderr);
        return 2;
    }
    fpredict = argv[1];
    if (print(sun_tables, argv[2]) || print(balasundaram_tables, argv[2]))
        return 0;
    fprintf(stderr, "no table '%s'\n", argv[2]);
    return 2;
}
