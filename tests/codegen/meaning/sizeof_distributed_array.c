/* Bounds come from sizeof of the distributed array, through a macro and by hand. */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 26
#endif
#define LENGTH(x) ((int)(sizeof(x) / sizeof((x)[0])))

static double a[N];
static int m[N][4];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align m(i,*) with T(i)

int main(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < LENGTH(a); i++)
        a[i] = i * 2;
    for (i = 0; i < N; i++)
        m[i][3] = i;
    for (i = 0; i < (int)(sizeof a / sizeof *a); i++)
        sum += a[i];
    printf("length %d bytes %zu %zu\n", LENGTH(a), sizeof a, sizeof(m));
    printf("element %zu %zu\n", sizeof a[0], sizeof m[1][2]);
    printf("sum %.12g a %.12g m %d i %d\n", sum, a[N - 1], m[5][3], i);
    return 0;
}
