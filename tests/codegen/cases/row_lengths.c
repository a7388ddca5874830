/* Rows of which a variable of the iteration says how long they are: what they read of others does not
 * hang on that, and is there before the first of them. Some are empty. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
#define WIDTH 6
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double x[N], y[N], z[N], value[N][WIDTH];
int column[N][WIDTH], length[N];
#pragma hpf align (i) with T(i) :: x, y, z, length
#pragma hpf align (i,*) with T(i) :: value, column

static void product(const double in[N], double out[N])
{
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        int n = length[i];
#pragma fpredict trip(3)
        for (int k = 0; k < n; k++)
            sum += value[i][k] * in[column[i][k]];
        out[i] = sum;
    }
}

/* The second loop counts to where the first has come. */
static void neighbours(void)
{
    for (int i = 1; i < N; i++) {
        const int n = length[i];
        int last = 0;
        double most = -1.0;
#pragma fpredict trip(3)
        for (int k = 0; k < n; k++)
            if (value[i][k] > most) {
                most = value[i][k];
                last = k;
            }
        z[i] = most;
#pragma fpredict trip(3)
        for (int k = 0; k < last; k++)
            z[i] += y[i - 1] + value[i - 1][k];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        length[i] = i % (WIDTH + 1);
        x[i] = i % 5;
        z[i] = 0.0;
        for (int k = 0; k < WIDTH; k++) {
            value[i][k] = (i * 3 + k * 5) % 7 - 2;
            column[i][k] = (i * 5 + k * 3) % N;
        }
    }
    product(x, y);
    neighbours();
    product(y, x);
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", x[i], y[i], z[i]);
    return 0;
}
