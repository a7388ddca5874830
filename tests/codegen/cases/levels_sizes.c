/* A multigrid in three dimensions as NPB MG has it: sizes of levels in an array that main fills, arrays
 * of each level in a structure. N: cycles. */
#include <stdio.h>
#include <stdlib.h>
#define LT 3
#define SIDE (2 + (1 << (LT + 1)))
#ifndef N
#define N 2
#endif
static int m[LT + 1];
struct level { double (*u)[SIDE][SIDE], (*r)[SIDE][SIDE]; } lev[LT + 1];
#pragma hpf processors P(4)
#pragma hpf template T1(6), T2(10), T3(SIDE)
#pragma hpf distribute (block) onto P :: T1, T2, T3
#pragma hpf align lev[1].u(i,*,*) with T1(i)
#pragma hpf align lev[1].r(i,*,*) with T1(i)
#pragma hpf align lev[2].u(i,*,*) with T2(i)
#pragma hpf align lev[2].r(i,*,*) with T2(i)
#pragma hpf align lev[3].u(i,*,*) with T3(i)
#pragma hpf align lev[3].r(i,*,*) with T3(i)

static void psinv(int l)
{
    int n = m[l];
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                lev[l].u[k][j][i] += 0.5 * (lev[l].r[k][j][i] + lev[l].r[k - 1][j][i] +
                                            lev[l].r[k + 1][j][i] + lev[l].r[k][j - 1][i]);
}

static void rprj(int l)
{
    int n = m[l];
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                lev[l].r[k][j][i] = lev[l + 1].r[2 * k][2 * j][2 * i] +
                                    0.5 * lev[l + 1].r[2 * k - 1][2 * j][2 * i];
}

int main(void)
{
    for (int l = LT; l >= 1; l--)
        m[l] = 2 + (1 << (l + 1));
    for (int l = LT; l >= 1; l--) {
        lev[l].u = malloc(m[l] * sizeof *lev[l].u);
        lev[l].r = malloc(m[l] * sizeof *lev[l].r);
    }
    for (int l = 1; l <= LT; l++)
        for (int k = 0; k < m[l]; k++)
            for (int j = 0; j < m[l]; j++)
                for (int i = 0; i < m[l]; i++) {
                    lev[l].u[k][j][i] = 0;
                    lev[l].r[k][j][i] = k % 3 + j + i % 5;
                }
    for (int t = 0; t < N; t++) {
        for (int l = LT - 1; l >= 1; l--)
            rprj(l);
        for (int l = 1; l <= LT; l++)
            psinv(l);
    }
    double s = 0;
    for (int k = 0; k < SIDE; k++)
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++)
                s += lev[LT].u[k][j][i];
    printf("%.10g\n", s);
    return 0;
}
