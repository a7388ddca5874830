/* Two arrays are exchanged in each of ten iterations. Functions of the program allocate them: one that ends it
 * where there is no memory, by another function, and one without arguments. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void *checked(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        die("out of memory");
    return p;
}

static double *plane(void)
{
    return calloc(N*M, sizeof(double));
}

int main(void)
{
    double *u = checked(N*M * sizeof *u), *v = plane();
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
    if (!u || !v)
        exit(1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i*M + j] = (i * 7 + j * 3) % 11;
            v[i*M + j] = (i * 7 + j * 3) % 11;
        }
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i*M + j] = 0.25 * (u[(i - 1)*M + j] + u[(i + 1)*M + j] + u[i*M + j - 1] + u[i*M + j + 1]);
        double *w = u;
        u = v;
        v = w;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
