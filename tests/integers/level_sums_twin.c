/* level_sums.c with its levels written out, two of them in blocks. */
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
        {
            for (int i = 0; i < N; i++)
                sum += u[0][i];
        }
        {
            int s = 2;
            for (int i = 0; i < N; i++)
                sum += u[1][i] * s;
        }
        for (int i = 0; i < N; i++)
            sum += u[2][i] * 4;
        for (int i = 0; i < N; i++)
            most = fmax(most, u[0][i]);
        for (int i = 0; i < N; i++)
            most = fmax(most, u[1][i]);
        for (int i = 0; i < N; i++)
            most = fmax(most, u[2][i]);
        printf("%.8g %.8g\n", sum, most);
    }
    return 0;
}
