/* XcalableMP: loops over more than a processor's own iterations, and over their margins.
 * One reflect, two wide, serves two sweeps; the first computes one row more on either
 * side. Then the inner part, which needs no neighbour's rows, goes before the wait. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][*] onto p
double u[N][N], v[N][N], w[N][N], s;
#pragma xmp align [i][j] with t[i][j] :: u, v, w
#pragma xmp shadow [2][0] :: u, v
int main(void)
{
#pragma xmp reflect (u)
#pragma xmp loop (i) on t[i][*] expand(1, 0)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = u[i - 1][j] + u[i + 1][j];
#pragma xmp loop (i) on t[i][*]
    for (int i = 2; i < N - 2; i++)
        for (int j = 0; j < N; j++)
            w[i][j] = v[i - 1][j] + v[i + 1][j];
#pragma xmp reflect (v) width(1, 0) async(1)
#pragma xmp loop (i, j) on t[i][j] peel_and_wait(1, -1:-2, 0)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            w[i][j] = v[i - 1][j] - v[i + 1][j];
    return 0;
}
/* By hand: 3 borders, two ways. Two rows of 16 doubles for u, 256 bytes, one for v. */
/* moves: 12 messages, 2304 bytes */
