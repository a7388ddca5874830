/* A typedef t and an enumerator s of the file are hidden by variables in a block. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

typedef double t;
enum { s = 40, k = 50 };
static t a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static t twice(t x)
{
    return 2 * x;
}

int main(void)
{
    t sum = s;
    int i;

    {
        int t, s;
        for (i = 0; i < N; i++) {
            t = 3 * i;
            s = t + 1;
            a[i] = twice(s);
        }
    }
    for (i = 0; i < N; i++)
        sum += (t)a[i] + k;
    printf("s %d k %d sum %.12g\n", s, k, sum);
    printf("a %.12g %.12g %d\n", a[0], a[N - 1], (int)(sizeof(t) == sizeof(double)));
    return 0;
}
