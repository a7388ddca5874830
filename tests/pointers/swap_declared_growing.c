/* Local pointers that stand for declared arrays are exchanged in each of ten iterations, whose
 * variable is doubled. */
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
    double(*u)[M] = a, (*v)[M] = b;
#pragma fpredict region work
    for (int t = 1; t < 1024; t <<= 1) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        double(*kept)[M] = u;
        u = v;
        v = kept;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
