/* fields.c, with a subscript for each dimension. */
#include <stdio.h>

#define F 3
#define N 64
#define M 48
static double w[F][N][M];

#pragma hpf processors P(4)
#pragma hpf template T(F,N,M)
#pragma hpf distribute T(*,block,*) onto P
#pragma hpf align w(i,j,k) with T(i,j,k)

int main(void)
{
    for (int i = 0; i < F; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                w[i][j][k] = (i + 2 * j + 3 * k) % 7;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                w[1][i][j] = w[0][i][j] + w[2][i - 1][j];
    }
    double s = 0;
    for (int i = 0; i < F; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += w[i][j][k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
