/* What XcalableMP's library tells of nodes, templates and arrays. t[100] is in blocks of 25, so that
 * of a, whose a[i] is at t[i + 8], a node at c has 25 c - 8 to 25 c + 16, those from 0 to 79, and
 * with its shadow 2 + 1 more. Dimension 1 of nodes is the last. */
#include <xmp.h>
#define N 80
#pragma xmp nodes p[2][4]
#pragma xmp template t[6][100]
#pragma xmp distribute t[cyclic][block] onto p
double a[6][N];
#pragma xmp align a[j][i] with t[j][i + 8]
#pragma xmp shadow a[0][2:1]

int main(void)
{
    int first, last, local, upper, below, above, rank, nodes, me;
    double x[200], y = 0;
    xmp_array_lbound_global(xmp_desc_of(a), 2, &first);
    xmp_array_ubound_global(xmp_desc_of(a), 2, &last);
    xmp_array_lsize(xmp_desc_of(a), 2, &local);
    xmp_array_ubound(xmp_desc_of(a), 1, &upper);
    xmp_array_lshadow(xmp_desc_of(a), 2, &below);
    xmp_array_ushadow(xmp_desc_of(a), 2, &above);
    xmp_array_ndims(xmp_desc_of(a), &rank);
    xmp_nodes_size(xmp_desc_of(p), 1, &nodes);
    xmp_nodes_index(xmp_desc_of(p), 2, &me);
    for (int i = first; i <= last; i++)
        x[i] = 1;
    for (int i = 0; i < local; i++)
        x[i] += 2;
    for (int i = upper; i < nodes * 10; i += rank)
        x[i] += 3;
    for (int i = me; i < 10 * below + above; i++)
        x[i] += 4;
    for (int i = 0; i < xmp_array_gsize(xmp_desc_of(a), 2); i++)
        y += x[i];
    return y > 0;
}
