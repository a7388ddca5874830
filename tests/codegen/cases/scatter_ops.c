/* Elements that are known only at run time are combined by the processors that have the particles:
 * sums, extremes and products, in all the forms of C, and by scalars of the iteration. */
#include <stdio.h>
#ifndef N
#define N 37
#endif
#define G 10
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf template S(G)
#pragma hpf distribute T(block) onto P
#pragma hpf distribute S(block) onto P
double rho[G], low[G], high[G], twice[G], grid[G][G];
int count[G], bits[G], masks[G], least[G], cell[N], row[N];
double x[N], w[N];
#pragma hpf align (i) with S(i) :: rho, low, high, twice, count, bits, masks, least
#pragma hpf align grid(i,*) with S(i)
#pragma hpf align (i) with T(i) :: x, w, cell, row

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (i * 7 % 40) * 0.25;
        w[i] = i % 5 - 2;
        cell[i] = i * 3 % G;
        row[i] = i % G;
    }
    for (int g = 0; g < G; g++) {
        rho[g] = 1;
        low[g] = high[g] = 0;
        twice[g] = 1;
        count[g] = bits[g] = 0;
        masks[g] = 255;
        least[g] = 1000;
    }
    for (int g = 0; g < G; g++)
        for (int k = 0; k < G; k++)
            grid[g][k] = g;
#pragma hpf independent, reduction(+:rho,count,grid), reduction(min:low,least), reduction(max:high)
    for (int i = 0; i < N; i++) {
        int c = (int)x[i] % (G - 1);
        double part = x[i] - (int)x[i];
        rho[c] += 1 - part;
        rho[c + 1] = rho[c + 1] + part;
        count[cell[i]]++;
        low[cell[i]] = w[i] < low[cell[i]] ? w[i] : low[cell[i]];
        if (w[i] * 2 > high[cell[i]])
            high[cell[i]] = w[i] * 2;
        if (least[row[i]] > i - 3) {
            least[row[i]] = i - 3;
        }
        for (int k = 0; k < 2; k++)
            grid[row[i]][cell[i]] -= k + part;
    }
#pragma hpf independent, reduction(*:twice), reduction(|:bits), reduction(&:masks)
    for (int i = 0; i < N; i++) {
        twice[cell[i]] *= 2;
        bits[cell[i]] |= 1 << i % 8;
        masks[row[i]] &= ~(1 << i % 7);
    }
    for (int g = 0; g < G; g++)
        printf("%g %g %g %g %d %d %d %d\n", rho[g], low[g], high[g], twice[g], count[g], bits[g],
               masks[g], least[g]);
    for (int g = 0; g < G; g++)
        for (int k = 0; k < G; k++)
            printf("%g ", grid[g][k]);
    printf("\n");
    return 0;
}
