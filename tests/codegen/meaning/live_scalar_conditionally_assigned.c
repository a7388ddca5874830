/* A scalar keeps what the last iteration that met a condition gave it; a macro reads it. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define FOUND where

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int i, where = -1, never = 77, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = (i * 7 + 3) % 10;
    for (i = 0; i < N; i++) {
        if (a[i] == 4)
            where = i;
        if (a[i] > 50)
            never = i;
        a[i] += 1;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("found at %d never %d sum %d\n", FOUND, never, sum);
    printf("a %d %d %d\n", a[0], a[9], a[N - 1]);
    return 0;
}
