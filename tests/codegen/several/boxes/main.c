#include "box.h"
#include <stdio.h>

int main(void)
{
    Box b;
    box_make(&b, 24, 10);
    for (int t = 0; t < 5; t++)
        box_step(&b);
    printf("%.9g %.9g\n", box_sum(&b), scale());
    return 0;
}
