/* Sums and greatest values over levels are combined once, after the last of them. */
#include <math.h>
#include <stdio.h>

#define N 1024
static double u[3][N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(*,i) with T(i)

int main(void)
{
    double sum = 0, most = 0;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < N; i++)
            u[l][i] = (l + 1) * (i % 17);
#pragma fpredict region work
    {
        for (int l = 0; l < 3; l++) {
            int s = 1 << l;
            for (int i = 0; i < N; i++)
                sum += u[l][i] * s;
        }
        for (int l = 0; l < 3; l++)
            for (int i = 0; i < N; i++)
                most = fmax(most, u[l][i]);
        printf("%.8g %.8g\n", sum, most);
    }
    return 0;
}
