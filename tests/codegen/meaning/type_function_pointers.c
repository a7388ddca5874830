/* Functions are called through pointers: a pure one, one from a table, one that counts. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static int a[N], calls;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static int triple(int x) { return 3 * x; }
static int negative(int x) { return -x; }
static int counted(int x) { calls++; return x + calls; }

typedef int (*change)(int);
static const change table[2] = { triple, negative };

int main(void)
{
    int (*f)(int) = triple, i, sum = 0;
    change count = counted;

    for (i = 0; i < N; i++)
        a[i] = f(i);
    for (i = 0; i < N; i++)
        a[i] = table[i % 2](a[i]);
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d\n", sum);
    for (i = 0; i < N; i++)
        a[i] = (*count)(a[i]);
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d calls %d a %d %d %d\n", sum, calls, a[0], a[11], a[N - 1]);
    return 0;
}
