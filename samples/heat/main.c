/* Heat in a square plate whose edge is kept cold, by explicit steps in time.
 *
 *     heat [N [STEPS]]
 *
 * N x N points, the edge among them. */

#include <stdio.h>
#include <stdlib.h>

#include "heat.h"

#ifndef N
#define N 128
#endif
_Static_assert(N >= 3, "N must leave a point inside");

int main(int argc, char **argv)
{
    int n = N, steps = 100;

    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    if (argc > 3 || n < 3 || steps < 0) {
        fprintf(stderr, "heat [N [STEPS]]: N from 3 on, STEPS from 0 on\n");
        return 2;
    }

#pragma hpf processors P(2,2)
#pragma hpf template T(n,n)
#pragma hpf distribute T(block,block) onto P
    double *u = malloc((size_t)n * n * sizeof *u);
    double *next = malloc((size_t)n * n * sizeof *next);
#pragma hpf dimension(n,n), align(i,j) with T(i,j) :: u, next
    if (!u || !next) {
        fprintf(stderr, "heat: no memory\n");
        return 2;
    }

    heat_up(n, u);
    heat_up(n, next);
#pragma fpredict region steps
    for (int t = 0; t < steps; t++) {
        step(n, u, next);

        double *old = u;
        u = next;
        next = old;
    }

    double error = largest_error(n, u, steps);
    int ok = error < 1e-9;
    printf("heat: N = %d, %d steps, largest error %s 1e-9: %s\n", n, steps, ok ? "below" : "above",
           ok ? "ok" : "WRONG");
    free(u);
    free(next);
    return ok ? 0 : 1;
}
