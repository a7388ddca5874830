/* Which half is read, and where a loop ends, is set through addresses that are kept. */
#include <stdio.h>

#define N 16

static double u[2][N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(*,i) with T(i)
#pragma hpf align b(i) with T(i)

static int half, *of_half = &half;
static int end = 12, *of_end = &end;

int main(void)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < N; i++)
            u[k][i] = 100 * k + i;
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < end; i++)
            b[i] = u[half][i - 1];
        *of_half = 1 - *of_half;
        *of_end -= 3;
        for (int i = 0; i < N; i++)
            printf(" %g", b[i]);
        printf("\n");
    }
    return 0;
}
