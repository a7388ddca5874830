/* four_last.c, with a subscript for each dimension. */
#include <stdio.h>

#define A 8
#define B 6
#define C 10
#define D 12
static double u[A][B][C][D], v[A][B][C][D];

#pragma hpf processors P(4)
#pragma hpf template T(A,B,C,D)
#pragma hpf distribute T(*,*,block,*) onto P
#pragma hpf align u(i,j,k,l) with T(i,j,k,l)
#pragma hpf align v(i,j,k,l) with T(i,j,k,l)

int main(void)
{
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++) {
                    u[i][j][k][l] = (i + 2 * j + 3 * k + l) % 7;
                    v[i][j][k][l] = 0;
                }
#pragma fpredict region work
    {
        for (int i = 0; i < A; i++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    v[i][B - 1][k][l] = u[i][B - 2][k][l];
        for (int i = 0; i < A; i++)
            for (int j = 0; j < B; j++)
                for (int k = C - 1; k > 0; k--)
                    v[i][j][k][D - 1] += u[i][j][k - 1][D - 1];
        for (int j = 0; j < B; j++)
            for (int l = D - 1; l >= 0; l--)
                v[A - 1][j][C - 1][l] -= u[A - 1][j][C - 1][l];
    }
    double s = 0;
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    s += v[i][j][k][l] * (1 + (i + 3 * j + 4 * k + l) % 5);
    printf("%.10g\n", s);
    return 0;
}
