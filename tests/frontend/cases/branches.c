/* Which branches can be decided, and how likely the others are taken. */
#include <stdio.h>
#include <stdlib.h>
#define N 32
#define VERBOSE 0
double x[N];

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)

static void inner(int n, int odd)
{
    int i, done = 0;
    for (i = 0; i < n; i++) {
        if (i % 2 == odd) x[i] = 0; else x[i] = 1;
        if (i == 0 || (i > n - 3 && i != 5)) x[i] = 2;
        if (VERBOSE) printf("%d\n", i);
        if (x[i] > 1) continue;
        if ((i & 3) == 1) { x[i] = 3; continue; } else x[i] = 4;
        if (!done) x[i] = 5;
        done = i > 3;
#pragma fpredict probability(0.1)
        if (x[i] < 0) x[i] = 6;
        else if (x[i] == 0) x[i] = 7;
        if (x[i]) x[i] = 8;
        x[i] = 9;
    }
    switch (n) {
    case 1: x[0] = 1; break;
    case 2: case 3: x[0] = 2;
    case 4: x[0] = 4; break;
    }
    switch (n % 2) {
    case 0: x[0] = 0; break;
    default: x[0] = 1;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    if (argc > 2) {
        fprintf(stderr, "usage\n");
        exit(1);
    }
    if (n < 1) return 1;
    inner(n, 1);
    inner(N, 0);
    return 0;
}
