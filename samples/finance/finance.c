/* Parallel stock option pricing, in two phases. Phase 1 makes a binomial lattice
 * of stock prices (Cox, Ross and Rubinstein): in each step the price goes up by
 * `up`, or down by its inverse. Phase 2 computes, at every node, the price of a
 * call option (Black and Scholes).
 *
 * Today's call is checked by integration of what the option brings, weighted with
 * the chance that it does; and it is the mean of the calls of the last step,
 * discounted, but for an error of 1 / N. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 256 /* steps; as many again, and the option expires */
#endif

#define PRICE 100.0     /* of the stock, today */
#define STRIKE 105.0    /* what the option lets one buy it for */
#define RATE 0.05       /* of interest, a year */
#define VOLATILITY 0.25 /* a year */
#define EXPIRY 1.0      /* of the option, years from today */

static double stock[N + 1][N + 1], call[N + 1][N + 1];

#pragma hpf processors P(4)
#pragma hpf template T(N+1,N+1)
#pragma hpf distribute T(*,block) onto P
#pragma hpf align stock(t,j) with T(t,j)
#pragma hpf align call(t,j) with T(t,j)

/* The probability that a standard normal variable is below x. */
static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

/* The probability of j ups in n steps. */
static double binomial(int n, int j, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(j + 1.0) - lgamma(n - j + 1.0) + j * log(p)
               + (n - j) * log(1 - p));
}

int main(void)
{
    const double dt = EXPIRY / (2 * N), up = exp(VOLATILITY * sqrt(dt));
    int t, j;

    /* phase 1 */
    stock[0][0] = PRICE;
#pragma fpredict region lattice
    for (t = 1; t <= N; t++) {
        stock[t][0] = stock[t-1][0] / up;
        for (j = 1; j <= t; j++)
            stock[t][j] = stock[t-1][j-1] * up;
    }

    /* phase 2 */
#pragma fpredict region prices
    for (t = 0; t <= N; t++)
        for (j = 0; j <= t; j++) {
            double left = EXPIRY - t * dt, spread = VOLATILITY * sqrt(left);
            double d = (log(stock[t][j] / STRIKE) + RATE * left) / spread + spread / 2;
            call[t][j] = stock[t][j] * normal(d)
                         - STRIKE * exp(-RATE * left) * normal(d - spread);
        }

    const double p = (exp(RATE * dt) - 1 / up) / (up - 1 / up);
    double error = 0.0, mean = 0.0, exact = 0.0;
    for (j = 0; j <= N; j++) {
        error += fabs(stock[N][j] / (PRICE * pow(up, 2 * j - N)) - 1);
        mean += binomial(N, j, p) * call[N][j] * exp(-RATE * EXPIRY / 2);
    }
    /* Simpson's rule, from where the option begins to bring something */
    const double spread = VOLATILITY * sqrt(EXPIRY), drift = RATE * EXPIRY - spread * spread / 2;
    const double first = (log(STRIKE / PRICE) - drift) / spread, h = 0.3;
    for (j = 0; j <= 20; j++) {
        double z = first + j * h, profit = PRICE * exp(drift + spread * z) - STRIKE;
        exact += (j % 20 == 0 ? 1 : j % 2 == 0 ? 2 : 4) * h / 3 * profit * exp(-z * z / 2);
    }
    exact *= exp(-RATE * EXPIRY) / sqrt(2 * acos(-1.0));
    int ok = error / N < 1e-14 && fabs(call[0][0] - exact) < 1e-4 * PRICE
             && fabs(mean - call[0][0]) < 0.02 * PRICE / N;
    printf("finance: N = %d, call %.4f, from the lattice %.4f, by integration %.4f: %s\n", N,
           call[0][0], mean, exact, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
