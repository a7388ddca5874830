/* Reductions and broadcasts of arrays that are copied along one axis of 2 x 2 nodes and distributed along the
 * other: as a product of a matrix and a vector, whose rows are sums of what the nodes of a row have. The status is how many values
 * are wrong. */

#include <xmp.h>

#define N 10

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp template c[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp distribute c[cyclic][cyclic(2)] onto p
int m[N][N], x[N], w[N], v[N], both[3][N];
#pragma xmp align m[i][j] with t[i][j]
#pragma xmp align x[j] with t[*][j]
#pragma xmp align w[i] with t[i][*]
#pragma xmp align v[i] with c[*][i]
#pragma xmp align both[*][i] with c[i][*]
#pragma xmp shadow w[1]

static int wrong;

int main(void)
{
    /* Nodes 1 and 2 are row 0, 3 and 4 are row 1. */
    const int me = xmp_node_num(), row = (me - 1) / 2, column = (me - 1) % 2;
    int bad = 0;

#pragma xmp loop (i, j) on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = i + 2 * j;
#pragma xmp loop on t[:][j]
    for (int j = 0; j < N; j++)
        x[j] = j + 1;
#pragma xmp loop on t[i][:]
    for (int i = 0; i < N; i++)
        w[i] = 0;
#pragma xmp loop (i, j) on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            w[i] += m[i][j] * x[j];
#pragma xmp reduction (+:w) on p[*][:]
    /* i (1 + ... + 10) + 2 (0*1 + 1*2 + ... + 9*10) */
#pragma xmp loop on t[i][:]
    for (int i = 0; i < N; i++)
        bad += w[i] != 55 * i + 660;

    /* Both rows of nodes have other values of the same columns: 10 of row 0, 20 of row 1, and the index. */
#pragma xmp loop on c[:][i]
    for (int i = 0; i < N; i++)
        v[i] = 10 * (row + 1) + i;
#pragma xmp reduction (max:v) on p[:][*]
#pragma xmp loop on c[:][i]
    for (int i = 0; i < N; i++)
        bad += v[i] != 20 + i;
#pragma xmp loop on c[:][i]
    for (int i = 0; i < N; i++)
        v[i] = me * 100 + i;
#pragma xmp bcast (v) from p[1][*] on p[:][*]
#pragma xmp loop on c[:][i]
    for (int i = 0; i < N; i++)
        bad += v[i] != (column == 0 ? 300 : 400) + i;

    /* Rows of the plane go along. */
#pragma xmp loop on c[i][:]
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            both[k][i] = (column + 1) * (k + 1) + i;
#pragma xmp reduction (+:both) on p[*][:]
#pragma xmp loop on c[i][:]
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            bad += both[k][i] != 3 * (k + 1) + 2 * i;
    wrong = bad;
#pragma xmp reduction (+:wrong)
    return wrong;
}
