/* Rows of which each is computed from the one before, in steps, on two processors that have half of
 * each: in a step every row is exchanged by itself, and next step all rows come again. */

#include <stdio.h>

#define N 64
#define ROWS 4
#define STEPS 10

static double a[ROWS][N];

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (*,j) with T(j) :: a

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
#pragma fpredict region work
    for (int step = 0; step < STEPS; step++)
#pragma fpredict pipeline(1)
        for (int i = 1; i < ROWS; i++)
            for (int j = 1; j < N; j++)
                a[i][j] += 0.5 * a[i-1][j-1];
    printf("%g\n", a[ROWS-1][N-1]);
    return 0;
}
