/* What is asked of parts of nodes, of templates that a template_fix completes, and of places in local
 * memory, on 4 nodes; `*` is as many as the other arrangements leave. Worked out by hand from
 * XcalableMP's handbook: nodes are numbered from 1, dimensions of nodes from the fastest. Node 3 is
 * q[1][0]. The status is how much is wrong anywhere. */
#include <stdio.h>
#include <xmp.h>

#pragma xmp nodes q[2][2]
#pragma xmp nodes row[2] = q[1][0:2]
#pragma xmp nodes every[2] = q[0:2][1]
#pragma xmp nodes all[4] = *
#pragma xmp nodes rest[2][*]
#pragma xmp template t[9][16]
#pragma xmp distribute t[cyclic(2)][block] onto q
#pragma xmp template late[:]
#pragma xmp distribute late[block] onto all
#pragma xmp template half[8]
#pragma xmp distribute half[block] onto row
int a[9][16], b[8], c[8];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp shadow a[0][1:2]
#pragma xmp align b[i] with late[i]
#pragma xmp align c[i] with half[i]
int bad_here:[*];

/* 1: it is not told, or is something else. */
#define IS_NOT(told, value, expected) ((told) != 0 || (value) != (expected))

static int nodes(int me)
{
    int v = -1, low[2] = {-1, -1}, high[2] = {-1, -1}, step[2] = {-1, -1}, bad = 0;
    xmp_desc_t of;
    bad += IS_NOT(xmp_nodes_equiv(xmp_desc_of(row), &of, low, high, step), low[0], 1);
    bad += (high[0] != 2) + (step[0] != 1) + (low[1] != 2) + (high[1] != 2);
    bad += IS_NOT(xmp_nodes_size(of, 2, &v), v, 2);
    bad += IS_NOT(xmp_nodes_equiv(xmp_desc_of(every), &of, low, high, step), low[0], 2);
    bad += (high[0] != 2) + (low[1] != 1) + (high[1] != 2) + (step[1] != 1);
    bad += !xmp_nodes_equiv(xmp_desc_of(q), &of, low, high, step);
    bad += IS_NOT(xmp_nodes_attr(xmp_desc_of(q), &v), v, XMP_ENTIRE_NODES);
    bad += IS_NOT(xmp_nodes_attr(xmp_desc_of(all), &v), v, XMP_EXECUTING_NODES);
    bad += IS_NOT(xmp_nodes_attr(xmp_desc_of(row), &v), v, XMP_EQUIVALENCE_NODES);
    bad += !xmp_nodes_attr(xmp_desc_of(t), &v);
    bad += xmp_dist_nodes(xmp_desc_of(half), &of);
    bad += IS_NOT(xmp_nodes_ndims(of, &v), v, 1);
    bad += IS_NOT(xmp_dist_axis(xmp_desc_of(half), 1, &v), v, 1);
    bad += IS_NOT(xmp_nodes_attr(of, &v), v, XMP_EQUIVALENCE_NODES);
    bad += IS_NOT(xmp_nodes_size(xmp_desc_of(rest), 1, &v), v, 2);
    bad += IS_NOT(xmp_nodes_size(xmp_desc_of(rest), 2, &v), v, 2);
    return bad + IS_NOT(xmp_nodes_index(xmp_desc_of(rest), 2, &v), v, 1 + (me - 1) / 2);
}

/* Rows 0, 1, 4, 5, 8 are q[0]'s, 2, 3, 6, 7 those of q[1]; columns 0 to 7 are [0]'s, 8 to 15 those
 * of [1], each after one of the shadow. */
static int places(int me)
{
    int v = -1, bad = 0;
    const int is_lower = me <= 2, is_left = me % 2;
    bad += IS_NOT(xmp_array_gtol(xmp_desc_of(a), 1, is_lower ? 5 : 6, &v), v, is_lower ? 3 : 2);
    bad += IS_NOT(xmp_array_gtol(xmp_desc_of(a), 1, is_lower ? 8 : 3, &v), v, is_lower ? 4 : 1);
    /* of the other's: at its owner */
    bad += IS_NOT(xmp_array_gtol(xmp_desc_of(a), 1, is_lower ? 3 : 4, &v), v, is_lower ? 1 : 2);
    bad += !xmp_array_gtol(xmp_desc_of(a), 1, 9, &v);
    bad += IS_NOT(xmp_array_gtol(xmp_desc_of(a), 2, is_left ? 0 : 8, &v), v, 1);
    bad += IS_NOT(xmp_array_gtol(xmp_desc_of(a), 2, is_left ? 8 : 7, &v), v, is_left ? 9 : 0);
    return bad + !xmp_array_gtol(xmp_desc_of(a), 2, is_left ? 12 : 5, &v);
}

int main(int argc, char **argv)
{
    xmp_init(&argc, &argv);
    int v = -1, bad = 0, me = xmp_node_num();
    bad += IS_NOT(xmp_template_fixed(xmp_desc_of(late), &v), v, 0);
    bad += IS_NOT(xmp_template_fixed(xmp_desc_of(t), &v), v, 1);
#pragma xmp template_fix[block] late[8]
    bad += IS_NOT(xmp_template_fixed(xmp_desc_of(late), &v), v, 1);
    bad_here = bad + 100 * nodes(me) + 10000 * places(me);
#pragma xmp loop on late[i]
    for (int i = 0; i < 8; i++)
        b[i] = i;
#pragma xmp loop on half[i]
    for (int i = 0; i < 8; i++)
        c[i] = i;
#pragma xmp loop on t[i][j]
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 16; j++)
            a[i][j] = i + j;
    if (bad_here)
        fprintf(stderr, "%d: %d wrong\n", me, bad_here);
    xmp_sync_all(NULL);
    v = bad_here:[0] + bad_here:[1] + bad_here:[2] + bad_here:[3] != 0;
    xmp_finalize();
    return v;
}
