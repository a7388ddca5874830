/* Both variables of a nest over blocks of two dimensions are read after it through macros. */
#include <stdio.h>

#ifndef N
#define N 21
#endif
#define ROW i
#define COLUMN j
#define PLACE (ROW * 1000 + COLUMN)

static double u[N][N], v[N][N];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

int main(void)
{
    int i, j;
    double sum = 0;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            u[i][j] = i * 10 + j;
    printf("place %d\n", PLACE);
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 2; j += 2)
            v[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
    int place = PLACE;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += v[i][j];
    printf("place %d sum %.12g\n", place, sum);
    printf("v %.12g %.12g\n", v[1][1], v[N - 2][3]);
    printf("row %d column %d\n", ROW, COLUMN);
    return 0;
}
