/* A block for each node, by memory of as many numbers as there are nodes, of which each is read in
 * what the next is computed of: 24, 12, 6 and 6 of 48 on four nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <xmp.h>
#ifndef N
#define N 48
#endif
#ifdef PLAIN_C
#define xmp_malloc(descriptor, n) malloc((n) * sizeof(int))
#endif
#pragma xmp nodes p[*]
#pragma xmp template t[ : ]
#pragma xmp distribute t[gblock(*)] onto p
int count, *a, *m;
#pragma xmp align a[i] with t[i]

int main(void)
{
    int sum = 0, rest = N;
    count = xmp_num_nodes();
    m = (int *)malloc(sizeof(int) * count);
    for (int i = 0; i < count - 1; i++) {
        m[i] = rest / 2;
        rest -= m[i];
    }
    m[count - 1] = rest;
#pragma xmp template_fix[gblock(m)] t[N]
    a = (int *)xmp_malloc(xmp_desc_of(a), N);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = 3 * i;
#pragma xmp loop on t[i] reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%d\n", sum);
    return 0;
}
