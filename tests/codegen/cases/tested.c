/* What is read in the tests of loops: all that get there read it. */
#include <stdio.h>
#ifndef N
#define N 37
#endif
double a[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align a(i) with T(i)
double s;
int main(void)
{
    int n = 0, k = 0;
    for (int i = 0; i < N; i++)
        a[i] = i < 40 ? 1 : -1;
    for (int i = 0; i < N && a[i] > 0; i++) {
        n = n * 3 % 1001 + i;
        k = k + n % 7;
    }
    int m = 0;
    while (m < N && a[m] > 0) {
        k = k * 5 % 997 + m;
        m++;
    }
    printf("%d %d %d\n", n, k, m);
    return 0;
}
