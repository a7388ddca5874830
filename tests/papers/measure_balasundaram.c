#include "tests/papers/measure.h"

const measure balasundaram_measures[] = {
    {0},
};
