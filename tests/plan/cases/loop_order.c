/* What --optimize loop-order does. By hand, on four processors of 4 rows each:
 *   along_rows       nothing moves
 *   product          b to everybody: 12 messages of 4 * 16 * 8 bytes     12   6144
 *   recurrence       rows 2, 6 and 10, of 15 elements, each at once       3    360
 *   wave             a pipeline; a strip is 1 column, and 3 borders      45    360
 *   skewed           stays: 15 columns, of which 3 elements each         45    360
 *   running          stays, and nothing moves
 *   triangle         stays, and nothing moves
 * 105 messages, 7224 bytes. */
/* options: --optimize loop-order */
/* moves: 105 messages, 7224 bytes */
#define N 16
double a[N][N], b[N][N], c[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block, *) onto P
#pragma hpf distribute b(block, *) onto P
#pragma hpf distribute c(block, *) onto P
void along_rows(void)
{
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[i][j] = b[i][j] + 1;
}
void product(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
}
/* No pipeline, for its step is 2: the loop that carries goes outside. */
void recurrence(void)
{
    for (int j = 1; j < N; j++)
        for (int i = 2; i < N; i += 2)
            a[i][j] = a[i - 2][j];
}
void wave(void)
{
    for (int j = 1; j < N; j++)
        for (int i = 1; i < N; i++)
            a[i][j] = a[i - 1][j];
}
/* Exchanged, the column before would be read before it is written. */
void skewed(void)
{
    for (int j = 1; j < N; j++)
        for (int i = 0; i < N - 1; i++)
            a[i][j] = a[i + 1][j - 1];
}
/* Which element gets which value depends on the order. */
void running(void)
{
    double last = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            b[i][j] = last;
            last = last / 2 + 1;
        }
}
/* A triangle is no rectangle the other way round. */
void triangle(void)
{
    for (int j = 0; j < N; j++)
        for (int i = j; i < N; i++)
            c[i][j] = a[i][j];
}
