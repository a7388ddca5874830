/* Rows that only the run knows, another in each iteration: the row of the largest key that is left. */
#include <stdio.h>

#define N 64
#define M 10
static double a[N][M], key[N];

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
            a[k][c] += a[at][c];
        key[at] = key[k];
    }
    printf("%.8g\n", sum);
    return 0;
}
