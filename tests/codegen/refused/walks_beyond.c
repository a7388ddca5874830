/* Pointers whose walk ends where another pointer has come to, or that walk on into another row. */
#include <stdio.h>
#define N 8
double a[N], m[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align m(i,*) with T(i)
static void fill(double *x, int n)
{
    while (n-- > 0)
        *x++ = 3;
}
int main(void)
{
    double *p = a, *q = a + N - 1, s = 0;
    fill(a, N);
    while (p < q) {
        double t = *p;
        *p++ = *q;
        *q-- = t;
    }
    for (double *r = &m[0][0]; r < &m[0][0] + N * N; r++)
        *r = 1;
    for (int i = 0; i < N - 1; i++) {
        double *x = m[i];
        for (int j = 0; j < 2 * N; j++)
            s += *x++;
    }
    printf("%g %g\n", a[3], s);
    return 0;
}
