/* A loop of two blocks and two communications, each of which swaps one double of two processors. */
#ifndef N
#define N 100
#endif
static double a[2], b[2];

#pragma hpf processors P(2)
#pragma hpf template T(2)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, t;
#pragma fpredict region steps
    for (t = 0; t < N; t++) {
        for (i = 0; i < 2; i++)
            a[i] = a[i] + 1.0;
        for (i = 0; i < 2; i++)
            b[i] = a[1 - i];
        for (i = 0; i < 2; i++)
            a[i] = b[i] * 0.5;
        for (i = 0; i < 2; i++)
            b[i] = a[1 - i];
    }
    return 0;
}
