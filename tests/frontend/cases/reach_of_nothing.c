/* A width along a dimension that no loop of the nest moves along. */
#define N 30
double a[N][N];
#pragma xmp nodes p(2, 2)
#pragma xmp template t(0:N-1, 0:N-1)
#pragma xmp distribute t(block, block) onto p
#pragma xmp align a[i][j] with t(j, i)

int main(void)
{
#pragma xmp loop (i) on t(*, i) expand(1, 1)
    for (int i = 0; i < N; i++)
        a[i][0] = 0;
#pragma xmp loop (i) on t(0, i) margin(-1, -1)
    for (int i = 0; i < N; i++)
        a[i][0] = 0;
    return 0;
}
