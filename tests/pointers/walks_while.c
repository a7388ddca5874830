/* Loops that go on while a pointer that they move has not come to an end, or count down how often it
 * moves. */
#include <stdio.h>

#define N 64

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static void copy(double *to, const double *from, int n)
{
    while (n-- > 0)
        *to++ = *from++;
}

static void set(double *to, int n, double by)
{
    while (n--)
        *to++ = by;
}

int main(void)
{
    double *p, *q;
    for (p = a; p < a + N; p++)
        *p = (p - a) * 7 % 11;
    set(b, N, 0.5);
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        p = a + 1;
        q = b + 1;
        while (p < a + N - 1) {
            *q++ = 0.5 * (p[-1] + p[1]);
            p++;
        }
        for (p = a, q = b; p != a + N;)
            *p++ += *q++;
        copy(a, b, N);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (1 + i % 5);
    printf("%.10g\n", s);
    return 0;
}
