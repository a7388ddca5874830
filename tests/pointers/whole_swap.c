/* Pointers to whole arrays that are exchanged, in the loop and then by a function that gets their addresses. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static void swap(double (**x)[N][M], double (**y)[N][M])
{
    double (*t)[N][M] = *x;
    *x = *y;
    *y = t;
}

int main(void)
{
    double (*u)[N][M] = malloc(sizeof *u), (*v)[N][M] = malloc(sizeof *v);
#pragma hpf align(i,j) with T(i,j) :: u, v
    if (!u || v == NULL)
        exit(1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            (*u)[i][j] = (*v)[i][j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                (*v)[i][j] = 0.25 * ((*u)[i - 1][j] + u[0][i + 1][j] + (*u)[i][j - 1] + u[0][i][j + 1]);
        double (*old)[N][M] = u;
        u = v;
        v = old;
    }
    swap(&u, &v);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (*v)[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
