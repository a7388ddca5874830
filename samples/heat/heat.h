/* Heat in a square plate: what its three files share. */

#ifndef HEAT_H
#define HEAT_H

/* A plate of n x n points is one piece of memory, row after row: point (i, j) is u[AT(i, j)]. */
#define AT(i, j) ((i) * n + (j))

/* What flows between two points in a step, as a part of their difference; stable up to 1 / 4. */
#define FLOW 0.2

/* plate.c */
void heat_up(int n, double *u);
void step(int n, const double *restrict u, double *restrict next);

/* check.c */
double largest_error(int n, const double *u, int steps);

#endif
