/* The sizes of blocks are in memory from malloc: a loop halves what is left, the last block has the
 * rest. The array is laid out by them. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 100
#endif
#ifndef PROCS
#define PROCS 4
#endif

static int *sizes;

#pragma xmp nodes p[PROCS]
#pragma xmp template t[:]
#pragma xmp distribute t[gblock(*)] onto p
static double a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]

int main(void)
{
    int procs = PROCS, left = N, i;
    double sum = 0;

    sizes = malloc(sizeof(int) * procs);
    for (i = 0; i < procs - 1; i++) {
        sizes[i] = left / 2;
        left -= sizes[i];
    }
    sizes[procs - 1] = left;
#pragma xmp template_fix[gblock(sizes)] t[N]

#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        a[i] = i * 0.5;
#pragma xmp reflect(a)
#pragma xmp loop on t[i]
    for (i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + 2 * a[i + 1];
#pragma xmp loop on t[i] reduction(+ : sum)
    for (i = 1; i < N - 1; i++)
        sum += b[i];
    printf("%.6f\n", sum);
    free(sizes);
    return 0;
}
