#include "support/forest.h"

int *forest_new(arena *a, int count)
{
    int *forest = ARENA_ARRAY(a, count, int);
    for (int i = 0; i < count; i++)
        forest[i] = i;
    return forest;
}

int forest_root(int *forest, int number)
{
    while (forest[number] != number)
        number = forest[number] = forest[forest[number]];
    return number;
}

void forest_join(int *forest, int x, int y)
{
    x = forest_root(forest, x);
    y = forest_root(forest, y);
    forest[x > y ? x : y] = x > y ? y : x;
}
