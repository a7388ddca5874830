/* Conditions of while and if change counters; some are read after the loops. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static int a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i = 0, k = N, seen = 0, big = 0, sum = 0;

    while (i++ < N)
        a[i - 1] = i * 5 % 12;
    printf("i %d\n", i);
    while (k-- > 0)
        a[k] += k % 3;
    printf("k %d\n", k);
    for (i = 0; i < N; i++)
        if (a[i] > 3 && ++seen > 0 && a[i] > 8)
            big++;
    printf("seen %d big %d\n", seen, big);
    for (i = 0; i < N; i++) {
        int w = a[i] > 5 || (seen--, 0);
        sum += w ? a[i] : 1;
    }
    printf("sum %d seen %d i %d a %d %d\n", sum, seen, i, a[0], a[N - 1]);
    return 0;
}
