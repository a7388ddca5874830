/* All levels of a multigrid in one array, by offsets and sizes that main works out. */
#include <stdio.h>
#ifndef N
#define N 32
#endif
#define LEVELS 4

double u[2 * N + 8], r[2 * N + 8];
int offset[LEVELS + 1], size[LEVELS + 1];
#pragma hpf processors P(4)
#pragma hpf template T(2 * N + 8)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, r

static void smooth(int l)
{
    int o = offset[l], n = size[l];
    for (int i = 1; i < n - 1; i++)
        u[o + i] += 0.25 * (r[o + i] - 2 * u[o + i] + u[o + i - 1] + u[o + i + 1]);
}

static void coarser(int l)
{
    int o = offset[l], f = offset[l - 1], n = size[l];
    for (int i = 1; i < n - 1; i++)
        r[o + i] = 0.25 * (r[f + 2 * i - 1] + 2 * r[f + 2 * i] + r[f + 2 * i + 1]);
    for (int i = 0; i < n; i++)
        u[o + i] = 0;
}

static void finer(int l)
{
    for (int i = 1; i < size[l] - 1; i++)
        u[offset[l - 1] + 2 * i] += u[offset[l] + i];
}

int main(void)
{
    double sum = 0;
    size[0] = N + 1;
    for (int l = 1; l <= LEVELS; l++) {
        size[l] = (size[l - 1] - 1) / 2 + 1;
        offset[l] = offset[l - 1] + size[l - 1];
    }
    for (int i = 0; i < 2 * N + 8; i++) {
        u[i] = 0;
        r[i] = i % 7 + 0.5;
    }
    for (int t = 0; t < 2; t++) {
        for (int l = 0; l < LEVELS; l++) {
            smooth(l);
            if (l + 1 < LEVELS)
                coarser(l + 1);
        }
        for (int l = LEVELS - 1; l > 0; l--) {
            finer(l);
            smooth(l - 1);
        }
    }
    for (int i = 0; i < 2 * N + 8; i++)
        sum += (i % 5 + 1) * u[i];
    printf("%.10g\n", sum);
    return 0;
}
