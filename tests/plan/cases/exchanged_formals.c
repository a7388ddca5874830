/* Functions that exchange their formals. A sweep needs an element of the neighbour before: 3 messages on 4 processors. */
/* moves: 90 messages, 720 bytes */
#include <stdlib.h>
#define N 24
static double u[N], v[N], w[N], a[N];
#pragma hpf processors P(4)
#pragma hpf template S(N)
#pragma hpf distribute S(block) onto P
#pragma hpf align u(i) with S(i)
#pragma hpf align v(i) with S(i)
#pragma hpf align w(i) with S(i)
#pragma hpf align a(i) with S(i)

static void sweep(double *to, const double *from)
{
    for (int i = 1; i < N; i++)
        to[i] = from[i - 1];
}

static void sweeps(double *x, double *y, int count)
{
    for (int t = 0; t < count; t++) {
        sweep(y, x);
        double *z = x;
        x = y;
        y = z;
    }
}

static void around(double *x, double *y, double *z)
{
    double *t;
    for (int k = 4; k >= 1; k--) {
        z[k] += 1;
        sweep(y, x);
        t = x;
        x = y;
        y = z;
        z = t;
    }
}

static void once(double *x, double *y)
{
    double *z = x;
    x = y;
    y = z;
    sweep(y, x);
}

static void at_times(double *x, double *y)
{
    for (int t = 0; t < 5; t++) { /* it stays as it is */
        sweep(y, x);
        if (t == 2) {
            double *z = x;
            x = y;
            y = z;
        }
    }
}

int main(void)
{
    sweeps(u, v, 7); /* 7 times 3 */
    around(u, v, w); /* 4 times 3 */
    for (int t = 0; t < 3; t++) /* 3 times 4 times 3 */
        sweeps(w, u, 4);
    for (int t = 0; t < 5; t++) /* u does not change: 3, once */
        once(v, u);
    at_times(u, v); /* 5 times 3 */
    for (int i = 1; i < N; i++)
        a[i] = v[i - 1]; /* 3 */
    return 0;
}
