/* Pointers through an array that all processors have, in what they divide. */
#include <stdio.h>
#define N 16
double a[N], b[N][N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i,*) with T(i)
int main(void)
{
    double *q = c;
    for (int i = 0; i < N; i++)
        c[i] = i * i % 11 + i;
    for (int i = 0; i < N; i++)
        a[i] = *q++;
    q = c;
    for (int j = 0; j < N; j++)
        b[3][j] = *q++;
    for (int i = 0; i < N; i++) {
        const double *from = c;
        for (int j = 0; j < N; j++)
            b[i][j] += *from++;
    }
    printf("%g %g\n", a[3], b[2][5]);
    return 0;
}
