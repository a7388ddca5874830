/* Each processor sends its part of an array to the one that is K further round all of them. */

#include <hpf.h>

static double a[N], b[N];
static double work[PROCS];
#pragma hpf processors P(PROCS)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf distribute work(block) onto P

int main(void)
{
    int p, k;

    /* Processor p begins p additions later. */
#pragma hpf independent, new(k)
    for (p = 0; p < PROCS; p++)
        for (k = 0; k < p; k++)
            work[p] = work[p] + 1.0;
    cshift(b, a, N, -K * (N / PROCS));
    return 0;
}
