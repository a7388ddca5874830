/* 'dimension' of arrays, pointers, formals and members, alone and before others; and the one
 * subscript of each. */
#include <stdlib.h>

#define N 8
#define M 6
#pragma hpf processors P(2)
static double a[N * M];
struct state {
    double x[N * M];
} s;
#pragma hpf dimension(N,M), distribute(block,*) onto P :: a
#pragma hpf dimension s.x(N,M)
#pragma hpf align s.x(i,j) with a(i,j)

static void f(int n, double *b)
{
#pragma hpf dimension(n,M), align(i,j) with a(i,j) :: b
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            b[i * M + j] = s.x[i * M + j];
}

int main(void)
{
    double c[N * M], *d = malloc(N * M * sizeof *d), *e = malloc(N * sizeof *e);
#pragma hpf dimension c[N][M], d(N,M), e(N)
#pragma hpf align(i,j) with a(i,j) :: c, d
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i * M + j] = c[i * M + j] + d[i * M + j] + e[i];
    f(N, a);
    return 0;
}
