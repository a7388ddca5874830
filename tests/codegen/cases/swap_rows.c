/* Arrays of the file whose rows pointers have, exchanged by one that is declared between
 * statements. */
#include <stdio.h>
#include <stdlib.h>

double (*now)[N], (*next)[N];
#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align(i, j) with T(i, j)::now, next

static void step(double c)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = c * now[i][j] + now[i - 1][j] + now[i + 1][j] - now[i][j - 1];
    double(*other)[N] = now;
    now = next;
    next = other;
}

int main(void)
{
    now = malloc(N * sizeof *now);
    next = malloc(N * sizeof *next);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            now[i][j] = next[i][j] = (i * i + j) % 5;
    for (int t = 0; t < 7; t++)
        step(0.25);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += now[i][j] * (i + 2 * j + 1);
    printf("%.6f\n", sum);
    free(now);
    free(next);
    return 0;
}
