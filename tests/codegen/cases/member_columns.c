/* A flat array of two dimensions that is a member, its extents members beside it: largest and smallest elements by conditions,
 * which name an element twice. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 16
#endif

#pragma hpf processors P(4)

struct sheet {
    int n, m;
    double *u;
};
#pragma hpf dimension(n,m), distribute(*,block) onto P :: sheet.u

int main(void)
{
    struct sheet s;
    s.n = N;
    s.m = N + 3;
    s.u = malloc(s.n * s.m * sizeof(double));
    for (int i = 0; i < s.n; i++)
        for (int j = 0; j < s.m; j++)
            s.u[i * s.m + j] = (i * 29 + j * 31) % 97 - 0.5 * j;
    double high = s.u[0], low = s.u[0];
    for (int i = 0; i < s.n; i++)
        for (int j = 0; j < s.m; j++) {
            if (s.u[i * s.m + j] > high)
                high = s.u[i * s.m + j];
            low = s.u[i * s.m + j] < low ? s.u[i * s.m + j] : low;
        }
    printf("%g %g\n", high, low);
    return 0;
}
