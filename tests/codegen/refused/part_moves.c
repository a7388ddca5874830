/* Nodes outside of a task on a part of all would have to send. */
#include <xmp.h>
#define N 16
#pragma xmp nodes p[4]
#pragma xmp nodes low[2] = p[0:2]
#pragma xmp nodes high[2] = p[2:2]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto low
#pragma xmp template u[N]
#pragma xmp distribute u[cyclic] onto high
int a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with u[i]

int main(void)
{
#pragma xmp task on low
    {
#pragma xmp gmove in
        a[:] = b[:];
    }
#pragma xmp task on high
    {
#pragma xmp gmove out
        a[:] = b[:];
    }
    return 0;
}
