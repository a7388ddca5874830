#define N 16
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double a[N][N], row[N];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align row[i] with t[i][*]
int main(void)
{
#pragma xmp loop (i, j) on t[i][j]
    for (int i = 0; i < N; i++) {
        row[i] = 1;
        for (int j = 0; j < N; j++)
            a[i][j] = row[i];
        for (int k = 0; k < N; k++)
            row[i] = row[i] + k;
    }
    return 0;
}
