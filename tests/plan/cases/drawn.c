/* All draw; the owner stores. What a function makes is the array that it is assigned to. */
#include <stdlib.h>
#define N 40
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double *ramp(int n)
{
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a;
}
int main(void)
{
    double *u = ramp(N), v[N];
#pragma hpf align (i) with T(i) :: u, v
    for (int i = 0; i < N; i++)
        v[i] = rand() % 7;
    for (int i = 1; i < N; i++)
        v[i] += u[i - 1];
    return v[0] > 3;
}
