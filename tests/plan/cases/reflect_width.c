/* A width by name follows --set: the offsets it stands for are a loop. */
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
/* By hand, blocks of 8 x 8. Rows: 2 x 8 each way, in 2 pairs: 4 messages, 64 elements.
 * Columns with the 2 rows of the shadow that exist: 1 x 10 to the right, 2 x 10 to the
 * left, in 2 pairs: 4, 60. Without corners, 2 x 8 to the left: 2, 32. */
/* moves: 10 messages, 1248 bytes */
