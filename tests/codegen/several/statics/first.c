/* Two files have a static array, a static function and a macro of one name each. */
#include <stdio.h>

#define M 24
#pragma hpf processors P(4)
static double a[M];
#pragma hpf distribute a(block) onto P

double second(int n);

static double fill(double by)
{
    double sum = 0;
    for (int i = 0; i < M; i++)
        a[i] = by * i;
    for (int i = 0; i < M; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    printf("%g %g\n", fill(2), second(3));
    return 0;
}
