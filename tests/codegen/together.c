/* Transpositions in which each processor has a block for each other one, or for some: which calls
 * of MPI's they become is what together.sh counts. */

#include <stdio.h>

static double a[N][N], b[N][N], c[N][N][N], d[N][N][N];
#pragma hpf processors P(4)
#pragma hpf processors Q(2, 2)
#pragma hpf distribute a(block, *) onto P
#pragma hpf distribute b(block, *) onto P
#pragma hpf distribute c(block, *, block) onto Q
#pragma hpf distribute d(block, *, block) onto Q

int main(void)
{
    int i, j, k;
    double sum = 0;

#pragma hpf independent, new(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = 100 * i + j;
#pragma hpf independent, new(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                c[i][j][k] = 100 * i + 10 * j + k;
#pragma hpf independent, new(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = a[j][i];
#ifdef LINES
#pragma hpf independent, new(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                d[i][j][k] = c[j][i][k];
#endif
#pragma hpf independent, new(j), reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum = sum + b[i][j] * (3 * i + j);
#pragma hpf independent, new(j, k), reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                sum = sum + d[i][j][k] * (3 * i + 5 * j + 7 * k);
    printf("%.1f\n", sum);
    return 0;
}
