/* Numbers that decide how many levels there are. */
#include <stdlib.h>
#define MOST 3
#define N 32
#pragma hpf processors P(4)
struct level {
    int n;
    double *u;
} level[MOST];
#pragma hpf distribute level.u(block) onto P
int main(void)
{
    int levels = 3;
    for (int l = 0; l < levels; l++) {
        level[l].n = N >> l;
        level[l].u = malloc(level[l].n * sizeof(double));
    }
    for (int l = 0; l < levels; l++)
        for (int i = 0; i < level[l].n; i++)
            level[l].u[i] = i;
    return 0;
}
