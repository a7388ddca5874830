/* Elements that the node of a task owns, which constants and loops name, where the number of nodes is
 * known and where only --procs, or an arrangement with numbers, says it. On 4 nodes; the status is
 * how many elements are wrong. */
#include <stdio.h>
#include <xmp.h>

#define N 16
#pragma xmp nodes p[4]
#pragma xmp nodes any[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp template u[N]
#pragma xmp distribute u[cyclic] onto any
int a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with u[i]
int wrong:[*];

int main(void)
{
#pragma xmp task on p[0]
    {
        a[0] = 10;
        a[3] = 13;
        for (int i = 1; i < 3; i++)
            a[i] = 10 + i;
    }
#pragma xmp task on p[2]
    for (int i = 11; i >= 8; i--)
        a[i] = 10 + i;
#pragma xmp task on any[3]
    {
        b[3] = 1;
        b[15] = 2;
    }
#pragma xmp task on any[1]
    b[5] = 3;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        wrong += a[i] != (i / 4 % 2 == 0 ? 10 + i : 0);
#pragma xmp loop on u[i]
    for (int i = 0; i < N; i++)
        wrong += b[i] != (i == 3) + 2 * (i == 15) + 3 * (i == 5);
    xmp_sync_all(NULL);
    return wrong:[0] + wrong:[1] + wrong:[2] + wrong:[3] != 0;
}
