/* Particles in a plasma, one dimension, electrostatic: the particle-in-cell method. Each step adds
 * the charge of every particle to the two grid points beside it, finds the electric field from the
 * charge, and moves the particles by the field where they are.
 *
 * N electrons are spread evenly over G grid points of distance 1, round the end, before ions that
 * do not move; the plasma frequency is 1. The electrons are displaced by a small sine: they swing
 * about their places, cos(t), until the particles' graininess shows. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 16384
#endif
#ifndef G
#define G 256
#endif
#ifndef STEPS
#define STEPS 63 /* of 0.1: about one period */
#endif
#define PI 3.14159265358979323846

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf template S(G)
#pragma hpf distribute T(block) onto P
#pragma hpf distribute S(block) onto P

static double x[N], v[N];   /* of each particle: place and velocity */
static double rho[G], e[G]; /* of each grid point: charge and field */
#pragma hpf align (i) with T(i) :: x, v
#pragma hpf align (g) with S(g) :: rho, e

int main(void)
{
    const double dt = 0.1, small = 0.5, charge = -(double)G / N;
    double first = 0.0, last = 0.0, most = 0.0;

#pragma fpredict region start
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        double even = (i + 0.5) * G / N;
        x[i] = fmod(even + small * sin(2 * PI * even / G) + G, G);
        v[i] = 0.0;
    }

    for (int step = 0; step < STEPS; step++) {
#pragma fpredict region deposit
        {
#pragma hpf independent
            for (int g = 0; g < G; g++)
                rho[g] = 1.0;
#pragma hpf independent, reduction(+:rho)
            for (int i = 0; i < N; i++) {
                int cell = (int)x[i];
                double right = x[i] - cell;
                rho[cell] += charge * (1.0 - right);
                rho[(cell + 1) % G] += charge * right;
            }
        }
#pragma fpredict region field
        {
            /* dE/dx = rho, and the mean of E is 0. */
            double mean = 0.0;
            e[0] = 0.5 * rho[0];
            for (int g = 1; g < G; g++)
                e[g] = e[g - 1] + 0.5 * (rho[g - 1] + rho[g]);
#pragma hpf independent, reduction(+:mean)
            for (int g = 0; g < G; g++)
                mean += e[g];
#pragma hpf independent
            for (int g = 0; g < G; g++)
                e[g] -= mean / G;
        }
        double energy = 0.0, all = 0.0;
#pragma fpredict region push
#pragma hpf independent, reduction(+:energy)
        for (int i = 0; i < N; i++) {
            int cell = (int)x[i];
            double right = x[i] - cell;
            v[i] -= dt * ((1.0 - right) * e[cell] + right * e[(cell + 1) % G]);
            x[i] = fmod(x[i] + dt * v[i] + G, G);
            energy += v[i] * v[i];
        }
#pragma hpf independent, reduction(+:all)
        for (int g = 0; g < G; g++)
            all += rho[g];
        most = fmax(most, fabs(all));
        first = step == 15 ? energy : first; /* after a quarter of a period, the fastest */
        last = energy;
    }

    /* No charge is lost. Enough particles, as long as the steps are a period, swing with amplitude
     * `small`: the sine's square is 1/2 in the mean, and after a period they rest. */
    double expected = 0.5 * N * small * small;
    int swings = fabs(first / expected - 1) < 0.05 && last < 0.05 * expected;
    int ok = most < 1e-9 * G && (swings || N < 16 * G || G < 64 || STEPS != 63);
    printf("pic: N = %d, G = %d, %d steps, energy %.2f of %.2f, then %.2f: %s\n", N, G, STEPS,
           first, expected, last, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
