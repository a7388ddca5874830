/* Formals, types and bounds come from macros, as PolyBench writes them. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define DATA_TYPE double
#define DATA_PRINTF_MODIFIER "%.12g "
#define POLYBENCH_C99_SELECT(x, y) x
#define POLYBENCH_2D(var, dim1, dim2, ddim1, ddim2) var[POLYBENCH_C99_SELECT(dim1, ddim1)][dim2]
#define POLYBENCH_1D(var, dim1, ddim1) var[dim1]
#define _PB_N N

static DATA_TYPE POLYBENCH_2D(A, N, N, n, n);
static DATA_TYPE POLYBENCH_1D(x, N, n), POLYBENCH_1D(y, N, n);

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align A(i,*) with T(i)
#pragma hpf align y(i) with T(i)

static void init_array(int n, DATA_TYPE POLYBENCH_2D(A, N, N, n, n), DATA_TYPE POLYBENCH_1D(x, N, n))
{
    for (int i = 0; i < n; i++) {
        x[i] = 1 + i % 3;
        for (int j = 0; j < n; j++)
            A[i][j] = (DATA_TYPE)((i * j + 1) % n) / 2;
    }
}

static void kernel(int n, DATA_TYPE POLYBENCH_2D(A, N, N, n, n), DATA_TYPE POLYBENCH_1D(x, N, n),
                   DATA_TYPE POLYBENCH_1D(y, N, n))
{
    for (int i = 0; i < _PB_N; i++) {
        y[i] = 0;
        for (int j = 0; j < _PB_N; j++)
            y[i] += A[i][j] * x[j];
    }
}

int main(void)
{
    DATA_TYPE sum = 0;

    init_array(N, A, x);
    kernel(N, A, x, y);
    for (int i = 0; i < N; i++)
        sum += y[i];
    printf(DATA_PRINTF_MODIFIER DATA_PRINTF_MODIFIER "%.12g\n", sum, y[0], y[N - 1]);
    return 0;
}
