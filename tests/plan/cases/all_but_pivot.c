/* Gauss-Jordan: all rows but the pivot's, which stands still while the others take it away. Each of
 * the N pivots moves once to the three others, before the loop over rows: the guard keeps row i
 * from being row k. So with `continue` in the guard's place. */
#define N 12
static double a[N][N], b[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block,*) onto P
#pragma hpf align b(i,*) with a(i,*)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = (i * 5 + j * 3) % 7 + 2 * (i == j);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            if (i != k) {
                double f = a[i][k] / a[k][k];
                for (int j = 0; j < N; j++)
                    a[i][j] -= f * a[k][j];
            }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < N; j++)
                b[i][j] -= b[i][k] * b[k][j];
        }
    return 0;
}
