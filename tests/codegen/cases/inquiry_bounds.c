/* Loops from the first to the last index that XcalableMP's library tells a node of: arrays that are
 * smaller than their templates, and begin later, so that some nodes have nothing. */
#include <stdio.h>
#include <xmp.h>
#ifndef N
#define N 10
#endif
double a[N][N - 3], b[N + 3], c[3];
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N - 1]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align a[i][j] with t[i][j + 1]
#pragma xmp nodes q[4]
#pragma xmp template s[4 * N]
#pragma xmp distribute s[block(N)] onto q
#pragma xmp align b[i] with s[i + 2]
#pragma xmp align c[i] with s[i + N + 1]
int main(void)
{
    double x[500], y[500];
    int first, last;
    for (int i = 0; i < 500; i++)
        x[i] = y[i] = 1;
    xmp_array_lbound_global(xmp_desc_of(a), 1, &first);
    xmp_array_ubound_global(xmp_desc_of(a), 1, &last);
    for (int i = first - 100; i < last + 100; i++)
        x[i + 200] = y[i + 200] * 2;
    xmp_array_lbound_global(xmp_desc_of(a), 2, &first);
    xmp_array_ubound_global(xmp_desc_of(a), 2, &last);
    for (int i = first - 100; i < last + 100; i++)
        x[i + 200] = y[i + 200] * 2 + x[i + 201];
    xmp_array_lbound_global(xmp_desc_of(b), 1, &first);
    xmp_array_ubound_global(xmp_desc_of(b), 1, &last);
    for (int i = first - 100; i < last + 100; i++)
        x[i + 200] = y[i + 200] / 2;
    xmp_array_lbound_global(xmp_desc_of(c), 1, &first);
    xmp_array_ubound_global(xmp_desc_of(c), 1, &last);
    for (int i = first - 100; i < last + 100; i++)
        x[i + 200] = y[i + 200] + 3;
    return x[7] == 0;
}
