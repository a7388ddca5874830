/* Explicit communication of XcalableMP programs, for test_explicit.c: each line's is there
 * by hand. 8 processors, 4 rows of 2. */
#define N 24
#pragma xmp nodes p[4][2]
#pragma xmp nodes row[2] = p[*][:]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
struct cell {
    double e[N][N];
};
struct cell c;
double a[N][N], w[N], s, h[10], m[5][10];
int flag;
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align cell.e[i][j] with t[i][j]
#pragma xmp align w[i] with t[i][*]
#pragma xmp shadow a[1][2]
#pragma xmp shadow cell.e[1][0]

int main(void)
{
    for (int step = 0; step < 5; step++) {
#pragma xmp loop (i, j) on t[i][j] reduction(+:s)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                s += a[i][j];
    }
#pragma xmp loop (i) on t[i][*] reduction(max:flag)
    for (int i = 0; i < N; i++)
        if (w[i] > 3)
            flag = 1;
#pragma xmp loop (i, j) on t[i][j] reduction(+:h)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            h[i % 10] += a[i][j];
#pragma xmp reduction (+:w) on row(:)
#pragma xmp reduction (+:m[1:3][2:4], m[0][0])
#pragma xmp bcast (m[2], m[:][::5]) from p[0][0] on p[0:2][:]
#pragma xmp bcast (s) on t[0:2:12][0]
#pragma xmp barrier on t[0:8:3][:]
#pragma xmp reflect (c.e)
#pragma xmp reflect (a) width(1, /periodic/0:1)
#pragma xmp loop (i, j) on t[i][j] expand(1, 0)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            c.e[i][j] = a[i][j];
    return 0;
}
