#define N 30
double a[N][N], s, h[4];
#pragma xmp nodes p(2, 2)
#pragma xmp template t(0:N-1, 0:N-1)
#pragma xmp distribute t(block, block) onto p
#pragma xmp align a[i][j] with t(j, i)
#pragma xmp shadow a[2][1]
int main(void)
{
#pragma xmp loop (i, j) on t(j, i) expand(1, /unbound/0:2) reduction(+: h)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 0;
#pragma xmp loop (i) on t(*, i) margin(0, -1:1) reduction(max: s)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (a[i][j] > s) s = a[i][j];
#pragma xmp reflect (a) async(3)
#pragma xmp loop (j, i) on t(j, i) peel_and_wait(3, -1, -2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 2;
    return 0;
}
