/* All processors send their parts of an array to the first. */

#include <xmp.h>

static double a[N], b[N];
static double work[PROCS];
#pragma xmp nodes p[PROCS]
#pragma xmp nodes q[1] = p[0:1]
#pragma xmp template t[N]
#pragma xmp template s[N]
#pragma xmp template w[PROCS]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute s[block] onto q
#pragma xmp distribute w[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with s[i]
#pragma xmp align work[i] with w[i]

int main(void)
{
    int i, k;

    /* Processor p begins p additions later. */
#pragma xmp loop (i) on w[i]
    for (i = 0; i < PROCS; i++)
        for (k = 0; k < i; k++)
            work[i] = work[i] + 1.0;
#pragma xmp gmove
    b[0:N] = a[0:N];
    return 0;
}
