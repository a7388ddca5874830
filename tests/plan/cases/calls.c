/* One function, two mappings: each call site is analysed with the arrays that
 * it passes. x is in blocks of rows, y in blocks of columns. */
#define N 40
#pragma hpf processors P(4)
#pragma hpf template R(N,N)
#pragma hpf template C(N,N)
#pragma hpf distribute R(block,*) onto P
#pragma hpf distribute C(*,block) onto P
#pragma hpf align x(i,j) with R(i,j)
#pragma hpf align y(i,j) with C(i,j)
double x[N][N], y[N][N];
static void smooth(int n, double a[N][N])
{
    int last = n - 1;
    for (int i = 1; i < last; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = a[i][j] + 1;
    for (int j = 0; j < n; j++)
        a[0][j] = a[1][j];
}
int main(void)
{
    smooth(N, x);
    smooth(N - 2, y);
    return 0;
}
