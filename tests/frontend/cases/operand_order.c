/* Of two operands the one that takes more registers is read first; none is moved past a call. */
#include <math.h>

#define N 100
double x[N], y[N], z[N], c[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align z(i) with T(i)
#pragma hpf align c(i) with T(i)

int main(void)
{
    for (int i = 1; i < N; i++)
        x[i] = z[i] * (y[i] - c[i]);
    for (int i = 1; i < N; i++)
        x[i] -= c[i] * y[i];
    for (int i = 1; i < N; i++)
        x[i] = (z[i] + y[i]) - c[i];
    for (int i = 1; i < N; i++)
        x[i] = z[i] * y[i] + x[i] * c[i];
    for (int i = 1; i < N; i++)
        x[i] = z[i] * (y[i] - sqrt(c[i]));
    return 0;
}
