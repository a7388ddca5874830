#include <stdio.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double a[N][M], b[N][M];
#pragma hpf align (i,j) with T(i,j) :: a, b

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = (i * 7 + j * 3) % 11;
        }
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                a[i][j] = 0.25 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
