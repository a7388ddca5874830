/* Which indices a node owns, where the array is smaller than its template, or begins later: on 4
 * nodes, by the definition of a block. A node without elements is told a first index above the last.
 * The same loops are predicted of each node (counted.txt). */
#include <stdio.h>
#include <xmp.h>
double a[10][7], b[13], c[3], x[64];
#pragma xmp nodes p[2][2]
#pragma xmp template t[10][9]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align a[i][j] with t[i][j + 1]
#pragma xmp nodes q[4]
#pragma xmp template s[20]
#pragma xmp distribute s[block(5)] onto q
#pragma xmp align b[i] with s[i + 2]
#pragma xmp align c[i] with s[i + 6]
int bad_here:[*];

static int is_wrong(int lower, int upper, int begin, int block, int extent)
{
    int first = begin > 0 ? begin : 0;
    int last = begin + block - 1 < extent - 1 ? begin + block - 1 : extent - 1;
    for (int i = lower - 25; i < upper + 25; i++)
        x[i & 63] += 1;
    return lower != first || upper != last;
}

int main(void)
{
    int me = xmp_node_num() - 1, lower, upper, bad = 0;
    xmp_array_lbound_global(xmp_desc_of(a), 1, &lower);
    xmp_array_ubound_global(xmp_desc_of(a), 1, &upper);
    bad += is_wrong(lower, upper, me / 2 * 5, 5, 10);
    xmp_array_lbound_global(xmp_desc_of(a), 2, &lower);
    xmp_array_ubound_global(xmp_desc_of(a), 2, &upper);
    bad += 10 * is_wrong(lower, upper, me % 2 * 5 - 1, 5, 7);
    xmp_array_lbound_global(xmp_desc_of(b), 1, &lower);
    xmp_array_ubound_global(xmp_desc_of(b), 1, &upper);
    bad += 100 * is_wrong(lower, upper, me * 5 - 2, 5, 13);
    xmp_array_lbound_global(xmp_desc_of(c), 1, &lower);
    xmp_array_ubound_global(xmp_desc_of(c), 1, &upper);
    bad += 1000 * is_wrong(lower, upper, me * 5 - 6, 5, 3);
    /* A node has so many elements, which may be none: the first begins 6 indices before. */
    static const int b_of[4] = {3, 5, 5, 0}, c_of[4] = {0, 3, 0, 0};
    xmp_array_lsize(xmp_desc_of(b), 1, &upper);
    xmp_array_lsize(xmp_desc_of(c), 1, &lower);
    bad += 10000 * (upper != b_of[me] || lower != c_of[me]);
    bad_here = bad;
    if (bad)
        fprintf(stderr, "%d: %d wrong\n", me, bad);
    xmp_sync_all(NULL);
    return bad_here:[0] + bad_here:[1] + bad_here:[2] + bad_here:[3] != 0;
}
