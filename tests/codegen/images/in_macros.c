/* Other images where macros stand: names of numbers in sections, and <xmp.h>'s xmp_atomic_define and
 * xmp_atomic_ref. On 4 nodes; the status is how many elements are wrong. */
#include <stdio.h>
#include <xmp.h>

#define N 6
#define FIRST (1)

#pragma xmp nodes p[4]

int a[N]:[*], b[N][N]:[*], flag:[*], told:[*];

int main(void)
{
    const int me = xmpc_this_image(), next = (me + 1) % 4, before = (me + 3) % 4;
    int c[N], bad = 0, got = -1;
    for (int i = 0; i < N; i++) {
        a[i] = 10 * me + i;
        c[i] = -1;
        for (int j = 0; j < N; j++)
            b[i][j] = 100 * me + 10 * i + j;
    }
    xmp_sync_all(NULL);
    c[0:N - 1] = a[FIRST:N - 1]:[next];
    for (int i = 0; i < N - 1; i++)
        bad += c[i] != 10 * next + i + 1;
    bad += c[N - 1] != -1;
    c[N / 2:2] = a[0:N / 2 - 1]:[next];
    bad += (c[3] != 10 * next) + (c[4] != 10 * next + 1) + (c[2] != 10 * next + 3);
    bad += b[2][N - 1]:[next] != 100 * next + 25;
    xmp_sync_all(NULL);

    b[1:N - 1][0:FIRST]:[next] = b[0:N - 1][N - 1:1];
    a[FIRST]:[next] = 7 + me;
    a[3]:[next] = me;
    xmp_atomic_define(flag:[next], 5 * me + 1);
    xmp_atomic_define(told, me);
    xmp_sync_all(NULL);
    for (int i = 1; i < N; i++)
        bad += b[i][0] != 100 * before + 10 * (i - 1) + N - 1;
    bad += (b[0][0] != 100 * me) + (b[1][1] != 100 * me + 11);
    bad += (a[1] != 7 + before) + (a[3] != before) + (flag != 5 * before + 1);
    xmp_atomic_ref(&got, told:[before]);
    bad += got != before;
    xmp_atomic_ref(&got, flag);
    bad += got != 5 * before + 1;
    if (bad)
        fprintf(stderr, "%d: %d wrong\n", me, bad);
    xmp_sync_all(NULL);
    told = bad;
    xmp_sync_all(NULL);
    return told:[0] + told:[1] + told:[2] + told:[3] != 0;
}
