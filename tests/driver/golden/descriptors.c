/* Functions of descriptors and images that send have a warning each, those that inquire none. */
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[64]
#pragma xmp distribute t[block] onto p
double a[64][64], b[64][64], c[64][64], v[64];
int mask[64], at[64];
#pragma xmp align [i][*] with t[i] :: a, b, c
#pragma xmp align [i] with t[i] :: v, mask, at

int main(void)
{
    int rank;
    xmp_desc_t d = xmp_desc_of(a);
    xmp_array_ndims(d, &rank);
    xmp_matmul(xmp_desc_of(c), d, xmp_desc_of(b));
    for (int k = 0; k < 3; k++)
        xmp_transpose(xmp_desc_of(c), d, 1);
    xmp_scatter(xmp_desc_of(v), xmp_desc_of(v), xmp_desc_of(at));
    xmp_pack(xmp_desc_of(v), d, xmp_desc_of(mask));
    xmp_sync_all(0);
    return xmp_num_nodes() - xmp_node_num();
}
