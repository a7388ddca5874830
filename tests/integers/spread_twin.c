/* spread.c, whose rows are those that the source says: k + floor((N - k) f), f the fractional part of
 * k (sqrt(5) - 1) / 2, worked out with 60 digits. */
#include <stdio.h>

#define N 64
#define M 10
static double a[N][M], key[N];
static const int rows[N] = {
    0, 39, 16, 55, 32, 10, 47, 25, 60, 39, 19, 53, 33, 14, 46, 28, 58, 40, 23, 52, 35, 63, 47, 31,
    57, 42, 28, 52, 38, 61, 48, 36, 56, 45, 34, 53, 42, 60, 50, 41, 57, 48, 63, 55, 47, 60, 53,
    47, 58, 53, 62, 57, 53, 61, 57, 63, 60, 58, 63, 61, 60, 63, 62, 63
};

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i,*) with T(i)

int main(void)
{
    for (int i = 0; i < N; i++) {
        key[i] = i * 7 % 11;
        for (int c = 0; c < M; c++)
            a[i][c] = i + c % 17;
    }
    double sum = 0;
#pragma fpredict region work
    for (int k = 0; k < N; k++) {
        int at = k;
        for (int i = k; i < N; i++)
            if (key[i] > key[at])
                at = i;
        for (int c = 0; c < M; c++)
            a[k][c] += a[rows[k]][c];
        key[at] = key[k];
    }
    printf("%.8g\n", sum);
    return 0;
}
