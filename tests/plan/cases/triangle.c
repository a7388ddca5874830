/* More columns than fit into one batch, each with a row more than the one before. */
#define N 100
#pragma hpf processors P(4)
#pragma hpf template T(N,N+1)
#pragma hpf distribute T(*,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align x(i) with T(i,N)
double a[N][N + 1], x[N];
void substitute(void)
{
    for (int k = N - 1; k >= 0; k--) {
        x[k] = a[k][N] / a[k][k];
        for (int i = 0; i < k; i++)
            a[i][N] -= a[i][k] * x[k];
    }
}
