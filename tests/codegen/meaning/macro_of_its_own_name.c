/* Macros that C does not expand as text would be: their own names, a definition that has ended. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define LAST N - 1
#define UNTIL_LAST(v) for (v = 0; v <= LAST; v++)
#undef LAST

#define COUNTED(v) for (v = 0; v < count; v++)

static double a[N];
static int count = N;
#define count (count)

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double sum = 0;
    int LAST = N / 2, i;

    UNTIL_LAST(i) a[i] = i;
    for (i = LAST + 1; i < N; i++)
        a[i] = 1;
    COUNTED(i) sum += a[i];
    printf("%.12g %d\n", sum, i);
    return 0;
}
