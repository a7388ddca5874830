/* Newtonian gravitation of N equal bodies, by half a turn of a ring and back.
 *
 * Each place holds a body, and a copy of it that travels. Phase 1 shifts the
 * copies once around half of the ring; in each place where they stop, the body
 * at home and the traveller attract each other, and both keep their part of the
 * force: so each pair meets once. Phase 2 shifts the travellers on until they are
 * home again and have brought their part.
 *
 * The bodies stand evenly on a circle, where each is pulled towards the centre
 * with the sum of 1 / sin(pi k / N) / (2 R)^2. */

#include <hpf.h>
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#define R 2.0

/* x, y and z of a body, and x, y and z of the force on it */
static double home[N][6], guest[N][6], next[N][6];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align home(i,*) with T(i)
#pragma hpf align guest(i,*) with T(i)
#pragma hpf align next(i,*) with T(i)

int main(void)
{
    const double pi = acos(-1.0);
    int i, c, step;

    for (i = 0; i < N; i++) {
        home[i][0] = R * cos(2 * pi * i / N);
        home[i][1] = 0.6 * R * sin(2 * pi * i / N);
        home[i][2] = 0.8 * R * sin(2 * pi * i / N);
        for (c = 3; c < 6; c++)
            home[i][c] = 0;
        for (c = 0; c < 6; c++)
            guest[i][c] = home[i][c];
    }

    /* half way round */
#pragma fpredict region phase1
    for (step = 1; step <= N / 2; step++) {
        cshift(next, guest, N, 6, 1, 0);
        for (i = 0; i < N; i++)
            for (c = 0; c < 6; c++)
                guest[i][c] = next[i][c];
        /* if N is even, opposite bodies meet twice */
        double share = 2 * step == N ? 0.5 : 1;
        for (i = 0; i < N; i++) {
            double dx = guest[i][0] - home[i][0];
            double dy = guest[i][1] - home[i][1];
            double dz = guest[i][2] - home[i][2];
            double square = dx * dx + dy * dy + dz * dz;
            double pull = share / (square * sqrt(square));
            home[i][3] += pull * dx;
            home[i][4] += pull * dy;
            home[i][5] += pull * dz;
            guest[i][3] -= pull * dx;
            guest[i][4] -= pull * dy;
            guest[i][5] -= pull * dz;
        }
    }

    /* and home */
#pragma fpredict region phase2
    {
        for (step = N / 2 + 1; step <= N; step++) {
            cshift(next, guest, N, 6, 1, 0);
            for (i = 0; i < N; i++)
                for (c = 0; c < 6; c++)
                    guest[i][c] = next[i][c];
        }
        for (i = 0; i < N; i++)
            for (c = 3; c < 6; c++)
                home[i][c] += guest[i][c];
    }

    double pull = 0.0, error = 0.0;
    for (i = 1; i < N; i++)
        pull += 1 / (4 * R * R * sin(pi * i / N));
    for (i = 0; i < N; i++)
        for (c = 0; c < 3; c++)
            error += fabs(home[i][c + 3] + pull * home[i][c] / R);
    int ok = error / N <= 1e-13 * pull * N;
    printf("nbody: N = %d, pull %.6f, mean error %.1e: %s\n", N, pull, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
