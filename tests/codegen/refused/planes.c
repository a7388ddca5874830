/* Rows of pointers that go elsewhere, or are not of one length: these stay pointers, which a directive
 * for three dimensions does not map. */
#include <stdlib.h>
#define N 16

static double first(double **plane)
{
    return plane[0][0];
}

int main(void)
{
    double ***u = malloc(N * sizeof *u), ***v = malloc(N * sizeof *v), ***w = malloc(N * sizeof *w);
#pragma hpf distribute (block,*,*) :: u, v, w
    for (int i = 0; i < N; i++) {
        u[i] = malloc(N * sizeof **u);
        v[i] = malloc(N * sizeof **v);
        w[i] = malloc(N * sizeof **w);
        for (int j = 0; j < N; j++) {
            u[i][j] = calloc(N, sizeof ***u);
            v[i][j] = calloc(N, sizeof ***v);
            w[i][j] = calloc(i + 1, sizeof ***w);
        }
    }
    double **plane = u[3];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            w[i][j][0] = plane[j][0] + u[i][j][0] + v[i][j][0];
    return first(v[2]) > 0;
}
