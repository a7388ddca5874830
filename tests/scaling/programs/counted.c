/* What scale counts as work: see command.sh. */

#ifndef N
#define N 16
#endif
#ifndef niter
#define niter 2
#endif

static double a[N][N], b[N][N], total;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf align a(i,*) with T(i)
#pragma hpf align b(i,*) with T(i)
#pragma hpf distribute T(block) onto P

int main(void)
{
    for (int it = 0; it < niter; it++)
#pragma hpf independent
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = (a[i - 1][j] + a[i + 1][j]) * 0.5 + 1.0;
#pragma hpf independent, reduction(+:total)
    for (int i = 0; i < N; i++)
        total += b[i][0] * 2.0;
    return total > 0;
}
