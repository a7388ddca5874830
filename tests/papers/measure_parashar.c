#include "tests/papers/measure.h"

const measure parashar_measures[] = {
    {0},
};
