#include <stdio.h>
#include <stdlib.h>
#define N 40

/* Mapped pointers that are set to memory which has another name: each is warned of, at the value,
 * and where it moves. New memory, null, and all of an array of the same mapping are none. */
static double *given, held[2 * N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf dimension(N), align(i) with T(i) :: given

static void set(double *to)
{
    given = to;
}

static double *counted(int n)
{
    double *a = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a;
}

int main(int argc, char **argv)
{
    double *plain = malloc(2 * N * sizeof(double));
    double *u, *v, *w, *x, *all, *half;
#pragma hpf dimension(N), align(i) with T(i) :: u, v, w, x, half
#pragma hpf dimension(2 * N), distribute(block) :: all
    u = plain + N;
    v = counted(N);
    w = argc > 1 ? malloc(N * sizeof(double)) : NULL;
    x = argc > 2 ? held : calloc(N, sizeof(double));
    all = malloc(2 * N * sizeof(double));
    half = all + N;
    for (int i = 0; i < N; i++) {
        plain[i + N] = i;
        u[i] += v[i];
        half[i] = u[i];
    }
    set(held);
    u++;
    given += 2;
    w = v;
    printf("%f %f %f\n", u[3], w[4], x[5] + given[1]);
    return 0;
}
