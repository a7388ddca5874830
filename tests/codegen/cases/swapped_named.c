/* Local pointers that are exchanged, to declared arrays which have their own names until then. */
#include <stdio.h>
#ifndef N
#define N 24
#endif
long a[N], b[N], c[N];
double u[N], v[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i)::a, b, c, u, v

int main(void)
{
    long *from = a, *to = b, *kept;
    double *x = u, *y = v;
    for (int i = 0; i < N; i++) {
        a[i] = (i * i + 3) % 11;
        c[i] = a[i];
        b[i] = -1;
    }
    from[2] += 5;
    c[2] = a[2];
    for (int i = 0; i < N; i++) {
        u[i] = i % 7;
        y[i] = x[i] + v[0] * 0;
    }
    for (int d = 1; d < N; d <<= 1) {
        for (int i = 0; i < N; i++)
            to[i] = i >= d ? from[i] + from[i - d] : from[i];
        kept = from;
        from = to;
        to = kept;
    }
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            y[i] = 0.5 * (x[i - 1] + x[i + 1]);
        double *z = x;
        x = y;
        y = z;
    }
    for (int i = 1; i < N; i++)
        c[i] += c[i - 1];
    int bad = 0;
    double s = 0;
    for (int i = 0; i < N; i++) {
        bad += from[i] != c[i];
        s += x[i] * (i + 1) - y[i];
    }
    printf("%ld %ld bad %d %.10g\n", from[N - 1], c[N / 2], bad, s);
    return 0;
}
