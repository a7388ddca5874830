#ifndef VEC_H
#define VEC_H

double norm(const double *x, int n);
void scale(double *x, double by, int n);
void axpy(double *x, const double *y, double by, int n);

#endif
