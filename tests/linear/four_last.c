/* The last of each of four dimensions. */
#include <stdio.h>

#define A 8
#define B 6
#define C 10
#define D 12
static double u[A*B*C*D], v[A*B*C*D];

#pragma hpf processors P(4)
#pragma hpf template T(A,B,C,D)
#pragma hpf distribute T(*,*,block,*) onto P
#pragma hpf dimension(A,B,C,D), align(i,j,k,l) with T(i,j,k,l) :: u
#pragma hpf dimension(A,B,C,D), align(i,j,k,l) with T(i,j,k,l) :: v

int main(void)
{
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++) {
                    u[((i*B + j)*C + k)*D + l] = (i + 2 * j + 3 * k + l) % 7;
                    v[((i*B + j)*C + k)*D + l] = 0;
                }
#pragma fpredict region work
    {
        for (int i = 0; i < A; i++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    v[((i*B + B - 1)*C + k)*D + l] = u[((i*B + B - 2)*C + k)*D + l];
        for (int i = 0; i < A; i++)
            for (int j = 0; j < B; j++)
                for (int k = C - 1; k > 0; k--)
                    v[((i*B + j)*C + k + 1)*D - 1] += u[((i*B + j)*C + k)*D - 1];
        for (int j = 0; j < B; j++)
            for (int l = D - 1; l >= 0; l--)
                v[(A - 1)*B*C*D + j*C*D + C*D - D + l] -= u[A*B*C*D - B*C*D + (j + 1)*C*D - D + l];
    }
    double s = 0;
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    s += v[((i*B + j)*C + k)*D + l] * (1 + (i + 3 * j + 4 * k + l) % 5);
    printf("%.10g\n", s);
    return 0;
}
