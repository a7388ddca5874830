/* A function that is called by a pointer sets the index that the next iteration reads by. */
#include <stdio.h>

#define N 16

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static int s = 3;

static void move(void)
{
    s = (s + 3) % N;
}

static void (*const next)(void) = move;

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < N; i++)
            b[i] = a[s] + t;
        next();
        for (int i = 0; i < N; i++)
            printf(" %g", b[i]);
        printf("\n");
    }
    return 0;
}
