/* Jacobi relaxation on a torus by halo exchange: table 2 of Sun and others 1999. */

#ifndef N
#define N 1024
#endif
static float u[N][N], v[N][N];

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp align v[i][j] with t[i][j]
#pragma xmp shadow u[1][1]

int main(void)
{
    int niter = 100, i, j, it;
    for (it = 0; it < niter; it++) {
#pragma xmp reflect(u) width(/ periodic / 1, / periodic / 1) orthogonal
#pragma xmp loop(i, j) on t[i][j]
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                v[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
#pragma xmp loop(i, j) on t[i][j]
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                u[i][j] = v[i][j];
    }
    return 0;
}
