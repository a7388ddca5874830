#include "tests/papers/measure.h"

const measure sun_measures[] = {
    {0},
};
