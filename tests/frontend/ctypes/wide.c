/* 64 unsigned bits beyond what signed ones hold, and narrow variables that pass their ends. */
#include "arrays.h"

static int count;

int main(void)
{
    unsigned long n = 0;
    int c = 0, low = (int)(~0ul >> 61);
    for (unsigned long i = 5; i != -1ul; i--)
        a[i] = 1; /* count: 6 */
    for (unsigned long long i = ~0ull - 3; i != 0; i++)
        count++; /* count: 4 */
    for (unsigned long i = 0; i < n - 1 && c < 6; i++) {
        c++;
        count++; /* count: 6 */
    }
    for (int i = low; i < 14; i++)
        count++; /* count: 7 */
    for (unsigned long k = ~0ul; k > 9223372036854775807; k /= 2) /* 2^64 - 1 only */
        count++; /* count: 1 */
    for (signed char q = 120; q > 0; q++)
        count++; /* count: 8 */
    return 0;
}
