/* Tasks on cells of a template that nothing distributes: every processor executes them. */

#include <stdio.h>

#define N 20
#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp template d[N]
#pragma xmp distribute d[block] onto p

static double a[N], b[N];
#pragma xmp align b[i] with d[i]

int main(void)
{
    double sum = 0.0;

#pragma xmp task on t[3]
    {
        a[3] = 1.5;
        a[4] = 2.5;
    }
#pragma xmp loop on d[i]
    for (int i = 0; i < N; i++)
        b[i] = a[3] + a[4] * i;
#pragma xmp loop on d[i] reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += b[i];
    printf("%g %g\n", sum, a[3]);
    return 0;
}
