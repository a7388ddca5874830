/* Variables have the names of library functions that change something; nothing calls those. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 24
#endif

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double random = 0.5, rand = 3, sum = 0;
    int i, strtok = 2, exit;

    for (i = 0; i < N; i++)
        a[i] = random * i + rand;
    for (i = 0; i < N; i++) {
        exit = strtok * i;
        a[i] += (random) * (exit);
    }
    random = 0;
    for (i = 0; i < N; i++)
        random += a[i];
    for (i = 0; i < N; i++)
        sum += a[i] * (rand);
    printf("random %.12g sum %.12g\n", random, sum);
    printf("a %.12g %.12g\n", a[1], a[N - 1]);
    return EXIT_SUCCESS;
}
