#include "trace/screening/design.h"

#include <stddef.h>

/* The first run of each; the next ones are shifted by one each, and in the last all is off. */
static const struct {
    int runs;
    const char *first;
} designs[] = {{4, "++-"},
               {8, "+++-+--"},
               {12, "++-+++---+-"},
               {16, "++++-+-++--+---"},
               {20, "++--++++-+-+----++-"},
               {24, "+++++-+-++--++--+-+----"}};

int design_runs(int factors)
{
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++)
        if (designs[i].runs - 1 > factors)
            return designs[i].runs;
    return 0;
}

bool design_is_on(int runs, int run, int factor)
{
    const int columns = runs - 1;
    size_t i = 0;
    while (designs[i].runs != runs)
        i++;
    return run < columns && designs[i].first[(factor + columns - run) % columns] == '+';
}
