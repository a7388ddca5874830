/* Rows of a sparse matrix one after the other: bounds of loops that are elements of an array, which
 * all processors have, or the owner of the row; and the product with the transposed matrix, which adds
 * to elements that are known only at run time. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double x[N], y[N], z[N], t[N], value[5 * N];
int column[5 * N], rowptr[N + 1], first[N], end[N];
#pragma hpf align (i) with T(i) :: x, y, z, t, first, end

int main(void)
{
    int next = 0;
    for (int i = 0; i < N; i++) {
        rowptr[i] = next;
#pragma fpredict trip(3)
        for (int k = 0; k < 1 + i % 4; k++) {
            value[next] = k + 1;
            column[next++] = (i * 3 + k * 7) % N;
        }
    }
    rowptr[N] = next;
    for (int i = 0; i < N; i++) {
        x[i] = i % 5;
        t[i] = 0;
        first[i] = rowptr[i];
        end[i] = rowptr[i + 1];
    }
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        double sum = 0;
#pragma fpredict trip(3)
        for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        int k = rowptr[i];
        z[i] = 0;
#pragma fpredict trip(3)
        while (k < rowptr[i + 1]) {
            z[i] += value[k] * y[column[k]];
            k++;
        }
    }
#pragma hpf independent, reduction(+:t)
    for (int i = 0; i < N; i++) {
#pragma fpredict trip(3)
        for (int k = first[i]; k < end[i]; k++)
            t[column[k]] += value[k] * x[i];
    }
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", y[i], z[i], t[i]);
    return 0;
}
