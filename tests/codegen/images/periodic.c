/* Reflects and reduce_shadow that go round, in one dimension and two, with blocks that are equal and
 * not. The status is how many values are wrong. */

#include <xmp.h>

#define N 24
#define R 8
#define C 6

#pragma xmp nodes p[4]
#pragma xmp nodes g[2][2] = p
#pragma xmp template t[N]
#pragma xmp template o[21]
#pragma xmp template s[R][C]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute o[gblock((/4, 8, 3, 6/))] onto p
#pragma xmp distribute s[block][block] onto g
int a[N], b[N];
#pragma xmp align [i] with t[i] :: a, b
#pragma xmp shadow a[2]
int u[21];
#pragma xmp align u[i] with o[i]
#pragma xmp shadow u[1:2]
int m[R][C];
#pragma xmp align m[i][j] with s[i][j]
#pragma xmp shadow m[1][1]

static int wrong;

int main(void)
{
    int sum = 0, most = 0, bad = 0;

    /* a[i] is the sum of the two before it, three times: of 0, 1, .. each step doubles the sum, and
     * element 5 is a[2] + 3 a[1] + 3 a[0] + a[-1] = 2 + 3 + 0 + 23. */
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int step = 0; step < 3; step++) {
#pragma xmp reflect (a) width(/periodic/2:0)
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            b[i] = a[i-1] + a[i-2];
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            a[i] = b[i];
    }
#pragma xmp loop on t[i] reduction(+:sum) reduction(max:most)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        most = i == 5 && a[i] > most ? a[i] : most;
    }
    wrong += sum != 8 * 276;
    wrong += most != 28;

    /* Blocks of other lengths: the three neighbours of element i, each by hand. */
#pragma xmp loop on o[i]
    for (int i = 0; i < 21; i++)
        u[i] = 100 + i;
#pragma xmp reflect (u) width(/periodic/1:2)
#pragma xmp loop on o[i] reduction(+:bad)
    for (int i = 0; i < 21; i++) {
        bad += u[i-1] != 100 + (i + 20) % 21;
        bad += u[i+1] != 100 + (i + 1) % 21;
        bad += u[i+2] != 100 + (i + 2) % 21;
    }
    wrong += bad;

    /* All eight neighbours, corners too, of a plane that goes round in both dimensions. */
    bad = 0;
#pragma xmp loop (i, j) on s[i][j]
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] = 10 * i + j;
#pragma xmp reflect (m) width(/periodic/1, /periodic/1)
#pragma xmp loop (i, j) on s[i][j] reduction(+:bad)
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++) {
            const int up = 10 * ((i + R - 1) % R), down = 10 * ((i + 1) % R);
            const int left = (j + C - 1) % C, right = (j + 1) % C;
            bad += m[i-1][j-1] != up + left || m[i-1][j] != up + j || m[i-1][j+1] != up + right;
            bad += m[i][j-1] != 10 * i + left || m[i][j+1] != 10 * i + right;
            bad += m[i+1][j-1] != down + left || m[i+1][j] != down + j || m[i+1][j+1] != down + right;
        }
    wrong += bad;

    /* Round in one dimension, and not in the other; without corners. */
    bad = 0;
#pragma xmp loop (i, j) on s[i][j]
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] = 7 * i - j;
#pragma xmp reflect (m) width(/periodic/1, 1) orthogonal
#pragma xmp loop (i, j) on s[i][j] reduction(+:bad)
    for (int i = 0; i < R; i++)
        for (int j = 1; j < C - 1; j++) {
            bad += m[i-1][j] != 7 * ((i + R - 1) % R) - j || m[i+1][j] != 7 * ((i + 1) % R) - j;
            bad += m[i][j-1] != 7 * i - (j - 1) || m[i][j+1] != 7 * i - (j + 1);
        }
    wrong += bad;

    /* Each iteration gives 1 to the element before it and i to that after it, round the ends. */
    sum = 0, bad = 0;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = 0;
#pragma xmp reflect (a) width(/periodic/1)
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        a[i-1] += 1;
        a[i+1] += i;
    }
#pragma xmp reduce_shadow (a) width(/periodic/1)
#pragma xmp loop on t[i] reduction(+:bad)
    for (int i = 0; i < N; i++)
        bad += a[i] != 1 + (i + N - 1) % N;
    wrong += bad;
    return wrong;
}
