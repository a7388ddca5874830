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
/* By hand. In step k, 99 - k multipliers go to all who have later columns: 3 others
 * up to k = 96, then 2 (columns 98, 99), then 1. 97 * 3 + 3 messages, and
 * 3 * (99 + 98 + ... + 3) + 2 * 2 + 1 = 14846 elements of 8 bytes. */
/* moves: 294 messages, 118768 bytes */
