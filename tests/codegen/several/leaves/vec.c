/* Which rows these get, the other file's loops say. */
#include "vec.h"

#include <math.h>

double norm(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k] * x[k];
    return sqrt(s);
}

void scale(double *x, double by, int n)
{
    for (int k = 0; k < n; k++)
        x[k] *= by;
}

void axpy(double *x, const double *y, double by, int n)
{
    for (int k = 0; k < n; k++)
        x[k] += by * y[k];
}
