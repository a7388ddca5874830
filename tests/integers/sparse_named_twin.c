/* sparse_named.c with a hint. */
#include <stdlib.h>

#define N 64

static double x[N], y[N];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: x, y

static void multiply(int n, const int *first, const int *column, const double *value)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        int begin = first[i], end = first[i + 1];
#pragma fpredict trip(5)
        for (int k = begin; k < end; k++)
            y[i] += value[k] * x[column[k]];
    }
}

int main(void)
{
    int *first = malloc((N + 1) * sizeof *first), *column = malloc(5 * N * sizeof(int));
    double *value = calloc(5 * N, sizeof(double));
    for (int i = 0; i <= N; i++)
        first[i] = 5 * i;
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma fpredict region work
    multiply(N, first, column, value);
    return 0;
}
