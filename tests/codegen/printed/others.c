/* Who prints what, on 4 nodes. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[12]
#pragma xmp distribute t[block] onto p
int a[12];
#pragma xmp align a[i] with t[i]

static void tell(int n)
{
    printf("told %d\n", n);
}

#define SAY(what) do { printf("macro %s\n", what); puts("twice"); } while (0)

int main(void)
{
    int me = xmpc_node_num(), length = 0;
    puts("once, as all do");
#pragma xmp loop on t[i]
    for (int i = 0; i < 12; i += 5) {
        a[i] = i;
        printf("element %d\n", a[i]);
    }
#pragma xmp task on t[7]
    printf("the owner of 7\n");
#pragma xmp task on p[2:2]
    {
        if (me == 3)
            puts("the last node");
        printf("two nodes\n");
    }
    if (xmpc_node_num() == 1) {
        tell(1);
        length = printf("node 1\n");
    }
    if (xmpc_node_num() == 0)
        tell(0);
    tell(9);
#pragma xmp task on p[1]
    SAY("node");
    if (xmpc_node_num() == 1)
        fprintf(stdout, "length %d\n", length);
    return 0;
}
