/* A label that a jump leads to, past the messages of what it stands before. */
#include <stdio.h>
#define N 12
double a[N][N], b[N], s = 1;
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i) with T(i,*)
int main(void)
{
    for (int i = 0; i < N; i++) {
        b[i] = i;
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 3 + j * 2) % 7;
    }
    for (int k = 0; k < 9; k++) {
        if (b[1] > 5)
            goto out;
        for (int i = 0; i < N; i++)
            b[i] += 1;
    }
out:
    for (int i = 0; i < N; i++)
        printf("%g ", b[i]);
    printf("%g\n", s);
    return 0;
}
