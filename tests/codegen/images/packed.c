/* xmp_pack and xmp_unpack, in C's order of elements; macros that functions define for themselves. The status is how much is wrong. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p

static int pack(void)
{
#define ROWS 5
#define COLUMNS 6
    int wrong = 0, i, j;
#pragma xmp template s[ROWS][COLUMNS]
#pragma xmp distribute s[cyclic][block] onto q
#pragma xmp template t[ROWS * COLUMNS]
#pragma xmp distribute t[block] onto p
    double a[ROWS][COLUMNS], v[ROWS * COLUMNS];
    int mask[ROWS][COLUMNS];
#pragma xmp align a[i][j] with s[i][j]
#pragma xmp align mask[i][j] with s[i][j]
#pragma xmp align v[i] with t[i]
#pragma xmp loop on s[i][j]
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++) {
            a[i][j] = i * COLUMNS + j;
            mask[i][j] = j % 3 == 0;
        }
#pragma xmp loop on t[i]
    for (i = 0; i < ROWS * COLUMNS; i++)
        v[i] = -1;
    xmp_pack(xmp_desc_of(v), xmp_desc_of(a), xmp_desc_of(mask));
#pragma xmp loop on t[i] reduction(+:wrong)
    for (i = 0; i < ROWS * COLUMNS; i++)
        wrong += v[i] != (i < 2 * ROWS ? 3 * i : -1);
    xmp_unpack(xmp_desc_of(a), xmp_desc_of(v), NULL);
#pragma xmp loop on s[i][j] reduction(+:wrong)
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            wrong += a[i][j] != (i * COLUMNS + j < 2 * ROWS ? 3 * (i * COLUMNS + j) : -1);
    return wrong;
#undef ROWS
#undef COLUMNS
}

static int other(void)
{
#define ROWS 5
    int wrong = 0, i;
#pragma xmp template u[ROWS]
#pragma xmp distribute u[block] onto p
    int v[ROWS];
#pragma xmp align v[i] with u[i]
#pragma xmp loop on u[i]
    for (i = 0; i < ROWS; i++)
        v[i] = i;
#pragma xmp loop on u[i] reduction(+:wrong)
    for (i = 0; i < ROWS; i++)
        wrong += v[i] != i;
    return wrong;
#undef ROWS
}

int main(void)
{
    int wrong = pack();
    wrong += other();
    if (wrong)
        fprintf(stderr, "%d wrong\n", wrong);
    return wrong;
}
