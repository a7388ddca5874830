#ifndef FPREDICT_SUPPORT_FOREST_H
#define FPREDICT_SUPPORT_FOREST_H

/* Sets of the numbers 0 … count - 1 that are joined, as trees; a set's root is its least number. */

#include "support/arena.h"

/* Each by itself: forest[number] is its parent. */
int *forest_new(arena *a, int count);
int forest_root(int *forest, int number);
void forest_join(int *forest, int x, int y);

#endif
