/* Jacobi, a leading dimension that is longer than the row that is used. */
#include <stdio.h>

#define N 64
#define M 48
#define LD (M + 3)
static double u[N*LD], v[N*LD];

#pragma hpf processors P(4)
#pragma hpf template T(N,LD)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,LD), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,LD), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < LD; j++)
            u[i*LD + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < LD; j++)
            v[i*LD + j] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i*LD + j] = 0.25 * (u[(i - 1)*LD + j] + u[(i + 1)*LD + j] + u[i*LD + j - 1] + u[i*LD + j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                u[i*LD + j] = v[i*LD + j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < LD; j++)
            s += u[i*LD + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
