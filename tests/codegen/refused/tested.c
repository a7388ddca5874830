/* A call in the condition of a loop that does more than to work out what it returns. */
#include <stdio.h>
#define N 16
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static int tests;
static int is_less(double x, double most)
{
    tests++;
    return x < most;
}

int main(void)
{
    double s = 0;
    while (is_less(s, 100)) {
        for (int i = 0; i < N; i++)
            s += a[i] + 1;
    }
    printf("%g %d\n", s, tests);
    return 0;
}
