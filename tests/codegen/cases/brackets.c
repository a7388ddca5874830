/* Names, subscripts and elements in brackets, and subscripts that stand before the array: where a
 * dimension lies densely, what the text has between them must stay. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#define AT(x, i, j) ((x)[(i)][(j)])

static double a[N][N], b[N][N], v[N];

#pragma hpf processors P(*)
#pragma hpf distribute a(cyclic, *) onto P
#pragma hpf align b(i, j) with a(i, j)
#pragma hpf align v(i) with a(i, *)

int main(void)
{
    int i, j;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            ((a)[(i)][(j)]) = (i) * 3 + j % 5;
            (b)[i][(j)] = 0;
        }
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < N; j++)
            (b[(i)])[j] = (a)[(i) - 1][j] + ((a)[((i) + 1)])[(j)] * AT(a, i, (j));
    for (i = 0; i < N; i++)
        (i)[v] = (2)[((b)[(i)])] + (((b)[(i) /* the row */][(3)]));
    for (i = 0; i < N; i++)
        printf("%g\n", (v)[(i)]);
    printf("%g %g %g\n", ((b)[(3)])[(4)], ((b[5]))[6], (1)[a[2]]);
    return 0;
}
