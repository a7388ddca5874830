/* A function keeps a distributed array, a counter and a flag from call to call. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define ONCE static int done = 0; if (!done)

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double advance(double by)
{
    static double field[N];
#pragma hpf align field(i) with T(i)
    static int calls;
    double sum = 0;
    int i;

    ONCE {
        for (i = 0; i < N; i++)
            field[i] = i;
        done = 1;
    }
    calls++;
    for (i = 0; i < N; i++)
        field[i] += by * calls;
    for (i = 0; i < N; i++)
        sum += field[i];
    printf("call %d: ends %.12g %.12g\n", calls, field[0], field[N - 1]);
    return sum;
}

int main(void)
{
    double first = advance(1), second = advance(0.5), third = advance(-2);

    printf("%.12g %.12g %.12g\n", first, second, third);
    return 0;
}
