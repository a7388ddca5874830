/* What only the run tells: all of it is asked for at once. */
#include <stdlib.h>
#define N 64
double a[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(int argc, char **argv)
{
    int steps = atoi(argv[1]), rounds = atoi(argv[2]);
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
    while (a[0] > 1)
        for (int i = 0; i < N; i++)
            a[i] /= 2;
    return 0;
}
