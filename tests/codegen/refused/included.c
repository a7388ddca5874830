#include <limits.h>
static double a[100];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i;
#include "included.h"
    return 0;
}
