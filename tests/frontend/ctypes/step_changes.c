/* i is 0, 2, 6, 14, 30, 62, 126. */
#include "arrays.h"
int main(void)
{
    int step = 1;
    for (int i = 0; i < 200; i += step) {
        a[i] = i; /* count: 7 */
        step *= 2;
    }
    return 0;
}
