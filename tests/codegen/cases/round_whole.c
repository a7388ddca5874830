/* A reflect that goes round, of arrays that are kept whole, too: one processor's element is moved
 * to all. In plain C the ends are copied by hand. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp nodes q[1][*]
#pragma xmp template u[6][N]
#pragma xmp distribute u[block][block] onto q
#ifdef PLAIN_C
static double a_room[N + 3], c_room[6][N + 3];
#define a (a_room + 1)
#define AT(i, j) c_room[i][(j) + 1]
#else
static double a[N], c[6][N];
#define AT(i, j) c[i][j]
#endif
static double b[N], d[6][N], last, corner;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp align c[i][j] with u[i][j]
#pragma xmp align d[i][j] with u[i][j]
#pragma xmp shadow a[1:2]
#pragma xmp shadow c[0][1:2]

int main(void)
{
    double sum = 0, first = 0;
    int i, j;

#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        a[i] = i + 1;
#pragma xmp loop on u[i][j]
    for (i = 0; i < 6; i++)
        for (j = 0; j < N; j++)
            AT(i, j) = i * 100 + j;
#ifdef PLAIN_C
    a[-1] = a[N - 1], a[N] = a[0], a[N + 1] = a[1];
    for (i = 0; i < 6; i++)
        AT(i, -1) = AT(i, N - 1), AT(i, N) = AT(i, 0), AT(i, N + 1) = AT(i, 1);
#endif
#pragma xmp reflect(a) width(/periodic/1:2)
#pragma xmp reflect(c) width(0, /periodic/1:2)
#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        b[i] = a[i - 1] * 1000 + a[i + 2];
#pragma xmp loop on u[i][j]
    for (i = 0; i < 6; i++)
        for (j = 0; j < N; j++)
            d[i][j] = AT(i, j - 1) * 1000 + AT(i, j + 2);
#pragma xmp gmove
    last = a[N - 1];
#pragma xmp gmove
    corner = AT(5, N - 1);
#pragma xmp loop on t[i] reduction(+ : sum) reduction(max : first)
    for (i = 0; i < N; i++) {
        sum += b[i] * (i + 1);
        if (i == 0)
            first = b[i];
    }
#pragma xmp loop on u[i][j] reduction(+ : sum)
    for (i = 0; i < 6; i++)
        for (j = 0; j < N; j++)
            sum += d[i][j] * (j + 1) * (i + 1);
    printf("%.1f %.1f %.1f %.1f\n", sum, first, last, corner);
    return 0;
}
