/* Red-black relaxation with over-relaxation: a chessboard, whose red points
 * need only black neighbours, and whose black points only red ones.
 *
 * The start is sin(pi x) sin(pi y), which each half sweep only scales; the two
 * scales, `red` and `black`, follow a recurrence that checks the result. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
_Static_assert(N >= 2, "a side has two ends");
#define OMEGA 1.5f

static float val[N][N];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align val(i,j) with T(i,j)

int main(void)
{
    int ncycles = 50;
    const float a = OMEGA / 4, b = 1 - OMEGA;
    const double pi = acos(-1.0);
    float s[N];
    int i, j, k;

    for (i = 0; i < N; i++)
        s[i] = (float)sin(pi * i / (N - 1));
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            val[i][j] = s[i] * s[j];

    for (k = 0; k < ncycles; k++) {
        /* red points: both indices odd, then both even */
        for (i = 1; i < N - 1; i += 2)
            for (j = 1; j < N - 1; j += 2)
                val[i][j] = a * (val[i][j-1] + val[i-1][j] + val[i][j+1] + val[i+1][j])
                            + b * val[i][j];
        for (i = 2; i < N - 1; i += 2)
            for (j = 2; j < N - 1; j += 2)
                val[i][j] = a * (val[i][j-1] + val[i-1][j] + val[i][j+1] + val[i+1][j])
                            + b * val[i][j];
        /* black points: one index odd, the other even */
        for (i = 1; i < N - 1; i += 2)
            for (j = 2; j < N - 1; j += 2)
                val[i][j] = a * (val[i][j-1] + val[i-1][j] + val[i][j+1] + val[i+1][j])
                            + b * val[i][j];
        for (i = 2; i < N - 1; i += 2)
            for (j = 1; j < N - 1; j += 2)
                val[i][j] = a * (val[i][j-1] + val[i-1][j] + val[i][j+1] + val[i+1][j])
                            + b * val[i][j];
    }

    double red = 1, black = 1, average = cos(pi / (N - 1));
    for (k = 0; k < ncycles; k++) {
        red = (1 - OMEGA) * red + OMEGA * average * black;
        black = (1 - OMEGA) * black + OMEGA * average * red;
    }
    double sum = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += fabs(val[i][j] - ((i + j) % 2 ? black : red) * s[i] * s[j]);
    double error = sum / N / N;
    int ok = error < 1e-6;
    printf("redblack: N = %d, %d cycles, heights %.6f and %.6f, mean error %.1e: %s\n", N, ncycles,
           red, black, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
