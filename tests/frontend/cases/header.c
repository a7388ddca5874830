/* Directives, macros and functions in a header of the user's. */
#include "mapped.h"
#include "only_directives.h"
double a[N], b[N];

void work(void)
{
    clear(a);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        b[i] = a[i];
}
