/* Parts of the processors. What takes all of an axis, one coordinate or each one's
 * own is mapped to p itself; other parts are grids of their own. */
#define N 64
#pragma xmp nodes p[2][4]
#pragma xmp nodes col[2] = p[:][*]
#pragma xmp nodes row[4] = p[1][:]
#pragma xmp nodes q[2] = p[0][1:2]
#pragma xmp nodes square[2][2] = row
#pragma xmp template t[N][N], u[N], v[N], w[N]
#pragma xmp distribute t[block][cyclic] onto p
#pragma xmp distribute u[block] onto col
#pragma xmp distribute v[cyclic] onto row
#pragma xmp distribute w[block] onto q
double a[N][N], x[N], y[N], z[N], s, sums[4];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align x[i] with u[i]
#pragma xmp align y[j] with v[j]
#pragma xmp align z[i] with w[i]
#pragma xmp shadow z[1]

int main(void)
{
#pragma xmp loop (i, j) on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = x[i];
#pragma xmp loop (j) on v[j]
    for (int j = 0; j < N; j++)
        y[j] = y[j] + 1;
#pragma xmp reflect (z)
#pragma xmp loop (i) on w[i] reduction(+:s)
    for (int i = 1; i < N - 1; i++)
        s += z[i - 1] + z[i + 1];
#pragma xmp reduction (+:sums) on col[:]
#pragma xmp reduction (+:s) on p[*][:]
#pragma xmp reduction (max:s) on row
#pragma xmp bcast (s) from p[0][1] on q
#pragma xmp barrier on square[0][:]
#pragma xmp task on p[:][1:2]
    s = s + 1;
#pragma xmp task on w[16:17]
    s = s + 2;
    return 0;
}
