/* Sums of SIZE doubles over two processors, TIMES times. */

#include <xmp.h>

#pragma xmp nodes p(2)
static double v[SIZE];

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
#pragma xmp reduction(+ : v)
    }
    return 0;
}
