/* Addresses that may lead into distributed arrays: by pointers, rows of pointers and structures;
 * and those that do not. */
#include <stdlib.h>
#define N 8
static double a[N], b[N], m[N][N], *u, *v, **rows;
static double *row[N];
static struct holder {
    double *at;
} h;
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align m(i, *) with T(i)
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)
#pragma hpf align rows(i) with T(i)

static void by_formal(double *x)
{
    for (int i = 0; i < N; i++)
        x[i] = 1; /* the actual array: followed */
}
static void by_moved_formal(double *x)
{
    x++;
    *x = 1; /* followed as x[1] */
}
static double *one_of(int which)
{
    return which ? a : b;
}

int main(int argc, char **argv)
{
    double *own = malloc(N * sizeof *own), *q = argc > 1 ? a : b;
    own[0] = atoi(argv[1]); /* nothing of the program's */
    q[1] = 2;
    by_formal(a);
    by_moved_formal(b);
    for (int i = 0; i < N; i++)
        row[i] = m[i];
    row[1][2] = 3;
    h.at = b;
    h.at[0] = 4;
    *one_of(argc) = 5;
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
    q = u;
    u = v; /* other elements from here on: written as a whole */
    v = q;
    rows[0][1] = 6; /* the pointers are distributed, and nothing else */
    return 0;
}
