#define N 16
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double a[N][N];
#pragma xmp align a[i][j] with t[i][j]
int main(void)
{
#pragma xmp loop (i) on t[i][*]
    for (int i = 0; i < N; i++) {
#pragma xmp loop (j) on t[i][j]
        for (int j = 0; j < N; j++)
            a[i][j] = 1;
    }
#pragma xmp loop (i) on t[i][*]
    for (int i = 0; i < N; i++) {
#pragma xmp loop (j) on t[j][*]
        for (int j = 0; j < N; j++)
            a[j][0] = 1;
#pragma xmp loop (k) on t[*][k]
        for (int k = 0; k < N; k++)
            a[i][k] = 2;
    }
    return 0;
}
