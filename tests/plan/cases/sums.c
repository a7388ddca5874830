/* An index that two loops move: the inner one is divided, and which of its iterations a
 * processor has changes with the outer one. N = 12 on 4 processors: rows 0-2, 3-5, 6-8,
 * 9-11. The second nest reads row t + i + 1 for t in 0-3, i in 0-6: of the rows t + i in
 * 0-9 that are written, those of processor p need the first row of p + 1 when p is 0, 1
 * or 2 and row t + i = 3p + 2 is written: always. Row 10 is processor 3's own. So 3
 * messages of 1 row, 12 x 8 = 96 bytes, all at once before the loops: b is not written. */
#define N 12

static double a[N][N], b[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)

int main(void)
{
    int t, i, j;
    double s = 0;
    for (t = 0; t < 4; t++)
        for (i = 0; i < 7; i++)
            for (j = 0; j < N; j++)
                a[t + i][j] = t * i + j;
    for (t = 0; t < 4; t++)
        for (i = 0; i < 7; i++)
            for (j = 0; j < N; j++)
                a[t + i][j] += b[t + i + 1][j];
    for (t = 0; t < 4; t++)
        for (i = 0; i < 7; i++)
            s += a[t + i][i];
    return s > 0;
}
