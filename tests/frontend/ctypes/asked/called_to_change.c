#include "../arrays.h"
/* Not known: each level's call halves the variable. */
static int n = 64;
static void coarsen(void)
{
    n /= 2;
}
int main(void)
{
    for (int level = 0; level < 3; level++) {
        for (int i = 0; i < n; i++)
            a[i] += 1;
        coarsen();
    }
    return 0;
}
