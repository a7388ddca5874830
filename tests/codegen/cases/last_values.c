/* What counts the iterations of loops around and inside of divided ones is read after them: the
 * value that the last iteration of all left, or none where there was none. */
#include <stdio.h>
#ifndef N
#define N 16
#endif
double a[N][N], b[N][N];
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *)
#pragma hpf align(i, j) with T(i, j)::a, b
static void work(int n)
{
    int i, j = 7, k;
    for (i = 4; i < n; i++)
        for (j = 0; j < N; j++)
            a[i][j] = b[i][j];
    printf("%d %d\n", i, j);
    j = 9;
    for (i = 1; i < N; i++)
        for (j = i; j < n; j += 3)
            a[i][j] = b[i][j] + 1;
    printf("%d %d\n", i, j);
    k = 1;
    for (i = 0; i < N; i++)
        for (j = i; j < n; j++)
            for (k = 0; k < 2; k++)
                a[i][j] += k;
    printf("%d %d\n", i, j);
    for (i = 2; i < N; i++) {
        for (j = 3; j < n; j++)
            a[i][j] = b[i][j];
        for (j = N - 1; j > i - 2; j--)
            a[i][j] += 1;
    }
    printf("%d %d\n", i, j);
    for (i = 0; i < n; i++) {
        int q;
        for (j = 0; j < N; j++)
            a[i][j] += 2;
        for (q = 0; q < j - 3; q++)
            b[i][q] = a[i][q];
    }
    printf("%d %d\n", i, j);
}
int main(void)
{
    int i, j;
    double s = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - 2 * j;
        }
    work(3);
    work(4);
    work(N);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += a[i][j] * j + b[i][j] * i;
    printf("%f\n", s);
    return 0;
}
