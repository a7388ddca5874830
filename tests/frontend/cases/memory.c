/* Arrays made by malloc, and their first extents. */
#include <stdlib.h>
#define N 64
double (*u)[N], *flat, **rows;
#pragma hpf processors P(2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    double (*v)[n] = malloc(sizeof(double) * n * n), local[n][2 * n];
    double (*w)[N][3] = malloc(5 * N * 3 * sizeof ***w);
    int *counts = calloc(n + 1, sizeof *counts);
    char *bytes = aligned_alloc(64, 4 * 1024);
    float *unknown = malloc(argc > 2 ? rand() : 1);
    u = malloc(N * sizeof *u);
    flat = (double *)malloc(N * N * sizeof(double));
    rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++) {
        rows[i] = malloc(sizeof(double) * N);
        for (int j = 0; j < N; j++) u[i][j] = v[i][j] + w[i][j][2] + local[j][i] + rows[i][j];
        flat[i * N] = counts[i] + bytes[i] + unknown[i];
    }
    for (int i = 0; i < sizeof local[0] / sizeof(double); i++) local[0][i] = 0;
    for (int i = 0; i < sizeof local / sizeof local[0]; i++) local[i][0] = 0;
    free(u);
    return 0;
}
