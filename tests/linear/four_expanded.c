/* Four dimensions, malloc, expanded products. */
#include <stdio.h>
#include <stdlib.h>

#define K 8
#define L 8
#define N 10
#define M 6

int main(void)
{
    double *q = malloc(K*L*N*M * sizeof *q);
    double *r = malloc(K*L*N*M * sizeof *r);
#pragma hpf processors P(4)
#pragma hpf template T(K,L,N,M)
#pragma hpf distribute T(block,*,*,*) onto P
#pragma hpf dimension(K,L,N,M), align(i,j,k,l) with T(i,j,k,l) :: q
#pragma hpf dimension(K,L,N,M), align(i,j,k,l) with T(i,j,k,l) :: r
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    q[i*L*N*M + j*N*M + k*M + l] = (i + 2 * j + 3 * k + l) % 7;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    r[i*L*N*M + j*N*M + k*M + l] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < K; i++)
            for (int j = 0; j < L - 1; j++)
                for (int k = 0; k < N; k++)
                    for (int l = 0; l < M; l++)
                        r[i*L*N*M + j*N*M + k*M + l] = q[(i - 1)*L*N*M + j*N*M + k*M + l] + q[i*L*N*M + (j + 1)*N*M + k*M + l];
    }
    double s = 0;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    s += r[i*L*N*M + j*N*M + k*M + l] * (1 + (i + 3 * j + 4 * k + 5 * l) % 5);
    printf("%.10g\n", s);
    free(q);
    free(r);
    return 0;
}
