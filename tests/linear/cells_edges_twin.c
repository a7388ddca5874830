/* cells_edges.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 62
static double u[N + 2][N + 2], v[N + 2][N + 2];

#pragma hpf processors P(4)
#pragma hpf template T(N+2,N+2)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

static void edges(double x[N + 2][N + 2])
{
    for (int k = 1; k <= N; k++) {
        x[k][0] = -x[k][1];
        x[k][N + 1] = -x[k][N];
        x[0][k] = x[1][k];
        x[N + 1][k] = x[N][k];
    }
    x[0][0] = 0.5 * (x[0][1] + x[1][0]);
    x[N + 1][0] = 0.5 * (x[N + 1][1] + x[N][0]);
    x[0][N + 1] = 0.5 * (x[0][N] + x[1][N + 1]);
    x[N + 1][N + 1] = 0.5 * (x[N + 1][N] + x[N][N + 1]);
}

int main(void)
{
    for (int j = 0; j < N + 2; j++)
        for (int i = 0; i < N + 2; i++) {
            u[j][i] = (i * 7 + j * 3) % 11;
            v[j][i] = 0;
        }
#pragma fpredict region work
    for (int t = 0; t < 4; t++) {
        for (int j = 1; j <= N; j++)
            for (int i = 1; i <= N; i++)
                v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        edges(v);
        for (int j = 0; j <= N + 1; j++)
            for (int i = 0; i <= N + 1; i++)
                u[j][i] = v[j][i];
    }
    double s = 0;
    for (int j = 0; j < N + 2; j++)
        for (int i = 0; i < N + 2; i++)
            s += u[j][i] * (1 + (j + 3 * i) % 5);
    printf("%.10g\n", s);
    return 0;
}
