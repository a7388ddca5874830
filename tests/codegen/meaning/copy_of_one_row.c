/* memcpy of a row of a distributed matrix to an array like one, and back. */
#include <stdio.h>
#include <string.h>

#define K 8
#define N 6

static double q[K][N], w[N], half[N];

#pragma hpf processors P(4)
#pragma hpf distribute q(block,*) onto P

int main(void)
{
    double sum = 0;

    for (int k = 0; k < K; k++)
        for (int i = 0; i < N; i++)
            q[k][i] = k + i * i;
    for (int k = 0; k < K; k++) {
        memcpy(w, q[k], sizeof w);
        memcpy(half, q[k], sizeof half / 2);
        for (int i = 0; i < N; i++)
            sum += (k + 1) * w[i] + half[i];
    }
    printf("%.12g\n", sum);
    return 0;
}
