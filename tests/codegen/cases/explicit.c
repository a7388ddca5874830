/* What an XcalableMP program states: reductions of arrays and with places, broadcasts, posts,
 * tasks on parts of the nodes. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
static double a[N][N], v[4], x;
static int note[3];
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align a[i][j] with t[i][j]

int main(void)
{
    int i, j, ii = -1, jj = -1, li = -1, lj = -1;
    double big = -1, small = 100;
#pragma xmp loop (i,j) on t[i][j]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = (i * 5 + j) % 7 + 0.5;
#pragma xmp loop (i,j) on t[i][j] reduction(firstmax:big/ii,jj/)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (a[i][j] > big) {
                big = a[i][j];
                ii = i;
                jj = j;
            }
#pragma xmp loop (i,j) on t[i][j] reduction(lastmin:small/li,lj/)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (a[i][j] <= small) {
                small = a[i][j];
                li = i;
                lj = j;
            }
    printf("%g %d %d %g %d %d\n", big, ii, jj, small, li, lj);
#pragma xmp loop (i,j) on t[i][j]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            v[i % 4] += a[i][j];
#pragma xmp reduction(+:v)
    printf("%g %g %g %g\n", v[0], v[1], v[2], v[3]);
#pragma xmp task on p[1][0]
    {
        x = 3;
        note[0] = 7;
    }
#pragma xmp bcast (x,note) from p[1][0]
    printf("%g %d\n", x, note[0]);
    return 0;
}
