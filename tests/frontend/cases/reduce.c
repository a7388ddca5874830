/* Accumulations into a scalar, and what only looks like one. */
#include <math.h>
#define N 40
double x[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)

void work(void)
{
    double s = 0, p = 1, hi = x[0], lo = x[0], last = 0;
    float f = 0;
    int any = 0, all = 1, bits = 0, n = 0, where = 0;
    for (int i = 0; i < N; i++) {
        s += x[i];
        s = s + x[i] * 2 - x[0];
        s = x[i] + s;
        s -= x[i];
        p *= x[i];
        p = x[i] * p;
        hi = fmax(hi, x[i]);
        lo = fmin(x[i], lo);
        hi = x[i] > hi ? x[i] : hi;
        lo = lo < x[i] ? lo : x[i];
        hi = hi < x[i] ? x[i] : hi;
        if (x[i] > hi) hi = x[i];
        if (hi < x[i]) { hi = x[i]; }
        if (lo > x[i]) lo = x[i];
        if (x[i] > hi) { hi = x[i]; where = i; }
        any = any || x[i] > 3;
        all = all && x[i] > 0;
        bits |= i;
        bits ^= i;
        bits &= i;
        n++;
        f += x[i];
        /* These accumulate nothing. */
        last = x[i];
        s = x[i] - s;
        p = x[i] / p;
        s = s + s * x[i];
        s += s;
        if (x[i] > hi) lo = x[i];
        if (x[i] == hi) hi = x[i];
        hi = x[i] > lo ? x[i] : hi;
    }
}
