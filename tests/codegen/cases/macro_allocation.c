/* Macros that allocate an array and test what they got, in one statement of the text; one that does so in a loop that
 * runs once, one that frees, and a macro that only tests. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif
#define M 7
#define ALLOC_1D(p, n, type)                \
    p = (type *)calloc(n, sizeof(type));    \
    if (!p) {                               \
        perror("calloc");                   \
        exit(-1);                           \
    }
#define ALLOC_ONCE(p, n)                    \
    do {                                    \
        p = malloc((n) * sizeof *(p));      \
        if (p == NULL)                      \
            exit(2);                        \
    } while (0)
#define MUST(p) if (!p) exit(3)
#define FREE(p) free(p)

static double *a, *flat, *b;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf dimension(N), align(i) with T(i) :: a, b
#pragma hpf dimension(N,M), align(i,*) with T(i) :: flat

static void get(void)
{
    ALLOC_1D(a, N, double)
    ALLOC_1D(flat, N * M, double);
    ALLOC_ONCE(b, N);
    MUST(b);
}

int main(void)
{
    double s = 0.0;
    get();
    for (int i = 0; i < N; i++)
        b[i] = i % 5;
    for (int i = 1; i < N; i++) {
        a[i] += b[i - 1];
        flat[i * M + M - 1] += b[i];
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i] * (j + 1) + flat[i * M + j] * (i % 3);
    printf("%g\n", s);
    FREE(a);
    FREE(flat);
    FREE(b);
    return 0;
}
