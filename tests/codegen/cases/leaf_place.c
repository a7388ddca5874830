/* A function that looks up one element, whose place the loops of two callers say: 'what it does'
 * depends on variables that it is not passed alone. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#pragma hpf processors P(*)

static int at(const int *g, int r, int c) /* goes round */
{
    return g[((r + N) % N) * N + (c + N) % N];
}

static int around(const int *g, int r, int c)
{
    int n = 0;
    for (int d = -1; d <= 1; d++)
        for (int k = -1; k <= 1; k++)
            if (d || k)
                n += at(g, r + d, c + k);
    return n;
}

static void step(const int *g, int *h)
{
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            int n = around(g, r, c);
            h[r * N + c] = n == 3 || (n == 2 && at(g, r, c));
        }
}

int main(void)
{
    int *g = malloc(N * N * sizeof *g), *h = malloc(N * N * sizeof *h);
#pragma hpf dimension(N, N), distribute(block, *) onto P ::g, h
    for (int k = 0; k < N * N; k++)
        g[k] = k * k % 5 < 2;
    for (int t = 0; t < 3; t++) {
        step(g, h);
        step(h, g);
    }
    for (int r = 0; r < N; r++) {
        int alive = 0;
        for (int c = 0; c < N; c++)
            alive += g[r * N + c] << (c % 8);
        printf("%d\n", alive);
    }
    return 0;
}
