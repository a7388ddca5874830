/* An array added up twice. */
#ifndef N
#define N 4096
#endif
static double a[N], x[2];

#pragma hpf processors P(2)
#pragma hpf template T(2)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)

int main(void)
{
    int i, t;
    double s = 0;
#pragma fpredict region passes
    for (t = 0; t < 2; t++)
        for (i = 0; i < N; i++)
            s += a[i];
    for (i = 0; i < 2; i++)
        x[i] = s;
    return 0;
}
