/* Functions of XcalableMP's library that work on whole arrays, two of them in a task of two nodes, and on arrays of two functions that
 * have one name. The status is how many elements are wrong. */
#include <complex.h>
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p
#pragma xmp nodes low[2] = p[0:2]
#pragma xmp template t[11]
#pragma xmp distribute t[cyclic] onto p
#pragma xmp template s[5][7]
#pragma xmp distribute s[block][cyclic(2)] onto q
#pragma xmp template u[7][5]
#pragma xmp distribute u[cyclic][block] onto q
#pragma xmp template square[5][5]
#pragma xmp distribute square[block][block] onto q
#pragma xmp template half[6]
#pragma xmp distribute half[block] onto low
short a[5][7], turned[7][5], mask[5][7];
float complex x[5][5], y[5][7], z[7][5];
int v[11], w[11], at[11];
double lower[6], sorted[6];
#pragma xmp align [i][j] with s[i][j] :: a, mask, y
#pragma xmp align [i][j] with u[i][j] :: turned, z
#pragma xmp align x[i][j] with square[i][j]
#pragma xmp align [i] with t[i] :: v, w, at
#pragma xmp align [i] with half[i] :: lower, sorted
int i, j, wrong;

static void scatter(void)
{
    int b[11];
#pragma xmp align b[i] with t[i]
#pragma xmp loop on t[i]
    for (i = 0; i < 11; i++)
        b[i] = 7;
    xmp_scatter(xmp_desc_of(b), xmp_desc_of(v), xmp_desc_of(at));
#pragma xmp loop on t[i] reduction(+:wrong)
    for (i = 0; i < 11; i++)
        wrong += b[i] != 10 * (i * 4 % 11); /* 3 * (4 * i) = i modulo 11 */
}

static void gather(void)
{
    int b[11];
#pragma xmp align b[i] with t[i]
    xmp_gather(xmp_desc_of(b), xmp_desc_of(v), xmp_desc_of(at));
#pragma xmp loop on t[i] reduction(+:wrong)
    for (i = 0; i < 11; i++)
        wrong += b[i] != 10 * (i * 3 % 11);
}

int main(void)
{
    int number = 0;
#pragma xmp loop on s[i][j]
    for (i = 0; i < 5; i++)
        for (j = 0; j < 7; j++) {
            a[i][j] = 10 * i + j;
            mask[i][j] = (i + j) % 4 == 1;
            y[i][j] = i + j * I;
        }
    xmp_transpose(xmp_desc_of(turned), xmp_desc_of(a), 0);
#pragma xmp loop on u[i][j] reduction(+:wrong)
    for (i = 0; i < 7; i++)
        for (j = 0; j < 5; j++)
            wrong += turned[i][j] != 10 * j + i;

#pragma xmp loop on u[i][j]
    for (i = 0; i < 7; i++)
        for (j = 0; j < 5; j++)
            z[i][j] = i == j + 2 ? 2 : 0;
    xmp_matmul(xmp_desc_of(x), xmp_desc_of(y), xmp_desc_of(z));
#pragma xmp loop on square[i][j] reduction(+:wrong)
    for (i = 0; i < 5; i++)
        for (j = 0; j < 5; j++)
            wrong += x[i][j] != 2 * (i + (j + 2) * I);

#pragma xmp loop on t[i]
    for (i = 0; i < 11; i++) {
        v[i] = 10 * i;
        at[i] = i * 3 % 11;
        w[i] = i * 3 % 11;
    }
    gather();
    scatter();
    xmp_sort_down(xmp_desc_of(w), xmp_desc_of(v));
#pragma xmp loop on t[i] reduction(+:wrong)
    for (i = 0; i < 11; i++)
        wrong += v[i] != 10 - i;

#pragma xmp task on low
    {
        number = xmp_node_num() * 10 + xmp_num_nodes();
#pragma xmp loop on half[i]
        for (i = 0; i < 6; i++)
            lower[i] = (i * 5 + 2) % 6 / 2.0;
        xmp_sort_up(xmp_desc_of(lower), xmp_desc_of(sorted));
#pragma xmp loop on half[i]
        for (i = 0; i < 6; i++)
            number += sorted[i] != i / 2.0 ? 1000 : 0;
    }
    wrong += number != (xmp_node_num() < 3 ? xmp_node_num() * 10 + 2 : 0);
    if (wrong)
        fprintf(stderr, "%d wrong\n", wrong);
    return wrong;
}
