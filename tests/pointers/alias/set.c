/* One of two arrays is set by a pointer, by a function that gets it. */
#ifndef ONE
#define ONE (argc > 1 ? a : b)
#endif
#define N 64
static double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b, c

static void step(double *p)
{
    for (int i = 1; i < N - 1; i++)
        p[i] = c[i - 1] + c[i + 1];
}

int main(int argc, char **argv)
{
    double *p = ONE;
    for (int t = 0; t < 10; t++) {
        step(p);
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
    }
    return 0;
}
