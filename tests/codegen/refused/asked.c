#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]

static int number(void)
{
    return xmp_node_num();
}

int main(void)
{
    int me = xmp_node_num();
    if (me == 1)
        puts("appears");
    else
        puts("does not");
#pragma xmp task on p[1]
    printf("%d\n", me);
#pragma xmp task on p[2]
    fprintf(stderr, "%d\n", number());
    return 0;
}
