/* What a broadcast or a sum leaves in a variable is not what each processor had, unless all had the same. */
#include <xmp.h>
#pragma xmp nodes p[4]

int main(void)
{
    int me = xmp_node_num(), own[2], one = me + 2, same = 7, count = 1, most = 5;
    own[0] = me;
    own[1] = 3;
#pragma xmp bcast (own, one, same) from p[1]
#pragma xmp reduction (+:count)
#pragma xmp reduction (max:most)
    if (own[0] == me)
        own[1] = 1;
    if (one == me + 2)
        own[1] = 2;
    if (same == 7)
        own[1] = 3;
    if (count == 1)
        own[1] = 4;
    if (most == 5)
        own[1] = 5;
    return own[1];
}
