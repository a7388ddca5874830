/* XcalableMP: conditions that ask for the number of the node decide who executes what no loop
 * divides. a[40] is the third node's; a[i-1] is needed by whoever executes the iteration. */
#include <xmp.h>
#define N 64
double a[N], b[N], sum;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align [i] with t[i] :: a, b
int main(void)
{
    int me = xmp_node_num(), other = 1;
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++) {
        if (me == 2)
            b[i] = a[i - 1];
    }
    if (me == 1)
        sum = a[0] + a[40];
    if (other != xmpc_node_num()) {
        a[40] = 1;
    } else {
        a[16] = a[31] + a[32];
    }
    if (me == 3)
        a[47] = 1;
    return 0;
}
/* no proof: what nothing fetches is not there */
