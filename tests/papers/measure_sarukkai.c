#include "tests/papers/measure.h"

const measure sarukkai_measures[] = {
    {0},
};
