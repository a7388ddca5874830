/* XcalableMP's compilers know the operator xmp_desc_of without a header. */
extern int xmp_nodes_ndims(void *nodes, int *count);
#pragma xmp nodes p[4]
int main(void)
{
    int count;
    return xmp_nodes_ndims(xmp_desc_of(p), &count);
}
