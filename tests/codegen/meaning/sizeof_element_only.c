/* A function names a distributed array in sizeof only: of an element, of parts, of all. */
#include <stdio.h>

static double f[4][6][5], b[4];

#pragma hpf processors P(4)
#pragma hpf distribute f(block,*,*) onto P
#pragma hpf align b(i) with f(i,*,*)

static int width(void)
{
    return (int)sizeof f[1][2][0];
}

static int row(void)
{
    return (int)(sizeof f[1] / sizeof f[1][2]);
}

static int all(void)
{
    return (int)(sizeof f / sizeof f[0][0][0]);
}

static int depth(void)
{
    return (int)(sizeof(f[1][2]) + sizeof *f[1][2]);
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 5; k++)
                f[i][j][k] = i + j + k;
    for (int i = 0; i < 4; i++)
        b[i] = f[i][2][3] * width();
    printf("%d %d %d %d %g\n", width(), row(), all(), depth(), b[2]);
    return 0;
}
