/* The plate: what it begins with, and a step in time. */

#include <math.h>

#include "heat.h"

/* Half a wave in each direction, and 0 at the edge. */
void heat_up(int n, double *u)
{
    const double w = acos(-1.0) / (n - 1);

#pragma hpf independent
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[AT(i, j)] = sin(w * i) * sin(w * j);
}

void step(int n, const double *restrict u, double *restrict next)
{
#pragma hpf independent
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[AT(i, j)] = u[AT(i, j)] + FLOW * (u[AT(i - 1, j)] + u[AT(i + 1, j)] +
                                                   u[AT(i, j - 1)] + u[AT(i, j + 1)] -
                                                   4 * u[AT(i, j)]);
}
