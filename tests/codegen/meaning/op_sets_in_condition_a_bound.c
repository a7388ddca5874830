/* A statement that sets integers in its parts leaves what bounds a loop. */
#include <stdio.h>

#ifndef N
#define N 48
#endif

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    double sum = 0;
    int m, k;

    m = (k = N / 3) > 5 ? k - 4 : 7;
    if ((k = m * 2) > 20)
        m = k + 1;
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    for (int i = 1; i < m; i++)
        b[i] = a[i - 1];
    for (int i = 0; i < N; i++)
        sum += b[i];
    printf("%d %.12g\n", m, sum);
    return 0;
}
