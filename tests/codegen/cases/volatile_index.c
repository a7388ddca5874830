/* An element whose index is volatile is another one each time: only what has a plain index is kept. */

#include <stdio.h>

#ifndef N
#define N 12
#endif

double x[N], y[N];
volatile int tick;
int plain;

struct clock {
    volatile int tick;
} clock;

#pragma hpf processors P(2)
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto P

static void sweep(void)
{
    volatile int own = 3;
    for (int i = 0; i < N; i++)
        x[i] += y[tick];
    for (int i = 0; i < N; i++)
        x[i] += y[own];
    for (int i = 0; i < N; i++)
        x[i] += y[clock.tick];
    for (int i = 0; i < N; i++)
        x[i] += y[plain];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2 * i + 1;
    }
    tick = 2, plain = 1, clock.tick = 4;
    sweep();
    for (int i = 0; i < N; i++)
        printf("%g\n", x[i]);
    return 0;
}
