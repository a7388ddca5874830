/* Pointers at file scope to rows and planes, whose memory main asks for by what they lead to, and
 * by a type's name. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define K 5
#define L 3
typedef double plane[K][L];
static double (*q)[K][L], (*r)[K];
static plane *w;
#pragma hpf processors P(*)
#pragma hpf distribute q(*, block, *) onto P
#pragma hpf distribute r(block, *) onto P
#pragma hpf distribute w(block, *, *) onto P

static void step(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 1; j < K; j++)
            for (int l = 0; l < L; l++)
                w[i][j][l] = q[i][j - 1][l] + r[i - 1][j];
}

int main(void)
{
    q = malloc(N * sizeof *q);
    r = malloc(sizeof *r * N);
    w = malloc(N * sizeof(plane));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < K; j++) {
            r[i][j] = i - j;
            for (int l = 0; l < L; l++) {
                q[i][j][l] = i * 2 + j * l;
                w[i][j][l] = 0;
            }
        }
    step();
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < K; j++)
            for (int l = 0; l < L; l++)
                s += w[i][j][l] * (l + 1);
    printf("%g\n", s);
    return 0;
}
