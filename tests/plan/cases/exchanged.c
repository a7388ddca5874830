/* Loops that exchange pointers, in a function or by themselves: ones over periods, and the iterations that are left. A sweep
 * needs an element of the neighbour before: 3 messages on 4 processors. */
/* moves: 156 messages, 1248 bytes */
#include <stdlib.h>
#define N 24
static double *u, *v, *w;
static double a[N];
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

static void swap(double **x, double **y)
{
    double *t = *x;
    *x = *y;
    *y = t;
}

static void step(void)
{
    sweep(v, u);
    swap(&u, &v);
    sweep(v, u);
}

static void around(void)
{
    double *t = u;
    u = v;
    v = w;
    w = t;
}

int main(void)
{
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
    w = malloc(N * sizeof *w);
    for (int t = 0; t < 7; t++) /* 7 times 6 */
        step();
    for (int t = 9; t > 0; t -= 2) { /* 5 times 3, of three arrays */
        a[t] = w[t];
        sweep(v, u);
        around();
    }
    for (int t = 0; t < 3; t++) /* three times 3 times 6: the one inside leaves an exchange for the one around it */
        for (int k = 0; k < 3; k++)
            step();
    for (int t = 0; t < 8; t++) { /* 8 times 3: it stays as it is */
        sweep(v, u);
        if (t % 3 == 1)
            swap(&u, &v);
    }
    int count = 0;
    while (count < 6) { /* 6 times 3 */
        sweep(v, u);
        swap(&u, &v);
        count++;
    }
    for (int i = 1; i < N; i++) /* 3 */
        a[i] = u[i - 1];
    return 0;
}
