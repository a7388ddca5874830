/* Sums that something looks at before all is added: the condition of a while, of a do, of a for,
 * a bound of a loop, an argument, a switch, and what a function returns. */
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

static double largest, total;

static void note(double x)
{
    if (x > largest)
        largest = x;
}

static void add(double x, int times)
{
    for (int k = 0; k < times; k++)
        total += x;
}

static double sum(int steps)
{
    double s = 0;
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < N; i++)
            s += a[i];
        if (k == steps - 1)
            return s;
    }
    return s;
}

int main(void)
{
    double s = 0, t = 0, u = 0, v = 0, w = 0, x = 0;
    int odd = 0;
    int count = 0, made = 0, passes = 0, big = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 5;
        b[i] = i % 3;
    }
    for (int k = 1; k <= 3; k++)
        while (s < 100 * k) {
            for (int i = 0; i < N; i++)
                s += a[i];
            passes++;
        }
    for (int k = 1; k <= 3; k++)
        do {
            for (int i = 0; i < N; i++)
                t += a[i];
            passes++;
        } while (t < 90 * k);
    for (int k = 1; k <= 3; k++)
        for (; u < 70 * k;) {
            for (int i = 0; i < N; i++)
                u += b[i];
            passes++;
        }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            if (a[i] > k)
                count++;
        for (int j = 0; j < count; j++)
            made += j;
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            v += a[i] * b[i];
        note(v);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            w += a[i] + b[i];
        add(w, k);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            if (b[i] > 1)
                big++;
        add(1, big);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            x += a[i];
        switch ((int)x % 4) {
        case 1:
        case 3:
            odd++;
            break;
        default:
            odd += 10;
            break;
        }
    }
    printf("%g %d, %g %g %g %g %g, %d %d %d, %d passes, %g %g, %g\n", x, odd, s, t, u, v, w, count,
           made, big, passes, largest, total, sum(3));
    return 0;
}
