/* Conjugate gradients: A x = b for a sparse, symmetric, positive definite matrix
 * in ELLPACK form, NZ values and columns a row.
 *
 * Row i has an edge to i + d and to i - d, round the end, for each d of a list of
 * distances, the weight of which both ends work out alike, and on the diagonal
 * their sum and 1. b = A x for a known x. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 4096
#endif
#define NZ 9
#define TINY 1e-300 /* so that what has converged is divided by no zero */

static double value[N][NZ];
static int column[N][NZ];
static double x[N], b[N], r[N], p[N], q[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align value(i,*) with T(i)
#pragma hpf align column(i,*) with T(i)
#pragma hpf align x(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align r(i) with T(i)
#pragma hpf align p(i) with T(i)
#pragma hpf align q(i) with T(i)

/* The edges of each row, to rows that a compiler cannot tell. */
static void make_matrix(void)
{
    const int distance[4] = {1, 17, N / 5, N / 3 + 2};
    int i, k;

    for (i = 0; i < N; i++) {
        column[i][0] = i;
        value[i][0] = 1.0;
        for (k = 1; k < NZ; k++) {
            int d = distance[(k - 1) / 2];
            int from = k % 2 ? i : (i + N - d % N) % N; /* where the edge begins */
            column[i][k] = k % 2 ? (i + d) % N : from;
            value[i][k] = -1.0 - 0.5 * (from % 7) / 7;
            value[i][0] -= value[i][k];
        }
    }
}

int main(void)
{
    int niter = 40;
    double rho = 0.0, error = 0.0;
    int i, k, it;

#pragma fpredict region matrix
    make_matrix();
    for (i = 0; i < N; i++) {
        b[i] = 0.0;
        for (k = 0; k < NZ; k++)
            b[i] += value[i][k] * (1.0 + column[i][k] % 5);
        x[i] = 0.0;
        r[i] = b[i];
        p[i] = r[i];
        rho += r[i] * r[i];
    }

#pragma fpredict region solver
    for (it = 0; it < niter; it++) {
        double pq = 0.0, rr = 0.0;
#pragma fpredict region product
        for (i = 0; i < N; i++) {
            q[i] = 0.0;
            for (k = 0; k < NZ; k++)
                q[i] += value[i][k] * p[column[i][k]];
        }
        for (i = 0; i < N; i++)
            pq += p[i] * q[i];
        const double alpha = rho / (pq + TINY);
        for (i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rr += r[i] * r[i];
        }
        const double beta = rr / (rho + TINY);
        rho = rr;
        for (i = 0; i < N; i++)
            p[i] = r[i] + beta * p[i];
    }

    for (i = 0; i < N; i++)
        error += fabs(x[i] - (1.0 + i % 5));
    int ok = error < 1e-6 * N;
    printf("cg: N = %d, %d iterations, error %.1e: %s\n", N, niter, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
