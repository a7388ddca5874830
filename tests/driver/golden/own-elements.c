/* A program that asks which node it is knows whose elements it reads: no warning. */
#include <xmp.h>
#define N 16
double a[N], s;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
    int me = xmpc_node_num();
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = i;
    if (me == 1 && a[4] > 0)
        s = a[5];
    if (xmp_node_num() == 1) {
        if (a[0] == 1) s = 2;
    } else
        s = a[7];
    return 0;
}
