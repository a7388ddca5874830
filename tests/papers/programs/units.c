/* One unit after another, each in a region, whose times are worked out by hand from a machine's
 * operations: loops and conditions of scalars, which are in registers. */
#ifndef N
#define N 1000
#endif
static double a[8], x = 1, y = 1;

#pragma hpf processors P(2)
#pragma hpf template T(8)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static void once(void)
{
    y = y + 1.0;
}

int main(void)
{
    int i, n;
    for (i = 0; i < 8; i++)
        a[i] = 0;
#pragma fpredict region iterd
    for (i = 0; i < N; i++)
        x = x + 1.0;
#pragma fpredict region conditional
    for (i = 0; i < N; i++)
        if (i % 4 == 0)
            x = x * 1.5;
        else
            x = x + 1.0;
#pragma fpredict region iternd
    {
        n = N;
        while (n > 1) {
            for (i = 0; i < n; i++)
                x = x + 1.0;
            n = n / 2;
        }
    }
#pragma fpredict region call
    for (i = 0; i < N; i++)
        once();
    return x + y + a[0] > 0 ? 0 : 1;
}
