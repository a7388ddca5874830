/* Row N of the first loop has no iteration of the loop inside, so a[N] is never named; of the
 * second it has one. Downwards, row 0 has none of the third. */
#define N 8
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i,*) with T(i)
double a[N][N];
void rows(void)
{
    for (int i = N; i >= 0; i--)
        for (int j = i + 1; j <= N; j++)
            a[i][j-1] = i;
    for (int i = 0; i <= N; i++)
        for (int j = i; j <= N; j++)
            a[i][0] = j;
    for (int i = 0; i < N; i++)
        for (int j = i - 1; j >= 0; j--)
            a[i-1][j] = i;
}
/* no proof: a subscript leaves its array */
