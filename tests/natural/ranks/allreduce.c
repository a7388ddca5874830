/* Sums of SIZE doubles over RANKS processors, TIMES times. */

#include <xmp.h>

#ifndef RANKS
#define RANKS 2
#endif

#pragma xmp nodes p(RANKS)
static double v[SIZE];

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
#pragma xmp reduction(+ : v)
    }
    return 0;
}
