/* Pipelines over cyclic axes, on four processors, by hand:
 *   rows        15 rows need the one before, in 4 strips (a strip a stage) of 3     60   1440
 *   pairs       7 pairs of rows, in 8 strips as cycles are only 2: 6 of 2           42    672
 *   upwards     as rows, the last one first                                         60   1440
 *   by_hint     15 rows, in 2 strips of 6: fewer than processors                    30   1440
 *   alone       15 elements, without strips                                         15    120
 *   solve       x[j] to the 3 others, j = 0 … 14; to 2 and 1 where fewer are left   42    336
 * 249 messages, 5448 bytes. */
/* moves: 249 messages, 5448 bytes */
#define N 16
#define M 12
double a[N][M], b[N][M], v[N], x[N], l[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic, *) onto P
#pragma hpf distribute b(cyclic(2), *) onto P
#pragma hpf distribute v(cyclic) onto P
#pragma hpf distribute x(cyclic) onto P
#pragma hpf distribute l(cyclic, *) onto P
void rows(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = a[i - 1][j];
}
void pairs(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = b[i - 1][j];
}
void upwards(void)
{
    for (int i = N - 2; i >= 0; i--)
        for (int j = 0; j < M; j++)
            a[i][j] = a[i + 1][j];
}
void by_hint(void)
{
#pragma fpredict pipeline(6)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = a[i - 1][j];
}
void alone(void)
{
    for (int i = 1; i < N; i++)
        v[i] = v[i - 1];
}
/* Forward substitution by columns is no pipeline: all who have rows below get x[j]. */
void solve(void)
{
    for (int j = 0; j < N; j++)
        for (int i = j + 1; i < N; i++)
            x[i] -= l[i][j] * x[j];
}
