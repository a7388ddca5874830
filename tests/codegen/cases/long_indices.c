/* Arrays of indices from malloc with more elements than are followed (64), or so many as only the
 * run knows: rows of a sparse matrix, a permutation, steps that are added up. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 100
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double x[N], y[N], z[N], w[N];
#pragma hpf align(i) with T(i)::x, y, z, w

int main(int argc, char **argv)
{
    int next = 0, count = N + 8 * (argc - 1), last = 0;
    int *first = malloc((N + 1) * sizeof *first), *column = malloc(3 * N * sizeof(int));
    int *order = malloc(N * sizeof *order), *steps = malloc(count * sizeof(int));
    double *value = malloc(3 * N * sizeof(double)), sum = 0;

    for (int i = 0; i < N; i++) {
        first[i] = next;
        if (i > 0) {
            column[next] = i - 1;
            value[next++] = -1;
        }
        column[next] = i;
        value[next++] = 2;
        if (i < N - 1) {
            column[next] = i + 1;
            value[next++] = -1;
        }
    }
    first[N] = next;
    for (int i = 0; i < N; i++)
        order[i] = (i * 37) % N;
    steps[0] = 1;
    for (int i = 1; i < count; i++)
        steps[i] = steps[i - 1] + i % 2;
    for (int i = 0; i < N; i++)
        x[i] = i * i;
    for (int i = 0; i < N; i++) {
        double t = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            t += value[k] * x[column[k]];
        y[i] = t;
    }
    for (int i = 0; i < N; i++)
        z[i] = x[order[i]];
    for (int i = 0; i < N; i++)
        w[i] = x[steps[i]] + steps[0];
    for (int i = 0; i < N; i++)
        sum += (y[i] + 3 * z[i] + 5 * w[i]) * (i + 1);
    for (int i = 0; i < steps[N - 1]; i++)
        last += 2;
    printf("%.1f %d\n", sum, last);
    return argv == NULL;
}
