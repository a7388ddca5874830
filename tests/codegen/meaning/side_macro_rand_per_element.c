/* A macro that calls rand() gives each element of a distributed array its value, in order. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 24
#endif
#define DICE() (rand() % 6 + 1)
#define FILL(x) ((x) = DICE())

static int a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, sum = 0, weighted = 0;

    srand(12345);
    for (i = 0; i < N; i++)
        FILL(a[i]);
    for (i = 0; i < N; i++)
        b[i] = 2 * a[i];
    for (i = 0; i < N; i++) {
        sum += a[i];
        weighted += i * b[i];
    }
    printf("sum %d weighted %d\n", sum, weighted);
    printf("a %d %d %d, the next dice %d\n", a[0], a[7], a[N - 1], DICE());
    return 0;
}
