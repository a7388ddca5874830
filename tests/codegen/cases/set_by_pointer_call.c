/* What a function sets that is called by a pointer. */
#include <stdio.h>
static double a[N], v[N];
static int n = 1;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align v(i) with T(i)
static void set(void)
{
    n = 3;
}
static void set_more(void)
{
    n = 5;
}
int main(void)
{
    void (*f)(void) = set, (*all[2])(void) = {set, set_more};
    for (int i = 0; i < N; i++)
        v[i] = a[i] = i * i % 7;
    f();
    for (int i = n; i < N; i++)
        a[i] = v[i - n];
    all[a[4] > 1]();
    for (int i = n; i < N; i++)
        v[i] = a[i - n] + v[i];
    for (int i = 0; i < N; i++)
        printf("%g %g\n", a[i], v[i]);
    return 0;
}
