/* XcalableMP: a reflect around all ends of three dimensions takes the corners along that
 * earlier dimensions have fetched from the other end. */
#define N 8
#pragma xmp nodes p[2][2][2]
#pragma xmp template t[N][N][N]
#pragma xmp distribute t[block][block][block] onto p
double u[N][N][N];
#pragma xmp align u[i][j][k] with t[i][j][k]
#pragma xmp shadow u[1][1][1]
int main(void)
{
#pragma xmp reflect (u) width(/periodic/1, /periodic/1, /periodic/1)
    return 0;
}
/* By hand: blocks of 4 x 4 x 4, and the neighbour on both sides is the same one. Two
 * planes of 4 x 4, then two of 4 x 6 and two of 6 x 6 doubles, to each of 8. */
/* moves: 24 messages, 9728 bytes */
