/* Elements known only at run time are combined under conditions: their owners get them after the loop. */
#include <stdio.h>
#define N 40
#define G 7
#pragma hpf processors P(4)
double rho[G], high[G], x[N];
int cell[N];
#pragma hpf distribute rho(block) onto P
#pragma hpf distribute high(cyclic) onto P
#pragma hpf distribute x(block) onto P
#pragma hpf distribute cell(block) onto P
int main(void)
{
    for (int g = 0; g < G; g++) { rho[g] = g; high[g] = -3; }
    for (int i = 0; i < N; i++) { x[i] = i % 9 - 4; cell[i] = i * 5 % G; }
    for (int t = 0; t < 3; t++) {
#pragma hpf independent, reduction(+:rho), reduction(max:high)
    for (int i = 0; i < N; i++) {
        if (x[i] > 0)
            rho[cell[i]] += x[i];
        else if (x[i] < -1) {
            int c = cell[i];
            rho[(c + 1) % G] -= 1;
            high[c] = high[c] > x[i] + t ? high[c] : x[i] + t;
        }
    }
    for (int g = 0; g < G; g++) rho[g] += high[g];
    }
    for (int g = 0; g < G; g++) printf("%g %g\n", rho[g], high[g]);
    return 0;
}
