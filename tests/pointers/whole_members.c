/* Members that point at whole arrays. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

struct grids {
    double (*u)[N][M], (*v)[N][M];
} g;
#pragma hpf align(i,j) with T(i,j) :: g.u, g.v

static void relax(double (*to)[N][M], double (*from)[N][M])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            (*to)[i][j] = 0.25 * ((*from)[i - 1][j] + (*from)[i + 1][j] + (*from)[i][j - 1] + (*from)[i][j + 1]);
}

int main(void)
{
    g.u = malloc(sizeof *g.u);
    g.v = malloc(sizeof *g.v);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            (*g.u)[i][j] = g.v[0][i][j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                (*g.v)[i][j] = 0.25 * ((*g.u)[i - 1][j] + g.u[0][i + 1][j] + (*g.u)[i][j - 1] + g.u[0][i][j + 1]);
        relax(g.u, g.v);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += g.u[0][i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
