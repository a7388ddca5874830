/* Names that the program needs. */
#include <stdio.h>
#define N 16
double a[N], b[N], a_[3], P_axis0;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static double sum(double x[N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

static double sum_2(double x)
{
    return x + 1;
}

static void lay_out(void)
{
    a_[1] = 4;
}

int main(void)
{
    int i;
    lay_out();
    if (a_[1] > 3) {
        int i_end = 4;
        for (i = 0; i < N; i++)
            a[i] = b[i] = i_end;
        printf("%d\n", i_end);
    }
    printf("%g %g\n", sum_2(sum(a) + sum(b)), a_[1] + P_axis0);
    return 0;
}
