/* As ../argument.c, in two files: --set n=23 is for the variable, and neither for the formals of that
 * name nor for the directives that name it. */
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((i) * n + (j))

void fill(int n, double *u);
void step(int n, const double *u, double *next);

int main(int argc, char **argv)
{
    int n = 12, steps = 4;
    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
#pragma hpf processors P(2,2)
#pragma hpf template T(n,n)
#pragma hpf distribute T(block,block) onto P
    double *u = malloc((size_t)n * n * sizeof *u), *next = malloc((size_t)n * n * sizeof *next);
#pragma hpf dimension(n,n), align(i,j) with T(i,j) :: u, next

    fill(n, u);
    fill(n, next);
    for (int t = 0; t < steps; t++) {
        step(n, u, next);
        double *old = u;
        u = next;
        next = old;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += u[AT(i, j)] * (i + 1);
    printf("%d %.12g\n", n, sum);
    return 0;
}
