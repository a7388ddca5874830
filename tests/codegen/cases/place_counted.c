/* A maximum with its place, and a minimum with its: the messages of each are counted. */
#include <stdio.h>
#ifndef N
#define N 16
#endif
static double a[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
int main(void)
{
    double most = -1, least = 1000;
    int row = 0, at = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = j ? -i : i;
    for (int i = 0; i < N; i++)
#pragma fpredict probability(1)
        if (a[i][0] > most) {
            most = a[i][0];
            row = i;
        }
    for (int i = 0; i < N; i++)
#pragma fpredict probability(1)
        if (a[i][1] < least) {
            least = a[i][1];
            at = i;
        }
    printf("%d %g %d %g\n", row, most, at, least);
    return 0;
}
