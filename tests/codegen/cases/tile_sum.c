/* A sum that all add alike in tiles of a loop, and then each its part along one axis. */
#include <stdio.h>
double b[N][N];
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align b(i,j) with T(i,j)
int main(void)
{
    double t = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (i * 3 + j * 2) % 7;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            t += 1;
            b[j][2] = b[i][2] + 1;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t += b[5][j];
    printf("%g\n", t);
    return 0;
}
