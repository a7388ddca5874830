#define N 16
#define W 2
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double u[N][N], v[N][N];
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp align v[i][j] with t[i][j]
#pragma xmp shadow u[W][1:W]
int main(void)
{
#pragma xmp reflect (u)
#pragma xmp reflect (u) width(0, 0:W) orthogonal
#pragma xmp loop (i,j) on t[i][j]
    for (int i = 2; i < N - 2; i++)
        for (int j = 2; j < N - 2; j++)
            v[i][j] = u[i - 2][j + 2] + u[i + 2][j - 1];
    return 0;
}
