/* A switch around what is distributed: loops, calls, communication, cases that share a group,
 * that fall into the next one, and that are left early. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static double total(const char *what)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i + 1) + b[i];
    printf("%s %g\n", what, s);
    return s;
}

static void scale(double by)
{
    for (int i = 0; i < N; i++)
        b[i] = a[i] * by;
}

int main(void)
{
    int i, step, passed = 0;
    double s = 0;
    for (i = 0; i < N; i++) {
        a[i] = i % 7;
        b[i] = (i * 5) % 11;
    }
    for (step = 0; step < 9; step++) {
        switch (step % 6) {
        case 0:
        case 4:
            for (i = 1; i < N - 1; i++)
                a[i] = (b[i - 1] + b[i + 1]) / 2;
            break;
        case 1: {
            double before = s;
            for (i = 0; i < N; i++)
                s += b[i];
            s = (s + before) / 100;
            break;
        }
        case 2:
            passed++;
            scale(1.5 + passed);
            break;
        case 3:
            passed += 2; /* and what the next one does */
        default:
            a[N - 1] = b[0] + step;
            total("between");
        }
        total("after");
    }
    switch ((int)(b[3] > 0) + passed)
    case 1:
        a[0] = 1;
    switch (passed) {
    case 0:
        return 1;
    default:
        printf("%d %g\n", passed, total("end") + s);
    }
    return 0;
}
