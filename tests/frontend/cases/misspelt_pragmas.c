/* Pragmas one letter from ours are ignored, and said; those of others are theirs. */
#define N 16
static double a[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
#pragma hfp independent
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[i] = 2;
#pragma HPF independent
    for (int i = 0; i < N; i++)
        a[i] = 3;
    _Pragma("fpredit trip(3)")
    while (a[0] > 0)
        a[0] -= 1;
    return 0;
}
