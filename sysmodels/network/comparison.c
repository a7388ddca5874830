#include "sysmodels/network/comparison.h"

static void forget(comparisons *c)
{
    c->signs = 1;
}

comparisons comparisons_unrecorded(void)
{
    return (comparisons){.signs = 1, .flush = forget};
}
