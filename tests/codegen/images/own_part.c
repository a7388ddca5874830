/* Functions without directives get each node's own part of an array: in rows, in cycles, in blocks of both dimensions, in blocks dealt
 * out, passed on, and of a member of no array at all. The status is how many elements are wrong. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p
#pragma xmp template t[14]
#pragma xmp distribute t[cyclic] onto p
#pragma xmp template u[13]
#pragma xmp distribute u[cyclic(2)] onto p
#pragma xmp template s[6][7]
#pragma xmp distribute s[block][block] onto q
double a[14][3];
int b[13];
float c[6][7];
double plain[4];
#pragma xmp align a[i][*] with t[i]
#pragma xmp align b[i] with u[i]
#pragma xmp align c[i][j] with s[i][j]

static void fill(double *part, int count, double first)
{
    for (int i = 0; i < count; i++)
        part[i] = first + i;
}

static void fill_rows(void *part, int rows, int width, double first)
{
    fill(part, rows * width, first);
}

static int add(int *part, int count, int by)
{
    int i, sum = 0;
    for (i = 0; i < count; i++) {
        *(part + i) += by;
        sum += part[i];
    }
    return sum;
}

static void mark(float *part, int rows, int columns, float by)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            part[i * columns + j] += by * (i * columns + j);
}

static double first_of(const double *part)
{
    return part[0];
}

int main(void)
{
    int me = xmpc_node_num(), wrong = 0, sum, owned, i, j;
    fill_rows(a, me < 2 ? 4 : 3, 3, 1000 * me);
    fill(plain, 4, 5);
#pragma xmp loop on t[i] reduction(+:wrong)
    for (i = 0; i < 14; i++)
        for (j = 0; j < 3; j++)
            wrong += a[i][j] != 1000 * (i % 4) + i / 4 * 3 + j;
    wrong += first_of(plain) != 5 || plain[3] != 8;

#pragma xmp loop on u[i]
    for (i = 0; i < 13; i++)
        b[i] = i;
    /* 0 1 8 9 | 2 3 10 11 | 4 5 12 | 6 7 */
    owned = me < 2 ? 4 : 5 - me;
    sum = add(b, owned, 100);
    wrong += sum != owned * 100 + (me == 0 ? 18 : me == 1 ? 26 : me == 2 ? 21 : 13);
#pragma xmp loop on u[i] reduction(+:wrong)
    for (i = 0; i < 13; i++)
        wrong += b[i] != i + 100;

#pragma xmp loop on s[i][j]
    for (i = 0; i < 6; i++)
        for (j = 0; j < 7; j++)
            c[i][j] = 10 * i + j;
    mark(c, 3, me % 2 ? 3 : 4, 1000);
#pragma xmp loop on s[i][j] reduction(+:wrong)
    for (i = 0; i < 6; i++)
        for (j = 0; j < 7; j++)
            wrong += c[i][j] != 10 * i + j + 1000 * (i % 3 * (j < 4 ? 4 : 3) + j % 4);
    if (wrong)
        fprintf(stderr, "%d wrong\n", wrong);
    return wrong;
}
