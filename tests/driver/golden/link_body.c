#include "link_a.h"
void fill(void)
{
    a[0] = 1;
}
