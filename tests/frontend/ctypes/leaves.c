/* With --set N=400 these leave their types; of those that only data depend on nothing is said. */
#include <stdio.h>
#define N 20
unsigned a[N];
double x[N];
static const unsigned sizes[2] = {N * 30000000u, 2}; /* wraps */
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align a(i) with T(i)
#pragma hpf align x(i) with T(i)

static double uniform(unsigned k, unsigned salt)
{
    unsigned h = k * 2654435761u + salt * 40503u;
    h ^= h >> 16;
    return h / 4294967296.0;
}

static unsigned half(unsigned k)
{
    return k / 2;
}

static void upto(unsigned n, unsigned seed)
{
    unsigned value = seed * 22695477u;
    for (unsigned i = 0; i < n; i++) /* wraps */
        a[i % N] = value;
}

int main(void)
{
    unsigned count = N * 40000000u; /* wraps */
    unsigned limit = N * 50000000u; /* wraps */
    unsigned other = limit;
    unsigned kept = N * 60000000u;
    for (int i = 0; i < N; i++)
        x[i] = uniform((unsigned)i, N);
    for (unsigned i = 0; i < count / 100000000; i++)
        x[i] += 1;
    if (other > 5)
        x[0] = 1;
    upto(N * 80000000u, N * 90000000u); /* wraps */
    for (unsigned i = 0; i < half(N * 34000000u) % 7; i++) /* wraps */
        x[i] += kept;
    for (unsigned i = 0; i < sizes[1]; i++)
        x[i] += kept;
    if (x[1] > N * 33000000u) /* a comparison of doubles */
        x[2] = 1;
    x[(N * 44000000u) % N] = 2; /* wraps */
    printf("%g %u\n", x[3], N * 55000000u);
    return 0;
}
