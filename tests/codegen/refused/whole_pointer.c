/* Of a pointer to a whole array, a[0] has no size that the program knows. */
#include <stdlib.h>
#define N 16
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P

int main(void)
{
    double (*a)[N][N] = malloc(sizeof *a);
#pragma hpf align a(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            (*a)[i][j] = a[0][i][j] + 1;
    return 0;
}
