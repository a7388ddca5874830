#define N 30
double a[N][N], b[N][N], s;
#pragma xmp nodes p(2, 2)
#pragma xmp template t(0:N-1, 0:N-1)
#pragma xmp distribute t(block, cyclic) onto p
#pragma xmp align a[i][j] with t(j, i)
#pragma xmp align b[i][j] with t(j, i)
#pragma xmp shadow a[1][1:2]
int main(void)
{
    int i, j, k;
#pragma xmp loop (i, j) on t(j, i)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = b[i][j] = 0;
#pragma xmp loop (i) on t(*, i)
    for (i = 1; i < N - 1; i++) {
        s = i;
#pragma xmp loop (j) on t(j, i) reduction(+: s)
        for (j = 1; j < N - 1; j++)
            s += a[i][j];
    }
#pragma xmp loop on t(*, k)
    for (k = 0; k < N; k++)
        a[k][0] = 1;
#pragma xmp loop (j, k) on t(j, k) reduction(max: s)
    for (k = 0; k < N; k++)
        for (i = 0; i < 3; i++)
            for (j = 0; j < N; j++)
                if (s < a[k][j]) s = a[k][j];
#pragma xmp reflect (a) width(1, 0:1)
#pragma xmp bcast (s) from p(1, 2)
#pragma xmp task on p(1, *)
    s = 2;
    return 0;
}
