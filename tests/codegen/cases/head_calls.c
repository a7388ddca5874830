/* Calls in the heads of loops that only work out what they return. */
#include <stdio.h>
#ifndef N
#define N 41
#endif
double a[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align a(i) with T(i)
double s;
static int rows(int k)
{
    return k + 1;
}
int begins[3] = {2, 0, 1};
static int begin_of(int i)
{
    return begins[i % 3];
}
static double most(double x)
{
    return x < 3 ? x : 3;
}
int main(void)
{
    int k = 0;
    for (int i = 0; i < rows(10); i++)
        k += i % 3;
    for (int i = 0; i < rows(N) - 1; i++)
        a[i] = i + k;
    for (int i = rows(1); i < rows(10); i++)
        k += i % 4;
    for (int i = 0; i < 5; i++)
        for (int j = begin_of(i); j < rows(3); j++)
            begins[i % 3] = k++ % 4;
    for (int i = 0, j; i < 3; i++)
        for (j = begin_of(i) + begin_of(i + 1); j < 9; j += 2) {
            for (int h = 0; h < N; h++)
                a[h] += j;
            k += j;
        }
    int m = 1;
    while (rows(m) < 20)
        m += 3;
    while (m < 40 && most(m) > 2 && rows(m) < 36)
        m += 4;
    for (int j = 0; j < 3 && rows(j) < 9; j++)
        k += j;
    for (int j = 0; j < N; j++)
        s += a[j] * (j % 3);
    printf("%g %d %d\n", s, k, m);
    return 0;
}
