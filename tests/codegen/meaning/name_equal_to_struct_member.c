/* A divided loop's temporary, its variable and its array have the names of members. */
#include <stdio.h>

#ifndef N
#define N 25
#endif

struct record { double t, a; int i; };
static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    struct record r = { .t = 1.5, .a = 2.5, .i = 3 }, *q = &r;
    double t, sum = 0;
    int i;

    for (i = 0; i < N; i++) {
        t = i * r.t;
        a[i] = t + q->a + r.i;
    }
    printf("members %.12g %.12g %d\n", r.t, q->a, r.i);
    for (i = 0; i < N; i++) {
        r.t += a[i];
        t = a[i];
        a[i] = t * 2;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("r.t %.12g q->t %.12g sum %.12g\n", r.t, q->t, sum);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
