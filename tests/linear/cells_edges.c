/* Cells with a border: the edges and corners of a fluid in a box, by IX(N + 1, j). */
#include <stdio.h>

#define N 62
#define IX(i, j) ((i) + (N + 2)*(j))
static double u[(N + 2)*(N + 2)], v[(N + 2)*(N + 2)];

#pragma hpf processors P(4)
#pragma hpf template T(N+2,N+2)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N+2,N+2), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N+2,N+2), align(i,j) with T(i,j) :: v

static void edges(double *x)
{
    for (int k = 1; k <= N; k++) {
        x[IX(0, k)] = -x[IX(1, k)];
        x[IX(N + 1, k)] = -x[IX(N, k)];
        x[IX(k, 0)] = x[IX(k, 1)];
        x[IX(k, N + 1)] = x[IX(k, N)];
    }
    x[IX(0, 0)] = 0.5 * (x[IX(1, 0)] + x[IX(0, 1)]);
    x[IX(0, N + 1)] = 0.5 * (x[IX(1, N + 1)] + x[IX(0, N)]);
    x[IX(N + 1, 0)] = 0.5 * (x[IX(N, 0)] + x[IX(N + 1, 1)]);
    x[IX(N + 1, N + 1)] = 0.5 * (x[IX(N, N + 1)] + x[IX(N + 1, N)]);
}

int main(void)
{
    for (int j = 0; j < N + 2; j++)
        for (int i = 0; i < N + 2; i++) {
            u[IX(i, j)] = (i * 7 + j * 3) % 11;
            v[IX(i, j)] = 0;
        }
#pragma fpredict region work
    for (int t = 0; t < 4; t++) {
        for (int j = 1; j <= N; j++)
            for (int i = 1; i <= N; i++)
                v[IX(i, j)] = 0.25 * (u[IX(i - 1, j)] + u[IX(i + 1, j)] + u[IX(i, j - 1)] + u[IX(i, j + 1)]);
        edges(v);
        for (int j = 0; j <= N + 1; j++)
            for (int i = 0; i <= N + 1; i++)
                u[IX(i, j)] = v[IX(i, j)];
    }
    double s = 0;
    for (int j = 0; j < N + 2; j++)
        for (int i = 0; i < N + 2; i++)
            s += u[IX(i, j)] * (1 + (j + 3 * i) % 5);
    printf("%.10g\n", s);
    return 0;
}
