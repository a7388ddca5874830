/* Gauss-Jordan: a variable of the loop's body, which begins anew in each iteration, behind a
 * `continue`; one that stays from iteration to iteration beside it. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 16
#endif
#define W (2 * N)
static double m[N][W], v[N];
#pragma hpf processors P(*)
#pragma hpf distribute m(block, *) onto P
#pragma hpf align v(i) with m(i, *)

int main(void)
{
    for (int i = 0; i < N; i++) {
        v[i] = i;
        for (int j = 0; j < W; j++)
            m[i][j] = j < N ? (i * 11 + j * j * 3) % 19 - 9 + (i + 1 == j) : j - N == i;
    }
    for (int c = 0; c < N; c++) {
        int best = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(m[r][c]) > fabs(m[best][c]))
                best = r;
        if (best != c)
            for (int j = 0; j < W; j++) {
                double t = m[c][j];
                m[c][j] = m[best][j];
                m[best][j] = t;
            }
        double d = m[c][c];
        for (int j = 0; j < W; j++)
            m[c][j] /= d;
        for (int r = 0; r < N; r++) {
            if (r == c)
                continue;
            double f = m[r][c];
            for (int j = 0; j < W; j++)
                m[r][j] -= f * m[c][j];
        }
    }
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < N; r++) {
            if (r == k)
                continue;
            double f = v[r];
            if (f > 3) {
                double g = 2 * f;
                v[r] = g - k;
            }
            v[r] += f;
        }
    double trace = 0, s = 0;
    for (int i = 0; i < N; i++) {
        trace += m[i][N + i];
        s += v[i] * i;
    }
    printf("%.9f %.9f %.6f\n", trace, m[N - 1][N], s);
    return 0;
}
