/* One loop over all elements of flat arrays: of two dimensions and of three, in memory from malloc
 * and calloc, its variable read besides, and around a reduction. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define ROW (N + 2)
#define CELL(a, i, j) a[(i) * ROW + (j)]
#pragma hpf processors P(2,2)
#pragma hpf template T(N,ROW)
#pragma hpf distribute T(block,block) onto P
static double *later;
#pragma hpf dimension(N,ROW), align(i,j) with T(i,j) :: later

int main(void)
{
    double *u = malloc(N * ROW * sizeof *u), *v = calloc(N * ROW, sizeof(double));
    int *w = (int *)malloc(sizeof(int) * N * ROW * 3);
#pragma hpf dimension(N,ROW), align(i,j) with T(i,j) :: u, v
#pragma hpf dimension(N,ROW,3), align(i,j,*) with T(i,j) :: w
    later = malloc(N * ROW * sizeof(double));
    for (int k = 0; k < N * ROW; k++)
        u[k] = later[k] = k % 17;
    for (int k = 0; k < N * ROW; k++)
        v[k] += 2 * u[k] + k;
    for (int k = 0; k < N * ROW * 3; k++)
        w[k] = k * k % 31;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < ROW; j++)
            CELL(later, i, j) = CELL(v, i - 1, j) + CELL(v, i, j - 1) + w[(i * ROW + j) * 3 + 2];
    double sum = 0;
    long whole = 0;
    for (int k = 0; k < N * ROW; k++)
        sum += later[k] * (k % 5);
    for (int k = 0; k < N * ROW * 3; k++)
        whole += w[k] * (k % 7);
    printf("%.10g %ld %g\n", sum, whole, later[ROW + 1]);
    free(u);
    free(v);
    free(w);
    free(later);
    return 0;
}
