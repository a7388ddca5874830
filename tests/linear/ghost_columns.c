/* Ghost columns of a width that has a name, to the right of what is worked on. */
#include <stdio.h>

#define N 64
#define M 48
#define G 2
#define W (M + 2*G)
static double u[N*W], v[N*W];

#pragma hpf processors P(4)
#pragma hpf template T(N,W)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,W), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,W), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++) {
            u[i*W + j] = (i * 7 + j * 3) % 11;
            v[i*W + j] = 0;
        }
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int g = 0; g < G; g++) {
                u[i*W + g] = u[i*W + M + g];
                u[i*W + M + G + g] = u[i*W + G + g];
            }
        for (int i = 1; i < N; i++)
            v[i*W + W - G] = u[(i - 1)*W + W - G] + u[(i - 1)*W + W - G - 1];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++)
            s += (u[i*W + j] + v[i*W + j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
