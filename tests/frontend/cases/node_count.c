/* The number of nodes is known once they are declared. */
#include <stdlib.h>
#include <xmp.h>
#pragma xmp nodes p[2][3]
#pragma xmp nodes q[6]
#pragma xmp template t[60]
#pragma xmp distribute t[block] onto q
float a[60];
#pragma xmp align a[i] with t[i]
int procs, half;
int main(void)
{
    procs = xmp_num_nodes();
    half = procs / 2;
    int *sizes = malloc(procs * sizeof(int));
#pragma xmp loop on t[i]
    for (int i = 0; i < 60; i++)
        a[i] = 0.0f;
    for (int k = 0; k < half; k++)
        sizes[k] = k;
    free(sizes);
    return 0;
}
