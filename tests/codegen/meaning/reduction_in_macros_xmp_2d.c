/* What a reduction adds stands in macros, in two dimensions of cyclic and block. */
#include <stdio.h>

#ifndef N
#define N 21
#endif
#define INTO(s, x) s += (x)
#define COUNT(c) (c)++
#define PRODUCT(q, x) q = q * (x)

static double u[N][N];

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[cyclic][block] onto p
#pragma xmp align u[i][j] with t[i][j]

int main(void)
{
    double sum = 10, product = 1, least = 1e6, x;
    int i, j, many = 0;

#pragma xmp loop (i,j) on t[i][j]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            u[i][j] = (i * 7 + j * 2) % 15 + 1;
#pragma xmp loop (i,j) on t[i][j] reduction(+:sum, many) reduction(min:least)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            INTO(sum, u[i][j]);
            if (u[i][j] > 9)
                COUNT(many);
            if (u[i][j] < least)
                least = u[i][j];
        }
#pragma xmp loop (i,j) on t[i][j] reduction(*:product)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            PRODUCT(product, u[i][j] > 14 ? 2 : 1);
#pragma xmp gmove
    x = u[N - 1][2];
    printf("sum %.12g many %d least %.12g\n", sum, many, least);
    printf("product %.12g x %.12g\n", product, x);
    return 0;
}
