/* Variables of loops that are used after them. */
#include <stdio.h>
#ifndef N
#define N 37
#endif
double a[N], m[N][N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align m(i,*) with T(i)
static int look(void)
{
    int k;
    for (k = 3; k < N; k += 4)
        a[k] += k;
    return k;
}
int main(void)
{
    int i, j, step, sum = 0;
    for (i = 0; i < N; i++)
        a[i] = i;
    sum += i;
    for (i = 1; i < N; i += 3)
        a[i] += i;
    printf("%d\n", i);
    for (step = 0; step < 3; step++) {
        sum += i;
        for (i = N - 1; i > 0; i -= 2)
            for (int k = 0; k < i; k++)
                m[i][k] = i + k;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N - 1; j++)
            m[i][j] += a[i];
    printf("%d %d %d\n", look(), sum, j);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i] += m[i][j];
    double s = 0;
    for (i = 0; i < N; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
