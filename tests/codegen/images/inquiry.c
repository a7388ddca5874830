/* What is asked of nodes, templates and arrays, on 4 nodes. By XcalableMP's handbook: dimensions of
 * nodes and templates are numbered from the fastest, those of arrays as they are declared. Node 3 is
 * q[1][0]; the status is how much is wrong anywhere. */
#include <stdio.h>
#include <xmp.h>
int sizes[2] = {2, 4};
#pragma xmp nodes q[2][2]
#pragma xmp nodes half[2] = q[0][0:2]
#pragma xmp template t[9][12][16]
#pragma xmp distribute t[cyclic(2)][*][block] onto q
#pragma xmp template g[6]
#pragma xmp distribute g[gblock(sizes)] onto half
int a[12][9][16], b[6], c[16];
#pragma xmp align a[k][i][j] with t[i][k][j]
#pragma xmp shadow a[0][0][1:2]
#pragma xmp align b[i] with g[i]
#pragma xmp align c[j] with t[*][*][j]
int bad_here:[*];

/* 1: it is not told, or is something else. */
#define IS_NOT(told, value, expected) ((told) != 0 || (value) != (expected))

static int nodes(int me)
{
    int v = -1, bad = 0;
    bad += IS_NOT(xmp_nodes_ndims(xmp_desc_of(q), &v), v, 2);
    bad += IS_NOT(xmp_nodes_index(xmp_desc_of(q), 1, &v), v, 1 + (me - 1) % 2);
    bad += IS_NOT(xmp_nodes_index(xmp_desc_of(q), 2, &v), v, 1 + (me - 1) / 2);
    bad += IS_NOT(xmp_nodes_size(xmp_desc_of(half), 1, &v), v, 2);
    if (me <= 2)
        bad += IS_NOT(xmp_nodes_index(xmp_desc_of(half), 1, &v), v, me);
    else
        bad += !xmp_nodes_index(xmp_desc_of(half), 1, &v);
    return bad + !xmp_nodes_size(xmp_desc_of(q), 3, &v);
}

static int templates(void)
{
    int v = -1, map[2], bad = 0;
    xmp_desc_t of, on;
    bad += xmp_align_template(xmp_desc_of(a), &of) + xmp_dist_nodes(of, &on);
    bad += IS_NOT(xmp_template_ndims(of, &v), v, 3);
    bad += IS_NOT(xmp_template_lbound(of, 2, &v), v, 0);
    bad += IS_NOT(xmp_template_ubound(of, 1, &v), v, 15);
    bad += IS_NOT(xmp_template_ubound(of, 2, &v), v, 11);
    bad += IS_NOT(xmp_template_ubound(of, 3, &v), v, 8);
    bad += IS_NOT(xmp_dist_format(of, 1, &v), v, XMP_BLOCK);
    bad += IS_NOT(xmp_dist_format(of, 2, &v), v, XMP_NOT_DISTRIBUTED);
    bad += IS_NOT(xmp_dist_format(of, 3, &v), v, XMP_CYCLIC);
    bad += IS_NOT(xmp_dist_format(xmp_desc_of(g), 1, &v), v, XMP_GBLOCK);
    bad += IS_NOT(xmp_dist_blocksize(of, 1, &v), v, 8);
    bad += IS_NOT(xmp_dist_blocksize(of, 3, &v), v, 2);
    bad += IS_NOT(xmp_dist_axis(of, 1, &v), v, 1);
    bad += IS_NOT(xmp_dist_axis(of, 3, &v), v, 2);
    bad += IS_NOT(xmp_nodes_size(on, 2, &v), v, 2);
    bad += IS_NOT(xmp_dist_gblockmap(xmp_desc_of(g), 1, map), map[0], 2) + (map[1] != 4);
    return bad;
}

static int arrays(int me)
{
    int v = -1, bad = 0;
    bad += IS_NOT(xmp_align_axis(xmp_desc_of(a), 1, &v), v, 2);
    bad += IS_NOT(xmp_align_axis(xmp_desc_of(a), 2, &v), v, 3);
    bad += IS_NOT(xmp_align_axis(xmp_desc_of(a), 3, &v), v, 1);
    bad += IS_NOT(xmp_align_offset(xmp_desc_of(a), 3, &v), v, 0);
    bad += IS_NOT(xmp_align_replicated(xmp_desc_of(c), 1, &v), v, 0);
    bad += IS_NOT(xmp_align_replicated(xmp_desc_of(c), 3, &v), v, 1);
    bad += IS_NOT(xmp_array_ndims(xmp_desc_of(a), &v), v, 3);
    bad += IS_NOT(xmp_array_lbound(xmp_desc_of(a), 1, &v), v, 0);
    bad += IS_NOT(xmp_array_ubound(xmp_desc_of(a), 2, &v), v, 8);
    bad += IS_NOT(xmp_array_lshadow(xmp_desc_of(a), 3, &v), v, 1);
    bad += IS_NOT(xmp_array_ushadow(xmp_desc_of(a), 3, &v), v, 2);
    /* Cells 0, 1, 4, 5, 8 of the cyclic dimension are q[0]'s, 2, 3, 6, 7 those of q[1]. */
    bad += IS_NOT(xmp_array_lbound_global(xmp_desc_of(a), 2, &v), v, me <= 2 ? 0 : 2);
    bad += IS_NOT(xmp_array_ubound_global(xmp_desc_of(a), 2, &v), v, me <= 2 ? 8 : 7);
    bad += IS_NOT(xmp_array_lbound_global(xmp_desc_of(a), 3, &v), v, me % 2 ? 0 : 8);
    /* With its shadow, of 1 and 2 elements; 5 and 4 cells in cycles, 8 in blocks. */
    bad += IS_NOT(xmp_array_lsize(xmp_desc_of(a), 1, &v), v, 12);
    bad += IS_NOT(xmp_array_lsize(xmp_desc_of(a), 2, &v), v, me <= 2 ? 5 : 4);
    bad += IS_NOT(xmp_array_lsize(xmp_desc_of(a), 3, &v), v, 8 + 3);
    bad += !xmp_array_lsize(xmp_desc_of(a), 4, &v);
    bad += xmp_array_gsize(xmp_desc_of(a), 4) != -1;
    bad += xmp_array_gsize(xmp_desc_of(a), 2) != 9 || xmp_array_gcglbound(xmp_desc_of(a), 2);
    bad += xmp_array_gcgubound(xmp_desc_of(a), 3) != 15;
    bad += xmp_array_gcllbound(xmp_desc_of(a), 3) != (me % 2 ? 0 : 8);
    bad += xmp_array_gclubound(xmp_desc_of(a), 3) != (me % 2 ? 7 : 15);
    return bad;
}

int main(void)
{
    int me = xmp_node_num();
    bad_here = nodes(me) + 100 * templates() + 10000 * arrays(me);
#pragma xmp loop on t[*][*][j]
    for (int j = 0; j < 16; j++)
        c[j] = j;
#pragma xmp loop on g[i]
    for (int i = 0; i < 6; i++)
        b[i] = i;
    if (bad_here)
        fprintf(stderr, "%d: %d wrong\n", me, bad_here);
    xmp_sync_all(NULL);
    return bad_here:[0] + bad_here:[1] + bad_here:[2] + bad_here:[3] != 0;
}
