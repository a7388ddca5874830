/* Not all participants execute a communication. */
#include <stdio.h>
#include <xmp.h>
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
int a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[N - 1 - i]

int main(void)
{
    int s = 0, me = xmp_node_num();
#pragma xmp task on p[1]
    {
#pragma xmp gmove in
        a[4:4] = b[4:4];
#pragma xmp reduction(+:s)
    }
#pragma xmp task on p[1:2]
    s++;
    if (me == 2) {
#pragma xmp bcast (s)
    }
    printf("%d\n", s);
    return 0;
}
