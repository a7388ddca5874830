/* The program begins here; the arrays are defined in grid.c. */
#include "heat.h"

#include <stdio.h>

int main(void)
{
    start();
    for (int k = 0; k < 10; k++) {
        relax(v, u);
        relax(u, v);
    }
    printf("begin\n");
    print_row("residual", residual());
    printf("end\n");
    return 0;
}
