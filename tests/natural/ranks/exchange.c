/* Each of RANKS processors in a ring sends the one before SIZE doubles, 2 * TIMES times. */

#include <hpf.h>

#ifndef RANKS
#define RANKS 2
#endif

static double a[RANKS * SIZE], b[RANKS * SIZE];
#pragma hpf processors P(RANKS)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
        cshift(b, a, RANKS * SIZE, SIZE);
        cshift(a, b, RANKS * SIZE, SIZE);
    }
    return 0;
}
