#include "link_a.h"
double sum(void)
{
    return a[0];
}
