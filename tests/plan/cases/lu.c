/* Gauss elimination by columns: the multipliers' column goes to all, inside the
 * loop over k, which carries it; the update itself is local. */
#define N 100
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(*,j) with T(j)
double a[N][N];
void eliminate(void)
{
    int i, j, k;
    for (k = 0; k < N - 1; k++) {
        for (i = k + 1; i < N; i++)
            a[i][k] = a[i][k] / a[k][k];
        for (i = k + 1; i < N; i++)
            for (j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}
