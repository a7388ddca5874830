/* The same is sent for one row after the other, of matrices whose columns are distributed: who sends
 * what is worked out for one row, and moved; not where rows differ, and not past the ends. */

#include <stdio.h>

#ifndef N
#define N 24
#endif

double a[N][N], b[N][N], c[4][N][N];
int back[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (*,j) with T(j) :: a, b
#pragma hpf align (*,*,j) with T(j) :: c

/* Two rows at once, which go up and down. */
static void rows(void)
{
    for (int i = 0; i < N - 1; i++) {
        for (int j = 1; j < N; j++)
            b[i][j] = a[i][j-1] + 2.0 * a[i+1][j-1];
        for (int j = 0; j < N - 1; j++)
            a[i][j] += 0.5 * b[i][j+1];
    }
    for (int i = N - 1; i > 0; i--)
        for (int j = 0; j < N - 2; j++)
            b[i][j] -= 0.25 * a[N-1-i][j+2];
}

/* Rows from i on: there are fewer each time. */
static void triangle(void)
{
    for (int i = 0; i < N; i += 3)
        for (int k = i; k < N; k++)
            for (int j = 1; j < N; j++)
                b[k][j] += 0.125 * a[k][j-1];
    for (int k = 0; k < 4; k++) {
        for (int i = k; i < k + 3; i++)
            for (int j = 1; j < N; j++)
                c[k][i][j] = c[3-k][i+1][j-1] + a[i+k][j-1];
    }
}

/* The row before the first is not there. */
static void ends(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++) {
            if (i > 0)
                b[i][j] += a[i-1][j-1];
            if (i < N - 2)
                b[i][j] -= a[i+2][j-1];
        }
}

/* Indices of two loops, and such as only the run knows. */
static void pairs(void)
{
    for (int i = 0; i < N; i++) {
        for (int s = 1; s < N / 2; s *= 2)
            for (int j = 0; j + 2 * s <= N; j += 2 * s)
                for (int k = 0; k < s; k++) {
                    double t = a[i][j+k] - a[i][j+k+s];
                    a[i][j+k] += 0.5 * a[i][j+k+s];
                    a[i][j+k+s] = t;
                }
        for (int j = 0; j < N; j++)
            b[i][back[j]] = a[i][j] + j;
    }
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k <= i; k++)
                b[i][j] += a[i-1][(j+k) / 2] - a[i+1][j/3];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        back[i] = i * 7 % N;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j * 3) % 11;
            b[i][j] = i - j;
            for (int k = 0; k < 4; k++)
                c[k][i][j] = k + (i + j) % 5;
        }
    }
    for (int step = 0; step < 2; step++) {
        rows();
        triangle();
        ends();
        pairs();
    }
    double of_a = 0.0, of_b = 0.0, of_c = 0.0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            of_a += (i + 1) * (j % 7 + 1) * a[i][j];
            of_b += (i + 2) * (j % 5 + 1) * b[i][j];
            for (int k = 0; k < 4; k++)
                of_c += (k + 1) * (i + j) * c[k][i][j];
        }
    printf("%.4f %.4f %.4f\n", of_a, of_b, of_c);
    return 0;
}
