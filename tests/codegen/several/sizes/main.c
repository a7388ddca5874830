/* The bounds of loops are another file's variable, and a macro of a header. */
#include "sizes.h"

#include <stdio.h>

double x[SIZE];

int main(int argc, char **argv)
{
    (void)argv;
    steps = argc + 2;
    used = SIZE - argc;
    for (int i = 0; i < SIZE; i++)
        x[i] = i;
    work();
    printf("%g\n", total());
    return 0;
}
