/* Images are numbered from 0, as xmpc_this_image() is, and nodes by xmp_node_num() from 1. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[2]
int x[4]:[*];

int main(void)
{
    if (xmp_node_num() == 1)
        x[1]:[2] = 5;
    xmp_sync_all(NULL);
    return 0;
}
