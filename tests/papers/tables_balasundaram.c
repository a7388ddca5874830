#include "tests/papers/tables.h"

const table balasundaram_tables[] = {
    {0},
};
