/* Waits that name no number, or no node, beside others that do: each post is taken once, by one that
 * names it if there is any by then. The status is how many things are wrong. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
int counted:[*];

/* 3 nodes send 20 posts each: 60 waits for any of them end, and no more come. */
static void from_all(void)
{
    int me = xmp_node_num();
    if (me != 1) {
        for (int i = 0; i < 20; i++) {
#pragma xmp post (p[0], 3)
        }
    }
#pragma xmp task on p[0]
    {
        for (int i = 0; i < 60; i++) {
#pragma xmp wait
            counted++;
        }
    }
}

/* The second is taken out of turn: what has come before it stays for the two that are left. */
static void out_of_turn(void)
{
#pragma xmp task on p[0]
    {
#pragma xmp post (p[0], 9)
#pragma xmp post (p[0], 8)
#pragma xmp post (p[0], 0)
#pragma xmp wait (p[0], 8)
        counted++;
#pragma xmp wait (p[0])
        counted++;
#pragma xmp wait
        counted++;
    }
}

/* The other side is a variable of the block. */
static void of_block(void)
{
#pragma xmp task on p[1]
    {
        int to = 3;
        counted = 0;
#pragma xmp post (p[to], 5)
    }
#pragma xmp task on p[3]
    {
        int from = 1, tag = 5;
#pragma xmp wait (p[from], tag)
    }
}

int main(void)
{
    of_block();
    from_all();
    xmp_sync_all(NULL);
    out_of_turn();
    xmp_sync_all(NULL);
    return counted:[0] != 63;
}
