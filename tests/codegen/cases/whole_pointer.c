/* Pointers to whole arrays: used through *, handed on, of 1 to 3 dimensions; memory that functions
 * of the program ask for and give back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 20
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

static void *checked_alloc(unsigned long count, int size)
{
    void *memory = malloc(count * size);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

static void give_back(void *memory)
{
    if (memory)
        free(memory);
}

#define MATRIX(a) double(*a)[N][M]; a = (double(*)[N][M])checked_alloc(N *M, sizeof(double))
#define RELEASE(a) give_back((void *)a)

/* A condition that the text of a macro puts around a call. */
#define WHEN_ASKED(call) if (asked > 42 || !strcmp(name, "print")) call

static void smooth(int n, double from[N][M], double to[N][M])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static double weighted(double row[N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += row[i] * (1 + i % 5);
    return s;
}

/* It is passed what is below 0 and what is not: the program is looked at once more. */
static double middle(double a[N][M], int k)
{
    double s = 0;
    for (int j = 0; j < M; j++)
        s += a[k / 2 + 4][j];
    return s;
}

int main(void)
{
    MATRIX(u);
    MATRIX(v);
    double (*sums)[N] = calloc(1, sizeof *sums);
    double (*cube)[N][M][2] = malloc(sizeof *cube);
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)
#pragma hpf align sums(i) with T(i,*)
#pragma hpf align cube(i,j,*) with T(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            (*u)[i][j] = (i * 7 + j * 3) % 11;
            (*v)[i][j] = 0;
            (*cube)[i][j][0] = i - j;
            (*cube)[i][j][1] = i + j;
        }
    for (int k = 0; k < 3; k++) {
        smooth(N, *u, *v);
        smooth(N, *v, *u);
    }
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            (*sums)[i] += (*u)[i - 1][j] + (*cube)[i - 1][j][1] * (*cube)[i][j][0];
    printf("%.10g %.10g\n", weighted(*sums), (*u)[N / 2][1]);
    int asked = 0;
    const char *name = "print";
    WHEN_ASKED(printf("%.10g\n", weighted(*sums)));
    WHEN_ASKED(smooth(N, *u, *v));
    name = "nothing";
    WHEN_ASKED(smooth(N, *v, *u));
    printf("%.10g %.10g\n", (*u)[N / 2][1], (*v)[N / 2][2]);
    printf("%.10g %.10g\n", middle(*u, -3), middle(*u, 3));
    RELEASE(u);
    RELEASE(v);
    free(sums);
    give_back(cube);
    return 0;
}
