/* The first of RANKS processors tells all others SIZE doubles, TIMES times. */

#include <xmp.h>

#ifndef RANKS
#define RANKS 2
#endif

#pragma xmp nodes p(RANKS)
static double v[SIZE];

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
#pragma xmp bcast(v) from p(1)
    }
    return 0;
}
