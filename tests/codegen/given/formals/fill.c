/* Formals of the name that --set gives a value: calls say what they are. */
#include <stdlib.h>

#define AT(i, j) ((i) * n + (j))

void fill(int n, double *u);
void step(int n, const double *u, double *next);

void fill(int n, double *u)
{
    int bytes = n * (int)sizeof(double);
    double *half = malloc(bytes);
    for (int j = 0; j < n; j++)
        half[j] = 0.5 * j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[AT(i, j)] = i == 0 ? 100.0 : i + half[j];
    free(half);
}

void step(int n, const double *u, double *next)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[AT(i, j)] = 0.25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] +
                                     u[AT(i, j + 1)]);
}
