#include <stdio.h>
#ifndef N
#define N 24
#endif
#define K 8

/* Loops that add to arrays of which all processors have a copy: each adds up its part, and the
 * parts are combined once, after the loop. */
static int key[N], buffer[N], large[K];
static double u[N][N], shares[K] = {1, 1, 1, 1, 1, 1, 1, 1};
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *)
#pragma hpf align (i, j) with T(i, j) :: u
#pragma hpf align (i) with T(i, *) :: key, buffer

static void count(const int *of, int counts[K])
{
    for (int i = 0; i < N; i++)
        counts[of[i]]++;
}

int main(void)
{
    int counts[K], again[K] = {0}, seen[K] = {0};
    double norms[3] = {0}, parts[3];
    for (int i = 0; i < N; i++) {
        key[i] = (7 * i + 3) % K;
        for (int j = 0; j < N; j++)
            u[i][j] = 0.25 * i + j;
    }
    for (int k = 0; k < K; k++)
        counts[k] = k;
#pragma hpf independent, reduction(+:counts)
    for (int i = 0; i < N; i++) {
        buffer[i] = key[i];
        counts[buffer[i]]++;
    }
    /* no clause; the second nest adds to the same, after what the first one has combined */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            shares[key[i]] += u[i][j];
    for (int i = 0; i < N; i++)
        if (u[i][0] > 2)
            shares[key[i]] -= 1;
    for (int i = 0; i < N; i++)
        for (int m = 0; m < 3; m++)
            norms[m] += u[i][m] * u[i][m];
    /* in each step from 0 */
    double total = 0;
    for (int step = 0; step < 3; step++) {
        for (int m = 0; m < 3; m++)
            parts[m] = 0;
        for (int i = 0; i < N; i++)
            for (int m = 0; m < 3; m++)
                parts[m] += u[i][m] * step;
        for (int m = 0; m < 3; m++)
            total += parts[m];
    }
    for (int i = 0; i < N; i++)
        if (key[i] > large[key[i]])
            large[key[i]] = key[i];
    count(key, again);
    /* reads what earlier iterations have added: not divided */
    for (int i = 0; i < N; i++) {
        seen[key[i]]++;
        buffer[i] += seen[key[i]];
    }
    for (int k = 0; k < K; k++)
        printf("%d %d %d %d %.10g\n", counts[k], large[k], again[k], seen[k], shares[k]);
    printf("%.10g %.10g %.10g %.10g\n", norms[0], norms[1], norms[2], total);
    for (int i = 0; i < N; i++)
        printf("%d\n", buffer[i]);
    return 0;
}
/* no proof: arrays are not combined there */
