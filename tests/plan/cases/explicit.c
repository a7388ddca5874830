/* XcalableMP: each explicit communication becomes one of the node program, in its
 * order; a reflect goes dimension by dimension, corners with the second. */
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
/* By hand, blocks of 32 x 32. A row each way in 2 pairs: 4 messages, 128 elements; two
 * columns to the left, of 33 with the corner: 2, 132. Again without corners: 4, 128
 * and 2, 128. */
/* moves: 12 messages, 4128 bytes */
