#define N 64
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double u[N][N], sums[10];
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp shadow u[1][0:2]
int main(void)
{
    double s = 0, m = 0;
#pragma xmp reflect (u)
#pragma xmp reflect (u) orthogonal
#pragma xmp barrier
#pragma xmp loop (i,j) on t[i][j] reduction(+:s)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += u[i][j];
#pragma xmp reduction (max:m)
#pragma xmp bcast (sums)
#pragma xmp task on p[0][0]
    m = s;
    return 0;
}
