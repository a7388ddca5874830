/* Conjugate gradients: A x = b for a sparse, symmetric, positive definite matrix in compressed
 * rows (CSR): row i has the elements rowptr[i] … rowptr[i + 1] - 1 of `value` and `column`.
 *
 * The matrix is the five-point Laplacian of a grid of N rows of N points, and 1 on the diagonal: a
 * row has five elements, on the grid's borders four or three. b = A x for a known x. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 64
#endif
#define ROWS (N * N)
#define MOST (5 * ROWS)
#define TINY 1e-300 /* so that what has converged is divided by no zero */

static double value[MOST];
static int column[MOST], rowptr[ROWS + 1];
static double x[ROWS], b[ROWS], r[ROWS], p[ROWS], q[ROWS];

#pragma hpf processors P(4)
#pragma hpf template T(ROWS)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: x, b, r, p, q

/* One element after the other: where a row begins depends on those before it. */
static void make_matrix(void)
{
    int next = 0;
    for (int i = 0; i < ROWS; i++) {
        rowptr[i] = next;
        const int above = i >= N, left = i % N > 0, right = i % N < N - 1, below = i < ROWS - N;
        value[next] = 1.0 + above + left + right + below;
        column[next++] = i;
        if (above) {
            value[next] = -1.0;
            column[next++] = i - N;
        }
        if (left) {
            value[next] = -1.0;
            column[next++] = i - 1;
        }
        if (right) {
            value[next] = -1.0;
            column[next++] = i + 1;
        }
        if (below) {
            value[next] = -1.0;
            column[next++] = i + N;
        }
    }
    rowptr[ROWS] = next;
}

int main(void)
{
    int niter = 40;
    double rho = 0.0, error = 0.0;

#pragma fpredict region matrix
    make_matrix();
#pragma hpf independent, reduction(+:rho)
    for (int i = 0; i < ROWS; i++) {
        b[i] = 0.0;
#pragma fpredict trip(5)
        for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
            b[i] += value[k] * (1.0 + column[k] % 5);
        x[i] = 0.0;
        r[i] = b[i];
        p[i] = r[i];
        rho += r[i] * r[i];
    }

#pragma fpredict region solver
    for (int it = 0; it < niter; it++) {
        double pq = 0.0, rr = 0.0;
#pragma fpredict region product
#pragma hpf independent, reduction(+:pq)
        for (int i = 0; i < ROWS; i++) {
            double sum = 0.0;
#pragma fpredict trip(5)
            for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
                sum += value[k] * p[column[k]];
            q[i] = sum;
            pq += p[i] * sum;
        }
        const double alpha = rho / (pq + TINY);
#pragma hpf independent, reduction(+:rr)
        for (int i = 0; i < ROWS; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rr += r[i] * r[i];
        }
        const double beta = rr / (rho + TINY);
        rho = rr;
#pragma hpf independent
        for (int i = 0; i < ROWS; i++)
            p[i] = r[i] + beta * p[i];
    }

#pragma hpf independent, reduction(+:error)
    for (int i = 0; i < ROWS; i++)
        error += fabs(x[i] - (1.0 + i % 5));
    int ok = error < 1e-6 * ROWS;
    printf("cg_csr: N = %d, %d iterations, error %.1e: %s\n", N, niter, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
