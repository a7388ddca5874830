/* The wave keeps its form, since it is an eigenvector of the step, and its height is known. */

#include <math.h>

#include "heat.h"

double largest_error(int n, const double *u, int steps)
{
    const double w = acos(-1.0) / (n - 1), height = pow(1 - 4 * FLOW * (1 - cos(w)), steps);
    double most = 0;

#pragma hpf independent, reduction(max:most)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(u[AT(i, j)] - height * sin(w * i) * sin(w * j)));
    return most;
}
