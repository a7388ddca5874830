/* A loop, and assignments, in braces after their directives; blocks of the sizes that a loop computes. */
#include <stdio.h>
#define N 40
int m[4];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[gblock(m)] onto p
double a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]

int main(void)
{
    for (int k = 0; k < 4; k++)
        m[k] = 4 + 4 * k;
#pragma xmp loop on t[i]
    {
        for (int i = 0; i < N; i++) {
            a[i] = i;
            b[i] = 100 + i;
        }
    }
#pragma xmp gmove
    {
        a[0] = b[N - 1];
    }
#pragma xmp gmove
    {
        a[1] = b[N - 2];
        a[N - 1] = b[2];
    }
    double sum = 0, weighted = 0;
#pragma xmp loop on t[i] reduction(+:sum, weighted)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        weighted += i * a[i];
    }
    printf("%g %g\n", sum, weighted);
    return 0;
}
